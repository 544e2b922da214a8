"""Who and what takes part: participants as submitted, those in general whom nobody submitted, and their frames."""

from __future__ import annotations

from collections.abc import Mapping

from judge.disputes.submitted import Dispute
from judge.gamestate.elements import Element
from judge.gamestate.unfold import Fact, Frame, around, occurrence_facts
from judge.rulings.record import Record
from judge.scripts.script import Nested, Occurrence, Participant, Rules
from judge.timing.candidacy import Candidacy

_DEEPEST = 12
"""Occurrences nested deeper than this are a loop of cards, not a game."""


class Casting(Candidacy):
    """Begins the occurrences of one walk: each frame with its participants and the facts it begins with."""

    def __init__(self, dispute: Dispute) -> None:
        super().__init__(dispute)
        self.record = Record()
        self.open_rules: Rules = ()
        self._frames = 0

    def _top(self, occurrence: Occurrence) -> Frame:
        """The frame of the occurrence itself, with the dispute's participants."""
        given, kinds = self.dispute.participants, self.dispute.kinds
        roles: dict[str, Element | None] = {}
        facts = occurrence_facts(occurrence)
        values: dict[str, str] = {}
        groups: dict[str, tuple[Element, ...]] = {}
        for part in occurrence.participants:
            value = given.get(part.name)
            if part.kind == "form" and isinstance(value, str):
                values[part.name] = value
                facts[f"{part.name}-{value}"] = Fact(True)
            elif "|" in part.kind:
                facts.update({f"{part.name}-{one}": Fact(one == value) for one in part.kind.split("|")})
                values.update({part.name: value} if isinstance(value, str) else {})
            elif isinstance(value, list):
                groups[part.name] = tuple(self._participant(part, one, kinds.get(part.name)) for one in value)
            elif isinstance(value, str) or (part.kind == "place" and value is not None):
                roles[part.name] = self._participant(part, value, kinds.get(part.name))
            elif part.assume and part.optional:
                roles[part.name] = self.the(part.assume)
        for flag in occurrence.flags:
            name, _, fact = flag.partition("=")
            if isinstance(given.get(name), bool):
                facts[fact or name] = Fact(given[name])
        for name, owner in occurrence.controls:
            if (player := roles.get(owner)) is not None:
                groups[name] = tuple(self.table.controlled(one, player.player) for one in groups.get(name, ()))
                one = roles.get(name)
                roles[name] = self.table.controlled(one, player.player) if one is not None else None
        self._say_who_is_meant(roles)
        return self._frame(occurrence, roles, facts, None, values, groups)

    def _say_who_is_meant(self, roles: Mapping[str, Element | None]) -> None:
        """Where several submitted cards share a name that was given: which of them is taken to be meant."""
        given = [(value, roles.get(name)) for name, value in self.dispute.participants.items()]
        given += [(c.attached_to, self.table.element(c.attached_to)) for c in self.table.every_card() if c.attached_to]
        for name, element in given:
            ids = [one.card.id for one in self.table.alike(name) if one.card] if isinstance(name, str) else []
            if ids and element is not None and element.card is not None:
                text = f"{len(ids)} cards are called {name} ({', '.join(ids)}): {element.card.id} is taken to be meant."
                self.record.assume(None, [text])

    def _participant(self, part: Participant, name: str | int, kind: str | None) -> Element:
        sort = part.kind.removesuffix("-list")
        if sort == "place" or isinstance(name, int):
            return self.table.place(name)
        return self.taken_as(name, kind or sort, None if kind else part.assume)

    def taken_as(self, name: str, kind: str, assume: str | None) -> Element:
        """What a name stands for; what it is taken to be, where nothing else tells, is written down."""
        element = self.table.element(name, kind, assume)
        if assume and element.card is None and element.player is None:
            text = f"What {name} is was not said: {name} is taken to be a {assume.replace('-', ' ')}."
            self.record.assume(None, [text])
        return element

    def the(self, kind: str) -> Element:
        """The one thing of its kind: the submitted card, who takes part as one, else the thing in general (“the main
        scheme”).
        """
        cards = self.table.cards_of_kind(kind)
        if cards:
            return self.table.of_card(min(cards, key=lambda card: card.in_play is False))
        return self._named_as(kind) or self.table.element(f"the {kind.replace('-', ' ')}", kind)

    def _named_as(self, kind: str) -> Element | None:
        """Somebody without a card who takes part as one, or the only unknown who bears what such a one would bear."""
        parts = self.dispute.occurrence.participants if self.dispute.occurrence else ()
        for part in parts:
            name = self.dispute.participants.get(part.name)
            if isinstance(name, str) and part.kind not in ("form", "place", "player", "card"):
                element = self.table.element(name, self.dispute.kinds.get(part.name) or part.kind, part.assume)
                if element.kinds == {kind} and element.card is None:
                    return element
        bearing = self.script.options.get("borne-by", {}).get(kind, ())
        cards = [card for card in self.table.every_card() if card.kind in bearing]
        names = sorted({card.attached_to for card in cards if card.attached_to})
        unknown = [name for name in names if self.table.is_unknown(name) and name not in self.names_present()]
        if len(unknown) != 1:
            return None
        self.record.assume(None, [f"What {unknown[0]} is was not said: {unknown[0]} is taken to be the {kind}."])
        return self.table.element(unknown[0], kind)

    def _frame(
        self,
        occurrence: Occurrence,
        roles: dict[str, Element | None],
        facts: dict[str, Fact],
        parent: Frame | None,
        values: Mapping[str, str] | None = None,
        groups: Mapping[str, tuple[Element, ...]] | None = None,
    ) -> Frame:
        self._frames += 1
        label = self._label(occurrence, roles, groups or {}, values or {})
        frame = Frame(
            occurrence, label, roles, facts, self._frames, parent, values=dict(values or {}), groups=dict(groups or {})
        )
        facts.update({f"several-{name}": Fact(True) for name, group in (groups or {}).items() if len(group) > 1})
        facts.update({"more-than-two-players": Fact(True)} if len(self.table.seats) > 2 else {})
        for role, kind in self.script.options.get("cast", {}).items():
            frame.roles.setdefault(role, self.table.element(f"the {kind.replace('-', ' ')}", kind))
        for kind, role in self.script.options.get("role-kinds", {}).items():
            if found := frame.every(role):
                self.state.parts[kind] = frozenset(element.key for element in found)
        self.consequences.prepare(frame)
        return frame

    def _label(
        self,
        occurrence: Occurrence,
        roles: Mapping[str, Element | None],
        groups: Mapping[str, tuple[Element, ...]],
        values: Mapping[str, str],
    ) -> str:
        """How a ruling names one occurrence: its label with those who take part."""
        names = {part.name: f"the {part.name.replace('_', ' ')}" for part in occurrence.participants}
        names |= {name: element.name for name, element in roles.items() if element is not None}
        names |= {name: " and ".join(element.name for element in group) for name, group in groups.items() if group}
        return occurrence.label.format(**{**names, **values})

    def start(
        self,
        nested: Nested,
        outer: Frame,
        given: Mapping[str, Element | None] | None = None,
        part: bool = False,
        cause: str | None = None,
    ) -> Frame:
        """The frame of a nested occurrence: participants mapped from the outer ones or `given` under names of their
        own.

        Facts are shared where it is part of the outer one; `cause` is the ability that brings it about.
        """
        occurrence = self.script.occurrences[nested.occurrence]
        given = given or {}
        roles: dict[str, Element | None] = {}
        for role, source in nested.roles:
            element = given[source] if source in given else outer.role(source)
            roles[role] = element or (self.the(source) if source in self.script.leaves else None)
        groups = {
            role: outer.groups[source]
            for role, source in nested.roles
            if source not in given and source in outer.groups
        }
        for spec in occurrence.participants:
            if spec.name not in roles and spec.assume and spec.optional:
                roles[spec.name] = self.the(spec.assume)
        shared = part and occurrence.part
        facts = outer.facts if shared else occurrence_facts(occurrence)
        facts.update({fact: Fact(True) for fact in nested.facts if fact != "joined"})
        for fact in () if shared else self.script.options.get("closed-when-nested", ()):
            facts.setdefault(fact, Fact(False))
        facts.update(
            {fact: outer.facts[fact] for fact in self.script.options.get("inherited", ()) if fact in outer.facts}
        )
        frame = self._frame(occurrence, roles, facts, outer, None, groups)
        frame.joined = "joined" in nested.facts
        self._leave_open(frame, cause)
        frame.cause = cause
        deep = sum(1 for _ in around(frame)) > _DEEPEST
        ended = outer.stop if outer.stop is None or cause is None or outer.stop[1] != cause else None
        frame.stop = ended or (("prevented", None) if deep else None)  # what ended the outer one brings this about
        return frame

    def _leave_open(self, frame: Frame, cause: str | None) -> None:
        """An activation within an activation, where the edition has no rule for it."""
        kinds = self.script.options.get("nested-open", ())
        if (
            cause
            and frame.occurrence.type in kinds
            and any(f.occurrence.type in kinds for f in around(frame) if f is not frame)
        ):
            frame.open = True
            self.warn_open(self.script.cite(*self.script.options.get("nested-rules", ())), "nested-warning")

    def names_present(self) -> frozenset[str]:
        """Names as submitted of those who take part without a card."""
        return frozenset(value for value in self.dispute.participants.values() if isinstance(value, str))

    def warn_open(self, rules: Rules, option: str = "open-warning") -> None:
        """Say that the rules leave an order open, and name the rule of last resort where the edition has one."""
        self.open_rules = rules
        text = self.script.options.get(option, "The rules do not say which of these comes first; {who} decides.")
        self.record.warnings[text.format(who=self.first_player)] = None

    def warn(self, text: str, rules: Rules) -> None:
        """Say what the rules leave open, and by which of them."""
        self.open_rules = rules
        self.record.warnings[text] = None

    @property
    def first_player(self) -> str:
        """The first player now; the token may pass."""
        return self.table.seats[self.state.first]

    def decided_around(self, frame: Frame) -> str | None:
        """Who chose that this occurrence comes now, where somebody did."""
        return next((f.decided_by for f in around(frame) if f.decided_by), None)

    def unsettled_around(self, frame: Frame) -> bool:
        """Whether the rules leave open who made that choice."""
        return any(f.open for f in around(frame))
