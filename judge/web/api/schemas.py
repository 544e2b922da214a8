"""Makes the JSON schemas of what the interface takes and gives, from the types that carry it.

An answer's schema comes from its dataclass: `_Shape` says only what its `as_json` writes otherwise. A dispute's comes
from the models below, which say for readers what `judge.disputes.dispute_reader` checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from judge.ability import Ability, CardText, Keyword, Trigger
from judge.corpus import Corpus
from judge.disputes.dispute_reader import MOST_PLAYERS
from judge.disputes.findings import MOST_NAME
from judge.engine.exclusion_reasons import REASONS
from judge.entry import Citation, Entry, Paragraph, Reference, Uncertain
from judge.errors import JudgeError, Problem
from judge.kept_rulings.model import STATUSES
from judge.pasted.pasted_values import Guess, Pasted, Unplaced
from judge.rulings.ruling import After, Assumption, Exclusion, Group, Ruling, TimelineStep, UnreadPassage
from judge.search.search import Hit
from judge.search.suggest import Suggestion
from judge.web.http.request_size_limits import MOST_ABILITIES, MOST_CARDS, MOST_TEXT
from judge.web.http.schema_parts import Schema, list_of, or_null, ref

_STRING: Schema = {"type": "string"}
_STRETCH: Schema = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


def _object(description: str, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
    }


@dataclass(frozen=True, slots=True)
class _Shape:
    """A dataclass as its `as_json` writes it: without these fields, with those."""

    source: type
    without: tuple[str, ...] = ()
    added: Mapping[str, Schema] = field(default_factory=dict)


_RULES = list_of(ref("Citation"))
_TREE: Schema = {
    "type": "object",
    "description": "All that its words say, node by node; each names its kind in `node`.",
    "additionalProperties": True,
}
_KEPT_IDS = {
    **or_null(list_of(_STRING)),
    "description": "Ids of kept rulings about it; null where they cannot be reached.",
}
_KEPT_IN_SHORT: Schema = {
    "id": {"type": "string", "description": "`GET /api/kept-rulings/ID` tells it whole."},
    "question": _STRING,
    "status": {"type": "string", "enum": list(STATUSES)},
    "source": {"type": "string", "description": "Who gave it."},
    "date": _STRING,
    "superseded_by": list_of(_STRING),
}


def _kept_rulings(about: str, **more: Schema) -> Schema:
    """Kept rulings as a key of an answer."""
    row = _object("A ruling that people gave.", **_KEPT_IN_SHORT, **more)
    return {**or_null(list_of(row)), "description": f"{about}; official ones first; null where they cannot be reached."}


_SHAPES = (
    _Shape(Citation),
    _Shape(Reference),
    _Shape(Hit, without=("reasons", "marks"), added={"kept_rulings": _KEPT_IDS}),
    _Shape(Suggestion, added={"game_title": {"type": "string", "description": "The game’s name."}}),
    _Shape(Uncertain),
    _Shape(
        Paragraph,
        added={
            "lines": list_of(_STRETCH),
            "mentions": {
                "type": "array",
                "description": "Terms in the text: first character, the one after the last, the id of the entry meant.",
                "items": {"type": "array", "minItems": 3, "maxItems": 3},
            },
        },
    ),
    _Shape(
        Entry,
        without=("ranges",),
        added={
            "text": {"type": "string", "description": "The whole body; paragraphs on lines of their own."},
            "source": _object(
                "Where it stands in the source, in lines from 1: first and last (none where it has no lines), and each "
                "stretch.",
                lines={"type": "array", "items": {"type": "integer"}, "maxItems": 2},
                ranges=list_of(_STRETCH),
            ),
            "kept_rulings": _kept_rulings("Rulings about the entry that people gave"),
        },
    ),
    _Shape(Guess, added={"value": {"description": "The value, as it stands in the dispute."}, "at": or_null(_STRETCH)}),
    _Shape(Unplaced, added={"at": _STRETCH}),
    _Shape(
        Pasted,
        without=("used",),
        added={
            "dispute": {
                "type": "object",
                "description": "What `POST /api/resolve` takes; not checked yet.",
                "additionalProperties": True,
            },
        },
    ),
    _Shape(Trigger),
    _Shape(Ability, without=("given",), added={"tree": _TREE}),
    _Shape(Keyword),
    _Shape(
        CardText,
        without=("parts", "aliases", "icons"),
        added={
            "abilities": list_of(ref("Ability")),
            "keywords": list_of(ref("Keyword")),
            "plays": list_of(_TREE),
            "unread": list_of(
                _object("Words not understood, and where they stand.", part=_STRING, text=_STRING, at=_STRETCH)
            ),
        },
    ),
    _Shape(Group, without=("rank",), added={"position": {"type": "integer", "minimum": 1}}),
    _Shape(Exclusion, added={"reason": {"type": "string", "enum": list(REASONS)}}),
    _Shape(TimelineStep),
    _Shape(After, added={"rules": _RULES}),
    _Shape(Assumption),
    _Shape(UnreadPassage, added={"at": {**_STRETCH, "description": "Where it begins and ends in the text as sent."}}),
    _Shape(
        Ruling,
        without=("not_understood",),
        added={
            "names": {"type": "object", "description": "References by card name.", "additionalProperties": True},
            "kept_rulings": _kept_rulings(
                "Rulings that people gave on these cards, or on the rules that decided",
                verdict={
                    "enum": ["agrees", "differs", "cannot-say", None],
                    "description": "What this program says of it; null beyond the first eight.",
                },
                sentence={**or_null(_STRING), "description": "The same in one sentence."},
            ),
        },
    ),
)


class _OpenModel(BaseModel):
    """Something that may hold further names, which are not read."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)


Name = Annotated[str, Field(min_length=1, max_length=MOST_NAME)]
Short = Annotated[str, Field(max_length=MOST_NAME)]


class Player(_OpenModel):
    """A seat."""

    name: Name | None = None
    form: str | None = None
    """The form the identity is in, where the game has forms."""


class Occurrence(_OpenModel):
    """What is happening. Its participants stand beside `type` by name, each perhaps with its card type as
    `PARTICIPANT_kind`; `GET /api/occurrences` lists types and participants."""

    type: str


class Card(_OpenModel):
    """A card in the dispute. Without text it is looked up by name in the card library of this server."""

    id: Short | None = None
    """How the ruling refers to it; by default a slug of the name."""
    name: Short | None = None
    text: Annotated[str, Field(max_length=MOST_TEXT)] | None = None
    """Its text as printed or typed."""
    controller: Short | None = None
    """A player’s name, or `scenario`."""
    kind: str | None = None
    """Its card type, or `status`, `consequential-damage`, `lasting-effect`."""
    code: str | None = None
    """The card library’s code, where several cards share the name."""
    traits: str | list[str] | None = None
    """Its traits as printed: `Avenger. Spy.`; from the card library where it is looked up there."""
    cost: int | None = None
    """Its printed cost."""
    attached_to: Short | None = None
    engaged_with: Short | None = None
    keywords: list[str | dict[str, Any]] | None = None
    """For a card without text: `Retaliate 1`, or as `POST /api/ability` gives them."""
    abilities: Annotated[list[dict[str, Any]], Field(max_length=MOST_ABILITIES)] | None = None
    """A mended reading, as `POST /api/ability` gives it, used instead of the text."""
    role: str | None = None
    """`boost`: it resolves as a boost card."""
    dealt: int | None = None
    """Of several boost cards, which was dealt first (1)."""
    use: bool | None = None
    """False: its player passes on its optional abilities."""
    in_play: bool | None = None
    location: int | None = None


class Dispute(_OpenModel):
    """Cards in question and what is happening."""

    game: str
    """The game’s id."""
    edition: str | None = None
    """By whose rules: the edition’s id; the game’s default where it is not said."""
    players: Annotated[list[Player], Field(min_length=1, max_length=MOST_PLAYERS)] | None = None
    """Seats in clockwise order; in Marvel Champions the first player first."""
    active_player: str | None = None
    """Whose turn it is."""
    occurrence: Occurrence | None = None
    """What is happening: its type and who takes part. Left out, the cards’ own triggers decide."""
    prefer: list[Short] | None = None
    """References that go first wherever somebody decides, the first of them before all others."""
    cards: Annotated[list[Card], Field(max_length=MOST_CARDS)] | None = None
    """The cards in question, each with its text, or to be found by name in the card library."""


def schemas(corpus: Corpus) -> dict[str, Schema]:
    """Every schema by name; games and editions are those of the corpus."""
    made = dict(_derived())
    made |= _of_models()
    made["Answer"] = _object(
        "What the rules cited say; where that is not sure, the rule nearest to the question.",
        answer=or_null(_STRING),
        order=or_null({"type": "array"}),
        rules=_RULES,
        nearest=or_null(
            _object(
                "The rule most likely to hold the answer, with its best sentence.",
                id=_STRING,
                headword=_STRING,
                official={"type": "boolean"},
                quote=_STRING,
                highlight=_STRING,
            )
        ),
        entries=list_of(ref("Hit")),
        kept_rulings=_kept_rulings("Rulings on the rules cited that people gave"),
    )
    made["OccurrenceType"] = _object(
        "A type of occurrence, what takes part, and its steps in order.",
        game=_STRING,
        edition=_STRING,
        type=_STRING,
        participants=list_of(_object("One that takes part.", name=_STRING, optional={"type": "boolean"})),
        steps=list_of(_object("A step; rulings name it by `step`.", step=_STRING, title=_STRING)),
    )
    made["Responders"] = _responders()
    made["Problem"] = _problem(made.pop("Problem"))
    made["Dispute"]["properties"]["game"]["enum"] = list(corpus.games)
    return made


def _responders() -> Schema:
    flag: Schema = {"type": "boolean"}
    number: Schema = {"type": "integer", "minimum": 0}
    responder = _object(
        "An ability that acts: whose card, where it is from, whether it must, who may use it, and why.",
        code=_STRING, name=_STRING, ability=_STRING, source=_STRING, moment=_STRING, timing=or_null(_STRING),
        mandatory=or_null(flag), players=list_of(_STRING), users=list_of(_STRING), role=or_null(_STRING),
        form=or_null(_STRING), limit=or_null(_STRING), why=_STRING, assumes=list_of(_STRING), rules=_RULES,
        kind=_STRING, pack=_STRING,
    )  # fmt: skip
    stand = {"step": _STRING, "title": _STRING, "class": _STRING, "decided_by": or_null(_STRING), "settled": flag}
    near = _object(
        "An ability that waits for something like this and does not act, with the reason.",
        code=_STRING, name=_STRING, ability=_STRING, player=or_null(_STRING), reason=_STRING, short=_STRING,
        why=_STRING,
    )  # fmt: skip
    return _object(
        "Who acts at a moment, in the order of steps and classes; who nearly does; what was not understood.",
        stands=list_of(
            _object("Abilities of one class at one step.", **stand, responders=list_of(responder)),
        ),
        nearly=list_of(near),
        unread=list_of(_object("A card that might act.", code=_STRING, name=_STRING)),
        looked_at=number,
        of=number,
        warnings=list_of(_STRING),
    )


def _derived() -> Iterator[tuple[str, Schema]]:
    """The schemas of the shapes and of the values inside them."""
    sources = [*(shape.source for shape in _SHAPES), Problem]
    inputs: list[Any] = [(source, "serialization", TypeAdapter(source)) for source in sources]
    _, made = TypeAdapter.json_schemas(inputs, ref_template="#/components/schemas/{model}")
    shapes = {shape.source.__name__: shape for shape in _SHAPES}
    for name, schema in made["$defs"].items():
        shape = shapes.get(name)
        properties = {key: _plain(value) for key, value in schema["properties"].items()}
        if shape:
            properties = {k: v for k, v in properties.items() if k not in shape.without} | dict(shape.added)
        yield (
            name,
            {
                "type": "object",
                "description": _first_sentence(schema.get("description", "")),
                "properties": properties,
                "required": list(properties),
            },
        )


def _of_models() -> dict[str, Schema]:
    """The schemas of what is sent."""
    template = "#/components/schemas/{model}"
    made: dict[str, Schema] = Dispute.model_json_schema(ref_template=template)
    parts = made.pop("$defs")
    return {name: _without_titles(schema) for name, schema in {**parts, "Dispute": made}.items()}


def _without_titles(schema: Schema) -> Schema:
    return {**schema, "properties": {key: _plain(value) for key, value in schema["properties"].items()}}


def _plain(schema: Schema) -> Schema:
    """A property without what pydantic adds for forms."""
    return {key: value for key, value in schema.items() if key not in ("title", "default")}


def _first_sentence(doc: str) -> str:
    """The part of a docstring that speaks to everybody, on one line."""
    line = " ".join(doc.split("\n\n", 1)[0].split())
    return re.sub(r" \(contract[^)]{0,80}\)|(?<=apart\.) `parts`.*", "", line)


def _problem(one: Schema) -> Schema:
    """RFC 9457 problem details with the facts of `JudgeError`."""
    kinds = sorted({kind.kind for kind in _kinds(JudgeError)})
    facts = one["properties"]
    return _object(
        "What is wrong, where, and what would be right (RFC 9457, with further members).",
        type=_STRING,
        title=_STRING,
        status={"type": "integer"},
        detail=_STRING,
        kind={"type": "string", "enum": kinds},
        **facts,
        problems=list_of(_object("One of several problems told together.", **facts)),
    )


def _kinds(base: type[JudgeError]) -> Iterator[type[JudgeError]]:
    yield base
    for kind in base.__subclasses__():
        yield from _kinds(kind)
