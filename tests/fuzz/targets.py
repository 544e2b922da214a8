"""What is fuzzed: each target takes any bytes and raises where the program did not keep its word.

Its word: whatever comes in, there is an answer or a JudgeError with a sentence, nothing else; the same input gives the
same answer; an answer holds what the contract says; a page is well-formed HTML in which nothing of the input runs.

`tests/fuzz/test_fuzz.py` gives each a short run on mutated seeds; `scripts/fuzz` drives them for long.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from flask.testing import FlaskClient

from judge import terminal_text
from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.card_words import load_words
from judge.data_places import corpus_folder
from judge.desk import Desk
from judge.disputes.given_abilities import ability_from_json
from judge.errors import JudgeError
from judge.reading import read_with_problems
from judge.reading.confusions import parse_confusions
from judge.reading.description import parse_description
from judge.reading.link_stoplist import parse_stop_list
from judge.reading.source_text import read_source
from judge.reading.word_frequencies import count_words
from judge.request_bodies import read_dispute_file, read_json
from judge.rulings.ruling import Ruling
from judge.web import create_app
from judge.web.dispute_in_address import pack, unpack
from judge.web.settings import Settings
from tests.fuzz import seeds
from tests.fuzz.chooser import Chooser
from tests.fuzz.disputes import make_abilities, make_dispute, make_form
from tests.fuzz.markup import faults_of


@dataclass(frozen=True)
class Target:
    """One thing to fuzz: what it is about, inputs to begin from, and words that mean something to it."""

    about: str
    run: Callable[[Rooms, bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[str, ...] = ()


class Rooms:
    """What the targets ask: the desk of a build, and the application on it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @cached_property
    def client(self) -> FlaskClient:
        """Asks the application, without a server between; a defect in it comes out here as it is."""
        app = create_app(self.desk, Settings())
        app.testing = True
        app.error_handler_spec[None][None].pop(Exception)  # the handler that would hide a defect behind a page
        return app.test_client()

    @cached_property
    def tables(self) -> list[Any]:
        """How each game words its abilities."""
        return [table for _, table in sorted(load_words(corpus_folder() / "timing" / "card-words").items())]

    @cached_property
    def readers(self) -> dict[str, tuple[CardTextReader, CardTextReader]]:
        """By game, two readers of card texts that know nothing of each other."""
        return {table.game: (CardTextReader(table), CardTextReader(table)) for table in self.tables}

    @cached_property
    def lexicon(self) -> Any:
        """What reading a book needs beside it, with the harbour's primer for a vocabulary."""
        from judge.reading import ReadingLexicon

        folder = corpus_folder() / "lexicon"
        words = count_words([seeds.PRIMER], {"the": 10**10, "of": 10**10, "to": 10**10, "a": 10**10, "if": 10**9})
        confusions = parse_confusions((folder / "confusions.toml").read_text("utf-8"))
        return ReadingLexicon(words, confusions, parse_stop_list(""))

    @cached_property
    def description(self) -> Any:
        """The description of the damaged harbour book, every repair asked for."""
        return parse_description("harbour-lanterns-first.toml", seeds.DESCRIPTION)

    def page(self, method: str, path: str, **sent: Any) -> None:
        """Ask for a page; it must be well-formed and run nothing, whatever its status."""
        answer = self.client.open(path, method=method, **sent)
        assert answer.status_code < 500, (path, answer.status_code)
        if answer.mimetype == "text/html" and not 300 <= answer.status_code < 400:
            faults = faults_of(answer.text)
            assert not faults, (path, faults[:5])


def _same_again(ask: Callable[[], Any]) -> Any:
    """What `ask` gives, or the sentence of its JudgeError; asserts that asking again gives the same."""

    def outcome() -> Any:
        try:
            return ask()
        except JudgeError as error:
            told = error.as_json()
            assert error.message.strip()
            json.dumps(told, ensure_ascii=False).encode()
            return error

    first, second = outcome(), outcome()
    assert _text(first) == _text(second), "the same input gave two answers"
    return first


def _text(answer: Any) -> str:
    if isinstance(answer, JudgeError):
        answer = answer.as_json()
    answer = answer.as_json() if hasattr(answer, "as_json") else answer
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    text.encode()
    return text


def rulebook(rooms: Rooms, data: bytes) -> None:
    """A damaged rulebook is read, line by line, or what cannot be placed is named; no line is lost in silence."""
    source = read_source("harbour-lanterns-first.txt", data.decode("utf-8", "replace"))

    def read() -> dict[str, Any]:
        reading = read_with_problems(rooms.description, source, rooms.lexicon)
        assert reading.problems or all(
            entry.paragraphs or entry.redirects_to or entry.see_also
            for entry in reading.glossary.entries
            if entry.kind != "section"
        )
        assert all(problem.message.strip() for problem in reading.problems)
        return {"glossary": reading.glossary.as_json(), "problems": [p.message for p in reading.problems]}

    if len(data) % 4:
        read()
    else:
        _same_again(read)


def card_text(rooms: Rooms, data: bytes) -> None:
    """Any text is taken apart, in any game, into abilities that can be handed in again; its page shows it as text."""
    chooser = Chooser(data)
    table = chooser.one_of(rooms.tables)
    with_page = chooser.maybe(16)
    text = chooser.rest().decode("utf-8", "replace")
    reader, other = rooms.readers[table.game]
    read = reader.read(text, "Tin Fox")
    assert read == other.read(text, "Tin Fox")
    _text(read)
    for ability in read.abilities:
        handed_in = ability_from_json(json.loads(_text(ability)), lambda words: reader.read(words, "Tin Fox"))
        assert handed_in.timing == ability.timing
    if with_page:
        rooms.page("POST", "/resolve/reading", data={"text": text, "game": table.game})


def query(rooms: Rooms, data: bytes) -> None:
    """Any query is answered by ranked entries that exist, names are suggested, a question is answered or is not."""
    chooser = Chooser(data)
    kind = chooser.number(7)
    typed = chooser.rest().decode("utf-8", "replace")[:1100]
    desk = rooms.desk
    found = _same_again(lambda: desk.search(typed, limit=5))
    if not isinstance(found, JudgeError):
        assert all(hit.id in desk.corpus.entries for hit in found.hits)
        assert all(0 <= a <= b <= len(hit.snippet) for hit in found.hits for a, b in hit.marks)
    if kind == 0:
        _same_again(lambda: desk.ask(typed))
    elif kind == 1:
        _same_again(lambda: [s.as_json() for s in desk.suggest(typed.strip())] if typed.strip() else [])
    elif kind == 2:
        rooms.page("GET", "/", query_string={"q": typed})
    elif kind == 3:
        _same_again(lambda: [entry.id for entry in desk.show(typed)])


def pasted(rooms: Rooms, data: bytes) -> None:
    """Any pasted text is read, each letter of it is used or told, and what it is read as is ruled or refused."""
    chooser = Chooser(data)
    with_page = chooser.maybe(16)
    text = chooser.rest().decode("utf-8", "replace")
    read = _same_again(lambda: rooms.desk.pasted(text))
    if isinstance(read, JudgeError):
        return
    lost = list(text)
    for first, end in (*read.used, *(one.at for one in read.unplaced)):
        lost[first:end] = [""] * (end - first)
    assert not "".join(lost).strip(), "a letter is lost in silence"
    _resolved(rooms, read.dispute)
    if with_page:
        rooms.page("POST", "/resolve", data={"do": "paste", "pasted": text})


def dispute_file(rooms: Rooms, data: bytes) -> None:
    """Any file is a dispute or is told why not: as YAML, as JSON, as a ruling and in the form."""
    body = data[1:]
    read = read_json if data[:1] < b"\x40" else read_dispute_file
    try:
        dispute = read(body)
    except JudgeError:
        return
    _resolved(rooms, dispute)
    if data[0] & 3 == 3:
        rooms.page("GET", "/resolve", query_string={"dispute": pack(dispute)})


def dispute(rooms: Rooms, data: bytes) -> None:
    """Any dispute made of what disputes are made of has a ruling as the contract says, or is told why not."""
    chooser = Chooser(data)
    page = chooser.number(15)
    made = make_dispute(chooser, rooms.desk)
    ruling = _resolved(rooms, made)
    if page == 1:
        rooms.page("GET", f"/rulings/old/{pack(made)}")
    elif page == 2:
        rooms.page("GET", f"/rulings/old/{pack(made)}?as=orders")
    elif page == 3:
        rooms.page("GET", "/resolve", query_string={"dispute": pack(made)})
    elif page == 4 and ruling is not None:
        terminal_text.ruling(ruling)
        _same_again(lambda: rooms.desk.all_orders(made))


def _resolved(rooms: Rooms, dispute: Mapping[str, Any]) -> Ruling | None:
    """The ruling, once it holds what every ruling must; None where the dispute is refused."""
    ruling = _same_again(lambda: rooms.desk.resolve(dispute))
    if isinstance(ruling, JudgeError):
        return None
    data = ruling.as_json()
    placed = {ref for group in data["order"] for ref in group["abilities"]}
    out = [left["ability"] for left in data["excluded"]]
    assert placed.isdisjoint(out) and len(out) == len(set(out)), "an ability is both used and left out"
    assert [group["position"] for group in data["order"]] == list(range(1, len(data["order"]) + 1))
    assert {group["step"] for group in data["order"]} <= {step["step"] for step in data["timeline"]}
    assert all(rule["id"] in rooms.desk.corpus.entries for group in data["order"] for rule in group["rules"])
    cards = {ref.split("#")[0] for ref in (*placed, *out)}
    assert len(cards) >= len(dispute.get("cards") or ()) or "#" in str(dispute["cards"]), "a card is lost"
    assert isinstance(ruling, Ruling)
    return ruling


def address(rooms: Rooms, data: bytes) -> None:
    """Any address of a ruling opens or is told to be cut; what opens is packed again into an address that opens."""
    text = data.decode("latin-1")
    packed = text if text[:1] == "e" else pack_raw(data)
    try:
        made = unpack(packed)
    except JudgeError:
        made = None
    if made is not None:
        assert unpack(pack(made)) == made
    rooms.page("GET", "/rulings/old/" + re.sub(r"[^\w=-]", "_", packed, flags=re.ASCII))


def pack_raw(data: bytes) -> str:
    """Any bytes as an address holds a dispute: what somebody makes by hand."""
    import base64
    import zlib

    return base64.urlsafe_b64encode(zlib.compress(data)).rstrip(b"=").decode("ascii")


def abilities(rooms: Rooms, data: bytes) -> None:
    """Any abilities given instead of a text are taken or refused, resolve, and can be mended in the form."""
    chooser = Chooser(data)
    given = make_abilities(chooser)
    made = make_dispute(chooser, rooms.desk)
    cards = made.get("cards")
    row = {"name": "Tin Fox", "id": "fox", "abilities": given, "controller": "Ada"}
    made = {**made, "cards": [*cards, row] if isinstance(cards, list) else [row]}
    _resolved(rooms, made)
    if chooser.maybe(16):
        rooms.page("GET", "/resolve", query_string={"dispute": pack(made)})


def form(rooms: Rooms, data: bytes) -> None:
    """Whatever is sent as the resolver's form is answered by a page, and a ruling's page by those that follow it."""
    chooser = Chooser(data)
    made = make_dispute(chooser, rooms.desk) if chooser.maybe(4) else None
    if made is None:
        rooms.page("POST", "/resolve", data=make_form(chooser, rooms.desk))
        return
    change = chooser.one_of(_CHANGES)
    page = chooser.one_of(("what-if", "file", "edit"))
    rooms.page("POST", f"/rulings/{page}", data={"dispute": pack(made), "change": change})


_CHANGES = (
    *("pass:0", "use:0", "pass:99", "pass:-1", "use:²", "first:1", "first:x", "form:0:hero", "form:0"),
    *("form:0:{{7*7}}", "defender:Bo", "defender:", "edition:rr-1.0", "edition:x", "nonsense"),
)

TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        "rulebook": Target("the reading of a damaged rulebook", rulebook, seeds.BOOKS, seeds.BOOK_WORDS),
        "card-text": Target("card text taken apart", card_text, seeds.CARD_TEXTS, seeds.CARD_WORDS),
        "pasted": Target("disputes in players' words", pasted, seeds.PASTED, seeds.CARD_WORDS),
        "query": Target("search, suggestions, questions", query, seeds.QUERIES, seeds.QUERY_WORDS),
        "dispute": Target("disputes made of their parts", dispute, seeds.CHOICES),
        "dispute-file": Target("disputes as YAML and JSON", dispute_file, seeds.DISPUTE_FILES, seeds.DISPUTE_WORDS),
        "address": Target("disputes inside addresses", address, seeds.ADDRESSES, seeds.DISPUTE_WORDS),
        "form": Target("the resolver's form and its buttons", form, seeds.CHOICES),
        "abilities": Target("abilities given as JSON", abilities, seeds.CHOICES),
    }
)
"""By name, all that is fuzzed."""
