"""What an effect depends on (“if this attack is undefended, …”): whether that is so, and by what it is not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from judge.ability import Effect
from judge.effects.labels import Labels
from judge.gamestate.candidate import Candidate
from judge.gamestate.elements import Element
from judge.gamestate.unfold import Frame, Truth
from judge.scripts.notation import conditions


class Provisos(Labels):
    """Judges on one walk the conditions of effects, once it comes to them.

    The script's `[[options.proviso]]` say by `text` which words ask for which conditions (`if`) of the occurrence that
    the words are about: the one the ability itself brought about (`own`), or any; `open` leaves untold facts open.
    Where a script does not say which conditions are a mere lack (`proviso-lack`), nothing that depends on one happens.
    """

    def _may_happen(self, effect: Effect) -> bool:
        """Whether the effect happens, or does where a condition holds that is no mere “if you cannot”."""
        if not effect.conditional:
            return True
        text, lack = effect.condition, self.script.options.get("proviso-lack")
        if text is None or lack is None:
            return False
        return not re.search(lack, text) or self._row(text) is not None or self._in_play(text) is not None

    def _fails(self, effect: Effect, candidate: Candidate) -> bool:
        """Whether the cards tell already that the condition of an effect does not hold."""
        text = effect.condition if effect.conditional else None
        return text is not None and self._proviso(text, candidate)[0] is False

    def fails_in(self, condition: str | None, frame: Frame) -> bool:
        """Whether a condition about an attack is known not to hold in a frame."""
        row = self._row(condition) if condition is not None else None
        if row is None or row.get("own"):
            return False
        asked = conditions(row["if"])
        told = all(atom.subject in frame.facts for one in asked for atom in one)
        return told and self.walk.conditions.all_hold(asked, frame)[0] is False

    def _holds(self, effect: Effect, candidate: Candidate) -> Truth:
        """Whether the condition of an effect holds now that it comes to it; what is then taken to hold is told."""
        text = effect.condition
        if not effect.conditional or text is None:
            return True, None
        value, by = self._proviso(text, candidate)
        if value is None:
            told = f"It was not said otherwise, so “if {text}” is taken to hold."
            self.walk.record.assume(candidate.piece.ref, [told])
        return value, by

    def _proviso(self, text: str, candidate: Candidate) -> Truth:
        """Whether a condition holds; open where neither the cards nor what has happened tell."""
        known = self._in_play(text)
        known = self._bears_status(text, candidate) if known is None else known
        if known is not None:
            return known, None
        form = re.fullmatch(self.script.options.get("proviso-form", "(?!)"), text)
        if form is not None:
            player = candidate.piece.you or self.walk.fitter.acting(candidate.frame)
            now = self.state.forms.get(player or "")
            return (None if now is None else now == form["form"]), None
        row = self._row(text)
        frame = self._spoken_of(row, candidate) if row is not None else None
        if row is None or frame is None:
            return None, None
        asked = conditions(row["if"])
        untold = any(atom.subject not in frame.facts for one in asked for atom in one)
        return (None, None) if untold and row.get("open") else self.walk.conditions.all_hold(asked, frame)

    def _row(self, text: str) -> Mapping[str, Any] | None:
        rows = self.script.options.get("proviso", ())
        return next((row for row in rows if re.search(row["text"], text)), None)

    def _in_play(self, text: str) -> bool | None:
        """Whether “NAME is in play” holds of a submitted card, or of what nobody submitted, which is taken to be."""
        said = re.fullmatch(self.script.options.get("proviso-in-play", "(?!)"), text)
        if said is None:
            return None
        element = self.table.element(said["name"])
        out = element.card is not None and (self._is_out(element.card) or element.key in self.state.left)
        return out if said["not"] else not out

    def _bears_status(self, text: str, candidate: Candidate) -> bool | None:
        """Whether “you are already stunned” holds: by a status card submitted, or given by something else before."""
        said = re.fullmatch(self.script.options.get("proviso-status", "(?!)"), text)
        bearer = self._who(said["who"], candidate) if said is not None else None
        if said is None or bearer is None:
            return None
        name = said["status"] or said["card"]
        given = self.state.gained.get((bearer.key, name), candidate.piece.ref)
        return self._is_submitted(name, bearer) or given != candidate.piece.ref

    def _who(self, words: str, candidate: Candidate) -> Element | None:
        """Whom a condition speaks of: “you”, the one of its kind, a name; None for anybody else."""
        kind = words.lower().removeprefix("the ").replace(" ", "-")
        if kind in ("you", "your-hero", "your-identity"):
            return self.table.identity(candidate.piece.you or self.walk.fitter.acting(candidate.frame))
        if kind in self.script.options.get("sole", ()):
            return self.walk.the(kind)
        return self.table.element(words) if words[:1].isupper() else None

    def _spoken_of(self, row: Mapping[str, Any], candidate: Candidate) -> Frame | None:
        """The occurrence the words are about: the last that the ability brought about, else the one it resolves in."""
        made = self._caused.get(candidate.piece.ref)
        return made or (None if row.get("own") else candidate.frame)
