"""What happens in a sentence: verbs and nouns of events, with those in each of their complements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from judge.cardtext.card_words import Frame
from judge.pasted.clauses import (
    ENGAGED,
    ToldClause,
    clauses_of,
    is_conditional,
    is_negative,
    objects_of,
    runs,
    taken_in,
)
from judge.pasted.descriptions import TIMES
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.pasted_values import Span
from judge.pasted.story import Thread, ToldEvent, Unit

_BY_CARDS = frozenset(["cancel", "prevent", "damage", "defeat", "heal", "threat-removed", "ready", "discard", "draw"])
"""Events that players bring about with a card."""
_DONE_BY = frozenset(["damage", "heal", "threat-removed", "ready"])
"""Those whose source is the card."""
_LED = frozenset(["attack", "defend", "thwart"])
"""Events that players let their cards do."""
_GAP = 4
_TWO = 2
_NAMING = frozenset([":", "(", "-", "–", "—", "="])
"""Marks behind which stands what somebody is called."""
_PARTS = frozenset([".", ";", "?", "!", "…"])


class EventReader:
    """Reads what happens in a sentence by the frames that the cards’ verbs have."""

    def __init__(self, thread: Thread, vocabulary: DisputeWords) -> None:
        self._thread, self._vocabulary = thread, vocabulary
        self._chat = vocabulary.chat
        self._units: Sequence[Unit] = ()
        self._begun = {moment.event for one in vocabulary.rules.offered.values() for moment in one.begun_by}

    def read(self, units: Sequence[Unit]) -> None:
        """Note the events of a sentence."""
        verbs = (unit.verb.verb.frame for unit in units if unit.verb is not None)
        told = {frame.event for frame in verbs if frame is not None} | TIMES
        last: list[Unit] = []
        self._units = units
        self._roles(units)
        for run in runs(units):
            deeds = [deed for clause in clauses_of(run, self._chat) for _, deed in [self._brought_by(clause)] if deed]
            for at, unit in enumerate(run):
                event = self._named(unit) if unit.sort == "word" and unit not in deeds else None
                if event is not None and event not in told:
                    self._noun(run, at, event)
        for run in runs(units):
            last = self._clauses(run, last)
        for run, following in pairwise(runs(units)):
            self._labelled(run, following)

    def _labelled(self, run: Sequence[Unit], following: Sequence[Unit]) -> None:
        """“Team attack: Bug and Bee against Klaw”, “Ann starts a combat: Bug against Klaw”."""
        noun = run[-1]
        event = self._named(noun) if noun.sort == "word" else None
        occurrence = self._vocabulary.rules.offered.get(event or "")
        begun = occurrence.begun_by[0].event if occurrence is not None and occurrence.begun_by else event
        fights = any(unit.word in self._chat.fight for unit in following)
        if begun not in self._begun or not fights or any(unit.verb is not None for unit in following):
            return
        agents, by = taken_in(following, 0, len(following), self._chat)
        patients = [one for word in ("against", "vs", "on") for one in by.get(word, [])]
        if agents and patients:
            self._event(Frame(str(begun)), agents, patients, [], following, 0)

    def _roles(self, units: Sequence[Unit]) -> None:
        """“Attacker: Ann’s Bug”, “Bug was the defender”: what somebody does is said by their role."""
        roles = self._vocabulary.words.role_events
        for at, unit in enumerate(units):
            role = self._vocabulary.sense(unit.word).role if unit.sort == "word" else None
            event = roles.get(role) if role is not None else None
            if event is None:
                continue
            labelled = at + 1 < len(units) and units[at + 1].word in (":", "=", "is", "are")
            if labelled:
                first, end = at + 2, len(units)
            else:
                first, end = 0, at if any(one.word in self._chat.be for one in units[max(at - 2, 0) : at]) else 0
            agents, _ = taken_in(units, first, end, self._chat)
            if agents and not self._thread.asked and (labelled or len(agents) == 1):
                self._event(Frame(event), agents, [], [], units, at)

    def _named(self, unit: Unit) -> str | None:
        """The event that a noun names."""
        return self._vocabulary.words.thing_events.get(self._vocabulary.sense(unit.word).thing or "")

    def _noun(self, run: Sequence[Unit], at: int, event: str) -> None:
        """“Klaw’s attack on me”, “an attack by Klaw against Ann”."""
        place = at - 1
        while place > 0 and at - place < 2 and run[place].word in self._chat.adjectives:
            place -= 1
        owner = run[place] if place >= 0 and run[place].possessive and run[place].is_noun else None
        if owner is not None and any(one.word in ("by", "from") for one in run[max(at - 3, 0) : at - 1]):
            return  # “… is defeated by Ann’s attack”, “damage from Ann’s attack”
        direct, by = taken_in(run, at + 1, len(run), self._chat)
        agents = [owner] if owner is not None else by.get("by", []) + by.get("from", [])
        patients = by.get("on", []) + by.get("against", [])
        agents = agents or (direct if patients else [])  # “Melee attack, Bug against Klaw”
        if agents and (patients or event in self._begun):
            self._event(Frame(event), agents, patients, [], run, at)

    def _clauses(self, run: Sequence[Unit], last: list[Unit]) -> list[Unit]:
        """Note what the clauses of a run tell; who did the last of it."""
        clauses = clauses_of(run, self._chat)
        for place, clause in enumerate(clauses):
            told = clause.verb.verb
            if told is None:
                continue
            if not clause.subject and last and clause.at <= _GAP:
                clause.subject = last
            if clause.passive and clause.verb.word in ("engaged", "attached"):
                continue  # it is so, and does not happen
            frame = self._frame(clause)
            last = clause.subject or last
            if frame is None:
                continue
            complements = self._complements(clause, clauses[place + 1] if place + 1 < len(clauses) else None)
            doer, deed = self._brought_by(clause) if frame.event in self._begun else (None, None)
            if doer is not None:
                deals = not clause.passive and doer in clause.run[: clause.at]
                complements["subject" if deals else "from"] = [doer]
            self._note(frame, complements, clause, deed, doer)
            by_what = self._means(clause, frame.event)
            if by_what is not None:  # “defeats it with a basic attack”
                self._note(by_what, complements, clause)
        return last

    def _brought_by(self, clause: ToldClause) -> tuple[Unit | None, Unit | None]:
        """“… from Klaw’s attack”, “Klaw’s attack deals …”: whose deed brings it about, and the noun of the deed."""
        run = clause.run
        for at in range(clause.at + 1, clause.end - 2):
            if run[at].word in ("from", "by") and self._deed(run, at + 1):
                return run[at + 1], run[at + 2]
        last = max((at for at in range(clause.at) if run[at].sort == "verb"), default=-1)
        for at in range(clause.at - 2, last, -1):
            if self._deed(run, at) and not any(one.is_noun for one in self._bare(run[at + 2 : clause.at])):
                return run[at], run[at + 1]  # “Klaw’s attack on Ann deals …”
            by = run[at + 1].word in ("by", "from", "of") and run[at + 2].is_noun and at + 3 == clause.at
            if by and self._named(run[at]) is not None:
                return run[at + 2], run[at]  # “an attack by Klaw deals …”
        return None, None

    def _deed(self, run: Sequence[Unit], at: int) -> str | None:
        """The event of “Klaw’s attack” where that stands at a place."""
        return self._named(run[at + 1]) if run[at].possessive and run[at].is_noun else None

    def _bare(self, run: Sequence[Unit]) -> Iterator[Unit]:
        """Lazily, units without those that stand behind a preposition."""
        yield from (one for at, one in enumerate(run) if not (at and run[at - 1].word in self._chat.prepositions))

    def _complements(self, clause: ToldClause, following: ToldClause | None) -> dict[str, list[Unit]]:
        direct, by = objects_of(clause, self._chat)
        told = clause.verb.verb
        alone = told is not None and told.verb.shares and not direct and not clause.passive
        if alone and following is not None and following.verb.verb and following.subject is clause.subject:
            direct, by = objects_of(following, self._chat)  # “attacks and defeats a minion”
        if told is not None and told.parted in by and not clause.passive:  # “sends Bug into Klaw”
            struck = by.pop(told.parted)
            return {"subject": clause.subject, "object": struck, **by, "with": [*by.get("with", []), *direct]}
        if not clause.passive:
            return {"subject": clause.subject, "object": direct, **by}
        if "by" not in by:
            by |= self._done_by(clause)
        if not clause.subject:  # “3 damage from Bell is dealt to Ann”
            _, before = taken_in(clause.run, clause.begin, clause.at, self._chat)
            by = {**before, **by}
        found = {"subject": by.pop("by", []), "object": clause.subject, **by}
        if direct:
            found["with"] = found.get("with", []) + direct
        return found

    def _done_by(self, clause: ToldClause) -> dict[str, list[Unit]]:
        """“… was revealed (Bug, by Ann)”: who does what a passive tells, named behind a mark."""
        behind = takewhile(lambda one: one.sort not in ("verb", "text"), self._behind(clause.verb))
        for before, one in pairwise(behind):
            if before.word == "by" and one.sort in ("name", "me") and not one.possessive:
                return {"by": [one]}
        return {}

    def _behind(self, unit: Unit) -> Sequence[Unit]:
        """The units of the sentence behind one."""
        at = next((n for n, one in enumerate(self._units) if one is unit), len(self._units))
        return self._units[at + 1 :]

    def _called(self, unit: Unit) -> Sequence[Unit]:
        """Of a card type, the name that stands behind the next mark, of several the names: “a minion enters play:
        Bug”, “two characters are KO’d: Bug and Bee”."""
        if unit.sort != "kind":
            return [unit]
        rest = self._past_engaged(self._behind(unit))
        behind = list(takewhile(lambda one: not one.is_noun, rest))
        listed = rest[len(behind) :]
        if not listed or not self._may_be_called(unit, behind, listed[0], listed[1:2]):
            return [unit]
        if not self._thread.raw(unit).endswith("s"):
            return listed[:1]
        several = takewhile(lambda one: one.sort == "name" or one.word in self._chat.conjunctions, listed)
        return [one for one in several if one.sort == "name"]

    def _past_engaged(self, rest: Sequence[Unit]) -> Sequence[Unit]:
        """The units behind a card type without whom it is engaged with: “enters play engaged with Ann: …”."""
        engaged = next((at for at, one in enumerate(rest[:_GAP]) if one.word in self._chat.engaged), None)
        if engaged is not None and [one.sort for one in rest[engaged + 2 : engaged + 3]] in (["name"], ["me"]):
            return [*rest[: engaged + 2], *rest[engaged + 3 :]]
        return rest

    def _may_be_called(self, kind: Unit, behind: Sequence[Unit], name: Unit, after: Sequence[Unit]) -> bool:
        """Whether a name behind a mark is what a card type before it means."""
        sorts = self._vocabulary.rules.sorts_of(kind.word)
        if name.sort != "name" or name.possessive or any(one.value not in sorts for one in name.kinds):
            return False
        player = name.item.sort == "player" or name.word in self._vocabulary.first_names
        marked = any(one.word in _NAMING for one in behind[-2:]) and not any(one.word in _PARTS for one in behind)
        verbs = {one.verb.verb.name for one in (*behind, *after) if one.verb is not None}
        return marked and not player and len(verbs) < _TWO

    # --- which event

    def _frame(self, clause: ToldClause) -> Frame | None:
        """The frame of a verb by what it is about."""
        told = clause.verb.verb
        if told is None:
            return None
        frame = self._about(clause)
        if told.verb.light or clause.verb.word in self._chat.light:
            return self._of_noun(clause) or self._means(clause, "") or frame
        return frame

    def _about(self, clause: ToldClause) -> Frame | None:
        run, at, told = clause.run, clause.at, clause.verb.verb
        if told is None:
            return None
        before = clause.begin if clause.passive else at - 3
        near = [*run[at + 1 : at + 10], *run[max(before, at - 9, 0) : at]]
        plain = told.verb.frame
        if plain is not None and plain.event == "draw" and self._names_scenario_card(near):
            return replace(plain, event="reveal")  # “draws Bug as an encounter card”
        ids = {one for unit in near for one in self._ids(unit)}
        if "damage" in told.verb.about and self._counts_only(run, at):
            ids.add("damage")  # “deals me 4”
        for key, frame in told.verb.about.items():
            preposition, _, what = key.rpartition(" ")
            if what in ids and (not preposition or any(unit.word == preposition for unit in near)):
                return frame
        return plain

    def _counts_only(self, run: Sequence[Unit], at: int) -> bool:
        """Whether a verb takes a number of nothing that is named: “deals 4 to Ann”, “deals the last points”."""
        for place, unit in enumerate(run[at + 1 : at + _GAP], at + 1):
            if unit.sort == "number" or unit.word in self._chat.points:
                behind = run[place + 1] if place + 1 < len(run) else None
                return behind is None or behind.word in self._chat.prepositions | self._chat.joining | {","}
        return False

    def _names_scenario_card(self, near: Sequence[Unit]) -> bool:
        """Whether a type of the scenario’s cards is among some units."""
        kind = self._vocabulary.rules.features.scenario_kinds or ""
        scenario = {kind, *self._vocabulary.rules.sorts_of(kind)}
        return any(unit.word in scenario for unit in near if unit.sort == "kind")

    def _ids(self, unit: Unit) -> Iterator[str]:
        if unit.sort in ("form", "status"):
            yield unit.sort
        if unit.sort in ("kind", "status"):
            yield unit.word
        if unit.sort == "word":
            sense = self._vocabulary.sense(unit.word)
            yield from (one for one in (sense.thing, sense.kind, sense.zone, sense.role) if one)

    def _of_noun(self, clause: ToldClause) -> Frame | None:
        """“makes a ranged attack on …”: the event that the noun behind a verb names."""
        for unit in clause.run[clause.at + 1 : clause.at + 6]:
            event = self._named(unit) if unit.sort in ("word", "verb") else None
            if event in self._begun:
                return Frame(str(event), patient="on against at to")
            if unit.is_noun:
                return None
        return None

    def _means(self, clause: ToldClause, event: str) -> Frame | None:
        """The event by means of which something is done."""
        run = clause.run
        at = next((n for n in range(clause.at + 1, len(run) - 1) if run[n].word in ("with", "using", "via")), None)
        if at is None:
            return None
        found = next((named for one in run[at + 1 : at + 5] if (named := self._named(one)) is not None), None)
        return Frame(found) if found is not None and found != event and found in self._begun else None

    # --- who takes part

    def _note(
        self, frame: Frame, complements: Mapping[str, Sequence[Unit]], clause: ToldClause, deed: Unit | None = None,
        doer: Unit | None = None,
    ) -> None:  # fmt: skip
        told = clause.verb.verb
        middle = told is not None and (told.middle or told.verb.middle)
        agents, patients, others = _sides(frame, complements, middle=middle)
        if frame.event == "reveal" and agents and not patients and self._vocabulary.forms:
            frame = replace(frame, event="change-form")  # “Ann flips up”
            agents, patients = [], agents
        cards = [one for one in complements.get("with", ()) if one.sort == "name" and not one.possessive]
        if len(agents) == 1 and frame.event in _DONE_BY and cards and others:
            self._say_means(frame.event, agents[0], cards)
            agents, others = cards, [one for one in others if one not in cards]  # “heals Ann with Bell”
        elif len(agents) == 1:
            self._say_means(frame.event, agents[0], (*complements.get("with", ()), *complements.get("using", ())))
        means = self._named(deed) if deed is not None else None
        self._event(frame, agents, patients, others, clause.run, clause.at, means or "")
        if doer is not None and means is not None:
            self._event(Frame(means), [doer], patients, [], clause.run, clause.at, by_the_way=True)

    def _say_means(self, event: str, who: Unit, means: Sequence[Unit]) -> None:
        """“attacks with Bug”, “cancel it with Bell”: whose that is."""
        for one in means:
            if event in _LED and one.sort == "name":
                self._thread.say("leads", one, who, None, one.span)
            elif event in _BY_CARDS and one.sort == "name" and not one.possessive:
                self._thread.say("uses", one, who, None, one.span)

    def _event(
        self, frame: Frame, agents: Sequence[Unit], patients: Sequence[Unit], others: Sequence[Unit],
        run: Sequence[Unit], at: int, means: str = "", *, by_the_way: bool = False,
    ) -> None:  # fmt: skip
        patients = [named for one in patients for named in self._called(one)]
        for several in (agents, patients):
            self._share_owner(several)
        near = [one.word for one in run[max(at - _GAP, 0) : at]]
        spans = (run[at].span, *(one.span for one in (*agents, *patients, *others)))
        told = ToldEvent(
            frame.event, frame.variant, tuple(agents), tuple(patients), tuple(others), _forms(run, at),
            (min(first for first, _ in spans), max(last for _, last in spans)), self._thread.place,
            self._thread.asked or by_the_way or is_conditional(near, self._chat), is_negative(near, self._chat), means,
        )  # fmt: skip
        self._thread.story.events.append(told)
        if not told.negative:
            self._say_state(told, run[at].span)

    def _say_state(self, told: ToldEvent, span: Span) -> None:
        """Note what is so behind an event: who puts a card somewhere has it, who engages somebody is engaged."""
        if told.event in ("place", "recruit") and len(told.agents) == 1:
            for one in (one for one in told.patients if one.sort in ("name", "pro") and not one.possessive):
                self._thread.say("uses", one, told.agents[0], None, span)  # “Ann put it there”
        if told.event == "change-form" and told.forms and not told.asked:
            before = any(unit.word in self._chat.past for unit in self._units)
            for one in (*told.agents, *told.patients) if before else ():
                self._thread.say("form", one, None, told.forms[0], span)  # “Ann flipped to hero form last turn”
        if told.event == "engage" and not told.asked:
            for agent in told.agents:
                for patient in told.patients[:1]:
                    self._engage(agent, patient, span)

    def _engage(self, agent: Unit, patient: Unit, span: Span) -> None:
        """Note which of two that engage is the player."""
        player = agent.sort == "me" or agent.item.sort == "player" or agent.word in self._vocabulary.first_names
        pair = (patient, agent) if player or patient.kinds else (agent, patient)
        self._thread.say("engaged", *pair, None, span)

    def _share_owner(self, several: Sequence[Unit]) -> None:
        """“Arno’s Red Falcon and Tin Duke”."""
        owner = several[0].owner if several else None
        for unit in several[1:]:
            if owner is not None and unit.sort == "name" and unit.owner is None and not unit.possessive:
                unit.owner = owner
                self._thread.say("owned", unit, owner, None, owner.span)


def _sides(
    frame: Frame, complements: Mapping[str, Sequence[Unit]], *, middle: bool
) -> tuple[list[Unit], list[Unit], list[Unit]]:
    """Who does what a verb tells, to whom it is done, and the others who take part."""
    takes = not frame.agent and frame.patient == "subject" and bool(complements.get("object"))
    agents, from_ = _in("subject" if takes else frame.agent, complements)  # “gets a Wound”
    patients, taken = _in("object" if takes else frame.patient, complements)
    if not patients and middle and not complements.get("object"):
        agents, patients, taken = [], list(complements.get("subject", ())), "subject"
    if not patients:
        patients, taken = _in(frame.to, complements)
    apart = (from_, taken, ENGAGED) if frame.event in _LED else (from_, taken)
    others = [one for key, rows in complements.items() if key not in apart for one in rows]
    return agents, patients, others


def _in(said: str, complements: Mapping[str, Sequence[Unit]]) -> tuple[list[Unit], str]:
    """Those in the first of some complements that has any, and which that is."""
    for part in said.split():
        key = "object" if part == "indirect" else part
        if complements.get(key):
            return list(complements[key]), key
    return [], ""


def _forms(run: Sequence[Unit], at: int) -> tuple[str, ...]:
    """The forms told behind a verb, those behind “to” first."""
    reached = [n for n in range(at, min(at + 9, len(run))) if run[n].sort == "form"]
    reached.sort(key=lambda n: run[n - 1].word not in ("to", "into"))
    return tuple(run[n].word for n in reached)
