"""The units of a sentence: those it names with whose they are and of what type, texts, verbs, other words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.cardtext.english import ADVERBS, DO, HAVE, MODALS
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import Mention
from judge.pasted.story import Thread, Unit
from judge.pasted.story_words import (
    ADJECTIVES,
    AND,
    CONTRACTED,
    DETERMINERS,
    FORM_NOUNS,
    OWNERS,
    PASSIVE,
    PREDICATES,
    PREPOSITIONS,
    RECENT,
    THEM,
)
from judge.pasted.told_words import ToldVerb, ToldVerbs


class UnitReader:
    """Makes units of the mentions of a sentence."""

    def __init__(self, thread: Thread, vocabulary: DisputeWords, verbs: ToldVerbs) -> None:
        self._thread, self._vocabulary, self._verbs = thread, vocabulary, verbs

    def read(self, items: Sequence[Mention]) -> list[Unit]:
        found: list[Unit] = []
        at = 0
        while at < len(items):
            at = self._unit(items, at, found)
        self._speak_as(found)
        return self._with_verbs(found)

    def _speak_as(self, units: Sequence[Unit]) -> None:
        """“Julia: I have …”: in what somebody says “I” is who says it."""
        said = [unit for unit in units[:4] if unit.word != ">"]
        if (
            len(said) < 3
            or said[0].sort != "name"
            or said[1].word != ":"
            or " " in self._thread.story.names[said[0].word]
        ):
            return
        mine = [unit for unit in units if unit.sort == "me"]
        if mine and not any(unit.sort == "text" for unit in units) and (said[2].sort == "me" or units[0].word == ">"):
            for unit in mine:
                self._thread.story.mes.remove(unit)
                unit.sort, unit.word = "name", said[0].word

    def _unit(self, items: Sequence[Mention], at: int, found: list[Unit]) -> int:
        item = items[at]
        following = items[at + 1] if at + 1 < len(items) else None
        word = said(item)
        if item.is_named:
            unit = self._name(item)
            found.append(unit)
            self._take_before(found)
            if unit.possessive and following is not None and is_predicate(following):
                unit.possessive = False
                found.append(Unit("word", "'s", item))
        elif item.sort == "word" and (word in ("shes", "hes") or (item.possessive and word in CONTRACTED)):
            word = word.removesuffix("s") if word in ("shes", "hes") else word
            found.append(Unit("pro", word, item, before=tuple(reversed(self._thread.recent[-RECENT:]))))
            found.append(Unit("word", "'s", item))
        elif item.sort == "me":
            unit = Unit("me", word, item, possessive=word == "my")
            self._thread.story.mes.append(unit)
            found.append(unit)
        elif item.sort in ("kind", "class", "form"):
            return self._kind(items, at, found)
        elif item.sort == "word" and word in THEM:
            owns = word in OWNERS and following is not None and not ends_phrase(following)
            found.append(
                Unit("pro", word, item, possessive=owns, before=tuple(reversed(self._thread.recent[-RECENT:])))
            )
        elif word == "w" and following is not None and following.value == "/":
            found.append(Unit("word", "with", item))
            return at + 2
        else:
            sort = item.sort if item.sort in ("status", "number", "text", "mark") else "word"
            found.append(Unit(sort, word, item))
        return at + 1

    def _name(self, item: Mention) -> Unit:
        key = item.value.lower()
        self._thread.story.names.setdefault(key, item.value)
        self._thread.story.at.setdefault(key, item.span)
        if key in self._thread.recent:
            self._thread.recent.remove(key)
        behind = item.possessive and bool(self._thread.recent) and self._thread.recent[-1] in self._thread.here
        self._thread.recent.insert(len(self._thread.recent) - behind, key)
        self._thread.here.add(key)
        self._thread.named[key] = Unit("name", key, item, possessive=item.possessive)
        return self._thread.named[key]

    def _take_before(self, found: list[Unit]) -> None:
        """Give a name the card types and the owner that stand right before it."""
        unit = found[-1]
        behind = len(found) - 1
        while behind and found[behind - 1].sort == "kind" and not found[behind - 1].possessive:
            behind -= 1
            kind = found[behind]
            unit.kinds.insert(0, kind.item)
            unit.owner = unit.owner or kind.owner
        back = behind
        while back and found[back - 1].sort == "word" and found[back - 1].word in ADJECTIVES and behind - back < 2:
            back -= 1
        if back and found[back - 1].possessive and found[back - 1].sort in ("name", "me", "pro"):
            unit.owner = found[back - 1]
            behind = back - 1
        del found[behind:-1]

    def _kind(self, items: Sequence[Mention], at: int, found: list[Unit]) -> int:
        item, word = items[at], said(items[at])
        following = items[at + 1] if at + 1 < len(items) else None
        words = self._vocabulary.words
        if (plain := self._no_kind(item, following)) is not None:
            found.append(Unit("word", plain, item))
            return at + 1
        is_form = item.sort == "form" or item.value in self._vocabulary.forms
        if is_form and following is not None and said(following) in FORM_NOUNS:
            found.append(Unit("form", item.value, replace(item, span=(item.span[0], following.span[1]))))
            return at + 2
        before = found[-1] if found else None
        about = self._named_before(items, at, found) if not is_form else None
        if about is not None:
            about.kinds.append(item)
            return at + 1
        skipped = 1 if before is not None and before.sort == "word" and before.word in ADJECTIVES else 0
        owner = found[-1 - skipped] if len(found) > skipped else None
        owned = owner is not None and owner.possessive and owner.sort in ("name", "me", "pro")
        named = following is not None and following.is_named
        own = item.value in words.own_nouns or word in words.own_nouns or is_form
        if item.value in words.senses and not own and self._is_verb_here(items, at, found):
            found.append(Unit("word", word, item))
            return at + 1
        if owned and own and owner is not None and not named:
            del found[len(found) - skipped :]
            owner.possessive = following is not None and item.possessive
            owner.item = replace(owner.item, span=(owner.item.span[0], item.span[1]))
            if owner.sort == "me":
                owner.word = "me"
            self._thread.say("self", owner, None, item.value, owner.span)
            return at + 1
        if is_form and not named and not owned:
            unit = Unit("form", item.value, item)
        else:
            unit = Unit("kind", item.value, item)
            if owned and owner is not None:
                unit.owner = owner
                del found[len(found) - 1 - skipped :]
            unit.possessive = item.possessive
        found.append(unit)
        if not self._links_name(items, at, found, own=own):
            return at + 1
        name, link = self._name(items[at + 2]), said(items[at + 1])
        if self._begins_more(items, at + 3) or (name.possessive and link == ":"):
            return at + 1
        name.kinds, name.owner = [item], unit.owner
        found[-1] = name
        closing = at + 3 < len(items) and link == "(" and said(items[at + 3]) == ")"
        return at + 4 if closing else at + 3

    def _no_kind(self, item: Mention, following: Mention | None) -> str | None:
        """The words of what is no card type here: “the villain phase”, “another player”."""
        if following is not None and following.value in ("phase", "phases", "turn", "turns", "deck", "discard"):
            return item.value
        if item.value == "player" or item.value in self._vocabulary.rules.features.relative_players:
            return " ".join(said(item).split("-"))
        return None

    def _named_before(self, items: Sequence[Mention], at: int, found: Sequence[Unit]) -> Unit | None:
        """The name of which the type behind it is said: “Bright Beacon, a support with …”, “the Medkit support”."""
        named = at + 1 < len(items) and items[at + 1].is_named
        apposed = [unit.word for unit in found[-2:]] in ([",", "a"], [",", "an"], [",", "the"], [",", "which"])
        if apposed and not named and len(found) > 2 and found[-3].sort == "name":
            return found[-3]
        behind_name = bool(found) and found[-1].sort == "name" and not found[-1].possessive
        return found[-1] if behind_name and not self._is_verb_here(items, at, found) else None

    def _links_name(self, items: Sequence[Mention], at: int, found: Sequence[Unit], *, own: bool) -> bool:
        """Whether the name of what has a card type stands behind it: “an ally called Bug”, “Upgrade: Bell”."""
        unit, link = found[-1], said(items[at + 1]) if at + 2 < len(items) and items[at + 2].is_named else ""
        if unit.sort != "kind" or link not in ("(", ",", ":", "called", "named", "-", "–", "—", "="):
            return False
        if (own or link == ":") and self._thread.raw(unit).endswith("s"):
            return False  # a list
        determined = len(found) > 1 and found[-2].word in ("a", "an", "the", "his", "her", "my", "their")
        return link in ("called", "named", ":", "=") or determined or unit.owner is not None

    def _begins_more(self, items: Sequence[Mention], at: int) -> bool:
        """Whether what follows a name makes more of it than a name: “Event: Klaw attacks Ann”."""
        if at >= len(items) or items[at].is_named:
            return at < len(items)
        acts = self._verbs.at([said(items[at])], 0) if items[at].sort == "word" and said(items[at]) else None
        return acts is not None and "s" in acts.roles

    def _is_verb_here(self, items: Sequence[Mention], at: int, found: Sequence[Unit]) -> bool:
        """Whether a word that is a card type too is a verb: it stands right behind a name or a helping word."""
        if self._vocabulary.sense(said(items[at])).verb is None or not found:
            return False
        before = found[-1]
        last = at + 1 >= len(items) or items[at + 1].sort == "mark" or said(items[at + 1]) in ("against", "on")
        if before.word == "," and last and "s" in self._vocabulary.sense(said(items[at])).roles:
            return True
        plain = before.is_noun and not before.possessive
        return plain or before.word in MODALS or before.word in DO or before.word == "to" or before.sort == "form"

    def _with_verbs(self, units: list[Unit]) -> list[Unit]:
        """The units with the verbs that their words are; a noun of the same word stays a word."""
        words = [unit.word if unit.sort in ("word", "mark", "pro", "number") else "" for unit in units]
        found: list[Unit] = []
        at = 0
        while at < len(units):
            unit = units[at]
            told = self._verbs.at(words, at) if unit.sort == "word" else None
            following = words[at + 1] if at + 1 < len(units) else ""
            if unit.word in ("engaged", "engaging", "attached") and following in ("with", "to", "on", "w", ""):
                told = None  # it is so, and does not happen
            if unit.word in HAVE and self._is_auxiliary(words, at):
                at += 1
                continue
            if told is not None and not self._is_event_noun(units, at, told):
                last = units[at + len(told.words) - 1]
                item = replace(unit.item, span=(unit.span[0], last.span[1]), end=last.item.end)
                found.append(Unit("verb", unit.word, item, verb=told))
                at += len(told.words)
                continue
            found.append(unit)
            at += 1
        return found

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
        while before >= 0 and units[before].sort == "word" and units[before].word in ADJECTIVES:
            before -= 1
        if before < 0:
            return False
        one = units[before]
        named = before and (units[before - 1].sort == "name" or units[before - 1].word in ("stage", "phase"))
        return (
            (one.sort == "number" and not named)
            or one.word in DETERMINERS
            or (one.possessive and one.sort in ("name", "me", "pro", "kind"))
        )

    def say_of_itself(self, unit: Unit) -> None:
        for kind in unit.kinds:
            self._thread.say("kind", unit, None, kind.value, kind.span)
        if unit.owner is not None and unit.sort == "name":
            self._thread.say("owned", unit, unit.owner, None, unit.owner.span)
            own = {kind.value for kind in unit.kinds} & (
                self._vocabulary.forms | self._vocabulary.words.own_nouns.keys()
            )
            if own:
                self._thread.say("is", unit.owner, unit, "hero", unit.span)


def is_predicate(item: Mention) -> bool:
    """Whether what stands behind “Ann’s” shows that it means “Ann is”, “Ann has”."""
    return (item.value in PREDICATES and item.sort == "word") or item.sort == "status"


def said(item: Mention) -> str:
    return (
        item.value.lower()
        if item.sort in ("word", "me", "mark", "status", "number", "name", "player", "card")
        else item.value
    )


def ends_phrase(item: Mention) -> bool:
    return item.sort in ("mark", "text") or (item.sort == "word" and item.value in PREPOSITIONS | AND | PASSIVE)
