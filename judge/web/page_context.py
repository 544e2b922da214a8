"""Keeps what every page needs with the application: desk, wording of the forms, examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask, current_app

from judge.desk import Desk
from judge.forms.examples import Example
from judge.forms.form_wording import FormWording

_KEY = "judge"


@dataclass(frozen=True, slots=True)
class _AtHand:
    desk: Desk
    wording: Mapping[str, FormWording]
    examples: tuple[Example, ...]


def put(app: Flask, desk: Desk, wording: Mapping[str, FormWording], examples: tuple[Example, ...]) -> None:
    """Keep them with the application."""
    app.extensions[_KEY] = _AtHand(desk, wording, examples)


def _at_hand() -> _AtHand:
    kept: _AtHand = current_app.extensions[_KEY]
    return kept


def desk() -> Desk:
    """The desk of the running application."""
    return _at_hand().desk


def wording(game: str) -> FormWording:
    """The words a game's forms use; plain ones made from the ids where the game has no file."""
    return _at_hand().wording.get(game) or FormWording(game)


def examples(game: str | None = None) -> tuple[Example, ...]:
    """The ready-made disputes, of one game or of all, as far as the games can be resolved."""
    return tuple(e for e in _at_hand().examples if game in (None, e.game) and can_resolve(e.game))


def can_resolve(game: str) -> bool:
    """True where an edition of the game has timing rules, told without opening the resolver."""
    scripts = desk().corpus_folder / "timing"
    return any((scripts / f"{book.file_stem}.toml").is_file() for book in desk().corpus.books if book.game == game)
