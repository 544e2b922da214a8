"""Sentences of one ability → its cost and effect, each word in a node of the tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, NamedTuple

from judge.cardtext.ability_in_reading import AbilityInReading, Part
from judge.cardtext.card_words import CardWords, is_number
from judge.cardtext.clause_meaning import clause_of
from judge.cardtext.condition_reader import CIRCUMSTANCES, EDGES, Circumstance, Conditions
from judge.cardtext.construct_starts import Start, Starts
from judge.cardtext.effect_modifiers import (
    avoidable,
    bounded,
    for_each,
    in_order,
    is_instead,
    narrowed,
    or_else,
    repeated,
    restricted,
    with_amount,
    with_clause,
    with_x,
)
from judge.cardtext.effect_nodes import Nodes
from judge.cardtext.english import NUMBERS, ORDINALS, POSSESSIVE, SENTENCE_ENDS
from judge.cardtext.lexer import NOTHING, THIS, Lexeme
from judge.cardtext.parsed_phrases import NounPhrase, ParsedClause, carried, denied, others
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
    Span,
    Then,
    TriggerTree,
    Unless,
    While,
    whom_against,
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
_TIMES = frozenset(["when", "whenever", "after", "before"])
"""Words that always open a moment to wait for."""
_OPENS_DURATION = frozenset(["this", "until", "for", "during"])
"""Words with which what says how long something lasts may open besides the table's phrases."""
_REMINDS = ("when", "after", "each time", "this", "it", "the", "you")
"""How a reminder of what a keyword means begins."""
_SHARING = frozenset(["to", "from", "on", "against"])
"""Prepositions that may share their object with another deed."""
_AS_THOUGH: tuple[tuple[str, ...], ...] = (("as", "if"), ("as", "though"), ("even", "if"), ("even", "in"))
_BULLETS = {"•", "-", "–", "—"}
_AFTER_LABEL = ("-", "–", "—", ":")
_TO_OR_AND = ("to", "or", "and")


_MORE = {("plus",): 1, ("minus",): -1, ("increased", "by"): 1, ("reduced", "by"): -1}
"""What opens an amount that is added to the one before, or taken away."""
_GREATER = {"greater": "highest", "higher": "highest", "more": "highest", "lower": "lowest", "less": "lowest"}
"""“whichever is …”: which of two values that is."""
_COST_OPENERS = (("as", "an", "additional", "cost"), ("as", "an", "extra", "cost"), ("in", "order"), ("in order",))
_CHANGES = frozenset(["if", "unless", "for", "until", "while", "instead", "where"])
"""Words that open what changes the clauses before them."""
_FRONTED = frozenset(["if", "unless", "for", "until", "while"])
"""Those of them that may stand in front of what they change."""


_AT_MOST = ("maximum", "max", "up to")
_AT_LEAST = ("minimum", "min")
_TO_BOUND = (("up", "to", "a"), ("to", "a"))
_AFTER_BOUND = (".", ",", ";", "until", "")
"""What stands behind a bound."""
_COUNTED_NOUNS = ("card", "cards", "time", "times")
_OPENS_CONDITION = frozenset(["if", "unless", "while"])
_CONDITIONALS: dict[str, Callable[[Condition, Effect], Effect]] = {
    "if": If,
    "unless": avoidable,
    "while": While,
    "during": While,
    "except": lambda condition, effect: Unless(effect, condition=condition),
}


class _Before(NamedTuple):
    """A place in a sentence, and the clause before it with what it does."""

    effect: Effect
    said: ParsedClause | None
    at: int


@dataclass(slots=True)
class _Deeds:
    """What was read of joined clauses."""

    subject: NounPhrase | None
    first: ParsedClause | None = None
    last: ParsedClause | None = None
    steps: list[Effect] = field(default_factory=list)
    choices: list[Effect] = field(default_factory=list)
    by_commas: bool = True
    may: Noun | Literal[False] | None = False
    """Who may do it all; False where nobody is said to."""

    @property
    def is_to(self) -> bool:
        """Whether the first is “… to do something”, as may be those joined to it."""
        return self.first is not None and self.first.infinitive is not None

    def is_denied(self, *, in_force: bool) -> bool:
        """Whether “or” joins what cannot be done either, or, of a constant, what must be done as well."""
        denying = ("cannot", "must") if in_force else ("cannot",)
        return self.last is not None and self.last.group.modal in denying

    def take_may(self, said: ParsedClause) -> None:
        """Let “may” of the first clause be said of all."""
        if said.group.modal == "may" and self.may is False and not self.steps:
            self.may = said.chooser.noun if said.chooser is not None else None
            said.group = said.group._replace(modal=None)

    def part_alternatives(self) -> None:
        """“choose one: A, B, or C”: commas before “or” part alternatives."""
        self.choices += self.steps if self.by_commas else [in_order(self.steps)]
        self.steps = []


class AbilityReading:
    """The words of one ability being read. `quoted` reads an ability in quotation marks."""

    def __init__(
        self, pieces: Sequence[Lexeme], words: CardWords, quoted: Callable[[Sequence[Lexeme]], object | None]
    ) -> None:
        self.r = AbilityInReading(pieces, words)
        self.conditions = Conditions(self.r)
        self.triggers = Triggers(self.r, self.conditions)
        self.nodes = Nodes(self.r, quoted)
        self._shared: ParsedClause | None = None
        """The clause whose verb the next one may share across a condition."""

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
            if begin < stop and self._opens_list(begin, stop):
                self._close_options(effects, options)
                close = stop - (self.r.s.pieces[stop - 1].lower == ":")
                whole = self._under_which_all(begin, close)
                if whole is None:
                    opened = begin, close
                else:
                    effects.append(whole)
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
        for place in self._marks(at, end):
            quoted, depth = nesting(pieces[place].lower, quoted, depth)
            opens = self._opens_item(place, at, end, quoted)
            if opens is not None and place >= first:
                if place > first:
                    found.append((first, place, is_option))
                first, is_option = opens, 1
            elif not quoted and not depth and self._ends_sentence(place, end) and not self._parts_options(first, place):
                if place > first:
                    found.append((first, place, is_option))
                first = place + 1
                is_option = 2 if is_option and first < end and pieces[first].new != "\n" else 0
        if first < end:
            found.append((first, end, is_option))
        return found

    def _marks(self, at: int, end: int) -> list[int]:
        """Where sentences and items may part: at the first piece, and at what is no word."""
        pieces = self.r.s.pieces
        return [place for place in range(at, end) if pieces[place].sort != "word" or place == at]

    def _opens_list(self, begin: int, stop: int) -> bool:
        """“If that card is:”, “While it is attached to •”: a condition that each item of a list ends."""
        pieces = self.r.s.pieces
        if pieces[begin].lower not in ("if", "while"):
            return False
        return pieces[stop - 1].lower == ":" or (stop < len(pieces) and pieces[stop].lower == "•")

    def _under_which_all(self, begin: int, close: int) -> Effect | None:
        """“If you are in hero form: • Draw 1 card. • Ready an ally.”: the condition of all items, where each is a deed
        and none ends the condition."""
        s, outer = self.r.s, self.r.s.end
        first = next((at + 1 for at in range(close, min(close + 3, outer)) if s.pieces[at].lower in _BULLETS), None)
        deed = self.r.g.clause(first) if first is not None else None
        if first is None or deed is None or s.low(deed[1]) in _AFTER_LABEL or s.pieces[first].sort == "icon":
            return None
        missed, s.end = len(self.r.unread), close
        found = self.conditions.condition(begin + 1)
        s.end = outer
        if found is None or found[1] < close or len(self.r.unread) > missed:
            del self.r.unread[missed:]
            return None
        return _CONDITIONALS[s.low(begin)](found[0], Steps(()))

    def _opens_item(self, place: int, at: int, end: int, quoted: bool) -> int | None:
        """Where the words of an item begin that opens here: “• Draw 1 card”, “[tech]: …”, and in words “Tech: …”."""
        pieces = self.r.s.pieces
        piece = pieces[place]
        if piece.lower in _BULLETS and (piece.new == "\n" or piece.lower == "•") and not quoted:
            return place + 1
        is_icon = piece.sort == "icon"
        if not is_icon and (place != at or not piece.is_capital or piece.sense is not NOTHING):
            return None
        if (piece.new != "\n" and place != at) or place + 1 >= end:
            return None
        return place if pieces[place + 1].lower in (_AFTER_LABEL if is_icon else (":",)) else None

    def _parts_options(self, first: int, place: int) -> bool:
        """Whether a semicolon parts what is to be chosen from: “choose one: draw 1 card; or …”."""
        pieces = self.r.s.pieces
        if pieces[place].lower != ";":
            return False
        lead = [piece.lower for piece in pieces[first : min(first + 12, place)]]
        return ":" in lead and bool({"choose", "chooses"} & set(lead))

    def _ends_sentence(self, place: int, end: int) -> bool:
        pieces = self.r.s.pieces
        if pieces[place].lower not in SENTENCE_ENDS and pieces[place].lower != ";":
            return False
        return place + 1 == end or pieces[place + 1].new != "" or pieces[place + 1].lower in ('"', ")", "(")

    def _option(self, at: int, end: int) -> Effect:
        """One item of a list, its label (“[energy] —”, “Tough -”) a condition."""
        s = self.r.s
        if s.low(at) == "(" and s.low(at + 1) in self.r.words.labels and s.low(at + 2) == ")":
            at += 3  # “• (attack) Deal 4 damage to an enemy.”
            at += s.low(at) == ":"
        behind = range(at + 1, min(at + 4, end))
        label = next((place for place in behind if s.pieces[place].lower in (*_AFTER_LABEL, "→")), None)
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
            (place for place in range(first, min(first + 8, stop)) if pieces[place].lower in (",", *_AFTER_LABEL, "→")),
            None,
        )
        if part is None:
            effects.append(self.r.miss(first, stop))
            return
        comma = pieces[part]._replace(text=",", lower=",", sort="mark")
        rest = list(pieces[part + 1 : stop])
        if rest and rest[0].is_capital and rest[0].sense is not NOTHING and rest[0].sense is not THIS:
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
        if isinstance(opened, If | While) and opened.effect == Steps(()):
            effects[-1] = replace(opened, effect=in_order(options))
            options.clear()
            return
        if opened is not None and (each := _as_listed(opened, options)) is not None:
            effects[-1] = each
            options.clear()
            return
        if effects or len(options) == 1 or all(isinstance(one, If) for one in options):  # “Make these attacks: …”: all
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
        whole = self._with_shared_object(at, end)
        if whole is not None:
            with self.r.of(whole):
                self._sentence(0, len(whole), effects)
            s.end = outer
            return
        link, at = self._link(at)
        bracket = self._remark(at, end) if s.low(at) == "(" else None
        effect, at = (bracket, end) if bracket is not None else self._statement(at)
        if at < end and any(piece.is_word for piece in s.pieces[at:end]):
            effect = in_order([effect, self.r.miss(at, end)])
        s.end = outer
        if link is not None and effects:
            effects.append(link(effects.pop(), effect))
        else:
            effects.append(effect)

    def _with_shared_object(self, at: int, end: int) -> list[Lexeme] | None:
        """“deal 2 damage to, or remove 2 threat from, a card”: each with the object that both share; None elsewhere."""
        s = self.r.s
        for place in range(at + 1, end - 4) if not _SHARING.isdisjoint(s.lowers[at + 1 : end - 4]) else ():
            if s.low(place) not in _SHARING:
                continue
            comma = s.low(place + 1) == ","
            joint = s.low(place + 1 + comma)
            if joint not in ("or", "and") or "base" not in s.at(place + 2 + comma).sense.roles:
                continue
            other = self._shares_behind(place + 2 + comma, end, comma)
            found = self.r.g.noun(other + 1 + comma) if other else None
            if found is None:
                return None
            shared = list(s.pieces[other + 1 + comma : found[1]])
            again = shared if joint == "or" else [shared[0]._replace(text="it", lower="it", sort="word", sense=NOTHING)]
            deeds = [*s.pieces[at : place + 1], *shared, *s.pieces[place + 1 + comma : other + 1]]
            return [*deeds, *again, *s.pieces[found[1] : end]]
        return None

    def _shares_behind(self, at: int, end: int, comma: bool) -> int:
        """Where the second of two prepositions or verbs stands that share an object; 0 where none does."""
        s = self.r.s
        for place in range(at, min(end, at + 10)):
            if comma and s.low(place + 1) == ",":
                return place if s.low(place) in _SHARING or "base" in s.at(place).sense.roles else 0
            if not comma and s.low(place) in _SHARING:
                return place
        return 0 if comma else at

    def _link(self, at: int) -> tuple[Callable[[Effect, Effect], Effect] | None, int]:
        """“Then,”, “Otherwise”, “If not,”, “If so,”: how a sentence goes on from the last, and where it begins."""
        s = self.r.s
        link: Callable[[Effect, Effect], Effect] | None = None
        at += s.low(at) == "[star]"
        if s.lows(at, 3) == ("after", "doing", "so"):
            link, at = Then, at + 3
        elif s.low(at) in ("then", "otherwise"):
            link, at = Then if s.low(at) == "then" else or_else, at + 1
        elif s.lows(at, 2) in (("if", "not"), ("if", "so")) and s.low(at + 2) == ",":
            link, at = or_else if s.low(at + 1) == "not" else None, at + 2
        return link, at + (s.low(at) == ",")

    def _remark(self, at: int, end: int) -> Effect | None:
        """A sentence in brackets that is a remark: “(shuffle.)”, “(see rulebook page 5.)”."""
        close = next((place for place in range(at, end) if self.r.s.pieces[place].lower == ")"), None)
        if close is None or any(piece.is_word for piece in self.r.s.pieces[close + 1 : end]):
            return None
        return self._bracket(at + 1, close)

    def _statement(self, at: int, depth: int = 0) -> tuple[Effect, int]:
        """An effect with what stands before it: “If …,”, “Until …,”, “For each …,”."""
        if depth > 6:
            return self.r.miss(at, self.r.s.end), self.r.s.end
        for read in _BEFORE.at(self.r.s.at(at), self.r.words.durations):
            found = read(self, at, depth)
            if found is not None:
                return found
        return self._choice(at) or self._whoever(at) or self._again(at) or self._deeds(at)

    def _for_duration(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“Until the end of the round, …”."""
        lasting = self._duration(at)
        if lasting is None:
            return None
        until, end = lasting
        effect, end = self._statement(end + (self.r.s.low(end) == ","), depth + 1)
        return Lasting(effect, until), end

    def _after_fact(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“Instead, …”, “Instead of attacking, …”; what other such words say holds of the effect anyhow."""
        s = self.r.s
        if s.lows(at, 2) == ("instead", "of"):
            replaced = self._instead_of(at + 2)
            if replaced is None or s.low(replaced[1]) != ",":
                return None
            effect, end = self._statement(replaced[1] + 1, depth + 1)
            return Instead(effect, replaced[0]), end
        if s.low(at) == "instead" and (s.low(at + 1) == "," or not s.at(at + 1).sense.roles):
            effect, end = self._statement(at + 1 + (s.low(at + 1) == ","), depth + 1)
            return Instead(effect), end
        if s.low(at + 1) != ",":
            return None
        fact = s.at(at).sense.fact
        return self._statement(at + 2, depth + 1) if fact and fact != "instead" else None

    def _under_condition(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“If …,”, “While …,”, “As long as …,”, “Unless …,”."""
        s = self.r.s
        lower = s.low(at)
        if lower == "as" and s.lows(at + 1, 2) == ("long", "as"):
            return self._conditional(at + 2, depth, While)
        make = _CONDITIONALS.get(lower) if lower in _OPENS_CONDITION else None
        return self._conditional(at, depth, make) if make is not None else None

    def _repeated(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“For each player, …”."""
        s = self.r.s
        if s.low(at + 1) not in ("each", "every"):
            return None
        found = self.r.g.noun(at + 1)
        if found is None or s.low(found[1]) != ",":
            return None
        counted = self.r.mentions.bound(found[0].noun)
        effect, end = self._statement(found[1] + 1, depth + 1)
        return repeated(effect, counted), end

    def _delayed(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“After this attack, …”, “Each time you draw a card, …”."""
        s, timed = self.r.s, self._timed(at)
        if timed is None:
            return None
        word, inner = timed
        tree, end = self.triggers.trigger(inner, s.end, word)
        if end >= s.end:
            return Delayed(tree, Steps(())), end
        effect, end = self._statement(end, depth + 1)
        return Delayed(tree, effect, once=s.low(at) not in ("each", "whenever", "each time")), end

    def _in_moment(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“During your turn, …”, “In expert mode, …”."""
        found = self._moment_condition(at) if depth < 4 else None
        if found is None:
            return None
        effect, end = self._statement(found[1], depth + 1)
        return While(found[0], effect), end

    def _added_cost(self, at: int, depth: int) -> tuple[Effect, int] | None:
        """“As an additional cost to thwart this scheme, …”, “In order for Rex to attack or thwart, …”."""
        g, s = self.r.g, self.r.s
        opened = s.opener(at, _COST_OPENERS)
        if not opened:
            return None
        at += len(opened)
        payer = g.noun(at + 1, subject=True) if s.low(at) == "for" else None
        clauses, at = self._deeds_that_cost(payer[1] if payer else at, payer[0] if payer else None)
        during = self.conditions.condition(at + 1, moment=True) if clauses and s.low(at) == "during" else None
        at = during[1] if during is not None else at
        if not clauses or s.low(at) != ",":
            return None
        effect, at = self._statement(at + 1, depth + 1)
        costs = in_order([AddedCost(clause, effect) for clause in clauses])
        return (While(during[0], costs) if during is not None else costs), at

    def _deeds_that_cost(self, at: int, payer: NounPhrase | None) -> tuple[list[Clause], int]:
        """“to attack, thwart, or defend”: what costs more, and where that ends; nothing where one is no deed."""
        g, s = self.r.g, self.r.s
        clauses: list[Clause] = []
        while s.low(at) in _TO_OR_AND or (s.low(at) == "," and {"or", "and"} & {s.low(at + 1), s.low(at + 3)}):
            first = at + 1
            while s.low(first) in _TO_OR_AND:
                first += 1
            found = g.clause(first, subject=payer)
            clause = self.nodes.clause(found[0], self.r.span(first, found[1])) if found is not None else None
            if found is None or clause is None:
                return [], at
            clauses, at = [*clauses, clause], found[1]
        return clauses, at

    def _again(self, at: int) -> tuple[Effect, int] | None:
        """“do this again”, “do so again”: the effect is repeated."""
        s, repeat = self.r.s, self.r.words.senses.get("repeat")
        frame = repeat.verb.frame if repeat is not None and repeat.verb is not None else None
        if frame is None or s.low(at) != "do" or s.low(at + 1) not in ("this", "so") or s.low(at + 2) != "again":
            return None
        span = self.r.span(at, at + 3)
        effect = Noun("that", kinds=("effect",), antecedent="event", span=span)
        return Act(Clause(frame.event, patient=effect, thing="effect", span=span)), at + 3

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

    def _bare_duration(self, at: int) -> tuple[str, int] | None:
        """“this attack” at the end of a sentence."""
        bare = self.r.g.noun(at)
        ends = bare is not None and bare[1] >= self.r.s.end and bare[0].id in self.r.words.thing_events
        return (bare[0].id or "", bare[1]) if bare is not None and ends else None

    def _duration(self, at: int) -> tuple[str, int] | None:
        """“this turn”, “until the end of the round”, “for this use”: how long, and where that ends."""
        g, s, words = self.r.g, self.r.s, self.r.words
        lower = s.low(at)
        if lower in words.durations:
            return words.durations[lower], at + 1
        if lower == "this":
            return self._bare_duration(at)
        place = g.event_begins(at) or (at + 1 if lower == "until" else None)
        if place is not None and s.low(place) in words.durations:
            return words.durations[s.low(place)], place + 1  # “for the rest of this phase”
        found = g.noun(place) if place is not None else None
        if found is None or (lower == "during" and s.low(found[1]) == ","):
            return None
        lasts = self._as_long_as(found[0], until=lower == "until")
        return (lasts, found[1]) if lasts is not None else None

    def _as_long_as(self, phrase: NounPhrase, *, until: bool) -> str | None:
        """How long it lasts by the event that a phrase names; None where it names none that one can await."""
        if "next" in phrase.noun.states:
            if not until:
                return None  # “for your next attack”: once that begins
            if phrase.id in self.r.words.thing_events:
                return f"next-{phrase.id}"
        narrowed = any(whom_against(one) is None for one in phrase.noun.having)  # “the round in which it came”
        return phrase.id or "" if self._is_event(phrase) and not narrowed else None

    def _is_event(self, phrase: NounPhrase) -> bool:
        return phrase.id in self.r.words.thing_events or (phrase.noun.antecedent == "event" and bool(phrase.noun.kinds))

    def _timed(self, at: int) -> tuple[str, int] | None:
        """A word that opens a moment to wait for, and where that begins."""
        s = self.r.s
        lower = s.low(at)
        if lower in _TIMES:
            return _TRIGGER_WORDS[lower], at + 1
        if lower == "at" and (s.low(at + 1) in EDGES or s.low(at + 2) in EDGES):
            return "at", at + 1
        if lower == "each" and s.low(at + 1) == "time" and s.at(at + 2).is_word:
            return "when", at + 2
        if lower == "the" and s.low(at + 1) in ORDINALS and s.low(at + 2) == "time":
            return "when", at + 3
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
        if found is None or not (s.low(found[1]) == "," or (s.low(found[1]) == "you" and s.is_finite(found[1] + 1))):
            return None
        phrase, end = found
        event = "mode" if phrase.id == "mode" else "during"
        return Condition(
            Clause(event, thing=phrase.name or phrase.id, patient=self.r.mentions.bound(phrase.noun)),
            text=self.r.text(at, end),
            span=self.r.span(at, end),
        ), end + (s.low(end) == ",")

    def _conditional(self, at: int, depth: int, make: Callable[[Condition, Effect], Effect]) -> tuple[Effect, int]:
        """“If …, effect”."""
        s = self.r.s
        found = self.conditions.condition(at + 1, fronted=True)
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
        if s.low(at) in ("choose", "chooses") or s.low(at + 1) == "chooses":
            place = at + 1
            while place < min(at + 9, s.end) and s.low(place) != ":":
                place += 1
            if place >= s.end and place - at <= 6 and self._chooses_of_list(at, place):
                return Choose((), self._number_chosen(at)), place
            if s.low(place) == ":" and place - at <= 8:
                effect, end = self._deeds(place + 1)
                chosen = effect if isinstance(effect, Choose) else Choose((effect,))
                return replace(chosen, number=self._number_chosen(at)), end
        return self._deeds(at + 1) if s.low(at) == "either" else None

    def _number_chosen(self, at: int) -> int:
        """How many options “choose two” takes."""
        said = next((one for one in self.r.s.lows(at + 1, 3) if one in NUMBERS or is_number(one)), "1")
        return NUMBERS[said] if said in NUMBERS else int(said)

    def _chooses_of_list(self, at: int, end: int) -> bool:
        """“Choose one”, “Choose two of the following”."""
        s = self.r.s
        if s.low(at + 2) == "of" and s.lows(at + 3, 2) != ("the", "following"):
            return False
        one = s.low(at + 1) in ("one", "two", "", "either", "1", "2")
        return one or s.low(end - 1) in ("one", "following", "two")

    def _deeds(self, at: int, subject: NounPhrase | None = None) -> tuple[Effect, int]:
        """Clauses joined by “and”, “or”, “then”, with what follows them: “if …”, “unless …”, “for each …”; the first
        without a subject of its own shares `subject`.
        """
        s = self.r.s
        read = _Deeds(subject, last=self._shared)
        self._shared = None
        for _ in range(24):
            known, at = self._deed(read, at)
            if not known:
                if s.low(at) != "," or at + 1 >= s.end or read.choices:
                    break
                at += 1
                continue
            joint, at = self._next_joint(read, at)
            if joint is None:
                break
            changes = self._is_fronted(at)
            if joint == "or" and not read.is_denied(in_force=self.r.in_force) and not changes:
                read.part_alternatives()
            elif joint == "then" or changes or self._timed(at) is not None:
                at = self._last_deed(read, joint, at)
                break
            at += s.low(at) == "to" and read.is_to
            read.by_commas = read.by_commas and joint == ","
        return self._joined(read), at

    def _is_fronted(self, at: int) -> bool:
        """Whether what changes the deeds behind it stands before them: “if …”, “this turn, …”."""
        s = self.r.s
        return s.low(at) in _FRONTED or (s.low(at) in self.r.words.durations and s.low(at + 1) == ",")

    def _joined(self, read: _Deeds) -> Effect:
        """All that was read as one effect: who may do it, and what is to be chosen from."""
        effect = _whole_instead(_all_lasting(read.steps))
        if read.choices:
            effect = Choose((*read.choices, effect), chooser=self._chooser(read.first))
        forbids = isinstance(effect.effect if isinstance(effect, Unless) else effect, Forbid)
        if read.may is not False and not forbids:
            chooser = self.r.mentions.bound(read.may)
            effect = May(effect, None if chooser is None or chooser.head == "you" else chooser)
        return effect

    def _deed(self, read: _Deeds, at: int) -> tuple[bool, int]:
        """Read one of the clauses; whether it was one, and where it ends."""
        g, first = self.r.g, at
        at += self.r.s.low(at) == "either"
        found = g.clause(at, subject=read.subject) or (g.gapped(read.last, at) if read.last is not None else None)
        if found is None:
            amended = self._amended(at) or self._keyword(at) or self._gained_besides(at)
            at = amended[1] if amended is not None else max(self.r.comma(at), at + 1)
            read.steps.append(amended[0] if amended is not None else self.r.miss(first, at))
            return amended is not None, at
        said, at = found
        carried(said, read.last)
        denied(said)
        if said.subject is None and said.group.role == "s" and not read.steps:
            said.subject = NounPhrase(Noun("this"))  # “Enters play with 3 counters on it.”
        read.last = said if said.infinitive is None else None
        read.first = read.first or said
        read.subject = said.subject if said.subject is not None else read.subject
        read.take_may(said)
        effect, at = self._behind(self.nodes.effect_of(said, at), said, at)
        read.steps.append(self._of_none_else(effect, said, first, at) if self.r.in_force else effect)
        return True, at

    def _of_none_else(self, effect: Effect, said: ParsedClause, first: int, at: int) -> Effect:
        """“can only be attacked by allies”, where no circumstance behind it takes up the “only”."""
        deed = effect.effect if isinstance(effect, May) else effect
        if not isinstance(deed, Act | Allow) or "only" not in said.group.adverbs:
            return effect
        changed = narrowed(effect, said) if not self.r.s.at(at).is_word else None
        return changed if changed is not None else in_order([effect, self.r.miss(first, at)])

    def _next_joint(self, read: _Deeds, at: int) -> tuple[str | None, int]:
        """What joins the next clause, behind what changes those before: “draw 1 card, and if …”; what a comma closes
        changes the next: “draw 1 card and, if …, ready an ally”."""
        joint, behind = self._joint(at)
        if joint is not None and joint != "then" and self.r.s.low(behind) in _CHANGES:
            missed = len(self.r.unread)
            effect, end = self._behind(in_order(read.steps), read.first, behind)
            closes = self.r.s.low(end) == "," and end + 1 < self.r.s.end
            if closes and (joint != "," or self._joint(end)[0] == ","):
                del self.r.unread[missed:]
                return joint, behind
            read.steps = [effect]
            joint, behind = self._joint(end)
            at = end
        return joint, behind if joint is not None else at

    def _last_deed(self, read: _Deeds, joint: str, at: int) -> int:
        """Read what ends the clauses, a sentence of its own: “then …”, “and if …, …”; where it ends."""
        sense, subject = self.r.s.at(at).sense, read.subject
        if joint != "then":
            self._shared = read.last
            inner, at = self._statement(at, 3)
            if (
                joint == "or" and isinstance(inner, If) and inner.otherwise is None
            ):  # “to it or, if it is ready, to you”
                read.steps = [replace(inner, otherwise=in_order(read.steps))]
            elif isinstance(inner, Delayed) and inner.effect == Steps(()):  # “draw 1 card, after this phase”
                read.steps = [replace(inner, effect=in_order(read.steps))]
            else:
                read.steps.append(inner)
            return at
        if read.last is not None and self.r.g.gapped(read.last, at) is not None:
            begun = _Deeds(subject, last=read.last)
            _, at = self._deed(begun, at)
            read.steps = [Then(in_order(read.steps), in_order(begun.steps))]
            return at
        shares = subject is not None and "s" in sense.roles and not sense.is_noun
        inner, at = self._deeds(at, subject) if shares else self._statement(at, 3)
        read.steps = [Then(in_order(read.steps), inner)]
        return at

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
        return in_order(self.nodes.all_gained(Noun("this"), found[0])), found[1]

    def _gained_besides(self, at: int) -> tuple[Effect, int] | None:
        """“+1 THW while thwarting” behind “+1 ATK while attacking”: what the one who gained that gains too."""
        found = self.r.g.noun(at) if self.nodes.last_modify is not None else None
        if found is None or self.nodes.last_modify is None or not (found[0].sign and found[0].sort == "stat"):
            return None
        gained = self.nodes.all_gained(self.nodes.last_modify.who, found[0])
        return self._behind(in_order(gained), None, found[1]) if len(gained) == len(found[0].each) else None

    def _joint(self, at: int) -> tuple[str | None, int]:
        """What joins the next clause (a bare comma is one), and where that begins."""
        s = self.r.s
        joint = None
        place = at
        for _ in range(4):
            lower = s.low(place)
            if lower in (",", ";", "but", ":"):
                joint = joint or ("," if lower in (",", ";") else "and")
            elif lower in ("and", "or"):
                joint = lower
            elif lower == "plus":
                joint = "and"
            elif lower == "then":
                joint = "then"
            elif lower == "and/or":
                joint = "or"
            elif lower != "else" or joint != "or":
                break
            place += 1
        return (joint, place) if joint and place < s.end else (None, at)

    def _behind(self, effect: Effect, said: ParsedClause | None, at: int) -> tuple[Effect, int]:
        """What stands behind a clause and changes it."""
        for _ in range(6):
            before, found = _Before(effect, said, at), None
            for read in _CHANGED.at(self.r.s.at(at), self.r.words.durations):
                found = read(self, before)
                if found is not None:
                    break
            if found is None or found[1] == at:
                break
            effect, at = found
        return effect, at

    def _lasts(self, before: _Before) -> tuple[Effect, int] | None:
        """“this turn”; of “cancel this combat” what is cancelled."""
        effect, _, at = before
        lasting = self._duration(at)
        if lasting is None:
            return self._next_time(before)
        until, end = lasting
        if effect == Cancel(None) and self.r.s.low(at).startswith("this "):
            return Cancel(Noun("class", (until,), span=self.r.span(at, end)), until), end
        return Lasting(effect, until), end

    def _next_time(self, before: _Before) -> tuple[Effect, int] | None:
        """“for its next attack”, “for the next attack you make”: once that begins, for as long as it goes on."""
        s = self.r.s
        owned = s.low(before.at + 1) in ("your", "the") or s.low(before.at + 1) in POSSESSIVE
        found = self.r.g.noun(before.at + 1) if s.low(before.at) == "for" and owned else None
        if found is None or "next" not in found[0].noun.states or found[0].id not in self.r.words.thing_events:
            return None
        whose = self.r.mentions.bound(_owner(found[0].noun.whose, before.said))
        span = self.r.span(before.at, found[1])
        event = Clause(self.r.words.thing_events[found[0].id or ""], agent=whose, span=span)
        told = [one.clause for one in found[0].noun.having]
        if told and (len(told) > 1 or told[0] is None):
            return None
        event = self.r.mentions.in_clause(told[0]) if told and told[0] is not None else event
        waited = TriggerTree("when", False, (event,), text=self.r.text(before.at + 1, found[1]), span=span)
        return Delayed(waited, Lasting(before.effect, found[0].id or "")), found[1]

    def _passed_over(self, before: _Before) -> tuple[Effect, int] | None:
        """“if able”, “, rounded up”; the comma before “where X is …”."""
        effect, _, at = before
        s = self.r.s
        comma = s.low(at) == ","
        if s.lows(at + comma, 2) == ("if", "able"):
            return effect, at + comma + 2
        if comma and s.at(at + 1).sense.aside and s.at(at + 1).sense.verb is None:
            return in_order([effect, Note(s.at(at + 1).lower, self.r.span(at + 1, at + 2))]), at + 2
        return (effect, at + 1) if comma and s.low(at + 1) == "where" else None

    def _as_though(self, before: _Before) -> tuple[Effect, int] | None:
        """“as if …”, “as though …”, “even if …”, “even in …”, “regardless of its cost”."""
        effect, _, at = before
        s = self.r.s
        at += s.lows(at, 2) == (",", "regardless")
        words = s.lows(at, 2)
        apart = self.r.g.noun(at + 2) if words == ("regardless", "of") else None
        if apart is not None:
            aspect = Condition(Clause("is", to=self.r.mentions.bound(apart[0].noun)))
            changed = with_clause(effect, even_if=self.conditions.as_said(aspect, at, apart[1]))
            return (changed, apart[1]) if changed is not None else (effect, at)
        if words not in _AS_THOUGH:
            return None
        found = self.conditions.condition(at + (2 if words != ("even", "in") else 1))
        if found is None:
            return effect, at
        condition, end = found
        changed = with_clause(effect, as_if=condition) if words[0] == "as" else with_clause(effect, even_if=condition)
        return (changed, end) if changed is not None else (effect, at)

    def _if_behind(self, before: _Before) -> tuple[Effect, int] | None:
        """“if …”, “unless …”, “while …”, “during …”, “except by …”, “until …”."""
        effect, said, at = before
        if self.r.s.low(at) == "until":
            return self._until(effect, at)
        subject = said.subject if said is not None else None
        found = self.conditions.circumstance(at, subject)
        if found is None:
            return None
        if said is not None and "only" in said.group.adverbs:
            return self._restricted(before, found)
        cause = found.condition.clause if found.bears == "except" else None
        doer = cause.source if cause is not None and cause.event == "from" and self.r.s.low(at + 1) == "by" else None
        if isinstance(effect, Forbid) and doer is not None and not set(doer.kinds) & self.r.words.thing_events.keys():
            return Forbid(replace(effect.clause, agent=others(doer)), effect.beyond), found.end
        if found.bears == "except" and not self._is_circumstance(found):
            return None
        return _CONDITIONALS[found.bears](found.condition, effect), found.end

    def _until(self, effect: Effect, at: int) -> tuple[Effect, int]:
        """“until you have no cards”: so often, and of what goes on so long."""
        until = self.conditions.until(at + 1)
        if until is None:
            return effect, at
        if isinstance(_first_of(effect), Modify | Gain | Forbid | Allow | Oblige):
            return Unless(effect, condition=until[0]), until[1]
        return Repeat(effect, Amount("until"), until[0]), until[1]

    def _only(self, before: _Before) -> tuple[Effect, int] | None:
        """“only while attacking”, “but only during your turn”, “and only with basic thwarts”."""
        said, at, s = before.said, before.at, self.r.s
        begin = at + (s.low(at) == ",")
        begin += s.low(begin) in ("and", "but")
        if s.low(begin) != "only":
            return None
        found = self.conditions.circumstance(begin + 1, said.subject if said is not None else None, cause=True)
        return self._restricted(before, found) if found is not None and self._is_circumstance(found) else None

    def _is_circumstance(self, found: Circumstance) -> bool:
        """Whether it tells when or by what event; “only with you” tells with whom, which is a part of the clause."""
        source = found.condition.clause.source if found.condition.clause is not None else None
        return source is None or not {*self.r.words.thing_events, *self.r.words.referring}.isdisjoint(source.kinds)

    def _restricted(self, before: _Before, found: Circumstance) -> tuple[Effect, int]:
        """What is so at certain times alone."""
        changed = restricted(before.effect, found.asked, in_force=self.r.in_force)
        return (changed, found.end) if changed is not None else (before.effect, before.at)

    def _each_of(self, before: _Before) -> tuple[Effect, int] | None:
        """“for each counter here”, “per card there”, “where X is its ATK”, “, X being its ATK”."""
        effect, _, at = before
        s = self.r.s
        lower, following = s.low(at), s.low(at + 1)
        if (lower == "where" and following == "x") or (lower == "," and s.lows(at + 1, 2) == ("x", "being")):
            return self._where_x(effect, at)
        if lower != "per" and (lower != "for" or following not in ("each", "every")):
            return None
        counted = self.r.g.noun(at + 1)
        if lower == "per" and counted is not None and counted[0].id in self.r.words.thing_events:
            return None  # “once per round” says how often
        return (for_each(effect, self.r.mentions.bound(counted[0].noun)), counted[1]) if counted else (effect, at)

    def _where_x(self, effect: Effect, at: int) -> tuple[Effect, int]:
        s = self.r.s
        is_said = s.low(at + 2) in ("is", "equals", "being")
        found = self.r.g.noun(at + (5 if s.lows(at + 3, 2) == ("equal", "to") else 3)) if is_said else None
        known = with_x(effect, self.r.mentions.bound(found[0].noun)) if found else None
        return (known, found[1]) if found and known is not None else (effect, at)

    def _more(self, before: _Before) -> tuple[Effect, int] | None:
        """“plus 2 for each …”, “, minus 1”, “, reduced by 4”: what is added to an amount or taken from it."""
        effect, _, at = before
        s = self.r.s
        begin = at + (s.low(at) == ",")
        words = s.opener(begin, _MORE)
        found = self.r.g.noun(begin + len(words)) if words else None
        if found is None or (words == ("plus",) and s.low(found[1]) in _SHARING):
            return None  # “plus 1 damage to you” is done besides
        amount = found[0].amount or found[0].size
        amount = self.nodes.amount(amount) or amount
        if _MORE[words] < 0:
            if not isinstance(amount.value, int):
                return effect, at
            amount = replace(amount, value=-amount.value)
        changed = with_amount(effect, lambda one: replace(one, plus=amount))
        return (changed, found[1]) if changed is not None else (effect, at)

    def _whichever(self, before: _Before) -> tuple[Effect, int] | None:
        """“equal to your ATK or DEF, whichever is greater”."""
        effect, _, at = before
        s = self.r.s
        begin = at + (s.low(at) == ",")
        state = _GREATER.get(s.low(begin + 2)) if s.lows(begin, 2) == ("whichever", "is") else None
        if state is None:
            return None
        several: list[Noun] = []

        def of_all(amount: Amount) -> Amount:
            if amount.of is None or not (amount.of.parts or len(amount.of.kinds) > 1):
                return amount
            several.append(amount.of)
            return replace(amount, of=replace(amount.of, states=(*amount.of.states, state)))

        changed = with_amount(effect, of_all)
        return (changed, begin + 3) if changed is not None and several else (effect, at)

    def _or_if(self, before: _Before) -> tuple[Effect, int] | None:
        """“(give it 2 boost cards,) or 3 if it is stunned”: another amount, where that holds."""
        effect, said, at = before
        s = self.r.s
        begin = at + (s.low(at) == ",") + 1
        if s.low(begin - 1) != "or" or s.at(begin).sort != "number" or said is None:
            return None
        other = self.r.whole(lambda: self._amount_if(begin, s.end))
        return (in_order([effect, other]), s.end) if other is not None else (effect, at)

    def _often(self, before: _Before) -> tuple[Effect, int] | None:
        """“2 times”, “up to 3 times”, “an additional time”."""
        found = self.r.g.how_often(before.at)
        return (Repeat(before.effect, found[0]), found[1]) if found is not None else None

    def _in_place_of(self, before: _Before) -> tuple[Effect, int] | None:
        """“of drawing a card” behind “instead”."""
        effect, said, at = before
        if said is None or "instead" not in said.facts:
            return None
        found = self._instead_of(at + 1)
        if found is None:
            return effect, at
        return Instead(effect.effect if isinstance(effect, Instead) else effect, found[0]), found[1]

    def _doing(self, before: _Before) -> tuple[Effect, int] | None:
        """“, dealing 1 damage to it”."""
        effect, said, at = before
        g, begin = self.r.g, at + (self.r.s.low(at) == ",")
        sense = self.r.s.at(begin).sense
        if said is None or "ing" not in sense.roles or "past" in sense.roles or sense.state:
            return None
        group = g.group(begin)
        if group is None:
            return None
        inner, end = g._complements(ParsedClause(group, said.subject, first=begin), 0)
        return in_order([effect, self.nodes.effect_of(inner, end)]), end

    def _with_text(self, before: _Before) -> tuple[Effect, int] | None:
        """“(attach it as an upgrade with the text:) "Action: Draw 1 card."”: what it has from then on."""
        effect, said, at = before
        s = self.r.s
        begin = at + (s.low(at) in (":", ","))
        close = s.closing_quote(begin) if s.low(begin) == '"' else 0
        if not close or said is None or said.behind("as") is None or s.at(at - 1).sense.thing != "text-box":
            return None
        who = said.object or said.subject
        noun = self.r.mentions.bound(who.noun) if who is not None else None
        given = self.nodes.quoted(begin + 1, close)
        return in_order([effect, Gain(noun, ability=given)]), close + 1

    def _bounded(self, before: _Before) -> tuple[Effect, int] | None:
        """“to a maximum of 10”, “max 3”, “, maximum +3”, “to a minimum of 1”, “, up to a maximum of 3 times”."""
        effect, _, at = before
        s = self.r.s
        here = at + (s.low(at) == ",")
        opened = s.opener(here, _TO_BOUND)
        here += len(opened)
        word = " ".join(s.lows(here, 2)) if s.low(here) == "up" else s.low(here)
        if word not in _AT_MOST and word not in _AT_LEAST:
            return None
        here += len(word.split())
        here += s.low(here) == "of"
        said = s.low(here)
        value, (end, stat) = said.lstrip("+-–−"), self._bounded_noun(here + 1)
        least = word in _AT_LEAST
        if not is_number(value) or s.low(end) not in _AFTER_BOUND or (least and not is_number(said.lstrip("+"))):
            return None
        if s.low(here + 1) in ("time", "times"):
            return Repeat(effect, Amount(int(value), bound="at-least" if least else "up-to")), here + 2
        held = bounded(effect, int(value), least=least, stat=stat)
        return (held, end) if held is not None else (effect, at)

    def _bounded_noun(self, at: int) -> tuple[int, str | None]:
        """Where what a bound counts ends, and which value it is: “to a maximum of 4 additional damage”, “of +3 ATK”."""
        found = self.r.g.noun(at) if self.r.s.at(at).is_word else None
        if found is not None and found[0].is_thing and not found[0].parts:
            return found[1], found[0].id if found[0].sort == "stat" else None
        if found is not None and found[0].noun.kinds == ("card",) and found[0].noun.at is not None:
            return found[1], None  # “to a maximum of 3 cards here”
        return at + (self.r.s.low(at) in _COUNTED_NOUNS), None

    def _in_brackets(self, before: _Before) -> tuple[Effect, int] | None:
        """“(3 damage instead if …)”, “(at random if …)”; what might stand there without brackets, “(even if …)”."""
        effect, _, at = before
        s = self.r.s
        close = next((place for place in range(at, s.end) if s.low(place) == ")"), None)
        if close is None:
            return None
        changed = self.r.whole(lambda: self._changed_within(before, close))
        if changed is not None:
            return changed, close + 1
        inner = self._bracket(at + 1, close)
        if inner is not None:
            return in_order([effect, inner]), close + 1
        if isinstance(effect, Gain) and effect.keyword is not None and s.low(at + 1) in _REMINDS:
            return effect, close + 1  # “gains villainous (when it activates, …)”: what the keyword means
        return effect, at

    def _changed_within(self, before: _Before, close: int) -> Effect | None:
        """The effect as words inside brackets change it that might as well stand without; None where not all do."""
        s, begin = self.r.s, before.at + 1
        s.end, outer = close, s.end
        changed, end = self._behind(before.effect, before.said, begin)
        s.end = outer
        return changed if end > begin and self._closes(end, close) else None

    def _later(self, before: _Before) -> tuple[Effect, int] | None:
        """“at the end of the round”."""
        effect, _, at = before
        s = self.r.s
        timed = self._timed(at)
        if timed is None:
            return None
        tree, end = self.triggers.trigger(timed[1], self.r.comma(timed[1]), timed[0])
        return Delayed(tree, effect), end - (s.low(end - 1) == ",")

    def _instead_of(self, at: int) -> tuple[Clause | Noun, int] | None:
        g, s = self.r.g, self.r.s
        if "ing" in s.at(at).sense.roles or s.low(at) == "being":
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
        """“(3 threat instead if …)”, “(at random if …)”."""
        s, outer = self.r.s, self.r.s.end
        s.end = close
        tried = (self.r.whole(partial(read, self, at, close)) for read in _BRACKETED)
        inner = next((found for found in tried if found is not None), None)
        s.end = outer
        return inner

    def _amount_instead(self, at: int, close: int) -> Effect | None:
        """“3 threat instead if …”."""
        found = self._amended(at)
        return found[0] if found is not None and self._closes(found[1], close) else None

    def _amount_if(self, at: int, close: int) -> Effect | None:
        """“3 if …”, without its “instead”."""
        s = self.r.s
        found = self.r.g.noun(at) if s.at(at).sort == "number" else None
        if found is None or s.low(found[1]) != "if" or not (found[0].is_thing or found[0].sort == "number"):
            return None
        effect, condition = self._with_other_amount(found[0], self.r.span(at, found[1])), None
        if effect is not None:
            condition = self.conditions.condition(found[1] + 1)
        if effect is None or condition is None or not self._closes(condition[1], close):
            return None
        return If(condition[0], effect)

    def _in_force(self, at: int, close: int) -> Effect | None:
        """“this attack gains piercing”, “this damage cannot be prevented”: what says how it is, not a reminder of what
        follows from a rule."""
        effect, end = self._statement(at)
        kinds = (Gain, Forbid, Allow, Lasting, Steps)
        told = all(isinstance(one, kinds) for one in (effect.effects if isinstance(effect, Steps) else (effect,)))
        return effect if told and self._closes(end, close) else None

    def _keyword_of_event(self, at: int, close: int) -> Effect | None:
        """“ranged”: so is the attack of which it is said."""
        last = self.nodes.last
        found = self.r.g.noun(at) if self.r.s.at(at).sense.keyword else None
        if found is None or found[0].sort != "keyword" or not self._closes(found[1], close) or last is None:
            return None
        event = Noun("that", ("attack",), antecedent="event", span=last.span)
        return in_order(self.nodes.all_gained(event, found[0]))

    def _besides(self, at: int, close: int) -> Effect | None:
        """“and ready your hero if it was already stunned”: a deed that goes on from the one before."""
        if self.r.s.low(at) not in ("and", "then"):
            return None
        effect, end = self._statement(at + 1)
        return effect if self._closes(end, close) else None

    def _in_form(self, at: int, close: int) -> Effect | None:
        """“in any form”: in which it may be done anyhow."""
        s = self.r.s
        any_form = s.lows(at, 2) == ("in", "any") and s.at(at + 2).sense.form == "form"
        return Note(self.r.text(at, close), self.r.span(at, close)) if any_form and at + 3 >= close else None

    def _deed_instead(self, at: int, close: int) -> Effect | None:
        """“place 3 threat instead if …”."""
        found = self.r.g.clause(at)
        if found is None or "instead" not in found[0].facts or self.nodes.last is None:
            return None
        said, end = found
        effect: Effect = Instead(self.nodes.bare_effect(said, self.r.span(at, end)), amends=True)
        if self.r.s.low(end) == "if" and (condition := self.conditions.condition(end + 1)) is not None:
            effect, end = If(condition[0], effect), condition[1]
        return effect if self._closes(end, close) else None

    def _patient_instead(self, at: int, close: int) -> Effect | None:
        """“to each enemy instead if …”."""
        s, last = self.r.s, self.nodes.last
        found = self.r.g.noun(at + 1) if s.low(at) in ("from", "to", "on") else None
        if found is None or last is None or s.at(found[1]).sense.fact != "instead" or s.low(found[1] + 1) != "if":
            return None
        condition = self.conditions.condition(found[1] + 2)
        if condition is None or condition[1] < close:
            return None
        amended = Instead(Act(replace(last, patient=self.r.mentions.bound(found[0].noun))), amends=True)
        return If(condition[0], amended)

    def _note(self, at: int, close: int) -> Effect | None:
        """“see rulebook page 5”, “if able”, “if tied, you choose”: who decides between those who are equal."""
        s = self.r.s
        is_quote = s.low(at) == '"' and s.closing_quote(at) == close - 1
        is_aside = s.at(at).sense.aside and self._closes(at + 1, close)
        of_ties = any(s.low(place) in ("tie", "tied") for place in range(at, close))
        noted = s.low(at) == "see" or is_quote or is_aside or of_ties
        return Note(self.r.text(at, close), self.r.span(at, close)) if noted else None

    def _number_otherwise(self, at: int, close: int) -> Effect | None:
        """“up to 2 (instead of 1)”: how many it would be otherwise."""
        found = self.r.g.noun(at + 2) if self.r.s.lows(at, 2) == ("instead", "of") else None
        if found is None or found[0].sort != "number" or not self._closes(found[1], close):
            return None
        return Note(self.r.text(at, close), self.r.span(at, close))

    def _at_random(self, at: int, close: int) -> Effect | None:
        """“at random if …”."""
        s = self.r.s
        if s.at(at).sense.fact != "at-random" or s.low(at + 1) != "if":
            return None
        found = self.conditions.condition(at + 2)
        return If(found[0], Note("at random", self.r.span(at, close))) if found and found[1] >= close else None

    def _closes(self, at: int, close: int) -> bool:
        return at >= close or self.r.s.low(at) in SENTENCE_ENDS

    def _amended(self, at: int) -> tuple[Effect, int] | None:
        """“7 damage instead if …”: another amount for what the last clause said; “7 damage instead to each elite
        enemy”."""
        s = self.r.s
        found = self.r.g.noun(at)
        if found is None or s.at(found[1]).sense.fact != "instead":
            return None
        effect = self._with_other_amount(found[0], self.r.span(at, found[1]))
        at = found[1] + 1
        whom = self.r.g.noun(at + 1) if s.low(at) in ("to", "from", "on") else None
        if whom is not None and isinstance(effect, Instead) and isinstance(effect.effect, Act):
            patient = self.r.mentions.bound(whom[0].noun)
            effect, at = replace(effect, effect=Act(replace(effect.effect.clause, patient=patient))), whom[1]
        if effect is None or s.low(at) not in ("if", "while"):
            return (effect, at) if effect is not None else None
        condition = self.conditions.condition(at + 1)
        if condition is None:
            return None
        return (If if s.low(at) == "if" else While)(condition[0], effect), condition[1]

    def _with_other_amount(self, phrase: NounPhrase, span: Span) -> Effect | None:
        """What was said last, with another amount or about somebody else."""
        last, modified = self.nodes.last, self.nodes.last_modify
        if phrase.sort == "stat" and phrase.sign and modified is not None:
            return Instead(in_order(self.nodes.all_gained(modified.who, phrase)), amends=True)
        if last is None:
            return None
        clause = replace(last, amount=phrase.amount or last.amount, span=span)
        if not phrase.is_thing and phrase.sort == "class":
            clause = replace(clause, patient=self.r.mentions.bound(phrase.noun))
        return Instead(Act(clause), amends=True)


_BEFORE: Starts[Callable[[AbilityReading, int, int], tuple[Effect, int] | None]] = Starts(
    (
        (AbilityReading._for_duration, Start(_OPENS_DURATION, lasting=True)),
        (AbilityReading._after_fact, Start({"instead"}, {"fact"})),
        (AbilityReading._under_condition, Start({"as"} | _OPENS_CONDITION)),
        (AbilityReading._repeated, Start({"for"})),
        (AbilityReading._delayed, Start({"each", "the", "at"} | _TIMES)),
        (AbilityReading._in_moment, Start({"during", "in", "on"})),
        (AbilityReading._added_cost, Start({words[0] for words in _COST_OPENERS})),
    )
)
"""What may stand before the deeds of a sentence, in the order in which they are tried."""
_CHANGED: Starts[Callable[[AbilityReading, _Before], tuple[Effect, int] | None]] = Starts(
    (
        (AbilityReading._lasts, Start(_OPENS_DURATION, lasting=True)),
        (AbilityReading._passed_over, Start({",", "if"})),
        (AbilityReading._as_though, Start({words[0] for words in _AS_THOUGH} | {"regardless", ","})),
        (AbilityReading._if_behind, Start({"until"} | CIRCUMSTANCES)),
        (AbilityReading._only, Start({",", "and", "but", "only"})),
        (AbilityReading._each_of, Start({"per", "for", "where", ","})),
        (AbilityReading._in_place_of, Start({"of"})),
        (AbilityReading._doing, Start({","}, {"ing"})),
        (AbilityReading._more, Start({","} | {words[0] for words in _MORE})),
        (AbilityReading._whichever, Start({",", "whichever"})),
        (AbilityReading._or_if, Start({",", "or"})),
        (AbilityReading._often, Start({"any", "up", "a", "an", "x"} | NUMBERS.keys(), sorts={"number", "word"})),
        (AbilityReading._with_text, Start({":", ",", '"'})),
        (AbilityReading._bounded, Start({",", "up", "to", *_AT_MOST, *_AT_LEAST})),
        (AbilityReading._in_brackets, Start({"("})),
        (AbilityReading._later, Start({"after", "before", "when", "at", "each"})),
    )
)
"""What may stand behind a clause and change it, in the order in which they are tried; one that moves on no place ends
the clause."""
_BRACKETED: tuple[Callable[[AbilityReading, int, int], Effect | None], ...] = (
    AbilityReading._amount_instead,
    AbilityReading._amount_if,
    AbilityReading._keyword_of_event,
    AbilityReading._in_force,
    AbilityReading._besides,
    AbilityReading._in_form,
    AbilityReading._deed_instead,
    AbilityReading._patient_instead,
    AbilityReading._note,
    AbilityReading._number_otherwise,
    AbilityReading._at_random,
)
"""What brackets may say, in the order in which they are tried."""


def _first_of(effect: Effect) -> Effect:
    """The first of several effects, itself where it is one."""
    return effect.effects[0] if isinstance(effect, Steps) and effect.effects else effect


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
    if isinstance(last, Delayed) and isinstance(last.effect, Lasting):  # “for its next attack”
        *before, lasting = _all_lasting([*steps[:-1], last.effect])
        return [*before, replace(last, effect=lasting)]
    if not isinstance(last, Lasting):
        return steps
    place = len(steps) - 1
    while place and isinstance(steps[place - 1], Forbid | Allow | Oblige | Gain | Modify):
        place -= 1
    return [*steps[:place], Lasting(in_order([*steps[place:-1], last.effect]), last.until)]


def _owner(noun: Noun | None, said: ParsedClause | None) -> Noun | None:
    """Whose something is; “its” behind a clause is its subject's."""
    is_pronoun = noun is not None and noun.head == "that" and not noun.kinds
    return said.subject.noun if is_pronoun and said is not None and said.subject is not None else noun
