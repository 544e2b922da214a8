"""What clauses say of those they name: who is what, has what, plays whom, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence

from judge.cardtext.english import NEGATIONS
from judge.pasted.clauses import IS_NOT, ToldClause, clauses_of, is_subject, objects_of, small_clause
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.story import Thread, Unit

_GAP = 4
_TAKING = frozenset(["", "with", "as", "for", "from"])
"""Prepositions behind which stands what somebody has too."""
_SUPPOSING = frozenset(["if", "unless", "until", "before"])
_LISTING = frozenset(["and", "also", "a", "an", "the", "first", "player", "still", "both", "now", "currently"])
"""Words that may stand between “is” and what somebody is however many they are: “first player and also a hero”."""
_FILLED = 4
"""Words that may stand between “is” and what somebody is."""
_NEAR = 12
"""Statements back to the form that “is too” repeats."""
_TWO = 2
_LYING = 6
"""Words that may stand between a card and where it lies."""


class FactReader:
    """Reads the clauses of one sentence after another."""

    def __init__(self, thread: Thread, vocabulary: DisputeWords) -> None:
        self._thread, self._vocabulary = thread, vocabulary
        self._chat = vocabulary.chat

    def read(self, run: Sequence[Unit]) -> None:
        """Note what a run says with “is”, “has”, “on”, “engaged with”."""
        self._goes_on(run)
        clauses = clauses_of(run, self._chat)
        for clause in clauses:
            self._clause(clause)
        for at, unit in enumerate(run):
            if unit.is_noun and unit.sort != "kind":
                self.placed(run, at)
            elif unit.word in self._chat.holding:
                ends = (one.begin if one.begin > at else one.at for one in clauses if one.at > at)
                self._with(run, at, min(ends, default=len(run)))
            elif unit.word in self._chat.possessions and self._is_side(run, at):
                self._on_side(run, at)
            elif unit.sort in ("word", "mark"):
                self._word(run, at)
            elif unit.sort == "form" and (who := self._formed_before(run, at)) is not None:
                self._thread.say("form", who, None, unit.word, unit.span)
            elif unit.sort == "status" and self._is_before_name(run, at):
                self._thread.say("status", run[at + 1], None, unit.word, unit.span)
            elif unit.sort == "status" and (host := self._host_behind(run, at)) is not None:
                self._thread.say("status", host, None, unit.word, unit.span)

    def held(self, units: Sequence[Unit]) -> None:
        """“My hand: Bell and Whistle”, “Hand: Bell”: cards of whoever owns the hand."""
        for at in range(len(units) - 2):
            if units[at].word not in self._chat.heldin or units[at + 1].word != ":":
                continue
            owner = units[at - 1] if at and units[at - 1].possessive else None
            for one in units[at + 2 :]:
                if one.sort == "name" and not one.possessive and one.item.sort != "player":
                    self._thread.say("has" if owner else "held", owner or one, one if owner else None, None, one.span)
                elif one.word not in self._chat.conjunctions:
                    break

    def _formed_before(self, run: Sequence[Unit], at: int) -> Unit | None:
        """“Ann has the hero side up, Ben the alter-ego side”: who stands right before a form with its article."""
        if at < _TWO or run[at - 1].word != "the":
            return None
        who = run[at - 2]
        if who.word in self._chat.have:
            who = run[at - 3] if at > _TWO else who
        return who if who.sort in ("name", "me") and not who.possessive and not self._thread.asked else None

    def _host_behind(self, run: Sequence[Unit], at: int) -> Unit | None:
        """“A tough status card is on Klaw”, “Tough status on Klaw”: on whom the status lies that begins a run."""
        if any(one.word not in self._chat.determiners for one in run[:at]) or self._thread.asked:
            return None
        at += 1
        while at < len(run) and (run[at].sort == "kind" or run[at].word in self._chat.be | {"card", "lies", "sits"}):
            at += 1
        on_it = at + 1 < len(run) and run[at].word in self._chat.lies_on
        return run[at + 1] if on_it and run[at + 1].sort in ("name", "me") and not run[at + 1].possessive else None

    def _is_side(self, run: Sequence[Unit], at: int) -> bool:
        """“on Ann’s side”, “in my hand”."""
        return at > 1 and run[at - 1].possessive and run[at - 2].word in self._chat.lies_in | {"in", "under", "from"}

    def _on_side(self, run: Sequence[Unit], at: int) -> None:
        """Say of what stands before “on Ann’s side” that it is hers."""
        thing = next((one for one in reversed(run[: at - 2]) if one.is_noun), None)
        if thing is not None and thing.word == "card":  # “a card from her hand, Bell”
            thing = next((one for one in run[at + 1 : at + 3] if one.sort == "name"), None)
        if thing is not None and thing.sort == "name" and thing.item.sort != "player" and not thing.possessive:
            self._thread.say("owned", thing, run[at - 1], None, run[at].span)

    def _is_before_name(self, run: Sequence[Unit], at: int) -> bool:
        """“the stunned Bug”."""
        named = at > 0 and at + 1 < len(run) and run[at + 1].sort == "name"
        return named and run[at - 1].word in self._chat.determiners and not self._thread.asked

    def _goes_on(self, run: Sequence[Unit]) -> None:
        """“… and a tough status card”, behind a mark: the status of who has what stands before it."""
        holder = self._thread.holder
        if holder is None or any(unit.is_noun or unit.sort in ("verb", "text") for unit in run[:3]):
            return
        for unit in run[:3]:
            if unit.sort == "status" and run[0].word in self._chat.conjunctions:
                self._thread.say("status", holder, None, unit.word, unit.span)

    def _clause(self, clause: ToldClause) -> None:
        chat, unit = self._chat, clause.verb
        if unit.word in chat.be:
            self._is(clause)
            self._lies_there(clause)
        if unit.word in IS_NOT:
            self._is_other(clause)
        if unit.word in chat.have:
            self._has(clause)
        acts = unit.verb.verb.name if unit.verb is not None else ""
        if unit.word in chat.use or acts in ("play", "use", "trigger"):
            self._uses(clause)
        if unit.word in chat.play_as:
            self._plays(clause.run, clause.at, clause.subject, relative=clause.relative)

    def _word(self, run: Sequence[Unit], at: int) -> None:
        """What small words say beside the verbs."""
        chat, word = self._chat, run[at].word
        if word in chat.engaged and at and run[at - 1].sort in ("verb", "word"):
            self._engages(run, at)
        if word in chat.fight:
            self._fights(run, at)
        if word in chat.stays:
            self._is(small_clause(run, at, chat))
        if word in ("both", "all") and at and run[at - 1].sort == "form":
            self._thread.say("everyform", run[at - 1], None, run[at - 1].word, run[at - 1].span)  # “heroes both”
        if word == "as":
            self._plays_as(run, at)
        if word == "of" and 0 < at < len(run) - 1:
            self._type_of(run[at - 1], run[at + 1])

    def _type_of(self, kind: Unit, name: Unit) -> None:
        """“the villain dashboard of Klaw”."""
        if kind.sort == "kind" and name.sort == "name" and name.item.sort != "player" and not name.possessive:
            self._thread.say("kind", name, None, kind.word, kind.span)

    # --- “is”

    def _is(self, clause: ToldClause) -> None:
        """“Ann is in hero form”, “Klaw is tough and stunned”, “Bug is an ally”, “both are heroes”."""
        if self._says_the_same(clause):
            return
        subject, gap = clause.subject or self._carried(clause), 0
        for place in range(clause.at + 1, clause.end):
            unit = clause.run[place]
            owns = unit.possessive and unit.sort == "name" and self._is_at(clause, place, subject)
            if owns or gap > _FILLED or self._ends_being(unit):
                return
            if unit.sort == "form":
                self._form(clause, place, subject)
            elif unit.sort == "status":
                if self._denies(clause, place) or self._is_feeling(clause.run, place):
                    return
                host = self._under(clause.run, place)
                self._say_all("status", [host] if host is not None else subject[-1:], unit)
            elif unit.sort == "kind":
                self._is_kind(clause, place, subject)
            elif not self._is_at(clause, place, subject) and unit.word not in _LISTING:
                gap += 1

    def _says_the_same(self, clause: ToldClause) -> bool:
        """“so is Ann”, “Ann is too”: note for her the form that was told last; whether it is said."""
        run, at = clause.run, clause.at
        before = run[at - 1].word if at else ""
        behind = run[at + 1 : clause.end]
        if before in ("so", "as"):
            who = [one for one in behind if one.sort in ("name", "me") and not one.possessive]
        elif [one.word for one in behind] in (["too"], ["also"], ["as", "well"]):
            who = clause.subject
        elif behind and all(one.word in NEGATIONS for one in behind):
            return self._is_other(clause)
        else:
            return False
        told = self._last_form()
        for one in who if told is not None else ():
            self._thread.say("form", one, None, told, one.span)
        return bool(who) and told is not None

    def _last_form(self) -> str | None:
        """The form that was told last, near before."""
        told = [one for one in self._thread.story.statements[-_NEAR:] if one.relation in ("form", "everyform")]
        return str(told[-1].value) if told else None

    def _is_other(self, clause: ToldClause) -> bool:
        """“… Ann isn’t”, “Ann isn’t in hero form”: note that she is in the other form; whether it is said."""
        behind = clause.run[clause.at + 1 : clause.end]
        named = next((one.word for one in behind if one.sort == "form"), None)
        denied = named or (self._last_form() if all(one.word in NEGATIONS for one in behind) else None)
        others = self._vocabulary.forms - {denied}
        for one in clause.subject if denied is not None and len(others) == 1 and not self._thread.asked else ():
            self._thread.say("form", one, None, next(iter(others)), one.span)
        return denied is not None

    def _lies_there(self, clause: ToldClause) -> None:
        """“on Klaw there is Charge”, “attached to Klaw is Charge”."""
        run, at = clause.run, clause.at
        at -= at > 0 and run[at - 1].word == "there"
        if at < _TWO or not run[at - 1].is_noun or run[at - 1].possessive:
            return
        thing = next(
            (one for one in run[clause.at + 1 : clause.end] if one.sort == "name" and not one.possessive), None
        )
        led = [one.word for one in run[: at - 1]]
        attached = len(led) == _TWO and led[0] in self._chat.attached and led[1] == "to"
        there = at < clause.at and led[-1] in self._chat.lies_on
        if thing is not None and (attached or there):
            self._thread.say("on", thing, run[at - 1], "attached" if attached else None, thing.span)

    def _is_feeling(self, run: Sequence[Unit], place: int) -> bool:
        """“I am confused about …”: whether a word for a status tells how somebody feels."""
        behind = [one.word for one in run[place + 1 : place + 2]]
        mine = any(one.sort == "me" for one in run[max(place - _GAP, 0) : place])
        felt = run[place].word in self._chat.feelings and mine and behind in (["by"], ["as"], ["with"], ["why"])
        return felt or behind in (["about"], ["whether"], ["how"])

    def _denies(self, clause: ToldClause, place: int) -> bool:
        """Whether a clause denies or only supposes what it says: “is NOT confused”, “if I’m stunned”."""
        before = clause.run[max(clause.at - _GAP, 0) : clause.at]
        return any(one.word in _SUPPOSING for one in before) or any(
            one.word in NEGATIONS for one in clause.run[clause.at : place]
        )

    def _under(self, run: Sequence[Unit], place: int) -> Unit | None:
        """“a tough status card on Klaw”: on whom the status lies."""
        at = place + 1
        while at < len(run) and run[at].sort in ("kind", "status"):
            at += 1
        on_it = at + 1 < len(run) and run[at].word in self._chat.lies_in
        return run[at + 1] if on_it and run[at + 1].is_noun and run[at + 1].sort != "kind" else None

    def _carried(self, clause: ToldClause) -> list[Unit]:
        """“… and is stunned”: what the sentence before tells of."""
        first, topic = clause.run[0].word, self._thread.topic
        goes_on = clause.at <= 2 and (first in self._chat.joining or first in ("also", "is"))
        return [topic] if topic is not None and goes_on else []

    def _ends_being(self, unit: Unit) -> bool:
        noun = unit.is_noun and unit.sort != "kind" and unit.word not in self._chat.selves
        if unit.verb is not None and "form" in unit.verb.verb.about:
            return False  # “all flipped to hero”
        return noun or unit.sort in ("verb", "text") or unit.word in self._chat.openers

    def _say_all(self, relation: str, subject: Sequence[Unit], said: Unit) -> None:
        for one in subject:
            self._thread.say(relation, one, None, said.word, said.span)

    def _form(self, clause: ToldClause, place: int, subject: Sequence[Unit]) -> None:
        unit, run = clause.run[place], clause.run
        around = run[max(clause.at - _GAP, 0) : clause.at + 2]
        everybody = any(one.word in self._chat.everybody for one in around)
        named = len(subject) == 1 and subject[0].sort == "name"
        if any(one.word in self._chat.rest for one in around):
            self._thread.say("everyform", unit, subject[0] if subject else None, unit.word, unit.span)
            return  # “the rest are in hero form”
        if everybody and not (named and run[clause.at].word not in self._chat.be | self._chat.everybody | {"in"}):
            self._thread.say("everyform", unit, subject[0] if subject else None, unit.word, unit.span)
            self._others(run, place)
        self._say_all("form", subject, unit)
        if not subject and not everybody and self._thread.topic is not None:
            self._thread.say("form", self._thread.topic, None, unit.word, unit.span)

    def _others(self, run: Sequence[Unit], place: int) -> None:
        """“everyone is in hero form except Ann”: she is in the other."""
        others = sorted(self._vocabulary.forms - {run[place].word})
        excepted = any(one.word in self._chat.excepting for one in run[place + 1 : place + 3])
        for one in run[place + 1 :] if excepted and len(others) == 1 else ():
            if one.sort in ("name", "me"):
                self._thread.say("form", one, None, others[0], one.span)

    def _is_kind(self, clause: ToldClause, place: int, subject: Sequence[Unit]) -> None:
        unit = clause.run[place]
        before = next((one.word for one in reversed(clause.run[:place]) if one.word not in self._chat.determiners), "")
        placed = before in ("to", "on", "by", "at", "in")
        if clause.verb.word not in self._chat.be or not subject or self._thread.asked or placed:
            return
        one = subject[-1]
        if one.word == "there":
            one = next((later for later in clause.run[place + 1 :] if later.sort == "name"), one)
        if one.word != "there":
            self._is_of_kind(one, unit, clause.run[place + 1 : place + 2])
            self.placed(clause.run, place, one)
        if unit.owner is not None:
            self._thread.say("owned", one, unit.owner, None, unit.span)

    def _is_of_kind(self, one: Unit, unit: Unit, behind: Sequence[Unit]) -> None:
        """“Bug is an ally”, “the Docks is location 4”."""
        self._thread.say("kind", one, None, unit.word, unit.span)
        for number in behind if unit.word in self._chat.of_place else ():
            if number.sort == "number":
                self._thread.say("place", one, None, number.word, number.span)

    def _is_at(self, clause: ToldClause, place: int, subject: Sequence[Unit]) -> bool:
        """Note that somebody stands at a number."""
        unit = clause.run[place]
        if unit.word != "at" and unit.word not in self._chat.of_place:
            return False
        number = next((one for one in clause.run[place : place + 3] if one.sort == "number"), None)
        if number is not None and subject:
            self._thread.say("place", subject[-1], None, number.word, number.span)
        return True

    # --- “has”, “uses”

    def _has(self, clause: ToldClause) -> None:
        """“Ann has Bell and Whistle”, “I control Bell”."""
        following = clause.run[clause.at + 1] if clause.at + 1 < len(clause.run) else None
        if clause.verb.word == "got" and following is not None and following.sort == "verb":
            return
        subject = [clause.verb] if clause.verb.sort == "me" else clause.subject or self._whose_hand(clause)
        each = any(one.word in ("both", "each") for one in clause.run[max(clause.at - _GAP, 0) : clause.at])
        if each and (len(subject) != 1 or subject[0].sort == "pro"):
            for one in (one for one in clause.run[clause.at : clause.end] if one.sort == "name"):
                self._thread.say("eachhas", one, None, None, clause.verb.span)  # “Both have Bell in play”
        elif subject:
            self._holds(clause.run, clause.at, subject[-1], clause.end)

    def _whose_hand(self, clause: ToldClause) -> list[Unit]:
        """“Ann’s hand has Bell”: she."""
        before = clause.run[max(clause.at - 2, 0) : clause.at]
        whose = len(before) > 1 and before[0].possessive and before[1].word in self._chat.possessions
        return list(before[:1]) if whose else []

    def _with(self, run: Sequence[Unit], at: int, end: int) -> None:
        """“Klaw with Charge on him”, “Ann with Bell in play”."""
        if at and (run[at - 1].word in self._chat.engaged or run[at - 1].sort == "verb"):
            return
        behind = {one.word for one in run[at + 1 : at + 8]}
        if any(one.sort == "verb" for one in run[:at]) and not behind & {"on", "attached"}:
            return
        who = next((one for one in reversed(run[:at]) if one.is_noun), None)
        if who is not None:
            self._holds(run, at, who, end)

    def _holds(self, run: Sequence[Unit], at: int, who: Unit, end: int) -> None:
        """Note what stands behind a word for having."""
        self._thread.holder = who
        on_it = self._ends_on_it(run, at, end)
        preposition = ""
        for place in range(at + 1, end):
            unit = run[place]
            if self._begins_other(run, place, at):
                return
            if unit.word in self._chat.prepositions:
                preposition = unit.word
            elif unit.word in self._chat.conjunctions:
                preposition = ""
            elif unit.sort == "status" and not self._is_feeling(run, place):
                self._has_status(run, place, who)
            elif unit.sort == "word" and unit.word in self._vocabulary.words.keywords:
                self._keyword(run, place, who)
            elif unit.sort == "name" and preposition in _TAKING and not unit.possessive:
                lies = place <= on_it or (run[at].word in self._chat.worn and who.sort == "pro")
                self._thread.say("has", who, unit, "on" if lies else None, run[at].span)
                self._held(run, at, place, who)
            elif unit.word == "it" and place == at + 1 and run[at].verb is not None:
                self._thread.say("has", who, unit, None, run[at].span)  # “Ann controls it”

    def _has_status(self, run: Sequence[Unit], place: int, who: Unit) -> None:
        """Note a status of who has it, or of the card that it lies under."""
        host = self._under(run, place)
        named = host if host is not None and host.sort != "pro" else who
        self._thread.say("status", named, None, run[place].word, run[place].span)

    def _held(self, run: Sequence[Unit], at: int, place: int, who: Unit) -> None:
        """“Location 5 has Bug”, “Ann has Bug engaged”: what that says of the card."""
        if who.word in self._chat.of_place and run[at - 1].sort == "number":
            self._thread.say("place", run[place], None, run[at - 1].word, run[at - 1].span)
        if any(one.word == "engaged" for one in run[place : place + 3]):
            self._thread.say("engaged", run[place], who, None, run[place].span)

    def _keyword(self, run: Sequence[Unit], place: int, who: Unit) -> None:
        """“Klaw has Retaliate 1”."""
        value = run[place + 1] if place + 1 < len(run) and run[place + 1].sort == "number" else run[place]
        behind = run[run.index(value) + 1].word if value is not run[-1] else ""
        if who.sort in ("name", "pro") and not self._thread.asked and behind != "from":
            self._thread.say("keyword", who, None, None, (run[place].span[0], value.span[1]))

    def _begins_other(self, run: Sequence[Unit], place: int, at: int) -> bool:
        """Whether another clause begins at a place."""
        unit, chat = run[place], self._chat
        if is_subject(unit):
            return True
        acts = unit.verb is not None and "s" in unit.verb.roles
        return (acts and unit.word not in chat.engaged | chat.attached) or (place > at + 1 and unit.word in chat.have)

    def _ends_on_it(self, run: Sequence[Unit], at: int, end: int) -> int:
        """Where “on him”, “attached” stands behind what somebody has; -1 where it does not."""
        chat = self._chat
        for place in range(at + 1, end):
            if run[place].word not in ("on", "attached", "engaged"):
                continue
            following = run[place + 1].word if place + 1 < end else ""
            on_it = run[place].word == "attached" or not following or following in chat.them | chat.selves
            return place if on_it else -1
        return -1

    def _uses(self, clause: ToldClause) -> None:
        direct, by = objects_of(clause, self._chat)
        if clause.passive and clause.verb.sort == "verb":
            for one in clause.subject if by.get("by") else ():
                if one.sort == "name" and not one.possessive:
                    self._thread.say("uses", one, by["by"][0], None, clause.verb.span)  # “Bell gets played by me”
            return
        direct = direct or by.get("with", [])  # “answers with Bell”
        following = clause.run[clause.at + 1].word if clause.at + 1 < len(clause.run) else ""
        for one in direct if clause.subject and following != "as" else ():
            if one.sort == "name" and not one.possessive:
                self._thread.say("uses", one, clause.subject[0], None, clause.verb.span)

    # --- whom somebody plays, and fights

    def _plays_as(self, run: Sequence[Unit], at: int) -> None:
        """“Ann as Storm”, “solo game as Storm”."""
        if at and run[at - 1].word in ("defender", "such", "same", "well"):
            return
        if at and run[at - 1].word in self._chat.playing:
            return  # the verb before says it
        self._plays(run, at, small_clause(run, at, self._chat).subject)

    def _plays(self, run: Sequence[Unit], at: int, subject: Sequence[Unit], *, relative: bool = False) -> None:
        """“Ann is Storm”, “I play as Storm”, “Ann, who plays Storm”."""
        behind = self._behind_playing(run, at)
        if behind >= len(run) or run[behind].sort != "name" or run[behind].possessive:
            return
        played, who = run[behind], subject[-1] if subject else self._solo(run, at)
        if [one.word for one in run[behind + 1 : behind + 2]] == ["from"]:
            return  # “I play Bell from my hand”
        if who is None or who is played or (who.sort == "name" and who.word == played.word):
            return
        if who.sort == "kind":
            self._is_called(run, at, who, played)
        elif not (who.sort == "pro" and who.word in ("there", "it", "that", "which")):
            sure = "plays" if relative and run[at].word == "plays" else self._how_sure(run, at, behind)
            self._thread.say("is", who, played, sure, played.span)

    def _behind_playing(self, run: Sequence[Unit], at: int) -> int:
        """The place behind a word for playing and the words that may follow it: “plays as”."""
        behind = at + 1
        while behind < len(run) and run[behind].word in self._chat.between_playing:
            behind += 1
        return behind

    def _solo(self, run: Sequence[Unit], at: int) -> Unit | None:
        """“Solo game as Storm”: who writes plays."""
        if not any(unit.word in ("solo", "game", "playing") for unit in run[: at + 1]):
            return None
        writer = Unit("me", "i", run[at].item)
        self._thread.story.mes.append(writer)
        return writer

    def _how_sure(self, run: Sequence[Unit], at: int, behind: int) -> str | None:
        words = {one.word for one in run[at:behind]}
        if run[at].word == "playing" or words & {"as", "playing"}:
            return None if run[at].word in ("play", "plays", "played") and "as" not in words else "plays"
        return None if run[at].word in self._chat.playing else "is"

    def _is_called(self, run: Sequence[Unit], at: int, kind: Unit, name: Unit) -> None:
        """“Location 3 is Harbor”, “my ally is Bug”."""
        self._thread.say("kind", name, None, kind.word, kind.span)
        if kind.owner is not None:
            self._thread.say("owned", name, kind.owner, None, kind.span)
        first = next(n for n, unit in enumerate(run) if unit is kind)
        number = next((unit for unit in run[first:at] if unit.sort == "number"), None)
        if number is not None:
            self._thread.say("place", name, None, number.word, number.span)

    def _fights(self, run: Sequence[Unit], at: int) -> None:
        """“Spider-Man vs Rhino”."""
        if any(one.sort == "verb" for one in (run[:at] if run[at].word == "against" else run[max(at - 3, 0) : at])):
            return
        enemy = next((one for one in run[at + 1 : at + 3] if one.sort == "name"), None)
        mine = next((one for one in reversed(run[:at]) if one.sort in ("name", "me")), None)
        if enemy is not None:
            self._thread.say("fought", enemy, mine, None, run[at].span)

    # --- where it lies

    def placed(self, run: Sequence[Unit], at: int, one: Unit | None = None) -> None:
        """“Charge on Klaw”, “Charge is attached to Klaw”, “a minion engaged with Ann”, “Toad at location 5”: of the
        unit at a place, or of another of whom it is said."""
        place = self._behind_lying(run, at)
        words = [unit.word for unit in run[at + 1 : place] if unit.word != ","]
        target = self._target(run, place)
        if words and target is not None and target is not run[at] and not run[at].possessive:
            self._lies(run, at, target, words, one or run[at])
        self._stands(run, at)

    def _behind_lying(self, run: Sequence[Unit], at: int) -> int:
        """Behind the words that only say that something lies somewhere."""
        chat, place = self._chat, at + 1
        while place < len(run) and place - at <= _LYING:
            following = run[place + 1].word if place + 1 < len(run) else ""
            after = run[place + 2].word if place + 2 < len(run) and following in ("a", "an", "the") else following
            goes_on = after in chat.relative or after == "engaged" or (after in chat.be and run[place].word == ",")
            comma = run[place].word == "," and (goes_on or following == ",")
            if run[place].word not in chat.lying and not comma:
                break
            place += 1
        return place

    def _target(self, run: Sequence[Unit], place: int) -> Unit | None:
        while place + 1 < len(run) and run[place].word in self._chat.determiners:
            place += 1
        return run[place] if place < len(run) and run[place].is_noun else None

    def _lies(self, run: Sequence[Unit], at: int, target: Unit, words: Sequence[str], unit: Unit) -> None:
        chat = self._chat
        last = next((word for word in reversed(words) if word not in chat.determiners), "")
        if "engaged" in words or "engaging" in words:
            typed = any(kind.value in self._vocabulary.engaging for kind in target.kinds)
            swapped = (self._is_person(unit) or typed) and target.sort == "name" and not self._is_person(target)
            pair = (target, unit) if swapped else (unit, target)  # “Ann is engaged with Bug”
            self._thread.say("engaged", *pair, None, target.span)
        elif last in chat.lies_on or "attached" in words:
            if self._may_lie(run, at, target):
                self._thread.say("on", unit, target, "attached" if "attached" in words else None, target.span)
        elif (
            not chat.owned.isdisjoint(words)
            or (last == "under" and self._is_under_control(run, target))
            or (target.sort == "me" and list(words) == ["from"])
        ):
            self._thread.say("owned", unit, target, None, target.span)

    def _is_person(self, unit: Unit) -> bool:
        """Whether a unit is the writer, a known player, or has a first name."""
        return unit.sort == "me" or unit.item.sort == "player" or unit.word in self._vocabulary.first_names

    def _may_lie(self, run: Sequence[Unit], at: int, target: Unit) -> bool:
        """Whether one lies on the other, and not on a third, or on what the other owns."""
        unit, before = run[at], run[at - 1].word if at else ""
        itself = unit.sort == target.sort == "name" and unit.word == target.word
        return not itself and not (target.possessive and target.sort != "pro") and before not in ("on", "against")

    def _is_under_control(self, run: Sequence[Unit], target: Unit) -> bool:
        place = next(n for n, unit in enumerate(run) if unit is target)
        return [unit.word for unit in run[place + 1 : place + 2]] == ["control"]

    def _stands(self, run: Sequence[Unit], at: int) -> None:
        """“Toad at location 5”, “Toad is in 4”: where something stands."""
        chat, place = self._chat, at + 1
        place += place < len(run) and run[place].sort == "verb"  # “I end at location 3”
        while place < len(run) and place - at <= _GAP and run[place].word in chat.lying | chat.placed:
            place += 1
        words = {unit.word for unit in run[at + 1 : place]}
        numbered = place < len(run) and run[place].sort == "number" and not words.isdisjoint(chat.placed)
        if numbered and (run[at].sort in ("name", "kind", "me") or run[at].word in ("he", "she")):
            self._thread.say("place", run[at], None, run[place].word, run[place].span)

    def _engages(self, run: Sequence[Unit], at: int) -> None:
        """“Bug enters play engaged with Ann”."""
        target = next((unit for unit in run[at + 1 : at + 3] if unit.is_noun and not unit.possessive), None)
        who = next((unit for unit in reversed(run[:at]) if unit.is_noun and not unit.possessive), None)
        lies = at > 0 and run[at - 1].word in self._chat.lying
        if target is not None and who is not None and who.sort == "name" and not lies:
            self._thread.say("engaged", who, target, None, target.span)
