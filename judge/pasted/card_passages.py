"""Where a card's text stands in a pasted text: behind its timing word, in quotes, in brackets, behind the card's name.

Printed text never names a player, never says “I” and never asks: where a sentence does, the card's text has ended.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from judge.ability import Ability, CardText
from judge.cardtext.english import FINITE_BE
from judge.cardtext.lexer import Lexeme, Lexer
from judge.cardtext.timing_headers import Headers
from judge.cardtext.tree import Act
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import ME, KnownNames, items_of
from judge.pasted.text_layout import Sentence, TextLayout, without_bullet

_SEPARATORS = frozenset(":-–—|=")
_MOST_TRIED = 3
"""Marks behind which a text may begin that has no timing word."""
_LONGEST_HEAD = 24
"""Tokens of what introduces a card's text."""


@dataclass(frozen=True, slots=True)
class CardPassage:
    """A card's text: tokens `first` up to `end`; `head` is the stretch of tokens that introduces it, `outer_end`
    where its closing mark is behind."""

    head: tuple[int, int]
    first: int
    end: int
    outer_end: int
    sentence: int
    closed: bool = False
    """True where quotes or brackets say where it ends."""
    doubtful: bool = False
    """True where nothing of the layout shows where it ends."""
    lead: tuple[int, int] = (0, 0)
    """The card type that stands before the text within its brackets: “(Upgrade. Interrupt: …)”."""


class TextFinder:
    """Finds the card texts of one pasted text; remembers what it has read of it."""

    def __init__(self, layout: TextLayout, vocabulary: DisputeWords) -> None:
        self._layout, self._vocabulary = layout, vocabulary
        self._lexer, self._headers = Lexer(vocabulary.words), Headers(vocabulary.words)
        self._opens = {close: opens for opens, close in layout.closes.items()}
        self._starts = [token.start for token in layout.tokens]
        self._known: dict[tuple[int, int], int | None] = {}
        self._texts: dict[tuple[int, int], bool] = {}
        self._found: dict[int, list[CardPassage]] = {}

    def passages(
        self, is_story: Callable[[Sentence], bool], telling: Callable[[int, int, bool], int | None] = lambda *_: None
    ) -> list[CardPassage]:
        """Every card text, in order. `is_story` tells of a sentence whether somebody tells something in it;
        `telling` where in a stretch somebody begins to; behind a timing word only who acts tells that."""
        found: list[CardPassage] = []
        sentences = self._layout.sentences
        at = 0
        while at < len(sentences):
            here = [self._from_above(one) for one in self._parted(at, telling) if not self._is_aside(one, telling)]
            if here and not here[-1].closed:
                reached = at + 1
                if here[-1].end == sentences[at].end:
                    reached = self._extended(at, is_story)
                    last = sentences[reached - 1]
                    doubt = any(not self.reads_as_text(one.first, one.end) for one in sentences[at + 1 : reached])
                    longer = replace(here[-1], end=last.end, outer_end=last.end, doubtful=doubt)
                    here[-1] = longer
                at = reached
            else:
                at += 1
            found += here
        return found

    def _is_aside(self, passage: CardPassage, telling: Callable[[int, int, bool], int | None]) -> bool:
        """Whether a bracket without a timing word tells of players: “(it is Ann's turn, …)”."""
        bracketed = passage.closed and self._layout.tokens[passage.outer_end - 1].text in ")]"
        timed = self.header(passage.first, passage.end) is not None
        return bracketed and not timed and telling(passage.first, passage.end, False) is not None

    def _from_above(self, passage: CardPassage) -> CardPassage:
        """The passage with the lines right above it that read as printed: “Max 1 per player.”, “Quickstrike.”."""
        if passage.head[0] != passage.first and passage.head[0] != passage.head[1]:
            return passage
        passage = self._from_before(passage)
        sentences, first, index = self._layout.sentences, passage.first, passage.sentence
        while index > 0 and sentences[index].begins_line and not sentences[index].after_blank:
            start = self._line_above(index)
            begin, end = sentences[start].first, sentences[index - 1].end
            if self.header(begin, end) is not None or not self._is_printed(begin, end):
                break
            index = start
            named = self._behind_dash(begin, end)
            first = named if named is not None else begin
            if named is not None:
                break  # “Iron Magpie - Toughness. …”
        return replace(passage, head=(first, first), first=first, sentence=index) if first != passage.first else passage

    def _from_before(self, passage: CardPassage) -> CardPassage:
        """The passage with the printed words right before it in its line: “…, which is Max 1 per player. Action: …”."""
        sentences = self._layout.sentences
        while passage.first == sentences[passage.sentence].first and not sentences[passage.sentence].begins_line:
            before = sentences[passage.sentence - 1]
            begins = [at for at in range(before.first, before.end) if self._may_begin(at, before.first)]
            whole = not before.begins_line and self.reads_as_text(before.first, before.end)
            printed = (at for at in begins[-_MOST_TRIED:] if self._is_printed(at, before.end))
            first = before.first if whole else next(printed, None)
            if first is None:
                break
            head = (before.first, first) if first > before.first else (first, first)
            passage = replace(passage, head=head, first=first, sentence=passage.sentence - 1)
        return passage

    def _may_begin(self, at: int, first: int) -> bool:
        """Whether printed words may begin at a place of a sentence."""
        before = self._layout.tokens[at - 1]
        says = before.lower in self._vocabulary.chat.say | FINITE_BE or before.text in _SEPARATORS
        return at == first or (says and self._layout.tokens[at].is_capital)

    def _line_above(self, index: int) -> int:
        """The sentence that begins the line above one, behind card types that it begins with."""
        sentences, last = self._layout.sentences, index - 1
        start = last
        while start > 0 and not sentences[start].begins_line:
            start -= 1
        while start < last and self._names_kind(sentences[start].first):
            start += 1
        return start

    def _behind_dash(self, begin: int, end: int) -> int | None:
        """Behind the mark that parts a card’s name from printed words in one line."""
        tokens = self._layout.tokens
        dash = next((at for at in range(begin, end) if tokens[at].text in _SEPARATORS), begin)
        return dash + 1 if dash > begin and tokens[begin].is_capital and self._is_printed(dash + 1, end) else None

    def _names_kind(self, first: int) -> bool:
        """Whether a line begins with a card type: “Upgrade, Preparation. Max 1 per player.”."""
        tokens = self._layout.tokens
        rows = self._vocabulary.phrases.get(tokens[first].lower, ()) if tokens[first].is_capital else ()
        return any(
            row.sort == "kind" and all(t.lower == w for t, w in zip(tokens[first:], row.words, strict=False))
            for row in rows
        )

    def _is_printed(self, first: int, end: int) -> bool:
        """Whether a whole line reads as instructions or keywords of a card."""
        read = self.read(first, end)
        return not read.unread and bool(read.plays or read.keywords or read.instructions)

    def _in_sentence(self, index: int) -> list[CardPassage]:
        if index not in self._found:
            self._found[index] = self._look(index)
        return list(self._found[index])

    def _parted(self, index: int, telling: Callable[[int, int, bool], int | None]) -> Iterator[CardPassage]:
        """Lazily, the texts of a sentence; one within which somebody tells something ends before that, and the rest
        is looked through anew."""
        here, end = self._in_sentence(index), self._layout.sentences[index].end
        for _ in range(_MOST_PARTS):
            yield from here[:-1]
            if not here:
                return
            last = here[-1]
            timed = last.closed or self.header(last.first, last.end) == last.first
            named = last.head[1] > last.head[0]
            told = telling(last.first, last.end, timed and named) if not last.closed else None
            if told is None:
                yield last
                return
            if not timed:
                return
            cut = self._joint_before(last.first, told)
            stop = cut
            while stop > last.first and (
                self._layout.tokens[stop - 1].text in ",;–—-" or self._layout.tokens[stop - 1].lower in _JOINING
            ):
                stop -= 1
            if stop > last.first:
                yield replace(last, end=stop, outer_end=stop, doubtful=True)
            here = self._look_between(index, max(cut, last.first + 1), end)

    def _joint_before(self, first: int, told: int) -> int:
        """Behind the last mark or joining word before somebody begins to tell something."""
        for at in range(told, first, -1):
            before = self._layout.tokens[at - 1]
            if before.text in ",;.!?–—" or before.lower in _JOINING:
                return at
        return first if told - first <= _SHORT_CLAUSE else told

    def _look(self, index: int) -> list[CardPassage]:
        sentence = self._layout.sentences[index]
        return self._look_between(index, without_bullet(self._layout, sentence), sentence.end)

    def _look_between(self, index: int, begin: int, finish: int) -> list[CardPassage]:
        layout = self._layout
        sentence = replace(layout.sentences[index], end=finish)
        found: list[CardPassage] = []
        head = begin
        headers: Sequence[int] = list(self._timed(begin, sentence.end))
        for at in layout.top(begin, sentence.end):
            headers = self._ahead(headers, head, at, sentence.end)
            if headers and at >= headers[0]:
                header = self._with_its_name(headers[0], head)
                return [*found, CardPassage((head, header), header, sentence.end, sentence.end, index)]
            close = layout.closes.get(at)
            if close is None or close >= sentence.end:
                continue
            named = at == begin and close + 1 < sentence.end and self._is_title(at, close)
            passage = self._in_group(index, head, at, close) if not named else None
            if passage is not None:
                found.append(passage)
                head = close + 1
        return found or self._introduced(index, begin)

    def _ahead(self, headers: Sequence[int], head: int, at: int, end: int) -> Sequence[int]:
        """Timing words from the first on that a text may begin with, of those looked at so far."""
        while headers and (headers[0] < head or (at >= headers[0] and self._is_no_text(headers, end))):
            headers = headers[1:]
        return headers

    def _is_title(self, at: int, close: int) -> bool:
        """Whether what stands in quotes or brackets is a name rather than a card’s text."""
        while self._layout.closes.get(at + 1) == close - 1:
            at, close = at + 1, close - 1  # “("Interrupt: …")”
        titled = close - at <= _LONG_QUOTE + 1 or not self._is_text(at, close)
        return titled and self.header(at + 1, close) != at + 1

    def _in_group(self, index: int, head: int, at: int, close: int) -> CardPassage | None:
        """The card’s text that stands in quotes or brackets."""
        if self._layout.tokens[at].text in "([" and self._layout.closes.get(at + 1) == close - 1:
            inner = self._in_group(index, head, at + 1, close - 1)  # “("Interrupt: …")”
            if inner is not None:
                return replace(inner, head=(head, at), outer_end=close + 1)
        if (speech := self._in_speech(index, head, at, close)) is not None:
            return speech
        quote = self._quoted(at, close)
        if quote is not None and self._opens_line(at) and self._names_whole(at + 1, quote):
            end = self._layout.closes[quote]  # “[quote]Bell (upgrade): "…"[/quote]”
            return CardPassage((head, quote), quote + 1, end, close + 1, index, closed=True)
        if self._is_text(at, close):
            first = self._behind_kind(at + 1, close)
            lead = (at + 1, first) if first > at + 1 else (0, 0)
            first = self._behind_name(at, first, close)
            return CardPassage((head, at), first, close, close + 1, index, closed=True, lead=lead)
        if quote is not None and self._layout.tokens[at].text in "([":
            end = self._layout.closes[quote]
            outer = close + 1 if end + 1 == close else end + 1  # “("…", a location)”
            return CardPassage((head, quote), quote + 1, end, outer, index, closed=True)
        return None

    def _in_speech(self, index: int, head: int, at: int, close: int) -> CardPassage | None:
        """The card’s text with which something that somebody says ends: “Ann: "I have Bell! Response: …"”."""
        tokens, chat = self._layout.tokens, self._vocabulary.chat
        first = next((one for one in self._timed(at + 1, close) if not self._only_named(one, close)), at + 1)
        spoken = any(token.lower in ME for token in tokens[at + 1 : first]) or tokens[at + 1].lower in chat.function
        if tokens[at].text in "([" or first == at + 1 or not spoken:
            return None
        return CardPassage((head, first), first, close, close + 1, index, closed=True)

    def _behind_name(self, opens: int, first: int, close: int) -> int:
        """Behind the card's name with which a quoted text begins: “a plot twist, "Hold On – Combat: …"”; `first` where
        it begins with none, or where the words before the quotation name a card."""
        tokens = self._layout.tokens
        before = tokens[opens - 1] if opens else None
        timed = self.header(first, close) == first
        if timed or (not self._opens_line(opens) and (before is None or self._leads_to_text(opens))):
            return first
        for at in range(first + 1, min(first + _SHORT_NAME, close - 1)):
            if tokens[at].sort == "mark" and tokens[at].text in _SEPARATORS:
                ended = any(token.text == "." for token in tokens[first:at])
                is_name = not ended and self._names_whole(first, at) and self._reads_mostly(at + 1, close)
                return at + 1 if is_name else first
        return first

    def _opens_line(self, at: int) -> bool:
        """Whether a token is the first of its line."""
        return at == 0 or self._layout.tokens[at - 1].sort == "break"

    def _leads_to_text(self, opens: int) -> bool:
        """Whether a card's text is expected at a place: behind a mark or a name."""
        return self._layout.tokens[opens - 1].text in ":(–—-" or self._is_named(opens)

    def _is_named(self, at: int) -> bool:
        """Whether a name with a capital stands right before a place."""
        before = self._layout.tokens[at - 1]
        phrases = self._vocabulary.phrases.get(before.lower, ())
        return before.is_capital and not any(phrase.sort == "kind" for phrase in phrases)

    def _with_its_name(self, header: int, head: int) -> int:
        """Where a text begins whose ability has a name in quotes: “Jo: "I Object!" — Interrupt: …”."""
        tokens = self._layout.tokens
        if header - 2 > head and tokens[header - 1].text in "—–-":
            opens = self._opens.get(header - 2, -1)
            says = tokens[opens - 1].text in ":(" or tokens[opens - 1].lower in self._vocabulary.chat.say
            if opens > head and tokens[opens].text not in "([" and says:
                return opens
        return header

    def _is_no_text(self, headers: Sequence[int], end: int) -> bool:
        """Whether no text begins with the first of some timing words: it is only spoken of, or ends a name."""
        tokens, header = self._layout.tokens, headers[0]
        if self._only_named(header, end):
            return True
        mark = next((at for at in range(header, min(header + _HEADER, end)) if tokens[at].text in _SEPARATORS), header)
        follows = self.header(end, min(end + _HEADER, len(tokens))) == end
        later = headers[1] if len(headers) > 1 else end if follows else 0
        ends = header < mark < later and tokens[header - 1].is_capital
        return ends and (mark + 1 == later or self._is_printed(mark + 1, later))  # “Fast Response: Action: …”

    def _only_named(self, header: int, end: int) -> bool:
        """Whether a timing word is only spoken of: no mark stands behind it, and what follows reads as no text."""
        tokens = self._layout.tokens
        if any(token.text == "=" for token in tokens[header:end]):
            return True  # no card prints one
        near = tokens[header + 1 : min(header + _SPOKEN, end)]
        behind = [token.lower for token in takewhile(lambda token: token.text not in _SEPARATORS, near)]
        helped = next((word for word in behind if word[0].isalpha()), "") in self._vocabulary.chat.passive
        if helped or any(word in FINITE_BE for word in behind):
            return True  # “BAM! is activated”, “BAM! gets activated”
        if any(token.text in _SEPARATORS for token in tokens[header : min(header + _HEADER, end)]):
            return False
        start, stop = self._layout.span(header, end)
        unread = sum(one.span[1] - one.span[0] for one in self.read(header, end).unread)
        return 2 * unread > stop - start

    def _behind_kind(self, first: int, close: int) -> int:
        """Behind the card type with which a text in brackets begins; `first` where it begins with none."""
        tokens = self._layout.tokens
        for phrase in self._vocabulary.phrases.get(tokens[first].lower, ()):
            end = first + len(phrase.words)
            same = all(t.lower == w for t, w in zip(tokens[first:end], phrase.words, strict=False))
            if phrase.sort == "kind" and same and end + 1 < close and tokens[end].text in ".,;:-–—":
                return end + 1
        return first

    def _quoted(self, opens: int, close: int) -> int | None:
        """The quotation mark of a card's text within a bracket or quotation: “(upgrade, "Interrupt: …")”."""
        for at in self._layout.top(opens + 1, close):
            inner = self._layout.closes.get(at)
            if inner is not None and inner < close and self._is_text(at, inner):
                return at
        return None

    def header(self, first: int, end: int) -> int | None:
        """The token with which the first timing word between two places begins, its symbols included."""
        key = first, end
        if key not in self._known:
            self._known[key] = self._header(first, end)
        return self._known[key]

    def _header(self, first: int, end: int) -> int | None:
        return next(self._timed(first, end), None)

    def _timed(self, first: int, end: int) -> Iterator[int]:
        """Lazily, the tokens with which timing words begin, their symbols included."""
        if end <= first:
            return
        layout = self._layout
        start, stop = layout.span(first, end)
        pieces = _parted_by_commas(self._lexer.read(layout.text[start:stop]).pieces)
        for header in self._headers.find(pieces, 0, len(pieces)):
            if header.unknown:
                continue
            at = header.at
            while at > 0 and pieces[at - 1].sort == "icon" and self._is_symbol(start + pieces[at - 1].start):
                at -= 1
            token = bisect_left(self._starts, start + pieces[at].start)
            if token < end:
                yield token

    def read(self, first: int, end: int) -> CardText:
        """The words of tokens as a card's text."""
        start, stop = self._layout.span(first, end)
        return self._vocabulary.reader.read(self._layout.text[start:stop])

    def reads_as_text(self, first: int, end: int) -> bool:
        """Whether tokens read as what a card says, wholly: keywords, abilities in force, instructions."""
        key = first, end
        if key not in self._texts:
            self._texts[key] = end > first and self._reads_as_text(first, end)
        return self._texts[key]

    def _reads_as_text(self, first: int, end: int) -> bool:
        header = self.header(first, end)
        if header is not None:
            return not self._only_named(header, end)
        words = self._layout.tokens[first : first + 2]
        if words[0].lower in ("max", "limit") and (len(words) < 2 or words[1].sort != "number"):
            return False  # somebody's name
        read = self.read(first, end)
        if read.unread:
            return False
        return bool(read.plays) or (self._says_something(read, end - first) and not self._is_remark(first, end))

    def _says_something(self, read: CardText, length: int) -> bool:
        """Whether a text holds keywords, instructions, or abilities in force."""
        plain = (part for part in read.parts if isinstance(part, Ability) and not _tells(part))
        return bool(read.keywords or read.instructions) or (length > 3 and any(plain))

    def _is_text(self, opens: int, close: int) -> bool:
        """Whether a group is a card's text, and not a name or a remark on one."""
        layout = self._layout
        first, mark = opens + 1, layout.tokens[opens].text
        if close <= first or self._is_icon(opens, close):
            return False
        behind = self._behind_kind(first, close)
        if self.header(first, close) == first or self.header(behind, close) == behind:
            return True
        words = sum(token.sort == "word" for token in layout.tokens[first:close])
        if mark == "[" and words == close - first <= _SYMBOL:
            return False  # a symbol or trait
        told = self._vocabulary.chat.no_print if mark in "([" else ME
        if any(layout.tokens[at].lower in told for at in layout.top(first, close)):
            return False
        if layout.tokens[first].lower in _PEOPLE and layout.tokens[first + 1].lower in FINITE_BE:
            return False  # “(she is in hero form)”
        if self.reads_as_text(first, close) or (mark not in "([" and self._is_order(first, close)):
            return True
        longer = words > _LONG_QUOTE and not self._is_remark(first, close)
        return longer and (mark not in "([" or self._tells_effect(opens, behind, close))

    def _is_order(self, first: int, close: int) -> bool:
        """“"Gain a Wound."”: whether a quotation is a sentence that begins with a verb."""
        tokens = self._layout.tokens
        verb = self._vocabulary.sense(tokens[first].lower)
        return close - first > 2 and tokens[close - 1].text == "." and verb.verb is not None and "base" in verb.roles

    def _tells_effect(self, opens: int, behind: int, close: int) -> bool:
        """Whether a bracket tells what a card does, in its words or others: “(event, each hero gets +1 ATK)”."""
        quotes = any(at in self._layout.closes for at in range(behind, close))
        if behind > opens + 1 and not quotes and self._reads_mostly(behind, close):
            return True
        words = (self._layout.tokens[at].lower for at in self._layout.top(opens + 1, close))
        waits = any(word in self._vocabulary.chat.untimed for word in words)
        return self._is_headed(opens) and ((waits and not quotes) or self._reads_mostly(opens + 1, close))

    def _is_headed(self, opens: int) -> bool:
        """Whether a name, a card type or a mark stands right before a place."""
        before = self._layout.tokens[opens - 1] if opens else None
        if before is None or before.text == ":" or self._is_named(opens):
            return before is not None
        phrases = (row for rows in self._vocabulary.phrases.values() for row in rows if row.sort == "kind")
        return any(row.words[-1] == before.lower for row in phrases)

    def _is_symbol(self, start: int) -> bool:
        """Whether what stands at a letter is a symbol, no bracket that says what the card is: “Bell [upgrade] …”."""
        token = bisect_left(self._starts, start)
        close = self._layout.closes.get(token)
        if close is None or self._layout.tokens[token].text != "[":
            return close is None
        return self._is_icon(token, close) or not self._is_remark(token + 1, close)

    def _is_icon(self, opens: int, close: int) -> bool:
        """“[energy]”: a symbol of the game in brackets."""
        if self._layout.tokens[opens].text != "[":
            return False
        words = self._vocabulary.words
        said = self._layout.text[self._layout.tokens[opens].end : self._layout.tokens[close].start].lower()
        symbols = {symbol for row in words.timings for symbol in (*row.with_symbol, *row.words)}
        return said in words.resources or said in words.free_symbols or f"[{said}]" in words.senses or said in symbols

    def _is_remark(self, first: int, close: int) -> bool:
        """Whether a group holds only names, card types, players and the words between them."""
        layout, vocabulary = self._layout, self._vocabulary
        words = [token.lower for token in layout.tokens[first:close] if token.sort == "word"]
        if all(word in vocabulary.words.keywords and word not in vocabulary.forms for word in words):
            return False
        items = items_of(layout, first, close, KnownNames(), vocabulary)
        return all(
            (item.sort == "group" and self._is_remark(item.first + 1, item.end - 1))
            or item.sort in ("name", "kind", "class", "form", "status", "me", "mark", "number")
            or item.value in self._vocabulary.chat.remarks
            for item in items
        )

    def _introduced(self, index: int, begin: int) -> list[CardPassage]:
        """A text without a timing word behind “NAME:” or “NAME –”, or on the line below the name."""
        layout, sentence = self._layout, self._layout.sentences[index]
        if self._is_below_heading(index, begin):
            return [CardPassage((begin, begin), begin, sentence.end, sentence.end, index)]
        tried, found = 0, list[CardPassage]()
        for at in layout.top(begin, min(sentence.end, begin + _LONGEST_HEAD)):
            if at == begin or not self._introduces(at, sentence.end):
                continue
            rest = at + 1
            while rest < sentence.end and layout.tokens[rest].text in _SEPARATORS:
                rest += 1
            tried += 1
            if tried > _MOST_TRIED:
                break
            if self._names_nothing(begin, at) or rest in layout.closes or not self.reads_as_text(rest, sentence.end):
                continue
            if any(token.lower in self._vocabulary.chat.no_print for token in layout.tokens[rest : sentence.end]):
                continue
            timed = self._timed_before(at, begin, sentence.end)
            first = timed if timed < at else rest
            found = [CardPassage((begin, timed), first, sentence.end, sentence.end, index)]
            if first != rest or not self._heads_more(rest, sentence.end):
                break
        return found

    def _timed_before(self, at: int, begin: int, end: int) -> int:
        """Where the timing word begins that a mark stands in; the mark itself where it stands in none."""
        return next((back for back in range(max(at - 3, begin + 1), at) if self.header(back, end) == back), at)

    def _is_below_heading(self, index: int, begin: int) -> bool:
        """Whether a line reads as a card’s text and the line above it is a heading."""
        sentences, sentence = self._layout.sentences, self._layout.sentences[index]
        if self._labels_kind(begin):
            return False
        if not index or not sentence.begins_line or sentence.after_blank or not self.reads_as_text(begin, sentence.end):
            return False
        place = index - 1
        while place > 0 and not sentences[place].begins_line:
            place -= 1
        above = sentences[place]
        near = above.begins_line and above.line == sentence.line - 1
        if near and place and self._names_kind(above.first) and sentences[place - 1].line == above.line - 1:
            return self._is_heading(sentences[place - 1].first, sentences[place - 1].end)
        printed = self._is_printed(above.first, sentences[index - 1].end)  # “Retaliate 1.”
        return near and not printed and self._is_heading(above.first, sentences[index - 1].end)

    def _labels_kind(self, first: int) -> bool:
        """“Minion - Bug, engaged with Ann”: whether a card type stands before a mark, and no text behind that."""
        tokens = self._layout.tokens
        rows = self._vocabulary.phrases.get(tokens[first].lower, ()) if first < len(tokens) else ()
        return any(
            row.sort == "kind"
            and all(t.lower == w for t, w in zip(tokens[first:], row.words, strict=False))
            and tokens[min(first + len(row.words), len(tokens) - 1)].text in _SEPARATORS
            for row in rows
        )

    def _introduces(self, at: int, end: int) -> bool:
        """Whether a mark or word may stand between a card’s name and its text."""
        token, before = self._layout.tokens[at], self._layout.tokens[at - 1]
        if token.sort == "mark":
            return token.text in _SEPARATORS
        chat = self._vocabulary.chat
        after = self._layout.tokens[at + 1] if at + 1 < end else None
        begins = after is not None and after.is_capital and after.lower in chat.untimed
        telling = token.lower in chat.telling or (token.lower in ("has", "have", "with", "is") and begins)
        if before.lower in ME:
            return False
        named = before.is_capital or before.text in ')"”' or not self._vocabulary.knows(before.lower)
        return token.sort == "word" and telling and (named or before.lower in chat.tellers)

    def _heads_more(self, first: int, end: int) -> bool:
        """Whether a text that was found begins with the name of what it is of: “Ann: Bell (hero) - At the end …”."""
        tokens = self._layout.tokens
        for at in self._layout.top(first, min(end, first + _LONGEST_HEAD)):
            if tokens[at].sort == "mark" and tokens[at].text in _SEPARATORS and at > first:
                rest = at + 1
                return rest < end and self._names_whole(first, at) and self.reads_as_text(rest, end)
        return False

    def _names_whole(self, first: int, end: int) -> bool:
        """Whether tokens hold nothing but words with capitals, and brackets."""
        top = [self._layout.tokens[at] for at in self._layout.top(first, end) if at not in self._layout.closes]
        words = [token for token in top if token.sort == "word"]
        return bool(words) and all(token.is_capital or token.lower in self._vocabulary.stop for token in words)

    def _names_nothing(self, first: int, end: int) -> bool:
        """Whether words before a colon only say what the line is: “Question: …”."""
        chat = self._vocabulary.chat
        small = (chat.function, chat.begins, chat.nobody, chat.company)
        words = [token.lower for token in self._layout.tokens[first:end] if token.sort == "word"]
        return all(any(word in row for row in small) for word in words)

    def _is_heading(self, first: int, end: int) -> bool:
        """Whether a short line holds only words with capitals: a card's name, type or traits."""
        top = [at for at in self._layout.top(first, end) if at not in self._layout.closes or at == first]
        words = [self._layout.tokens[at] for at in top if self._layout.tokens[at].sort == "word"]
        named = all(token.is_capital or token.lower in self._vocabulary.stop for token in words)
        named = named or self._is_kind_line(first, end)
        labelled = any(token.text in ":?=" for token in self._layout.tokens[first:end]) or self._names_nothing(
            first, end
        )
        return bool(words) and named and words[0].is_capital and end - first <= _SHORT_NAME and not labelled

    def _is_kind_line(self, first: int, end: int) -> bool:
        """“Plot twist”: whether a line has a card type and nothing else."""
        tokens = [token for token in self._layout.tokens[first:end] if token.sort == "word"]
        rows = self._vocabulary.phrases.get(tokens[0].lower, ()) if tokens else ()
        return any(row.sort == "kind" and row.words == tuple(token.lower for token in tokens) for row in rows)

    def _extended(self, index: int, is_story: Callable[[Sentence], bool]) -> int:
        """Behind the last sentence that goes on with the text that begins in one."""
        sentences = self._layout.sentences
        at = index + 1
        while at < len(sentences):
            sentence, before = sentences[at], sentences[at - 1]
            if sentence.after_blank or is_story(sentence) or self._opens_card(at):
                break
            if sentence.begins_line and not self._goes_on(sentence, before):
                break
            reminds = self._reminds(sentence)
            if not sentence.begins_line and not reminds and not self._reads_mostly(sentence.first, sentence.end):
                break
            at += 1
        return at

    def _reminds(self, sentence: Sentence) -> bool:
        """“(Shuffle.)”: whether a sentence in brackets may be printed."""
        words = self._layout.tokens[sentence.first : sentence.end]
        told = any(token.lower in self._vocabulary.chat.no_print | ME for token in words)
        return self._layout.closes.get(sentence.first) == sentence.end - 1 and not told

    def _reads_mostly(self, first: int, end: int) -> bool:
        """Whether most of a sentence reads as what a card says."""
        if self.header(first, end) == first:
            return True
        read = self.read(first, end)
        start, stop = self._layout.span(first, end)
        unread = sum(one.span[1] - one.span[0] for one in read.unread)
        return 2 * unread <= stop - start and bool(read.parts or read.plays or read.instructions or read.keywords)

    def _opens_card(self, index: int) -> bool:
        """Whether a sentence introduces a text of its own."""
        here = self._in_sentence(index)
        return bool(here) and here[0].head[1] > here[0].head[0] and here[0].head[0] >= 0

    def _goes_on(self, sentence: Sentence, before: Sentence) -> bool:
        """Whether a new line belongs to the text of the line before."""
        layout = self._layout
        first = layout.tokens[sentence.first]
        bullet = without_bullet(layout, sentence) > sentence.first
        if any(token.text == "=" for token in layout.tokens[sentence.first : sentence.end]):
            return False  # no card prints one
        if bullet:
            return layout.tokens[before.end - 1].text == ":" or (
                first.text == "•" and self.reads_as_text(without_bullet(layout, sentence), sentence.end)
            )
        if self.header(sentence.first, sentence.end) == sentence.first:
            return True
        if first.sort == "word" and first.text[0].islower() and layout.tokens[before.end - 1].text not in ".!?":
            return True
        return self.reads_as_text(sentence.first, sentence.end)


def _parted_by_commas(pieces: Sequence[Lexeme]) -> list[Lexeme]:
    """The pieces with a mark that ends something for each comma close before a colon: “Bell, an ally, interrupt: …”."""
    return [
        piece._replace(text=";", lower=";")
        if piece.text == ","
        and [one.sort for one in pieces[at + 1 : at + 2]] == ["word"]
        and any(one.text == ":" for one in pieces[at + 2 : at + _SPOKEN])
        else piece
        for at, piece in enumerate(pieces)
    ]


def _tells(ability: Ability) -> bool:
    """Whether it says what somebody named does, as people tell it, and no card does."""
    if ability.tree.trigger is not None:
        return False
    effect = ability.tree.effect
    agent = effect.clause.agent if isinstance(effect, Act) else None
    return agent is not None and agent.head == "named"


_PEOPLE = frozenset(["he", "she", "they"])
_SHORT_NAME = 10
"""Tokens of a line that may be a card's name or type."""
_SPOKEN = 5
"""Tokens among which a timing word ends, and what is said of it begins."""
_HEADER = 8
"""Tokens of a timing word with its form, label and mark."""
_JOINING = frozenset(["and", "but", "so", "plus", "also", "while", "then"])
_MOST_PARTS = 12
"""Texts of one sentence without marks."""
_SHORT_CLAUSE = 4
"""Words of a clause that may stand before the first player in it."""
_SYMBOL = 3
"""Words in square brackets at most that are a symbol or a trait."""
_LONG_QUOTE = 5
"""A longer quotation behind a name is its text, whatever it says."""
