"""Defines every way Judge can say no, under one base; each class owns its exit status and its HTTP status.

The classes follow section "outcome" of the contract: nothing found, not understood, not allowed,
ambiguous, too large, could not. One place (`judge.cli` and `judge.web.http.errors`) renders them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what, where in the input, and what would be right."""

    message: str
    where: str | None = None
    suggestions: tuple[str, ...] = ()


class JudgeError(Exception):
    """Base of all errors a user can meet. Carries one or more problems, never a traceback."""

    kind = "could-not"
    exit_status = 3
    http_status = 500

    def __init__(self, message: str, where: str | None = None, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.problems: tuple[Problem, ...] = (Problem(message, where, tuple(suggestions)),)

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> JudgeError:
        """One error that reports several problems of the same kind together."""
        first, *rest = problems
        error = cls(first.message, first.where, first.suggestions)
        error.problems = (first, *rest)
        return error

    @property
    def message(self) -> str:
        """All problems, each a sentence, on one line."""
        return " ".join(problem.message for problem in self.problems)

    def __str__(self) -> str:
        return self.message

    def as_json(self) -> dict[str, object]:
        """The error object of the contract: `kind`, `message`, `where`, `suggestions`, and all `problems`."""
        first = self.problems[0]
        return {
            "kind": self.kind,
            "message": self.message,
            "where": first.where,
            "suggestions": list(first.suggestions),
            "problems": [
                {"message": p.message, "where": p.where, "suggestions": list(p.suggestions)} for p in self.problems
            ],
        }


class NotFound(JudgeError):
    """The thing asked for does not exist; `suggestions` hold near matches."""

    kind, exit_status, http_status = "not-found", 1, 404


class NotUnderstood(JudgeError):
    """The input cannot be read: an empty query, a wrong type, a required field missing."""

    kind, exit_status, http_status = "not-understood", 2, 400


class NotAllowed(JudgeError):
    """The input reads well but makes no sense: an unknown game, an unknown value."""

    kind, exit_status, http_status = "not-allowed", 2, 422


class Ambiguous(JudgeError):
    """The input means several things; `suggestions` lists them."""

    kind, exit_status, http_status = "ambiguous", 2, 422


class TooLarge(JudgeError):
    """The input exceeds a limit; the message names the limit."""

    kind, exit_status, http_status = "too-large", 2, 413


class CouldNot(JudgeError):
    """The machine failed us: no build, disk full, port taken; the message says what to do."""

    kind, exit_status, http_status = "could-not", 3, 503
