"""Compares two versions of a kept ruling: which parts of the form differ, before and after. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from judge.kept_rulings.model import KeptRuling
from judge.kept_rulings.ruling_form import as_form


@dataclass(frozen=True, slots=True)
class PartDifference:
    """A part of the form that says something else: its name, and both texts; empty where it was not said."""

    part: str
    before: str
    after: str


def differences(before: KeptRuling, after: KeptRuling) -> tuple[PartDifference, ...]:
    """What differs, in the order of the form."""
    old, new = dict(_parts(as_form(before))), dict(_parts(as_form(after)))
    names = dict.fromkeys([*old, *new])
    return tuple(PartDifference(n, old.get(n, ""), new.get(n, "")) for n in names if old.get(n) != new.get(n))


def _parts(form: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in form.items():
        yield name, value if isinstance(value, str) else as_yaml(value).rstrip()


class _Writer(yaml.SafeDumper):
    """YAML for people: texts of several lines as blocks, nothing by reference."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def _text(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Writer.add_representer(str, _text)


def as_yaml(data: Any) -> str:
    """Data as YAML, as people would write it."""
    return yaml.dump(data, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=110)
