"""Every regular expression of a part of the program, tried with generated repeats: time must grow as text does.

`PARTS` are the modules and packages whose patterns meet what people type; a further one is a further row.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any, Final

from re import _constants as parts_of  # isort: skip
from re import _parser as parser  # isort: skip

PARTS = (
    "judge.request_bodies", "judge.cards", "judge.cardtext", "judge.pasted", "judge.cli", "judge.corpus", "judge.desk",
    "judge.disputes", "judge.edition_comparison", "judge.errors", "judge.forms", "judge.paragraph_blocks",
    "judge.terminal_text", "judge.search", "judge.web",
)  # fmt: skip
_DOUBLINGS: Final = 3
LENGTHS = (1_000, 1_000 * 2**_DOUBLINGS)
_FLOOR = 0.004
"""Seconds: a quadratic pattern takes several times as long at 8,000 characters, on whatever machine."""
_TOO_LONG = 0.1
_TIMES = 3
_FLAGS = re.compile(r"re\.[A-Z]+(?: \| re\.[A-Z]+)*")
_CATEGORIES = {
    parts_of.CATEGORY_DIGIT: "1", parts_of.CATEGORY_SPACE: " \n", parts_of.CATEGORY_WORD: "a_",
    parts_of.CATEGORY_NOT_DIGIT: "a", parts_of.CATEGORY_NOT_SPACE: "a", parts_of.CATEGORY_NOT_WORD: "-",
}  # fmt: skip


@dataclass(frozen=True)
class Use:
    """A pattern, where it stands, and how it is used: on the whole text, at its beginning, or all over it."""

    where: str
    pattern: re.Pattern[str]
    how: str

    def over(self, text: str) -> float:
        """Seconds of the thread over a text, the best of some; a timer makes the clock of the process coarse."""
        run: Callable[[str], Any] = {
            "fullmatch": self.pattern.fullmatch, "match": self.pattern.match,
        }.get(self.how, lambda text: sum(1 for _ in self.pattern.finditer(text)))  # fmt: skip
        best = _TOO_LONG
        for _ in range(_TIMES):
            began = time.thread_time()
            signal.setitimer(signal.ITIMER_VIRTUAL, _TOO_LONG)  # matching looks for signals now and then
            try:
                run(text)
            except TimeoutError:
                return _TOO_LONG
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            best = min(best, time.thread_time() - began)
            if best < _FLOOR:
                break
        return best


def _interrupt(*_: object) -> None:
    raise TimeoutError


signal.signal(signal.SIGVTALRM, _interrupt)


def modules_of(parts: Iterable[str]) -> Iterator[ModuleType]:
    """The modules named and, of packages, those inside."""
    for name in parts:
        module = importlib.import_module(name)
        yield module
        for inner in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{name}."):
            if not inner.name.endswith("__main__"):
                yield importlib.import_module(inner.name)


def uses_in(module: ModuleType) -> Iterator[Use]:
    """Every pattern that a module writes down. Raises AssertionError for one that cannot be worked out from it."""
    tree = ast.parse(_source_of(module))
    hows = _hows(tree)
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        function = call.func
        if not (isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)):
            continue
        if function.value.id != "re" or function.attr == "escape":
            continue
        flags = [word.value for word in call.keywords if word.arg == "flags"]
        flags += [node for node in call.args[1:] if _FLAGS.fullmatch(ast.unparse(node))]
        pattern = _worked_out(call.args[0], module)
        flag = _worked_out(flags[0], module) if flags else 0
        if pattern is not None and not isinstance(pattern, re.Pattern):
            name = f"{module.__name__}:{call.lineno}"
            how = hows.get(call.lineno, "finditer") if function.attr == "compile" else function.attr
            yield Use(name, re.compile(pattern, flag), how)


def _source_of(module: ModuleType) -> str:
    assert module.__file__
    with open(module.__file__, encoding="utf-8") as file:  # noqa: PTH123 - a path of the importer
        return file.read()


def _hows(tree: ast.Module) -> dict[int, str]:
    """By the line of `NAME = re.compile(…)`: the one method by which NAME is used, where there is but one."""
    lines = {
        target.id: node.value.lineno
        for node in tree.body if isinstance(node, ast.Assign)
        for target in node.targets if isinstance(target, ast.Name)
    }  # fmt: skip
    methods: dict[str, set[str]] = {name: set() for name in lines}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in methods:
            methods[node.value.id].add(node.attr)
    return {lines[name]: next(iter(found)) for name, found in methods.items() if len(found) == 1}


def _worked_out(node: ast.expr, module: ModuleType) -> Any:
    """The value of an expression, in which what a module puts into a pattern stands for a word.

    None for a name: its pattern is tried where it is written, or comes from a table.
    """
    if isinstance(node, ast.Name | ast.Subscript | ast.Attribute) and not ast.unparse(node).startswith("re."):
        return None
    expression = ast.fix_missing_locations(ast.Expression(_Filled(module).visit(node)))
    return eval(compile(expression, module.__name__, "eval"), vars(module))


class _Filled(ast.NodeTransformer):
    """Puts a word where an f-string holds what is no text of the module."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        is_ours = isinstance(getattr(self._module, ast.unparse(node.value), None), str)
        return node if is_ours else ast.Constant("word")


def growth(use: Use) -> str | None:
    """The text over which a pattern's time grows faster than three times as text is doubled; None without one."""
    for seed in seeds(use.pattern):
        for start, end in (("", ""), ("", "\0"), ("a", "a")):
            if all(grows(use, start, seed, end) for _ in range(_TIMES)):  # once may be chance
                return f"{start!r}, {seed!r} repeated, {end!r}"
    return None


def grows(use: Use, start: str, seed: str, end: str) -> bool:
    """True where a text doubled more than triples the time, told over several doublings: noise weighs less."""

    def text(length: int) -> str:
        return start + (seed * (length // len(seed) + 1))[:length] + end

    longest = use.over(text(LENGTHS[-1]))
    if longest < _FLOOR or longest >= _TOO_LONG:
        return longest >= _TOO_LONG
    shortest = min(use.over(text(LENGTHS[0])) for _ in range(_TIMES))
    return longest > 3**_DOUBLINGS * shortest


def seeds(pattern: re.Pattern[str]) -> Sequence[str]:
    """What is repeated: each character of the pattern's alphabet, pairs of them, its literals."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE | re.UNICODE)
    letters = dict.fromkeys(_alphabet(tree))
    alphabet = list(letters)[:20]
    pairs = ["".join(pair) for pair in product(alphabet[:7], repeat=2)]
    return list(dict.fromkeys([*alphabet, *_literals(tree), *pairs]))


def _alphabet(tree: Any) -> Iterator[str]:
    yield from " a1"
    for code, held in _nodes(tree):
        if code in (parts_of.LITERAL, parts_of.NOT_LITERAL):
            yield chr(held)
        elif code is parts_of.RANGE:
            yield chr(held[0])
        elif code is parts_of.CATEGORY:
            yield from _CATEGORIES.get(held, "")


def _literals(tree: Any) -> Iterator[str]:
    """Runs of literal characters, each also with a space behind it."""
    run = ""
    for code, held in (*_nodes(tree), (None, None)):
        if code is parts_of.LITERAL:
            run += chr(held)
        else:
            if len(run) > 1:
                yield run
                yield f"{run} "
            run = ""


def _nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every node of a parsed pattern, whatever stands around it."""
    if isinstance(tree, parser.SubPattern | list):
        for inner in tree:
            yield from _nodes(inner)
    elif isinstance(tree, tuple) and tree and isinstance(tree[0], type(parts_of.LITERAL)):
        yield tree[0], tree[1]
        yield from _nodes(tree[1])
    elif isinstance(tree, tuple):
        for inner in tree:
            yield from _nodes(inner)
