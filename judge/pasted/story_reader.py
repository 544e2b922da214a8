"""Sentences → a story: what is said of whom, whatever words and order say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.cardtext.english import HAVE, NEGATIONS
from judge.pasted.clause_parts import is_description, is_placed, objects_of, runs, starts_clause, subject_of
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.story import Story, Thread, ToldSentence, Unit
from judge.pasted.story_events import EventReader
from judge.pasted.story_units import UnitReader
from judge.pasted.story_words import (
    AND,
    AS,
    ATTACHED,
    BULLETS,
    BY,
    COMPANY,
    COPULA,
    COUNTS,
    DETERMINERS,
    ENGAGED,
    FIGHT,
    FILLED,
    FIRSTS,
    GAP,
    HAVING,
    LINKS,
    LYING,
    NUMBERED,
    OPENERS,
    OPENING,
    PLACED,
    PLAY_AS,
    POSSESSIONS,
    PREPOSITIONS,
    RECENT,
    SELVES,
    TELLING,
    THEM,
    TURN,
    USE,
)
from judge.pasted.text_bearers import TextBearers
from judge.pasted.told_words import ToldVerbs


class StoryReader:
    """Reads the sentences of one text, one after another."""

    def __init__(
        self, text: str, vocabulary: DisputeWords, verbs: ToldVerbs, people: frozenset[str], *, settled: bool
    ) -> None:
        """`settled` says that mentions of players are known as such."""
        self._thread, self._vocabulary = Thread(Story(text)), vocabulary
        self._units = UnitReader(self._thread, vocabulary, verbs)
        self._bearers = TextBearers(self._thread, vocabulary, self._units, people, settled=settled)
        self._events = EventReader(self._thread, vocabulary)

    def read(self, sentences: Sequence[ToldSentence]) -> Story:
        """What the sentences tell."""
        for place, sentence in enumerate(sentences):
            self._thread.place = place
            self._thread.here.clear()
            units = self._units.read(sentence.items)
            if sentence.after_blank and not self._goes_on(units):
                self._thread.topic = None
            self._thread.asked = bool(units) and any(unit.word == "?" for unit in units[-2:])
            self._thread.story.sentences.append(units)
            if self._thread.topic is not None and sentence.begins_line and _is_type_line(units):
                self._thread.say("kind", self._thread.topic, None, units[0].word, units[0].span)
                self._thread.awaits = True
            elif units and not self._is_scope(units, sentence):
                self._sentence(units, sentence.begins_line)
        return self._thread.story

    def _is_scope(self, units: Sequence[Unit], sentence: ToldSentence) -> bool:
        """Whether a line says only whose the cards of the next ones are: “Ben:”, “My cards”."""
        said = [unit for unit in units if unit.sort != "mark" and unit.word not in POSSESSIONS]
        alone = len(said) == 1 and sentence.begins_line and units[-1].word != "?"
        theirs = alone and said[0].sort == "pro" and said[0].possessive  # “His stuff:”
        if theirs or (alone and (said[0].sort == "me" or (said[0].sort == "name" and said[0].item.sort == "player"))):
            self._thread.scope = said[0]
            return True
        if (alone and said[0].sort == "kind") or (sentence.after_blank and units[0].word not in BULLETS and not alone):
            self._thread.scope = None if not any(unit.sort == "text" for unit in units) else self._thread.scope
        return False

    def _goes_on(self, units: Sequence[Unit]) -> bool:
        """Whether a part tells more of the card that the line above names: its type, traits or text."""
        if units and units[0].sort == "text":
            return True
        return all(unit.sort in ("kind", "mark", "word") or self._thread.awaits for unit in units) and not any(
            unit.sort == "verb" or unit.word == "?" for unit in units
        )

    def _sentence(self, units: list[Unit], begins_line: bool) -> None:
        self._thread.formed.clear()
        if _is_stat_line(units):
            return
        for unit in units:
            self._units.say_of_itself(unit)
        self._bearers.read(units)
        units = self._without_asides(units)
        units = [
            unit for at, unit in enumerate(units)
            if not (unit.word == ":" and at and (units[at - 1].word in HAVING or units[at - 1].word in USE))
        ]  # fmt: skip
        self._thread.holder = None
        self._list(units)
        self._slashes(units)
        self._kinds_of_list(units)
        self._firsts(units)
        has_verb = any(unit.sort == "verb" or unit.word in COPULA | HAVING for unit in units)
        for run in runs(units):
            self._run(run)
        self._segments(units, has_verb)
        self._events.read(units)
        heading = next(
            (u for at, u in enumerate(units) if u.sort == "name" and not u.possessive and not is_placed(units, at)),
            None,
        )
        cards = [
            unit for at, unit in enumerate(units)
            if unit.sort == "name" and not unit.possessive and unit.item.sort != "player" and not is_placed(units, at)
        ]  # fmt: skip
        texts = any(unit.sort == "text" for unit in units)
        subject = next((u for u in units if u.sort == "name" and not u.possessive), None)
        if subject is not None and has_verb and not self._thread.asked:
            self._thread.recent.remove(subject.word)
            self._thread.recent.append(subject.word)
        if self._thread.awaits and not has_verb and not texts and self._thread.topic is not None:
            self._thread.story.traits |= {unit.word for unit in units if unit.sort == "name"}
            return
        self._thread.awaits = not has_verb and not texts and bool(units) and units[0].sort == "kind"
        if has_verb and cards:
            self._thread.topic = cards[-1]
        elif begins_line or not has_verb:
            self._thread.topic = heading or (self._thread.topic if not has_verb else None)
        elif heading is not None:
            self._thread.topic = heading

    def _without_asides(self, units: list[Unit]) -> list[Unit]:
        """The units without brackets, of which each is said of what stands before it."""
        kept: list[Unit] = []
        at = 0
        while at < len(units):
            if units[at].word not in ("(", "["):
                kept.append(units[at])
                at += 1
                continue
            depth, end = 1, at + 1
            while end < len(units) and depth:
                depth += (units[end].word in ("(", "[")) - (units[end].word in (")", "]"))
                end += 1
            inner = [unit for unit in units[at + 1 : end - (depth == 0)] if unit.word not in ("(", ")", "[", "]")]
            if any(unit.word in COPULA for unit in inner):
                for run in runs(inner):
                    self._run(run)
            if kept and kept[-1].word in ("player", "opponent", "players"):
                self._thread.story.listed.append(
                    [one.word for one in inner if one.sort == "name" and not one.possessive]
                )
                at = end
                continue
            about = next(
                (unit for unit in reversed(kept[-GAP:]) if unit.is_noun or unit.sort in ("text", "verb")), None
            )
            if about is not None and about.sort == "text":
                about = next((unit for unit in reversed(kept) if unit.sort == "name"), None)
            if about is not None and about.is_noun:
                self._describe(about, inner, bracketed=True)
            if any(unit.sort == "verb" or unit.word in COPULA for unit in inner) and len(inner) > 2:
                self._events.clauses(inner)
            elif about is None or about.sort == "verb":
                for unit in inner:
                    if unit.sort == "form":
                        self._thread.say("form", Unit("pro", "they", unit.item), None, unit.word, unit.span)
            at = end
        return kept

    def _describe(self, about: Unit, units: Sequence[Unit], *, bracketed: bool = False) -> None:
        """What words beside a name say of it: its type, form, status, whose it is, where it lies."""
        inner: Unit | None = None
        for at, unit in enumerate(units):
            behind = at
            while (
                behind
                and units[behind - 1].word in ("the", "a", "an", "his", "her", "their", "my")
                and unit.sort == "name"
            ):
                behind -= 1
            before = units[behind - 1].word if behind else ""
            two = units[behind - 2].word if behind > 1 else ""
            if bracketed and about.sort == "name" and unit.item.sort == "player" and not unit.possessive:
                inner = unit if any(one.sort == "form" for one in units[at + 1 : at + 4]) else None
                if inner is not None:
                    if sum(one.sort == "form" for one in units) == 1:
                        self._thread.say("is", unit, about, "plays", unit.span)  # “Ms. Marvel (Dave, hero)”
                    continue
            if inner is not None and unit.sort == "form":
                self._thread.say("form", inner, None, unit.word, unit.span)
                inner = None
                continue
            if unit.sort == "kind":
                if before in ("on", "to", "onto", "the") and (before != "the" or two in ("on", "to", "onto")):
                    self._thread.say("on", about, unit, None, unit.span)
                else:
                    self._thread.say("kind", about, None, unit.word, unit.span)
                    if unit.owner is not None:
                        self._thread.say("owned", about, unit.owner, None, unit.owner.span)
            elif unit.sort == "form" and any(one.word in ("both", "all") for one in units[:at]):
                self._thread.say("everyform", unit, about, unit.word, unit.span)
            elif unit.sort == "form":
                self._thread.say("form", about, None, unit.word, unit.span)
                self._thread.formed.add(about.word)
            elif unit.sort == "status":
                if bracketed or not self._thread.asked:
                    self._thread.say("status", about, None, unit.word, unit.span)
            elif unit.sort == "number" and before in ("location", "at", "loc", "in", "place", "space"):
                self._thread.say("place", about, None, unit.word, unit.span)
            elif unit.is_noun and (before in ("on", "onto", "under") or (before == "to" and two in ATTACHED)):
                if not (unit.sort == "name" and unit.word == about.word):
                    self._thread.say("on", about, unit, None, unit.span)
            elif unit.is_noun and before == "with" and two in ENGAGED:
                self._thread.say("engaged", about, unit, None, unit.span)
            elif bracketed and unit.word in ("me", "i") and any(one.sort == "form" for one in units):
                self._thread.say("is", unit, about, "hero", unit.span)  # “Cap (me, hero form)”
            elif bracketed and unit.sort == "name" and (two, before) == ("played", "by") and not about.kinds:
                self._thread.say("is", unit, about, "plays", unit.span)  # “Wolverine (played by Aino)”
            elif unit.is_noun and (before in BY or unit.possessive or unit.word in ("mine", "me", "i", "my")):
                if unit.sort != "pro" and unit.sort != "kind":
                    self._thread.say("owned", about, unit, None, unit.span)
            elif unit.sort == "name" and bracketed:
                self._units.say_of_itself(unit)
                playing = before in ("as", "playing", "plays") or before == "is"
                self._thread.say("beside", about, unit, "plays" if playing else None, unit.span)
            elif unit.word == "boost" and about.sort == "name":
                self._thread.say("boost", about, None, _counted(units), unit.span)
            if bracketed and unit.word in self._vocabulary.words.keywords and unit.sort == "word":
                value = units[at + 1] if at + 1 < len(units) and units[at + 1].sort == "number" else unit
                self._thread.say("keyword", about, None, None, (unit.span[0], value.span[1]))
            for words in FIRSTS:
                if tuple(one.word for one in units[at : at + len(words)]) == words:
                    self._thread.say("first", about, None, None, unit.span)

    def _slashes(self, units: Sequence[Unit]) -> None:
        """“Greta / Ghost-Spider / hero”: a player, whom they play, in which form."""
        named = [(at, unit) for at, unit in enumerate(units) if unit.sort == "name" and not unit.possessive]
        form = next((unit for unit in units if unit.sort == "form"), None)
        words = [unit.word for unit in units]
        apart = words.count("/") == (1 if form is None else 2)
        if len(named) > 1 and self._vocabulary.forms:
            (before, who), (at, played) = named[:2]
            known = {one for one in (who.word, played.word) if one in self._vocabulary.first_names}
            listed = words[before + 1 : before + 2] == [","] and words[at + 1 : at + 2] == [","] and at == before + 2
            listed = listed and known == {who.word} and [unit.sort for unit in units[at + 2 : at + 3]] == ["form"]
            if (apart and units[at - 1].word == "/") or listed:  # “Ronja, Silk, hero form”
                self._thread.say("is", who, played, "plays", played.span)
                if form is not None:
                    self._thread.say("form", who, None, form.word, form.span)

    def _kinds_of_list(self, units: Sequence[Unit]) -> None:
        """“Two threats: Pyro at location 3, … and Toad at location 5, …”: all that a list of a type holds are of it."""
        for at, unit in enumerate(units[:-1]):
            several = unit.sort == "kind" and self._thread.raw(unit).endswith("s")
            counted = any(one.sort == "number" or one.word in COUNTS for one in units[max(at - 2, 0) : at])
            if not several or not (counted or units[at + 1].word == ":"):
                continue
            for one in units[at + 1 :]:
                if one.sort == "name" and not one.possessive and not one.kinds and one.item.sort != "player":
                    self._thread.say("kind", one, None, unit.word, unit.span)
            return

    def _list(self, units: Sequence[Unit]) -> None:
        """“Players: Ann, Ben”, “three of us: Ann, me and Cy”, “Ann and Ben, both in hero form”."""
        words = [unit.word for unit in units]
        if words[1:2] == ["here"] and units[0].sort == "name":
            self._thread.say("speaks", units[0], None, None, units[0].span)
            return
        start = -1
        for at, unit in enumerate(units[:OPENING]):
            word = self._thread.raw(unit) if unit.sort == "kind" else unit.word if unit.sort == "word" else ""
            counted = at and (units[at - 1].sort == "number" or words[at - 1] in COUNTS or words[at - 1] == "-")
            if word in COMPANY or (word in ("us", "2p", "3p", "4p") and (counted or word != "us")):
                start = at
        behind = word_at = start + 1
        linked = start < 0 or word_at >= len(words) or words[word_at] in (*LINKS, "are", "is", "were", "on", "playing")
        several_named = start >= 0 and (words[start].endswith("s") or units[start].sort == "kind")
        if not linked and not (several_named and units[word_at].sort in ("name", "me")):
            return
        named: list[str] = []
        for unit in units[behind:]:
            if unit.sort == "name" and not unit.possessive:
                named.append(unit.word)
            elif (
                unit.sort == "me"
                or unit.word in AND
                or unit.word in (*LINKS, "then", "are", "both", "with", "the")
                or unit.sort in ("form", "number")
                or unit.word in ("in", "two", "three", "here", "game", ".")
            ):
                continue
            else:
                break
        if start < 0:
            stop = next((unit for unit in units if unit.sort == "verb" or unit.word in HAVING), None)
            several = len(named) > 1 or (named and any(unit.sort == "me" for unit in units[:3]))
            if not several or stop is not None or not {"and", "&"} & set(words):
                return
        elif words[start] == "player" and len(named) == 1 and words[word_at : word_at + 1] != [":"]:
            return
        if named:
            self._thread.story.listed.append(named)

    def _firsts(self, units: Sequence[Unit]) -> None:
        """Who is the first player, and whose turn it is."""
        words = [unit.word for unit in units]
        for at, unit in enumerate(units):
            if unit.word in ("player", "opponent") and words[at + 1 : at + 2] in (["is"], [":"], ["="], ["was"]):
                self._thread.story.listed.append([one.word for one in units[at + 2 : at + 3] if one.sort == "name"])
            first = any(tuple(words[at : at + len(said)]) == said for said in FIRSTS)
            if first or (unit.word == "first" and at and words[at - 1] in ("goes", "is", "go", "going", "am", ",")):
                self._first(units, at, whole=first)
            if (
                unit.word in TURN
                and words[at + 1 : at + 2] in ([":"], ["="])
                and (not at or units[at - 1].sort == "mark")
            ):
                who = next((one for one in units[at + 2 : at + 3] if one.is_noun), None)
                if who is not None:  # “Turn: mine”
                    self._thread.say("turn", who, None, None, unit.span)
            elif unit.word in TURN and at:
                self._turn(units, at)
            elif unit.word in ("active",) and words[at + 1 : at + 2] == ["player"]:
                who = self._around(units, at, 2)
                if who is not None:
                    self._thread.say("turn", who, None, None, (unit.span[0], units[at + 1].span[1]))

    def _first(self, units: Sequence[Unit], at: int, *, whole: bool) -> None:
        who = self._around(units, at, 2 if whole else 1)
        asks = any(unit.word in ("who", "what", "which") for unit in units[max(at - 4, 0) : at])
        if who is not None and not asks and not (self._thread.asked and not whole):
            self._thread.say("first", who, None, None, (units[at].span[0], units[min(at + 1, len(units) - 1)].span[1]))

    def _around(self, units: Sequence[Unit], at: int, length: int) -> Unit | None:
        """Who is told of beside some words: the noun before in this clause, or behind “is” or a colon."""
        after = at + length
        if after < len(units) and units[after].word in ("is", ":", "=", "was", "token", "-") and after + 1 < len(units):
            behind = next((unit for unit in units[after + 1 : after + 3] if unit.is_noun), None)
            if behind is not None:
                return behind
        for place in range(at - 1, max(at - 9, -1), -1):
            unit = units[place]
            if unit.is_noun and unit.sort != "kind":
                return unit
            if unit.word in (".", ";", ":", "?"):
                break
        return next((unit for unit in units[after : after + 2] if unit.sort in ("name", "me")), None)

    def _turn(self, units: Sequence[Unit], at: int) -> None:
        before = units[at - 1]
        words = [unit.word for unit in units]
        if before.sort == "word" and before.word in ("main", "own", "first", "second", "hero", "next", "player"):
            before = units[at - 2] if at > 1 else before
        if before.sort == "form" and at > 1:
            before = units[at - 2]
        friend = self._thread.named.get(f"my {before.word.removesuffix('s')}") if before.sort == "word" else None
        if friend is not None:
            self._thread.say("turn", friend, None, None, units[at].span)  # “its my friends turn”
            return
        if before.word == "the" and at > 2 and units[at - 2].word in HAVE:
            before = units[at - 3]  # “Ann has the turn”
        owns = before.possessive or before.sort == "me" or before.sort == "name" or before.sort == "pro"
        if owns and before.sort != "kind" and not self._vocabulary.sense(before.word).verb:
            if before.word in ("its", "it", "our", "their"):
                return
            self._thread.say(
                "turn", before, None, "end" if "end" in words[max(at - 5, 0) : at] else None, units[at].span
            )
        elif before.word == "of" and at + 1 < len(units):
            return

    def _run(self, run: Sequence[Unit]) -> None:
        """What a part of a sentence between hard marks says with “is”, “has”, “on”, “engaged with”."""
        if self._thread.holder is not None and not any(
            unit.is_noun or unit.sort in ("verb", "text") for unit in run[:3]
        ):
            for unit in run[:3]:
                if unit.sort == "status" and run[0].word in AND:
                    self._thread.say(
                        "status", self._thread.holder, None, unit.word, unit.span
                    )  # “… and a tough status card”
        for at, unit in enumerate(run):
            if unit.is_noun and unit.sort != "kind":
                self._lies(run, at)
                self._stands(run, at)
            if unit.word in ENGAGED and at and run[at - 1].sort in ("verb", "word"):
                self._engages(run, at)
            if unit.word in HAVING:
                self._has(run, at)
            if unit.word in USE or (unit.verb is not None and unit.verb.verb.name in ("play", "use", "trigger")):
                self._uses(run, at)
            if unit.word in COPULA or unit.word in (
                "in",
                "on",
                "stays",
                "currently",
                "we're",
                "both",
                "all",
                "everyone",
                "everybody",
            ):
                self._is(run, at)
            if unit.word in PLAY_AS or (unit.verb is not None and unit.word in PLAY_AS):
                self._plays(run, at)
            if unit.word in FIGHT and not any(one.sort == "verb" for one in run[max(at - 3, 0) : at]):
                enemy = next((one for one in run[at + 1 : at + 3] if one.sort == "name"), None)
                mine = next((one for one in reversed(run[:at]) if one.sort in ("name", "me")), None)
                if enemy is not None:
                    self._thread.say("fought", enemy, mine, None, unit.span)

    def _lies(self, run: Sequence[Unit], at: int) -> None:
        """“Charge on Klaw”, “Charge is attached to Klaw”, “a minion engaged with Ann”."""
        place = at + 1
        while (
            place < len(run)
            and place - at <= GAP + 2
            and (
                run[place].word in LYING
                or (
                    run[place].word == ","
                    and place + 1 < len(run)
                    and run[place + 1].word in ("which", "who", "that", "engaged")
                )
            )
        ):
            place += 1
        words = [unit.word for unit in run[at + 1 : place] if unit.word != ","]
        if not words or place >= len(run):
            return
        target = run[place]
        while target.word in DETERMINERS and place + 1 < len(run):
            place += 1
            target = run[place]
        if not target.is_noun or target is run[at] or run[at].possessive:
            return
        prepositions = [word for word in words if word not in DETERMINERS]
        if not prepositions:
            return
        if prepositions[-1] == "from" and target.word in ("me", "mine") and len(prepositions) == 1:
            self._thread.say("owned", run[at], target, None, target.span)
        elif "engaged" in words or "engaging" in words:
            self._thread.say("engaged", run[at], target, None, target.span)
        elif prepositions[-1] in ("on", "onto", "upon") or "attached" in words:
            before = run[at - 1].word if at else ""
            itself = run[at].sort == "name" and target.sort == "name" and run[at].word == target.word
            owns = target.possessive and target.sort != "pro"
            if not itself and not owns and before not in ("on", "against"):
                self._thread.say("on", run[at], target, "attached" if "attached" in words else None, target.span)
        elif {"controlled", "owned", "played"} & set(words) or (
            prepositions[-1] == "under" and [unit.word for unit in run[place + 1 : place + 2]] == ["control"]
        ):
            self._thread.say("owned", run[at], target, None, target.span)

    def _stands(self, run: Sequence[Unit], at: int) -> None:
        """“Toad at location 5”, “Toad is in 4”: where something stands."""
        place = at + 1
        while place < len(run) and place - at <= GAP and (run[place].word in LYING or run[place].word in PLACED):
            place += 1
        words = {unit.word for unit in run[at + 1 : place]}
        if place < len(run) and run[place].sort == "number" and words & PLACED and run[at].sort == "name":
            self._thread.say("place", run[at], None, run[place].word, run[place].span)

    def _engages(self, run: Sequence[Unit], at: int) -> None:
        """“Bug enters play engaged with Ann”."""
        target = next((unit for unit in run[at + 1 : at + 3] if unit.is_noun and not unit.possessive), None)
        nouns = [unit for unit in run[:at] if unit.is_noun and not unit.possessive]
        if (
            target is not None
            and nouns
            and nouns[-1].sort == "name"
            and not any(u.word in LYING for u in run[at - 1 : at])
        ):
            self._thread.say("engaged", nouns[-1], target, None, target.span)

    def _has(self, run: Sequence[Unit], at: int) -> None:
        """“Ann has Bell and Whistle”, “Klaw with Charge on him”, “there’s Charge on Klaw”."""
        subject = [run[at]] if run[at].sort == "me" else subject_of(run, at)
        if run[at].word == "with" and at and (run[at - 1].word in ENGAGED or run[at - 1].sort == "verb"):
            return
        if run[at].word == "with" and any(one.sort == "verb" for one in run[:at]):
            behind = [one.word for one in run[at + 1 : at + 8]]
            if not ({"on", "attached"} & set(behind)):
                return
            nearest = next((one for one in reversed(run[:at]) if one.is_noun), None)
            subject = [nearest] if nearest is not None else []
        if not subject or (run[at].word in ("got", "with") and at + 1 < len(run) and run[at + 1].sort == "verb"):
            return
        end = len(run)
        words = [one.word for one in run]
        self_behind = next((n for n in range(at + 1, end) if words[n] in ("on", "attached", "engaged")), end)
        on_it = self_behind < end and (
            words[self_behind] == "attached"
            or (self_behind + 1 < end and words[self_behind + 1] in (*THEM, *SELVES))
            or (self_behind + 1 == end)
        )
        who = subject[-1]
        self._thread.holder = who
        place = at + 1
        preposition = ""
        while place < end:
            unit = run[place]
            if (
                unit.sort == "verb"
                and unit.word not in ENGAGED | ATTACHED
                and "s" in (unit.verb.roles if unit.verb else ())
            ):
                break
            if place > at + 1 and unit.word in HAVING and unit.word != "with":
                break
            if unit.word in PREPOSITIONS:
                preposition = unit.word
            elif unit.word in AND:
                preposition = ""
            if unit.sort == "status":
                self._thread.say("status", who, None, unit.word, unit.span)
            elif unit.sort == "name" and preposition in ("", "with", "as", "for", "from") and not unit.possessive:
                if starts_clause(run, place) and place > at + 1:
                    break
                self._thread.say("has", who, unit, "on" if on_it and place < self_behind + 1 else None, run[at].span)
                if "engaged" in words[place : place + 3]:
                    self._thread.say("engaged", unit, who, None, unit.span)
            place += 1

    def _uses(self, run: Sequence[Unit], at: int) -> None:
        direct, _ = objects_of(run, at)
        subject = subject_of(run, at)
        negative = any(one.word in ("as",) for one in run[at + 1 : at + 2])
        for one in direct if not negative else ():
            if subject and one.sort == "name" and not one.possessive:
                self._thread.say("uses", one, subject[0], None, run[at].span)

    def _is(self, run: Sequence[Unit], at: int) -> None:
        """“Ann is in hero form”, “Klaw is tough and stunned”, “Bug is an ally”, “both are heroes”."""
        subject = subject_of(run, at) if run[at].word not in ("i'm", "im") else []
        if run[at].word in ("i'm", "im"):
            subject = [run[at]] if run[at].sort == "me" else []
        if not subject and run[0].word in ("and", "but", "also", "is") and self._thread.topic is not None and at <= 2:
            subject = [self._thread.topic]  # “… and is stunned”
        everybody = any(
            one.word in ("both", "all", "everyone", "everybody", "we", "us", "we're")
            for one in run[max(at - GAP, 0) : at + 2]
        )
        place = at + 1
        gap = 0
        while place < len(run) and gap <= FILLED:
            unit = run[place]
            if unit.sort == "form":
                if everybody and not (
                    subject
                    and subject[-1].sort == "name"
                    and len(subject) == 1
                    and run[at].word not in COPULA | {"in", "everyone", "everybody"}
                ):
                    self._thread.say("everyform", unit, subject[0] if subject else None, unit.word, unit.span)
                    if any(one.word in ("except", "but") for one in run[place + 1 : place + 3]):
                        others = sorted(self._vocabulary.forms - {unit.word})
                        for one in (one for one in run[place + 1 :] if one.sort in ("name", "me") and len(others) == 1):
                            self._thread.say("form", one, None, others[0], one.span)
                for one in subject:
                    self._thread.say("form", one, None, unit.word, unit.span)
                if not subject and not everybody and self._thread.topic is not None:
                    self._thread.say("form", self._thread.topic, None, unit.word, unit.span)
            elif unit.sort == "status" and any(one.word in NEGATIONS for one in run[at:place]):
                break  # “is NOT confused”
            elif unit.sort == "status":
                for one in subject[-1:]:
                    self._thread.say("status", one, None, unit.word, unit.span)
            elif unit.sort == "kind" and run[at].word in COPULA and subject and not self._thread.asked:
                one = subject[-1]
                if one.word == "there":
                    one = next((later for later in run[place + 1 :] if later.sort == "name"), one)
                if one.word != "there":
                    self._thread.say("kind", one, None, unit.word, unit.span)
                if unit.owner is not None:
                    self._thread.say("owned", one, unit.owner, None, unit.span)
            elif unit.word == "mine" and subject:
                for one in subject:
                    self._thread.say("owned", one, Unit("me", "mine", unit.item), None, unit.span)
            elif unit.word == "at" or unit.word == "location":
                number = next((one for one in run[place : place + 3] if one.sort == "number"), None)
                if number is not None and subject:
                    self._thread.say("place", subject[-1], None, number.word, number.span)
            elif unit.is_noun or unit.sort in ("verb", "text") or unit.word in OPENERS:
                break
            else:
                gap += 1
            place += 1

    def _plays(self, run: Sequence[Unit], at: int) -> None:
        """“Ann is Storm”, “I play as Storm”, “Ann as Storm”."""
        behind = at + 1
        while behind < len(run) and run[behind].word in AS:
            behind += 1
        if behind >= len(run) or run[behind].sort != "name" or run[behind].possessive:
            return
        words = {one.word for one in run[at:behind]}
        if run[at].sort == "me":
            subject = [run[at]]
        elif run[at].word == "as" and at and run[at - 1].word in ("defender", "such", "same", "well"):
            return
        else:
            subject = subject_of(run, at)
        who = subject[-1] if subject else None
        if who is None and any(unit.word in ("solo", "game", "playing") for unit in run[: at + 1]):
            who = Unit("me", "i", run[at].item)  # “Solo game as Storm”
            self._thread.story.mes.append(who)
        if run[at].word in ("play", "plays", "played", "playing") and not words & {"as"}:
            sure = None
        else:
            sure = "plays" if words & {"as", "playing"} else "is"
        if run[at].word == "playing":
            sure = "plays"
        if who is not None and who.sort == "kind":
            self._thread.say("kind", run[behind], None, who.word, who.span)  # “Location 3 is Harbor”
            number = next((unit for unit in run[run.index(who) : at] if unit.sort == "number"), None)
            if number is not None:
                self._thread.say("place", run[behind], None, number.word, number.span)
            return
        if who is not None and who.sort == "pro" and who.word in ("there", "it", "that", "which"):
            return
        if who is not None and who is not run[behind] and not (who.sort == "name" and who.word == run[behind].word):
            self._thread.say("is", who, run[behind], sure, run[behind].span)

    def _segments(self, units: Sequence[Unit], has_verb: bool) -> None:
        """“Bell, upgrade, Ann’s: …”: parts without a verb tell of the name before them, or of the line’s."""
        parts: list[list[Unit]] = [[]]
        marks = [""]
        for unit in units:
            if unit.word in LINKS or unit.word in (".", ";", "!", "?"):
                parts.append([])
                marks.append(unit.word)
            else:
                parts[-1].append(unit)
        head: Unit | None = None
        inner: Unit | None = None
        formed = False
        alone: Unit | None = None
        behind: Unit | None = None
        for mark, part in zip(marks, parts, strict=True):
            alone, behind = behind, part[0] if len(part) == 1 and part[0].sort == "kind" else None
            told = any(unit.sort in ("verb", "text") or unit.word in TELLING for unit in part)
            nouns = [unit for unit in part if unit.is_noun and unit.sort != "kind"]
            first = part[0] if part else None
            if told or first is None:
                head, formed = (nouns[-1] if nouns and not nouns[-1].possessive else None), True
                inner = head
                continue
            plain = [
                unit
                for unit in nouns
                if (unit.sort == "name" or unit.word in ("me", "i"))
                and not unit.possessive
                and not is_placed(part, part.index(unit))
            ]
            if plain and plain[0] in part[:3]:
                fights = any(unit.word in FIGHT for unit in part)
                here = plain[0] if fights else plain[-1]
                has_form = any(u.sort == "form" for u in part) or here.word in self._thread.formed
                if head is not None and len(plain) == 1 and (mark == "=" or (has_form and not formed)):
                    self._thread.say("beside", head, here, "plays", here.span)
                elif head is not None and len(plain) == 1 and head.sort == "name":
                    alike = "list" if mark == "," else "link" if any(u.sort == "text" for u in units) else "maybe"
                    self._thread.say("beside", head, here, alike, here.span)
                if is_description(part) and not fights:
                    self._describe(here, [u for u in part if u is not here])
                if alone is not None and mark == ":":  # “Threat (location 1): Hidden Mines”
                    self._thread.say("kind", here, None, alone.word, alone.span)
                    told_of = [one for one in self._thread.story.statements[-RECENT:] if one.of is alone]
                    self._thread.story.statements += [
                        replace(one, of=here) for one in told_of if one.relation == "place"
                    ]
                inner = here
                formed = formed or mark == "="
                if mark == "," or head is None:
                    head, formed = here, has_form
            else:
                of_head = any(u.sort == "form" for u in part) or inner is None
                about = (
                    (head if of_head else inner) if head is not None else (self._thread.topic if not has_verb else None)
                )
                if about is not None and is_description(part):
                    self._describe(about, part)
                formed = formed or any(u.sort == "form" for u in part)


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


def _counted(units: Sequence[Unit]) -> int | None:
    """“boost card, 1st”: which of several."""
    return next((place for unit in units for place, said in enumerate(NUMBERED, 1) if unit.word in said), None)
