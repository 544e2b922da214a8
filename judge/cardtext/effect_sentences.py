"""Sentences of one ability → its cost and effect, each word in a node of the tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from judge.cardtext.ability_in_reading import AbilityInReading, Part
from judge.cardtext.clause_meaning import clause_of
from judge.cardtext.condition_reader import Conditions
from judge.cardtext.effect_modifiers import (
    at_most,
    avoidable,
    for_each,
    in_order,
    is_instead,
    or_else,
    with_clause,
    with_x,
)
from judge.cardtext.effect_nodes import Nodes
from judge.cardtext.game_words import AbilityWords
from judge.cardtext.lexer import NOTHING, Lexeme
from judge.cardtext.parsed_phrases import NounPhrase, ParsedClause, carried, denied
from judge.cardtext.sentence_split import nesting
from judge.cardtext.tree import (
    Act,
    AddedCost,
    Allow,
    Amount,
    Cancel,
    Choose,
    Clause,
    Condition,
    Delayed,
    Effect,
    Forbid,
    Gain,
    If,
    Instead,
    Lasting,
    May,
    Modify,
    Note,
    Noun,
    Oblige,
    Repeat,
    Then,
    Unless,
    While,
)
from judge.cardtext.tree import Sequence as Steps
from judge.cardtext.triggering_conditions import Triggers

_TRIGGER_WORDS = {
    "when": "when",
    "whenever": "when",
    "after": "after",
    "at": "at",
    "while": "while",
    "during": "while",
    "before": "when",
    "each time": "when",
    "the next time": "when",
    "the first time": "when",
    "if": "when",
    "as": "when",
}
_ENDS = {".", "!", "?"}
_EDGES = {"start": "begin", "beginning": "begin", "end": "end"}
_STEPS = {"one": "step-one", "two": "step-two", "three": "step-three", "four": "step-four", "five": "step-five"}
_BULLETS = {"•", "-", "–", "—"}


_COST_OPENERS = (("as", "an", "additional", "cost"), ("as", "an", "extra", "cost"), ("in", "order"), ("in order",))
_CHANGES = frozenset(["if", "unless", "for", "until", "while", "instead", "where"])
"""Words that open what changes the clauses before them."""


class AbilityReading:
    """The words of one ability being read. `quoted` reads an ability in quotation marks."""

    def __init__(
        self, pieces: Sequence[Lexeme], words: AbilityWords, quoted: Callable[[Sequence[Lexeme]], object | None]
    ) -> None:
        self.r = AbilityInReading(pieces, words)
        self.conditions = Conditions(self.r)
        self.triggers = Triggers(self.r, self.conditions)
        self.nodes = Nodes(self.r, quoted)

    def effect(self, at: int, end: int, part: Part = "effect") -> Effect:
        """All sentences between two places as one effect."""
        before, self.r.part = self.r.part, part
        effects: list[Effect] = []
        options: list[Effect] = []
        opened: tuple[int, int] | None = None
        for first, stop, is_option in self._sentences(at, end):
            if is_option and opened is not None:
                self._listed(opened, first, stop, effects)
                continue
            if is_option == 2 and options:
                more: list[Effect] = [options.pop()]
                self._sentence(first, stop, more)
                options.append(in_order(more))
                continue
            if is_option:
                options.append(self._option(first, stop))
                continue
            opened = None
            begin = first + (2 if self.r.s.lows(first, 2) == ("then", ",") else 0)
            if begin < stop and self.r.s.pieces[begin].lower == "if" and self.r.s.pieces[stop - 1].lower == ":":
                opened = begin, stop - 1
                continue
            self._close_options(effects, options)
            self._sentence(first, stop, effects)
        self._close_options(effects, options)
        self.r.part = before
        return effects[0] if len(effects) == 1 else Steps(tuple(effects))

    def cost(self, at: int, end: int) -> Effect:
        """What must be done before the arrow."""
        return self.effect(at, end, "cost")

    def _sentences(self, at: int, end: int) -> list[tuple[int, int, int]]:
        """Where each sentence begins and ends, and whether it is an item of a list (1) or a further sentence of one
        (2)."""
        pieces = self.r.s.pieces
        found: list[tuple[int, int, int]] = []
        first, is_option = at, 0
        quoted, depth = False, 0
        place = at
        while place < end:
            piece = pieces[place]
            lower = piece.lower
            quoted, depth = nesting(lower, quoted, depth)
            opens = lower in _BULLETS and (piece.new == "\n" or lower == "•") and not quoted
            labels = piece.sort == "icon" or (place == at and piece.is_capital and piece.sense is NOTHING)
            opens_icon = (  # “[tech]: …”, and the same in words, “Tech: …”
                labels
                and (piece.new == "\n" or place == at)
                and place + 1 < end
                and pieces[place + 1].lower in (("-", "–", "—", ":") if piece.sort == "icon" else (":",))
            )
            if (opens or opens_icon) and place >= first:
                if place > first:
                    found.append((first, place, is_option))
                first, is_option = place + (1 if opens else 0), 1
            elif (lower in _ENDS or lower == ";") and not quoted and not depth:
                last = place + 1 == end or pieces[place + 1].new != "" or pieces[place + 1].lower in ('"', ")", "(")
                if last:
                    if place > first:
                        found.append((first, place, is_option))
                    following = pieces[place + 1] if place + 1 < end else None
                    first = place + 1
                    is_option = 2 if is_option and following is not None and following.new != "\n" else 0
            place += 1
        if first < end:
            found.append((first, end, is_option))
        return found

    def _option(self, at: int, end: int) -> Effect:
        """One item of a list, its label (“[energy] —”, “Tough -”) a condition."""
        s = self.r.s
        label = None
        for place in range(at, min(at + 4, end)):
            if s.pieces[place].lower in ("-", "–", "—", ":", "→") and place > at:
                label = place
                break
        own: list[Effect] = []
        if (
            label is not None
            and s.pieces[label].lower != "→"
            and not (s.pieces[at].sense.roles & {"base"} and s.pieces[label].lower != ":")
        ):
            name = self.r.text(at, label).strip("[]").lower()
            self._sentence(label + 1, end, own)
            body = own[0] if len(own) == 1 else Steps(tuple(own))
            return If(
                Condition(Clause("is", thing=name), text=self.r.text(at, label), span=self.r.span(at, label)), body
            )
        arrow = next((place for place in range(at, end) if s.pieces[place].lower == "→"), None)
        if arrow is not None:
            paid = self.effect(at, arrow, "cost")
            return Then(paid, self.effect(arrow + 1, end))
        self._sentence(at, end, own)
        return own[0] if len(own) == 1 else Steps(tuple(own))

    def _listed(self, opened: tuple[int, int], first: int, stop: int, effects: list[Effect]) -> None:
        """“If that card is: • Aggression — deal 2 damage”: each item read with the words that open the list."""
        pieces = self.r.s.pieces
        part = next(
            (place for place in range(first, min(first + 8, stop)) if pieces[place].lower in (",", "-", "–", "—", ":")),
            None,
        )
        if part is None:
            effects.append(self.r.miss(first, stop))
            return
        comma = pieces[part]._replace(text=",", lower=",", sort="mark")
        rest = list(pieces[part + 1 : stop])
        if rest and rest[0].is_capital:
            rest[0] = rest[0]._replace(text=rest[0].lower)
        lead = list(pieces[opened[0] : opened[1]])
        following = next((place for place, piece in enumerate(lead) if piece.lower == "following"), None)
        if following is None:
            whole = [*lead, *pieces[first:part], comma, *rest]
        else:  # “If the following icons are in play: [crisis] — …”
            begin = following - (following > 0 and lead[following - 1].lower == "the")
            whole = [*lead[:begin], *pieces[first:part], *lead[following + 2 :], comma, *rest]
        with self.r.of(whole):
            self._sentence(0, len(whole), effects)

    def _close_options(self, effects: list[Effect], options: list[Effect]) -> None:
        if not options:
            return
        opened = effects[-1] if effects else None
        if isinstance(opened, Choose) and not opened.options:
            effects[-1] = replace(opened, options=tuple(options))
            options.clear()
            return
        if opened is not None and (each := _as_listed(opened, options)) is not None:
            effects[-1] = each
            options.clear()
            return
        if effects or all(isinstance(one, If) for one in options):  # “Make the following attacks: …”: all of them
            effects.append(in_order(options))
            options.clear()
            return
        effects.append(Choose(tuple(options)))
        options.clear()

    def _sentence(self, at: int, end: int, effects: list[Effect]) -> None:
        """Read one sentence and put what it says behind what was said before."""
        s, outer = self.r.s, self.r.s.end
        s.end = end
        while at < end and s.low(at) in (",", ";", ":", "→"):
            at += 1
        while at < end and s.pieces[end - 1].lower in (",", ";", ":"):
            end -= 1
            s.end = end
        if at >= end:
            s.end = outer
            return
        link = None
        at += s.low(at) == "[star]"
        if s.low(at) == "then":
            link, at = "then", at + 1
        elif s.low(at) == "otherwise":
            link, at = "otherwise", at + 1
        elif s.lows(at, 2) in (("if", "not"), ("if", "so")) and s.low(at + 2) == ",":
            link, at = ("otherwise" if s.low(at + 1) == "not" else None), at + 2
        at += s.low(at) == ","
        if s.low(at) == "(" and (bracket := self._remark(at, end)) is not None:
            effect, at = bracket, end
        else:
            effect, at = self._statement(at)
        if any(piece.is_word for piece in s.pieces[at:end]):
            effect = in_order([effect, self.r.miss(at, end)])
        s.end = outer
        if link == "then" and effects:
            effects.append(Then(effects.pop(), effect))
        elif link == "otherwise" and effects:
            effects.append(or_else(effects.pop(), effect))
        else:
            effects.append(effect)

    def _remark(self, at: int, end: int) -> Effect | None:
        """A sentence in brackets that is a remark: “(shuffle.)”, “(see rulebook page 5.)”."""
        close = next((place for place in range(at, end) if self.r.s.pieces[place].lower == ")"), None)
        if close is None or any(piece.is_word for piece in self.r.s.pieces[close + 1 : end]):
            return None
        return self._bracket(at + 1, close)

    def _statement(self, at: int, depth: int = 0) -> tuple[Effect, int]:
        """An effect with what stands before it: “If …,”, “Until …,”, “For each …,”."""
        g, s = self.r.g, self.r.s
        lower = s.low(at)
        if depth > 6:
            end = s.end
            return self.r.miss(at, end), end
        lasting = self._duration(at)
        if lasting is not None:
            until, end = lasting
            end += s.low(end) == ","
            effect, end = self._statement(end, depth + 1)
            return Lasting(effect, until), end
        if s.at(at).sense.fact and s.low(at + 1) == "," and s.at(at).sense.fact not in ("instead", "first-time"):
            return self._statement(at + 2, depth + 1)
        if lower == "if":
            return self._conditional(at, depth, If)
        if lower in ("while", "as") and (lower == "while" or s.lows(at + 1, 2) == ("long", "as")):
            skip = 0 if lower == "while" else 2
            return self._conditional(at + skip, depth, While)
        if lower == "unless":
            return self._conditional(at, depth, avoidable)
        if lower == "for" and s.low(at + 1) in ("each", "every"):
            found = g.noun(at + 1)
            if found is not None and s.low(found[1]) == ",":
                amount = Amount(1, self.r.mentions.bound(found[0].noun), True)
                effect, end = self._statement(found[1] + 1, depth + 1)
                return Repeat(effect, amount), end
        timed = self._timed(at)
        if timed is not None:
            word, inner = timed
            tree, end = self.triggers.trigger(inner, s.end, word)
            if end < s.end:
                effect, end = self._statement(end, depth + 1)
                return Delayed(tree, effect, once=s.low(at) not in ("each", "whenever", "each time")), end
            return Delayed(tree, Steps(())), end
        if lower in ("during", "in", "on") and depth < 4:
            found2 = self._moment_condition(at)
            if found2 is not None:
                condition, end = found2
                effect, end = self._statement(end, depth + 1)
                return While(condition, effect), end
        added = self._added_cost(at, depth)
        if added is not None:
            return added
        if lower == "instead" and s.low(at + 1) == ",":
            effect, end = self._statement(at + 2, depth + 1)
            return Instead(effect), end
        choice = self._choice(at) or self._whoever(at)
        if choice is not None:
            return choice
        return self._deeds(at)

    def _added_cost(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“As an additional cost to thwart this scheme, …”, “In order for Rex to attack or thwart, …”."""
        g, s = self.r.g, self.r.s
        opened = next((words for words in _COST_OPENERS if s.lows(at, len(words)) == words), None)
        if opened is None:
            return None
        at += len(opened)
        payer = g.noun(at + 1, subject=True) if s.low(at) == "for" else None
        at = payer[1] if payer is not None else at
        clauses: list[Clause] = []
        while s.low(at) in ("to", "or", "and") or (
            s.low(at) == "," and ({"or", "and"} & {s.low(at + 1), s.low(at + 3)})  # “to attack, thwart, or defend”
        ):
            first = at + 1
            while s.low(first) in ("to", "or", "and"):
                first += 1
            found = g.clause(first, subject=payer[0] if payer is not None else None)
            clause = self.nodes.clause(found[0], self.r.span(first, found[1])) if found is not None else None
            if found is None or clause is None:
                return None
            clauses, at = [*clauses, clause], found[1]
        during = self.conditions.condition(at + 1, moment=True) if s.low(at) == "during" else None
        at = during[1] if during is not None else at
        if not clauses or s.low(at) != ",":
            return None
        effect, at = self._statement(at + 1, depth + 1)
        costs = in_order([AddedCost(clause, effect) for clause in clauses])
        return (While(during[0], costs) if during is not None else costs), at

    def _whoever(self, at: int) -> tuple[Effect, int] | None:
        """“Any player can do this”: who may use the ability."""
        s = self.r.s
        if s.low(at + 2) not in ("may", "can") or s.lows(at + 3, 2) not in (("do", "this"), ("use", "this")):
            return None
        found = self.r.g.noun(at) if not s.at(at + 5).is_word else None
        if found is None or found[1] != at + 2:
            return None
        ability = Noun("that", kinds=("ability",), antecedent="event", span=self.r.span(at + 4, at + 5))
        deed = Clause("resolve", agent=found[0].noun, patient=ability, thing="ability", span=self.r.span(at, at + 5))
        return May(Act(deed), chooser=found[0].noun), at + 5

    def _duration(self, at: int) -> tuple[str, int] | None:
        """“this turn”, “until the end of the round”, “for this use”: how long, and where that ends."""
        g, s = self.r.g, self.r.s
        lower = s.low(at)
        if lower in self.r.words.durations:
            return self.r.words.durations[lower], at + 1
        if lower == "this":
            bare = g.noun(at)
            if bare is not None and bare[1] >= s.end and bare[0].id in self.r.words.thing_events:
                return bare[0].id or "", bare[1]
        if lower not in ("for", "until", "during"):
            return None
        place = at + 1
        if lower == "until":
            if (
                s.lows(at + 1, 3)[:1] == ("the",)
                and s.low(at + 2) in ("end", "start", "beginning")
                and s.low(at + 3) == "of"
            ):
                place = at + 4
            elif s.low(at + 1) == "end" and s.low(at + 2) == "of":
                place = at + 3
            else:
                return None
        elif lower == "for" and s.lows(at + 1, 3) == ("the", "rest", "of"):
            place = at + 4
        elif s.low(place) not in ("this", "that", "the", "those", "these"):
            return None
        found = g.noun(place)
        if found is None or not self._is_event(found[0]) or (lower == "during" and s.low(found[1]) == ","):
            return None
        return found[0].id or "", found[1]

    def _is_event(self, phrase: NounPhrase) -> bool:
        return phrase.id in self.r.words.thing_events or (phrase.noun.antecedent == "event" and bool(phrase.noun.kinds))

    def _timed(self, at: int) -> tuple[str, int] | None:
        """A word that opens a moment to wait for, and where that begins."""
        s = self.r.s
        lower = s.low(at)
        if lower in ("when", "whenever", "after", "before"):
            return _TRIGGER_WORDS[lower], at + 1
        if lower == "at" and (s.low(at + 1) in _EDGES or s.low(at + 2) in _EDGES):
            return "at", at + 1
        if lower == "each" and s.low(at + 1) == "time":
            return "when", at + 2
        if lower == "the" and s.low(at + 1) in ("next", "first", "second") and s.low(at + 2) == "time":
            return "when", at + 3
        if s.at(at).sense.fact == "first-time":
            return "when", at + 1
        return None

    def _moment_condition(self, at: int) -> tuple[Condition, int] | None:
        """“During your turn,”, “In alter-ego form,”, “In expert mode,” in front of an effect."""
        g, s = self.r.g, self.r.s
        lower = s.low(at)
        if lower == "in" and s.at(at + 1).sense.form and s.low(at + 2) == ",":
            return Condition(
                Clause("in-form", thing=s.at(at + 1).sense.form),
                text=self.r.text(at, at + 2),
                span=self.r.span(at, at + 2),
            ), at + 3
        found = g.noun(at + 1)
        if found is None or s.low(found[1]) != ",":
            return None
        phrase, end = found
        event = "mode" if phrase.id == "mode" else "during"
        return Condition(
            Clause(event, thing=phrase.name or phrase.id, patient=self.r.mentions.bound(phrase.noun)),
            text=self.r.text(at, end),
            span=self.r.span(at, end),
        ), end + 1

    def _conditional(self, at: int, depth: int, make: Callable[[Condition, Effect], Effect]) -> tuple[Effect, int]:
        """“If …, effect”."""
        s = self.r.s
        found = self.conditions.condition(at + 1)
        if found is not None:
            condition, end = found
            timed = self._timed(end)
            if timed is not None and s.low(end) == "at":
                tree, end = self.triggers.trigger(timed[1], s.end, timed[0])
                effect, end = self._statement(end, depth + 1)
                return Delayed(tree, make(condition, effect)), end
        else:
            condition, end = None, at + 1
        if condition is None or s.low(end) != ",":
            stop = self.r.comma(end)
            missed = self.r.miss(end, stop)
            condition = (
                replace(condition, unread=missed)
                if condition is not None
                else Condition(unread=missed, text=missed.text, span=missed.span)
            )
            end = stop
        if end >= s.end:
            return make(condition, Steps(())), end
        effect, end = self._statement(end + 1, depth + 1)
        return make(condition, effect), end

    def _choice(self, at: int) -> tuple[Effect, int] | None:
        """“Choose one:” before a list, “Choose two of the following:”, “Either … or …”."""
        s = self.r.s
        if s.low(at) in ("choose", "chooses") or s.low(at + 1) in ("chooses",):
            place = at + 1
            while place < min(at + 9, s.end) and s.low(place) not in (":",):
                place += 1
            if (
                place >= s.end
                and place - at <= 6
                and (s.low(at + 2) != "of" or s.lows(at + 3, 2) == ("the", "following"))
                and (
                    s.low(at + 1) in ("one", "two", "", "either", "1", "2")
                    or s.low(place - 1) in ("one", "following", "two")
                )
            ):
                number = 2 if "two" in s.lows(at, 4) or "2" in s.lows(at, 3) else 1
                return Choose((), number), place
            if s.low(place) == ":" and place - at <= 8:
                effect, end = self._deeds(place + 1)
                return (effect if isinstance(effect, Choose) else Choose((effect,))), end
        if s.low(at) == "either":
            return self._deeds(at + 1)
        return None

    def _deeds(self, at: int, subject: NounPhrase | None = None) -> tuple[Effect, int]:
        """Clauses joined by “and”, “or”, “then”, with what follows them: “if …”, “unless …”, “for each …”; the first
        without a subject of its own shares `subject`.
        """
        g, s = self.r.g, self.r.s
        said_first: ParsedClause | None = None
        steps: list[Effect] = []
        choices: list[Effect] = []
        by_commas = True
        may: Noun | Literal[False] | None = False
        last: ParsedClause | None = None
        for _ in range(24):
            first = at
            at += s.low(at) == "either"
            found = g.clause(at, subject=subject)
            if found is None:
                amended = self._amended(at) or self._keyword(at)
                if amended is None:
                    at = max(self.r.comma(at), at + 1)
                    steps.append(self.r.miss(first, at))
                    if s.low(at) == "," and at + 1 < s.end and not choices:
                        at += 1
                        continue
                    break
                steps.append(amended[0])
                at = amended[1]
            else:
                said, at = found
                carried(said, last)
                denied(said)
                if said.subject is None and said.group.role == "s" and not steps:
                    said.subject = NounPhrase(Noun("this"))  # “Enters play with 3 counters on it.”
                last = said if said.infinitive is None else None
                said_first = said_first or said
                subject = said.subject if said.subject is not None else subject
                if said.group.modal == "may" and may is False and not steps:
                    may = said.subject.noun if said.subject is not None else None
                    said.group = said.group._replace(modal=None)
                effect, at = self._behind(self.nodes.effect_of(said, at), said, at)
                steps.append(effect)
            joint, behind = self._joint(at)
            if joint is not None and joint != "then" and s.low(behind) in _CHANGES:
                effect, at = self._behind(in_order(steps), said_first, behind)
                steps = [effect]
                joint, behind = self._joint(at)
            if joint is None:
                break
            at = behind
            if joint == "or" and not (last is not None and last.group.modal in ("cannot", "must")):
                # “choose one: A, B, or C”: commas before “or” part alternatives
                choices += steps if by_commas else [in_order(steps)]
                steps = []
            elif joint == "then":
                shares = subject is not None and "s" in s.at(at).sense.roles and not s.at(at).sense.is_noun
                inner, at = self._deeds(at, subject) if shares else self._statement(at, 3)
                steps = [Then(in_order(steps), inner)]
                break
            elif s.low(at) in ("if", "for") or self._timed(at) is not None:
                inner, at = self._statement(at, 3)
                steps.append(inner)
                break
            by_commas = by_commas and joint == ","
        effect = _whole_instead(_all_lasting(steps))
        if choices:
            effect = Choose((*choices, effect), chooser=self._chooser(said_first))
        if may is not False:
            chooser = self.r.mentions.bound(may)
            effect = May(effect, None if chooser is None or chooser.head == "you" else chooser)
        return effect, at

    def _chooser(self, said: ParsedClause | None) -> Noun | None:
        """Who is said to choose: “each player chooses to either … or …”."""
        if said is None or said.subject is None or said.group.verb is None or said.group.verb.node != "choose":
            return None
        return None if said.subject.noun.head == "you" else self.r.mentions.bound(said.subject.noun)

    def _keyword(self, at: int) -> tuple[Effect, int] | None:
        """“Surge.” alone: the card has it."""
        g, s = self.r.g, self.r.s
        found = g.noun(at) if s.at(at).sense.keyword else None
        if found is None or found[0].sort != "keyword" or found[1] < s.end:
            return None
        gained = [self.nodes.one_gained(Noun("this"), part, False) for part in (found[0].parts or (found[0],))]
        return in_order([one for one in gained if one is not None]), found[1]

    def _joint(self, at: int) -> tuple[str | None, int]:
        """What joins the next clause (a bare comma is one), and where that begins."""
        s = self.r.s
        joint = None
        place = at
        for _ in range(4):
            lower = s.low(place)
            if lower in (",", ";", "but", ":"):
                joint = joint or ("," if lower == "," else "and")
            elif lower in ("and", "or"):
                joint = lower
            elif lower == "then":
                joint = "then"
            elif lower == "and/or":
                joint = "or"
            else:
                break
            place += 1
        return (joint, place) if joint and place < s.end else (None, at)

    def _behind(self, effect: Effect, said: ParsedClause | None, at: int) -> tuple[Effect, int]:
        """What stands behind a clause and changes it."""
        g, s = self.r.g, self.r.s
        for _ in range(6):
            lower = s.low(at)
            lasting = self._duration(at)
            if lasting is not None and effect == Cancel(None) and lower.startswith("this "):
                noun = Noun("class", (lasting[0],), span=self.r.span(at, lasting[1]))
                effect, at = Cancel(noun, lasting[0]), lasting[1]  # “cancel this combat”
                continue
            if lasting is not None:
                effect, at = Lasting(effect, lasting[0]), lasting[1]
                continue
            if lower == "if" and s.low(at + 1) == "able":
                at += 2
                continue
            if lower == "," and s.lows(at + 1, 2) == ("if", "able"):
                at += 3
                continue
            if lower == "as" and s.low(at + 1) == "if":
                found = self.conditions.condition(at + 2)
                if found is None:
                    break
                effect, at = with_clause(effect, as_if=found[0]), found[1]
                continue
            if lower == "except" and s.low(at + 1) in ("from", "by", "with"):
                excepted = g.noun(at + 2)
                if excepted is None:
                    break
                spared = Condition(
                    Clause("from", source=self.r.mentions.bound(excepted[0].noun)),
                    text=self.r.text(at, excepted[1]),
                    span=self.r.span(at, excepted[1]),
                )
                effect, at = Unless(effect, condition=spared), excepted[1]
                continue
            if lower == "even" and s.low(at + 1) == "if":
                found = self.conditions.condition(at + 2)
                if found is None:
                    break
                effect, at = with_clause(effect, even_if=found[0]), found[1]
                continue
            if lower in ("if", "unless", "while") or (lower == "as" and s.lows(at + 1, 2) == ("long", "as")):
                found = self.conditions.condition(
                    at + (3 if lower == "as" else 1),
                    subject=said.subject if said is not None and lower == "while" else None,
                )
                if found is None:
                    break
                condition, at = found
                if lower == "if":
                    effect = If(condition, effect)
                elif lower == "unless":
                    effect = avoidable(condition, effect)
                else:
                    effect = While(condition, effect)
                continue
            if lower == "for" and s.low(at + 1) in ("each", "every"):
                found2 = g.noun(at + 1)
                if found2 is None:
                    break
                counted = self.r.mentions.bound(found2[0].noun)
                effect, at = for_each(effect, counted), found2[1]
                continue
            if lower == "of" and said is not None and "instead" in said.facts:
                found3 = self._instead_of(at + 1)
                if found3 is None:
                    break
                of, at = found3
                effect = Instead(effect.effect if isinstance(effect, Instead) else effect, of)
                continue
            if lower == "where" and s.low(at + 1) == "x" and s.low(at + 2) in ("is", "equals"):
                place = at + 3
                place += 2 if s.lows(place, 2) == ("equal", "to") else 0
                found4 = g.noun(place)
                if found4 is None:
                    break
                effect, at = with_x(effect, self.r.mentions.bound(found4[0].noun)), found4[1]
                continue
            if lower == "," and s.low(at + 1) == "where":
                at += 1
                continue
            begin = at + 1 if lower == "," else at
            if (
                said is not None
                and "ing" in s.at(begin).sense.roles
                and "past" not in s.at(begin).sense.roles
                and not s.at(begin).sense.state
                and (group := g.group(begin)) is not None
            ):
                inner_said, end = g._complements(ParsedClause(group, said.subject, first=begin), 0)
                effect, at = in_order([effect, self.nodes.effect_of(inner_said, end)]), end
                continue
            if lower == "(" and s.low(at + 1) == "even" and s.low(at + 2) in ("if", "in"):
                found = self.conditions.condition(at + 3 if s.low(at + 2) == "if" else at + 2)
                if found is None or s.low(found[1]) != ")":
                    break
                effect, at = with_clause(effect, even_if=found[0]), found[1] + 1
                continue
            if lower == "(" and s.lows(at + 1, 4) == ("to", "a", "maximum", "of"):
                bound = g.noun(at + 5)
                if bound is None or s.low(bound[1]) != ")" or bound[0].amount is None:
                    break
                effect, at = at_most(effect, bound[0].amount.value), bound[1] + 1
                continue
            if lower == "(":
                close = next((place for place in range(at, s.end) if s.low(place) == ")"), None)
                if close is None:
                    break
                inner = self._bracket(at + 1, close)
                if inner is None:
                    break
                later = isinstance(inner, Delayed) and isinstance(inner.effect, Note)
                effect = replace(inner, effect=effect) if later else in_order([effect, inner])  # type: ignore[arg-type]
                at = close + 1
                continue
            if lower == "until":
                found6 = self.conditions.one(at + 1, None, False)
                if found6 is None:
                    break
                until = replace(found6[0], text=self.r.text(at + 1, found6[1]), span=self.r.span(at + 1, found6[1]))
                effect, at = Repeat(effect, Amount("until"), until), found6[1]
                continue
            if lower == "during":
                found7 = self.conditions.condition(at + 1, moment=True)
                if found7 is None:
                    break
                effect, at = While(found7[0], effect), found7[1]
                continue
            if lower in ("after", "before", "when", "at", "each") and (timed := self._timed(at)) is not None:
                tree, end = self.triggers.trigger(timed[1], self.r.comma(timed[1]), timed[0])
                if s.low(end - 1) == ",":
                    end -= 1
                effect, at = Delayed(tree, effect), end
                continue
            break
        return effect, at

    def _instead_of(self, at: int) -> tuple[Clause | Noun, int] | None:
        g, s = self.r.g, self.r.s
        if "ing" in s.at(at).sense.roles:
            group = g.group(at)
            if group is not None:
                said, end = g._complements(ParsedClause(group, None, first=at), 1)
                clause = clause_of(said, self.r.words)
                if clause is not None:
                    return self.r.mentions.in_clause(clause), end
        found = g.noun(at) or (g.noun(at + 1) if s.low(at) in ("on", "from", "to", "in") else None)
        if found is None:
            return None
        noun = self.r.mentions.bound(found[0].noun)
        return (noun, found[1]) if noun is not None else None

    def _bracket(self, at: int, close: int) -> Effect | None:
        """“(3 threat instead if …)”, “(to a maximum of 10)”, “(at random if …)”."""
        g, s, outer = self.r.g, self.r.s, self.r.s.end
        s.end = close
        inner: Effect | None = None
        amended = self._amended(at)
        if amended is not None and (amended[1] >= close or s.low(amended[1]) in _ENDS):
            inner = amended[0]
        elif (found5 := g.clause(at)) is not None and "instead" in found5[0].facts and self.nodes.last is not None:
            said, end = found5
            amended_by: Effect = Instead(self.nodes.bare_effect(said, self.r.span(at, end)), amends=True)
            if s.low(end) == "if" and (condition := self.conditions.condition(end + 1)) is not None:
                amended_by, end = If(condition[0], amended_by), condition[1]
            if end >= close or s.low(end) in _ENDS:
                inner = amended_by
        elif (
            s.low(at) in ("from", "to", "on")
            and (found8 := g.noun(at + 1)) is not None
            and s.at(found8[1]).sense.fact == "instead"
            and self.nodes.last is not None
            and s.low(found8[1] + 1) == "if"
        ):
            condition8 = self.conditions.condition(found8[1] + 2)
            if condition8 is not None and condition8[1] >= close:
                inner = If(
                    condition8[0],
                    Instead(Act(replace(self.nodes.last, patient=self.r.mentions.bound(found8[0].noun))), amends=True),
                )
        elif s.low(at) == "see":
            inner = Note(self.r.text(at, close), self.r.span(at, close))
        elif (timed := self._timed(at)) is not None:
            tree, end = self.triggers.trigger(timed[1], close, timed[0])
            inner = Delayed(tree, Note(self.r.text(at, close), self.r.span(at, close))) if not tree.unread else None
        elif s.at(at).sense.aside and at + 1 >= close - (s.low(close - 1) in _ENDS):
            inner = Note(self.r.text(at, close), self.r.span(at, close))
        elif s.at(at).sense.fact == "at-random" and s.low(at + 1) == "if":
            found = self.conditions.condition(at + 2)
            if found is not None and found[1] >= close:
                inner = If(found[0], Note("at random", self.r.span(at, close)))
        s.end = outer
        return inner

    def _amended(self, at: int) -> tuple[Effect, int] | None:
        """“7 damage instead if …”: another amount for what the last clause said."""
        g, s = self.r.g, self.r.s
        found = g.noun(at)
        if found is None or s.at(found[1]).sense.fact != "instead":
            return None
        phrase, end = found
        effect: Effect
        if phrase.sort == "stat" and phrase.sign and self.nodes.last_modify is not None:
            last = self.nodes.last_modify
            parts = [self.nodes.one_gained(last.who, one, False) for one in (phrase.parts or (phrase,))]
            effect = Instead(in_order([one for one in parts if one is not None]), amends=True)
        elif self.nodes.last is not None:
            clause = replace(self.nodes.last, amount=phrase.amount or self.nodes.last.amount, span=self.r.span(at, end))
            if not phrase.is_thing and phrase.sort == "class":
                clause = replace(clause, patient=self.r.mentions.bound(phrase.noun))
            effect = Instead(Act(clause), amends=True)
        else:
            return None
        at = end + 1
        if s.low(at) in ("if", "while"):
            condition = self.conditions.condition(at + 1)
            if condition is None:
                return None
            effect, at = (If if s.low(at) == "if" else While)(condition[0], effect), condition[1]
        return effect, at


def _as_listed(opened: Effect, items: list[Effect]) -> Effect | None:
    """“Make the following 2 attacks in order: • Deal 1 damage to an enemy”: each item is such an attack; None where the
    list is of something else.
    """
    if not isinstance(opened, Act) or "following" not in opened.clause.facts or opened.clause.patient is not None:
        return None
    made: list[Effect] = []
    for item in items:
        first, *rest = item.effects if isinstance(item, Steps) else (item,)
        if not isinstance(first, Act):
            return None
        made += [Act(replace(opened.clause, patient=first.clause.patient, facts=(), span=first.clause.span)), *rest]
    return Steps(tuple(made))


def _whole_instead(steps: list[Effect]) -> Effect:
    """The steps in order; “instead” at the first or last of them is said of all."""
    ends = len(steps) > 1 and (is_instead(steps[0]) or is_instead(steps[-1]))
    if not ends or any(is_instead(one) for one in steps[1:-1]):
        return in_order(steps)
    return Instead(in_order([one.effect if isinstance(one, Instead) and not one.amends else one for one in steps]))


def _all_lasting(steps: list[Effect]) -> list[Effect]:
    """“It can't attack or defend this turn”: how long is said of all that is in force, not of the last alone."""
    last = steps[-1] if steps else None
    if not isinstance(last, Lasting):
        return steps
    place = len(steps) - 1
    while place and isinstance(steps[place - 1], Forbid | Allow | Oblige | Gain | Modify):
        place -= 1
    return [*steps[:place], Lasting(in_order([*steps[place:-1], last.effect]), last.until)]
