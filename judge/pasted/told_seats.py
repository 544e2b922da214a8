"""What sentences say of the table: who plays, who is the first player, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cardtext.english import HAVE
from judge.pasted.descriptions import LINKS, starts_first
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.story import Thread, Unit

_OPENING = 14
"""Units of a sentence among which those who play begin to be listed."""
_SEVERAL = 2
_BESIDE = 7
"""Units between a word for a side and who sits there."""
_LEADING = 9
"""Units between a word for those who play and the first of their names."""
_WHOSE = frozenset(["whose", "current", "active"])
"""Words before the label of a turn: “whose turn: Ann”."""
_IS = frozenset(["is", ":", "=", "was", "token", "-"])
_ENDS = frozenset([".", ";", ":", "?"])


def _with_me(units: Sequence[Unit]) -> bool:
    """Whether “me” stands in a list."""
    return any(unit.sort == "me" for unit in units[:5])


class SeatReader:
    """Reads one sentence after another."""

    def __init__(self, thread: Thread, vocabulary: DisputeWords) -> None:
        self._thread, self._vocabulary = thread, vocabulary
        self._chat = vocabulary.chat

    def read(self, units: Sequence[Unit]) -> None:
        """Note what a sentence says of seats and turns."""
        if len(units) > 1 and units[1].word == "here" and units[0].sort == "name":
            self._thread.say("speaks", units[0], None, None, units[0].span)
        else:
            self._list(units)
        for at in range(len(units)):
            self._company(units, at)
            self._side(units, at)
        self.turns(units)

    def lists(self, inner: Sequence[Unit]) -> bool:
        """Note those whom a bracket lists as players, “(players: Ann, Ben)”; whether it does."""
        first = next((at for at, unit in enumerate(inner[:3]) if self._opens(inner, at)), None)
        if first is None or len(self._named_in(inner[first + 1 :])) + _with_me(inner) < _SEVERAL:
            return False
        self._list(inner)
        return True

    def turns(self, units: Sequence[Unit]) -> None:
        """Note whose turn units say that it is, and who is first."""
        for at in range(len(units)):
            self._turn(units, at)
            self._first(units, at)

    # --- who plays

    def _list(self, units: Sequence[Unit]) -> None:
        """“Players: Ann, Ben”, “three of us: Ann, me and Cy”, “Ann and Ben, both in hero form”."""
        opening = [at for at in range(min(_OPENING, len(units)) - 1, -1, -1) if self._opens(units, at)]
        start = next((at for at in opening if self._leads_to_names(units, at)), -1)
        named = next((found for at in opening if len(found := self._named_after(units, at)) > 1), None)
        if named is None:
            named = self._named_beside(units) if start < 0 else self._named_behind(units, start)
        if named:
            self._thread.story.listed.append(named)
            if opening and len(named) + _with_me(units[opening[-1] + 1 :]) > 1:
                self._thread.story.seated.update(named)
            if units[0].sort == "me" and units[1].word in self._chat.conjunctions:
                self._thread.say("company", units[0], None, None, units[0].span)  # “Me, Ann and Ben.”

    def _named_beside(self, units: Sequence[Unit]) -> list[str]:
        """The names that begin a sentence in which no word opens a list: “Ann and Ben, both in hero form”."""
        while units and units[0].word in self._chat.list_openers:
            units = units[1:]
        named = self._named_in(units)
        return named if self._are_beside(units, named) else []

    def _named_behind(self, units: Sequence[Unit], start: int) -> list[str]:
        """The names right behind a word that opens a list; “player Ann” alone is none."""
        behind = units[start + 1 :]
        named = self._named_in(behind)
        if units[start].word == "player" and len(named) == 1 and behind[0].word != ":" and not _with_me(behind):
            return []
        return named

    def _company(self, units: Sequence[Unit], at: int) -> None:
        """“playing with Ann and Ben”: those who play too."""
        plays = units[at].word in self._chat.playing or units[at].word in ("game", "games")
        if plays and [one.word for one in units[at + 1 : at + 2]] in (["with"], ["against"]):
            named = [key for key in self._named_in(units[at + 2 :]) if self._may_sit(key)]
            who = [one.word for one in units[max(at - 1, 0) : at] if one.sort == "name"]
            self._thread.story.listed.append([*who, *named] if named else [])
            if named and not any(one.is_noun for one in units[:at]):
                writer = Unit("me", "i", units[at].item)
                self._thread.story.mes.append(writer)
                self._thread.say("company", writer, None, None, units[at].span)
        elif units[at].word in ("with", "between") and not any(one.is_noun or one.verb for one in units[:at]):
            named = self._named_in(units[at + 1 :])
            if len(named) >= _SEVERAL and any(key in self._vocabulary.first_names for key in named):
                self._thread.story.listed.append(named)  # “at lunch with Ann, Ben and Cy”

    def _side(self, units: Sequence[Unit], at: int) -> None:
        """“Ann sits left of me”, “Ann is to my right”, “left of Ann sits Ben”: both play."""
        if units[at].word not in self._chat.sides:
            return
        before, behind = units[at - 1] if at else None, [one.word for one in units[at + 1 : at + 2]] == ["of"]
        if not behind and not (before is not None and before.possessive):
            return
        near = [*units[max(at - _BESIDE, 0) : at], *units[at + 1 : at + _BESIDE]]
        self._thread.story.listed += [[one.word] for one in near if one.sort == "name" and self._may_sit(one.word)]

    def _may_sit(self, key: str) -> bool:
        """Whether a name may be a player’s: a first name, or one word that means nothing else."""
        return key in self._vocabulary.first_names or (" " not in key and not self._vocabulary.knows(key))

    def _opens(self, units: Sequence[Unit], at: int) -> bool:
        """Whether a word opens a list of those who play."""
        unit, before = units[at], units[at - 1] if at else None
        word = self._thread.raw(unit) if unit.sort == "kind" else unit.word if unit.sort in ("word", "pro") else ""
        if word in self._chat.company or self._asks_who(units, at):
            return True
        if word in self._chat.counts and [one.word for one in units[at + 1 : at + 2]] == [":"]:
            return True  # “we are three: …”
        counted = before is not None and (before.sort == "number" or before.word in self._chat.counts | {"-"})
        return word in self._chat.many and (counted or word != "us")

    def _asks_who(self, units: Sequence[Unit], at: int) -> bool:
        """“Who plays: …”."""
        before, behind = units[max(at - 1, 0)], units[at + 1] if at + 1 < len(units) else None
        named = behind is not None and (behind.word == ":" or behind.sort in ("name", "me"))
        return units[at].word in self._chat.playing and before.word == "who" and named

    def _named_after(self, units: Sequence[Unit], start: int) -> list[str]:
        """The names that a word for those who play leads to: “4 players, seated clockwise: Ann, Ben”."""
        at = start + 1
        while at < len(units) and at - start <= _LEADING and units[at].sort in ("word", "mark", "number", "form"):
            if units[at].word in _ENDS - {":"} or units[at].word in self._chat.telling_words - {"are", "is", "'re"}:
                return []
            at += 1
        return self._named_in(units[at:])

    def _leads_to_names(self, units: Sequence[Unit], start: int) -> bool:
        if start + 1 >= len(units):
            return False
        following, several = units[start + 1], units[start].word != "player"
        linked = following.word in LINKS or following.word in ("are", "is", "were", "on", "playing")
        return linked or (several and following.sort in ("name", "me"))

    def _named_in(self, units: Sequence[Unit]) -> list[str]:
        """The names of a list, up to the first word that belongs to none."""
        chat, named = self._chat, list[str]()
        for at, unit in enumerate(units):
            following = units[at + 1].word if at + 1 < len(units) else "."
            alone = unit.possessive and (following in chat.conjunctions or following in _ENDS)  # “Ann’s and Ben’s”
            if unit.sort == "name" and (alone or not unit.possessive):
                if at and units[at - 1].sort in ("name", "me") and not units[at - 1].possessive:
                    self._thread.say("is", units[at - 1], unit, "plays", unit.span)  # “Ann Comet, me Storm”
                else:
                    named.append(unit.word)
            elif unit.sort not in ("me", "form", "number") and not (
                unit.word in chat.conjunctions or unit.word in LINKS or unit.word in chat.in_lists
            ):
                break
        return named

    def _are_beside(self, units: Sequence[Unit], named: Sequence[str]) -> bool:
        """Whether names that begin a sentence without a verb are joined by “and”."""
        several = len(named) > 1 or (bool(named) and any(unit.sort == "me" for unit in units[:3]))
        verbless = not any(unit.sort == "verb" or unit.word in self._chat.have for unit in units)
        return several and verbless and any(unit.word in ("and", "&") for unit in units)

    # --- who is first

    def _first(self, units: Sequence[Unit], at: int) -> None:
        unit = units[at]
        if unit.word in ("player", "opponent"):
            self._thread.story.listed += self._labelled(units, at)
        whole = starts_first(units, at)
        if whole or (unit.word == "first" and at and units[at - 1].word in self._chat.goes_first):
            self._say_first(units, at, whole=whole)

    def _labelled(self, units: Sequence[Unit], at: int) -> Iterator[list[str]]:
        """Lazily, who is told beside “player”: “Player 1 - Ann”, “Ben is the villain player”."""
        behind = at + 2 if [one.sort for one in units[at + 1 : at + 2]] == ["number"] else at + 1
        if behind < len(units) and units[behind].word in _IS:
            yield [one.word for one in units[behind + 1 : behind + 2] if one.sort == "name"]
        if at > 2 and any(one.word in self._chat.be for one in units[at - 3 : at]):
            subject = [one for one in units[max(at - 6, 0) : at] if one.is_noun]
            yield [one.word for one in subject[-1:] if one.sort == "name"]

    def _say_first(self, units: Sequence[Unit], at: int, *, whole: bool) -> None:
        who = self._around(units, at, 2 if whole else 1)
        asks = any(one.word in ("who", "what", "which") for one in units[max(at - 4, 0) : at])
        if who is not None and not asks and (whole or not self._thread.asked):
            end = units[min(at + 1, len(units) - 1)].span[1]
            self._thread.say("first", who, None, None, (units[at].span[0], end))

    def _around(self, units: Sequence[Unit], at: int, length: int) -> Unit | None:
        """Who is told of beside some words: behind “is” or a colon, else the noun before in this clause."""
        after = at + length
        if after + 1 < len(units) and units[after].word in _IS:
            behind = next((unit for unit in units[after + 1 : after + 3] if unit.is_noun), None)
            if behind is not None:
                return behind
        for unit in reversed(units[max(at - 8, 0) : at]):
            if unit.is_noun and unit.sort != "kind":
                return unit
            if unit.word in _ENDS:
                break
        return next((unit for unit in units[after : after + 2] if unit.sort in ("name", "me")), None)

    # --- whose turn it is

    def _turn(self, units: Sequence[Unit], at: int) -> None:
        unit = units[at]
        following = units[at + 1].word if at + 1 < len(units) else ""
        if unit.word == "active" and following == "player":
            who = self._around(units, at, 2)
            if who is not None:
                self._thread.say("turn", who, None, None, (unit.span[0], units[at + 1].span[1]))
        elif unit.word in self._chat.periods and at and self._is_of_player(units, at):
            self._turn_of(units, at)  # “Ann’s build phase”
        elif unit.word in self._chat.turn:
            self._labelled_turn(units, at, following)

    def _labelled_turn(self, units: Sequence[Unit], at: int, following: str) -> None:
        """Note whose turn a word for it tells: as a label, “Turn: mine”, or within a sentence."""
        labelled = not at or units[at - 1].sort == "mark" or units[at - 1].word in _WHOSE
        if following in (":", "=") and labelled:
            who = next((one for one in units[at + 2 : at + 3] if one.is_noun), None)
            if who is not None:
                self._thread.say("turn", who, None, None, units[at].span)
        elif at:
            self._turn_of(units, at)

    def _is_of_player(self, units: Sequence[Unit], at: int) -> bool:
        """Whether the words before a phase name one that is some player’s: what happens in it is theirs."""
        acting = {one.type for one in self._vocabulary.rules.offered.values() if one.acting is not None}
        return units[at - 1].word in acting

    def _turn_of(self, units: Sequence[Unit], at: int) -> None:
        """“It is Ann’s turn”, “on her main turn”, “Ann has the turn”."""
        place = at - 1
        phase = units[at].word in self._chat.periods
        joined = units[place].word in self._chat.turns or units[place].sort == "form" or phase
        if place and joined and not units[place].possessive:
            place -= 1
        before = units[place]
        if before.word == "the" and place > 1 and units[place - 1].word in HAVE:
            before = units[place - 2]
        starting = units[place - 1].word if place else ""
        if before.word in ("a", "the", "his", "her", "their") and starting in self._chat.starts | {"starts", "takes"}:
            before = next((one for one in reversed(units[: place - 1]) if one.is_noun), before)  # “Ann begins a turn”
        friend = self._thread.named.get(f"my {before.word.removesuffix('s')}") if before.sort == "word" else None
        if friend is not None:
            self._thread.say("turn", friend, None, None, units[at].span)  # “its my friends turn”
        elif self._may_have_turn(before):
            ends = any(one.word in self._chat.ending for one in units[max(at - 5, 0) : at])
            self._thread.say("turn", before, None, "end" if ends else None, units[at].span)

    def _may_have_turn(self, unit: Unit) -> bool:
        owns = unit.possessive or unit.sort in ("me", "name", "pro")
        known = unit.sort != "kind" and unit.word not in ("its", "it", "our", "their")
        return owns and known and self._vocabulary.sense(unit.word).verb is None
