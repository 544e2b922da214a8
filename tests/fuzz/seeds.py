"""Where the fuzzer begins: made-up books, cards, queries and disputes, and the words that mean something to readers."""

from __future__ import annotations

import json
import random

from judge.web.dispute_in_address import pack
from tests.reading.damage import HARBOUR, REPAIRS, damaged_book

PRIMER = (HARBOUR / "primer.txt").read_text("utf-8")
_ENTRIES = 4
"""Of the harbour's book: reading takes its time, and fuzzing lives on many short reads."""


def _beginning(seed: int) -> tuple[str, str]:
    """The first entries of the damaged book, and their description."""
    source, described = damaged_book(seed)
    head, *rows = described.split("[[entry]]")
    line = int(rows[_ENTRIES].split("line = ")[1].split()[0])
    return "\n".join(source.split("\n")[: line - 1]) + "\n", "[[entry]]".join([head, *rows[:_ENTRIES]])


_SOURCE, _DESCRIBED = _beginning(1)
DESCRIPTION = _DESCRIBED.replace("REPAIRS", ", ".join(f'"{name}"' for name in REPAIRS))
BOOKS = (_SOURCE.encode(), _beginning(2)[0].encode(), b"", b"HARB0UR LANTERHS\n")
BOOK_WORDS = (
    "\n\n", "\n", "See: ", "5ee also: ", "* ", "e ", "t., ", "\f", "\u00ad", "rn", "HARB0UR LANTERHS", "’", "If ",
    "lf ",
)  # fmt: skip

_TEXTS = (
    "Hero Interrupt (defense): When you would take any amount of damage, exhaust Tin Fox → prevent 1 of that damage.",
    "<b>Forced Response</b>: After Tin Fox attacks, discard it. (Limit once per round.)\nGuard. Retaliate 1.",
    "Fox Reflex — **Interrupt**: When the villain would attack you, cancel that attack. Then, draw 1 card.",
    "[star] Boost: The villain gains overkill for this activation.\n<hr />When Revealed (Ann Ray): Surge.",
    "Any Combat [any turn]: Stun a character. Level Up (3) - When this KOs an enemy, put a +1/+1 counter on it.",
    "BAM!: Deal 1 damage to each Hero in this location. Overflow: Place 1 Thug. [heroic] [move]",
    "Healing: KO this card to heal any number of Wounds. Each other player gains a Wound.",
    "“It’s over,” she said. Max 2 per deck. Attach to a minion. Uses (3 charge counters). Permanent.",
)  # fmt: skip
CARD_TEXTS = tuple(bytes([n % 4, 0]) + text.encode() for n, text in enumerate(_TEXTS))
CARD_WORDS = (
    "Interrupt", "Response", "Forced ", "Hero ", "Alter-Ego ", "Action", "When Revealed", "When Defeated", "Boost",
    "Setup", ": When ", ": After ", "would ", "you ", "attacks", "is defeated", "take ", "damage", ", ", "→", "->",
    "—", "(attack)", "[star]", "[[Robot]]", "<b>", "</b>", "**", "\n", "Guard.", "Retaliate 1", "Limit ", "once per ",
    "Max ", "cancel ", "prevent ", "instead", "cannot ", "Then, ", "attached ", "BAM!", "Level Up (", "KO", "each ",
    "until the end of the ",
)  # fmt: skip
PASTED = tuple(
    b"\0" + text.encode()
    for text in (
        *(f"Rhino attacks Anna (hero), who has Tin Fox: {text}" for text in _TEXTS[:3]),
        "marvel champions, Anna and Ben. A minion attacks Ben.\n3x Fox Reflex\nIron Suit on Anna: Guard.",
        "legendary - my turn, I KO a Wound.\n\nFox (hero) - Healing: draw 1 card.\nWhat happens first?",
        "game: marvel-champions\nplayers: [{name: Anna}]\ncards:\n- name: Fox\n  text: Guard.\n",
        "```\n“A” attacks “B”.\n```\n1. Foo (must), Bar\n2. Baz",
    )
)  # fmt: skip

QUERIES = tuple(
    bytes([n % 8]) + text.encode()
    for n, text in enumerate(
        (
            "can an ally defend", '"forced response" -boost', "game:marvel-champions overkill",
            "in:headword guard OR tough",
            "what happens first when a minion attacks?", "edition:rr-1.0 “status cards”", "S.H.I.E.L.D. +1/+1 can't",
            "KO'd",
            "lisätoiminto", "how do I settle ties between two players", "-1 damage OR -\"a b\" OR",
            "overkil tuff retaliat",
        )
    )
)  # fmt: skip
QUERY_WORDS = (
    '"', "-", " OR ", "game:", "edition:", "in:headword", "marvel-champions", "damage", "*", "~", "?", "what ",
    "how do ", "who ", "after ", "can ", "+1/+1", "’", "ä", "\u0130", "ﬁ", "\x00", "\u202e",
)  # fmt: skip

_DISPUTE = {
    "game": "marvel-champions",
    "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "alter-ego"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"},
    "cards": [
        {"name": "Bell", "kind": "upgrade", "controller": "Ada",
        "text": "Interrupt: When the villain attacks you, draw 1 card."},
        {"name": "Coat", "keywords": ["Retaliate 1"], "attached_to": "Baron"},
        {"name": "Tough", "kind": "status", "attached_to": "Ada"},
    ],
}  # fmt: skip
_YAML = """game: vs-system-2pcg
players: [{name: Ada}, {name: Bo}]
occurrence:
  type: combat
  attackers: [Fox]
  defender: Hen
  attacking_player: Ada
  defending_player: Bo
cards:
  - {name: Fox, kind: character, controller: Ada, text: "Any Combat: Stun a character."}
  - name: Hen
    kind: character
    controller: Bo
    text: >-
      When this is stunned, draw a card.
"""
DISPUTE_FILES = (
    b"\x00" + json.dumps(_DISPUTE).encode(), b"\xff" + json.dumps(_DISPUTE).encode(), b"\xff" + _YAML.encode(),
)  # fmt: skip
DISPUTE_WORDS = (
    '"game"', '"cards"', '"players"', '"name"', '"text"', '"occurrence"', '"type"', '"kind"', '"id"', '"use"',
    '"abilities"', '"keywords"', '"attached_to"', '"dealt"', "null", "true", "1e999", "NaN", "-1", "9" * 40,
    "\\ud800", "\\u0000", "[", "{", "&a ", "*a", "!!binary", "!!python/object:", "<<: ", "2024-01-01", "0o17", "? ",
    "| ", "> ", "---\n", "%YAML", "~",
)  # fmt: skip
ADDRESSES = (pack(_DISPUTE).encode(), json.dumps(_DISPUTE).encode(), b'{"game": "\\ud800"}', b"[1]", b"e")

_chance = random.Random(9)
CHOICES = tuple(bytes(_chance.randrange(256) for _ in range(length)) for length in (40, 80, 120, 160, 240, 320) * 3)
"""Choices for `tests.fuzz.disputes`: they mean nothing by themselves."""
