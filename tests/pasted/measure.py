"""A pasted text's reading held against the dispute it should give, fact by fact.

Facts that are expected nowhere do not count; a card, a player or a participant too many does. A player with
`asker: true` is who wrote the text, whatever their name; “@me” stands for that name. Left open is what the contract
wants and nobody expects: a participant that an occurrence of the expected type must have, or who controls another,
and a card without a text that is whom a player is said to play or only takes part. A card
type may be told more closely than expected; a text may begin with printed lines that are no abilities (traits,
keywords, “Attach to …”) and were not expected; a participant may be named as the player or as whom they play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.desk import Desk
from judge.errors import JudgeError
from judge.pasted.dispute_words import plain
from judge.pasted.pasted_values import Pasted

_ME = frozenset(["me", "i", "you", "player 1", "myself"])


def wrong_facts(desk: Desk, row: Mapping[str, Any]) -> tuple[list[tuple[str, bool]], int]:
    """What is wrong with the reading of one text, each with whether it was marked; and how many there are."""
    try:
        read = desk.pasted(row["text"])
    except JudgeError as error:
        return [(f"refused: {error}", True)], 1
    found: list[tuple[str, bool]] = []
    count = 0
    expect = _expected(row, read.dispute)
    rules = desk.rules(str(expect["game"]))
    for path, wanted, got in _facts(expect, dict(read.dispute), desk):
        count += 1
        closer = path.endswith("].kind") and isinstance(got, str) and wanted in rules.closure(got)
        whole = path.endswith("].text") and _is_printed_with(wanted, got, str(expect["game"]), desk)
        if not closer and not whole and not _same(wanted, got):
            found.append((f"{path}: {got!r}, expected {wanted!r}", _is_marked(path, wanted, read)))
    return found, count


def _expected(row: Mapping[str, Any], got: Mapping[str, Any]) -> dict[str, Any]:
    """What is expected, the asker under the name they were read with: one of us, else who is not expected by name."""
    expect = {"game": row.get("game"), **row["expect"]}
    names = [one["name"] for one in expect.get("players", ()) if not one.get("asker")]
    read = [one["name"] if isinstance(one, Mapping) else one for one in got.get("players", ())]
    left = [name for name in read if not any(_same(name, known) for known in names)]
    asker = next((name for name in left if plain(name) in _ME), left[0] if left else "me")
    expect["players"] = [
        {**{key: one[key] for key in one if key != "asker"}, "name": asker} if one.get("asker") else one
        for one in expect.get("players", ())
    ]
    return {key: _named(value, asker) for key, value in expect.items()}


def _named(value: Any, asker: str) -> Any:
    """A value of what is expected with the asker's name for “@me”."""
    if isinstance(value, list):
        return [_named(one, asker) for one in value]
    if isinstance(value, Mapping):
        return {key: _named(one, asker) for key, one in value.items()}
    return asker if value == "@me" else value


def _facts(expect: Mapping[str, Any], got: Mapping[str, Any], desk: Desk) -> Iterator[tuple[str, Any, Any]]:
    """Lazily, the path of each fact that counts, what is expected and what was read."""
    yield "game", expect.get("game"), got.get("game")
    if "edition" in expect:
        default = desk.corpus.book(str(expect["game"])).edition
        yield "edition", expect["edition"], got.get("edition", default)
    for key in ("active_player",):
        if key in expect:
            yield key, expect[key], got.get(key)
    if "players" in expect:
        yield from _rows("players", expect["players"], got.get("players", []), {})
    if "occurrence" in expect:
        wanted, read = expect["occurrence"] or {}, got.get("occurrence") or {}
        known = desk.rules(str(expect["game"])).offered.get(str(wanted.get("type")))
        needed = {part.name for part in known.participants if not part.optional} if known is not None else set()
        needed |= {owner for _, owner in known.controls} if known is not None else set()
        heroes = _identities(got, desk.rules(str(expect["game"])).kinds_with("identity"))
        for key in wanted:
            value = read.get(key)
            played = isinstance(value, str) and heroes.get(plain(value)) == plain(str(wanted[key]))
            yield f"occurrence.{key}", wanted[key], wanted[key] if played else value
        for key in read.keys() - wanted.keys():
            if not key.endswith("_kind") and wanted and key not in (needed if read["type"] == wanted["type"] else ()):
                yield f"occurrence.{key}", None, read[key]
        if wanted == {}:
            yield "occurrence", None, read.get("type")
    cards = list(_that_count(_completed(got, expect, desk), expect, desk))
    yield from _rows("cards", expect.get("cards", []), cards, got.get("occurrence") or {})


def _identities(got: Mapping[str, Any], kinds: frozenset[str]) -> dict[str, str]:
    """Player → whom they play, both as plain words, by the cards that were read."""
    rows = [row for row in got.get("cards", ()) if isinstance(row, Mapping) and row.get("kind") in kinds]
    return {plain(str(row["controller"])): plain(str(row["name"])) for row in rows if "controller" in row}


def _is_printed_with(wanted: Any, got: Any, game: str, desk: Desk) -> bool:
    """Whether a text is the one expected behind printed lines that are no timed abilities."""
    if not isinstance(wanted, str) or not isinstance(got, str) or not _folded(got).endswith(_folded(wanted)):
        return False
    said, whole = desk.ability(wanted, game), desk.ability(got, game)
    return len(said.abilities) == len(whole.abilities)


def _is_told_by(parts: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether an occurrence says all of a card that only takes part in it."""
    named = [one for value in parts.values() for one in (value if isinstance(value, list) else [value])]
    said = wanted.keys() <= {"name", "controller"} and any(_same(wanted["name"], one) for one in named)
    return said and (wanted.get("controller", "scenario") == "scenario" or wanted["controller"] in named)


def _rows(key: str, expected: list[Any], got: list[Any], parts: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Players or cards by name: facts of those expected, those that are missing, those too many."""
    left = [(place, one if isinstance(one, Mapping) else {"name": one}) for place, one in enumerate(got)]
    for one in expected:
        wanted = one if isinstance(one, Mapping) else {"name": one}
        match = next((row for row in left if _fits(wanted, row[1])), None)
        if match is None and _is_told_by(parts, wanted):
            continue
        if match is None:
            yield f"{key} without", wanted.get("name"), None
            continue
        left.remove(match)
        for name in wanted:
            yield f"{key}[{match[0]}].{name}", wanted[name], match[1].get(name)
    for place, row in left:
        yield f"{key}[{place}] too many", None, row.get("name")


def _fits(wanted: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    same_bearer = wanted.get("kind") != "status" or _same(wanted.get("attached_to"), row.get("attached_to"))
    return _same(wanted.get("name"), row.get("name")) and same_bearer


def _completed(got: Mapping[str, Any], expect: Mapping[str, Any], desk: Desk) -> list[dict[str, Any]]:
    """The cards with what the resolver takes where it is not said; one expected that only takes part by its kind."""
    rows = [dict(row) for row in got.get("cards", []) if isinstance(row, Mapping)]
    try:
        read = desk.dispute(got)
        for row, card in zip(rows, read.cards, strict=True):
            row.setdefault("controller", card.controller)
            row.setdefault("kind", card.kind)
    except JudgeError:
        pass
    known = [row.get("name") for row in rows]
    parts = got.get("occurrence") or {}
    for one in expect.get("cards", []):
        bare = isinstance(one, Mapping) and not one.get("text") and not any(_same(one["name"], name) for name in known)
        for key, value in parts.items():
            if bare and key.endswith("_kind") and _same(parts.get(key[:-5]), one["name"]):
                rows.append({"name": one["name"], "kind": value, "controller": one.get("controller")})
    return rows


def _that_count(rows: list[dict[str, Any]], expect: Mapping[str, Any], desk: Desk) -> Iterator[dict[str, Any]]:
    """Lazily, the cards without those that may as well be left out: told by name, to be played or to take part."""
    identities = desk.rules(str(expect["game"])).kinds_with("identity")
    parts = list((expect.get("occurrence") or {}).values())
    for row in rows:
        bare = row.keys() <= {"name", "kind", "controller", "engaged_with"}
        plays = row.get("kind") in identities and row.get("controller") != "scenario"
        named = any(_same(one["name"], row.get("name")) for one in expect.get("cards", ()))
        if named or not (bare and (plays or any(_same(part, row.get("name")) for part in parts))):
            yield row


def _same(wanted: Any, got: Any) -> bool:
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(_same(one, other) for one, other in zip(wanted, got, strict=True))
    if isinstance(wanted, list) and len(wanted) == 1:
        return _same(wanted[0], got)
    if isinstance(wanted, str) and isinstance(got, str):
        one, other = _folded(wanted), _folded(got)
        return one == other or {one, other} <= _ME
    return bool(wanted == got)


def _folded(text: str) -> str:
    return plain(text.replace("->", "→")).removeprefix("the ").removeprefix("my ").replace("-", " ")


def _is_marked(path: str, wanted: Any, read: Pasted) -> bool:
    """Whether the reader would see it: the value was guessed, a name that is cut or too long was, or the words for it
    stand among those not placed."""
    guesses = {guess.path for guess in read.guessed}
    at = path.split(" ", maxsplit=1)[0]
    if at in guesses or at.rpartition(".")[0] in guesses or f"{at}.name" in guesses:
        return True
    cut = [_folded(str(guess.value)) for guess in read.guessed if guess.path.endswith("].name")]
    if " without" in path and any(_holds(_folded(str(wanted)), name) for name in cut):
        return True
    said = " ".join(plain(one.text) for one in read.unplaced)
    words = plain(wanted if isinstance(wanted, str) else "").split()
    if path.startswith("occurrence") and "occurrence" not in read.dispute:
        return bool(said)
    return bool(words) and any(word in said for word in words)


def _holds(one: str, other: str) -> bool:
    """Whether one of two names holds the other with all its words."""
    return f" {other} " in f" {one} " or f" {one} " in f" {other} "
