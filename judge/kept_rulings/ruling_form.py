"""Reads and writes the form of a kept ruling in YAML or JSON, naming every mistake at once.

`RulingForm` is the one description of it: it reads, its JSON schema is what `judge rulings schema` prints.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from judge.errors import JudgeError, NotAllowed, NotUnderstood, Problem, TooLarge
from judge.kept_rulings.model import (
    STATUSES,
    CardNamed,
    CoveredPlace,
    Expected,
    KeptRuling,
    Numbers,
    RulingSource,
    Status,
    StoredRuling,
    Version,
    WordsInterpreted,
    numbered,
)
from judge.request_bodies import read_document

MOST_RULINGS = 20_000
"""Rulings in one file."""
MOST_YAML = 8_000_000
"""Bytes of a YAML file; JSON, which is read far faster, may be longer."""
MOST_ANSWER = 20_000
MOST_DISPUTE = 100_000
"""Characters of a dispute, as JSON."""
RESERVED = frozenset({"new", "draft", "sources", "dates", "pages", "feed", "schema", "export"})
"""Ids that would stand in the way of addresses."""
_ID = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
_UNSEEN = ("Cc", "Cs", "Co", "Cn")
_TURNS_TEXT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of what follows: by them a text can seem to say something else."""


def _readable(text: str) -> str:
    """`text` without spaces around it. Raises ValueError for characters that cannot be seen."""
    wrong = next(
        (c for c in text if c in _TURNS_TEXT or (c not in "\n\t" and unicodedata.category(c) in _UNSEEN)), None
    )
    if wrong:
        raise ValueError(f"holds a character that cannot be seen (U+{ord(wrong):04X}); leave it out")
    return unicodedata.normalize("NFC", text.strip())


def _one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("holds a line break; write it on one line")
    return text


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"is “{text[:40]}”; it should be a day such as 2026-03-31") from None
    if len(text) != 10 or not 1980 <= day.year <= 2200:
        raise ValueError(f"is “{text[:40]}”; it should be a day such as 2026-03-31")
    return text


def _web_address(text: str) -> str:
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or any(c.isspace() or c in '"<>\\' for c in text):
        raise ValueError(f"is “{text[:60]}”; it should be an http or https address")
    return text


def _not_reserved(text: str) -> str:
    if text in RESERVED:
        raise ValueError(f"is “{text}”, which is kept for an address of the pages; choose another")
    return text


def _card(said: Any) -> Any:
    return {"name": said} if isinstance(said, str) else said


def _group(said: Any) -> Any:
    return [said] if isinstance(said, str) else said


def _reasons(said: Any) -> Any:
    return dict.fromkeys(said, "") if isinstance(said, list) and all(isinstance(s, str) for s in said) else said


def _small(said: dict[str, Any]) -> dict[str, Any]:
    size = len(json.dumps(said, ensure_ascii=False))
    if size > MOST_DISPUTE:
        raise ValueError(f"has {size:,} characters as JSON; at most {MOST_DISPUTE:,}")
    for text in _texts(said):
        if "\x00" in text:
            raise ValueError("holds a character that cannot be seen (U+0000); leave it out")
    return said


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


_Readable = Annotated[str, AfterValidator(_readable)]
_PLACE = r"^[^/\s#]+/[^/\s#]+/[^\s#]+(?:#[^\s#]+)?$"
Line = Annotated[_Readable, StringConstraints(min_length=1, max_length=300), AfterValidator(_one_line)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=_ID), AfterValidator(_not_reserved)]
EntryPlace = Annotated[_Readable, StringConstraints(max_length=300, pattern=_PLACE)]
Reference = Annotated[_Readable, StringConstraints(min_length=1, max_length=200), AfterValidator(_one_line)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class SourceForm(_Part):
    """Who said it and where."""

    who: Line
    """A person, a team, a publisher."""
    where: Line | None = None
    """Where it can be read: the title of a post, of a document."""
    address: Annotated[Line, AfterValidator(_web_address)] | None = None
    """Its http or https address."""


class CardForm(_Part):
    """A card, by code or by name. A name alone may stand there as plain text."""

    code: Line | None = None
    """The card library’s code, in quotes."""
    name: Line | None = None


class CoversForm(_Part):
    """What it is about."""

    entries: Annotated[list[EntryPlace], Field(max_length=100)] = []
    """Entries by id, perhaps with the anchor of a paragraph: `GAME/EDITION/ENTRY#p-1a2b`."""
    cards: Annotated[
        list[Annotated[CardForm, BeforeValidator(_card, json_schema_input_type=CardForm | str)]], Field(max_length=200)
    ] = []


class WordsForm(_Part):
    """Words of a rulebook that it interprets."""

    entry: EntryPlace
    words: Annotated[_Readable, StringConstraints(min_length=1, max_length=2_000)] | None = None
    """The words themselves, as they stand there; left out, the whole paragraph or entry is meant."""
    hash: Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")] | None = None
    """Of the text they stood in when the ruling was kept; filled in where it is left out."""


class ExpectsForm(_Part):
    """What it says of its dispute."""

    order: Annotated[
        list[
            Annotated[
                list[Reference],
                Field(min_length=1, max_length=50),
                BeforeValidator(_group, json_schema_input_type=str | list[str]),
            ]
        ],
        Field(max_length=200),
    ] = []
    """References of abilities, first to last; those left to a player stand together in a list."""
    excluded: Annotated[
        dict[Reference, Annotated[str, StringConstraints(pattern="^(?:[a-z-]{1,40})?$")]],
        BeforeValidator(_reasons, json_schema_input_type=list[str] | dict[str, str]),
        Field(max_length=200),
    ] = {}
    """What does not resolve: a list of references, or each with its reason, such as `wrong-form`."""


class RulingForm(_Part):
    """A kept ruling."""

    id: Id | None = None
    """Small letters, digits and hyphens; made from the question where it is left out."""
    game: Line
    """The game’s id."""
    editions: Annotated[list[Line], Field(max_length=20)] = []
    """The editions it holds for; none: all of the game."""
    question: Annotated[_Readable, StringConstraints(min_length=1, max_length=1_000)]
    answer: Annotated[_Readable, StringConstraints(min_length=1, max_length=MOST_ANSWER)]
    """Plain text; empty lines part paragraphs."""
    source: SourceForm
    date: Annotated[Line, AfterValidator(_day)]
    """The day it was given, such as 2026-03-31."""
    status: Status
    covers: CoversForm = CoversForm()
    interprets: Annotated[list[WordsForm], Field(max_length=50)] = []
    supersedes: Annotated[list[Id], Field(max_length=50)] = []
    """Ids of the rulings that it replaces."""
    dispute: Annotated[dict[str, Any], AfterValidator(_small)] | None = None
    """A dispute as `judge resolve` takes it."""
    expects: ExpectsForm | None = None


def schema() -> dict[str, Any]:
    """The JSON schema of one kept ruling."""
    made = RulingForm.model_json_schema()
    made["title"] = "Kept ruling"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def read_file(content: bytes) -> list[Any]:
    """The forms of a file: one, a list of them, or an object `{"rulings": […]}`, as YAML or JSON; not yet checked.

    Raises NotUnderstood where it is neither, TooLarge beyond `MOST_RULINGS`.
    """
    data = read_document(content, "file", MOST_YAML)
    if isinstance(data, dict) and set(data) == {"rulings"}:
        data = data["rulings"]
    forms = data if isinstance(data, list) else [data]
    if not forms or not isinstance(data, list | dict):
        raise NotUnderstood("The file holds no ruling; one, or a list of them, should stand there.", "file")
    if len(forms) > MOST_RULINGS:
        raise TooLarge(f"The file holds {len(forms):,} rulings; at most {MOST_RULINGS:,} at a time.", "file")
    return forms


def read_forms(forms: Sequence[Any]) -> tuple[list[KeptRuling], list[Problem]]:
    """The rulings written down in `forms`, and everything that is wrong in them.

    Of a ruling with mistakes stands there what is sound, so that `staleness` can tell what else is wrong; it is not to
    be kept.
    """
    found: list[KeptRuling] = []
    problems: list[Problem] = []
    seen: set[str] = set()
    for number, said in enumerate(forms):
        where = f"rulings[{number}]" if len(forms) > 1 else ""
        read, wrong = _read(said, where)
        found += read
        problems += wrong
        if seen.intersection(ruling.id for ruling in read):
            said_twice = f"Two rulings have the id “{read[0].id}”; give each its own."
            problems.append(Problem(said_twice, _path(where, "id")))
        seen.update(ruling.id for ruling in read)
    return found, problems


def refusal(problems: Sequence[Problem]) -> JudgeError:
    """One error that tells all of them."""
    return NotAllowed.of(problems)


def _read(said: Any, where: str) -> tuple[list[KeptRuling], list[Problem]]:
    """The ruling, or what is sound of it, and what is wrong."""
    if not isinstance(said, dict):
        return [], [Problem(f"{_called(where)} should be an object: names with values.", where or "ruling")]
    form, numbers, errors = _sound_form(said)
    problems = [_in_words(error, where, said) for error in errors]
    if form is None:
        return [], problems
    doubtful = {".".join(map(str, error["loc"][:steps])) for error in errors for steps in range(1, 4)}
    for rests_on, place, words in _disagreements(form, numbers):
        if rests_on not in doubtful:
            problems.append(Problem(f"{_called(where)}: {words}", _path(where, place)))
    ruling = _value(form, numbers)
    if "game" in doubtful:
        ruling = replace(ruling, game="")
    return [ruling if form.id or not problems else replace(ruling, id=_called(where))], problems


_STANDING_IN: Mapping[str, Any] = {"game": "?", "question": "?", "answer": "?", "date": "2000-01-01", "status": "draft"}
"""What stands in for what must be said and is not, while the rest is looked at."""
_LISTS = ("editions", "covers.entries", "covers.cards", "interprets", "supersedes")
"""Lists of the form whose items are looked at one by one."""


def _sound_form(said: Mapping[str, Any]) -> tuple[RulingForm | None, Numbers, Sequence[Mapping[str, Any]]]:
    """The form, or what is sound of it; which items of its lists that are; and pydantic's errors.

    What is wrong is left out, and no more: of a list that item, of an item that key, unless the item must have it.
    """
    sound, told = said, None
    numbers: Numbers = {}
    while True:
        try:
            return RulingForm.model_validate(sound), numbers, told or []
        except ValidationError as problem:
            errors = problem.errors(include_url=False)
        told = errors if told is None else told
        cut = {_to_cut(sound, error) for error in errors}
        numbers = {name: _left(sound, name.split("."), cut, numbers.get(name)) for name in _LISTS}
        before, sound = sound, _with_what_must_be_said(_without(sound, cut))
        if sound == before:
            return None, {}, told


def _to_cut(said: Any, error: Mapping[str, Any]) -> tuple[str | int, ...]:
    """The place of what is wrong; where something is missing, of the item of a list that lacks it."""
    steps = tuple(step for step in error["loc"] if step != "[key]")
    if error["type"] == "missing":
        return steps[: next((n for n in range(len(steps), 0, -1) if isinstance(steps[n - 1], int)), 0)]
    for depth, step in enumerate(steps):
        if not _has_place(said, step):
            return steps[:depth]  # plain text stands for an object or a list there, or one of these for the other
        said = said[step]
    return steps


def _has_place(said: Any, step: str | int) -> bool:
    return step in said if isinstance(said, dict) else isinstance(said, list) and step in range(len(said))


def _left(
    said: Any, steps: Sequence[str], cut: Set[Sequence[str | int]], numbers: Sequence[int] | None
) -> tuple[int, ...]:
    """Which items of the list at `steps` are left when what is cut is; `numbers` says which those now there are."""
    for step in steps:
        said = said.get(step) if isinstance(said, dict) else None
    items = range(len(said)) if isinstance(said, list) else ()
    return tuple((numbers or items)[n] for n in items if (*steps, n) not in cut)


def _with_what_must_be_said(said: Mapping[str, Any]) -> dict[str, Any]:
    return {**_STANDING_IN, **said, "source": {"who": "?", **said.get("source", {})}}


def _without(said: Any, cut: Set[Sequence[str | int]], at: tuple[str | int, ...] = ()) -> Any:
    if isinstance(said, dict):
        return {name: _without(value, cut, (*at, name)) for name, value in said.items() if (*at, name) not in cut}
    if isinstance(said, list):
        return [_without(value, cut, (*at, n)) for n, value in enumerate(said) if (*at, n) not in cut]
    return said


def _disagreements(form: RulingForm, numbers: Numbers) -> Iterator[tuple[str, str, str]]:
    """What is well written and makes no sense together: the key it rests on, where, and a sentence."""
    if form.id and form.id in form.supersedes:
        yield "id", "supersedes", "it names itself in “supersedes”; name the rulings that it replaces."
    for number, card in numbered(form.covers.cards, numbers, "covers.cards"):
        if not card.code and not card.name:
            at, said = f"covers.cards[{number}]", "a card has neither “code” nor “name”; say one of them."
            yield f"covers.cards.{number}", at, said
    if form.expects and not form.dispute:
        said = "“expects” stands without a “dispute”; say which dispute it is about."
        yield "dispute", "expects", said
    if form.expects and not form.expects.order and not form.expects.excluded:
        yield "expects", "expects", "“expects” is empty; say “order” or “excluded”."
    if form.dispute is not None and form.dispute.get("game") != form.game:
        said = f"its dispute is about another game; “game” should be {form.game} there too."
        yield "game", "dispute.game", said


def _value(form: RulingForm, numbers: Numbers) -> KeptRuling:
    source = RulingSource(form.source.who, form.source.where or "", form.source.address or "")
    lists: dict[str, Sequence[Any]] = {
        "covers.entries": [CoveredPlace.parse(entry) for entry in form.covers.entries],
        "covers.cards": [CardNamed(card.code or "", card.name or "") for card in form.covers.cards],
        "supersedes": form.supersedes,
    }
    once = {name: _once(numbered(items, numbers, name)) for name, items in lists.items()}
    ruling = KeptRuling(
        id=form.id or "",
        game=form.game,
        question=form.question,
        answer=form.answer,
        source=source,
        date=form.date,
        status=form.status,
        editions=tuple(form.editions),
        entries=tuple(once["covers.entries"]),
        cards=tuple(once["covers.cards"]),
        interprets=tuple(
            WordsInterpreted(CoveredPlace.parse(w.entry), w.words or "", w.hash or "") for w in form.interprets
        ),
        supersedes=tuple(once["supersedes"]),
        dispute=form.dispute,
        expects=Expected(tuple(map(tuple, form.expects.order)), dict(form.expects.excluded)) if form.expects else None,
        numbers={**numbers, **{name: tuple(places.values()) for name, places in once.items()}},
    )
    return ruling if ruling.id else _with_id(ruling)


def _once(items: Iterable[tuple[int, Any]]) -> dict[Any, int]:
    """Each item with its first place."""
    found: dict[Any, int] = {}
    for number, item in items:
        found.setdefault(item, number)
    return found


def _with_id(ruling: KeptRuling) -> KeptRuling:
    whole = "\n".join((ruling.game, ruling.question, ruling.source.who, ruling.date))
    mark = hashlib.sha256(whole.encode()).hexdigest()[:8]
    return replace(ruling, id=f"{slug(ruling.question)[:60].strip('-') or 'ruling'}-{mark}")


def slug(text: str) -> str:
    """Small letters, digits and hyphens.

    >>> slug("Does “Étoile” ready?")
    'does-etoile-ready'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c if c.isascii() and c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return "-".join(kept.split())


def _called(where: str) -> str:
    return where or "The ruling"


def _path(where: str, place: str) -> str:
    return f"{where}.{place}" if where else place


_KINDS = {
    "string_type": "text in quotes",
    "list_type": "a list",
    "dict_type": "an object: names with values",
    "model_type": "an object: names with values",
}


def _in_words(error: Mapping[str, Any], where: str, said: Mapping[str, Any]) -> Problem:
    """A mistake that pydantic found, as a sentence: which ruling, which key, what would be right."""
    steps = [step for step in error["loc"] if step != "[key]"]
    path = re.sub(r"\.?\[", "[", ".".join(f"[{s}]" if isinstance(s, int) else str(s) for s in steps))
    named = f"“{said['id']}”" if isinstance(said.get("id"), str) and len(said["id"]) <= 100 else ""
    which = " ".join(word for word in (where, named) if word)
    lead = f"{which}: “{path}”" if which else f"“{path}”"
    return Problem(f"{lead} {_what(error, steps)}.", _path(where, path), _suggested(error, steps))


def _what(error: Mapping[str, Any], steps: Sequence[Any]) -> str:
    kind, facts = error["type"], error.get("ctx", {})
    told: dict[str, str] = {
        "missing": "is missing",
        "extra_forbidden": f"is no key of the form{_meant(steps)}",
        "literal_error": f"should be one of {', '.join(STATUSES)}",
        "string_too_long": f"is too long; at most {facts.get('max_length')} characters",
        "string_too_short": "is empty; say it, or leave it out where it may be left out",
        "too_long": f"holds too many; at most {facts.get('max_length')}, so that what is in it was not looked at",
        "too_short": "is empty",
        "string_pattern_mismatch": _pattern_in_words(facts.get("pattern", "")),
        "value_error": str(facts.get("error", "")),
    }
    return told.get(kind) or f"should be {_KINDS.get(kind, 'something else')}"


def _pattern_in_words(pattern: str) -> str:
    if pattern == _ID:
        return "should be small letters, digits and hyphens"
    if pattern.startswith("^[0-9a-f]"):
        return "should be 16 digits 0–9 a–f; leave it out to have it filled in"
    if "/" in pattern:
        return "should be GAME/EDITION/ENTRY, perhaps with #ANCHOR"
    return "should be a reason such as wrong-form"


_KEYS = sorted({name for part in (RulingForm, SourceForm, CardForm, CoversForm, WordsForm, ExpectsForm)
                for name in part.model_fields})  # fmt: skip


def _near(steps: Sequence[Any]) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(str(steps[-1])[:100], _KEYS, 1, 0.7)


def _meant(steps: Sequence[Any]) -> str:
    near = _near(steps)
    return f"; did you mean “{near[0]}”?" if near else ""


def _suggested(error: Mapping[str, Any], steps: Sequence[Any]) -> tuple[str, ...]:
    if error["type"] == "literal_error":
        return STATUSES
    return tuple(_near(steps)) if error["type"] == "extra_forbidden" else ()


def as_form(ruling: KeptRuling) -> dict[str, Any]:
    """The form of a ruling, without what is empty; `read_forms` gives the ruling back."""
    source = {"who": ruling.source.who, "where": ruling.source.where, "address": ruling.source.address}
    covers = {
        "entries": [str(place) for place in ruling.entries],
        "cards": [_filled({"code": card.code, "name": card.name}) for card in ruling.cards],
    }
    interprets = [_filled({"entry": str(w.place), "words": w.words, "hash": w.hash}) for w in ruling.interprets]
    return _filled(
        {
            "id": ruling.id,
            "game": ruling.game,
            "editions": list(ruling.editions),
            "question": ruling.question,
            "answer": ruling.answer,
            "source": _filled(source),
            "date": ruling.date,
            "status": ruling.status,
            "covers": _filled(covers),
            "interprets": interprets,
            "supersedes": list(ruling.supersedes),
            "dispute": dict(ruling.dispute) if ruling.dispute is not None else None,
            "expects": _expects(ruling.expects) if ruling.expects else None,
        }
    )


def _expects(expected: Expected) -> dict[str, Any]:
    order: list[Any] = [group[0] if len(group) == 1 else list(group) for group in expected.order]
    return _filled({"order": order, "excluded": dict(expected.excluded or {})})


def _filled(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value not in ("", [], {}, None)}


def kept_as_json(kept: StoredRuling) -> dict[str, Any]:
    """A ruling with what the store knows of it: its form stands whole under `ruling`."""
    return {
        "id": kept.ruling.id,
        "version": kept.version,
        "changed": kept.changed,
        "superseded_by": list(kept.superseded_by),
        "ruling": as_form(kept.ruling),
    }


def version_as_json(version: Version) -> dict[str, Any]:
    """One version: what was done, when, by whom, why, and the form as it then was."""
    return {
        "version": version.number,
        "action": version.action,
        "made": version.made,
        "made_by": version.made_by,
        "why": version.why,
        "ruling": as_form(version.ruling),
    }
