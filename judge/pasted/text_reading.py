"""The readings of one text: names first, then who plays, then where card texts end, then all again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.cardtext.english import CANNOT, MODALS
from judge.pasted.card_passages import CardPassage, TextFinder
from judge.pasted.chat_lines import Speakers
from judge.pasted.dispute_words import Books, DisputeWords
from judge.pasted.mentions import KnownNames, Mention, is_small, items_of, words_of
from judge.pasted.pasted_values import ReadValue
from judge.pasted.player_names import know_by_place, know_cards, know_names, know_printed, know_short_names
from judge.pasted.roster import Roster
from judge.pasted.story import ToldSentence
from judge.pasted.story_reader import StoryReader
from judge.pasted.text_layout import Sentence, TextLayout
from judge.pasted.told_words import ToldVerbs


@dataclass
class TextReading:
    """Reads one text, names first."""

    layout: TextLayout
    vocabulary: DisputeWords
    verbs: ToldVerbs
    books: Books
    speakers: Speakers

    def __post_init__(self) -> None:
        self.names = KnownNames(icons=set(self.layout.icons()))
        self.kinds: Mapping[str, frozenset[str]] = {}
        self.passages: list[CardPassage] = []
        self._sentences: list[ToldSentence] = []
        self._starts: dict[str, int] = {}

    def read(self) -> Roster:
        """What the names are, by all that the text tells."""
        layout, names, vocabulary = self.layout, self.names, self.vocabulary
        finder = TextFinder(layout, vocabulary)
        self.passages = finder.passages(lambda _: True, self._owner_in)
        stretches = [stretch for stretch, _ in _outside(layout, self.passages)]
        names.small = is_small(layout, stretches)
        if self.books.kinds_of is not None and self.books.has_library:
            self.kinds = know_cards(layout, vocabulary, names, self.books.kinds_of)
        for line in self.speakers.lines:
            names.people.add(line.name.lower())
            names.add(line.name, words_of(line.name), "player")
        know_printed(layout, self.passages, names, vocabulary)
        know_names(layout, stretches, names, vocabulary)
        know_by_place(layout, stretches, self.passages, names, vocabulary)
        know_short_names(layout, stretches, names, vocabulary)
        roster = self._roster(settled=False)
        for key in roster.persons:
            meant = key[:-1] if key.endswith("s") and key[:-1] in roster.persons else key  # “Ollies first player”
            names.add(roster.name(meant), words_of(roster.name(key)), "player")
        self.passages = finder.passages(
            lambda sentence: _is_story(layout, sentence, names, vocabulary),
            lambda first, end, timed: _telling(layout, first, end, names, vocabulary, acting=timed),
        )
        roster = self._roster(settled=True)
        self._starts = roster.story.starts
        return roster

    def _owner_in(self, first: int, end: int, timed: bool) -> int | None:
        """The first name of somebody who owns something, in words that no name of a card introduces."""
        tokens = enumerate(self.layout.tokens[first:end], first)
        owners = (at for at, token in tokens if token.possessive and token.lower in self.vocabulary.first_names)
        return None if timed else next(owners, None)

    def _roster(self, *, settled: bool) -> Roster:
        self._sentences = list(self._told())
        reader = StoryReader(
            self.layout.text, self.vocabulary, self.verbs, frozenset(self.names.people), self.speakers, settled=settled
        )
        story = reader.read(self._sentences)
        printed = self._printed(frozenset(story.names))
        return Roster(story, self.vocabulary, frozenset(self.names.people), printed, frozenset(self.kinds))

    def said(self) -> list[list[Mention]]:
        """The mentions of each sentence."""
        return [[item for item in one.items if item.sort != "text"] for one in self._sentences]

    def texts(self) -> dict[str, ReadValue]:
        """The card texts by their number."""
        found: dict[str, ReadValue] = {}
        for number, one in enumerate(self.passages):
            first, end = self.layout.span(one.first, one.end)
            first = self._starts.get(str(number), first)
            why = "Nothing shows where the text ends." if one.doubtful else ""
            found[str(number)] = ReadValue(self.layout.said((first, end)).strip(), (first, end), why)
        return found

    def _printed(self, keys: frozenset[str]) -> frozenset[str]:
        """Keys of the names that stand in a card's text."""
        found: set[str] = set()
        for one in self.passages:
            at = one.first
            apart = one.closed or self.layout.tokens[one.outer_end - 1].text in ')"”'
            while at < one.end:
                known = self.names.at(self.layout.tokens, at, one.end)
                if known is not None and self.layout.tokens[at].sort == "word":
                    if not apart and known[2] == at + 1 and self.layout.tokens[at].possessive:
                        at += 1
                        continue
                    found.add(known[0].lower())
                    at = known[2]
                else:
                    at += 1
        return frozenset(found & keys)

    def _told(self) -> Iterator[ToldSentence]:
        """Lazily, the sentences with their card texts as one mention each."""
        layout, at, number = self.layout, 0, 0
        begins = blank = True
        items: list[Mention] = []
        for sentence in layout.sentences:
            at = max(at, sentence.first)
            if at >= sentence.end:
                continue
            begins, blank, items = sentence.begins_line and at == sentence.first, sentence.after_blank, []
            while number < len(self.passages) and self.passages[number].first < sentence.end:
                one = self.passages[number]
                before = one.first
                while before > at and before - 1 in layout.closes and layout.tokens[before - 1].text not in "([":
                    before -= 1
                items += self._flat(at, before)
                items.append(Mention("text", str(number), one.first, one.end, layout.span(one.first, one.end)))
                last = layout.tokens[one.outer_end - 1]
                if one.outer_end > one.end and last.text in ")]":
                    items.append(Mention("mark", ")", one.outer_end - 1, one.outer_end, (last.start, last.end)))
                at, number = max(one.outer_end, at), number + 1
            items += self._flat(at, sentence.end) if at < sentence.end else []
            at = max(at, sentence.end)
            for cut in range(0, len(items), _LONGEST):
                yield ToldSentence(tuple(items[cut : cut + _LONGEST]), begins and not cut, blank and not cut)

    def _flat(self, first: int, end: int, deep: int = 4) -> list[Mention]:
        """The mentions of a stretch, those in brackets with the brackets as marks around them."""
        found: list[Mention] = []
        for item in items_of(self.layout, first, end, self.names, self.vocabulary) if end > first else ():
            if item.sort != "group" or not deep:
                found.append(item)
                continue
            inner = self._flat(item.first + 1, item.end - 1, deep - 1)
            if item.value == "[" and not found and len(inner) == 1 and inner[0].sort in ("name", "card"):
                found += inner  # “[Bell] (upgrade) …”
                continue
            opens, closes = ("(", ")") if item.value in "([" else (item.value, item.value)
            tokens = self.layout.tokens
            found.append(
                Mention("mark", opens, item.first, item.first + 1, (tokens[item.first].start, tokens[item.first].end))
            )
            found += inner
            found.append(
                Mention("mark", closes, item.end - 1, item.end, (tokens[item.end - 1].start, tokens[item.end - 1].end))
            )
        return found


_LONGEST = 100
"""Mentions of a sentence that are read together: nobody writes longer ones."""


def _outside(layout: TextLayout, passages: Sequence[CardPassage]) -> Iterator[tuple[tuple[int, int], int]]:
    """Lazily, the stretches of each sentence that are in no card text, with the place of the sentence."""
    taken = [(passage.first, passage.outer_end) for passage in passages]
    place = 0
    for index, sentence in enumerate(layout.sentences):
        at = sentence.first
        while place < len(taken) and taken[place][1] <= at:
            place += 1
        look = place
        while look < len(taken) and taken[look][0] < sentence.end:
            if taken[look][0] > at:
                yield (at, _before_mark(layout, at, taken[look][0])), index
            at = max(at, taken[look][1])
            look += 1
        if at < sentence.end:
            yield (at, sentence.end), index


def _before_mark(layout: TextLayout, first: int, end: int) -> int:
    """Before the quotation mark or bracket that opens a text."""
    return end - 1 if end - 1 > first and end - 1 in layout.closes else end


def _is_story(layout: TextLayout, sentence: Sentence, names: KnownNames, vocabulary: DisputeWords) -> bool:
    """Whether somebody tells or asks something: printed text names no player, says no “I” and asks nothing."""
    tokens = layout.tokens
    if tokens[sentence.end - 1].text == "?" or tokens[sentence.first].lower in vocabulary.chat.asking:
        return True
    if _tells_status(layout, sentence, names, vocabulary):
        return True
    return _telling(layout, sentence.first, sentence.end, names, vocabulary) is not None


def _tells_status(layout: TextLayout, sentence: Sentence, names: KnownNames, vocabulary: DisputeWords) -> bool:
    """“Klaw is stunned.”, “There is a tough card on Klaw.”: whether a sentence tells who has a status card now; cards
    only ask for that, or change it."""
    items = items_of(layout, sentence.first, sentence.end, names, vocabulary)
    status = next((at for at, item in enumerate(items) if item.sort == "status"), None)
    if status is None or layout.closes.get(sentence.first) is not None:
        return False
    head, before = items[0], [item.value for item in items[:status]]
    words = {item.value for item in items}
    named = head.is_named or head.value in ("there", "he", "she", "it") or status <= 1
    is_so = any(word in vocabulary.chat.telling_words for word in (*before, *words))
    on_it = any(item.is_named for item in items[status:]) if not head.is_named else True
    return named and is_so and on_it and not words & (CANNOT | MODALS.keys())


def _telling(
    layout: TextLayout, first: int, end: int, names: KnownNames, vocabulary: DisputeWords, *, acting: bool = False
) -> int | None:
    """The token with which somebody is told of who plays, or something is asked; no card does."""
    for item in items_of(layout, first, end, names, vocabulary):
        if acting and (item.possessive or item.value in ("me", "mine", "myself")):
            continue
        called = [token.lower for token in layout.tokens[item.first : item.end]]
        named = words_of(item.value) if item.sort == "player" else []
        plural = [*named[:-1], f"{named[-1]}s"] if named else []  # “opponents turn”
        if item.sort == "me" or item.value == "what" or (named and called in (named, plural)):
            return item.first
    return None
