"""Who and what takes another's place: the next stage of a deck, a card put into play, players when one is out."""

from __future__ import annotations

from judge.disputes.submitted import Card
from judge.effects.walker import Walker
from judge.gamestate.elements import Element
from judge.gamestate.unfold import Frame, around
from judge.scripts.notation import nested


class Succession:
    """Changes on one walk what is in play, with whom minions are engaged and who still plays."""

    def __init__(self, walk: Walker) -> None:
        self.walk = walk
        self.table = walk.table
        self.state = walk.state
        self.script = walk.script
        self._caused: dict[str, Frame] = {}
        """By ability, the last occurrence that it brought about."""

    # --- cards that come into play

    def _enter(self, element: Element, player: str | None = None) -> None:
        """A card comes into play; a minion is engaged with the player from now on."""
        self.state.entered.add(element.key)
        self.state.left.pop(element.key, None)
        for piece in self.table.pieces_of(element):
            self.state.removed.pop(piece.ref, None)
            self.walk.record.forget(piece)
        if player is not None and element.card is not None and self.walk.conditions.is_kind(element, "minion"):
            self.state.engaged[element.card.id] = player

    def _is_out(self, card: Card) -> bool:
        """Whether a submitted card has not come into play (yet): a boost card, one said not to be."""
        return (card.in_play is False or card.role is not None) and f"card {card.id}" not in self.state.entered

    # --- stages

    def _stage(self, role: str, frame: Frame) -> None:
        """The role “next” is filled with the submitted stage that would follow the one in a role."""
        element = frame.role(role)
        kinds = [k for k in self.script.options.get("stages", ()) if element is not None and element.kinds == {k}]
        cards = self.table.cards_of_kind(kinds[0]) if kinds else []
        stages = [e for e in map(self.table.of_card, cards) if element is not None and e.key != element.key]
        waiting = [e for e in stages if e.key not in self.state.left and e.card is not None and self._is_out(e.card)]
        frame.roles["next"] = next(iter(waiting or stages), None)

    def _advance(self, role: str, frame: Frame) -> None:
        """The stage in a role is removed, the next one takes its place, where that one was said not to be in play."""
        element, following = frame.role(role), frame.role("next")
        card = following.card if following is not None else None
        if element is not None and following is not None and card is not None and self._is_out(card):
            self._out(element, None)
            self._enter(following)

    def _out(self, element: Element, by: str | None) -> None:
        """The element leaves play, and what is attached to it."""
        self.state.left[element.key] = by
        for card in self.table.attached_to(element):
            self.table.effort.spend(1)
            self.state.left.setdefault(self.table.of_card(card).key, by)

    # --- players

    def _eliminate(self, role: str, frame: Frame) -> None:
        """A player is out of the game: the first player token and engaged minions go on, what the player controls
        leaves. Where the defeat is only taken to happen, or nobody else plays, nothing follows.
        """
        element = frame.role(role)
        player = element.player if element is not None else None
        others = [seat for seat in self.walk.seats_in_order() if seat != player]
        if player is None or not others or "assumed-defeated" in frame.facts:
            return
        by = next((f.cause for f in around(frame) if f.cause), None)
        heir = self.table.seats[self._after(self.table.seats.index(player), {*self.state.eliminated, player})]
        if self.walk.first_player == player:
            self.state.first = self.table.seats.index(heir)
        self.state.eliminated.add(player)
        for card in self.table.every_card():
            if card.controller == player:
                self._out(self.table.of_card(card), by)
        minions = [c for c in self.table.cards_of_kind("minion") if self.engaged(c) == player and not self._is_out(c)]
        for card in minions:
            self.state.engaged[card.id] = heir
            given = {"holder": self.table.of_card(card), "player": self.table.identity(heir)}
            inner = self.walk.start(nested(self.script.options["engaged"]), frame, given)
            inner.decided_by = self.walk.first_player if len(minions) > 1 else None
            self.walk.walk(inner)

    def _after(self, seat: int, eliminated: set[str]) -> int:
        """The next clockwise seat of somebody who still plays."""
        seats = self.table.seats
        turns = [(seat + step) % len(seats) for step in range(1, len(seats) + 1)]
        return next((place for place in turns if seats[place] not in eliminated), seat)

    def engaged(self, card: Card) -> str | None:
        """The player with whom a minion is engaged now, where that was said or has come about."""
        return self.state.engaged.get(card.id, card.engaged_with)
