"""The units of a sentence: those it names with whose they are and of what type, texts, verbs, other words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.cardtext.english import ADVERBS, DO, HAVE, MODALS
from judge.pasted.chat_words import ChatWords
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import Mention
from judge.pasted.story import Thread, Unit
from judge.pasted.text_layout import BULLETS
from judge.pasted.told_words import ToldVerb, ToldVerbs

_TYPED = frozenset(["kind", "class", "form"])
_KEPT = frozenset(["status", "number", "text", "mark"])
_OWNING = frozenset(["name", "me", "pro"])
_LINKS = frozenset(["(", ",", ":", "called", "named", "-", "–", "—", "="])
"""What may stand between a card type and the name of what has it."""
_CLITICS: Mapping[str, str] = {
    "i'm": "'m", "im": "'m", "i've": "have", "ive": "have", "i'd": "would", "i'll": "will",
}  # fmt: skip
"""“I” with a verb → that verb."""
_SAME: Mapping[str, str] = {"she": "she", "her": "she", "he": "he", "his": "he", "him": "he"}
"""Pronoun → the one that means the same within a sentence."""
_QUOTES = frozenset('"“”„«»')
_SPEAKING = 6
"""Units before a quotation among which who says it stands."""
_APPOSED = 3
"""A name, a comma and a determiner."""
_ENDINGS = frozenset([".", ",", ")", ";", "?", "!"])
_RECENT = 8
"""Names before a pronoun that it may mean."""


class NounPhrases:
    """Makes units of the mentions of a sentence."""

    def __init__(self, thread: Thread, vocabulary: DisputeWords, verbs: ToldVerbs) -> None:
        self._thread, self._vocabulary, self._verbs = thread, vocabulary, verbs
        self._chat: ChatWords = vocabulary.chat
        self._meant: dict[str, tuple[str, ...]] = {}
        self._speech: Unit | None = None
        """Who says the words in quotation marks that are read."""

    def read(self, items: Sequence[Mention]) -> list[Unit]:
        """The units of a sentence, in order."""
        found: list[Unit] = []
        self._meant.clear()
        self._speech = None
        at = 0
        while at < len(items):
            at = self._next(items, at, found)
        following = tuple(unit.word for unit in found if unit.sort == "name")
        for unit in found:
            if unit.sort == "pro" and not unit.before:
                unit.before = following  # “On her turn Ann …”
        return list(self._with_verbs(found))

    def _next(self, items: Sequence[Mention], at: int, found: list[Unit]) -> int:
        item = items[at]
        if item.is_named:
            self._named(item, items[at + 1] if at + 1 < len(items) else None, found)
        elif item.sort in _TYPED:
            return self._typed(items, at, found)
        elif item.sort == "me":
            self._me(item, found)
        elif item.sort == "word":
            return self._word(items, at, found)
        else:
            if item.value in _QUOTES:
                self._speech = self._who_says(found) if self._speech is None else None
            found.append(Unit(item.sort if item.sort in _KEPT else "word", said(item), item))
        return at + 1

    def _who_says(self, found: Sequence[Unit]) -> Unit | None:
        """“Ann says "…"”, “Ann: "…"”: who says what stands in the quotation marks that open."""
        near = list(found[-_SPEAKING:])
        says = next((n for n, one in enumerate(near) if one.word in self._chat.say | self._chat.opinions | {":"}), 0)
        named = [unit for unit in near[:says] if unit.sort == "name" and not unit.possessive]
        return named[-1] if named else None

    # --- who is named

    def _named(self, item: Mention, following: Mention | None, found: list[Unit]) -> None:
        unit = self._name(item)
        found.append(unit)
        has = item.sort == "player" or (following is not None and following.value in self._chat.have)
        _take_before(found, self._chat, has=has)
        if unit.possessive and following is not None and self._is_predicate(following):
            unit.possessive = False
            found.append(Unit("word", "'s", item))

    def _is_predicate(self, item: Mention) -> bool:
        """Whether what stands behind “Ann’s” shows that it means “Ann is”, “Ann has”."""
        word = item.sort == "word" and (
            item.value in self._chat.predicates or self._vocabulary.sense(item.value).roles == {"ing"}
        )
        return word or item.sort == "status"

    def _name(self, item: Mention) -> Unit:
        thread, key = self._thread, item.value.lower()
        thread.story.names.setdefault(key, item.value)
        thread.story.at.setdefault(key, item.span)
        if key in thread.recent:
            thread.recent.remove(key)
        behind = item.possessive and bool(thread.recent) and thread.recent[-1] in thread.here
        thread.recent.insert(len(thread.recent) - behind, key)
        thread.here.add(key)
        thread.named[key] = Unit("name", key, item, possessive=item.possessive)
        return thread.named[key]

    def _me(self, item: Mention, found: list[Unit]) -> None:
        """Who writes, or in a chat who says the line."""
        word = said(item)
        speaker = self._thread.speaker_at(item.span) or (self._speech.item if self._speech is not None else None)
        owns = word in ("my", "mine") if speaker is not None else word == "my"
        if speaker is not None:
            unit = self._name(replace(speaker, span=item.span, possessive=owns))
            unit.item = replace(unit.item, first=item.first, end=item.end)
        else:
            unit = Unit("me", "i" if word in _CLITICS else word, item, possessive=owns)
            self._thread.story.mes.append(unit)
        found.append(unit)
        if word in _CLITICS:
            found.append(Unit("word", _CLITICS[word], item))

    def _word(self, items: Sequence[Mention], at: int, found: list[Unit]) -> int:
        item, word, chat = items[at], said(items[at]), self._chat
        following = items[at + 1] if at + 1 < len(items) else None
        contracted = _uncontracted(item, word, following, chat)
        other = self._thread.addressed_at(item.span) if word in ("you", "your") else None
        if other is not None:
            unit = self._name(replace(other, span=item.span, possessive=word == "your"))
            unit.item = replace(unit.item, first=item.first, end=item.end)
            found.append(unit)
        elif contracted is not None:
            found += [self._pronoun(contracted, item, owns=False), Unit("word", "'s", item)]
        elif word in chat.them:
            owns = word in chat.owners and following is not None and not self._ends_phrase(following)
            found.append(self._pronoun(word, item, owns=owns))
        elif word == "w" and following is not None and following.value == "/":
            found.append(Unit("word", "with", item))
            return at + 2
        else:
            found.append(Unit("word", word, item))
        return at + 1

    def _pronoun(self, word: str, item: Mention, *, owns: bool) -> Unit:
        """A pronoun; within a sentence “her” means whom “she” does: “She attacks with Bug (her ally)”."""
        before = tuple(reversed(self._thread.recent[-_RECENT:]))
        if word in _SAME and before:
            before = self._meant.setdefault(_SAME[word], before)
        return Unit("pro", word, item, possessive=owns, before=before)

    def _ends_phrase(self, item: Mention) -> bool:
        chat = self._chat
        ending = item.value in chat.prepositions or item.value in chat.conjunctions or item.value in chat.passive
        return item.sort in ("mark", "text") or (item.sort == "word" and ending)

    # --- card types and forms

    def _typed(self, items: Sequence[Mention], at: int, found: list[Unit]) -> int:
        item, following = items[at], items[at + 1] if at + 1 < len(items) else None
        if (behind := self._card_of_kind(items, at, found)) is not None:
            return behind
        if (plain := self._no_kind(item, following)) is not None:
            found.append(Unit("word", plain, item))
            return at + 1
        is_form = item.sort == "form" or item.value in self._vocabulary.forms
        if is_form and following is not None and said(following) in self._chat.form_nouns:
            self._form(item, following, found)
            return at + 2
        about = None if is_form else self._named_before(items, at, found)
        if about is not None:
            _type(about, item, found)
            return at + 1
        own = is_form or self._is_own(item)
        if not own and item.value in self._vocabulary.words.senses and self._is_verb_here(items, at, found):
            found.append(Unit("word", said(item), item))
            return at + 1
        return self._kind(items, at, found, is_form=is_form, own=own)

    def _form(self, item: Mention, noun: Mention, found: list[Unit]) -> None:
        """“hero form”, “Ann’s hero side”."""
        form = Unit("form", item.value, replace(item, span=(item.span[0], noun.span[1])))
        owner = found[-1] if found and found[-1].possessive and found[-1].sort == "name" else None
        if owner is not None:  # “Ann’s hero form, Ben’s alter-ego”
            self._thread.say("form", owner, None, item.value, form.span)
        found.append(form)

    def _card_of_kind(self, items: Sequence[Mention], at: int, found: list[Unit]) -> int | None:
        """Behind “a hero card”, the type with the word behind it as one; None of other words."""
        item, following = items[at], items[at + 1] if at + 1 < len(items) else None
        if following is None or following.value != "card" or item.value == "card":
            return None
        whole = replace(item, sort="kind", span=(item.span[0], following.span[1]))
        return 1 + self._kind([*items[:at], whole, *items[at + 2 :]], at, found, is_form=False, own=False)

    def _is_own(self, item: Mention) -> bool:
        """Whether a type is of what every player has one of, so that “my …” means the player."""
        nouns = self._vocabulary.words.own_nouns
        return item.value in nouns or said(item) in nouns

    def _kind(self, items: Sequence[Mention], at: int, found: list[Unit], *, is_form: bool, own: bool) -> int:
        item, following = items[at], items[at + 1] if at + 1 < len(items) else None
        named = following is not None and following.is_named
        owner = _owner_before(found, self._chat)
        if owner is not None and own and not named:
            self._means_owner(owner, item, following, found)
            return at + 1
        if owner is None and is_form and not named:
            found.append(Unit("form", item.value, item))
            return at + 1
        unit = Unit("kind", item.value, item, owner=owner, possessive=item.possessive)
        if owner is not None:
            del found[found.index(owner) :]
        found.append(unit)
        return self._with_its_name(items, at, found, own=own)

    def _means_owner(self, owner: Unit, item: Mention, following: Mention | None, found: list[Unit]) -> None:
        """“my hero”, “Ann’s hero”: the player."""
        del found[found.index(owner) + 1 :]
        owner.possessive = following is not None and item.possessive
        owner.item = replace(owner.item, span=(owner.item.span[0], item.span[1]))
        owner.means = item.value
        if owner.sort == "me":
            owner.word = "me"
        self._thread.say("self", owner, None, item.value, owner.span)

    def _with_its_name(self, items: Sequence[Mention], at: int, found: list[Unit], *, own: bool) -> int:
        """Behind a card type, or behind the name that it links to: “an ally called Bug”, “Upgrade: Bell”."""
        if not self._links_name(items, at, found, own=own):
            return at + 1
        unit, name, link = found[-1], self._name(items[at + 2]), said(items[at + 1])
        if self._begins_more(items, at + 3, link) or (name.possessive and link == ":"):
            return at + 1
        name.kinds, name.owner = [items[at]], unit.owner
        found[-1] = name
        closing = at + 3 < len(items) and link == "(" and said(items[at + 3]) == ")"
        return at + 4 if closing else at + 3

    def _links_name(self, items: Sequence[Mention], at: int, found: Sequence[Unit], *, own: bool) -> bool:
        unit, link = found[-1], said(items[at + 1]) if at + 2 < len(items) and items[at + 2].is_named else ""
        if unit.sort != "kind" or link not in _LINKS:
            return False
        if (own or link == ":") and self._thread.raw(unit).endswith("s"):
            return False  # a list
        if link == "," and self._is_predicate_kind(found):
            return False  # “Bug is Ann’s ally, Bee is …”
        near = [one for one in found[-3:-1] if one.sort == "word" or one.possessive]  # “an attack event, Bell”
        determined = any(one.word in ("a", "an", "the", "his", "her", "my", "their") for one in near)
        return determined or unit.owner is not None or _leads_to_name(items, at + 1, found)

    def _is_predicate_kind(self, found: Sequence[Unit]) -> bool:
        """“Bug is an ally”: whether the card type that stands last is said of a name before it."""
        before = [one for one in found[-4:-1] if one.word not in self._chat.determiners]
        return len(before) > 1 and before[-1].word in self._chat.be and before[-2].sort == "name"

    def _no_kind(self, item: Mention, following: Mention | None) -> str | None:
        """The words of what is no card type here: “the villain phase”, “another player”."""
        if following is not None and following.value in self._chat.of_phases:
            return item.value
        if item.value == "player" or item.value in self._vocabulary.rules.features.relative_players:
            return " ".join(said(item).split("-"))
        return None

    def _named_before(self, items: Sequence[Mention], at: int, found: Sequence[Unit]) -> Unit | None:
        """The name of which the type behind it is said: “Bright Beacon, a support with …”, “the Medkit support”."""
        if not found:
            return None
        following = items[at + 1] if at + 1 < len(items) else None
        named = following is not None and following.is_named
        apposed = _apposed(found) if not named else None
        if apposed is not None:
            return apposed
        last, before = found[-1], found[-2] if len(found) > 1 else None
        if before is not None and before.sort == "name":
            ends = following is None or following.value in _ENDINGS
            if last.possessive and last.sort == "pro" and ends:
                return before if not before.possessive else None  # “with Bug her ally.”
            if last.word == "the" and not named and not before.possessive and following is not None:
                return before  # “Bug the ally”
        behind_name = last.sort == "name" and not last.possessive
        return last if behind_name and not self._is_verb_here(items, at, found) else None

    def _begins_more(self, items: Sequence[Mention], at: int, link: str) -> bool:
        """Whether what follows a name makes more of it than a name: “Event: Klaw attacks Ann”."""
        if at >= len(items) or items[at].is_named:
            return at < len(items)
        acts = self._verbs.at([said(items[at])], 0) if items[at].sort == "word" and said(items[at]) else None
        if link == ":" and said(items[at]) in self._chat.passive:
            return True  # “Event: Bug is revealed”
        return acts is not None and "s" in acts.roles

    def _is_verb_here(self, items: Sequence[Mention], at: int, found: Sequence[Unit]) -> bool:
        """Whether a word that is a card type too is a verb: it stands right behind a name or a helping word."""
        sense = self._vocabulary.sense(said(items[at]))
        if sense.verb is None or not found:
            return False
        before = found[-1]
        third = self._vocabulary.sense(self._thread.story.said(items[at].span).lower()).roles
        if "s" in third | sense.roles and self._goes_on(items, at, found):
            return True
        plain = before.is_noun and not before.possessive
        return plain or before.word in MODALS or before.word in DO or before.word == "to" or before.sort == "form"

    def _goes_on(self, items: Sequence[Mention], at: int, found: Sequence[Unit]) -> bool:
        """Whether a word is the last of its clause and joined to what stands before: “is ready and attacks”."""
        last = at + 1 >= len(items) or items[at + 1].sort == "mark" or said(items[at + 1]) in ("against", "on")
        told = any(one.word in self._chat.be for one in found)
        return last and (found[-1].word == "," or (found[-1].word == "and" and told))

    # --- verbs

    def _with_verbs(self, units: list[Unit]) -> Iterator[Unit]:
        """Lazily, the units with the verbs that their words are; a noun of the same word stays a word."""
        words = [unit.word if unit.sort in ("word", "mark", "pro", "number") else "" for unit in units]
        at = 0
        while at < len(units):
            unit = units[at]
            if unit.word in HAVE and self._is_auxiliary(words, at):
                at += 1
                continue
            told = self._verb_at(units, words, at)
            if told is None:
                yield unit
                at += 1
                continue
            last = units[at + len(told.words) - 1]
            item = replace(unit.item, span=(unit.span[0], last.span[1]), end=last.item.end)
            yield Unit("verb", unit.word, item, verb=told)
            at += len(told.words)

    def _verb_at(self, units: Sequence[Unit], words: Sequence[str], at: int) -> ToldVerb | None:
        told = self._verbs.at(words, at) if units[at].sort == "word" else None
        if units[at].sort == "word" and (told is None or len(told.words) == 1):
            told = self._verbs.apart(words, at) or told
        following = words[at + 1] if at + 1 < len(units) else ""
        if units[at].word in ("engaged", "engaging", "attached") and following in ("with", "to", "on", "w", ""):
            return None  # it is so, and does not happen
        if units[at].word in self._chat.sides and (following == "of" or (at and units[at - 1].possessive)):
            return None  # “left of Ann”
        if told is None or self._is_event_noun(units, at, told) or self._is_adjective(units, at, told):
            return None
        return told

    def _is_adjective(self, units: Sequence[Unit], at: int, told: ToldVerb) -> bool:
        """“had Bell ready (…)”: a plain form right behind the one name that somebody has."""
        if told.roles & {"past", "s", "ing"} or at < 2 or units[at - 1].sort != "name":
            return False
        joined = units[at - 2].word in self._chat.conjunctions
        if at + 1 < len(units) and units[at + 1].is_noun:
            return False  # “has Bug attack Klaw”
        return not joined and any(unit.word in self._chat.have for unit in units[: at - 1])

    def _is_auxiliary(self, words: Sequence[str], at: int) -> bool:
        """“has just attacked”: a helping word, by the participle behind it."""
        behind = at + 1
        while behind < len(words) and words[behind] in ADVERBS:
            behind += 1
        told = self._verbs.at(words, behind) if behind < len(words) else None
        return told is not None and bool(told.roles & {"past", "participle"}) and words[behind] not in HAVE

    def _is_event_noun(self, units: Sequence[Unit], at: int, told: ToldVerb) -> bool:
        """“the attack”, “an undefended attack”, “Klaw’s attack”: what happened, told as a noun."""
        if not told.roles & {"base", "s"} or len(told.words) > 1:
            return False
        before = at - 1
        while before >= 0 and units[before].sort == "word" and units[before].word in self._chat.adjectives:
            before -= 1
        if before < 0:  # “Team attack: …”, “Attack by Klaw”
            return at > 0 or [unit.word for unit in units[at + 1 : at + 2]] in (["by"], ["on"], ["against"])
        one = units[before]
        if one.word in (":", "(", "-", "–", "—") and at > before + 1:
            return True  # “Question: team attack, …”
        if one.sort == "number":
            return not (before and (units[before - 1].sort == "name" or units[before - 1].word in ("stage", "phase")))
        return one.word in self._chat.determiners or (one.possessive and (one.sort in _OWNING or one.sort == "kind"))

    def say_of_itself(self, unit: Unit) -> None:
        """Say of a name what stands beside it: its types and whose it is."""
        for kind in unit.kinds:
            self._thread.say("kind", unit, None, kind.value, kind.span)
        if unit.owner is not None and unit.sort == "name":
            self._thread.say("owned", unit, unit.owner, None, unit.owner.span)
            own = self._vocabulary.forms | self._vocabulary.words.own_nouns.keys()
            if not own.isdisjoint(kind.value for kind in unit.kinds):
                self._thread.say("is", unit.owner, unit, "hero", unit.span)


def _apposed(found: Sequence[Unit]) -> Unit | None:
    """“Bug, an ally”, “Bug, her ally”, “Bug, Ann’s ally”: the name before the comma."""
    if len(found) < _APPOSED or found[-2].word != "," or found[-3].sort != "name":
        return None
    owner = found[-1] if found[-1].possessive and found[-1].sort in _OWNING else None
    if owner is not None and owner.sort == "name" and found[-3].item.sort == "player":
        return None
    opens = owner is not None or found[-1].word in ("a", "an", "the", "which", "another")
    return found[-3] if opens else None


def _type(about: Unit, kind: Mention, found: list[Unit]) -> None:
    """Give a name its type, and the owner that stands between them: “Bug, Ann’s ally”, “Bug the minion”."""
    about.kinds.append(kind)
    if found[-1].word == "the" and found[-2] is about:
        del found[-1]
    if found[-1].possessive:
        about.owner = about.owner or found[-1]
        del found[found.index(about) + 1 :]


def _leads_to_name(items: Sequence[Mention], at: int, found: Sequence[Unit]) -> bool:
    """Whether a mark or word behind a card type leads to its name: “called Klaw”, “(Klaw)”, “Villain - Klaw”."""
    link = said(items[at])
    if link in ("-", "–", "—"):
        return all(one.word in BULLETS for one in found[:-1])
    if link == "(":
        return at + 2 < len(items) and said(items[at + 2]) == ")" and items[at + 1].sort != "player"
    return link in ("called", "named", ":", "=")


def _take_before(found: list[Unit], chat: ChatWords, *, has: bool) -> None:
    """Give the name that stands last the card types and the owner that stand right before it; `has` says that it is
    of one who has cards."""
    unit, behind = found[-1], len(found) - 1
    while behind and found[behind - 1].sort == "kind" and not found[behind - 1].possessive:
        behind -= 1
        comma = behind - 1 - (behind > 1 and found[behind - 1].word in ("a", "an", "the"))
        before = found[comma - 1] if comma > 0 and found[comma].word == "," else None
        if has and before is not None and before.sort == "name" and not unit.possessive:
            before.kinds.append(found[behind].item)  # “Overclock, plot twist Ann played”, “Bell, an event Ann has”
            before.owner = before.owner or unit
            continue
        unit.kinds.insert(0, found[behind].item)
        unit.owner = unit.owner or found[behind].owner
    owner = _owner_before(found[:behind], chat, most=2)
    if owner is not None:
        unit.owner = owner
        behind = found.index(owner)
    del found[behind:-1]


def _owner_before(found: Sequence[Unit], chat: ChatWords, most: int = 1) -> Unit | None:
    """The one with a possessive ending that stands last, a few adjectives behind it at most."""
    at = len(found) - 1
    while at >= 0 and len(found) - 1 - at < most and found[at].sort == "word" and found[at].word in chat.adjectives:
        at -= 1
    owner = found[at] if at >= 0 else None
    return owner if owner is not None and owner.possessive and owner.sort in _OWNING else None


def _uncontracted(item: Mention, word: str, following: Mention | None, chat: ChatWords) -> str | None:
    """The pronoun of “she’s”, “hes”, “they’re”, “its a …”."""
    if word == "its" and following is not None:
        owned = following.is_named and following.possessive  # “its Ann’s upgrade”
        return "it" if owned or following.value in chat.between | chat.determiners | chat.predicates else None
    if item.possessive and word in chat.contracted:
        return word
    if word in ("shes", "hes"):
        return word.removesuffix("s")
    return word.removesuffix("'re") if word in ("they're", "we're", "you're") else None


def said(item: Mention) -> str:
    """A mention as it is read among words: the words of a type by its id."""
    return item.value if item.sort in _TYPED or item.sort in ("text", "group") else item.value.lower()
