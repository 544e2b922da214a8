"""May it be used at all? A list of checks, each giving a refusal with its rule: in play, whose, turn, form, limit,
peril, forbidden.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from judge.ability import Ability
from judge.cardtext.tree import Act, Clause, Condition, Forbid, If, Noun, leaves
from judge.cardtext.tree import Sequence as InOrder
from judge.disputes.findings import plain
from judge.engine.active_abilities import forms_by_then, gone, other_side
from judge.engine.condition_checks import holds
from judge.engine.constants import acts_of
from judge.engine.nouns.noun_matching import elements_of
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, Event, StateChange, Truth
from judge.engine.table_elements import Ref, SubmittedAbility
from judge.rules.model import Citations, Follows, OnceRule, UseRule

REASONS = (
    "not-in-play", "unread", "no-matching-window", "wrong-turn", "wrong-player", "wrong-form", "peril", "forbidden",
    "limit-reached", "replaced", "cancelled", "prevented", "passed",
)  # fmt: skip
"""Why an ability is left out; where several apply, the first (contract, section 6)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an ability may not be used, the ability behind that, and the very rule where the reason alone does not
    tell.
    """

    reason: str
    by: Ref | None = None
    rules: Citations = ()


Check = Callable[[Position, Speaker, str, list[Assumed]], Refusal | None]


def refusal(pos: Position, speaker: Speaker, printed: str = "") -> tuple[list[Refusal], tuple[Assumed, ...]]:
    """Every reason that keeps an ability from being used now, and what was assumed where none does."""
    assumed: list[Assumed] = []
    found = [one for check in _CHECKS if (one := check(pos, speaker, printed, assumed)) is not None]
    return found, tuple(assumed)


def _gone(pos: Position, speaker: Speaker, _printed: str, _assumed: list[Assumed]) -> Refusal | None:
    stop = gone(pos, speaker.ability, speaker.event)
    if stop is None:
        return None
    key = "eliminated-cards" if speaker.ability.card.controller in pos.state.eliminated else ""
    return Refusal(stop[0], stop[1], pos.rules.cite(key) if key else ())


def _side(pos: Position, speaker: Speaker, _printed: str, assumed: list[Assumed]) -> Refusal | None:
    reason, more = other_side(pos, speaker.ability, speaker)
    assumed.extend(more)
    return Refusal(reason, None, pos.rules.features.other_side_rules) if reason is not None else None


def _plays(pos: Position, speaker: Speaker, _printed: str, _assumed: list[Assumed]) -> Refusal | None:
    """“Play only during your turn.”, “Hero form only.”, of a card that is played to be used."""
    card = speaker.ability.card
    kind = pos.rules.kinds.get(card.kind or "")
    for effect in card.text.plays if kind is not None and kind.played_to_use else ():
        clause = effect.condition.clause if isinstance(effect, If) else None
        if not isinstance(effect, If) or clause is None:
            continue
        if _is_your_turn(clause):
            if speaker.ability.you not in (None, pos.active):
                return Refusal("wrong-turn")
        elif holds(pos, effect.condition, speaker).value is False:
            return Refusal("wrong-form" if clause.event == "in-form" else "forbidden")
    return None


def _is_your_turn(clause: Clause) -> bool:
    turn = clause.patient if clause.event == "during" and clause.thing == "turn" else None
    return turn is not None and turn.whose is not None and turn.whose.head == "you"


def _use_rules(pos: Position, speaker: Speaker, _printed: str, assumed: list[Assumed]) -> Refusal | None:
    for row in pos.rules.use_rules:
        if _row_applies(pos, row, speaker):
            found = _by_row(pos, row, speaker, assumed)
            if found is not None:
                return Refusal(found[0], found[1], row.rules)
    return None


def _row_applies(pos: Position, row: UseRule, speaker: Speaker) -> bool:
    ability, event = speaker.ability, speaker.event
    if (row.at and event.occurrence.type not in row.at) or ability.timing not in row.timings:
        return False
    if row.asks_place and not _asks_place(ability):
        return False
    if row.forbids and not any(event_name in row.forbids for event_name in _forbids(ability)):
        return False
    if row.asks_others and not _asks_others(pos, ability):
        return False
    if row.begins and not _only_begins(ability, row):
        return False
    return is_about(pos, row, ability)


def _true_facts(pos: Position, event: Event, names: Iterable[str]) -> list[Truth]:
    return [fact for name in names if (fact := pos.state.fact(event, name)) and fact.value]


def _asks_place(ability: SubmittedAbility) -> bool:
    """Whether the trigger or a condition of the text speaks of “here”."""
    tree = ability.tree
    if tree is None or tree.trigger is None:
        return False
    nouns = [
        n
        for clause in tree.trigger.clauses
        for n in (clause.agent, clause.patient, clause.to, clause.origin)
        if n is not None
    ]
    return any(noun.head == "this" or (noun.at is not None and noun.at.head == "this") for noun in nouns)


def _forbids(ability: SubmittedAbility) -> Sequence[str]:
    effect = ability.tree.effect if ability.tree is not None else None
    return [one.clause.event for one in leaves(effect, InOrder) if isinstance(one, Forbid)]


def _asks_others(pos: Position, ability: SubmittedAbility) -> bool:
    """Whether the text speaks of each other player."""
    relative = set(pos.rules.features.relative_kinds)
    nouns = [n for clause in _acts(ability) for n in (clause.agent, clause.patient) if n is not None]
    return any(noun.other or relative & set(noun.kinds) for noun in nouns)


def _only_begins(ability: SubmittedAbility, row: UseRule) -> bool:
    """Whether an ability begins nothing but the events of a row."""
    clauses = _acts(ability)
    return bool(clauses) and all(
        c.event in row.begins and (row.of_kind is None or row.of_kind in _kinds(c)) for c in clauses
    )


def _kinds(clause: Clause) -> set[str | None]:
    """What a clause is about: its thing, or the sort of what it happens to."""
    return {clause.thing, *(clause.patient.kinds if clause.patient is not None else ())}


def _acts(ability: SubmittedAbility) -> Sequence[Clause]:
    return acts_of(ability.tree.effect) if ability.tree is not None else ()


def is_about(pos: Position, row: UseRule | OnceRule | Follows, ability: SubmittedAbility) -> bool:
    """Whether an ability is of the timings and on a card of the kinds that a row names, where it names any; of unknown
    kind, a card is a power where symbols pay for it.
    """
    if row.timings and ability.timing not in row.timings:
        return False
    kind = ability.card.kind
    if not row.kinds or any(kind in pos.rules.sorts_of(name) for name in row.kinds):
        return True
    unknown = kind is None and ability.ability is not None and bool(ability.ability.cost)
    return unknown and not pos.rules.kinds_with("power_of").isdisjoint(row.kinds)


def _is_given_to_bearer(pos: Position, ability: SubmittedAbility) -> bool:
    """Whether it is an ability of what its card lies on (Equipment)."""
    return ability.card.kind in pos.rules.kinds_with("gives_abilities_to_bearer")


def _by_row(pos: Position, row: UseRule, speaker: Speaker, assumed: list[Assumed]) -> tuple[str, Ref | None] | None:
    """The first of a row's conditions that does not hold."""
    ability, event = speaker.ability, speaker.event
    if row.apart is not None and any(one.key == pos.table.of(ability).key for one in event.every(row.apart)):
        return "not-in-play", None
    if row.among and not _is_among(pos, row, speaker) and not _is_lifted(pos, row, ability):
        return "no-matching-window", None
    if row.here is not None and (found := _out_of_place(pos, row, speaker, assumed)) is not None:
        return found
    if row.own_turn and _is_out_of_turn(pos, row, ability):
        return "wrong-turn", None
    if never := _true_facts(pos, event, row.never_with):
        return "forbidden", never[0].by
    return ("wrong-player", None) if _is_anothers(pos, row, speaker) else None


def _is_out_of_turn(pos: Position, row: UseRule, ability: SubmittedAbility) -> bool:
    symbols = ability.ability.symbols if ability.ability is not None else ()
    return ability.you not in (None, pos.active) and row.lifted_by not in symbols


def _is_among(pos: Position, row: UseRule, speaker: Speaker) -> bool:
    """Whether the card, or whom its ability is given to, has one of the roles that a row asks for, or had it."""
    ability, event = speaker.ability, speaker.event
    bearer = pos.bearer(ability.card) if _is_given_to_bearer(pos, ability) else None
    told = [clause.patient for clause in _acts(ability) if clause.event == row.done and clause.patient is not None]
    if told:
        there = {one.key for role in row.among for one in event.every(role)}
        named = [elements_of(pos, noun, speaker) for noun in told]
        return any(one.key in there for said in named for one in (*said.found, *said.among))
    key = (bearer or pos.table.of(ability)).key
    return key in event.withdrawn or any(key == one.key for role in row.among for one in event.every(role))


def _is_lifted(pos: Position, row: UseRule, ability: SubmittedAbility) -> bool:
    """Whether its card says that it may be used all the same: “even if he isn’t in the combat”."""
    using = (follows.begins.occurrence for follows in pos.rules.follows if is_about(pos, follows, ability))
    deeds, around = _events_beginning(pos, using), _events_beginning(pos, row.at)
    return any(
        clause.event in deeds and clause.even_if is not None and _is_about_being_in(clause.even_if, around)
        and (clause.patient is None or plain(clause.patient.name or ability.timing) == ability.timing)
        for clause in _always_so(pos, ability)
    )  # fmt: skip


def _events_beginning(pos: Position, occurrences: Iterable[str]) -> frozenset[str]:
    """The events with which any of the occurrences begins."""
    return frozenset(begun.event for name in occurrences for begun in pos.rules.occurrences[name].begun_by)


def _always_so(pos: Position, ability: SubmittedAbility) -> Iterator[Clause]:
    """Lazily, what the constant abilities on the card of an ability say."""
    for one in pos.table.abilities_of(pos.table.of(ability)):
        if one.card is ability.card and one.tree is not None and one.timing == "constant":
            yield from acts_of(one.tree.effect)


def _is_about_being_in(said: Condition, events: Collection[str]) -> bool:
    """Whether a condition is about being in one of the events: “he isn’t in the combat”."""
    to = said.clause.to if said.clause is not None else None
    return to is not None and not set(to.kinds).isdisjoint(events)


def _is_anothers(pos: Position, row: UseRule, speaker: Speaker) -> bool:
    """Whether a row leaves the use to another player."""
    you, event = speaker.ability.you, speaker.event
    who = event.one(row.by) if row.by is not None else None
    denied = event.one(row.not_by) if row.not_by is not None else None
    anothers = who is not None and you not in (None, who.player) and not _true_facts(pos, event, row.unless)
    return anothers or (denied is not None and you == denied.player)


def _out_of_place(
    pos: Position, row: UseRule, speaker: Speaker, assumed: list[Assumed]
) -> tuple[str, Ref | None] | None:
    place = speaker.event.one(row.here or "")
    own = pos.table.place_of(speaker.ability.card)
    if place is not None and own is not None and own != place.key:
        return "no-matching-window", None
    if place is None or own is None:
        assumed.append(
            Assumed(f"It was not said otherwise, so {speaker.ability.card.name} is taken to be where this happens.")
        )
    cover = _cover(pos, row.covered_by or "", own or (place.key if place else None))
    return ("forbidden", cover) if cover is not None else None


def _cover(pos: Position, kind: str, place: str | None) -> Ref | None:
    """The ability of the first card of a kind in play that lies on a place."""
    for card in pos.table.cards_of_kind(kind):
        pos.table.effort.spend(1)
        element = pos.table.of_card(card)
        if place and pos.is_in_play(element) and pos.table.place_of(card) == place:
            return next(one.ref for one in pos.table.abilities_of(element) if one.card is card)
    return None


def _form(pos: Position, speaker: Speaker, _printed: str, assumed: list[Assumed]) -> Refusal | None:
    ability = speaker.ability
    form = ability.ability.form if ability.ability is not None else None
    if form is None:
        return None
    kind = pos.rules.kinds.get(form)
    if kind is None or not kind.form:
        assumed.append(Assumed(f"“{form.replace('-', ' ')}” is taken to be the identity it is about."))
        return None
    player = ability.you or pos.acting(speaker.event)
    anybody = ability.you is None and not ability.mandatory
    players = pos.table.seats if anybody or player is None else (player,)
    forms = {form for one in players for form in forms_by_then(pos, one, speaker)}
    if form in forms:
        return None
    if None in forms:
        who = player or pos.table.seats[0]
        assumed.append(Assumed(f"{who} is taken to be in {form} form.", (StateChange("forms", who, form),)))
        return None
    return Refusal("wrong-form")


def _peril(pos: Position, speaker: Speaker, _printed: str, _assumed: list[Assumed]) -> Refusal | None:
    name = pos.rules.features.peril_fact
    if name is None or speaker.ability.mandatory:
        return None
    for outer in pos.state.around(speaker.event):
        fact = outer.facts.get(name)
        resolving = outer.one("player")
        if fact is not None and fact.value and resolving is not None and speaker.ability.user != resolving.player:
            return Refusal("peril", fact.by)
    return None


def _one_defender(pos: Position, speaker: Speaker, _printed: str, _assumed: list[Assumed]) -> Refusal | None:
    """Only one defends: what would defend after somebody else's defender is too late."""
    defense, ability = pos.rules.features.defense, speaker.ability
    if defense is None or not any(label.defends for label in pos.labels(ability)):
        return None
    attack = pos.state.within(speaker.event, defense.occurrence)
    defender = attack.one(defense.role) if attack is not None else None
    if attack is None or defender is None or not attack.roles.get(defense.role):
        return None
    if (defender.player or pos.controller(defender)) == ability.you:
        return None
    fact = pos.state.fact(attack, defense.fact)
    return Refusal("limit-reached", fact.by if fact else None, pos.rules.cite("one-defender"))


def _bounded(pos: Position, speaker: Speaker, _printed: str, _assumed: list[Assumed]) -> Refusal | None:
    for key, times in bounds(pos, speaker.ability, speaker.event):
        used = pos.state.uses.get(key, ())
        if len(used) >= times:
            by = next((ref for ref in reversed(used) if ref != speaker.ability.ref), None)
            rules = key[2] if key[0] == "once" else ()
            return Refusal(
                "limit-reached",
                by,
                pos.rules.once_rules[rules].rules if isinstance(rules, int) else pos.rules.cite(key[0]),
            )
    return None


def bounds(pos: Position, ability: SubmittedAbility, event: Event) -> list[tuple[tuple[str, Any, Any], int]]:
    """The bounds on an ability: what counts towards each, and how often it may be used."""
    found: list[tuple[tuple[str, Any, Any], int]] = []
    said = ability.ability
    if said is None:
        return found
    if ability.tree is not None and ability.tree.trigger is not None and ability.tree.trigger.occasion:
        found.append((("limit", ability.ref, "occasion"), 1))
    if said.limit:
        found.append((("limit", ability.ref, _period(pos, said, event)), said.limit.times))
    if said.max and said.max.per not in ("player", "deck", "game element"):
        found.append((("max", plain(ability.card.name), _period(pos, said, event)), said.max.times))
    for number, row in enumerate(pos.rules.once_rules):
        if is_about(pos, row, ability):
            facts = {
                "ref": ability.ref, "name": plain(ability.card.name), "controller": ability.card.controller,
                "effect": plain(said.effect),
            }  # fmt: skip
            found.append((("once", (number, *(facts[key] for key in row.same)), number), 1))
    return found


def _period(pos: Position, said: Ability, event: Event) -> object:
    """What a bound counts within: an attack or activation is this very event, a phase or round the whole dispute."""
    bound = said.limit or said.max
    periods = pos.rules.features.periods
    types = periods.get(bound.per) or periods.get(bound.per.rpartition("-")[2], ()) if bound is not None else ()
    if types:
        within = pos.state.within(event, *types)
        return within.serial if within is not None else event.serial
    return 0


def _conditions(pos: Position, speaker: Speaker, _printed: str, assumed: list[Assumed]) -> Refusal | None:
    """What the text itself asks before it may be used."""
    tree = speaker.ability.tree
    for said in tree.conditions if tree is not None else ():
        truth = holds(pos, said, speaker)
        if truth.value is False:
            return Refusal("forbidden", truth.by)
        if truth.value is None:
            assumed.append(Assumed(f"It was not said otherwise, so “{said.text}” is taken to hold."))
    return None


def _exhausted_cost(pos: Position, speaker: Speaker, _printed: str, _assumed: list[Assumed]) -> Refusal | None:
    """A cost that exhausts what is exhausted already, as far as anything here did that."""
    for noun in _exhausts(speaker.ability):
        elements = [pos.table.of(speaker.ability)] if noun.head == "this" else []
        if noun.head == "you" and (identity := pos.table.identity(speaker.ability.you)) is not None:
            elements = [identity]
        for element in elements:
            if element.key in pos.state.exhausted:
                return Refusal("forbidden", pos.state.exhausted[element.key], pos.rules.cite("exhausted"))
    return None


def _exhausts(ability: SubmittedAbility) -> Iterator[Noun]:
    cost = ability.tree.cost if ability.tree is not None else None
    for effect in leaves(cost, InOrder):
        if isinstance(effect, Act) and effect.clause.event == "exhaust" and effect.clause.patient is not None:
            yield effect.clause.patient


_CHECKS: tuple[Check, ...] = (
    _gone, _side, _use_rules, _plays, _form, _peril, _one_defender, _bounded, _conditions, _exhausted_cost,
)  # fmt: skip
