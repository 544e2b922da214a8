"""What words beside a name say of it, without a verb: its type, form, status, whose it is, where it lies.

They stand in brackets (“Bell (upgrade, Ann)”), or between marks (“Bell | upgrade | Ann”, “Ann: hero form”).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from judge.cardtext.english import NEGATIONS
from judge.pasted.clauses import runs
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.noun_phrases import NounPhrases
from judge.pasted.story import Thread, Unit
from judge.pasted.text_layout import BULLETS
from judge.pasted.told_facts import FactReader

FIRSTS = (("first", "player"), ("fp",), ("1st", "player"), ("starting", "player"), ("p1",))
LINKS = frozenset([":", "—", "–", "-", "=", "|", "→", ">", ","])
_PARTING = LINKS | {".", ";", "!", "?"}
_PLACES = frozenset(["name", "me", "pro"])
_OPENING, _CLOSING = frozenset("(["), frozenset(")]")
_COPIED = frozenset(["place", "engaged", "on", "owned"])
"""What is said of a card type holds of the name behind it: “Minion engaged with Ann: Bug”."""
_ARTICLES = frozenset(["the", "a", "an", "his", "her", "their", "my"])
_NUMBERED = (("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"), ("fifth", "5th"))
TIMES = frozenset(["turn", "phase", "round", "game"])
"""Events that are times in which others happen."""
_GAP = 4
_SEATED = frozenset(["first", "second", "third", "player", "other", "'m", "'s", "am", "is", "goes", "go"])
"""Words between somebody and a bracket: “I'm the first player (hero form)”."""
_RECENT = 8
_TWO = 2
_RELATIVE = 8
"""Units from a card type to the comma behind what somebody did with the card."""


@dataclass(slots=True)
class _Beside:
    """Words beside a name, one of them looked at."""

    about: Unit
    units: Sequence[Unit]
    bracketed: bool
    played: Unit | None = None
    """The player named in a bracket whose form may follow."""
    player: Unit | None = None
    """The player named in a bracket."""

    def before(self, at: int) -> tuple[str, str]:
        """The two words before a unit, the nearer one last; articles before a name are passed over."""
        while at and self.units[at].sort == "name" and self.units[at - 1].word in _ARTICLES:
            at -= 1
            if self.units[at - 1].word not in _ARTICLES:
                break
        return self.units[at - 2].word if at > 1 else "", self.units[at - 1].word if at else ""


class Descriptions:
    """Reads descriptions of one sentence after another."""

    def __init__(self, thread: Thread, vocabulary: DisputeWords, phrases: NounPhrases, facts: FactReader) -> None:
        self._thread, self._vocabulary = thread, vocabulary
        self._phrases, self._facts = phrases, facts
        self._chat = vocabulary.chat
        self._of: Mapping[str, Callable[[_Beside, int], None]] = {
            "kind": self._kind, "form": self._form, "status": self._status, "number": self._number,
            "name": self._noun, "me": self._noun, "pro": self._noun,
        }  # fmt: skip

    # --- one description

    def describe(self, about: Unit, units: Sequence[Unit], *, bracketed: bool = False) -> None:
        """Note what units say of a name beside them."""
        beside = _Beside(about, units, bracketed)
        for at, unit in enumerate(units):
            handle = self._of.get(unit.sort)
            if handle is not None:
                handle(beside, at)
            elif unit.word in ("mine", "i", "my"):
                self._say("owned", about, unit)
            elif unit.word in self._chat.sides and about.sort == "name" and not at:
                self._thread.story.listed.append([about.word])  # “Ann (left of me)”
            elif unit.word == "boost" and about.sort == "name":
                self._thread.say("boost", about, None, _counted(units), unit.span)
            if bracketed and unit.sort == "word" and unit.word in self._vocabulary.words.keywords:
                value = units[at + 1] if at + 1 < len(units) and units[at + 1].sort == "number" else unit
                self._thread.say("keyword", about, None, None, (unit.span[0], value.span[1]))
            if starts_first(units, at):
                self._thread.say("first", beside.player or about, None, None, unit.span)
        self._holds(about, units)

    def _say(self, relation: str, about: Unit, unit: Unit, value: object = None) -> None:
        self._thread.say(relation, about, unit, value, unit.span)

    def _holds(self, about: Unit, units: Sequence[Unit]) -> None:
        """“Klaw (stunned, with Charge attached)”."""
        at = next((n for n, unit in enumerate(units) if unit.word in self._chat.holding), None)
        if at is not None and about.is_noun and not (at and units[at - 1].word in self._chat.engaged):
            self._facts.read([about, *units[at:]])

    def _kind(self, beside: _Beside, at: int) -> None:
        unit, (two, one) = beside.units[at], beside.before(at)
        if unit.word in self._chat.of_place and [one.sort for one in beside.units[at + 1 : at + 2]] == ["number"]:
            return  # “at location 3”
        if one in self._chat.lies_to or (one == "the" and two in self._chat.lies_to):
            self._say("on", beside.about, unit)
            return
        if "card" not in self._vocabulary.rules.closure(unit.word):
            return  # “a tough status card”
        self._thread.say("kind", beside.about, None, unit.word, unit.span)
        if unit.owner is not None:
            self._say("owned", beside.about, unit.owner)

    def _form(self, beside: _Beside, at: int) -> None:
        unit, about = beside.units[at], beside.about
        if beside.played is not None:
            self._thread.say("form", beside.played, None, unit.word, unit.span)
            beside.played = None
        elif any(one.word in ("both", "all") for one in beside.units[:at]):
            self._thread.say("everyform", unit, about, unit.word, unit.span)
        else:
            self._thread.say("form", about, None, unit.word, unit.span)
            self._thread.formed.add(about.word)

    def _status(self, beside: _Beside, at: int) -> None:
        unit = beside.units[at]
        denied = {one.word for one in beside.units[:at]} & (NEGATIONS | self._chat.nobody_does)
        if not denied and (beside.bracketed or not self._thread.asked):
            self._thread.say("status", beside.about, None, unit.word, unit.span)

    def _number(self, beside: _Beside, at: int) -> None:
        unit = beside.units[at]
        alone = beside.bracketed and len(beside.units) == 1 and self._vocabulary.rules.features.places
        if alone or beside.before(at)[1] in self._chat.at_place:
            self._thread.say("place", beside.about, None, unit.word, unit.span)

    def _noun(self, beside: _Beside, at: int) -> None:
        unit, about = beside.units[at], beside.about
        behind = [one.word for one in beside.units[at + 1 : at + 2]]
        if self._plays(beside, at) or (unit.possessive and not self._chat.turn.isdisjoint(behind)):
            return  # “on my turn”
        relation = "owned" if behind == ["control"] else self._lies(beside, at)
        if relation is not None:
            if relation == "engaged" or not (unit.sort == "name" and unit.word == about.word):
                attached = relation == "on" and beside.before(at)[0] in self._chat.attached
                self._say(relation, about, unit, "attached" if attached else None)
        elif beside.bracketed and unit.means and about.sort == "name":
            self._thread.say("is", unit, about, "hero", unit.span)  # “Storm (Ann’s hero)”
        elif beside.bracketed and self._is_played(beside, at):
            self._thread.say("is", unit, about, "hero" if unit.sort == "me" else "plays", unit.span)
        elif self._owns(beside, at):
            self._say("owned", about, unit)
        elif beside.bracketed and unit.sort == "name":
            self._phrases.say_of_itself(unit)
            self._say("beside", about, unit, "plays" if self._is_playing(beside, at) else None)

    def _is_playing(self, beside: _Beside, at: int) -> bool:
        """“Ann (as Comet)”, “Ann (Comet, hero)”."""
        bare = beside.about.sort == "name" and not beside.about.kinds and beside.units[at].item.sort != "player"
        as_one = beside.before(at)[1] in self._chat.playing | {"as", "is"}
        return as_one or (bare and _formed(beside.units))

    def _lies(self, beside: _Beside, at: int) -> str | None:
        """Whether a noun says where something lies, or with whom it is engaged."""
        two, one = beside.before(at)
        if one in self._chat.lies_in or (one == "to" and two in self._chat.attached):
            return "on"
        return "engaged" if one == "with" and two in self._chat.engaged else None

    def _owns(self, beside: _Beside, at: int) -> bool:
        unit = beside.units[at]
        named = beside.before(at)[1] in self._chat.owned_by or unit.possessive or unit.sort == "me"
        return named and unit.sort != "pro"

    def _is_played(self, beside: _Beside, at: int) -> bool:
        """“Cap (me, hero form)”, “Wolverine (played by Aino)”."""
        if beside.units[at].sort == "me":
            is_so = any(one.word in self._chat.be for one in beside.units[at + 1 : at + 2])  # “(Ben’s hero, I’m first)”
            beside_me = beside.before(at)[1] in self._chat.prepositions | {"after", "before"}  # “(sits after me)”
            return _formed(beside.units) and not is_so and not beside_me
        by = beside.before(at) == ("played", "by")
        return by and beside.units[at].sort == "name" and not beside.about.kinds

    def _plays(self, beside: _Beside, at: int) -> bool:
        """Whether a player named in a bracket plays whom stands before it: “Ms. Comet (Dave, hero)”."""
        unit, about = beside.units[at], beside.about
        if not beside.bracketed or about.sort != "name" or unit.item.sort != "player" or unit.possessive:
            return False
        beside.player = unit if unit.sort == "name" else None
        beside.played = unit if _formed(beside.units[at + 1 : at + 4]) else None
        if beside.played is None:
            return False
        if sum(one.sort == "form" for one in beside.units) == 1:
            self._thread.say("is", unit, about, "plays", unit.span)
        return True

    # --- brackets

    def without_asides(
        self, units: list[Unit], lists: Callable[[Sequence[Unit]], bool], *told: Callable[[Sequence[Unit]], None]
    ) -> list[Unit]:
        """The units without brackets, of which each is said of what stands before it, but for one that `lists` who
        plays; `told` read one that tells something."""
        kept: list[Unit] = []
        at = 0
        while at < len(units):
            if units[at].word not in _OPENING:
                kept.append(units[at])
                at += 1
                continue
            end = _closing(units, at)
            inner = [unit for unit in units[at + 1 : end] if unit.word not in _OPENING | _CLOSING]
            if inner and inner[0].word == "against" and kept and kept[-1].sort == "verb":
                kept += inner  # “Klaw schemes (against Ann)”
            elif not lists(inner) and self._aside(kept, inner):
                for read in told:
                    read(inner)
            at = end + 1
        return kept

    def _aside(self, kept: Sequence[Unit], inner: Sequence[Unit]) -> bool:
        """Note what a bracket says of what stands before it; whether it may tell what happens."""
        is_so = any(unit.word in self._chat.be for unit in inner)
        for run in runs(inner) if is_so else ():
            self._facts.read(run)
        if self._lists_company(kept, inner):
            return False
        about = self._about(kept, inner)
        inner = self._own_part(inner)
        tells = len(inner) > 2 and (is_so or any(unit.sort == "verb" for unit in inner))
        if about is not None and about.is_noun:
            self.describe(about, inner, bracketed=True)
        elif not tells:
            self._of_somebody(inner)
        return tells or any(unit.word == "turn" for unit in inner)

    def _lists_company(self, kept: Sequence[Unit], inner: Sequence[Unit]) -> bool:
        """Note the players whom a bracket behind a word for them names: “2 players (me, Ann)”; whether it does."""
        named = any(one.sort in ("name", "me") for one in inner)
        if not kept or kept[-1].word not in self._chat.person_nouns or not named:
            return False
        self._thread.story.listed.append(_bare_names(inner))
        for one in (one for one in inner if one.sort == "me" and not one.possessive):
            self._thread.say("company", one, None, None, one.span)
        return True

    def _own_part(self, inner: Sequence[Unit]) -> Sequence[Unit]:
        """The part of a bracket that tells of what stands before it: “(hero form, 2nd player; Ann is 1st)”."""
        stop = next((at for at, unit in enumerate(inner) if unit.word == ";"), len(inner))
        more = any(unit.word in self._chat.be for unit in inner[stop:])
        return inner[:stop] if more else inner

    def _formed_in(self, kept: Sequence[Unit], inner: Sequence[Unit]) -> None:
        """“Ann is in hero form (Comet)”: she plays Comet."""
        alone = len(inner) == 1 and inner[0].sort == "name" and inner[0].item.sort != "player"
        formed = alone and bool(kept) and kept[-1].sort == "form"
        who = next((unit for unit in kept if formed and unit.sort in ("name", "me") and not unit.possessive), None)
        if who is not None:
            self._thread.say("is", who, inner[0], "plays", inner[0].span)

    def _about(self, kept: Sequence[Unit], inner: Sequence[Unit]) -> Unit | None:
        """Of what a bracket behind some units is said."""
        self._formed_in(kept, inner)
        return self._bearer_in(inner) or self._lying(kept, inner) or _described(kept, inner)

    def _lying(self, kept: Sequence[Unit], inner: Sequence[Unit]) -> Unit | None:
        """“Bell on Klaw (upgrade)”: Bell, where the type is of no character and so of none that something lies on."""
        named = [at for at in range(max(len(kept) - _GAP, 0), len(kept)) if kept[at].sort == "name"]
        if len(named) < _TWO or named[-1] != len(kept) - 1 or not is_placed(kept, named[-1], self._vocabulary):
            return None
        closures = [self._vocabulary.rules.closure(unit.word) for unit in inner if unit.sort == "kind"]
        cards = bool(closures) and not any("character" in closure for closure in closures)
        return kept[named[-2]] if cards else None

    def _bearer_in(self, inner: Sequence[Unit]) -> Unit | None:
        """Of which card the text in a bracket is: “Bell on Klaw (upgrade; "…")”."""
        text = next((unit for unit in inner if unit.sort == "text"), None)
        told = (one for one in reversed(self._thread.story.statements[-_RECENT:]) if one.relation == "bears")
        bearer = next((one.of for one in told if text is not None and one.to is text), None)
        return bearer if bearer is not None and bearer not in inner else None

    def _of_somebody(self, inner: Sequence[Unit]) -> None:
        """“(hero form)” behind no name: the form of whoever was named last; “(Ann, hero; Ben, hero)”: of those."""
        if any(unit.sort == "name" for unit in inner):
            self.parts(inner, has_verb=False)
            return
        for unit in inner:
            if unit.sort == "form":
                self._thread.say("form", Unit("pro", "they", unit.item), None, unit.word, unit.span)

    # --- parts between marks

    def parts(self, units: Sequence[Unit], *, has_verb: bool) -> None:
        """“Bell, upgrade, Ann’s: …”: parts without a verb tell of the name before them, or of the line’s."""
        line = _Line(has_verb, any(unit.sort == "text" for unit in units))
        for mark, part in _parted(units):
            self._part(line, mark, part)

    def _part(self, line: _Line, mark: str, part: Sequence[Unit]) -> None:
        there = self._behind_there(part)
        if any(unit.word in ("there", "and", "another") for unit in part[: len(part) - len(there)]):
            line.head = line.inner = None  # “…, and another threat at location 5, …”
        part = there
        line.alone, line.behind = line.behind, _only_kind(part)
        line.number = next((unit for unit in part if unit.sort == "number"), line.number)
        part = _before_text(part)
        if part and part[0].sort == "status" and any(unit.word in self._chat.lies_on for unit in part):
            return  # “Tough status on Klaw”
        if line.behind is not None and len(part) > 1 and line.inner is None:
            line.placed = True
            self._facts.placed(part, 0)  # “Minion engaged with Ann: …”
            return
        if not part or any(self._tells(unit) and not self._is_owned(part, at) for at, unit in enumerate(part)):
            nouns = (at for at, unit in enumerate(part) if unit.is_noun and unit.sort != "kind")
            line.begin_behind([part[at] for at in nouns if not self._is_engaged(part, at)])
            return
        self._described(line, mark, part)

    def _described(self, line: _Line, mark: str, part: Sequence[Unit]) -> None:
        """Note a part that no verb tells: of the name near its begin, or of another."""
        plain = [unit for at, unit in enumerate(part) if self._is_plain(part, at)]
        if plain and plain[0] in part[:3]:
            self._names(line, mark, part, plain)
        else:
            self._of_line(line, part)

    def _behind_there(self, part: Sequence[Unit]) -> Sequence[Unit]:
        """The units behind “there’s a” and “the”, where a card type follows."""
        chat = self._chat
        begin = 0
        while begin < len(part) and (
            part[begin].word in ("there", "also")
            or any(part[begin].word in row for row in (chat.be, chat.determiners, chat.conjunctions))
        ):
            begin += 1
        return part[begin:] if begin < len(part) and part[begin].sort == "kind" else part

    def _is_engaged(self, part: Sequence[Unit], at: int) -> bool:
        """“a minion enters play engaged with Ann: Bug”."""
        return at > 1 and part[at - 1].word == "with" and part[at - 2].word in self._chat.engaged

    def _is_owned(self, part: Sequence[Unit], at: int) -> bool:
        """“under Ann’s control”, “in play”: whether a verb is but the noun of a description."""
        if not at:
            return False
        owned = part[at - 1].possessive and part[at].word in self._chat.having
        return owned or (part[at].sort == "verb" and part[at - 1].word == "in" and part[at].word == "play")

    def _tells(self, unit: Unit) -> bool:
        """Whether a unit makes more of a part than a description: a verb, a text, the noun of an event."""
        things = self._vocabulary.words.thing_events
        event = things.get(self._vocabulary.sense(unit.word).thing or "") if unit.sort == "word" else None
        return (
            (event is not None and event not in TIMES)
            or unit.sort in ("verb", "text")
            or unit.word in self._chat.telling_words | self._chat.opinions | {"say"}
        )

    def _is_plain(self, part: Sequence[Unit], at: int) -> bool:
        unit = part[at]
        names = unit.sort == "name" or unit.word in ("me", "i")
        return names and not unit.possessive and not is_placed(part, at, self._vocabulary)

    def _names(self, line: _Line, mark: str, part: Sequence[Unit], plain: Sequence[Unit]) -> None:
        """Note a part that names somebody: beside whom, and what it says of them."""
        fights = any(unit.word in self._chat.fight for unit in part)
        here = plain[0] if fights else plain[-1]
        has_form = _formed(part) or here.word in self._thread.formed
        self._played_in_scope(line, here)
        if line.head is not None and len(plain) == 1 and mark != ";":
            self._beside(line, line.head, mark, here, has_form=has_form)
        if not fights and self._describes(part):
            self.describe(here, [unit for unit in part if unit is not here])
        self._of_heading(line, mark, here)
        personal = "me" in (here.sort, here.word) or here.item.sort == "player"
        personal = personal or here.word in self._vocabulary.first_names
        personal = personal and part[0].word not in self._chat.conjunctions  # “Bell, and Ann, hero form”
        line.go_on(mark, here, has_form=has_form, personal=personal)

    def _played_in_scope(self, line: _Line, here: Unit) -> None:
        """Note whom the player of a heading plays: “Ann:”, “- hero form, Storm”."""
        scope = self._thread.scope
        if scope is not None and scope.word not in here.word and line.formed and line.head is None:
            self._thread.say("is", scope, here, "plays", here.span)

    def _beside(self, line: _Line, head: Unit, mark: str, here: Unit, *, has_form: bool) -> None:
        if mark == "=" or (has_form and not line.formed):
            self._say("beside", head, here, "plays")
        elif head.sort == "name" or (head.sort == "me" and mark == ":"):
            self._say("beside", head, here, "list" if mark == "," else "link" if line.has_text else "maybe")

    def _of_heading(self, line: _Line, mark: str, here: Unit) -> None:
        """“Threat: Mines”, “Ann: Bell (upgrade), Whistle (support)”."""
        if line.alone is not None and (mark == ":" or line.placed):
            self._is_of(here, line.alone)
            if line.number is not None and line.alone.word in self._chat.of_place:
                self._thread.say("place", here, None, line.number.word, line.number.span)
        if line.owner is not None and mark == ",":
            self._say("beside", line.owner, here, "maybe")

    def _is_of(self, here: Unit, kind: Unit) -> None:
        """“Threat (location 1): Hidden Mines”, “Ann’s cards: Bell”."""
        self._thread.say("kind", here, None, kind.word, kind.span)
        if kind.owner is not None:
            self._say("owned", here, kind.owner)
        told = [one for one in self._thread.story.statements[-_RECENT:] if one.of is kind and one.relation in _COPIED]
        self._thread.story.statements += [replace(one, of=here) for one in told]

    def _of_line(self, line: _Line, part: Sequence[Unit]) -> None:
        """Note a part without a name of its own: it tells of the one before, or of the line’s."""
        formed = _formed(part)
        about = self._whom(line, part, formed=formed)
        if about is not None and self._describes(part):
            self.describe(about, part)
        elif about is None and formed and not line.has_verb and not any(unit.sort == "name" for unit in part):
            self._of_somebody(part)
        line.formed = line.formed or formed

    def _whom(self, line: _Line, part: Sequence[Unit], *, formed: bool) -> Unit | None:
        """Whom a part without a name tells of: the line’s name, the heading’s, or the one spoken of before."""
        if line.head is not None:
            return line.head if formed or line.inner is None else line.inner
        of_player = formed or any(unit.sort == "status" for unit in part)
        if self._thread.scope is not None and of_player:
            return self._thread.scope
        return self._thread.topic if not line.has_verb else None

    def _describes(self, part: Sequence[Unit]) -> bool:
        """Whether nothing but descriptions stand in a part without a verb."""
        chat = self._chat
        known = (chat.lying, chat.prepositions, chat.determiners, chat.conjunctions, chat.adjectives, chat.form_nouns)
        return sum(unit.sort == "word" and not any(unit.word in row for row in known) for unit in part) <= 1

    # --- lists

    def slashes(self, units: Sequence[Unit]) -> None:
        """“Greta / Ghost-Spider / hero”: a player, whom they play, in which form."""
        named = [(at, unit) for at, unit in enumerate(units) if unit.sort == "name" and not unit.possessive][:2]
        if len(named) < 2 or not self._vocabulary.forms:
            return
        (_, who), (at, played) = named
        form = next((unit for unit in units if unit.sort == "form"), None)
        apart = sum(unit.word == "/" for unit in units) == (1 if form is None else 2)
        if (apart and units[at - 1].word == "/") or self._is_row(units, named):
            self._thread.say("is", who, played, "plays", played.span)
            if form is not None:
                self._thread.say("form", who, None, form.word, form.span)

    def _is_row(self, units: Sequence[Unit], named: Sequence[tuple[int, Unit]]) -> bool:
        """“Ronja, Silk, hero form”."""
        (before, who), (at, played) = named
        known = {one for one in (who.word, played.word) if one in self._vocabulary.first_names}
        commas = [unit.word for unit in (*units[before + 1 : at], *units[at + 1 : at + 2])] == [",", ","]
        return commas and known == {who.word} and [unit.sort for unit in units[at + 2 : at + 3]] == ["form"]

    def kinds_of_list(self, units: Sequence[Unit]) -> None:
        """“Two threats: Pyro at location 3, … and Toad at location 5, …”: all that a list of a type holds are of it."""
        for at, unit in enumerate(units[:-1]):
            if unit.kinds and unit.sort == "name" and self._thread.story.said(unit.kinds[-1].span).endswith("s"):
                self._share_kind(unit, units[at + 1 :])  # “my two upgrades Bell and Whistle”
            several = unit.sort == "kind" and self._thread.raw(unit).endswith("s")
            played = any(one.word == "=" for one in units[at:])  # “heroes: Storm = Ann, Rook = Ben”
            if not several or played or not self._begins_list(units, at):
                continue
            for one in units[at + 1 :]:
                if one.sort == "name" and not one.possessive and not one.kinds and one.item.sort != "player":
                    self._thread.say("kind", one, None, unit.word, unit.span)
            return

    def apposed(self, units: Sequence[Unit]) -> None:
        """“the hero card he just played, Bell, …”: the type of the name behind what somebody did with a card."""
        for at, unit in enumerate(units):
            behind = list(takewhile(lambda one: one.word != ",", units[at + 1 : at + _RELATIVE]))
            place = at + len(behind) + 2
            done = any(one.sort == "verb" for one in behind) and any(one.is_noun for one in behind)
            if unit.sort != "kind" or not done or any(one.sort in ("kind", "text") for one in behind):
                continue
            named = units[place] if place < len(units) - 1 else None
            free = named is not None and named.sort == "name" and not named.possessive and not named.kinds
            if free and named is not None and units[place + 1].word == ",":
                self._thread.say("kind", named, None, unit.word, unit.span)

    def _share_kind(self, unit: Unit, behind: Sequence[Unit]) -> None:
        """Say of the names that a list goes on with what is said of its first."""
        for one in takewhile(lambda one: one.sort == "name" or one.word in self._chat.conjunctions, behind):
            if one.sort == "name":
                self._thread.say("kind", one, None, unit.kinds[-1].value, unit.kinds[-1].span)

    def _begins_list(self, units: Sequence[Unit], at: int) -> bool:
        """Whether a card type is counted, or a colon stands near behind it: “Threats in play: …”."""
        counted = any(one.sort == "number" or one.word in self._chat.counts for one in units[max(at - 2, 0) : at])
        behind = units[at + 1 : at + 4]
        before = [one.sort for one in takewhile(lambda one: one.word != ":", behind)]
        return counted or (len(before) < len(behind) and "name" not in before[:2])


@dataclass(slots=True)
class _Line:
    """The parts of a line that are read."""

    has_verb: bool
    has_text: bool
    head: Unit | None = None
    inner: Unit | None = None
    formed: bool = False
    """Whether a form was said since the head."""
    number: Unit | None = None
    """The last number."""
    personal: bool = False
    """Whether the head is a player by name."""
    alone: Unit | None = None
    behind: Unit | None = None
    """The card type that is a part by itself: the last, and the one before; `placed` with where it lies."""
    placed: bool = False
    first: Unit | None = None
    owner: Unit | None = None
    """Whose the rest of the line may be: “Ann: Bell (upgrade), Whistle (support)”."""

    def go_on(self, mark: str, here: Unit, *, has_form: bool, personal: bool) -> None:
        """Tell next of a name that stands behind a mark."""
        if mark == ":" and self.head is not None and self.head is self.first:
            self.owner = self.head
        self.first = self.first or here
        self.inner = here
        self.formed = self.formed or mark == "="
        owns = mark == "," and self.head is not None and personal and not self.personal
        if (mark in (",", ";") and not owns) or self.head is None:
            self.head, self.formed, self.personal = here, has_form, personal
        if owns:
            self.inner = self.head  # “Bell, Ann, upgrade”

    def begin_behind(self, nouns: Sequence[Unit]) -> None:
        """Tell next of the last of some nouns."""
        self.head = self.inner = nouns[-1] if nouns and not nouns[-1].possessive else None
        self.formed = True


def _parted(units: Sequence[Unit]) -> Iterator[tuple[str, list[Unit]]]:
    """Lazily, the parts of a line, each with the mark before it."""
    mark, part = "", list[Unit]()
    parting = _PARTING | {"/"} if _names_each(units) else _PARTING
    for unit in units:
        if unit.word in parting:
            yield mark, part
            mark, part = unit.word, []
        elif part or unit.word not in BULLETS:
            part.append(unit)
    yield mark, part


def _names_each(units: Sequence[Unit]) -> bool:
    """Whether each of the parts that slashes make names somebody: “Ann hero / Ben alter-ego”."""
    named, each = False, []
    for unit in units:
        named = named or unit.sort == "name"
        if unit.word == "/":
            each.append(named)
            named = False
    return bool(each) and named and all(each)


def _closing(units: Sequence[Unit], at: int) -> int:
    """Where the bracket closes that opens at a place; behind the last unit where it never does."""
    depth = 0
    for place in range(at, len(units)):
        depth += (units[place].word in _OPENING) - (units[place].word in _CLOSING)
        if not depth:
            return place
    return len(units)


def _before_text(part: Sequence[Unit]) -> Sequence[Unit]:
    """The units of a part before the card’s text that ends it."""
    at = next((n for n, unit in enumerate(part) if unit.sort == "text"), len(part))
    return part[:at] if at and at == len(part) - 1 else part


def _only_kind(part: Sequence[Unit]) -> Unit | None:
    """The card type that a part is about, if of nothing else: “Threat”, “Minion engaged with Ann”."""
    if not part or part[0].sort != "kind":
        return None
    named = any(unit.sort == "name" for unit in part)
    behind = [unit for unit in part[1:] if named or unit.sort != "kind"]  # “threat at location 4”
    return part[0] if all(unit.sort in ("word", "number") or unit.sort in _PLACES for unit in behind) else None


def _described(kept: Sequence[Unit], inner: Sequence[Unit]) -> Unit | None:
    """Of what a bracket behind some units is said: the nearest noun, of a text the name before it; or a verb."""
    end = len(kept)
    while end and (kept[end - 1].word in _SEATED or kept[end - 1].word in _ARTICLES):
        end -= 1
    near = reversed(kept[max(end - _GAP, 0) : end])
    typed = bool(inner) and inner[0].sort == "kind"  # “… with Bell on my turn (event)”
    nouns = (unit for unit in near if not (typed and unit.possessive and unit.sort in ("me", "pro")))
    about = next((unit for unit in nouns if unit.is_noun or unit.sort in ("text", "verb")), None)
    if about is not None and about.sort == "text":
        return next((unit for unit in reversed(kept) if unit.sort == "name"), None)
    return about


def _bare_names(units: Sequence[Unit]) -> list[str]:
    return [unit.word for unit in units if unit.sort == "name" and not unit.possessive]


def _formed(units: Sequence[Unit]) -> bool:
    return any(unit.sort == "form" for unit in units)


def _counted(units: Sequence[Unit]) -> int | None:
    """“boost card, 1st”: which of several."""
    return next((place for unit in units for place, said in enumerate(_NUMBERED, 1) if unit.word in said), None)


def starts_first(units: Sequence[Unit], at: int) -> bool:
    """Whether words stand at a place that mean the first player."""
    return any(tuple(one.word for one in units[at : at + len(words)]) == words for words in FIRSTS)


def is_placed(units: Sequence[Unit], at: int, vocabulary: DisputeWords) -> bool:
    """Whether a name says where something lies: “on Klaw”, “engaged with Ann”."""
    chat = vocabulary.chat
    while at and units[at - 1].word in chat.determiners:
        at -= 1
    before = units[at - 1].word if at else ""
    two = units[at - 2].word if at > 1 else ""
    if before in chat.places_before:
        return two not in chat.text_nouns and not (before == "of" and two in ("copy", "copies"))
    return (before == "to" and two in chat.attached) or (before == "with" and two in chat.engaged)
