"""Damages a sound rulebook on purpose, the way scanning does, and describes the result as its editor would.

`harbour/harbour.txt` is the sound text: `# Headword`, paragraphs, `* ` items, `1. ` steps, See lines. A seed decides
which letters are dropped or misread, which spaces are lost or put in, and how headings are garbled.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import get_args

from judge.reading.description import RepairName

REPAIRS: tuple[RepairName, ...] = get_args(RepairName)
"""All general repairs that a description may ask for."""
HARBOUR = Path(__file__).parent / "harbour"
_GLYPHS = ("*", "e", "€", "s", "@")
_STEPS = ("t.,", "H.", "3.", "ffi.")
_MISREAD = {"i": "l", "l": "i", "m": "rn", "f": "{", "k": "l<", "g": "q"}


@dataclass(frozen=True)
class Entry:
    """One entry of the sound text: `lines` are (marker, text), marker "" for a paragraph."""

    headword: str
    lines: tuple[tuple[str, str], ...]
    see: str

    @property
    def text(self) -> str:
        """Its body, as it should be read."""
        return "\n".join(text for _, text in self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its See line."""
        return tuple(self.see.partition(": ")[2].split(", ")) if self.see else ()


def sound_entries() -> list[Entry]:
    """The undamaged rulebook."""
    entries = []
    for block in (HARBOUR / "harbour.txt").read_text("utf-8").removeprefix("# ").split("\n# "):
        headword, *lines = block.strip().split("\n")
        see = next((line for line in lines if line.startswith("See")), "")
        found = [re.match(r"(\*|\d\.)? ?(.*)", line) for line in lines if line != see]
        entries.append(Entry(headword, tuple((m[1] or "", m[2]) for m in found if m), see))
    return entries


def damage_text(text: str, rate: float, chance: random.Random) -> str:
    """`text` with about `rate` of its letters damaged: dropped, misread, parted by a space or run together."""
    text = re.sub(r"\bIf\b", "lf", text)
    damaged = []
    for letter in text:
        roll = chance.random()
        if letter in "li" and roll < 5 * rate:
            damaged.append(" ")
        elif letter in _MISREAD and roll < 3 * rate:
            damaged.append(_MISREAD[letter])
        elif letter == " " and roll < rate:
            continue
        elif letter.isalpha() and roll > 1 - rate / 4:
            damaged.append(letter + " ")
        else:
            damaged.append(letter)
    return re.sub(r" +", " ", "".join(damaged)).strip()


def garble(heading: str, chance: random.Random) -> str:
    """A heading as a scanner reads decorated capitals."""
    return "".join(chance.choice("&#$%{JL") if c.isalpha() and chance.random() < 0.5 else c for c in heading.upper())


def damaged_book(seed: int, rate: float = 0.02) -> tuple[str, str]:
    """The damaged source text and its description (TOML without the `repairs` row), for one seed."""
    chance = random.Random(seed)
    lines: list[str] = ["HARB0UR LANTERHS", ""]
    rows: list[str] = []
    for entry in sound_entries():
        heading = garble(entry.headword, chance)
        rows.append(
            f'[[entry]]\nheadword = "{entry.headword}"\nline = {len(lines) + 1}\nheading = [{_quoted(heading)}]\n'
        )
        lines.append(heading)
        steps = 0
        for marker, text in entry.lines:
            steps = steps + 1 if marker not in ("", "*") else 0
            glyph = chance.choice(_GLYPHS) if marker == "*" else _STEPS[steps - 1] if steps else ""
            lines += [*wrap(f"{glyph} {damage_text(text, rate, chance)}".strip(), 58), ""]
        if entry.see:
            opening, _, names = entry.see.partition(": ")
            lines += [f"{opening}: {damage_text(names, rate, chance)}", ""]
    return "\n".join(lines) + "\n", _DESCRIPTION + "\n".join(rows)


def _quoted(text: str) -> str:
    return "'" + text + "'"


_DESCRIPTION = """
[book]
game = "harbour-lanterns"
edition = "first"
game_title = "Harbour Lanterns"
title = "Harbour Lanterns: the rules"
publisher = "The harbour's own press"
language = "en"
official = true
default = true

[layout]
source = "harbour-lanterns-first.txt"
bullets = ["*", "e", "€", "s", "@"]
numbers = ["t.,", "H.", "3.", "ffi."]
vocabulary = ["primer"]
repairs = [REPAIRS]

[[furniture]]
name = "title page"
line = 1
text = "HARB0UR LANTERHS"

"""
