"""Reads `corpus/timing/*.toml` into one `Rules` an edition, each linked: the edge where rules come from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from judge.corpus import Corpus
from judge.errors import Problem
from judge.rules.declared_names import DeclaredNames, load_declared_names
from judge.rules.linker import EditionRules, link
from judge.rules.model import Rules, with_ways
from judge.rules.row_reader import Reader
from judge.rules.rule_tables import RuleTable, merged, misplaced, placed
from judge.toml_tables import read_toml

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class RulesFiles:
    """The rules of every edition that has some, and the vocabulary of every game's cards."""

    by_edition: Mapping[tuple[str, str], Rules]
    vocabularies: Mapping[str, DeclaredNames]
    """Of rules that were checked; of others nobody asks."""
    cited: Mapping[tuple[str, str], frozenset[str]]
    """The keys of `[rules]` that rows of an edition cite."""
    examples: Mapping[tuple[type, str], tuple[str, Any]]
    """For a row and a key the first that gives it: where, and what it says."""
    problems: Sequence[Problem] = ()

    def of_game(self, game: str) -> list[Rules]:
        """The rules of a game's editions."""
        return [rules for rules in self.by_edition.values() if rules.game == game]


def load_rules(timing_folder: Path, corpus: Corpus, checked: bool = True) -> RulesFiles:
    """All rules of the folder, with everything in them that cannot be read or means nothing (`problems`).

    Not `checked`, names are taken to mean what they say: of rules that a build has checked.

    Raises NotUnderstood or CouldNot naming the file that cannot be read.
    """
    files = {path.stem: placed(read_toml(path), _file(path.stem)) for path in sorted(timing_folder.glob("*.toml"))}
    vocabularies = load_declared_names(timing_folder / "card-words") if checked else {}
    editions = {stem: data for stem, data in files.items() if "edition" in data}
    problems, strays = (
        _wrong_files(timing_folder, files, editions, vocabularies, corpus) if checked else ([], frozenset())
    )
    read: dict[str, Reader] = {}
    found: dict[str, Rules] = {}
    for stem, data in editions.items():
        if _file(stem) in strays:
            continue
        shared = files.get(str(data.get("extends")), RuleTable({}, _file(stem)))
        keys = _keys_beside(data, editions.values())
        reader = read[stem] = Reader(merged(shared, data, problems), corpus, keys)
        found[stem] = reader.rules()
        problems += reader.problems
    if checked and not problems:
        problems += _wrong_links(read, found, editions, vocabularies, corpus)
    by_edition = {(rules.game, rules.edition): _with_ways(_without_strange_places(rules)) for rules in found.values()}
    cited = {(rules.game, rules.edition): frozenset(read[stem].used) for stem, rules in found.items()}
    examples = {key: said for reader in reversed(list(read.values())) for key, said in reader.examples.items()}
    return RulesFiles(by_edition, vocabularies, cited, examples, tuple(dict.fromkeys(problems)))


def _wrong_files(
    folder: Path, files: Mapping[str, RuleTable], editions: Mapping[str, RuleTable],
    vocabularies: Mapping[str, DeclaredNames], corpus: Corpus,
) -> tuple[list[Problem], frozenset[str]]:  # fmt: skip
    """What is wrong with whole files or tables of them, and the files that belong to nothing and are not read."""
    misread = [problem for vocabulary in vocabularies.values() for problem in vocabulary.problems]
    misread += [problem for data in files.values() for problem in misplaced(data)]
    astray = [*_missing(folder, files), *_without_words(editions, vocabularies), *_without_book(files, corpus)]
    strays = frozenset(str(problem.where) for problem in astray) - {problem.where for problem in misread}
    return [*misread, *astray], strays


def _wrong_links(
    read: Mapping[str, Reader], found: Mapping[str, Rules], editions: Mapping[str, RuleTable],
    vocabularies: Mapping[str, DeclaredNames], corpus: Corpus,
) -> list[Problem]:  # fmt: skip
    """What rows name that nobody has, family by family: editions that share a table are one."""
    families: dict[str, list[EditionRules]] = {}
    words = _words_of(corpus)
    for stem, reader in read.items():
        vocabulary = vocabularies[found[stem].game]
        edition = EditionRules(found[stem], vocabulary, _file(stem), reader.places, reader.used, words)
        families.setdefault(str(editions[stem].get("extends", stem)), []).append(edition)
    return [problem for family in families.values() for problem in link(family)]


def _keys_beside(data: RuleTable, editions: Iterable[RuleTable]) -> frozenset[str]:
    """The keys of `[rules]` in the editions that share a table with one."""
    beside = [other for other in editions if "extends" in data and other.get("extends") == data["extends"]]
    return frozenset(key for other in beside for key in other.get("rules", ()))


def _without_strange_places(rules: Rules) -> Rules:
    """The rules without places of ready abilities that only another edition of a shared table has."""
    steps = {step.id for occurrence in rules.occurrences.values() for step in occurrence.steps}
    ready = (replace(one, at=tuple(hook for hook in one.at if hook[0] in steps)) for one in rules.ready)
    had = {id(one) for one in rules.ready if one.at}
    kept = tuple(new for new, old in zip(ready, rules.ready, strict=True) if new.at or id(old) not in had)
    return replace(rules, ready=kept)


def _with_ways(rules: Rules) -> Rules:
    """The rules whose moments tell also of the ways that cards go by what they tell of."""
    return replace(rules, occurrences={one.type: with_ways(rules, one) for one in rules.occurrences.values()})


def _words_of(corpus: Corpus) -> frozenset[str]:
    return frozenset(word for entry in corpus.entries.values() for word in _WORD.findall(entry.text.lower()))


def _file(stem: str) -> str:
    return f"timing/{stem}.toml"


def _missing(timing_folder: Path, files: Mapping[str, RuleTable]) -> Iterator[Problem]:
    """Rules that others extend, or whose coverage is written down, but that are not there."""
    for stem, data in files.items():
        if data.get("extends", stem) not in files:
            yield Problem(f"{stem}.toml extends {data['extends']}.toml, which is missing.", _file(stem))
    for stem in sorted(path.stem for path in (timing_folder / "coverage").glob("*.tsv")):
        if stem not in files:
            yield Problem(f"{stem}.toml is missing; coverage/{stem}.tsv tells of it.", _file(stem))


def _without_words(editions: Mapping[str, RuleTable], vocabularies: Mapping[str, DeclaredNames]) -> Iterator[Problem]:
    """Rules of a game whose cards nobody can read."""
    for stem, data in editions.items():
        if data.get("game") not in vocabularies:
            table = f"timing/card-words/{data.get('game')}.toml"
            message = f"{table}, which says how the cards of {stem}.toml are worded, is missing."
            yield Problem(message, _file(stem))


def _without_book(files: Mapping[str, RuleTable], corpus: Corpus) -> Iterator[Problem]:
    """Rules of an edition that no rulebook describes, or that do not say of which edition they are."""
    described = {book.file_stem for book in corpus.books}
    extended = {data.get("extends") for data in files.values()}
    for stem, data in files.items():
        said = f"{data.get('game')}-{data.get('edition')}"
        if "edition" in data and said not in described:
            message = f"{stem}.toml has the rules of a rulebook that is missing: rulebooks/{said}.toml."
            yield Problem(message, _file(stem))
        elif "edition" in data and said != stem:
            yield Problem(f"{stem}.toml has the rules of {said}; name it {said}.toml.", _file(stem))
        elif "edition" not in data and (stem in described or stem not in extended):
            yield Problem(f"{stem}.toml says not of which `game` and `edition` it is.", _file(stem))
