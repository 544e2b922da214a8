"""Turns the writing page's fields into a form and back; puts each mistake at its field. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from judge.errors import JudgeError, NotUnderstood, Problem
from judge.kept_rulings.ruling_form import MOST_DISPUTE
from judge.kept_rulings.version_comparison import as_yaml
from judge.request_bodies import read_document

NAMES = (
    "id", "version", "question", "answer", "status", "game", "editions", "who", "where", "address", "date", "entries",
    "cards", "interprets", "supersedes", "dispute", "expects", "why", "reviewed",
)  # fmt: skip
"""Every field but the token, which is never given back."""
_OF_SOURCE = ("who", "where", "address")


def form_of(fields: Mapping[str, str]) -> tuple[dict[str, Any], list[Problem]]:
    """The form that the fields say, what is empty left out; and what of them cannot be read at all."""
    said = {name: fields.get(name, "").replace("\r\n", "\n").strip() for name in NAMES}
    problems: list[Problem] = []
    covers = {"entries": _lines(said["entries"]), "cards": [_card(line) for line in _lines(said["cards"])]}
    whole: dict[str, Any] = {
        **{name: said[name] for name in ("id", "game", "question", "answer", "date", "status")},
        "editions": said["editions"].replace(",", " ").split(),
        "source": {name: said[name] for name in _OF_SOURCE if said[name]} or None,
        "covers": {name: value for name, value in covers.items() if value},
        "interprets": [_words(line) for line in _lines(said["interprets"])],
        "supersedes": said["supersedes"].replace(",", " ").split(),
    }
    for name in ("dispute", "expects"):
        try:
            whole[name] = _object(said[name], name)
        except JudgeError as error:
            problems += [Problem(p.message, name) for p in error.problems]
    return {name: value for name, value in whole.items() if value not in ("", [], {}, None)}, problems


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _card(line: str) -> dict[str, str]:
    """A card on a line: its name, its code in brackets."""
    name, bracket, code = line[:-1].rpartition("[") if line.endswith("]") else (line, "", "")
    said = {"name": name.strip(), "code": code.strip()} if bracket and code.strip() else {"name": line}
    return {key: value for key, value in said.items() if value}


def _words(line: str) -> dict[str, str]:
    place, _, words = line.partition(" ")
    return {"entry": place.rstrip(":"), "words": words.strip()} if words.strip() else {"entry": place.rstrip(":")}


def _object(text: str, name: str) -> dict[str, Any] | None:
    if not text:
        return None
    data = read_document(text.encode("utf-8", "surrogatepass"), name, MOST_DISPUTE)
    if not isinstance(data, dict):
        raise NotUnderstood(f"The {name} should be an object: names with values.", name)
    return data


def fields_of(form: Mapping[str, Any], version: int | None = None) -> dict[str, str]:
    """What stands in the fields for a form."""
    source, covers = form.get("source", {}), form.get("covers", {})
    fields = {name: str(form.get(name, "")) for name in ("id", "game", "question", "answer", "date", "status")}
    fields |= {name: source.get(name, "") for name in _OF_SOURCE}
    fields |= {name: " ".join(form.get(name, ())) for name in ("editions", "supersedes")}
    fields |= {name: as_yaml(form[name]) if form.get(name) else "" for name in ("dispute", "expects")}
    fields["entries"] = "\n".join(covers.get("entries", ()))
    fields["cards"] = "\n".join(_card_line(card) for card in covers.get("cards", ()))
    fields["interprets"] = "\n".join(f"{w['entry']} {w.get('words', '')}".strip() for w in form.get("interprets", ()))
    return {**dict.fromkeys(NAMES, ""), **fields, "version": "" if version is None else str(version)}


def _card_line(card: Mapping[str, str]) -> str:
    code = f"[{card['code']}]" if card.get("code") else ""
    return " ".join(filter(None, (card.get("name", ""), code)))


def field_of(problem: Problem) -> str:
    """The name of the field that a problem is about; empty where it is about none."""
    steps = [step for step in re.split(r"[.\[]", problem.where or "") if step not in ("covers", "source")]
    return next((step for step in steps if step in (*NAMES, "token")), "")


def by_field(problems: Iterable[Problem]) -> dict[str, list[str]]:
    """Messages by the field they belong to."""
    placed: dict[str, list[str]] = {}
    for problem in problems:
        placed.setdefault(field_of(problem), []).append(problem.message)
    return placed
