"""Who plays: from what a text says of each name, which of them are players, their forms, and who writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import KnownNames, Mention, words_of
from judge.pasted.name_evidence import HINT, LIKELY, SURE, ClueReader, Evidence
from judge.pasted.pasted_values import ReadValue, Span, word_set
from judge.pasted.player_names import know_relatives, names_beside_me, names_in_small_letters, names_listed
from judge.pasted.text_layout import TextLayout
from judge.pasted.told_forms import note_forms

SPEAKER = "Me"
"""What the writer is called who does not say their name."""
_CHATTER = word_set(
    "think thought know guess mean wonder believe assume understand said say suppose hope thank love remember read "
    "confused sure wondering asking new not question understanding opinion mind bad english group interpretation "
    "don't didn't can't couldn't wasn't need was 'm"
)
"""What people write about themselves who need not play."""
_ADDRESSED = word_set("tell help let give show excuse correct bugs beats forgive")


@dataclass(frozen=True, slots=True)
class Person:
    """One player: the name, where it stands first, and the form where it was said."""

    name: str
    at: Span
    form: ReadValue | None = None
    guessed: str = ""


@dataclass(frozen=True)
class People:
    """The players in order; who writes, who is first and whose turn it is, where that was said."""

    players: tuple[Person, ...] = ()
    speaker: str | None = None
    active: ReadValue | None = None
    used: tuple[Span, ...] = ()
    identities: tuple[tuple[str, str], ...] = ()
    """Name of a hero and the player who plays them."""

    @property
    def names(self) -> frozenset[str]:
        """Their names."""
        return frozenset(person.name for person in self.players)


def find_people(
    layout: TextLayout,
    stretches: Sequence[tuple[int, int]],
    heads: Sequence[Sequence[Mention]],
    vocabulary: DisputeWords,
    names: KnownNames,
) -> People:
    """The players that the stretches outside card texts tell of; `heads` are the names before each card text."""
    know_relatives(layout, stretches, vocabulary, names)
    for name in names_in_small_letters(layout, stretches, vocabulary):
        if name.lower() not in names.of:
            names.add(name, words_of(name), "name")
    listed = [*names_listed(layout, stretches, vocabulary), *names_beside_me(layout, stretches, vocabulary)]
    for name in listed:
        names.add(name, words_of(name), "name")
    election = _Election(layout, stretches, heads, vocabulary, names)
    for name in election.met():
        names.add(name, words_of(name), "name")
    election = _Election(layout, stretches, heads, vocabulary, names)
    election.hear(listed)
    return election.people()


@dataclass
class _Election:
    """One look through the text for who plays."""

    layout: TextLayout
    stretches: Sequence[tuple[int, int]]
    heads: Sequence[Sequence[Mention]]
    vocabulary: DisputeWords
    names: KnownNames
    evidence: Evidence = field(default_factory=Evidence)
    speaker: str | None = None
    """Key of the writer’s name; empty where they speak and give none."""
    speaks: Span | None = None

    def __post_init__(self) -> None:
        self._clues = ClueReader(self.layout, self.names, self.vocabulary)
        self._flat = [self._clues.flat(*stretch) for stretch in self.stretches]
        self._words = [[self._clues.said(item) for item in items] for items in self._flat]
        self._places: dict[str, list[tuple[list[Mention], int]]] = {}
        for items in self._flat:
            for at, item in enumerate(items):
                if item.is_named:
                    self._places.setdefault(item.value.lower(), []).append((items, at))
        self._bearers = {named[-1].first for named in self.heads}

    def met(self) -> list[str]:
        """Names that stand somewhere with the capitals of a name, to be known also where a sentence begins."""
        found = {item.value: None for items in self._flat for item in items if item.sort == "name"}
        return [name for name in found if name[:1].isupper()]

    def hear(self, listed: Sequence[str]) -> None:
        """Weigh all that is said."""
        evidence = self.evidence
        for name in listed:
            evidence.person[name.lower()] += SURE
        for items, words in zip(self._flat, self._words, strict=True):
            self._clues.weigh(items, evidence)
            self._list(items, words)
            self._speak(items, words)
        for named in self.heads:
            self._bear(list(dict.fromkeys(item.value.lower() for item in named)))
        for name in self.names.people:
            evidence.person[name] += SURE
        self._printed()
        self._share()
        for one, other in evidence.attacks:
            evidence.thing[one] += HINT
            evidence.person[other] += HINT
        self._settle()

    def _bear(self, keys: Sequence[str]) -> None:
        """Of the names before a text the last is the card’s, or the one that nobody seems to play under."""
        person, thing = self.evidence.person, self.evidence.thing
        if len(keys) == 1 and person[keys[0]] - thing[keys[0]] >= SURE:
            return
        free = [key for key in keys if person[key] - thing[key] < SURE]
        bearer = keys[-1] if keys[-1] in free or len(keys) == 1 else (free or keys)[-1]
        thing[bearer] += SURE + HINT
        for key in keys:
            if key != bearer and (" " not in key or key in self.names.people):
                person[key] += LIKELY if key == keys[0] else HINT

    def _share(self) -> None:
        """Those listed with a player are players, where nothing shows that they are cards."""
        person, thing = self.evidence.person, self.evidence.thing
        for together in self.evidence.together:
            if any(person[key] - thing[key] >= LIKELY for key in together):
                for key in together:
                    person[key] += LIKELY

    def _printed(self) -> None:
        """A name that stands in a card’s text is no player’s."""
        tokens, outside = self.layout.tokens, set[int]()
        for first, end in self.stretches:
            outside.update(range(first, end))
        for at, token in enumerate(tokens):
            if at in outside or token.sort != "word" or not (token.is_capital or self.names.small):
                continue
            known = self.names.at(tokens, at, min(at + 9, len(tokens)))
            numbered = at + 1 < len(tokens) and tokens[at + 1].sort == "number"
            if known is not None and known[2] - 1 not in outside and not numbered:
                self.evidence.thing[known[0].lower()] += LIKELY

    def _settle(self) -> None:
        """Where somebody who is surely a player attacks or is attacked, the other is no player."""
        person, thing = self.evidence.person, self.evidence.thing
        for one, other in self.evidence.attacks:
            pairs = ((one, other), (other, one))
            for player, enemy in sorted(pairs, key=lambda pair: thing[pair[0]] - person[pair[0]]):
                sure = person[player] - thing[player]
                if sure >= LIKELY and sure > person[enemy] - thing[enemy]:
                    thing[enemy] += 2 * SURE
                    break

    def _list(self, items: Sequence[Mention], words: Sequence[str]) -> None:
        """“Three players: Ann, me and Cy”, “2 players, Dan and Eve”, “Ann and Ben.”: names listed behind such words."""
        colon = next((at for at, word in enumerate(words) if word == ":"), -1)
        anchor = -1
        for at in range(len(items)):
            counted = at > 0 and (items[at - 1].sort == "number" or words[at - 1] in _COUNTS)
            if words[at] in _COMPANY and (counted or words[at] == "players" or at < colon):
                anchor = max(at, colon if colon > at else at)
                break
        named: list[Mention] = []
        deep = 0
        for place in range(anchor + 1, len(items)):
            if words[place] in "()":
                opens = words[place] == "(" and not named
                deep += 0 if opens else 1 if words[place] == "(" else -(deep > 0)
            elif deep:
                continue
            elif items[place].is_named and not items[place].possessive:
                named.append(items[place])
            elif items[place].sort not in ("me", "form") and words[place] not in _LISTING:
                if anchor < 0:
                    return
                break
        if anchor < 0 and (deep or len(named) < 2 or ("and" not in words and "&" not in words)):
            return
        if len(named) > 1 or (
            named and anchor >= 0 and (anchor == colon or _is_colon(words, anchor + 1) or "me" in words)
        ):
            for item in named:
                self.evidence.person[self.evidence.meet(item)] += SURE if anchor >= 0 else LIKELY

    def _speak(self, items: Sequence[Mention], words: Sequence[str]) -> None:
        """Whether and under which name the writer plays."""
        for at, item in enumerate(items):
            if item.sort != "me":
                continue
            behind = [word for word in words[at + 1 : at + 4] if word not in ("am", "'m", "really", "just", "do")]
            chatter = bool(behind) and behind[0] in _CHATTER
            addressed = words[at] == "me" and at > 0 and words[at - 1] in _ADDRESSED
            relative = words[at] == "my" and at + 1 < len(items) and items[at + 1].is_named
            said = at > 1 and words[at - 1] == ":" and items[at - 2].is_named
            if said and all(one.sort == "mark" for one in items[: at - 2]) and words[at].startswith("i"):
                self._call(items[at - 2], SURE)  # “Julia: I have …”
            if not chatter and not addressed:
                self.speaks = self.speaks or item.span
            if words[at] == "my" and behind[:1] == ["turn"]:
                self.evidence.active.append(("", (item.span[0], items[at + 1].span[1])))
            if behind[:2] == ["first", "player"] or behind[:1] == ["fp"] or behind[:3] == ["the", "first", "player"]:
                self.evidence.first.append(("", item.span))
            if words[at] in ("i", "i'm", "im", "me", "my") and not relative:
                self._introduce(items, words, at)

    def _introduce(self, items: Sequence[Mention], words: Sequence[str], at: int) -> None:
        """“I'm Anna”, “me (Anna)”, “I'm Captain Marvel (hero)”, “playing as Storm”."""
        place = at + 1
        while place < len(items) and (words[place] in _INTRODUCING or items[place].sort == "form"):
            if words[place] in ("hero", "identity") and words[at] != "my":
                break
            place += 1
        if (
            place >= len(items)
            or not items[place].is_named
            or items[place].possessive
            or (place == at + 1 and words[at] == "i")
        ):
            return
        named = items[place]
        direct = place == at + 1 or {*words[at + 1 : place]} & {
            "am",
            "name",
            "(",
            "is",
            "playing",
            "as",
            "was",
            "hero",
            "the",
        }
        if not direct or (words[at] == "my" and not {*words[at + 1 : place]} & {"name", "hero", "identity"}):
            return
        of_hero = words[place - 1] in ("is", "as", "=", ":") and {*words[at:place]} & {"hero", "identity"}
        if of_hero or " " in named.value or "-" in named.value:
            self.evidence.thing[self.evidence.meet(named)] += 2 * SURE
            self.evidence.plays.append(("", named.value, SURE))
        elif words[at] != "me" or words[at + 1] == "(":
            self._call(named, SURE)

    def _call(self, named: Mention, weight: int) -> None:
        key = self.evidence.meet(named)
        self.evidence.person[key] += weight
        self.speaker = self.speaker or key

    def people(self) -> People:
        """Who is elected, in the order of seats."""
        evidence = self.evidence
        keys = [key for key in evidence.at if key and evidence.person[key] > evidence.thing[key]]
        if len(keys) > 1 and self.vocabulary.rules.features.scenario is not None:
            keys = [key for key in keys if not self._is_part_of_a_name(key)]
        speaker = self.speaker if self.speaker in keys else None
        names, at = dict(evidence.names), dict(evidence.at)
        if speaker is None and self.speaks is not None:
            speaker, names[""], at[""] = "", SPEAKER, self.speaks
            keys.append("")
        keys.sort(key=lambda key: at[key])
        used = [span for _, span in evidence.first]
        order = [speaker if key == "" else key for key, _ in evidence.first]
        if not order and (first := self._latest_before(("first", "player"), keys)) is not None:
            order = [first]
        order = [*order[:1], *self._following(keys, order[:1])]
        if self.vocabulary.rules.features.first_player == "token":
            keys.sort(key=lambda key: order.index(key) if key in order else len(order) * (order[:1] != [None]))
        heroes = self._heroes(keys, speaker)
        forms = self._forms(keys, speaker)
        players = tuple(Person(names[key], at[key], forms.get(key), self._why(key)) for key in keys)
        active = next(
            (ReadValue(names[who], span) for key, span in evidence.active if (who := key or speaker) in keys), None
        )
        return People(
            players, names[speaker] if speaker is not None else None, active or self._his_turn(keys, names),
            tuple(used), tuple((hero, names[key]) for hero, key in heroes.items()),
        )  # fmt: skip

    def _is_part_of_a_name(self, key: str) -> bool:
        """Whether nothing but “Shocker's Gauntlet: …” is told of somebody: that is what the card is called."""
        told = self._places.get(key, ())
        if len(told) != 1 or key in self.names.people:
            return False
        items, at = told[0]
        behind = items[at + 1] if at + 1 < len(items) else None
        named = at > 0 and items[at].possessive and behind is not None and behind.is_named
        return named and behind is not None and behind.first in self._bearers

    def _following(self, keys: Sequence[str], first: Sequence[str | None]) -> Iterator[str]:
        """Lazily, who sits next: “Sam is first player, then Lou, then Priya”."""
        for items, words in zip(self._flat, self._words, strict=True):
            told = [item.value.lower() for item in items if item.is_named and item.value.lower() in keys]
            if first and told[:1] == list(first) and "then" in words and "first" in words:
                yield from told[1:]

    def _heroes(self, keys: Sequence[str], speaker: str | None) -> Mapping[str, str]:
        """Whom the players play."""
        found: dict[str, str] = {}
        for player, hero, weight in sorted(self.evidence.plays, key=lambda row: -row[2]):
            key = player or speaker
            if key is not None and key in keys and hero.lower() not in keys and weight:
                found.setdefault(hero, key)
        return found

    def _forms(self, keys: Sequence[str], speaker: str | None) -> dict[str, ReadValue]:
        forms: dict[str, ReadValue] = {}
        latest: str | None = None
        played = {hero.lower(): key for hero, key in self._heroes(keys, speaker).items()}

        def person(item: Mention) -> str | None:
            if item.sort == "me":
                return speaker
            key = item.value.lower()
            key = played.get(key, key)
            return key if item.is_named and key in keys else None

        for items, words in zip(self._flat, self._words, strict=True):
            latest = note_forms(items, words, person, forms, keys, latest, self.vocabulary.forms)
        return forms

    def _latest_before(self, wanted: Sequence[str], keys: Sequence[str]) -> str | None:
        """The player named last before a pronoun of whom such words are said: “… Finn, and he's FP”."""
        latest: str | None = None
        for items, words in zip(self._flat, self._words, strict=True):
            for at, item in enumerate(items):
                latest = item.value.lower() if item.is_named and item.value.lower() in keys else latest
                behind = [word for word in words[at + 1 : at + 6] if word not in ("is", "the", "also")]
                if words[at] in ("he", "she", "they") and (behind[:1] == ["fp"] or behind[: len(wanted)] == [*wanted]):
                    return latest
        return None

    def _his_turn(self, keys: Sequence[str], names: Mapping[str, str]) -> ReadValue | None:
        """“… his turn”: of the player named last before."""
        latest: str | None = None
        for items, words in zip(self._flat, self._words, strict=True):
            for at, item in enumerate(items):
                latest = item.value.lower() if item.is_named and item.value.lower() in keys else latest
                if words[at] in ("his", "her", "their") and words[at + 1 : at + 2] == ["turn"] and latest is not None:
                    return ReadValue(names[latest], (item.span[0], items[at + 1].span[1]))
        return None

    def _why(self, key: str) -> str:
        if not key:
            return "Whoever writes is taken for a player."
        sure = self.evidence.person[key] - self.evidence.thing[key] >= SURE
        return "" if sure else "Taken for a player, from what the text says they do."


def _is_colon(words: Sequence[str], at: int) -> bool:
    return at < len(words) and words[at] in (":", "=", "-", "–", "—", "are", "were", "being")


_COMPANY = word_set("players player heroes us we we're game seats party 2p 3p 4p 2-player 3-player 4-player people")
_COUNTS = word_set("two three four")
_LISTING = word_set(
    "and & , vs plus then : = - – — ( ) game are were with playing in clockwise order me players the as also here being"
)
_INTRODUCING = word_set("am name is ( playing play as the was solo hero identity currently here in form")
