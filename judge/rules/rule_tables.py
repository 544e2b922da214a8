"""Merges the tables of `corpus/timing/`: an edition's over those it extends, each row knowing its file.

`GAME.toml` holds what editions of a game share; `GAME-EDITION.toml` names it in `extends`. Keyed tables are joined key
by key; a row given again replaces the shared one of its name (`omit = true` takes it out), and `[[change]]` of one
step (`step = "TYPE/ID"`) replaces its keys. Nothing here knows what the rows mean.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.errors import Problem
from judge.toml_tables import meant

NAMED_BY = {
    "occurrence": ("type",),
    "ready": ("is", "name", "variant", "thing", "label"),
    "class": ("id",),
    "keyword": ("name",),
    "label": ("id",),
}
"""Arrays of rows whose rows have names, and the fields that make one."""


class RuleTable(dict[str, Any]):
    """A table of a file: `file` is where it stands, `of_keys` where keys stand that came from another one."""

    def __init__(self, said: Mapping[str, Any], file: str, of_keys: Mapping[str, str] | None = None) -> None:
        super().__init__(said)
        self.file = file
        self.of_keys = dict(of_keys or {})

    def file_of(self, key: str) -> str:
        """Where the key stands."""
        return self.of_keys.get(key, self.file)


def placed(said: Any, file: str) -> Any:
    """What a file says, each table knowing the file."""
    if isinstance(said, Mapping):
        return RuleTable({key: placed(value, file) for key, value in said.items()}, file)
    if isinstance(said, list):
        return [placed(value, file) for value in said]
    return said


def misplaced(data: RuleTable) -> Iterator[Problem]:
    """What should be rows, or rows of a row, and is not; it is taken out."""
    for key in (*NAMED_BY, "change"):
        if key in data and not _is_rows(data[key]):
            yield Problem(f"{data.file}: `{key}` should be rows, [[{key}]].", data.file)
            del data[key]
    for row in data.get("occurrence", ()):
        if not _is_rows(row.get("step")):
            where = f"{data.file}, [[occurrence]] {row.get('type')}"
            yield Problem(f"{where}: `step` should be rows, [[occurrence.step]].", data.file)
            row["step"] = []


def merged(shared: RuleTable, edition: RuleTable, problems: list[Problem]) -> RuleTable:
    """An edition's tables over those it extends; what stands twice, and changes of no step, are told in `problems`."""
    data = RuleTable({}, edition.file)
    for key in dict.fromkeys((*shared, *edition)):
        ours, theirs = edition.get(key), shared.get(key)
        if key == "change":
            continue
        if isinstance(ours, RuleTable) and isinstance(theirs, RuleTable):
            data[key] = _joined(theirs, ours)
        elif _is_rows(ours) or _is_rows(theirs):
            data[key] = _rows(key, _tables(theirs), _tables(ours), problems)
        else:
            data[key] = theirs if ours is None else ours
        if ours is None:
            data.of_keys[key] = shared.file
    changes = {str(row.get("step")): row for row in _rows("change", [], edition.get("change", []), problems)}
    data["occurrence"] = [_changed(row, changes) for row in data.get("occurrence", [])]
    steps = [f"{row.get('type')}/{step.get('id')}" for row in data["occurrence"] for step in row.get("step", ())]
    for step, row in changes.items():
        right, near = meant(str(step), steps)
        message = f"{row.file}, [[change]]: there is no step “{step}” to change; {right}"
        problems.append(Problem(message, row.file, near))
    return data


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, RuleTable) for row in value)


def _tables(rows: Any) -> list[RuleTable]:
    return [row for row in rows if isinstance(row, RuleTable)] if isinstance(rows, list) else []


def _joined(theirs: RuleTable, ours: RuleTable) -> RuleTable:
    files = {**{key: theirs.file_of(key) for key in theirs}, **{key: ours.file_of(key) for key in ours}}
    joined = {**theirs, **ours}
    for key in theirs.keys() & ours.keys():
        if isinstance(theirs[key], RuleTable) and isinstance(ours[key], RuleTable):
            joined[key] = _joined(theirs[key], ours[key])
    return RuleTable(joined, ours.file, files)


def _rows(key: str, theirs: Sequence[RuleTable], ours: Sequence[RuleTable], problems: list[Problem]) -> list[RuleTable]:
    """The rows of both, those that ours name again replaced."""
    fields = ("step",) if key == "change" else NAMED_BY.get(key)
    if fields is None:
        return [*theirs, *ours]
    given: dict[tuple[Any, ...], list[RuleTable]] = {}
    for row in ours:
        given.setdefault(_name(row, fields), []).append(row)
    problems += _named_twice(key, given)
    if key != "change":
        problems += _omitted_in_vain(key, fields, {_name(row, fields) for row in theirs}, ours)
    found: list[RuleTable] = []
    replaced = set()
    for row in theirs:
        name = _name(row, fields)
        if name not in given:
            found.append(row)
        elif name not in replaced:
            replaced.add(name)
            found += given[name]
    found += [row for name, rows in given.items() if name not in replaced for row in rows]
    return [row for row in found if key == "change" or not row.get("omit")]


def _named_twice(key: str, given: Mapping[tuple[Any, ...], Sequence[RuleTable]]) -> Iterator[Problem]:
    for name, rows in given.items():
        if len(rows) > 1 and key != "ready":
            what = f"[[{key}]] {' '.join(part for part in name if part != 'None')}"
            message = f"{rows[0].file} has {what} {len(rows)} times; the last would hide the others."
            yield Problem(message, rows[0].file)


def _omitted_in_vain(
    key: str, fields: Sequence[str], known: Collection[tuple[Any, ...]], ours: Iterable[RuleTable]
) -> Iterator[Problem]:
    for row in ours:
        if row.get("omit") and _name(row, fields) not in known:
            message = f"{row.file}, [[{key}]] {row.get(fields[-1], row.get('name'))}: there is none to omit."
            yield Problem(message, row.file)


def _name(row: RuleTable, fields: Sequence[str]) -> tuple[Any, ...]:
    return tuple(str(row.get(field)) for field in fields)


def _changed(occurrence: RuleTable, changes: dict[Any, RuleTable]) -> RuleTable:
    """An occurrence with what `changes` say of its steps, which are taken from there."""
    kept = []
    for step in occurrence.get("step", ()):
        new = changes.pop(f"{occurrence.get('type')}/{step.get('id')}", None)
        if new is None:
            kept.append(step)
        elif not new.get("omit"):
            said = {key: value for key, value in new.items() if key not in ("step", "omit")}
            kept.append(RuleTable({**step, **said}, step.file, dict.fromkeys(said, new.file)))
    return RuleTable({**occurrence, "step": kept}, occurrence.file, occurrence.of_keys) if kept else occurrence
