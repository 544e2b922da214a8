"""The glossary names what stands in the code: each term is one thing that exists and says what it is."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "judge"
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `(judge\.[\w.]+)` \|$", TEXT, re.MULTILINE)
FORBIDDEN = [
    word
    for words in re.findall(r"^\| ([^|]+) \| [^|]+ \|$", TEXT.split("## Words that name")[1], re.MULTILINE)[2:]
    for word in words.split(", ")
]
SHARED = {
    "judge.pasted.mentions.Mention",
    "judge.search.answer_features.Candidate",
    "judge.search.lexicon.Settings",
    "judge.search.query.Part",
    "judge.web.api.schemas.Dispute",
}
"""Classes that bear the name of a term: schemas of the same thing, whose names the API tells, and a few that are
another thing. None is to be added."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its name."""
    paths = sorted(PACKAGE.rglob("*.py"))
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths)
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in zip(names, paths, strict=True)}


def classes() -> list[str]:
    """The dotted name of every class."""
    bodies = ((name, node) for name, tree in modules().items() for node in tree.body)
    return [f"{name}.{node.name}" for name, node in bodies if isinstance(node, ast.ClassDef)]


def docstring_of(dotted: str) -> str | None:
    """What stands in the code at a dotted name; None where nothing of the name stands there, "" without docstring."""
    if dotted in modules():
        return ast.get_docstring(modules()[dotted]) or ""
    module, _, name = dotted.rpartition(".")
    body = modules()[module].body if module in modules() else []
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return ast.get_docstring(node) or ""
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]:
            match following:
                case ast.Expr(ast.Constant(str(text))):
                    return text
            return ""
    return None


@pytest.mark.parametrize(("term", "dotted"), TERMS)
def test_a_term_stands_in_the_code_and_is_documented_there(term: str, dotted: str) -> None:
    docstring = docstring_of(dotted)
    assert docstring is not None, f"{term}: there is no {dotted}"
    assert docstring, f"{term}: {dotted} has no docstring"


def test_each_term_is_one_thing_and_each_thing_one_term() -> None:
    rows = [line for line in TEXT.splitlines() if re.match(r"\| .*`", line)]
    assert len(rows) == len(TERMS), "a row is not read"
    for column in zip(*TERMS, strict=True):
        assert [name for name, count in Counter(column).items() if count > 1] == []


def test_no_other_class_bears_the_name_of_a_term() -> None:
    names = {dotted.rsplit(".", 1)[1]: dotted for _, dotted in TERMS if dotted in classes()}
    others = {one for one in classes() if one not in names.values() and one.rsplit(".", 1)[1] in names}
    assert others == SHARED


def test_no_module_and_no_class_bears_a_word_that_the_glossary_replaces() -> None:
    parts = {name: {part for word in name.split(".") for part in word.split("_")} for name in modules()}
    parts |= {name: set(re.findall("[a-z]+", re.sub("[A-Z]", r" \g<0>", name.rsplit(".", 1)[1]).lower()))
              for name in classes()}  # fmt: skip
    assert {word: name for name, words in parts.items() for word in words & set(FORBIDDEN)} == {}
    assert set(FORBIDDEN).isdisjoint(term for term, _ in TERMS)
