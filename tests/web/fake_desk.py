"""A desk with a made-up game and canned answers: pages are tested apart from reading, search and resolving."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from judge import data_places
from judge.ability import Ability, CardText, Trigger
from judge.cards.library import CardLibrary
from judge.corpus import Corpus
from judge.desk import Desk
from judge.edition_comparison import EntryComparison, differences, pairs_by_entry
from judge.entry import Entry, Mention, Paragraph, Uncertain
from judge.errors import NotAllowed, NotUnderstood
from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from judge.responders.acting_cards import ActingCards
from judge.rulebook import Rulebook
from judge.rulings.ruling import After, Assumption, Exclusion, Group, Ruling, TimelineStep

GAME = "lantern-duel"
_TEXT = "A lantern sheds light. Spend [energy] or [?] to light it; [your name] is text."

BOOKS = (
    Rulebook(GAME, "second", "Lantern Duel", "Second Rulebook", "Tallow Press", "en", True, True, 2024, 0),
    Rulebook(GAME, "fan", "Lantern Duel", "A Player’s Notes", "a player", "en", False, False, None, 0),
)


def _entry(slug: str, headword: str, *paragraphs: Paragraph, edition: str = "second", **facts: Any) -> Entry:
    facts = {"kind": "entry", "official": edition == "second", "lang": "en", "ranges": ((3, 9),), **facts}
    return Entry(f"{GAME}/{edition}/{slug}", headword, paragraphs=paragraphs, **facts)


ENTRIES = (
    _entry(
        "lantern",
        "Lantern",
        Paragraph("p-1", _TEXT, lines=((3, 4),)),
        Paragraph("p-2", "To light it:"),
        Paragraph("p-3", "Spend oil.", "step", 0, (), (Mention(6, 9, f"{GAME}/second/oil"),)),
        Paragraph("p-4", "Any player’s oil will do.", "item", 1),
        Paragraph("p-5", "Turn the lantern.", "step"),
        see_also=("Oil", "Wick"),
        see_also_ids=(f"{GAME}/second/oil", None),
        uncertain=(Uncertain("p-1", "[?]", "the symbol is lost"),),
        ranges=((3, 9), (20, 20)),
        aliases=("Lamp",),
        section="Glossary",
    ),
    _entry("lamp-oil", "Lamp Oil", kind="redirect", redirects_to=(f"{GAME}/second/oil",), section="Glossary"),
    _entry(
        "oil",
        "Oil",
        Paragraph("p-9", '<script>alert("x")</script> & <b>bold</b> words stay words.'),
        section="Glossary",
    ),
    _entry("vuoro", "Vuoron kulku", Paragraph("p-7", "Pelaaja sytyttää lyhdyn."), lang="fi", section="Liite"),
    _entry("lantern", "Lantern", Paragraph("p-1", "Lanterns light up."), edition="fan"),
)


RETIRED = MappingProxyType(
    {
        f"{GAME}/second/lantern#p-old": "A wick burns for an hour.",
        f"{GAME}/second/snuffer": "Snuffer: It puts a lantern out.",
    }
)


def marks_in(text: str, query: str) -> tuple[tuple[int, int], ...]:
    """Where the query stands in the text."""
    return tuple(found.span() for found in re.finditer(re.escape(query), text, re.IGNORECASE))


@dataclass(frozen=True)
class FakeHit:
    id: str
    headword: str
    game: str
    edition: str
    official: bool
    score: float
    snippet: str
    anchor: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class FakeResults:
    hits: tuple[FakeHit, ...] = ()
    notes: tuple[str, ...] = ()
    did_you_mean: tuple[str, ...] = ()
    more: bool = False

    def as_json(self) -> list[dict[str, Any]]:
        names = ("id", "headword", "game", "edition", "official", "score", "snippet", "anchor")
        return [{name: getattr(hit, name) for name in names} for hit in self.hits]


@dataclass(frozen=True)
class FakeSuggestion:
    id: str
    text: str
    game: str

    def as_json(self) -> dict[str, str]:
        return {"id": self.id, "text": self.text, "headword": self.text, "game": self.game}


class FakeDesk:
    """Answers by simple rules: a word finds the entries that hold it; cards resolve in the order submitted."""

    build_id = "build0000001"
    corpus_folder = data_places.corpus_folder()
    corpus = Corpus(BOOKS, MappingProxyType({e.id: e for e in ENTRIES}), build_id, RETIRED)
    cards = CardLibrary(Path(__file__).with_name("no-cards.sqlite"))
    """Empty: its file is never made."""
    kept_rulings = RulingStore(Database(f"sqlite:///{Path(__file__).with_name('no-rulings.sqlite')}"))
    """Empty, likewise."""

    def open_rooms(self) -> None:
        """Nothing waits to be opened."""

    def search(self, query: str, *, limit: int = 10, **narrowed: Any) -> FakeResults:
        if not query.strip():
            raise NotUnderstood("The search is empty; say what you look for.", "q")
        if query == "break":
            raise RuntimeError("a defect")
        entries = self.corpus.entries_of(narrowed.get("game"), narrowed.get("edition"))
        found = [(e, p) for e in entries for p in e.paragraphs if query.lower() in p.text.lower()]
        hits = [
            FakeHit(e.id, e.headword, e.game, e.edition, e.official, 1.0, p.text, p.anchor, marks_in(p.text, query))
            for e, p in found[:limit]
        ]
        return FakeResults(tuple(hits), (), () if hits else ("lantern",))

    def suggest(self, prefix: str, game: str | None = None, limit: int = 8) -> list[FakeSuggestion]:
        named = [e for e in self.corpus.entries_of(game) if e.headword.lower().startswith(prefix.lower())]
        return [FakeSuggestion(e.id, e.headword, e.game) for e in named[:limit]]

    def mentions(self, text: str, game: str) -> tuple[Mention, ...]:  # noqa: ARG002
        return ()

    def ability(self, text: str, game: str | None = None, name: str | None = None) -> CardText:  # noqa: ARG002
        trigger = Trigger("when", False, None, "the lantern is lit")
        return CardText((Ability("interrupt", "hero", (), False, trigger, None, None, None, (), text),))

    def occurrences(self, game: str | None = None, edition: str | None = None) -> list[dict[str, Any]]:
        self.corpus.entries_of(game, edition)
        participants = [{"name": "attacker", "optional": False}, {"name": "defender", "optional": True}]
        row = {"game": GAME, "edition": edition or "second", "type": "strike", "participants": participants}
        return [{**row, "steps": [{"step": "begin", "title": "Begin"}, {"step": "hit", "title": "Hit"}]}]

    def derived(self, name: str, version: str, make: Callable[[], bytes]) -> bytes:  # noqa: ARG002
        return make()

    def is_question(self, words: str) -> bool:
        return words.endswith("?") or words.startswith("what ")

    def ask(self, question: str, game: str | None = None, edition: str | None = None) -> dict[str, Any]:  # noqa: ARG002
        if "near" in question:
            entry = self.corpus.entries[f"{GAME}/second/lantern"]
            quote = self.corpus.cite(entry.id, "A lantern sheds light.")
            nearest = quote.as_json() | {"highlight": "sheds light."}
            return {"answer": None, "order": None, "rules": [], "nearest": nearest, "entries": []}
        if "light" not in question:
            return {"answer": None, "order": None, "rules": [], "nearest": None, "entries": []}
        rule = self.corpus.cite(f"{GAME}/second/lantern", "A lantern sheds light.").as_json()
        return {"answer": "A lantern sheds light.", "order": None, "rules": [rule], "nearest": None, "entries": []}

    def differences(self, entry: Entry) -> tuple[EntryComparison, ...]:
        return differences(self.corpus, entry, pairs_by_entry(self.corpus, {}))

    def responders(self, moment: Mapping[str, Any], step: str | None = None, scope: object = None) -> ActingCards:
        self.resolve(moment)
        return ActingCards((), (), (), 0, 0, (f"asked {step} {scope}",) if step else ())

    def resolve(self, dispute: Mapping[str, Any]) -> Ruling:
        if dispute.get("game") != GAME:
            self.corpus.book(str(dispute.get("game")))
        cards = dispute.get("cards") or []
        ids = [card.get("id") or card["name"].lower() for card in cards]
        for place, card_id in enumerate(ids):
            if card_id in ids[:place]:
                raise NotAllowed(f"Two cards are called “{card_id}”.", f"cards[{place}].id")
        return self._ruling(dispute, ids, cards)

    def dispute(self, dispute: Mapping[str, Any]) -> Any:  # noqa: ARG002
        raise NotAllowed("The fake desk reads no disputes by themselves.")

    def _ruling(self, dispute: Mapping[str, Any], ids: list[str], cards: list[dict[str, Any]]) -> Ruling:
        edition = dispute.get("edition", "second")
        rules = (
            self.corpus.cite(
                f"{GAME}/{edition}/lantern", "A lantern sheds light." if edition == "second" else "light up"
            ),
        )
        names = dict(zip(ids, (card["name"] for card in cards), strict=True))
        used = [i for i, card in zip(ids, cards, strict=True) if card.get("use") is not False]
        order = tuple(
            Group((i,), (names[i],), "strike/hit", "the strike", "interrupt", False, None, True,
                  f"{names[i]} is number {n}.", rules,
                  after=After(n - 1, f"{names[i]} was submitted later.", rules) if n > 1 else None,
                  moment="as the strike hits", users=("Anna",), candidates=(i,))
            for n, i in enumerate(used, 1)
        )  # fmt: skip
        excluded = tuple(
            Exclusion(i, "passed", None, "Its player passes on it.", rules, "Anna passes") for i in ids if i not in used
        )
        timeline = (
            TimelineStep("strike/begin", "Begin", "the strike", rules),
            TimelineStep("strike/hit", "Hit", "the strike", rules, tuple(range(1, len(order) + 1))),
        )
        answer = f"Anna may use {names[used[0]]} first." if used else "Nothing of this resolves."
        return Ruling(
            GAME, edition, False, order, excluded, timeline, (Assumption(None, "It is night."),), answer=answer,
            understood=f"All words of the {len(ids)} cards were read.", names=names,
        )  # fmt: skip


def fake_desk() -> Desk:
    """The fake, typed as what it stands in for."""
    return cast(Desk, FakeDesk())
