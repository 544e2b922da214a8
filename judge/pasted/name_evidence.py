"""What a text says of each name, weighed: whether somebody plays under it, or it is a card's.

Every clue is a pattern of what stands side by side in a sentence, with a weight; no one of them decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from judge.cardtext.english import FINITE_BE, HAVE, PRONOUNS
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import ME, OPINIONS, KnownNames, Mention, items_of
from judge.pasted.pasted_values import Span, word_set
from judge.pasted.text_layout import TextLayout

SURE, LIKELY, HINT = 4, 2, 1
OWNING = HAVE | word_set("control controls own owns hold holds play plays playing played use uses run runs")
FILLERS = word_set(
    "also now currently still just already then the a an too actually really obviously both own only atm here "
    "again always my our"
)
"""Words that may stand anywhere and change nothing."""

_SETS = {
    "be": FINITE_BE | {"am", "be", "=", ":"},
    "is": word_set("is was ="),
    "sep": word_set("- – — : = | is was as plays playing"),
    "own": OWNING | word_set("got has draws wants"),
    "him": word_set("him her it them"),
    "self": word_set("hand deck turn side board discard hero identity tableau life hp"),
    "attack": word_set("attacks attacking attacked attack"),
    "scheme": word_set("schemes scheming schemed scheme activates activated"),
    "vs": word_set("vs versus against facing fighting fight fights"),
    "starts": word_set("starts started begins goes went"),
    "onto": word_set("on onto to"),
}
_CLUES: tuple[tuple[str, int], ...] = (
    # forms, and whom somebody plays
    ("P ( F", SURE), ("P in F", SURE), ("P be in F", SURE), ("P's in F", SURE), ("P's F form", SURE),
    ("P be F", SURE), ("P - F", SURE), ("P – F", SURE), ("P — F", SURE), ("P , F form", LIKELY), ("P F form", LIKELY),
    ("P , who be in F", SURE), ("P , who's in F", SURE), ("P who be in F", SURE), ("P , in F", SURE),
    ("P ( H , F", SURE), ("P ( H in F", SURE), ("P ( H F", SURE), ("P ( H - F", SURE), ("P ( F , H )", SURE),
    ("P ( H / F", SURE), ("P ( in F", SURE), ("P ( as H", SURE), ("P ( playing H", SURE), ("P ( plays H", SURE),
    ("P ( playing as H", SURE), ("P sep H , F", SURE), ("P sep H ( F", SURE), ("P sep H in F", SURE),
    ("P sep H F", LIKELY), ("P is playing H", SURE), ("P is playing as H", SURE), ("P playing as H", SURE),
    ("P plays as H", SURE), ("P , playing H", SURE), ("P , who plays H", SURE), ("P , who be playing H", SURE),
    ("P's hero be H", SURE), ("P's playing H", SURE), ("P's H , F", LIKELY), ("P ; she be H", SURE),
    ("P , she be H", SURE), ("P , he be H", SURE), ("P ; she's H", SURE), ("P ; he's H", SURE), ("P , she's H", SURE),
    ("P = H", LIKELY), ("P as H", LIKELY), ("P is H", LIKELY), ("P plays H", 0), ("P ( H )", HINT),
    ("P and P playing", SURE),
    # what only players have and do
    ("P's self", SURE), ("P own N", LIKELY), ("P own K", LIKELY), ("P own", HINT), ("P's N", LIKELY), ("P's K", LIKELY),
    ("P's C", HINT), ("( P's )", SURE), ("solo as H", SURE), ("solo game as H", SURE),
    ("game as H", SURE), ("P and P be playing", SURE), ("P and P play", SURE), ("controlled by P", SURE),
    ("owned by P", SURE), ("played by P", SURE), ("played by P and P", SURE), ("revealed by P", SURE),
    ("held by P", SURE), ("belongs to P", SURE), ("engaged with P", SURE), ("engaged w / P", SURE),
    ("engaging P", LIKELY), ("engages P", LIKELY), ("engage P", LIKELY), ("scheme against P", SURE),
    ("scheme on P", SURE), ("player P", SURE), ("opponent P", SURE), ("player ( P", SURE), ("player be P", SURE),
    ("opponent be P", SURE), ("P be other player", SURE), ("P be player", SURE), ("P be defending player", SURE),
    ("P be attacking player", SURE), ("P be second", SURE), ("turn for P", SURE), ("P turn", LIKELY),
    ("P got", HINT), ("P wants", LIKELY), ("P decides", LIKELY), ("P doesn't defend", LIKELY), ("P defends", HINT),
    ("P , me", LIKELY), ("P and me", SURE), ("P and i", SURE), ("me and P", SURE), ("P & me", SURE), ("me & P", SURE),
    ("i and P", LIKELY), ("me , P", LIKELY), ("with P in", HINT), ("for P", 0),
    # what only cards are and do
    ("K T", SURE), ("T ( K", SURE), ("T , K", SURE), ("T be K", SURE), ("T - K", SURE), ("T – K", SURE),
    ("T — K", SURE), ("T | K", SURE), ("S T", SURE), ("T ( S", SURE), ("T , S", SURE), ("T be S", SURE),
    ("T own N ( S", 2 * SURE), ("T own S", 2 * SURE), ("T's S", 2 * SURE), ("K : T", SURE),
    ("K be T", SURE), ("K , T", HINT), ("K called T", SURE), ("K named T", SURE),
    ("T attack M", 3 * SURE), ("T scheme M", 3 * SURE), ("T scheme against M", 3 * SURE), ("T scheme", LIKELY),
    ("T be engaged", 2 * SURE), ("T engages", 2 * SURE), ("T engaged", SURE), ("M attack T", 2 * SURE),
    ("N own T", LIKELY), ("M own T", LIKELY), ("attached onto T", SURE), ("T enters", LIKELY), ("T leaves", LIKELY),
    ("T with N onto him", 2 * SURE), ("T has N onto him", 2 * SURE), ("T has N attached", 2 * SURE),
    ("T has K onto him", 2 * SURE), ("T has K attached", 2 * SURE), ("T has these attached", 2 * SURE),
    ("N onto T", HINT), ("vs T", HINT), ("defend with T", SURE), ("defends with T", SURE), ("attack with T", SURE),
    ("reveal T", LIKELY), ("reveals T", LIKELY), ("revealed T", LIKELY), ("T be revealed", LIKELY),
    ("T says", LIKELY), ("T reads", LIKELY), ("T gets defeated", LIKELY), ("defeats T", LIKELY), ("T appears", HINT),
    ("i be P", LIKELY), ("i'm P", LIKELY), ("im P", LIKELY),
)  # fmt: skip
_FIRST = (
    "P be first player", "P's first player", "P first player", "P be fp", "P's fp", "P ( fp", "P , fp", "fp be P",
    "fp P", "first player be P", "P starts", "P , first player", "P be first", "P's first", "P first", "P goes first",
    "first P", "P be active player", "P ( first",
)  # fmt: skip
"""What says who is the first player."""
_ACTIVE = (
    "P's turn", "P's main", "turn of P", "active player be P", "turn be P", "turn for P", "P be active player",
    "P's combat",
)  # fmt: skip
"""What says whose turn it is."""


@dataclass(slots=True)
class Evidence:
    """What is said of each name, by the name in small letters; the writer is the empty name."""

    person: Counter[str] = field(default_factory=Counter)
    thing: Counter[str] = field(default_factory=Counter)
    at: dict[str, Span] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    plays: list[tuple[str, str, int]] = field(default_factory=list)
    """Player, whom they play, weight."""
    first: list[tuple[str, Span]] = field(default_factory=list)
    active: list[tuple[str, Span]] = field(default_factory=list)
    attacks: list[tuple[str, str]] = field(default_factory=list)
    together: list[list[str]] = field(default_factory=list)
    """Names listed side by side: “Ann, Ben and Cy”."""

    def meet(self, item: Mention) -> str:
        """The key of a name, met anew or again."""
        if item.sort == "me":
            return ""
        key = item.value.lower()
        self.names.setdefault(key, item.value)
        self.at.setdefault(key, item.span)
        return key


class ClueReader:
    """Reads the clues of sentences; the patterns are looked up by the first word or slot."""

    def __init__(self, layout: TextLayout, names: KnownNames, vocabulary: DisputeWords) -> None:
        self._layout, self._names, self._vocabulary = layout, names, vocabulary
        self._recent: str | None = None
        """Who was named last, enemies that attack “him” left out."""

    def flat(self, first: int, end: int, deep: int = 3) -> list[Mention]:
        """The mentions of a stretch, those in brackets with the brackets as marks around them."""
        found: list[Mention] = []
        for item in items_of(self._layout, first, end, self._names, self._vocabulary):
            if item.sort == "group" and item.value in "([" and deep:
                found.append(Mention("mark", "(", item.first, item.first + 1, item.span))
                found += self.flat(item.first + 1, item.end - 1, deep - 1)
                found.append(Mention("mark", ")", item.end - 1, item.end, item.span))
            else:
                found.append(item)
        return found

    def said(self, item: Mention) -> str:
        """The words of a mention in small letters."""
        return " ".join(token.lower for token in self._layout.tokens[item.first : item.end])

    def weigh(self, items: Sequence[Mention], evidence: Evidence) -> None:
        """Note what a sentence says of its names."""
        words = [self.said(item) for item in items]
        for item in items:
            if item.is_named:
                evidence.meet(item)
        self._note_lists(items, words, evidence)
        asks = bool(items) and words[-1] == "?"
        for at, item in enumerate(items):
            for clue, weight in _starting(_BY_START, item, words[at]):
                self._vote(clue, weight, items, words, at, evidence)
            if asks:
                continue
            for note, clues in ((evidence.first, _FIRST_BY_START), (evidence.active, _ACTIVE_BY_START)):
                for clue, _ in _starting(clues, item, words[at]):
                    slots = self._match(clue, items, words, at)
                    if slots is not None:
                        note += [
                            (evidence.meet(who), (item.span[0], slots[-1][1].span[1])) for s, who in slots if s == "P"
                        ]
                        evidence.person.update(evidence.meet(who) for s, who in slots if s == "P" for _ in range(SURE))
                        break
        for at, item in enumerate(items):
            if item.is_named or item.sort == "me":
                self._vote_by_verb(items, words, at, evidence)
            self._vote_by_pronoun(items, words, at, evidence)

    def _note_lists(self, items: Sequence[Mention], words: Sequence[str], evidence: Evidence) -> None:
        run: list[str] = []
        joined, deep = False, 0
        for item, word in zip(items, words, strict=True):
            deep += (word == "(") - (word == ")")
            if deep or word == ")":
                continue
            if item.is_named and not item.possessive and (not run or joined):
                run.append(evidence.meet(item))
                joined = False
            elif item.sort == "me" and word in ("me", "i") and (not run or joined):
                joined = False
            elif word in ("and", "&", ",") and run:
                joined = True
            else:
                evidence.together += [run] if len(run) > 1 else []
                run, joined = [evidence.meet(item)] if item.is_named and not item.possessive else [], False
        evidence.together += [run] if len(run) > 1 else []

    def _vote(
        self,
        clue: tuple[str, ...],
        weight: int,
        items: Sequence[Mention],
        words: Sequence[str],
        at: int,
        evidence: Evidence,
    ) -> None:
        slots = self._match(clue, items, words, at)
        if slots is None:
            return
        player = next((evidence.meet(item) for slot, item in slots if slot == "P"), "" if clue[-1] == "H" else None)
        if player == "" and any(slot == "H" and " " not in item.value for slot, item in slots):
            return  # “me (Lou, hero)”: their own name
        for slot, item in slots:
            if slot == "P":
                evidence.person[evidence.meet(item)] += weight if weight > HINT or "H" not in clue else 0
            elif slot == "T":
                evidence.thing[evidence.meet(item)] += weight
            elif slot == "H" and player is not None and evidence.meet(item) != player:
                evidence.thing[evidence.meet(item)] += 2 * weight if weight > HINT else 0
                evidence.plays.append((player, item.value, weight))

    def _match(
        self, clue: Sequence[str], items: Sequence[Mention], words: Sequence[str], at: int
    ) -> list[tuple[str, Mention]] | None:
        """The slots that a clue fills at a place; the last one is where it ends."""
        slots: list[tuple[str, Mention]] = []
        for place, part in enumerate(clue):
            while place and at < len(items) and words[at] in FILLERS and not self._fits(part, items[at], words[at]):
                at += 1
            if at >= len(items) or not self._fits(part, items[at], words[at]):
                return None
            slots.append((part.removesuffix("'s"), items[at]))
            at += 1
        return slots

    def _fits(self, part: str, item: Mention, word: str) -> bool:
        if part in ("P's", "who's", "she's", "he's"):
            own = item.is_named if part == "P's" else word == part[:-2]
            return own and item.possessive
        if part == "P":
            return (item.is_named or (item.sort == "me" and word == "me")) and not item.possessive
        if part in ("T", "H", "N"):
            return item.is_named
        if part in ("F", "M", "C"):
            return item.sort == {"F": "form", "M": "me", "C": "class"}[part]
        if part == "S":
            rules = self._vocabulary.rules
            scenario = rules.features.scenario_kinds
            return item.sort == "kind" and scenario is not None and scenario in rules.closure(item.value)
        if part in ("T's",):
            return item.is_named and item.possessive
        if part == "K":
            return item.sort == "kind" and item.value not in self._vocabulary.forms and word != "player"
        return word in _SETS.get(part, ()) or word == part

    def _vote_by_pronoun(self, items: Sequence[Mention], words: Sequence[str], at: int, evidence: Evidence) -> None:
        """What is said of “him”: whom an enemy attacks was named before the enemy."""
        if words[at] in ("him", "her", "them") and at > 1 and items[at - 2].is_named and self._is_attack(words[at - 1]):
            enemy = evidence.meet(items[at - 2])
            if self._recent is not None and self._recent != enemy and self._vocabulary.rules.features.scenario:
                evidence.person[self._recent] += LIKELY
                evidence.thing[enemy] += LIKELY
        elif items[at].is_named and not (
            at + 2 < len(items) and self._is_attack(words[at + 1]) and words[at + 2] in ("him", "her")
        ):
            self._recent = evidence.meet(items[at])

    def _is_attack(self, word: str) -> bool:
        verb = self._vocabulary.sense(word).verb
        return verb is not None and verb.shares

    def _vote_by_verb(self, items: Sequence[Mention], words: Sequence[str], at: int, evidence: Evidence) -> None:
        """What the verb behind a name says of it: people draw and choose, cards enter play."""
        item = items[at]
        place = at + 1
        while place < len(items) and (words[place] in FILLERS or words[place] in FINITE_BE):
            place += 1
        if place >= len(items) or item.possessive:
            return
        key, sense = evidence.meet(item), self._vocabulary.sense(words[place])
        verb = sense.verb
        if words[place] in OPINIONS and place + 1 < len(items):
            further = items[place + 1]
            if further.sort in ("me", "name", "player") or words[place + 1] in _SPEECH:
                evidence.person[key] += LIKELY
        if verb is None or not sense.roles & {"s", "past"} or item.sort == "me":
            return
        frames = [*verb.about.values(), verb.frame]
        events = {frame.event for frame in frames if frame is not None}
        if events & _PERSONAL:
            evidence.person[key] += LIKELY
        elif events & _OF_CARDS:
            evidence.thing[key] += HINT
        behind = words[place + 1 : place + 12]
        stop = next((n for n, word in enumerate(behind) if word in (",", ".", ";", "and")), len(behind))
        if verb.shares and {"with", "using"} & set(behind[:stop]):
            evidence.person[key] += LIKELY
        target = next((one for one in items[place + 1 : place + 4] if one.is_named), None)
        if verb.shares and target is not None and not target.possessive and self._vocabulary.rules.features.scenario:
            evidence.attacks.append((key, evidence.meet(target)))


_PERSONAL = frozenset(["draw", "reveal", "play", "change-form", "choose", "recruit", "discard", "search"])
"""Events that people bring about more often than cards do."""
_OF_CARDS = frozenset(["scheme", "enter-play", "leave-play", "escape", "appears"])
_SPEECH = PRONOUNS | ME | word_set("it's its he's she's that you we they're there this no yes whether if his her our")
"""What begins what somebody says, and no card’s text."""


def _by_start(clues: Iterable[tuple[str, int]]) -> dict[str, list[tuple[tuple[str, ...], int]]]:
    """The clues by the words and slots that may begin them."""
    found: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for said, weight in clues:
        parts = tuple(said.split())
        for start in _SETS.get(parts[0], (parts[0],)):
            found.setdefault(start, []).append((parts, weight))
    return found


def _starting(
    clues: dict[str, list[tuple[tuple[str, ...], int]]], item: Mention, word: str
) -> Iterable[tuple[tuple[str, ...], int]]:
    """Lazily, the clues that may begin with a mention."""
    if item.is_named:
        for slot in ("P", "P's", "T", "T's", "N"):
            yield from clues.get(slot, ())
        return
    if item.sort in ("kind", "me"):
        for slot in ("K", "S") if item.sort == "kind" else ("M",):
            yield from clues.get(slot, ())
        if item.sort == "me" and word == "me":
            yield from clues.get("P", ())
    yield from clues.get(word, ())


_BY_START = _by_start(_CLUES)
_FIRST_BY_START = _by_start((said, 0) for said in _FIRST)
_ACTIVE_BY_START = _by_start((said, 0) for said in _ACTIVE)
