"""Lengthens what a row quotes to whole sentences, so that no reader meets a rule without its condition. Pure."""

from __future__ import annotations

import re

from judge.entry import Entry

_END = re.compile(r"(?:(?<!\.[A-Za-z])(?<!\bvs)\.|[!?])[”’)]*(?= (?!\(?[a-z]))")
"""Where a sentence ends: not after “e.g.”, nor after a name with a sign, such as “the BAM! effect”."""
_LEANING = re.compile(
    r"(?:(?:In|At) (?:this|that|these|those) |(?:This|These|Those|They|However|But|And|Or|Then|Instead|Otherwise|"
    r"Remember|If (?:so|not|it|they))\b)"
)
"""How a sentence begins that says nothing without the one before it."""
_MOST = 300
"""Characters told around a quote at most."""


def in_whole_sentences(entry: Entry, quote: str) -> str:
    """The quote with what else stands in its sentences, and with the sentence before one that leans on it.

    As it was on a side where more than _MOST characters would have to be added.
    """
    lines = quote.split("\n")
    return f"{_before(entry, lines[0])}{quote}{_after(entry, lines[-1])}"


def _before(entry: Entry, words: str) -> str:
    text = _paragraph_with(entry, words)
    at = text.index(words)
    starts = [0, *(end.end() + 1 for end in _END.finditer(text) if end.end() < at)]
    found = text[starts[-1] : at]
    while len(starts) > 1 and _LEANING.match(text, starts.pop()):
        found = text[starts[-1] : at] if at - starts[-1] <= _MOST else found
    return found if len(found) <= _MOST else ""


def _after(entry: Entry, words: str) -> str:
    text = _paragraph_with(entry, words)
    stop = text.index(words) + len(words)
    end = next((end.end() for end in _END.finditer(text) if end.end() >= stop), len(text))
    return text[stop:end] if end - stop <= _MOST else ""


def _paragraph_with(entry: Entry, words: str) -> str:
    return next((p.text for p in entry.paragraphs if words in p.text), words)
