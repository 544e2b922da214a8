"""The tables of all games, read once, and a short way of writing down what a text should come apart into."""

from __future__ import annotations

from functools import cache

import pytest

from judge.ability import Ability, CardText, Keyword
from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.card_words import CardWords, load_words
from judge.cardtext.tree import Amount, Clause, Condition, Effect, Noun, TriggerTree
from judge.data_places import corpus_folder


@pytest.fixture(scope="session")
def tables() -> dict[str, CardWords]:
    """Game → its words."""
    return load_words(corpus_folder() / "timing" / "card-words")


_reader = cache(CardTextReader)


def read_card_text(text: str, words: CardWords, name: str | None = None) -> CardText:
    """One card's text taken apart by the table of its game, whose reader is made once."""
    return _reader(words).read(text, name)


def without_spans(said: object) -> object:
    """JSON without the places in the text."""
    if isinstance(said, dict):
        return {key: without_spans(value) for key, value in said.items() if key != "span"}
    return [without_spans(one) for one in said] if isinstance(said, list) else said


def part(found: Ability | Keyword) -> str:
    """A part as one line: `hero interrupt [defense] "Name"`, or `#guard`, `#retaliate 1`."""
    if isinstance(found, Keyword):
        return " ".join(str(fact) for fact in (f"#{found.name}", found.value, found.detail) if fact is not None)
    facts = [
        found.form,
        found.timing,
        *(f"[{label}]" for label in found.labels),
        f'"{found.name}"' if found.name else None,
    ]
    return " ".join(fact for fact in facts if fact)


def who(noun: Noun | None) -> str:
    """A noun as one word: `a.minion:Robot/you`, `that>target`, or `-`."""
    if noun is None:
        return "-"
    if noun.parts and not (noun.joined == "or" and len(noun.kinds) > 1):
        return f"({f' {noun.joined} '.join(map(who, noun.parts))})"
    number = {"one": "a.", "number": f"{noun.number}.", "the": "", "none": "no."}.get(
        noun.quantifier, f"{noun.quantifier}."
    )
    kinds = "|".join(noun.kinds) or noun.zone or ""
    head = {"class": kinds or "any", "role": noun.role or ""}.get(
        noun.head, f"{noun.head}{f'.{kinds}' if kinds else ''}"
    )
    said = number + ("other." if noun.other else "") + "".join(f"{state}." for state in noun.states) + head
    said += f":{noun.name or ','.join(noun.traits)}" if noun.name or noun.traits else ""
    said += f">{noun.antecedent}" if noun.antecedent else ""
    said += f"/{who(noun.whose)}" if noun.whose else ""
    said += f"@{who(noun.at)}" if noun.at else ""
    said += f"~{who(noun.engaged_with)}" if noun.engaged_with else ""
    said += f"^{who(noun.attached_to)}" if noun.attached_to else ""
    said += "".join(f"{{{holds(one)}}}" for one in noun.having)
    return said + (f" in {noun.zone}" if noun.zone and noun.kinds else "")


def clause(said: Clause) -> str:
    """A clause as one line: `damage.dealt a.enemy→you ×2 from-attack`."""
    event = said.event + (f".{said.variant}" if said.variant else "") + (f"<{said.thing}>" if said.thing else "")
    parts = [f"{who(said.agent)}→{who(said.patient)}"]
    for name in ("source", "to", "origin", "as_what"):
        noun = getattr(said, name)
        if noun is not None:
            parts.append(f"{name}={who(noun)}")
    if said.amount is not None and said.amount.value is not None:
        parts.append(_amount(said.amount))
    return " ".join([event, *parts, *said.facts, *(["not"] if said.negative else [])])


def _amount(amount: Amount) -> str:
    more = f"+{_amount(amount.plus)[1:]}" if amount.plus is not None else ""
    return f"×{amount.value}" + (f"·{who(amount.of)}" if amount.of else "") + more


def holds(condition: Condition) -> str:
    """A condition as one line."""
    if condition.parts:
        return f" {condition.joined} ".join(map(holds, condition.parts))
    said = clause(condition.clause) if condition.clause else "unread"
    return ("not " if condition.negative else "") + said + (f" {condition.compare}" if condition.compare else "")


def condition(trigger: TriggerTree | None) -> str:
    """A trigger as one line: `when would damage.dealt -→you from-attack`."""
    if trigger is None:
        return "none"
    clauses = f" {trigger.joined} ".join(map(clause, trigger.clauses))
    asked = "".join(f" if {holds(one)}" for one in trigger.conditions)
    missed = "".join(f" unread {one.text!r}" for one in trigger.unread)
    return f"{trigger.word}{' would' if trigger.would else ''} {clauses}{asked}{missed}"


def deed(effect: Effect) -> str:
    """An effect as one line, its nodes in brackets: `May(draw -→a.card ×1)`."""
    name = type(effect).__name__
    if name == "Act":
        return clause(effect.clause)  # type: ignore[union-attr]
    said: list[str] = []
    for field in effect.__slots__:
        value = getattr(effect, field)
        if (
            value is None
            or value is False
            or value == ()
            or field == "span"
            or (field, value) in (("number", 1), ("once", True))
        ):
            continue
        said += [_shown(one) for one in value] if isinstance(value, tuple) else [_shown(value)]
    return f"{name}({'; '.join(said)})"


def _shown(value: object) -> str:
    if isinstance(value, Clause):
        return clause(value)
    if isinstance(value, Noun):
        return who(value)
    if isinstance(value, Condition):
        return holds(value)
    if isinstance(value, TriggerTree):
        return condition(value)
    if isinstance(value, Ability):
        return f"{value.timing}: {deed(value.tree.effect)}"
    if isinstance(value, Amount):
        return _amount(value)
    if isinstance(value, str | int | bool):
        return str(value)
    return deed(value)  # type: ignore[arg-type]
