"""What a “cannot” keeps an ability from: doing all that it would do, being played or used at all, cancelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from judge.effects.targets import Targets
from judge.gamestate.candidate import Candidate
from judge.gamestate.phrases import means
from judge.gamestate.pieces import Piece
from judge.scripts.script import Ready

_ALL = frozenset(("abilities", "card abilities", "triggered abilities", "any abilities"))


class Forbidding(Targets):
    """Finds on one walk the submitted “cannot” that stands in an ability's way."""

    def protector(self, candidate: Candidate) -> Piece | None:
        """The submitted “cannot” that forbids the candidate's use, or everything it would do; None where there is none.

        What makes the attack or thwart itself is not refused for its target: the “cannot” stands where that matters.
        """
        if not self._any_cannot:
            return None
        makes = candidate.printed in self.script.options.get("labels", {})
        return self._restraint(candidate) or (None if makes else super().protector(candidate))

    @cached_property
    def _any_cannot(self) -> bool:
        """Whether any “cannot” was submitted."""
        return any(source == "cannot" for source, _ in self.table.by_ready)

    def _restraint(self, candidate: Candidate) -> Piece | None:
        """The “cannot” that keeps the candidate's player from playing such a card or using such an ability."""
        identity = self.table.identity(candidate.piece.user)
        if identity is None or candidate.ready is not None:
            return None
        for by, ready in self._cannots("play", "trigger", "be cancelled"):
            own = self.table.of_card(by.card)
            there = by.ref not in self.state.removed and own.key not in self.state.left
            said = ready.text.search(by.ability.effect) if ready.text and by.ability else None
            if said is None or not there:
                continue
            if ready.name == "be cancelled":
                meant = candidate.frame.role("card") == own and self._cancels(candidate)
            else:
                mine = self.walk.bears(by, ready, own, identity)
                meant = mine and (self._plays if ready.name == "play" else self._uses)(candidate, said, by)
            if meant:
                return by
        return None

    def _cannots(self, *names: str) -> Iterator[tuple[Piece, Ready]]:
        """Lazily, what was submitted of a “cannot” by one of the names, with its row in the script."""
        for name in names:
            pieces = self.table.by_ready.get(("cannot", name), ())
            for ready in self.script.ready if pieces else ():
                for piece in pieces if (ready.source, ready.name) == ("cannot", name) else ():
                    self.table.effort.spend(1)
                    yield piece, ready

    def _cancels(self, candidate: Candidate) -> bool:
        ability = candidate.piece.ability
        return ability is not None and any(effect.verb == "cancel" for effect in ability.effects)

    def _plays(self, candidate: Candidate, said: re.Match[str], by: Piece) -> bool:
        """Whether using the candidate is to play a card as the words say; of its own play that play’s step tells."""
        piece, phrase = candidate.piece, said["card"]
        if piece.card.kind not in self.script.options.get("played-to-use", ()) or candidate.printed == "played":
            return False
        labels = set(self.script.options.get("labels", {})) & set(phrase.lower().split())
        if labels and not labels & set(piece.ability.labels if piece.ability else ()):
            return False
        assumed: list[str] = []
        element = self.table.of_card(piece.card)
        meant = means(phrase, element, by, candidate.frame, self.walk.fitter, assumed)
        if meant:
            self.walk.record.assume(by.ref, assumed)
        return meant

    def _uses(self, candidate: Candidate, said: re.Match[str], by: Piece) -> bool:
        """Whether the candidate is an ability of the timings that the words name."""
        phrase = said["ability"].lower()
        timings = [timing for timing in self.script.timings if re.search(rf"\b{timing}\b", phrase)]
        meant = candidate.piece.timing in timings or (not timings and phrase.strip() in _ALL)
        if meant and said["during"].strip():
            self.walk.record.assume(by.ref, [f"“{said['during'].strip()}” is taken to hold here."])
        return meant
