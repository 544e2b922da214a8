"""Defines what calls of the interface take: a table of fields, each of which reads and describes itself.

The routes read by it and the OpenAPI description is made from it, so that neither can say what the other does not do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.corpus import Corpus
from judge.errors import NotAllowed, NotUnderstood, TooLarge
from judge.pasted.pasted_reader import MOST_LETTERS
from judge.search.question import MAX_CHARACTERS
from judge.web.http.request_size_limits import MAX_QUERY, MOST_TEXT, refuse_a_long_query


@dataclass(frozen=True, slots=True)
class TextParameter:
    """A text: at most `most` characters; `one_of` says which the corpus knows."""

    name: str
    means: str
    required: bool = False
    most: int | None = None
    one_of: Callable[[Corpus], Sequence[str]] | None = None

    def given(self, values: Mapping[str, Any]) -> str | None:
        """The text among `values`; None where it is missing or empty."""
        return values.get(self.name) or None

    def said(self, body: Mapping[str, Any]) -> str:
        """The text of a body that must say it.

        Raises NotUnderstood where it is missing, no text or empty, TooLarge beyond `most` characters.
        """
        words = body.get(self.name)
        if words is None:
            message = f"The body has no “{self.name}”; it should be an object with “{self.name}” and perhaps “game”."
            raise NotUnderstood(message, self.name)
        if not isinstance(words, str):
            raise NotUnderstood(f"“{self.name}” should be text in quotes.", self.name)
        if not words.strip():
            raise NotUnderstood(f"“{self.name}” is empty; say what you look for.", self.name)
        if self.most and len(words) > self.most:
            raise TooLarge(f"“{self.name}” has {len(words):,} characters; at most {self.most:,}.", self.name)
        return words

    def schema(self, corpus: Corpus) -> dict[str, Any]:
        """The field as JSON schema."""
        schema: dict[str, Any] = {"type": "string", "description": self.means}
        if self.required:
            schema |= {"minLength": 1, "pattern": r"\S"}
        if self.most:
            schema["maxLength"] = self.most
        if self.one_of:
            schema["enum"] = list(self.one_of(corpus))
        return schema


@dataclass(frozen=True, slots=True)
class NumberParameter:
    """A whole number from `least` to `most`."""

    name: str
    means: str
    least: int
    most: int
    default: int
    required: bool = False

    def given(self, values: Mapping[str, str]) -> int:
        """The number among `values`. Raises NotUnderstood for what is no number, NotAllowed outside the bounds."""
        typed = values.get(self.name, str(self.default))
        bounds = f"{self.least} to {self.most}"
        try:
            number = int(typed)
        except ValueError:
            message = f"{self.name} is “{typed[:40]}”; it should be a number from {bounds}."
            raise NotUnderstood(message, self.name) from None
        if not self.least <= number <= self.most:
            raise NotAllowed(f"{self.name} is {typed[:40]}; it may be {bounds}.", self.name)
        return number

    def schema(self, corpus: Corpus) -> dict[str, Any]:  # noqa: ARG002 - as Words.schema
        """The field as JSON schema."""
        bounds = {"minimum": self.least, "maximum": self.most, "default": self.default}
        return {"type": "integer", "description": self.means, **bounds}


Field = TextParameter | NumberParameter


def _editions(corpus: Corpus) -> list[str]:
    return list(dict.fromkeys(book.edition for book in corpus.books))


def _languages(corpus: Corpus) -> list[str]:
    return sorted({entry.lang for entry in corpus.entries.values()})


QUERY = TextParameter("q", "What to look for: a term, a phrase in quotes, a question.", required=True, most=MAX_QUERY)
PREFIX = TextParameter("q", "The first letters of a name.", most=MAX_QUERY)
GAME = TextParameter("game", "Only this game.", one_of=lambda corpus: corpus.games)
EDITION = TextParameter("edition", "Only this edition, of the game named.", one_of=_editions)
LANG = TextParameter("lang", "Only entries in this language.", one_of=_languages)
LIMIT = NumberParameter("limit", "At most so many entries.", 1, 100, 10)
TEXT = TextParameter(
    "text", "A card’s text as printed or typed, with or without bold markup.", required=True, most=MOST_TEXT
)
PASTED = TextParameter(
    "text",
    "A dispute as people write it in a chat; also a copied ruling, a dispute as YAML or JSON, a deck list.",
    required=True,
    most=MOST_LETTERS,
)
QUESTION = TextParameter("question", "A question in plain words.", required=True, most=MAX_CHARACTERS)
MEANT_GAME = TextParameter("game", "The game that is meant where the text names none.", one_of=GAME.one_of)
BODY_GAME = TextParameter(
    "game", "The game it belongs to; the first of the list where it is not said.", one_of=GAME.one_of
)
ASKED_GAME = TextParameter("game", "Only by the rules of this game, else of any or the one named.", one_of=GAME.one_of)
ASKED_EDITION = TextParameter("edition", "Only by the rules of this edition, of the game named.", one_of=_editions)


def known_game(body: Mapping[str, Any], corpus: Corpus) -> str | None:
    """The game a body names. Raises NotUnderstood for what is no text, NotAllowed for a game nobody knows."""
    game = body.get(BODY_GAME.name)
    if game is None:
        return None
    if not isinstance(game, str):
        raise NotUnderstood("“game” should be the id of a game, in quotes.", "game")
    corpus.book(game)
    return game


def known_edition(body: Mapping[str, Any], game: str | None, corpus: Corpus) -> str | None:
    """The edition a body names. Raises NotUnderstood for what is no text, NotAllowed for one that the game has not."""
    edition = body.get(ASKED_EDITION.name)
    if edition is None:
        return None
    if not isinstance(edition, str):
        raise NotUnderstood("“edition” should be the id of an edition, in quotes.", "edition")
    corpus.entries_of(game, edition)
    return edition


def short_query(values: Mapping[str, str], field: TextParameter) -> str:
    """A query from the address, empty where none is given. Raises AddressTooLong beyond the limit."""
    query = values.get(field.name, "")
    refuse_a_long_query(query)
    return query
