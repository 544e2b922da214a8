"""What the resolver may not know: a game by name, and the words of a card. Read from its syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from judge import data_places
from judge.corpus import Corpus
from judge.rules import model
from judge.rules.model import Rules
from judge.rules.row_language import CARD_ROLES, MECHANISMS, OPEN_CASES, REASONS, SPECIAL_ROLES
from judge.rules.rules_files import load_rules
from tests.rooms import PACKAGE

_SETTLING = ("engine", "rulings")
_NAMELESS = (*_SETTLING, "rules")
_PATTERNS = frozenset({"re", "regex", "fnmatch", "spacy", "parse"})
_LOOKING = frozenset(
    {
        "casefold", "count", "endswith", "find", "index", "lower", "lstrip",
        "partition", "replace", "rfind",
        "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "title", "upper",
    }
)  # fmt: skip
_WORDS = frozenset({"text", "said", "raw"})
"""What holds words as a card or a player wrote them; names of cards may be compared."""

_CONTRACT = frozenset(
    {
        "any", "card", "consequential-damage", "constant", "cost", "effect", "enemy", "event", "given", "keyword",
        "lasting-effect", "number", "place", "player", "status", "thing", "trigger",
    }
)  # fmt: skip
"""Words of the contract (kinds of submitted things, parts of a text) and of the card trees, the same in every game."""


def _trees(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    for room in rooms:
        for file in sorted((PACKAGE / room).rglob("*.py")):
            yield f"{file.relative_to(PACKAGE)}", ast.parse(file.read_text(encoding="utf-8"))


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module.partition(".")[0]


def _holds_words(node: ast.expr) -> bool:
    """Whether an expression is the words of a card: an attribute that holds them, or part of one."""
    if isinstance(node, ast.Attribute):
        return node.attr in _WORDS or _holds_words(node.value)
    if isinstance(node, ast.Subscript):
        return _holds_words(node.value)
    if isinstance(node, ast.Call):
        return (
            _holds_words(node.func) if isinstance(node.func, ast.Attribute) else any(map(_holds_words, node.args[:1]))
        )
    return False


def _looks(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where the words of a card are looked into: a part asked for, cut out or compared whatever the case."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            within = any(
                isinstance(op, ast.In | ast.NotIn) and _is_text(right)
                for op, right in zip(node.ops, node.comparators, strict=True)
            )
            if within:
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKING:
            if _is_text(node.func.value):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and _is_text(node.value):
            yield node.lineno, ast.unparse(node)


def _is_text(node: ast.expr) -> bool:
    """Whether an expression is a text itself (`one.text`, `card.text.lower()`), not what was read from it."""
    if isinstance(node, ast.Attribute):
        return node.attr in _WORDS
    if isinstance(node, ast.Subscript):
        return _is_text(node.value)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _LOOKING
        and _is_text(node.func.value)
    )


def test_no_room_that_settles_disputes_has_a_pattern() -> None:
    found = [
        f"{file}:{line} {name}"
        for file, tree in _trees(*_SETTLING)
        for line, name in _imports(tree)
        if name in _PATTERNS
    ]
    assert found == []


def test_no_room_that_settles_disputes_looks_into_the_words_of_a_card() -> None:
    found = [f"{file}:{line} {said}" for file, tree in _trees(*_SETTLING) for line, said in _looks(tree)]
    assert found == []


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("if 'guard' in card.text: pass", True),
        ("one.text.lower().startswith('hero')", True),
        ("clause.text[:4]", True),
        ("card.text.parts[0]", False),
        ("name in names", False),
        ("print(one.text)", False),
    ],
)
def test_a_look_into_words_is_seen(code: str, seen: bool) -> None:
    assert bool(list(_looks(ast.parse(code)))) is seen


# --- names


@pytest.fixture(scope="module")
def editions(corpus: Corpus) -> Mapping[tuple[str, str], Rules]:
    """The rules of every edition."""
    return load_rules(data_places.corpus_folder() / "timing", corpus).by_edition


def _named(rules: Rules) -> Iterator[tuple[str, str]]:
    """What an edition names that no other game need have: itself, its card types, keywords, icons, timings."""
    yield rules.game, "game"
    yield rules.edition, "edition"
    yield from ((name, "card type") for name in (*rules.kinds, *rules.card_classes))
    yield from ((name, "keyword") for name in rules.keywords)
    yield from (
        (ready.name, ready.source) for ready in rules.ready if ready.source in ("keyword", "status", "icon", "kind")
    )
    yield from ((name, "timing") for name in rules.timings)
    yield from ((name, "label") for name in rules.labels)


def _verbs(rules: Rules) -> Iterator[str]:
    for occurrence in rules.occurrences.values():
        yield from (begun.event for begun in occurrence.begun_by)
        yield from (moment.event for step in occurrence.steps for moment in step.moments)


def _language() -> frozenset[str]:
    """Words of the rules' own language: fields of the model, mechanisms, roles that exist without a participant."""
    sorts = [value for value in vars(model).values() if isinstance(value, type) and is_dataclass(value)]
    said = {one.name for sort in sorts for one in fields(sort)}
    return frozenset(
        {
            *said,
            *(name.replace("_", "-") for name in said),
            *MECHANISMS,
            *SPECIAL_ROLES,
            *REASONS,
            *OPEN_CASES,
            *CARD_ROLES,
        }
    )


def _strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of a module that are no docstrings."""
    told = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def test_no_game_card_type_keyword_or_status_is_named_in_python(editions: Mapping[tuple[str, str], Rules]) -> None:
    """What differs between games is data; the verbs themselves, of which effects have functions, are everybody's."""
    names = {name: sort for rules in editions.values() for name, sort in _named(rules)}
    known = _CONTRACT | _language() | {verb for rules in editions.values() for verb in _verbs(rules)}
    found = [
        f"{file}:{line} the {names[said]} “{said}”"
        for file, tree in _trees(*_NAMELESS)
        for line, said in _strings(tree)
        if said in names and said not in known
    ]
    assert found == []


def test_the_names_that_are_looked_for_are_those_of_the_corpus(editions: Mapping[tuple[str, str], Rules]) -> None:
    names = {name for rules in editions.values() for name, _ in _named(rules)}
    assert {"marvel-united", "minion", "plot-twist", "retaliate", "tough", "when-revealed", "bystander"} <= names
    known = _CONTRACT | _language() | {verb for rules in editions.values() for verb in _verbs(rules)}
    assert not {"minion", "plot-twist", "retaliate", "tough", "when-revealed", "villain", "hero"} & known


def test_every_file_is_looked_at() -> None:
    assert {Path(file).parts[0] for file, _ in _trees(*_NAMELESS)} == set(_NAMELESS)
