"""What is pasted whole: a dispute as YAML or JSON, also in a code block, and a copied ruling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judge.errors import JudgeError
from judge.pasted.dispute_words import Books
from judge.pasted.pasted_values import Guess, Pasted, Span, Unplaced
from judge.request_bodies import read_dispute_file
from judge.rules.model import Rules

_KEYS = frozenset(("game", "edition", "players", "active_player", "occurrence", "cards", "prefer"))
_FENCE = re.compile(r"^(?:```|~~~)[^\n]*\n?", re.MULTILINE)
_GAME_LINE = re.compile(r"\A(?:#[^\n]*\n|\s)*game:[ \t]*[\"']?[a-z0-9-]+[\"']?[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_BY = re.compile(r"^A ruling of this program by ([^\n]{1,200})\.$", re.MULTILINE)
_LINK = re.compile(r"/rulings/[A-Za-z0-9]{1,40}/([A-Za-z0-9_-]{1,40000})")
_STEP = re.compile(r"^(\d{1,4})\. ([^\n]{1,600})$", re.MULTILINE)
_LEFT = re.compile(r"^(?:✗|-) ([^\n:]{1,200}): ", re.MULTILINE)
_MAY = re.compile(r"\(([^()\n]{1,200}) may\b")
_HOLE = re.compile(r"\{([a-z_]+)\}")


def read_whole(text: str, books: Books) -> Pasted | None:
    """The dispute that a text is as a whole; None where it is something told in words.

    Raises NotUnderstood or TooLarge where it is YAML or JSON that cannot be read.
    """
    return _written(text) or _ruling(text, books)


# --- YAML and JSON


def _written(text: str) -> Pasted | None:
    begin, end = _block(text)
    inner = text[begin:end]
    sure = inner.lstrip()[:1] == "{" or _GAME_LINE.search(inner) is not None
    if not sure and not any(f"{key}:" in inner for key in ("cards", "occurrence", "players")):
        return None
    try:
        data = read_dispute_file(inner.encode())
    except JudgeError as error:
        if sure:
            raise _of_the_text(error) from error
        return None
    if isinstance(data.get("dispute"), dict):
        data = data["dispute"]
    if not sure and not _is_shaped(data):
        return None
    around = [(0, begin), (end, len(text))]
    unplaced = [
        Unplaced(span, text[slice(*span)].strip()) for span in around if _FENCE.sub("", text[slice(*span)]).strip()
    ]
    return Pasted(data, (), tuple(unplaced), ((begin, end),))


def _is_shaped(data: Mapping[str, Any]) -> bool:
    """Whether what was read has the shape of a dispute, and nothing else."""
    lists = [isinstance(data.get(key), list) for key in ("players", "cards") if key in data]
    shaped = all(lists) and isinstance(data.get("occurrence", {}), dict | str)
    return shaped and "game" in data and data.keys() <= _KEYS


def _of_the_text(error: JudgeError) -> JudgeError:
    """What is wrong with a file, said of the text that was pasted."""
    problems = [replace(p, message=p.message.replace("The file", "The text", 1), where="text") for p in error.problems]
    return type(error).of(problems)


def _block(text: str) -> Span:
    """The inside of the first code block; all of a text without one."""
    fences = list(_FENCE.finditer(text))[:2]
    if len(fences) < 2:
        return (0, len(text))
    return fences[0].end(), fences[1].start()


# --- a copied ruling


def _ruling(text: str, books: Books) -> Pasted | None:
    by = _BY.search(text)
    if by is None:
        return None
    link = _LINK.search(text)
    if link is not None and books.unpack is not None:
        try:
            return Pasted(books.unpack(link.group(1)), (), (), ((0, len(text)),))
        except JudgeError:
            pass  # what its words say is still there
    edition = _edition(by.group(1), books)
    if edition is None:
        return None
    return _from_words(text, books.rules(*edition))


def _edition(by: str, books: Books) -> tuple[str, str | None] | None:
    """The edition that a ruling names: by its id, or by its rulebook’s title."""
    said = by.removesuffix(", an unofficial text").removesuffix(", unofficial")
    game, _, edition = said.partition("/")
    if game in books.words and edition:
        return game, edition
    lower = said.lower()
    known = next((meant for name, meant in books.editions.items() if name in lower), None)
    if known is not None:
        game, _, edition = known.partition("/")
        return game, edition
    found = next((meant for name, meant in books.games.items() if name in lower), None)
    return (found, None) if found is not None else None


def _from_words(text: str, rules: Rules) -> Pasted:
    """What the lines of a ruling tell of its dispute; its cards’ texts are not in it."""
    players: dict[str, None] = {}
    cards: dict[str, dict[str, Any]] = {}
    occurrence: dict[str, Any] | None = None
    steps = list(_STEP.finditer(text))
    for match in steps:
        names, _, rest = match.group(2).partition(" (m" if " (must" in match.group(2) else " (")
        rest = ("(m" if " (must" in match.group(2) else "(") + rest
        may = _MAY.search(rest)
        for name in _listed(names):
            card = cards.setdefault(name, {"name": name})
            if may is not None and ", " not in may.group(1):
                players.setdefault(may.group(1))
                card.setdefault("controller", may.group(1))
        moment = rest.partition("), ")[2]
        occurrence = occurrence or _occurrence(moment, rules)
    tail = text[steps[-1].end() :] if steps else text
    for match in _LEFT.finditer(tail.partition("\nAssumed:")[0]):
        for name in _listed(match.group(1)):
            cards.setdefault(name, {"name": name})
    dispute: dict[str, Any] = {"game": rules.game, "edition": rules.edition}
    if players:
        dispute["players"] = [{"name": name} for name in players]
    if occurrence is not None:
        dispute["occurrence"] = occurrence
    dispute["cards"] = list(cards.values())
    why = "A copied ruling does not hold the texts of its cards; add them, or name cards of the library."
    guessed = [Guess(f"cards[{place}].text", None, why) for place in range(len(cards))]
    return Pasted(dispute, tuple(guessed), (), ((0, len(text)),))


def _listed(names: str) -> Iterator[str]:
    """“A, B and C (retaliate)” → the names of the cards."""
    for part in names.replace(" and ", ", ").split(", "):
        name = part.strip()
        if name.endswith(")") and " (" in name:
            name = name[: name.rindex(" (")]
        if name:
            yield name.partition("#")[0]


def _occurrence(moment: str, rules: Rules) -> dict[str, Any] | None:
    """The occurrence whose moment a line tells, with those who take part."""
    for step, said in rules.moments.items():
        type_ = step.partition("/")[0]
        occurrence = rules.offered.get(type_)
        if occurrence is None:
            continue
        parts = _filled(said, moment)
        names = {part.name for part in occurrence.participants}
        needed = {part.name for part in occurrence.participants if not part.optional}
        if parts is not None and needed <= parts.keys() <= names:
            return {"type": type_, **parts}
    return None


def _filled(template: str, said: str) -> dict[str, str] | None:
    """What stands in the holes of a template, where the words between them are the same."""
    pieces = _HOLE.split(template)
    if not said.startswith(pieces[0]):
        return None
    at = len(pieces[0])
    parts: dict[str, str] = {}
    for role, literal in zip(pieces[1::2], pieces[2::2], strict=True):
        end = said.find(literal, at) if literal else len(said)
        if end < 0:
            return None
        parts[role], at = said[at:end], end + len(literal)
    return parts if at == len(said) else None
