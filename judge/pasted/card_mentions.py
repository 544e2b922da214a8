"""The cards a text tells of: what introduces a card's text, and what is said of cards whose text is not given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.cardtext.english import HAVE, POSSESSIVE
from judge.pasted.card_passages import CardPassage
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.mentions import KnownNames, Mention, items_of, words_of
from judge.pasted.pasted_values import ReadValue, Span, word_set
from judge.pasted.text_layout import TextLayout, without_bullet
from judge.pasted.who_plays import SPEAKER, People

_ON = frozenset(["on", "onto", "attached", "under", "upon"])
_HAVING = HAVE | frozenset(["carries", "carrying", "bears", "bearing", "wears", "wearing"])
_BY = frozenset(["by", "from", "for", "of", "belongs", "owner", "controller", "owned", "controlled"])
_OWNING = HAVE | word_set(
    "control controls controlling own owns hold holds holding play plays played playing use uses using with got "
    "run runs wants want also"
)
_FIELDS = {
    "name": "name", "card": "name", "text": "text", "says": "text", "effect": "text", "ability": "text",
    "type": "kind", "kind": "kind", "owner": "controller", "controller": "controller", "player": "controller",
}  # fmt: skip
RELATING = _ON | _BY | _OWNING | word_set("engaged engages says reads text who which whose mine their card")
"""Words that only say how those named belong together."""
_PLACE = frozenset(["location", "locations", "at", "place", "space"])


@dataclass
class CardRow:
    """One card while the text is read: its facts by key of the dispute, the tokens it was read from."""

    facts: dict[str, ReadValue] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.facts["name"].value) if "name" in self.facts else ""

    def say(self, key: str, fact: ReadValue | None) -> None:
        """Note a fact; what was said stays against what is guessed or said later."""
        if key == "attached_to" and fact is not None and plain(str(fact.value)) == plain(self.name):
            return  # nothing lies on itself
        if fact is not None and (key not in self.facts or (self.facts[key].why and not fact.why)):
            self.facts[key] = fact


@dataclass
class FoundCards:
    """The cards found so far, by plain name, and what is known of names that are no cards of their own."""

    rows: list[CardRow] = field(default_factory=list)
    kinds: dict[str, ReadValue] = field(default_factory=dict)
    """Plain name → the card type that was said."""
    owners: dict[str, ReadValue] = field(default_factory=dict)
    """Plain name → the player whose it was said to be."""
    used: list[Span] = field(default_factory=list)
    texts: list[Span] = field(default_factory=list)
    """Where the texts of cards stand."""

    def find(self, name: str) -> CardRow | None:
        """The card of a name."""
        return self._by_name().get(plain(name))

    def _by_name(self) -> Mapping[str, CardRow]:
        return {plain(row.name): row for row in reversed(self.rows)}

    def row(self, name: ReadValue) -> CardRow:
        """The card of a name, a new one where there is none yet."""
        row = self.find(str(name.value))
        if row is None:
            row = CardRow({"name": name})
            self.rows.append(row)
        return row


@dataclass(frozen=True, slots=True)
class LineScope:
    """What the words around a card say of it before it is named: whose the cards of this line or list are."""

    owner: str | None = None
    host: str | None = None
    kind: str | None = None


class HeadReader:
    """Reads what introduces a card: its name, what it is, whose it is, on whom it lies."""

    def __init__(self, layout: TextLayout, names: KnownNames, vocabulary: DisputeWords, people: People) -> None:
        self._layout, self._names, self._vocabulary, self._people = layout, names, vocabulary, people
        self.meant: Mapping[int, Mention] = {}
        """Token of a pronoun → whom it means."""
        self.last: str | None = None
        """The player named last: “his”, “her”, “they”."""

    @property
    def kinds(self) -> Mapping[str, object]:
        """The card types of the game."""
        return self._vocabulary.rules.kinds

    def items(self, first: int, end: int) -> list[Mention]:
        """The mentions between two tokens."""
        items = items_of(self._layout, first, end, self._names, self._vocabulary)
        return [self._known(self.meant.get(item.first, item)) if item.sort == "word" else item for item in items]

    def text(self, span: Span) -> str:
        """The words of a span."""
        return self._layout.said(span)

    def said(self, item: Mention) -> str:
        """The words of a mention in small letters, as they stand."""
        return " ".join(token.lower for token in self._layout.tokens[item.first : item.end])

    def _known(self, item: Mention) -> Mention:
        """The mention with what is known of its name by now."""
        words = words_of(item.value) if item.is_named else []
        rows = self._names.of.get(words[0], ()) if words else ()
        known = next((sort for said, name, sort in rows if name == item.value), None)
        return replace(item, sort=known) if known is not None else item

    def read(
        self, items: Sequence[Mention], scope: LineScope = LineScope()
    ) -> tuple[list[CardRow], dict[str, ReadValue]]:
        """The cards that a stretch names, each with what is said of it; and what is said where none is named."""
        state = _Head(self, scope)
        for at, item in enumerate(items):
            state.take(items, at, item)
        return state.done()

    def player(self, item: Mention) -> str | None:
        """The player that a mention means; None for others."""
        if item.sort == "me" or item.value in ("we", "our", "us"):
            return self._people.speaker or (None if self._people.players else SPEAKER)
        if item.sort == "player":
            return item.value
        if item.value in POSSESSIVE and item.value != "its":
            return self.last
        if item.sort == "class" and item.value == "opponent" and "Opponent" in self._people.names:
            return "Opponent"
        if item.sort == "word" and item.value == "scenario":
            return self._vocabulary.rules.features.scenario
        return None


_BEFORE = "It is told of what was named before, and may go on for this one."


class _Head:
    """The state of one stretch being read, mention after mention."""

    def __init__(self, reader: HeadReader, scope: LineScope) -> None:
        self._reader, self._vocabulary = reader, reader._vocabulary
        self._rows: list[CardRow] = []
        self._facts: dict[str, ReadValue] = {}
        """Said before a card is named."""
        self._owner: ReadValue | None = ReadValue(scope.owner, None, _BEFORE) if scope.owner else None
        self._host: ReadValue | None = ReadValue(scope.host, None, _BEFORE) if scope.host else None
        self._relation = ""
        self._is_attached = False
        """Whether it is said in so many words that something is attached."""
        self._had: CardRow | None = None
        """Who is said to have what is named next."""
        self._possessor: ReadValue | None = None

    def take(self, items: Sequence[Mention], at: int, item: Mention) -> None:
        """Note what one mention says."""
        player = self._reader.player(item)
        scenario = self._vocabulary.rules.features.scenario
        if scenario is not None and self._reader.said(item).startswith("encounter"):
            self._say("controller", ReadValue(scenario, item.span))  # “from the encounter deck”
        if item.sort == "mark":
            self._relation = self._relation if item.value in "-–—" else ""
        elif player is not None:
            self._player(player, item)
        elif item.sort in ("kind", "form"):
            self._kind(item, items, at)
        elif item.is_named:
            self._name(item)
        elif item.sort == "group":
            if not at or self._reader.player(items[at - 1]) is None or not self._is_form(item):
                self._group(item)
        elif item.sort == "number":
            before = items[at - 1].value if at else ""
            if before in _PLACE and self._vocabulary.rules.features.places and item.value.isdecimal():
                self._say("location", ReadValue(int(item.value), item.span))
        elif item.sort == "class" and self._relation == "on" and item.value in ("enemy",):
            self._say("attached_to", ReadValue(item.value, item.span, "The only one of its kind."))
        else:
            self._word(item)

    def _is_form(self, item: Mention) -> bool:
        """Whether a bracket says a form: of the player before it."""
        return any(one.sort == "form" for one in self._reader.items(item.first + 1, item.end - 1))

    def _word(self, item: Mention) -> None:
        word = item.value
        if word in _HAVING and self._rows and not self._had:
            self._had = self._rows.pop()  # “Klaxon has Brass Lungs attached”
            self._host = self._had.facts["name"]
            self._relation = ""
        elif word in _ON:
            self._relation = "on"
            self._is_attached = self._is_attached or word == "attached"
        elif word in ("engaged", "engages", "engaging"):
            self._relation = "engaged"
        elif word in _BY:
            self._relation = "by"
        elif word in ("and", "has", "have", "but"):
            self._relation = ""
        elif word == "location" and self._vocabulary.rules.features.places:
            self._relation = "location"

    def _player(self, player: str, item: Mention) -> None:
        said = ReadValue(player, item.span)
        if item.value not in POSSESSIVE:
            self._reader.last = player
        if self._relation == "engaged":
            self._say("engaged_with", said)
        elif self._relation == "on" and self._rows and player != self._vocabulary.rules.features.scenario:
            kind = self._rows[-1].facts.get("kind")
            features = self._vocabulary.rules.features
            encounter = kind is not None and features.scenario_kinds in self._vocabulary.rules.closure(str(kind.value))
            encounter = encounter or (self._is_attached and features.scenario is not None)
            self._say("attached_to" if encounter else "controller", said)
        elif (self._rows and self._relation == "by") or (
            self._rows and not item.possessive and item.sort == "player" and self._relation == "bracket"
        ):
            self._say("controller", said)
        else:
            self._owner = said
            if self._rows and item.value in ("mine",):
                self._say("controller", said)
        self._relation = ""

    def _kind(self, item: Mention, items: Sequence[Mention], at: int) -> None:
        kinds = self._vocabulary.rules.kinds
        if item.value not in kinds or (item.sort == "form" and item.value == "form"):
            return
        if kinds[item.value].must_be_attached and item.value == "status":
            return
        following = items[at + 1] if at + 1 < len(items) else None
        if self._relation == "on" and not (following is not None and following.sort == "group"):
            if following is None or not following.is_named:  # “attached to the villain”
                self._say("attached_to", ReadValue(item.value, item.span, "kind"))
                self._relation = ""
            return
        if item.value == "location" and following is not None and following.sort == "number":
            self._relation = "location"  # “at location 4”
            return
        if item.sort == "form" and not (following is not None and following.is_named):
            return  # the form of a player
        fact = ReadValue(item.value, item.span)
        if self._rows and not (following is not None and following.is_named):
            self._rows[-1].say("kind", fact)
        else:
            self._facts["kind"] = fact

    def _name(self, item: Mention) -> None:
        said = ReadValue(item.value, item.span)
        if self._relation == "on":
            self._say("attached_to", said)
        elif self._relation == "engaged":
            self._say("engaged_with", said)
        elif item.possessive:
            self._host = self._possessor = ReadValue(item.value, item.span, f"It is called {item.value}’s.")
        else:
            self._new(said)
            return
        self._relation = ""

    def _new(self, name: ReadValue) -> None:
        row = CardRow({"name": name})
        for key, fact in self._facts.items():
            row.say(key, fact)
        self._facts = {}
        row.say("controller", self._owner)
        row.say("attached_to", self._host)
        self._rows.append(row)

    def _group(self, item: Mention) -> None:
        inner = self._reader.items(item.first + 1, item.end - 1)
        if item.value not in "([":
            text = self._reader._layout.text[inner[0].span[0] : inner[-1].span[1]] if inner else ""
            if text and len(inner) <= _MOST_NAME and text[-1] not in ".!?":
                self._new(ReadValue(text.strip(" .,:;!?"), (inner[0].span[0], inner[-1].span[1])))
            return
        for at, one in enumerate(inner):
            if one.sort == "player" and self._rows and not one.possessive and self._relation == "":
                self._say("controller", ReadValue(one.value, one.span))
            elif one.sort == "me" and self._rows and self._relation == "":
                self._say("controller", ReadValue(self._reader.player(one), one.span))
            elif one.sort == "form" and self._rows and one.value in self._vocabulary.rules.kinds:
                self._rows[-1].say("kind", ReadValue(one.value, one.span))
            elif one.is_named and not self._rows and "kind" in self._facts:
                self._new(ReadValue(one.value, one.span))  # “a minion (Acid Slug)”
            elif one.is_named and self._relation == "" and not one.possessive:
                continue  # a subtitle or set: told as not placed
            else:
                self.take(inner, at, one)
        kind = self._rows[-1].facts.get("kind") if self._rows else None
        if kind is not None and inner and inner[0].value in ("both", "all"):
            for row in self._rows:
                row.say("kind", kind)  # “A and B (both side schemes)”
        self._relation = ""

    def _say(self, key: str, fact: ReadValue) -> None:
        if self._rows:
            self._rows[-1].say(key, fact)
        else:
            self._facts.setdefault(key, fact)

    def done(self) -> tuple[list[CardRow], dict[str, ReadValue]]:
        facts = dict(self._facts)
        if self._had is not None and not self._rows:
            self._host = None
            self._rows.append(self._had)
        elif self._possessor is not None and not self._rows:  # “its text”
            self._host = None
            self._new(ReadValue(self._possessor.value, self._possessor.at))
        if self._owner is not None:
            facts.setdefault("controller", self._owner)
        if self._host is not None:
            facts.setdefault("attached_to", self._host)
        return self._rows, facts


_MOST_NAME = 8
"""Words of a name in quotes."""


def read_cards(
    layout: TextLayout,
    passages: Sequence[CardPassage],
    reader: HeadReader,
    vocabulary: DisputeWords,
    shelf: FoundCards,
) -> None:
    """Put every card that bears a text on the shelf."""
    before: CardRow | None = None
    owners = _headings(layout, reader, vocabulary)
    last: tuple[int, ReadValue] | None = None
    for passage in (_with_name(layout, one, reader) for one in passages):
        text_span = layout.span(passage.first, passage.end)
        why = "Nothing shows for certain where the text ends." if passage.doubtful else ""
        text = ReadValue(_joined(layout.said(text_span)), text_span, why)
        shelf.texts = [text_span]
        items = [*reader.items(*_head(layout, passage)), *reader.items(*passage.lead)]
        owner = owners.get(passage.sentence)
        rows, facts = reader.read(items, LineScope(owner=owner) if owner is not None else LineScope())
        facts = {key: fact for key, fact in facts.items() if fact.why != _BEFORE}
        spoken = bool(items) and all(layout.tokens[at].lower in _SPOKEN for at in range(*_head(layout, passage)))
        if not rows and spoken and (rows := _before(layout, passage, reader)):
            facts = {}
        if not rows and not any(one.sort == "word" for one in items) and "name" not in facts:
            rows = _above(layout, passage, reader, shelf) or _before(layout, passage, reader) if not facts else []
            if not rows and before is not None and not facts:
                before.facts["text"] = ReadValue(f"{before.facts['text'].value}\n{text.value}", text.at)
                shelf.used += [text_span]
                continue
        name = rows[-1].facts["name"] if rows else _name_of_words(layout, items, vocabulary)
        kind = facts.get("kind")
        if name is None and kind is not None and kind.at is not None:
            said = layout.said(kind.at)
            name = ReadValue(said[0].upper() + said[1:], kind.at, "No other name is given.")
        if name is None and vocabulary.reader.read(str(text.value)).unread:
            continue  # no card is named, and no card says so
        if name is None:
            name = ReadValue("Card", text_span, "The text does not say what the card is called.")
        row = shelf.row(name)
        for key, fact in (*(rows[-1].facts.items() if rows else ()), *facts.items()):
            row.say(key, fact)
        row.facts.setdefault("text", text)
        if last is not None and last[0] == passage.sentence and _goes_on(layout, passage):
            row.say("controller", last[1])
        owned = row.facts.get("controller")
        last = (passage.sentence, replace(owned, why=_BEFORE)) if owned is not None else None
        for other in rows[:-1]:
            if set(other.facts) - {"name"}:
                _merge(shelf, other)
        shelf.used += [text_span, *_places(row)]
        before = row


def _headings(layout: TextLayout, reader: HeadReader, vocabulary: DisputeWords) -> Mapping[int, str]:
    """Sentence of a list → whose the cards are, by the line above the list that names a player and nothing more."""
    owners: dict[int, str] = {}
    owner: str | None = None
    scenario = vocabulary.rules.features.scenario
    for index, sentence in enumerate(layout.sentences):
        listed = without_bullet(layout, sentence) > sentence.first
        if sentence.begins_line and not listed:
            lone = sentence.end - sentence.first <= _LONGEST_HEADING
            items = reader.items(sentence.first, sentence.end) if lone else []
            words = [item for item in items if item.sort != "mark" and reader.said(item) not in _OF_LISTS]
            player = reader.player(words[0]) if len(words) == 1 else None
            own = len(words) == 1 and words[0].sort == "kind" and scenario is not None
            owner = player or (scenario if own else None)
        elif listed and owner is not None:
            owners[index] = owner
    return owners


_LONGEST_HEADING = 6
_OF_LISTS = word_set("cards card side in play has controls 's board table hand")


def _with_name(layout: TextLayout, passage: CardPassage, reader: HeadReader) -> CardPassage:
    """The passage with the name that an ability has of its own: “Jenny: "I Object!" — Interrupt: …”."""
    first, end = passage.head
    if end - first < _SHORTEST_TITLED or layout.tokens[end - 1].text not in "-–—":
        return passage
    items = reader.items(first, end - 1)
    colon = next((at for at, item in enumerate(items) if item.value in (":", "=") and item.sort == "mark"), None)
    if colon is None or not items[:colon] or reader.player(items[colon - 1]) is not None or len(items) != colon + 2:
        return passage
    if not (items[colon - 1].is_named or items[colon - 1].sort in ("group", "kind")) or items[-1].sort == "player":
        return passage
    named = [item for item in items[:colon] if item.is_named and item.sort != "player"]
    if not named:
        return passage
    return replace(passage, head=(first, items[colon].first), first=items[-1].first)


_SHORTEST_TITLED = 4
"""Tokens of a name, a mark, an ability’s name and a dash."""


def _goes_on(layout: TextLayout, passage: CardPassage) -> bool:
    """Whether a card is told of after another: “… and also Backstep (…)”."""
    first, end = passage.head
    return end > first and layout.tokens[first].lower in (",", "and", "also", "&", "plus")


def _merge(shelf: FoundCards, row: CardRow) -> None:
    kept = shelf.row(row.facts["name"])
    for key, fact in row.facts.items():
        kept.say(key, fact)


def _places(row: CardRow) -> Iterable[Span]:
    return [fact.at for fact in row.facts.values() if fact.at is not None]


def _head(layout: TextLayout, passage: CardPassage) -> tuple[int, int]:
    """What introduces the text: of a long sentence only its last part, since the last mark that parts."""
    first, end = passage.head
    while end > first and layout.tokens[end - 1].sort == "mark" and end - 1 not in layout.closes.values():
        end -= 1
    if end == first + 1 and _FIELDS.get(layout.tokens[first].lower) == "text":
        return first, first  # “Text: When Revealed: …”
    return first, end


def _above(layout: TextLayout, passage: CardPassage, reader: HeadReader, shelf: FoundCards) -> list[CardRow]:
    """The card named on the lines above a text that begins a line: its name, its type, perhaps its traits."""
    sentences, tokens = layout.sentences, layout.tokens
    index, kind = passage.sentence, None
    lines: list[list[Mention]] = []
    while index > 0 and len(lines) < _MOST_LINES and sentences[index].begins_line:
        blank, last = sentences[index].after_blank, index - 1
        index = last
        ending = tokens[sentences[last].end - 1]
        introduces = not lines and (ending.text in ":-–—" or ending.lower in ("says", "reads", "text"))
        while index > 0 and not sentences[index].begins_line and not introduces:
            index -= 1
        first, end = sentences[index].first, sentences[last].end
        items = [item for item in reader.items(first, end) if item.value not in (".", "!")]
        if any(used[0] < items[-1].span[1] and items[0].span[0] < used[1] for used in shelf.texts) if items else True:
            break
        if not introduces and (end - first > _SHORT_LINE or not all(_is_of_head(item, layout) for item in items)):
            break
        lines.append(items)
        kind = next((item for item in items if item.sort in ("kind", "form")), None)
        if (
            introduces
            or (kind is not None and items[0] is not kind)
            or (kind is None and not blank and _is_title(items))
        ):
            break
        if kind is not None and items[0] is kind and index > 0:
            kind_line = items
            above = _above_type(layout, index, reader)
            if above:
                lines.append(above)
                shelf.used.append((above[0].span[0], kind_line[-1].span[1]))
            break
    rows, _ = reader.read(lines[-1]) if lines else ([], {})
    if not rows and kind is not None and lines and kind is not lines[-1][0]:
        rows = [_by_words(lines[-1], layout)]
    if not rows:
        return []
    row = rows[0] if kind is not None and lines[-1][0].is_named else rows[-1]
    for items in lines:
        shelf.used.append((items[0].span[0], items[-1].span[1]))
        typed = next((item for item in items if item.sort in ("kind", "form")), None)
        if typed is not None and typed.value in reader.kinds:
            row.say("kind", ReadValue(typed.value, typed.span))
    return [row]


def _above_type(layout: TextLayout, index: int, reader: HeadReader) -> list[Mention]:
    """The line above a line of a card’s type, where it holds a name and nothing else."""
    last = index - 1
    while index > 0 and not layout.sentences[index - 1].begins_line:
        index -= 1
    sentence = layout.sentences[max(index - 1, 0)]
    items = reader.items(sentence.first, layout.sentences[last].end)
    short = layout.sentences[last].end - sentence.first <= _SHORT_LINE
    return items if short and all(_is_of_head(item, layout) for item in items) else []


def _is_of_head(item: Mention, layout: TextLayout) -> bool:
    """Whether a mention may stand on a line that says what a card is called and is."""
    if item.sort == "word":
        return layout.tokens[item.first].is_capital or item.value in ("card", "unique", "cost", "of", "the", "and")
    return item.sort not in ("me", "player")


def _is_title(items: Sequence[Mention]) -> bool:
    return bool(items) and items[0].is_named and not any(item.sort == "mark" for item in items[1:-1])


def _by_words(items: Sequence[Mention], layout: TextLayout) -> CardRow:
    """The card of a line of words with capitals that stands where a name must."""
    end = next((at for at, item in enumerate(items) if item.sort in ("mark", "kind", "group")), len(items))
    span = (items[0].span[0], items[max(end - 1, 0)].span[1])
    return CardRow({"name": ReadValue(layout.said(span), span)})


def _before(layout: TextLayout, passage: CardPassage, reader: HeadReader) -> list[CardRow]:
    """The card named last in the sentence before, on the same line: “I reveal Flooded Tunnels. "When Revealed: …"”."""
    sentences, index = layout.sentences, passage.sentence
    first, end = _head(layout, passage)
    spoken = all(token.lower in _SPOKEN for token in layout.tokens[first:end])
    if not index or (sentences[index].begins_line and end == first) or not spoken:
        return []
    before = reader.items(sentences[index - 1].first, sentences[index - 1].end)
    rows, _ = reader.read([item for item in before if item.value not in ("?", "!", ".")])
    if len(rows) == 1:
        return rows
    named = [item for item in before if item.is_named and item.sort != "player" and not item.possessive]
    return [CardRow({"name": ReadValue(named[-1].value, named[-1].span)})] if named else []


_SPOKEN = word_set("he she it has says reads also text card its his her is the that")
"""Words before a text that name nothing: “It says …”."""
_SHORT_LINE = 14
_MOST_LINES = 4
"""Lines above a text that may say what card it is of."""


def _name_of_words(layout: TextLayout, items: Sequence[Mention], vocabulary: DisputeWords) -> ReadValue | None:
    """A name typed in small letters: the last run of words that mean nothing else."""
    run: list[Mention] = []
    for item in items:
        plain_word = item.sort in ("word", "number", "status") and item.value not in vocabulary.stop
        if plain_word and item.value not in _ON | _BY | _OWNING | _FIELDS.keys():
            run.append(item)
        elif run and item.sort in ("mark", "group", "kind"):
            continue
        elif run:
            break
    if not run:
        return None
    span = (run[0].span[0], run[-1].span[1])
    return ReadValue(layout.said(span), span)


def _joined(text: str) -> str:
    """A text without quotation signs and spaces at the beginning of its lines."""
    return "\n".join(_QUOTING.sub("", line).rstrip() for line in text.split("\n")).strip()


_QUOTING = re.compile(r"^[>\s]+")
