"""Which card a text is of: the name before it, behind it, or in the lines above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.pasted.descriptions import LINKS, is_placed
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.noun_phrases import NounPhrases
from judge.pasted.story import Statement, Thread, Unit
from judge.pasted.text_layout import unowned

_BELONGING = frozenset(["on", "has", "owned", "engaged"])
_DASHES = frozenset("-–—")
_STOPS = frozenset(".;,:")
_QUOTES = frozenset('"“')
_WORDS, _NEAR, _BEHIND, _RECENT, _TYPED = 4, 6, 9, 8, 2


class TextBearers:
    """Says of each card text whose it is."""

    def __init__(
        self, thread: Thread, vocabulary: DisputeWords, phrases: NounPhrases, people: frozenset[str], *, settled: bool
    ) -> None:
        self._thread, self._vocabulary, self._phrases = thread, vocabulary, phrases
        self._people, self._settled, self._chat = people, settled, vocabulary.chat
        self._last: Unit | None = None
        self._alone: Unit | None = None
        """The text that stood alone in the sentence before."""

    def read(self, units: list[Unit]) -> None:
        """Say of each text whose it is: the nearest name before it that is no place, owner or player."""
        behind = 0
        if self._alone is not None and self._points_back(units, 0):
            self._name_behind(self._alone, units)  # “"…" That’s Ann’s Bell.”
        self._alone = units[0] if len(units) == 1 and units[0].sort == "text" else None
        last = self._last if units and units[0].word in self._chat.joining else None  # “And Whistle: …”
        for at, unit in enumerate(units):
            if unit.sort != "text":
                continue
            bearer = self._any_bearer(units, behind, at)
            if bearer is not None:
                self._note(units, behind, unit, bearer, last)
                last = self._last = bearer
            behind = at + 1

    def _name_behind(self, text: Unit, units: Sequence[Unit]) -> None:
        """Say anew of which card a text is, by the first name that is told behind it."""
        named = next((unit for unit in units[:_NEAR] if unit.sort == "name" and not unit.possessive), None)
        told = self._thread.story.statements
        if named is not None and not self._is_person(named):
            told[:] = [one for one in told if one.to is not text]
            self._thread.say("bears", named, text, text.item.value, text.span)
            self._thread.topic = named

    def _any_bearer(self, units: Sequence[Unit], behind: int, at: int) -> Unit | None:
        """Whose a text is: told right behind it, before it, farther behind it, or in the lines above."""
        bearer = self._teller_behind(units, at) or self._called_behind(units, behind, at)
        bearer = bearer or self._bearer(units, behind, at)
        if bearer is None and at <= 1 and self._points_back(units, at + 1):
            bearer = self._bearer_behind(units, at + 2)  # “"…" - that is Ann’s Bell”
        if bearer is None and at == 0 and self._thread.topic is not None:
            bearer = self._bearer_behind(units, at, within=3) or self._told_before(units[at])
        return bearer or self._bearer_behind(units, at) or self._told_before(units[at])

    def _note(self, units: Sequence[Unit], behind: int, text: Unit, bearer: Unit, last: Unit | None) -> None:
        thread = self._thread
        thread.say("bears", bearer, text, text.item.value, text.span)
        self._join(units, behind, bearer, last)
        self._kind_before(units, bearer)
        self._kind_of_text(units, text, bearer)
        if thread.scope is not None and bearer.sort == "name":
            thread.say("under", bearer, thread.scope, None, thread.scope.span)
        thread.topic = bearer

    def _kind_before(self, units: Sequence[Unit], bearer: Unit) -> None:
        """“a plot twist, "Hold Fast – …"”, “a super power on Drax, "Blades – …"”: the type said before the name."""
        place = at = next((n for n, unit in enumerate(units) if unit is bearer), 0)
        quoted = at and units[at - 1].word in _QUOTES
        while at and units[at - 1].word in _QUOTES | {","}:
            at -= 1
        first = self._behind_words(units, at)
        if first < at < place and units[first - 1].sort == "kind":
            at, quoted = first, True  # “a threat there too, Bell: …”
        if at > 2 and units[at - 2].word == "on" and units[at - 1].sort == "name":
            at -= 2
        if quoted and at and units[at - 1].sort == "kind" and not bearer.kinds:
            self._thread.say("kind", bearer, None, units[at - 1].word, units[at - 1].span)

    def _behind_words(self, units: Sequence[Unit], at: int) -> int:
        """Where the words begin that stand before a place and tell nothing."""
        while at and units[at - 1].sort == "word" and units[at - 1].word not in self._chat.telling_words:
            at -= 1
        return at

    def _kind_of_text(self, units: Sequence[Unit], text: Unit, bearer: Unit) -> None:
        """“the villain is Bug, whose dashboard says "…"”: the type of what the text stands on."""
        at = next(n for n, unit in enumerate(units) if unit is text)
        while at and (units[at - 1].sort == "mark" or self._says(units[at - 1])):
            at -= 1
        if at > 1 and units[at - 1].sort == "kind" and units[at - 2].word == "whose" and bearer.sort == "name":
            said = Statement("kind", bearer, None, units[at - 1].word, units[at - 1].span)
            self._thread.story.statements.insert(0, said)

    def _join(self, units: Sequence[Unit], behind: int, bearer: Unit, last: Unit | None) -> None:
        """“Ann controls Bell: … and Whistle: …”: the card behind “and” is of whoever has the one before."""
        at = behind
        while at < len(units) and units[at].word in self._chat.conjunctions | {")"}:
            at += 1
        if last is not None and at > behind and at < len(units) and units[at] is bearer and bearer.owner is None:
            self._thread.say("joined", bearer, last, None, bearer.span)

    def _told_before(self, text: Unit) -> Unit | None:
        """Of whom the lines before tell; another who was named just before where the text speaks of that one."""
        topic = self._thread.topic
        said = f" {plain(self._thread.raw(text))} "
        if topic is None or self._thread.headed or f" {plain(topic.word)} " in said:
            return topic
        for key in reversed(self._thread.recent[-_RECENT:]):
            one = self._thread.named[key]
            if f" {plain(key)} " in said and not self._is_person(one):
                return topic if self._belong(topic.word, key) else one
        return topic

    def _belong(self, one: str, other: str) -> bool:
        """Whether one of two names is told to lie on the other, or to be had by it."""
        told = (row for row in self._thread.story.statements if row.to is not None and row.relation in _BELONGING)
        return any({one, other} == {row.of.word, row.to.word} for row in told if row.to is not None)

    # --- before the text

    def _bearer(self, units: Sequence[Unit], first: int, end: int) -> Unit | None:
        """The name that stands before a text and is told to say it."""
        named, opened = self._named_before(units, first, end)
        last = next((units[n] for n in range(end - 1, first - 1, -1) if units[n].sort != "mark"), None)
        if last is not None and last.sort == "kind" and last.owner is not None and self._is_of_other(last.word):
            owned = self._bearing_owner(last)  # “Ann: Drax’s super power – …”
            if owned is not None:
                return owned
        if opened > first and units[opened - 1].sort == "name" and max(named, default=0) <= opened:
            return units[opened - 1]
        return (
            self._told_behind(units, first, end)
            or next((units[at] for at in reversed(named) if self._owns_text(units, at, end)), None)
            or self._free(units, named, end)
            or self._bearer_behind(units, end, within=4)
            or self._described(units, named)
            or self._of_kind(units, first, end)
            or self._of_teller(units, first, end)
            or self._placed(units, named, first, end)
        )

    def _is_of_other(self, kind: str) -> bool:
        """Whether a type is of what is called like another card: a super power, a dashboard."""
        known = self._vocabulary.rules.kinds.get(kind)
        return known is not None and bool(known.power_of or known.named_after)

    def _told_behind(self, units: Sequence[Unit], first: int, end: int) -> Unit | None:
        """The name behind a text that no words before it introduce."""
        if end > first and self._introduces(units[end - 1]):
            return None
        return self._bearer_behind(units, end, within=4)

    def _named_before(self, units: Sequence[Unit], first: int, end: int) -> tuple[list[int], int]:
        """The names before a text that stand in no closed bracket, and the bracket that is still open there."""
        depth, opened, named = 0, -1, []
        for at in range(end - 1, first - 1, -1):
            depth += (units[at].word == ")") - (units[at].word == "(")
            if depth < 0 and units[at].word == "(":
                opened = max(opened, at)
            if units[at].sort == "name" and depth <= 0:
                named.append(at)
        return named[::-1], opened

    def _owns_text(self, units: Sequence[Unit], at: int, end: int) -> bool:
        """“Ultron’s power: …”: whether a name owns the text that stands behind."""
        behind, nouns = units[at + 1 : end], self._chat.text_nouns
        only = nouns | self._chat.be | self._chat.determiners
        fits = all(one.word in only or one.sort in ("mark", "kind", "form", "number") for one in behind)
        own = any(one.word in nouns for one in behind) or (not behind and not self._is_person(units[at]))
        return units[at].possessive and fits and own

    def _free(self, units: Sequence[Unit], named: Sequence[int], end: int) -> Unit | None:
        """The nearest name that is no place, owner or player."""
        bare = [at for at in named if not is_placed(units, at, self._vocabulary) and not units[at].possessive]
        free = [at for at in bare if not self._is_person(units[at])]
        if not free and (not named or len(bare) == len(named) == 1):
            free = bare
        dashed = len(free) > 1 and units[end - 1].word in _DASHES and free[-1] == end - 2
        if self._settled and dashed and units[free[-1] - 1].word == ":":
            self._thread.story.starts[units[end].item.value] = units[free[-1]].span[0]
            units[free[-1]].sort = "word"
            return units[free[-2]]  # “Sky Lancer: Dive - Any Combat: …”
        return units[free[-1]] if free else None

    def _introduces(self, unit: Unit) -> bool:
        """Whether a text follows whose card was named before: “Bell: …”, “Bell says …”, “Bell (…)”."""
        return unit.is_noun or unit.sort == "mark" or self._says(unit) or unit.word in self._chat.having

    def _described(self, units: Sequence[Unit], named: Sequence[int]) -> Unit | None:
        """The nearest name whose type is said: “by Bell, an upgrade (…)”, “of Klaw (villain): …”."""
        for at in reversed(named):
            unit = units[at]
            behind = [one.sort for one in units[at + 1 : at + 3] if one.word not in ("a", "an", "the")]
            if not unit.possessive and not self._is_person(unit) and (unit.kinds or behind == ["mark", "kind"]):
                return unit
        return None

    def _is_person(self, unit: Unit) -> bool:
        return unit.word in self._people or unit.item.sort == "player"

    def _of_kind(self, units: Sequence[Unit], first: int, end: int) -> Unit | None:
        """Whom a card type before a text means: whose it is, else a card called by it, or by the words there."""
        last = next((n for n in range(end - 1, first - 1, -1) if units[n].sort not in ("mark", "word")), end)
        owner = self._owned_card(units, first, last)
        if owner is not None:
            return owner
        if last < end and units[last].sort == "kind":
            card = last > first and units[last - 1].sort == "kind" and units[last].word == "card"  # “The Wound card”
            kind = last - card
            named = self._known_of(units, first, kind)
            if named is None and self._stands_for_name(units, first, kind, last + 1, end):
                named = self._called(units[kind : kind + 1], self._holder_before(units, first, kind))
            if named is not None:
                return named
        words = self._small_head(units, first, end)
        return self._called(words) if words else None

    def _owned_card(self, units: Sequence[Unit], first: int, last: int) -> Unit | None:
        """“Klaw’s card (villain): …”: whose own card a text stands on, no player’s."""
        for at in range(last, max(first, last - _TYPED) - 1, -1):
            unit = units[at] if at < len(units) else None
            if unit is not None and unit.word == "card" and unit.owner is not None:
                named = unit.owner.sort == "name" and not self._is_person(unit.owner)
                return unit.owner if named else None
        return None

    def _known_of(self, units: Sequence[Unit], first: int, kind: int) -> Unit | None:
        """Who was named that a card type means: “it’s an event”, “Klaw’s dashboard”, “the scheme”."""
        topic = self._thread.topic
        if topic is not None and self._means_topic(units, first, kind):
            said = Statement("kind", topic, None, units[kind].word, units[kind].span)
            self._thread.story.statements.insert(0, said)  # what its text stands on it is
            return topic
        return self._bearing_owner(units[kind]) or self._one_meant(units, kind)

    def _one_meant(self, units: Sequence[Unit], kind: int) -> Unit | None:
        """Who “the villain” or “Dashboard: …” means: the only one of that type, or of whom no type is said."""
        word = units[kind].word
        after = self._vocabulary.rules.kinds[word].named_after if word in self._vocabulary.rules.kinds else None
        meant = self._only_of(after) if after is not None else None
        if kind and units[kind - 1].word == "the":
            meant = meant or self._only_of(word) or self._only_untyped()
        if meant is not None:
            self._thread.story.statements.insert(0, Statement("kind", meant, None, word, units[kind].span))
        return meant

    def _only_untyped(self) -> Unit | None:
        """The only name so far of which nothing shows what it is."""
        told = {unit.word for one in self._thread.story.statements for unit in (one.of, one.to) if unit is not None}
        free = [one for key, one in self._thread.named.items() if key not in told and not self._is_person(one)]
        return free[0] if len(free) == 1 and self._settled else None

    def _stands_for_name(self, units: Sequence[Unit], first: int, kind: int, behind: int, end: int) -> bool:
        """Whether a card is called by its type: “Wound says …”, “the Wound in hand says …”, “I hold a Wound: …”."""
        if self._holder_before(units, first, kind) is not None and all(one.sort == "mark" for one in units[behind:end]):
            return True
        between = {unit.word for unit in units[behind : end - 1]}
        placed = between <= self._chat.possessions | self._chat.determiners
        if behind < end and self._says(units[end - 1]) and placed:
            return True
        return not any(unit.word in self._chat.having or self._says(unit) for unit in units[first:end])

    def _holder_before(self, units: Sequence[Unit], first: int, kind: int) -> Unit | None:
        """Who has “a” card of a type: “I hold a Wound”."""
        if kind < first + 3 or units[kind - 1].word not in ("a", "an") or units[kind - 2].word not in self._chat.having:
            return None
        return next((one for one in reversed(units[first : kind - 2]) if one.sort in ("name", "me")), None)

    def _only_of(self, kind: str) -> Unit | None:
        """The only name so far that is said to be of a type."""
        told, rules = self._thread.story.statements, self._vocabulary.rules
        named = {
            one.of.word: one.of for one in told
            if one.relation == "kind" and one.of.sort == "name" and kind in rules.closure(str(one.value))
        }  # fmt: skip
        return next(iter(named.values())) if len(named) == 1 else None

    def _means_topic(self, units: Sequence[Unit], first: int, kind: int) -> bool:
        """“It’s an event: …”, “Dashboard: …”: whether a card type is said of what was told of before."""
        before = units[first:kind]
        is_so = any(one.word in self._chat.be for one in before) and any(one.word in ("it", "that") for one in before)
        part = self._thread.raw(units[kind]) in self._chat.text_nouns and units[kind].owner is None
        if not is_so and not self._may_be(self._thread.topic, units[kind].word):
            return False
        return is_so or (part and all(one.sort in ("mark", "word") for one in before))

    def _may_be(self, topic: Unit | None, kind: str) -> bool:
        """Whether no other type is said of a name."""
        rules, told = self._vocabulary.rules, self._thread.story.statements
        said = {str(one.value) for one in told if one.relation == "kind" and topic and one.of.word == topic.word}
        return all(kind in rules.closure(one) or one in rules.closure(kind) or one == kind for one in said)

    def _bearing_owner(self, kind: Unit) -> Unit | None:
        """“Ultron’s dashboard: …”: what the text stands on is a card of that type, called like its owner."""
        owner = kind.owner
        if owner is not None and owner.sort == "pro":
            owner = self._meant(owner) or self._thread.topic or owner
        if owner is None or owner.sort != "name" or self._is_person(owner):
            return None
        known = self._vocabulary.rules.kinds.get(kind.word)
        is_of = known.power_of if known is not None and known.power_of else kind.word  # “Drax’s super power: …”
        self._thread.story.statements.insert(0, Statement("kind", owner, None, is_of, kind.span))
        return owner

    def _meant(self, unit: Unit) -> Unit | None:
        """Whom “his” means: the last who was named and has no text, and is nobody who plays."""
        told = {one.of.word for one in self._thread.story.statements if one.relation == "bears"}
        named = (self._thread.named[key] for key in unit.before if key not in told)
        return next((one for one in named if not self._is_person(one)), None)

    def _says(self, unit: Unit) -> bool:
        return unit.word in self._chat.say

    def _of_teller(self, units: Sequence[Unit], first: int, end: int) -> Unit | None:
        """Who “has …” or “says …” a text."""
        for at in range(end - 1, first - 1, -1):
            says = self._says(units[at])
            if not says and units[at].word not in self._chat.having:
                continue
            sorts = ("name", "pro", "me") if says else ("name", "pro")  # “my hero card says …”
            subject = next((units[n] for n in range(at - 1, first - 1, -1) if units[n].sort in sorts), None)
            if subject is not None:
                return subject if subject.sort != "pro" else self._thread.topic or subject
        return None

    def _placed(self, units: Sequence[Unit], named: Sequence[int], first: int, end: int) -> Unit | None:
        """The name that says where a card lies, right before its text."""
        close = next((n for n in range(end - 1, first - 1, -1) if units[n].sort != "mark"), first)
        placed = [at for at in named if not units[at].possessive and (self._thread.topic is None or at == close)]
        return units[placed[-1]] if placed and end - placed[-1] <= _NEAR else None

    def _small_head(self, units: Sequence[Unit], first: int, end: int) -> Sequence[Unit]:
        """The words right before “: TEXT” that may be a card’s name: behind whose it is, or alone in their line."""
        stop = end
        while stop > first and units[stop - 1].word in LINKS:
            stop -= 1
        begin = stop
        while begin > first and stop - begin < _WORDS and self._may_name(units[begin - 1]):
            begin -= 1
        words = units[begin:stop]
        alone = begin == first or self._announces(units[begin - 1])
        placed = bool(words) and words[0].word in self._chat.prepositions  # “in hand: …”
        if stop == end or not alone or placed or any(unit.word in self._chat.company for unit in words):
            return ()
        return words if not all(unit.word in self._vocabulary.stop for unit in words) else ()

    def _announces(self, unit: Unit) -> bool:
        """Whether a card’s name stands behind a word: “Ann’s …”, “has …”, “a …”."""
        return unit.possessive or unit.word in self._chat.having or unit.word in ("a", "an", "my")

    def _may_name(self, unit: Unit) -> bool:
        """Whether a word may belong to a card’s name."""
        chat = self._chat
        small = (chat.text_nouns, chat.be, chat.having, chat.determiners, chat.conjunctions, chat.say)
        return unit.sort in ("word", "verb", "number") and not any(unit.word in words for words in small)

    def _called(self, units: Sequence[Unit], owner: Unit | None = None) -> Unit:
        """“Wound: …”, “dave’s thor: …”: a card called by words that nothing else shows to be a name."""
        span = (units[0].span[0], units[-1].span[1])
        story, said = self._thread.story, unowned(self._thread.story.text[slice(*span)])
        key = said.lower()
        story.names.setdefault(key, said)
        story.at.setdefault(key, span)
        story.unsure.add(key)
        kinds = [unit.item for unit in units if unit.sort == "kind"]
        item = replace(units[0].item, sort="name", value=said, span=span)
        name = Unit("name", key, item, kinds=kinds, owner=units[0].owner or owner)
        self._phrases.say_of_itself(name)
        return name

    # --- behind the text

    def _teller_behind(self, units: Sequence[Unit], at: int) -> Unit | None:
        """“"…" says Bell”, “"…" says the scheme”."""
        near = [unit for unit in units[at + 1 : at + 5] if unit.word not in self._chat.determiners | _QUOTES]
        if len(near) < 2 or not self._says(near[0]):
            return None
        name = near[1]
        return name if name.sort == "name" else self._only_of(name.word) if name.sort == "kind" else None

    def _called_behind(self, units: Sequence[Unit], first: int, at: int) -> Unit | None:
        """“Ann has a hero in hand with "…" - it’s called Bell”: the name told behind a text; hers, and a hero."""
        near = units[at + 1 : at + 1 + _NEAR]
        called = next((n for n, unit in enumerate(near) if unit.word in ("called", "named")), None)
        if called is None or any(unit.sort == "text" for unit in near):
            return None
        named = [
            unit for unit in (*near[called + 1 :][:1], *near[:called]) if unit.sort == "name" and not unit.possessive
        ]
        if not named or named[0].word in {unit.word for unit in units[first:at]}:
            return None
        self._describe(named[0], units[first:at])
        return named[0]

    def _describe(self, bearer: Unit, before: Sequence[Unit]) -> None:
        """Note of a card who has it, and its type, by the words before its text."""
        has = next((n for n, unit in enumerate(before) if unit.word in self._chat.have), 0)
        who = next((one for one in reversed(before[:has]) if one.sort in ("name", "me")), None)
        if who is not None:
            self._thread.say("has", who, bearer, None, who.span)
        for kind in [unit for unit in before if unit.sort == "kind" and unit.owner is None][-1:]:
            self._thread.say("kind", bearer, None, kind.word, kind.span)

    def _points_back(self, units: Sequence[Unit], at: int) -> bool:
        """Whether what follows a text tells whose it is: “that’s …”, “it is on …”, “is …”."""
        while at < len(units) and units[at].sort == "mark":
            at += 1
        words = [unit.word for unit in units[at : at + 3]]
        if words and words[0] in ("that", "this", "it"):
            words = words[2:] if words[1:2] == ["one"] else words[1:]
        return bool(words) and words[0] in self._chat.be

    def _bearer_behind(self, units: Sequence[Unit], at: int, within: int = 0) -> Unit | None:
        """“"Interrupt: …" (Alarm Bell, Ann)”, “"…" on a hero card named Backup”."""
        if within and [unit.word for unit in units[at + 1 : at + 2]] not in ([], ["("]):
            return None
        for unit in units[at + 1 : at + (within or _BEHIND)]:
            if unit.sort in ("text", "verb") or unit.word in _STOPS:
                return None
            if unit.sort == "name" and not unit.possessive:
                return unit
        return None
