"""Who may use an ability where, when a rule of the book and no word of its text says so: on whose turn, with what part
in the occurrence, in which place, how often; and who has lost its abilities.

Rows are the script's `[[options.plays]]`: for abilities of its `timings` in its occurrences (`at`) and, where given, on
cards of its `kinds` or with words of its `text`, `turn` asks for the user's own turn unless the ability bears the
symbol `lifted-by`; `among` for a part in one of the roles; `by` for the player in the role (`except` where one of the
facts is true), `others` for anybody but that one; `unless` for none of the facts to be true; `only` for words of the
effect; `here` for the card to lie in the role's place, not covered by a card of kind `covered-by`; `apart` for it not
to be the card in the role. A row with `given` is for occurrences where one of the facts is true.
`[[options.once]]` bounds abilities of its `kinds` or `timings`: those whose `same` facts agree may be used once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from judge.corpus import plain_name
from judge.gamestate.elements import Element
from judge.gamestate.pieces import Piece
from judge.gamestate.table import Table
from judge.gamestate.unfold import Frame, State

Refusal = tuple[Any, ...]
"""Reason, the ability behind it, and the keys of rules to cite."""


class Plays:
    """The book's own conditions on using abilities, on one table."""

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state
        self.script = table.script
        self._rows = table.script.options.get("plays", ())
        self._once = table.script.options.get("once", ())
        self._bars: list[tuple[str, str | None, Piece]] = []

    def refusal(self, piece: Piece, frame: Frame, assumed: list[str]) -> Refusal | None:
        """Why the piece may not be used in this frame; None where it may."""
        for row in self._rows:
            if self._applies(row, piece, frame):
                found = self._by_row(row, piece, frame, assumed)
                if found is not None:
                    return (*found, *row.get("rule", ()))
        return self._barred(piece)

    def _applies(self, row: Mapping[str, Any], piece: Piece, frame: Frame) -> bool:
        if frame.occurrence.type not in row["at"] or piece.timing not in row["timings"]:
            return False
        if "text" in row and not re.search(row["text"], _words(piece), re.IGNORECASE):
            return False
        if "given" in row and not any((fact := frame.facts.get(name)) and fact.value for name in row["given"]):
            return False
        return "kinds" not in row or self._is_of(row["kinds"], piece)

    def _is_of(self, kinds: list[str], piece: Piece) -> bool:
        """Whether the piece's card is of one of the kinds; of unknown kind, it is a power when symbols pay for it."""
        powers = self.script.options.get("powers-of-named", {})
        unknown = piece.card.kind is None and piece.ability is not None and bool(piece.ability.cost)
        return piece.card.kind in kinds or (unknown and any(kind in powers for kind in kinds))

    def _by_row(self, row: Mapping[str, Any], piece: Piece, frame: Frame, assumed: list[str]) -> Refusal | None:
        """The first of the row's conditions that does not hold."""
        apart = frame.role(row.get("apart", ""))
        if apart is not None and self.table.of_card(piece.card).key == apart.key:
            return "not-in-play", None
        if "among" in row and not self._takes_part(piece, row["among"], frame):
            return "no-matching-window", None
        if "only" in row and not re.search(row["only"], piece.ability.effect if piece.ability else ""):
            return "no-matching-window", None
        return (
            ("here" in row and self._out_of_place(row, piece, frame, assumed))
            or (row.get("turn") and self._out_of_turn(row, piece))
            or self._spoilt(row, frame)
            or ("by" in row and self._somebody_else(row, piece, frame))
            or ("others" in row and self._is_own(row, piece, frame))
            or None
        )

    def _takes_part(self, piece: Piece, roles: list[str], frame: Frame) -> bool:
        key = self.table.of_card(piece.card).key
        return key in frame.withdrawn or any(element.key == key for role in roles for element in frame.every(role))

    def _out_of_turn(self, row: Mapping[str, Any], piece: Piece) -> Refusal | None:
        symbols = piece.ability.symbols if piece.ability else ()
        own = piece.you in (None, self.table.dispute.active) or row.get("lifted-by") in symbols
        return None if own else ("wrong-turn", None)

    def _spoilt(self, row: Mapping[str, Any], frame: Frame) -> Refusal | None:
        facts = (frame.facts.get(fact) for fact in row.get("unless", ()))
        return next((("forbidden", fact.by) for fact in facts if fact is not None and fact.value), None)

    def _somebody_else(self, row: Mapping[str, Any], piece: Piece, frame: Frame) -> Refusal | None:
        who = frame.role(row["by"])
        lifted = any(fact in frame.facts and frame.facts[fact].value for fact in row.get("except", ()))
        mine = who is None or piece.you in (None, who.player) or lifted
        return None if mine else ("wrong-player", None)

    def _is_own(self, row: Mapping[str, Any], piece: Piece, frame: Frame) -> Refusal | None:
        who = frame.role(row["others"])
        return ("wrong-player", None) if who is not None and piece.you == who.player else None

    def _out_of_place(self, row: Mapping[str, Any], piece: Piece, frame: Frame, assumed: list[str]) -> Refusal | None:
        place = frame.role(row["here"])
        own = self.table.place_of(piece.card)
        if place is not None and own is not None and own != place.key:
            return "no-matching-window", None
        if place is None or own is None:
            assumed.append(f"It was not said otherwise, so {piece.card.name} is taken to be where this happens.")
        key = own or (place.key if place else None)
        for card in self.table.cards_of_kind(row.get("covered-by", "")):
            self.table.effort.spend(1)
            if key and card.in_play is not False and self.table.place_of(card) == key:
                covers = self.table.pieces_of(self.table.of_card(card))
                return "forbidden", next(cover.ref for cover in covers if cover.card is card)
        return None

    # --- how often

    def bounds(self, piece: Piece) -> Iterator[tuple[str, str, object]]:
        """Lazily, what the piece's use counts towards, by the key of the rule; each may be reached once."""
        for number, row in enumerate(self._once):
            if piece.timing in row.get("timings", ()) or self._is_of(row.get("kinds", []), piece):
                facts = {
                    "ref": piece.ref, "name": plain_name(piece.card.name), "controller": piece.card.controller,
                    "effect": plain_name(piece.ability.effect) if piece.ability else "",
                }
                yield row["rule"][0], f"row {number}", tuple(facts[key] for key in row.get("same", ()))

    # --- what a “cannot” keeps from being used, and who has lost its abilities

    def bar(self, kind: str, piece: Piece) -> None:
        """Cards of a kind, or abilities that do nothing but “VERB THING”, are kept from those whom the piece names."""
        effects = piece.ability.effects if piece.ability else ()
        whom = next((e.target.kind for e in effects if e.verb == "cannot" and e.target is not None), None)
        self._bars.append((kind, whom, piece))

    def _barred(self, piece: Piece) -> Refusal | None:
        verbs = {f"{effect.verb} {effect.what}" for effect in piece.ability.effects} if piece.ability else set()
        for kind, whom, by in self._bars:
            own = piece.you == by.you
            named = {"opponent": not own, "enemy": not own, "you": own or by.you is None}.get(whom or "", True)
            if named and verbs == {kind}:
                return "forbidden", by.ref
            if named and by.ref != piece.ref and by.ref not in self.state.removed and self._is_of([kind], piece):
                return "forbidden", by.ref
        return None

    def silence(self, element: Element | None, by: str | None) -> None:
        """The element loses its abilities."""
        for piece in self._powers_of(element):
            self.state.removed.setdefault(piece.ref, ("forbidden", by))

    def restore(self, player: str | None, status: str) -> None:
        """Everything of a player that bears the status has its abilities again."""
        for lost in self.table.by_ready.get(("status", status), ()):
            bearer = self.table.element(lost.card.attached_to or "")
            if bearer.controller in (None, player):
                for piece in self._powers_of(bearer):
                    if self.state.removed.get(piece.ref) == ("forbidden", lost.ref):
                        del self.state.removed[piece.ref]

    def has_powers(self, element: Element) -> bool:
        """Whether any ability of the element was submitted."""
        return any(self._powers_of(element))

    def _powers_of(self, element: Element | None) -> Iterator[Piece]:
        for piece in self.table.pieces_of(element) if element is not None else ():
            if piece.part is not None:
                yield piece


def _words(piece: Piece) -> str:
    """The words of a piece's trigger and effect."""
    ability = piece.ability
    if ability is None:
        return ""
    return f"{ability.trigger.text if ability.trigger else ''} {ability.effect}"
