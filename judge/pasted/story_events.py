"""What happens in a sentence: verbs and nouns of events, with those in each of their complements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.cardtext.english import CANNOT, NEGATED, NEGATIONS
from judge.cardtext.game_words import Frame
from judge.pasted.clause_parts import is_hard, objects_of, subject_of
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.story import Thread, ToldEvent, Unit
from judge.pasted.story_words import ADJECTIVES, BETWEEN, GAP, LIGHT, NOBODY, PASSIVE
from judge.pasted.told_words import ToldVerb

_BY_CARDS = frozenset(["cancel", "prevent", "damage", "defeat", "heal", "threat-removed", "ready", "discard", "draw"])
"""Events that players bring about with a card."""


class EventReader:
    """Reads what happens in a sentence by the frames that the cards’ verbs have."""

    def __init__(self, thread: Thread, vocabulary: DisputeWords) -> None:
        self._thread, self._vocabulary = thread, vocabulary

    def read(self, units: Sequence[Unit]) -> None:
        """Note the events of a sentence."""
        self._nouns(units)
        self.clauses(units)

    def _nouns(self, units: Sequence[Unit]) -> None:
        """“Klaw’s attack on me”, “an attack by Klaw against Ann”."""
        verbs = [unit.verb.verb.frame for unit in units if unit.verb is not None]
        told = {frame.event for frame in verbs if frame is not None}
        things = self._vocabulary.words.thing_events
        for at, unit in enumerate(units):
            event = things.get(self._vocabulary.sense(unit.word).thing or "")
            if unit.sort != "word" or event is None or event in told | {"turn", "phase", "round", "game"}:
                continue
            owner = units[at - 1] if at and units[at - 1].possessive and units[at - 1].is_noun else None
            if owner is None and at > 1 and units[at - 2].possessive and units[at - 1].word in ADJECTIVES:
                owner = units[at - 2]
            if owner is not None and any(one.word == "by" for one in units[max(at - 3, 0) : at - 1]):
                continue  # “… is defeated by Ann’s attack”
            _, by = objects_of(units, at)
            agents = [owner] if owner is not None else by.get("by", []) + by.get("from", [])
            patients = by.get("on", []) + by.get("against", [])
            if agents and (patients or self._offered(event)):
                self._event(event, None, agents, patients, [], units, at)

    def _offered(self, event: str) -> bool:
        return any(moment.event == event for one in self._vocabulary.rules.offered.values() for moment in one.begun_by)

    def clauses(self, units: Sequence[Unit]) -> None:
        last: list[Unit] = []
        for at, unit in enumerate(units):
            if unit.sort != "verb" or unit.verb is None:
                continue
            begin = next((n + 1 for n in range(at - 1, -1, -1) if is_hard(units[n])), 0)
            end = next((n for n in range(at + 1, len(units)) if is_hard(units[n])), len(units))
            run, here = units[begin:end], at - begin
            if here and "base" in unit.verb.roles and run[here - 1].word in ("in", "into", "of", "from", "during"):
                continue  # “in play”
            subject = subject_of(run, here)
            joined = begin == 0 or units[begin - 1].word not in (".", "?", "!")
            if not subject and last and joined and here <= GAP:
                subject = last
            passive = self._is_passive(run, here, unit.verb)
            if unit.word in ("engaged", "attached") and passive:
                continue  # it is so, and does not happen
            direct, by = objects_of(run, here)
            if unit.verb.verb.shares and not direct and not passive:
                direct, by = self._shared(run, here, by)
            if passive:
                by_whom = by.pop("by", [])
                complements = {"subject": by_whom, "object": subject, **by}
                if direct:
                    complements["with"] = complements.get("with", []) + direct
            else:
                complements = {"subject": subject, "object": direct, **by}
            frame = self._frame(unit.verb, run, here)
            if unit.verb.verb.light or unit.word in LIGHT:
                frame = self._of_noun(run, here) or self._means(run, here, "") or frame
            last = subject or last
            if frame is None:
                continue
            self._note(frame, complements, units, at)
            by_what = self._means(run, here, frame.event)
            if by_what is not None:  # “defeats it with a basic attack”
                self._note(by_what, complements, units, at)

    def _means(self, run: Sequence[Unit], at: int, event: str) -> Frame | None:
        """The event by means of which something is done."""
        things = self._vocabulary.words.thing_events
        for place in range(at + 1, len(run) - 1):
            if run[place].word in ("with", "using", "via"):
                named = (things.get(self._vocabulary.sense(one.word).thing or "") for one in run[place + 1 : place + 5])
                found = next((one for one in named if one is not None), None)
                return Frame(found) if found is not None and found != event and self._offered(found) else None
        return None

    def _shared(
        self, run: Sequence[Unit], at: int, by: dict[str, list[Unit]]
    ) -> tuple[list[Unit], dict[str, list[Unit]]]:
        """The object of the verb joined to one: “attacks and defeats a minion”."""
        joined = False
        for place in range(at + 1, min(at + GAP, len(run))):
            if run[place].sort == "verb":
                return objects_of(run, place) if joined else ([], by)
            joined = joined or run[place].word in ("and", "or", "&", "/")
        return [], by

    def _is_passive(self, run: Sequence[Unit], at: int, told: ToldVerb) -> bool:
        frames = [told.verb.frame, *told.verb.about.values()]
        taken = {word for frame in frames if frame is not None for word in frame.patient.split()}
        if not told.roles & {"past", "participle"} or not taken & {"object", "indirect"}:
            return False
        place = at - 1
        while place >= 0 and (run[place].word in BETWEEN or run[place].word in NEGATIONS):
            place -= 1
        if place >= 0 and run[place].word in PASSIVE:
            return True
        return at + 1 < len(run) and run[at + 1].word == "by"

    def _frame(self, told: ToldVerb, run: Sequence[Unit], at: int) -> Frame | None:
        """The frame of a verb by what it is about."""
        near = [*run[at + 1 : at + 10], *run[max(at - 3, 0) : at]]
        ids = {one for unit in near for one in self._ids(unit)}
        for key, frame in told.verb.about.items():
            preposition, _, what = key.rpartition(" ")
            if what in ids and (not preposition or any(unit.word == preposition for unit in near)):
                return frame
        return told.verb.frame

    def _of_noun(self, run: Sequence[Unit], at: int) -> Frame | None:
        """“makes a ranged attack on …”: the event that the noun behind a verb names."""
        things = self._vocabulary.words.thing_events
        for unit in run[at + 1 : at + 6]:
            event = things.get(self._vocabulary.sense(unit.word).thing or "") if unit.sort in ("word", "verb") else None
            if event is not None and self._offered(event):
                return Frame(event, patient="on against at to")
            if unit.is_noun:
                return None
        return None

    def _ids(self, unit: Unit) -> Iterator[str]:
        if unit.sort == "form":
            yield "form"
        if unit.sort in ("kind", "status"):
            yield unit.word
            yield "status" if unit.sort == "status" else unit.word
        if unit.sort == "word":
            sense = self._vocabulary.sense(unit.word)
            yield from (one for one in (sense.thing, sense.kind, sense.zone, sense.role) if one)
            if unit.word in ("dmg",):
                yield "damage"

    def _note(self, frame: Frame, complements: Mapping[str, Sequence[Unit]], units: Sequence[Unit], at: int) -> None:
        def of(said: str) -> tuple[list[Unit], set[str]]:
            for part in said.split():
                key = "object" if part == "indirect" else part
                if complements.get(key):
                    return list(complements[key]), {key}
            return [], set()

        agents, from_ = of(frame.agent)
        patients, taken = of(frame.patient)
        verb = units[at].verb
        if not patients and verb is not None and verb.verb.middle and not complements.get("object"):
            agents, patients, taken = [], list(complements.get("subject", ())), {"subject"}
        if not patients:
            key = next((key for key in frame.to.split() if complements.get(key)), "")
            patients, taken = list(complements.get(key, ())), {key}
        others = [one for key, rows in complements.items() if key not in from_ | taken for one in rows]
        if len(agents) == 1 and frame.event in ("attack", "defend", "thwart"):
            for one in (*complements.get("with", ()), *complements.get("using", ())):
                self._thread.say("leads", one, agents[0], None, one.span)
        elif len(agents) == 1 and frame.event in _BY_CARDS:
            for one in (*complements.get("with", ()), *complements.get("using", ())):
                if one.sort == "name" and not one.possessive:
                    self._thread.say("uses", one, agents[0], None, one.span)  # “cancel it with …”
        self._event(frame.event, frame.variant, agents, patients, others, units, at)

    def _event(
        self, event: str, variant: str | None, agents: Sequence[Unit], patients: Sequence[Unit], others: Sequence[Unit],
        units: Sequence[Unit], at: int,
    ) -> None:  # fmt: skip
        for several in (agents, patients):
            owner = several[0].owner if several else None
            for unit in several[1:]:
                if owner is not None and unit.sort == "name" and unit.owner is None and not unit.possessive:
                    unit.owner = owner  # “Arno’s Red Falcon and Tin Duke”
                    self._thread.say("owned", unit, owner, None, owner.span)
        reached = [n for n in range(at, min(at + 9, len(units))) if units[n].sort == "form"]
        reached.sort(key=lambda n: units[n - 1].word not in ("to", "into"))
        forms = tuple(units[n].word for n in reached)
        near = [one.word for one in units[max(at - 4, 0) : at]]
        negative = any(one in NEGATIONS or one in NEGATED or one in CANNOT or one in NOBODY for one in near)
        conditional = any(one in ("if", "can", "could", "may", "would", "should", "whenever") for one in near)
        span = (units[at].span[0], units[at].span[1])
        spans = (span, *(one.span for one in (*agents, *patients, *others)))
        told = ToldEvent(
            event, variant, tuple(agents), tuple(patients), tuple(others), forms,
            (min(first for first, _ in spans), max(last for _, last in spans)), self._thread.place,
            self._thread.asked or conditional, negative,
        )  # fmt: skip
        self._thread.story.events.append(told)
        if event == "engage" and not negative and not told.asked:
            for agent in agents:
                for patient in patients[:1]:
                    self._thread.say("engaged", agent, patient, None, span)
