"""Sentences → a story: what is said of whom, whatever words and order say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cardtext.english import MODALS
from judge.pasted.chat_lines import Speakers
from judge.pasted.chat_words import ChatWords
from judge.pasted.clauses import runs
from judge.pasted.descriptions import Descriptions, is_placed
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.noun_phrases import NounPhrases
from judge.pasted.story import Story, Thread, ToldSentence, Unit
from judge.pasted.text_bearers import TextBearers
from judge.pasted.text_layout import BULLETS
from judge.pasted.told_events import EventReader
from judge.pasted.told_facts import FactReader
from judge.pasted.told_seats import SeatReader
from judge.pasted.told_words import ToldVerbs


class StoryReader:
    """Reads the sentences of one text, one after another."""

    def __init__(
        self, text: str, vocabulary: DisputeWords, verbs: ToldVerbs, people: frozenset[str], speakers: Speakers,
        *, settled: bool,
    ) -> None:  # fmt: skip
        """`settled` says that mentions of players are known as such."""
        self._thread, self._chat = Thread(Story(text), speakers), vocabulary.chat
        self._phrases = NounPhrases(self._thread, vocabulary, verbs)
        self._bearers = TextBearers(self._thread, vocabulary, self._phrases, people, settled=settled)
        self._facts = FactReader(self._thread, vocabulary)
        self._descriptions = Descriptions(self._thread, vocabulary, self._phrases, self._facts)
        self._seats = SeatReader(self._thread, vocabulary)
        self._events = EventReader(self._thread, vocabulary)
        self._vocabulary = vocabulary
        self._listed: Unit | None = None
        """The type of all cards of the list that a line announces."""

    def read(self, sentences: Sequence[ToldSentence]) -> Story:
        """What the sentences tell."""
        thread, chat, lines = self._thread, self._chat, list[str]()
        for place, sentence in enumerate(_without_questions(sentences, chat)):
            thread.place = place
            thread.here.clear()
            units = self._phrases.read(sentence.items)
            if sentence.after_blank and not self._tells_more(units):
                thread.topic = None
            thread.asked = any(unit.word == "?" for unit in units[-2:])
            thread.story.sentences.append(units)
            lone = self._lone_name(units) if sentence.begins_line else None
            lines = [*lines, lone] if lone is not None else []
            if len(lines) > 1:
                thread.story.listed.append(lines[-2:])
            if thread.topic is not None and sentence.begins_line and _is_type_line(units):
                thread.say("kind", thread.topic, None, units[0].word, units[0].span)
                for owner in [unit for unit in units if unit.item.sort == "player"][:1]:
                    thread.say("owned", thread.topic, owner, None, owner.span)  # “Upgrade, Ann”
                thread.awaits = True
            elif self._is_owner_line(units):
                thread.say("owned", thread.topic or units[2], units[2], None, units[2].span)
            elif units and not self._is_scope(units, sentence):
                self._sentence(units, sentence.begins_line)
        return thread.story

    def _is_owner_line(self, units: Sequence[Unit]) -> bool:
        """“Controller: Ann”: whether a sentence only tells whose the card is that was told of before."""
        told = [unit for unit in units if unit.word not in (".", ";")]
        labelled = len(told) == _LABELLED and told[0].word in self._chat.owner_labels and told[1].word in (":", "=")
        return labelled and self._thread.topic is not None and told[2].sort in ("name", "me")

    def _lone_name(self, units: Sequence[Unit]) -> str | None:
        """The one word with a bullet that names somebody, where a line holds nothing else."""
        marked = len(units) == 2 and units[0].word in BULLETS and units[1].sort == "name"
        return units[1].word if marked and " " not in units[1].word and not units[1].possessive else None

    def _tells_more(self, units: Sequence[Unit]) -> bool:
        """Whether a part tells more of the card that the line above names: its type, traits or text."""
        if units and units[0].sort == "text":
            return True
        return all(unit.sort in ("kind", "mark", "word") or self._thread.awaits for unit in units) and not any(
            unit.sort == "verb" or unit.word == "?" for unit in units
        )

    def _is_scope(self, units: Sequence[Unit], sentence: ToldSentence) -> bool:
        """Whether a line says only whose the cards of the next ones are: “Ben:”, “My cards”, “Villain’s side:”."""
        alone = self._alone(units) if sentence.begins_line and units[-1].word != "?" else None
        if alone is not None and _may_own(alone):
            self._thread.scope = alone
            return True
        if alone is not None:
            ended = alone.sort == "kind" or alone.possessive
        else:
            ended = sentence.after_blank and units[0].word not in BULLETS and not self._lists_cards(units)
        self._thread.scope = None if ended else self._thread.scope
        return False

    def _alone(self, units: Sequence[Unit]) -> Unit | None:
        """What alone a heading names."""
        bare = (self._owner(unit) for unit in units if unit.sort != "mark")
        said = [unit for unit in bare if unit.word not in self._chat.possessions]
        return said[0] if len(said) == 1 else None

    def _owner(self, unit: Unit) -> Unit:
        """Whose the cards of a heading are: “Ann’s cards”."""
        owned = unit.sort == "kind" and unit.owner is not None and self._thread.raw(unit) in self._chat.possessions
        return unit.owner if owned and unit.owner is not None else unit

    def _lists_cards(self, units: Sequence[Unit]) -> bool:
        """Whether a part goes on with the cards of a list: it has a card’s text, or names without a verb."""
        if any(unit.sort == "text" for unit in units):
            return True
        tells = any(unit.sort == "verb" or unit.word in self._chat.telling_words or unit.word == "?" for unit in units)
        return not tells and units[0].sort == "name" and units[0].item.sort != "player"

    def _sentence(self, units: list[Unit], begins_line: bool) -> None:
        thread, chat = self._thread, self._chat
        thread.formed.clear()
        if _is_stat_line(units):
            return
        for unit in units:
            self._phrases.say_of_itself(unit)
        self._bearers.read(units)
        told = [
            unit
            for at, unit in enumerate(
                self._descriptions.without_asides(units, self._seats.lists, self._events.read, self._seats.turns)
            )
            if not (unit.word == ":" and at and self._takes_names(units, unit))
        ]
        thread.holder = None
        self._seats.read(told)
        self._descriptions.slashes(told)
        self._descriptions.kinds_of_list(told)
        self._facts.held(told)
        self._descriptions.apposed(told)
        has_verb = any(unit.sort == "verb" or unit.word in chat.be or unit.word in chat.have for unit in told)
        for run in runs(told):
            self._facts.read(run)
        self._descriptions.parts(told, has_verb=has_verb)
        self._events.read(told)
        self._put_under(told, begins_line=begins_line, has_verb=has_verb)
        self._type_listed(units, begins_line=begins_line)
        self._follow(told, has_verb=has_verb, begins_line=begins_line)

    def _put_under(self, units: Sequence[Unit], *, begins_line: bool, has_verb: bool) -> None:
        """Say of a card that a line below somebody’s heading names whose it is."""
        first = next((unit for unit in units if unit.sort != "mark"), None)
        named = first is not None and first.sort == "name" and first.item.sort != "player" and not first.possessive
        if self._thread.scope is not None and begins_line and not has_verb and named and first is not None:
            self._thread.say("under", first, self._thread.scope, None, self._thread.scope.span)

    def _type_listed(self, units: Sequence[Unit], *, begins_line: bool) -> None:
        """Say of the first name of a list’s line what the line before the list announces: “She has two upgrades:”."""
        if units[-1].word == ":":
            several = (one for one in units if one.sort == "kind" and self._thread.raw(one).endswith("s"))
            self._listed = next(several, None)
        elif begins_line and not (units[0].word in BULLETS or units[0].sort == "number"):
            self._listed = None
        elif self._listed is not None:
            named = next((one for one in units if one.sort == "name" and not one.possessive), None)
            if named is not None and named.item.sort != "player":
                self._thread.say("kind", named, None, self._listed.word, self._listed.span)

    def _takes_names(self, units: Sequence[Unit], mark: Unit) -> bool:
        """“Ann has: Bell, Whistle”."""
        at = next(n for n, unit in enumerate(units) if unit is mark)
        uses = units[at - 1].word in self._chat.use and (at < 2 or units[at - 2].word not in ("in", "into"))
        return uses or units[at - 1].word in self._chat.have

    # --- what the next sentence may tell of

    def _follow(self, units: Sequence[Unit], *, has_verb: bool, begins_line: bool) -> None:
        thread = self._thread
        if has_verb and not thread.asked:
            self._remember(units)
        bare = not has_verb and not any(unit.sort == "text" for unit in units)
        if thread.awaits and bare and thread.topic is not None:
            thread.story.traits.update(unit.word for unit in units if unit.sort == "name")
            return
        first = _first_sort(units) if bare else ""
        thread.awaits = first == "kind"
        thread.headed = first == "name" and begins_line
        named = self._topic(units, has_verb=has_verb)
        if named is not None or (has_verb and begins_line):
            thread.topic = named

    def _topic(self, units: Sequence[Unit], *, has_verb: bool) -> Unit | None:
        """Of whom a sentence tells: the last card that it names, without a verb the first name."""
        named = [unit for at, unit in enumerate(units) if self._may_be_topic(units, at)]
        cards = [unit for unit in named if unit.item.sort != "player"] if has_verb else []
        return cards[-1] if cards else named[0] if named else None

    def _may_be_topic(self, units: Sequence[Unit], at: int) -> bool:
        unit = units[at]
        return unit.sort == "name" and not unit.possessive and not is_placed(units, at, self._vocabulary)

    def _remember(self, units: Sequence[Unit]) -> None:
        """The subject of a sentence is the first that a pronoun of the next may mean."""
        subject = next((unit for unit in units if unit.sort == "name" and not unit.possessive), None)
        if subject is not None:
            self._thread.recent.remove(subject.word)
            self._thread.recent.append(subject.word)


def _without_questions(sentences: Sequence[ToldSentence], chat: ChatWords) -> Iterator[ToldSentence]:
    """Lazily, the sentences; a question that goes on behind a card’s text, without a full stop, as one by itself."""
    for one in sentences:
        texts = [at for at, item in enumerate(one.items) if item.sort == "text"]
        asked = bool(one.items) and one.items[-1].value == "?"
        behind = texts[-1] + 1 if texts and asked else len(one.items)
        while behind < len(one.items) and one.items[behind].value in ('"', "”", "’", ")"):
            behind += 1
        if behind < len(one.items) - 1 and one.items[behind].value in chat.asking | MODALS.keys():
            yield ToldSentence(one.items[:behind], one.begins_line, one.after_blank)
            yield ToldSentence(one.items[behind:], False, False)
        else:
            yield one


_LABELLED = 3
"""Units of a label, its mark and what it tells."""


def _first_sort(units: Sequence[Unit]) -> str:
    return units[0].sort if units else ""


def _may_own(unit: Unit) -> bool:
    """Whether a heading names one whose cards may be listed below: “Ben:”, “His stuff:”, “Mine:”."""
    if unit.sort == "pro":
        return unit.possessive
    return unit.sort == "me" or (unit.sort == "name" and unit.item.sort == "player")


def _is_type_line(units: Sequence[Unit]) -> bool:
    """“Upgrade, Preparation.”: a card type with traits behind it."""
    if len(units) < 3 or units[0].sort != "kind" or units[1].word not in (",", ".", "-", "–", "—"):
        return False
    traits = [unit for unit in units[1:] if unit.sort != "mark"]
    return bool(traits) and all(unit.sort == "name" and " " not in unit.word and unit.owner is None for unit in traits)


def _is_stat_line(units: Sequence[Unit]) -> bool:
    """“Attack: 1. Scheme: 1.”: a printed number."""
    words = [unit for unit in units if unit.sort != "mark"]
    return len(words) == 2 and units[1].word == ":" and words[1].sort == "number" and words[0].sort in ("word", "verb")
