"""Writes docs/language.md from the model, the small language and the rows of the corpus.

Every field has its meaning from the model, where it stands as a text behind the field, and as an example the first
row of the corpus that gives it; a field that no row gives has none, which a test refuses.
"""

from __future__ import annotations

import ast
import json
import types
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Mapping as AbstractMapping
from functools import lru_cache
from inspect import getsource
from typing import Any, Literal, Union, get_args, get_origin

from judge.rules import model, row_language
from judge.rules.field_types import fields_of, is_row, stripped
from judge.rules.model import Citations, NameOf, TableKey

Examples = Mapping[tuple[type, str], tuple[str, Any]]
"""For a row and a key the first that gives it: where, and what it says."""

ROWS: tuple[type, ...] = (
    model.Rules, model.Kind, model.Features, model.Defense, model.ActingAs, model.Power, model.Standard,
    model.EventFact, model.Timing, model.KeywordRule, model.Label, model.AbilityClass, model.OccurrenceType, model.Step,
    model.MoreMoments, model.Lying, model.Open,
    model.Ready, model.UseRule, model.OnceRule, model.CancelRule, model.Survival, model.Follows, model.OpenQuestion,
    model.Movement, model.Excluded,
)  # fmt: skip
"""What a table or a row of one may be."""
_TITLES = {
    model.Rules: "The tables of a file",
    model.Kind: "`[kinds]`: card types",
    model.Features: "`[features]`: what kind of game it is",
    model.Defense: "`defense` of `[features]`",
    model.ActingAs: "`acting-as` of `[features]`",
    model.Power: "`power` of `[features]`",
    model.Standard: "`[standard]`: events that happen by themselves",
    model.EventFact: "`[facts]`: facts of events",
    model.Timing: "`[timing]`: timings of abilities",
    model.KeywordRule: "`[[keyword]]`: keywords",
    model.Label: "`[[label]]`: labels of abilities",
    model.AbilityClass: "`[[class]]`: classes of abilities, first to last",
    model.OccurrenceType: "`[[occurrence]]`: kinds of events",
    model.Step: "`[[occurrence.step]]`: their steps",
    model.MoreMoments: "`also` of a step",
    model.Lying: "`lying` of an occurrence",
    model.Open: "`[[occurrence.warning]]`",
    model.Ready: "`[[ready]]`: keywords, statuses, icons and sorts of constants",
    model.UseRule: "`[[use-rule]]`: when abilities may be used",
    model.OnceRule: "`[[once-rule]]`: what is used once",
    model.CancelRule: "`[[cancel-rule]]`: what a cancel is about",
    model.Movement: "`[[movement]]`: where an event puts a card",
    model.Survival: "`[[survival]]`: what happened all the same",
    model.Follows: "`[[follows]]`: what using an ability is besides",
    model.OpenQuestion: "`[open-question]`: what the book leaves open",
    model.Excluded: "`[reasons]`: what an exclusion cites",
}
_NOTATIONS: Mapping[Any, str] = {
    model.Moment: "moment",
    model.Begin: "event to begin",
    model.Doing: "mechanism",
    model.ParticipantType: "participant",
    tuple[model.Atom, ...]: "condition",
}


_COMMON = {
    "game": "The game's id.",
    "edition": "The edition's id.",
    "id": "Its name.",
    "name": "Its name.",
    "type": "Its name.",
    "rule": "What it cites.",
    "open-rule": "What is cited where `open` applies.",
    "if": "All of these must hold.",
    "kinds": "Only on cards of these kinds.",
    "timings": "Of abilities of these timings.",
    "says": "The sentence that says so.",
    "title": "What the timeline calls it.",
    "variant": "Only of this variant of the event.",
    "thing": "Only of this thing of the event.",
    "warns": "What the book leaves open, or says in two ways, about it.",
    "shows-kind": "What a card without a kind must be that has it.",
    "idle": "Why no row names it.",
    "fact": "The fact that must hold, or that it is.",
    "role": "The role.",
    "kind": "The kind it must be.",
    "event": "The event.",
}
"""What keys mean that stand in many rows, where the model does not say it."""


def page(examples: Examples) -> str:
    """The whole page, without its title."""
    parts = [_rows(row, examples) for row in ROWS]
    return "\n\n".join([*parts, _constructs(), _mechanisms(), *_lists()])


def _rows(row: type, examples: Examples) -> str:
    meanings = _meanings().get(row.__name__, {})
    lines = []
    for field in fields_of(row):
        said = examples.get((row, field.key))
        if said is None and field.key == "id":
            continue  # it is the key of the row's table
        example = f"`{field.key} = {toml(said[1])}`" if said and not _is_rows(field.type) else ""
        meaning = meanings.get(field.name) or _meaning_of_rows(field.type) or _COMMON.get(field.key, "")
        lines.append((f"`{field.key}`" + ("" if field.needed else "?"), _sort(field.type), meaning, example))
    about = (row.__doc__ or "").strip().replace("\n    ", " ")
    return f"## {_TITLES[row]}\n\n{about}\n\n{_table(('key', 'holds', 'meaning', 'example'), lines)}"


def _is_rows(kind: Any) -> bool:
    """Whether values of the type hold rows, which have a section of their own."""
    base = stripped(stripped(kind, TableKey)[0], NameOf)[0]
    return base not in _NOTATIONS and (base in ROWS or any(_is_rows(inner) for inner in get_args(base)))


def _meaning_of_rows(kind: Any) -> str | None:
    """Of a field of rows of another table: that they have a section of their own."""
    return "See below." if _is_rows(kind) else None


def _constructs() -> str:
    rows = [(one.name, f"`{one.example}`", one.says) for one in row_language.CONSTRUCTS]
    return f"## The small language\n\n{_table(('text', 'example', 'says'), rows)}"


def _mechanisms() -> str:
    rows = [
        (f"`{' '.join([verb, *(t.upper() for t in one.takes)])}`", one.does)
        for verb, one in row_language.MECHANISMS.items()
    ]
    head = "What `effects` of a step and `does` of a ready ability may say."
    return f"## Mechanisms\n\n{head}\n\n{_table(('mechanism', 'what it does'), rows)}"


def _lists() -> Iterator[str]:
    listed: Iterable[tuple[str, Mapping[str, str]]] = (
        ("Roles that exist without a participant", row_language.SPECIAL_ROLES),
        ("Who may decide", row_language.DECIDERS),
        ("Cases of `open` of a class (or a timing: one of that timing is among them)", row_language.OPEN_CASES),
        ("Questions that may be open", row_language.OPEN_QUESTIONS),
    )
    for title, names in listed:
        yield f"## {title}\n\n{_table(('name', 'meaning'), [(f'`{name}`', says) for name, says in names.items()])}"


def toml(said: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(said, Mapping):
        inner = ", ".join(f"{_key(key)} = {toml(value)}" for key, value in said.items())
        return f"{{ {inner} }}" if inner else "{ }"
    if isinstance(said, list):
        return f"[{', '.join(toml(value) for value in said)}]"
    return json.dumps(said, ensure_ascii=False)


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() else json.dumps(key, ensure_ascii=False)


def _sort(kind: Any) -> str:
    """What values of a type are, in words."""
    base, names = stripped(stripped(kind, TableKey)[0], NameOf)
    if names:
        sort: str = names[0].sort
        return {"hook": "place of a ready ability", "printed": "printed abilities"}.get(sort, sort)
    if base == Citations:
        return "keys of `[rules]`"
    if base in _NOTATIONS:
        return _NOTATIONS[base]
    origin, inner = get_origin(base), get_args(base)
    if origin in (Union, types.UnionType):
        return _sort(next(one for one in inner if one is not type(None)))
    if origin is Literal:
        return ", ".join(f"“{one}”" for one in inner)
    if origin in (tuple, frozenset):
        return _sort_of_list(inner[0])
    if origin is AbstractMapping:
        return f"table: {_sort(inner[0])} → {_sort(inner[1])}"
    if is_row(base):
        return f"row ({_TITLES[base].partition(':')[0]})"
    return {str: "text", bool: "true or false", int: "number"}[base]


def _sort_of_list(kind: Any) -> str:
    """What a list of values is, in words: one of pairs is written as a table."""
    pair = get_args(kind) if get_origin(kind) is tuple and kind not in _NOTATIONS else ()
    is_pair = len(pair) == 2 and Ellipsis not in pair
    return f"table: {_sort(pair[0])} → {_sort(pair[1])}" if is_pair else f"list of {_sort(kind)}"


@lru_cache(maxsize=1)
def _meanings() -> Mapping[str, Mapping[str, str]]:
    """For each class of the model what stands behind its fields."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(getsource(model)).body:
        if isinstance(node, ast.ClassDef):
            texts = found.setdefault(node.name, {})
            for one, after in zip(node.body, node.body[1:], strict=False):
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(after, ast.Expr):
                    says = after.value
                    if isinstance(says, ast.Constant) and isinstance(says.value, str):
                        texts[one.target.id] = " ".join(says.value.split())
    return found


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)
