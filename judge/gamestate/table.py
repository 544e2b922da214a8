"""The table a dispute lies on: its elements, and the submitted abilities (pieces), by what they wait for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from judge.ability import Keyword
from judge.disputes.submitted import Dispute
from judge.gamestate.elements import Element, Elements
from judge.gamestate.pieces import Piece, events_of, is_state, is_while, pieces_on
from judge.scripts.script import Occurrence, Step


class Table(Elements):
    """All elements and pieces of a dispute, indexed by what they wait for."""

    def __init__(self, dispute: Dispute) -> None:
        super().__init__(dispute)
        self._waiting: dict[str, frozenset[str]] = {}
        self.pieces = pieces_on(self)
        self._index()

    def cares(self, occurrence: Occurrence, besides: str) -> bool:
        """Whether anything submitted, `besides` one reference, might find its moment in an occurrence of the type."""
        for step in occurrence.steps:
            if any(ref != besides for ref in self.waiting(step)):
                return True
            if any(self.cares(self.script.occurrences[n.occurrence], besides) for n in step.nested):
                return True
        return False

    def waiting(self, step: Step) -> frozenset[str]:
        """References of what might find its moment at the step, whoever takes part."""
        found = self._waiting.get(step.id)
        if found is None:
            moments = (*step.moments, *(moment for _, also in step.also for moment in also))
            keys = [self.by_event.get((m.word, m.event), ()) for m in moments]
            keys += [self.by_ready.get((r.source, r.name), ()) for r, _ in self.script.ready_at.get(step.id, ())]
            keys += [self.by_timing.get(timing, ()) for timing, _ in step.printed]
            keys += [self.by_ready.get(("kind", "lasting-effect"), ())] if step.lasting else []
            found = self._waiting[step.id] = frozenset(piece.ref for pieces in keys for piece in pieces)
        return found

    def is_idle(self, step: Step) -> bool:
        """Whether nothing submitted can have anything to do at the step."""
        made = self.script.options.get("labels", {})
        return not self.waiting(step) and not any(timing == "played" or timing in made for timing, _ in step.printed)

    def pieces_of(self, element: Element) -> Sequence[Piece]:
        """The submitted abilities of the cards that the element is."""
        return self._of_element.get(element.key, ())

    @cached_property
    def _of_element(self) -> Mapping[str, Sequence[Piece]]:
        found: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.pieces:
            found[self.of_card(piece.card).key].append(piece)
        return found

    def has_printed(self, keyword: str, element: Element) -> bool:
        """Whether a submitted card of the element has the keyword printed."""
        return (keyword, element.key) in self._keywords

    @cached_property
    def _keywords(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (name, self.of_card(piece.card).key)
            for (source, name), pieces in self.by_ready.items()
            for piece in pieces
            if source == "keyword" and isinstance(piece.part, Keyword)
        )

    def _index(self) -> None:
        events: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        ready: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        printed: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.pieces:
            ability = piece.ability
            if ability is not None and is_state(self.script, ability):
                pass  # a condition that may hold at any time: what it forbids or changes tells where it matters
            elif ability is not None and ability.trigger is not None and piece.timing != "lasting-effect":
                word = "would" if ability.trigger.would else "after" if ability.trigger.word == "after" else "when"
                word = "while" if is_while(self.script, ability) else word
                for event in events_of(ability):
                    events[word, event].append(piece)
            elif ability is not None:
                given = ability.timing == "constant" and piece.card.kind in self.script.options.get("given", ())
                printed["given" if given and not piece.names else ability.timing].append(piece)
                for label in ability.labels:
                    printed[f"label {label}"].append(piece)
            for source, name in piece.names:
                ready[source, name].append(piece)
        self.by_event: Mapping[tuple[str, str], Sequence[Piece]] = events
        self.by_ready: Mapping[tuple[str, str], Sequence[Piece]] = ready
        self.by_timing: Mapping[str, Sequence[Piece]] = printed

    def statuses(self, name: str, element: Element) -> list[Piece]:
        """Submitted status cards of that name on the element."""
        return self._statuses.get((name, element.key), [])

    @cached_property
    def _statuses(self) -> Mapping[tuple[str, str], list[Piece]]:
        found: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        for (source, name), pieces in self.by_ready.items():
            for piece in pieces:
                if source == "status" and (bearer := self.bearer(piece)) is not None:
                    found[name, bearer].append(piece)
        return found

    def bearer(self, piece: Piece) -> str | None:
        """The key of what the piece's card is attached to."""
        attached = piece.card.attached_to
        return self.element(attached).key if attached else None
