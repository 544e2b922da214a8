"""Timing triggers in card text: `Fox Reflex — Hero Interrupt (defense):` → where it stands and what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.cardtext.sentences import is_inside, sentences, spans_in_brackets, spans_in_quotes
from judge.cardtext.words import AbilityWords, is_number

_SYMBOLS = r"(?:\[[a-z ]{1,24}\] *){0,8}"
_BRACKETS = r"(?:\s*\([^()\n]{1,60}\))*"
_LATE_BRACKETS = re.compile(r"\([^()\n]{1,60}\)\s*(?=[A-Z])")
"""Labels that stand behind the colon instead of before it."""
_LATE_SYMBOLS = re.compile(r"(?:\[[a-z ]{1,24}\]\s*)+(?:[:—–]|-{1,2}(?=\s))\s*")
"""Symbols of a cost that stand behind the timing word's own mark (“Main — [might]: …”)."""
_NAME = re.compile(r"(?P<name>\"[^\"\n]+\"|[^\n→]{1,80}?)\s*(?:[—–]|-{1,2}|:)\s*$")
_CONDITION_FOLLOWS = re.compile(r"When(?:ever)?\b|After\b", re.IGNORECASE)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;)\]\"'→—–•\n-])\s*$")


@dataclass(frozen=True, slots=True)
class Header:
    """A timing trigger in a text; `start` is where its name or symbols begin, `end` where its ability's words begin."""

    start: int
    end: int
    timing: str
    forced: bool
    form: str | None
    labels: tuple[str, ...]
    name: str | None
    symbols: tuple[str, ...]
    value: int | None = None


class Headers:
    """Finds the timing triggers of one game's texts."""

    def __init__(self, words: AbilityWords) -> None:
        self._words = words
        self._rows = {word.lower(): row for row in words.timings for word in row.words}
        self._pattern = _pattern(words)

    def find(self, text: str) -> list[Header]:
        """The timing triggers in `text`, in order; one in quotes or brackets belongs to another ability."""
        covered = spans_in_quotes(text) + spans_in_brackets(text)
        found: list[Header] = []
        for match in self._pattern.finditer(text):
            reached = found[-1].end if found else 0
            if match.start() < reached or is_inside(match.start("timing"), covered):
                continue
            if self._is_printed_so(match, text):
                found.append(self._header(match, text, reached))
        return found

    def untimed(self, text: str) -> str:
        """The timing of a text without timing word, by how it begins."""
        lower = text.lower().lstrip("\"'( ")
        return next(
            (timing for start, timing in self._words.untimed if lower.startswith(start)), self._words.default_timing
        )

    def _is_printed_so(self, match: re.Match[str], text: str) -> bool:
        """Capitals or the beginning of a sentence; without a colon both, and more that shows what it is."""
        at_start = bool(_SENTENCE_START.search(text[max(0, match.start() - 3) : match.start()]))
        capitals = not match["timing"][0].islower()
        if not match["colon"]:
            return at_start and capitals and text[match.end() : match.end() + 1].isupper() and _opens(match, text)
        row = self._rows[_one_space(match["timing"]).lower()]
        if match["colon"][0] not in f"{row.separators}：" and not _CONDITION_FOLLOWS.match(text, match.end()):
            return False
        return at_start or capitals

    def _header(self, match: re.Match[str], text: str, reached: int) -> Header:
        row = self._rows[_one_space(match["timing"]).lower()]
        forced = bool(match["forced"] or match["forced_after"])
        timing = row.forced if forced and row.forced else row.id
        form, labels = self._brackets(match["brackets"] or "")
        end = match.end()
        if not labels and (late := _LATE_BRACKETS.match(text, end)) and (labels := self._brackets(late.group())[1]):
            end = late.end()
        value = None
        if row.valued and form is not None and is_number(form):
            value, form = int(form), None
        prefix = _one_space(match["form"] or "").lower().replace("/", "")
        start, name, symbols = _name_before(text, reached, match.start())
        own = re.findall(r"\[([a-z ]+)\]", (match["symbols"] or "") + (match["symbols_after"] or ""))
        if form is not None and form.replace("-", " ") in self._words.free_symbols:
            own, form = [form.replace("-", " "), *own], None
        if self._words.cost_symbols and (paid := _LATE_SYMBOLS.match(text, end)):
            own, end = own + re.findall(r"\[([a-z ]+)\]", paid.group()), paid.end()
        timing = next((row.with_symbol[symbol] for symbol in own if symbol in row.with_symbol), timing)
        return Header(
            start=start,
            end=end,
            timing=timing,
            forced=forced,
            form=self._words.prefixes.get(prefix) or form,
            labels=labels,
            name=name or (match["timing"] if row.named else None),
            symbols=(*symbols, *own),
            value=value,
        )

    def _brackets(self, printed: str) -> tuple[str | None, tuple[str, ...]]:
        """What the brackets behind a timing word say: labels, or the form or identity it is for."""
        form, labels = None, []
        for inner in re.findall(r"\(([^()]*)\)", printed):
            parts = [part for part in re.split(r"\s*(?:/|,|&|\band\b|\bor\b)\s*", inner.lower().strip()) if part]
            known = [self._words.labels[part] for part in parts if part in self._words.labels]
            if known and len(known) == len(parts):
                labels += known
            else:
                form = form or _kebab(re.sub(r"\s+form$", "", inner.strip(), flags=re.IGNORECASE))
        return form, tuple(dict.fromkeys(labels))


def _opens(match: re.Match[str], text: str) -> bool:
    """Whether a timing trigger without a colon shows itself by a condition, brackets, or two capitals on a new line."""
    if _CONDITION_FOLLOWS.match(text, match.end()) or match["brackets"] or not match["timing"][-1].isalnum():
        return True
    printed = match.group().split()
    begins_line = not match.start() or text[match.start() - 1] == "\n"
    return begins_line and len(printed) > 1 and all(word[0].isupper() or word[0] == "[" for word in printed)


def _pattern(words: AbilityWords) -> re.Pattern[str]:
    timing = "|".join(_spaced(word) for word in sorted(_all_words(words), key=len, reverse=True))
    form = "|".join(_spaced(prefix) for prefix in sorted(words.prefixes, key=len, reverse=True))
    form_part = rf"(?:(?P<form>{form})\s+)?" if form else "(?P<form>(?!))?"
    no_colon = r"|(?=\s)" if words.missing_colon else ""
    return re.compile(
        rf"(?<![\w'/-])(?P<symbols>{_SYMBOLS})(?P<forced>Forced\s+)?{form_part}(?P<forced_after>Forced\s+)?"
        rf"(?P<timing>{timing})(?!\w)(?P<symbols_after>(?:\s*\[[a-z ]+\])*)(?P<brackets>{_BRACKETS})\s*"
        rf"(?:(?P<colon>[:：]|[—–]|-{{1,2}}(?=\s)){no_colon})\s*",
        re.IGNORECASE,
    )


def _all_words(words: AbilityWords) -> list[str]:
    return [word for row in words.timings for word in row.words]


def _spaced(word: str) -> str:
    return r"\s+".join(re.escape(part) for part in word.split())


def _one_space(text: str) -> str:
    return " ".join(text.split())


def _kebab(text: str) -> str | None:
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-") or None


def _name_before(text: str, reached: int, start: int) -> tuple[int, str | None, tuple[str, ...]]:
    """Where the ability begins with the name and symbols printed before its timing word, if any."""
    before = text[reached:start]
    line = reached + before.rfind("\n") + 1
    spans = list(sentences(text[line:start]))
    begin = line + spans[-1][0] if spans else start
    match = _NAME.fullmatch(text[begin:start])
    if match is None:
        return start, None, ()
    symbols = re.findall(r"\[([a-z ]+)\]", match["name"])
    name = re.sub(r"\[[a-z ]+\]\s*", "", match["name"]).strip().strip('"').strip()
    if len(name.split()) > 12:
        return start, None, ()
    return begin, name or None, tuple(symbols)
