"""What players' words stand for in the books, learnt from what players say for each paragraph.

Each phrase is read as a translation of the paragraph it leads to (IBM model 1): a word that is often said of paragraphs
with “minion” comes to stand for “minion”, whatever paragraph it is typed about.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from heapq import nlargest
from math import log
from operator import itemgetter

from judge.corpus import Corpus
from judge.entry import Entry
from judge.search.entry_names import Name
from judge.search.word_forms import stem, words_of

Translations = Mapping[str, Mapping[str, float]]
"""For each stem typed its `RARITY`, and stems of the books with how much likelier it is said of a paragraph that holds
one."""
RARITY = ""
_HINTS = 15
"""So many entries of a game a stem typed hints at."""

_ROUNDS, _LONGEST, _SHORTEST = 5, 80, 4
"""Rounds of learning; stems that a paragraph learnt from has at most, and one that stands for itself at least."""
_OF_ITSELF = 12
"""Stems of a paragraph that are read as said of it."""
_NOTHING = ""
"""What words that stand for nothing in the paragraph are said for."""
_DOUBT, _CHANCE, _LEAST_CHANCE, _LEAST, _DECIMALS = 2.0, 8.0, 0.005, 0.002, 3


def learn_translations(corpus: Corpus, names: Iterable[Name], stop: Iterable[str]) -> Translations:
    """Learn from the everyday phrases among the names, and from the paragraphs themselves."""
    pairs = list(_pairs(corpus, names, frozenset(stop)))
    said = Counter(word for phrase, _ in pairs for word in phrase)
    holders = Counter(word for phrase, _ in pairs for word in dict.fromkeys(phrase))
    chances = _learnt(pairs)
    found = {word: {RARITY: round(log(1 + len(pairs) / often), _DECIMALS)} for word, often in holders.items()}
    for word, of_word in chances.items():
        usual = _CHANCE * (said[word] + 0.5) / said.total()
        for meant, chance in of_word.items():
            if meant != _NOTHING and chance > _LEAST:
                found[word][meant] = round(chance / usual, _DECIMALS)
    return found


def hints_of(
    translations: Translations, corpus: Corpus, stop: Iterable[str]
) -> Mapping[str, tuple[Sequence[int], Sequence[float]]]:
    """For each stem typed the places of the entries of each game that it is likeliest said of, in reading order, and
    how telling it is of the best paragraph of each."""
    paragraphs = _paragraphs(corpus, frozenset(map(stem, stop)))
    holders: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for (entry_id, anchor), meant in paragraphs.items():
        for word in meant[:-1] if anchor and not corpus.entries[entry_id].redirects_to else ():
            holders[word].append((entry_id, anchor))
    order = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
    found = {}
    for typed, chances in translations.items():
        chance: dict[tuple[str, str], float] = defaultdict(float)
        for word, of_word in chances.items():
            for paragraph in holders.get(word, ()):
                chance[paragraph] += of_word
        best: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for (entry_id, anchor), whole in chance.items():
            telling = chances[RARITY] * log(1 + whole * len(paragraphs[entry_id, anchor]) ** -0.5)
            of_game, place = best[entry_id.partition("/")[0]], order[entry_id]
            of_game[place] = max(of_game[place], telling)
        kept = dict(one for of_game in best.values() for one in nlargest(_HINTS, of_game.items(), itemgetter(1)))
        found[typed] = (sorted(kept), [round(kept[place], _DECIMALS) for place in sorted(kept)])
    return found


def _learnt(pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> Mapping[str, Mapping[str, float]]:
    """For each word how likely it is said for each stem."""
    chances: dict[str, dict[str, float]] = {}
    for _ in range(_ROUNDS):
        counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        totals: dict[str, float] = defaultdict(float)
        for said, meant in pairs:
            for word in said:
                chance_of, count_of = chances.get(word, {}), counts[word]
                shares = [chance_of.get(m, 0.0) for m in meant] if chances else [1.0] * len(meant)
                whole = sum(shares)
                for m, share in zip(meant, shares, strict=True):
                    if share:
                        count_of[m] += share / whole
                        totals[m] += share / whole
        chances = {
            word: {m: n / (totals[m] + _DOUBT) for m, n in count_of.items() if n > _LEAST_CHANCE}
            for word, count_of in counts.items()
        }
    return chances


def _pairs(corpus: Corpus, names: Iterable[Name], stop: Set[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Lazily, the stems of each phrase with those of the paragraph it leads to."""
    paragraphs = _paragraphs(corpus, frozenset(map(stem, stop)))
    for (entry_id, anchor), meant in paragraphs.items():
        if anchor and not corpus.entries[entry_id].redirects_to and _SHORTEST < len(meant) <= _LONGEST:
            yield meant[:-1][:_OF_ITSELF], meant
    phrases = ((name, anchor) for name in names if name.kind == "everyday" for anchor in (name.at or ("",))[:2])
    for name, anchor in phrases:
        meant = paragraphs.get((name.targets[0][0], anchor), ())
        if 0 < len(meant) <= _LONGEST:
            yield tuple(stem(word) for word in name.plain.split() if word not in stop), meant


def _paragraphs(corpus: Corpus, stop: Set[str]) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """By entry and anchor (none: the entry as a whole), the stems that its words may stand for."""
    texts = ((entry.id, anchor, words) for entry in corpus.entries.values() for anchor, words in _texts(entry).items())
    return {
        (entry_id, anchor): (*(word for word in dict.fromkeys(words) if word not in stop), _NOTHING)
        for entry_id, anchor, words in texts
    }


def _texts(entry: Entry) -> Mapping[str, Sequence[str]]:
    """The stems of its names with those of each paragraph by its anchor, and with those of all (no anchor)."""
    named = [stem(word, entry.lang) for name in entry.names for word in words_of(name)]
    lines = {p.anchor: [stem(word, entry.lang) for word in words_of(p.text)] for p in entry.paragraphs}
    everything = [word for line in lines.values() for word in line]
    return {anchor: [*named, *words] for anchor, words in {**lines, "": everything}.items()}
