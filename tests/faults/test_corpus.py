"""Edits of the corpus that are wrong: the build refuses them by file and place, and what was good goes on answering."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.build import build
from judge.build_folder import current_build
from judge.errors import JudgeError
from tests.faults.checkout import Checkout

Harm = Callable[[Path], None]


def _without(name: str) -> Harm:
    return lambda corpus: (corpus / name).unlink()


def _saying(name: str, content: bytes) -> Harm:
    def write(corpus: Path) -> None:
        (corpus / name).parent.mkdir(exist_ok=True)
        (corpus / name).write_bytes(content)

    return write


def _instead(name: str, was: str, now: str) -> Harm:
    def replace(corpus: Path) -> None:
        text = (corpus / name).read_text(encoding="utf-8")
        assert was in text
        (corpus / name).write_text(text.replace(was, now), encoding="utf-8")

    return replace


def _with(name: str, more: str) -> Harm:
    def add(corpus: Path) -> None:
        with (corpus / name).open("a", encoding="utf-8") as file:
            file.write(more)

    return add


def _as_saved_by(name: str, encoding: str) -> Harm:
    """An editor has put in a letter beyond ASCII, and saved the file in an encoding of its own."""

    def save(corpus: Path) -> None:
        text = (corpus / name).read_text(encoding="utf-8")
        (corpus / name).write_bytes(f"{text}# Käpy\n".encode(encoding))

    return save


RULEBOOK, SOURCE = "rulebooks/lantern-race-first.toml", "sources/lantern-race-first.txt"
SCRIPT, WORDS = "timing/lantern-race-first.toml", "timing/card-words/lantern-race.toml"
SYNONYMS, PAGE, EXAMPLES = "lexicon/synonyms.toml", "pages/lantern-race.toml", "examples/lantern-race.toml"
TERM = '\n[[term]]\nwords = ["firefly"]\nmeans = ["{}"]\ngame = "{}"\n'
EXAMPLE = """
[[example]]
id = "wicks"
title = "Two wicks"
summary = "Who moves first?"
[example.dispute]
players = [{name = "Ada"}]
occurrence = {type = "night", runner = "Ada"}
cards = [{id = "wick", name = "Wick", controller = "Ada", text = "Deed: At dawn, move one stone."}]
"""
WRONG: dict[str, tuple[Harm, tuple[str, ...]]] = {
    "source gone": (_without(SOURCE), (SOURCE,)),
    "source in no encoding of ours": (_saying(SOURCE, b"D\xe9ED\n"), (SOURCE,)),
    "source empty": (_saying(SOURCE, b""), ("lantern-race-first.toml", "LANTERN RACE")),
    "rulebook gone": (_without(RULEBOOK), ("rulebooks",)),
    "rulebook no TOML": (_instead(RULEBOOK, "[layout]", "[layout"), (RULEBOOK, "line")),
    "rulebook without a title": (_instead(RULEBOOK, 'title = "Rules"', ""), ("lantern-race-first.toml", "title")),
    "rulebook with a heading that is nowhere": (_instead(RULEBOOK, '["OMEN"]', '["GLOOM"]'), ("GLOOM",)),
    "lexicon no TOML": (_saying("lexicon/synonyms.toml", b"[[term]\n"), ("lexicon/synonyms.toml", "line 1")),
    "lexicon gone": (_without("lexicon/synonyms.toml"), ("synonyms.toml",)),
    "confusions gone": (_without("lexicon/confusions.toml"), ("confusions.toml",)),
    "confusions empty": (_saying("lexicon/confusions.toml", b""), ("lexicon/confusions.toml", "'swap' is missing")),
    "words never linked gone": (_without("lexicon/links.toml"), ("links.toml",)),
    "search settings gone": (_without("lexicon/search.toml"), ("search.toml",)),
    "pairs wrong": (_saying("lexicon/pairs.toml", b'[[pair]]\ngame = "x"\n'), ("pairs.toml",)),
    "script of a missing rulebook": (_instead(SCRIPT, 'edition = "first"', 'edition = "second"'), (SCRIPT, "second")),
    "script without its words": (_without(WORDS), (WORDS,)),
    "script that extends nothing": (_instead(SCRIPT, 'edition = "first"', 'edition = "first"\nextends = "hill"'),
                                    (SCRIPT, "hill.toml")),
    "script cut in half": (_saying(SCRIPT, b'game = "lantern-race"\n[[class'), (SCRIPT,)),
    "script without titles": (_instead(SCRIPT, "title =", "tittle ="), (SCRIPT, "title")),
    "words of no shape": (_saying(WORDS, b'game = "lantern-race"\n'), (WORDS,)),
    "quote that stands nowhere": (_instead(SCRIPT, "every runner moves one stone", "no runner moves"),
                                  (SCRIPT, "rules.climb", "no runner moves")),
    "entry that is nowhere": (_instead(SCRIPT, '["omen", "Omens', '["gloom", "Omens'), (SCRIPT, "rules.omen", "gloom")),
    "step with a key that means nothing": (_instead(SCRIPT, 'moments = ["when dusk"]', 'moment = ["when dusk"]'),
                                           (SCRIPT, "dusk", "did you mean `moments`?")),
    "class of a timing that no card has": (_instead(SCRIPT, 'timings = ["deed"]', 'timings = ["dead"]'),
                                           (SCRIPT, "class deed", "did you mean “deed”?")),
    "participant of no kind": (_instead(SCRIPT, '"runner: player"', '"runner player"'),
                               (SCRIPT, "occurrence night", "“runner player”")),
    "step twice": (_instead(SCRIPT, 'id = "dawn"', 'id = "dusk"'), (SCRIPT, "night/dusk")),
    "rulebook named otherwise": (_instead(RULEBOOK, 'edition = "first"', 'edition = "third"'),
                                 ("lantern-race-third.toml",)),
    "rulebook in a language nobody reads": (_instead(RULEBOOK, 'language = "en"', 'language = "tlh"'),
                                            (RULEBOOK, "tlh", "“en”")),
    "game without a default": (_instead(RULEBOOK, "default = true", "default = false"), (RULEBOOK, "default = true")),
    "misspelt field": (_with(RULEBOOK, '\n[[correction]]\nline = 5\nwas = "DEED"\nnwo = "Deed"\nwhy = "x"\n'),
                       ("[[correction]] 1 (DEED)", "`now` is missing", "did you mean `now`?")),
    "byte order mark": (_as_saved_by(SCRIPT, "utf-8-sig"), (SCRIPT, "byte order mark")),
    "another encoding": (_as_saved_by(SYNONYMS, "cp1252"), (SYNONYMS, "UTF-8", "line ")),
    "synonym of nothing": (_with(SYNONYMS, TERM.format("Omenn", "lantern-race")),
                           (SYNONYMS, "firefly", "“Omenn”", "did you mean “Omen”?")),
    "synonym in no game": (_with(SYNONYMS, TERM.format("Omen", "lantern-rice")),
                           (SYNONYMS, "firefly", "lantern-rice", "lantern-race")),
    "synonym misspelt": (_with(SYNONYMS, '\n[[term]]\nword = ["firefly"]\nmeans = ["Omen"]\n'),
                         (SYNONYMS, "did you mean `words`?")),
    "synonym that is no list": (_with(SYNONYMS, '\n[[term]]\nwords = "firefly"\nmeans = ["Omen"]\n'),
                                (SYNONYMS, "firefly", "`words`", "a list")),
    "words for what no script has": (_saying(PAGE, b'[occurrences]\nnigth = "A night"\n'),
                                     (PAGE, "nigth", "did you mean “night”?")),
    "words in a field that there is not": (_saying(PAGE, b'[occurences]\nnight = "A night"\n'),
                                           (PAGE, "did you mean `occurrences`?")),
    "participant entered in no way": (_saying(PAGE, b'[participants.runner]\ntype = "nmae"\n'),
                                      (PAGE, "participants.runner.type", "'name'")),
    "words of no game": (_saying("pages/lantern-rice.toml", b""), ("pages/lantern-rice.toml", "lantern-race.toml")),
    "example without a title": (_saying(EXAMPLES, EXAMPLE.replace("title", "titel").encode()),
                                (EXAMPLES, "wicks", "`title` is missing")),
    "example that makes no sense": (_saying(EXAMPLES, EXAMPLE.replace('"night"', '"day"').encode()),
                                    (EXAMPLES, "wicks", "“day”", "night")),
    "examples of one name": (_saying(EXAMPLES, EXAMPLE.encode() * 2), (EXAMPLES, "[[example]] 2 (wicks)", "id")),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_corpus_is_refused_by_file_and_place(checkout: Checkout, wrong: str) -> None:
    harm, named = WRONG[wrong]
    last = current_build(checkout.data)
    harm(checkout.corpus)
    with pytest.raises(JudgeError) as refused:
        build(checkout.data, corpus_folder=checkout.corpus)
    told = f"{refused.value.message} {' '.join(problem.where or '' for problem in refused.value.problems)}"
    for words in named:
        assert words in told
    assert ".making" not in told
    assert current_build(checkout.data) == last
    assert checkout.litter() == []


def test_several_wrong_files_are_named_together(checkout: Checkout) -> None:
    for name in (SCRIPT, "lexicon/search.toml"):
        _saying(name, b"[")(checkout.corpus)
    refused = checkout.judge("build")
    assert refused.status == 2
    assert SCRIPT in refused.err and "lexicon/search.toml" in refused.err


def test_mistakes_of_different_rooms_are_named_together(checkout: Checkout) -> None:
    _with(SYNONYMS, TERM.format("Omenn", "lantern-race"))(checkout.corpus)
    _saying(PAGE, b'[occurrences]\nnigth = "A night"\n')(checkout.corpus)
    _saying(EXAMPLES, EXAMPLE.replace('"night"', '"day"').encode())(checkout.corpus)
    refused = checkout.judge("build")
    assert (refused.status, refused.out) == (2, "")
    assert all(name in refused.err for name in ("firefly", "nigth", "wicks"))


def test_words_and_examples_that_are_right_are_built(checkout: Checkout) -> None:
    _with(SYNONYMS, TERM.format("Omen", "lantern-race"))(checkout.corpus)
    _saying(PAGE, b'[occurrences]\nnight = "A night on the hill"\n')(checkout.corpus)
    _saying(EXAMPLES, EXAMPLE.encode())(checkout.corpus)
    assert checkout.judge("build").status == 0
    assert checkout.judge("search", "firefly").out.startswith("1. Omen")


DISPUTE = {
    "game": "lantern-race", "players": [{"name": "Ada"}], "active_player": "Ada",
    "occurrence": {"type": "night", "runner": "Ada"},
    "cards": [{"id": "wick", "name": "Wick", "controller": "Ada", "text": "Deed: At dawn, move one stone."}],
}  # fmt: skip


def test_what_a_build_refused_reaches_no_page_and_no_command(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "dispute.json").write_text(json.dumps(DISPUTE), encoding="utf-8")
    before = checkout.judge("resolve", str(tmp_path / "dispute.json"), "--json").out
    last = current_build(checkout.data)
    _instead(SCRIPT, "every runner moves one stone", "no runner moves")(checkout.corpus)
    _instead(SOURCE, "one stone up", "two stones up")(checkout.corpus)
    assert checkout.judge("build").status == 2
    assert checkout.judge("resolve", str(tmp_path / "dispute.json"), "--json").out == before
    with checkout.serve() as server:
        night = server.client.get("/rules/lantern-race/first/night")
        ruling = server.client.post_json("/api/resolve", DISPUTE)
        printed = server.client.get("/printed/lantern-race/first/night")
    assert ruling.json() == json.loads(before)
    assert "one stone" in night.text and "one stone" in printed.text and "two stones" not in night.text + printed.text
    told = "".join(server.err)
    assert "no runner moves" in told and f"Build {last.name}" in told and "Traceback" not in told


def test_a_server_without_any_good_build_refuses_to_begin_and_names_the_mistake(checkout: Checkout) -> None:
    for folder in checkout.builds.iterdir():
        (folder / "build.json").unlink()
    _without(SOURCE)(checkout.corpus)
    refused = checkout.judge("serve", "--port", "0")
    assert refused.status in (2, 3)
    assert SOURCE in refused.err and refused.out == ""
