"""Cards put together from the templates, so that what they must come apart into is known; and typed in many ways."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.ability import Ability, CardText
from judge.cardtext.card_words import load_words
from judge.data_places import corpus_folder
from tests.cardtext.conftest import read_card_text

WORDS = load_words(corpus_folder() / "timing" / "card-words")["marvel-champions"]

_CONDITIONS = [
    ("When an enemy attacks you", "attack"),
    ("When you would take any amount of damage", "damage"),
    ("After Rex, King of Dogs, thwarts", "thwart"),
    ("After you attack and defeat a minion", "defeat"),
    ("When C.O.G. enters play", "enter-play"),
    ("After you play an Attack, Thwart, or Defense event", "play"),
    ("When the villain phase begins", "phase"),
    ("After the last ammo counter is removed from here", "counter"),
]
_EFFECTS = ["Draw 1 card", "Deal 2 damage to an enemy", "Remove 1 threat from a scheme", "Heal 1 damage from Mrs. Vane"]
_COSTS = ["Exhaust Tin Lamp", "Spend a [mental] resource", "Discard 1 card from your hand and take 1 damage"]
_NAMES = ['"Rock, Paper, Granite"', "Fox Reflex", "Mr. Fix-It", "Half-Light Step", '"Who, Me?"', "Plan: Zero"]
_TIMINGS = ["Action", "Interrupt", "Response", "Resource", "Special", "When Revealed", "When Defeated", "Boost"]


@dataclass(frozen=True)
class Printed:
    """One ability as it is printed with markup, and what it must be read as."""

    marked: str
    read: tuple[object, ...]


@st.composite
def abilities(draw: st.DrawFn) -> Printed:
    """An ability of any timing, with or without name, form, labels, condition, cost and limit."""
    timing = draw(st.sampled_from(_TIMINGS))
    awaits = timing in ("Interrupt", "Response")
    form = draw(st.sampled_from(["", "Hero ", "Alter-Ego "])) if timing in ("Action", "Interrupt", "Resource") else ""
    forced = draw(st.sampled_from(["", "Forced "])) if awaits else ""
    label = draw(st.sampled_from(["", "attack", "thwart", "defense"])) if timing != "Boost" else ""
    name = draw(st.sampled_from(["", *_NAMES])) if not timing.startswith("When") else ""
    condition, event = draw(st.sampled_from(_CONDITIONS)) if awaits else ("", None)
    cost = draw(st.sampled_from(["", *_COSTS]))
    effect = draw(st.sampled_from(_EFFECTS))
    limit = draw(st.sampled_from(["", "round", "phase"]))
    said = f"{cost} → {effect}" if cost else effect
    said = said[0].lower() + said[1:] if condition else said
    marked = (
        (f"{name} — " if name else "")
        + f"<b>{form}{forced}{timing}</b>"
        + (f" <i>({label})</i>" if label else "")
        + f": {condition + ', ' if condition else ''}{said}."
        + (f" (Limit once per {limit}.)" if limit else "")
    )
    timing_id = (forced + timing).lower().replace(" ", "-")
    labels = (label,) if label else ()
    read = (timing_id, form.strip().lower() or None, labels, event, bool(cost), limit or None)
    return Printed(marked, read)


def _read(found: CardText) -> list[tuple[object, ...]]:
    return [_facts(part) for part in found.abilities if part.timing != "constant"]


def _facts(part: Ability) -> tuple[object, ...]:
    event = part.trigger.event if part.trigger else None
    return (part.timing, part.form, part.labels, event, part.cost is not None, part.limit.per if part.limit else None)


def _plain(marked: str) -> str:
    return re.sub(r"<[^>]+>", "", marked)


# The same card, as people type and paste it.
_TYPED: list[Callable[[str], str]] = [
    _plain,
    lambda marked: marked,
    lambda marked: html.escape(_plain(marked)),
    lambda marked: re.sub(r"</?i>", "*", re.sub(r"</?b>", "**", marked)),
    lambda marked: _plain(marked).replace("→", "->").replace(" — ", " - "),
    lambda marked: _plain(marked).replace("'", "’").replace(' "', " “").replace('"', "”"),
    lambda marked: _plain(marked).replace(" ", "  ").replace("\n", " \r\n"),
    lambda marked: _plain(marked).replace(": ", ":"),
    lambda marked: _plain(marked).replace("\n", "\n\n").rstrip("."),
    lambda marked: re.sub(r"</b>( <i>\([a-z]+\)</i>)?:", r"\1:</b>", marked).replace("\n", "<br/>"),
    lambda marked: "".join(f"<p>{line}</p>" for line in marked.split("\n")),
]


@given(printed=st.lists(abilities(), min_size=1, max_size=4), typed=st.sampled_from(_TYPED))
@settings(max_examples=80, deadline=None)
def test_a_card_comes_apart_as_it_was_put_together(printed: list[Printed], typed: Callable[[str], str]) -> None:
    marked = "\n".join(one.marked for one in printed)
    assert _read(read_card_text(typed(marked), WORDS)) == [one.read for one in printed]


@given(
    printed=abilities(),
    keywords=st.lists(st.sampled_from(["Guard", "Retaliate 1", "Toughness", "Victory 2", "Steady"]), unique=True),
    parted=st.sampled_from([". ", ".\n", ", "]),
)
@settings(max_examples=40, deadline=None)
def test_keywords_before_an_ability_are_all_read(printed: Printed, keywords: list[str], parted: str) -> None:
    head = parted.join(keywords) + "." if keywords else ""
    found = read_card_text(f"{head}\n{_plain(printed.marked)}", WORDS)
    said = [f"{word.name} {word.value}" if word.value else word.name for word in found.keywords]
    assert said == [word.lower() for word in keywords]
    assert _read(found) == [printed.read]
