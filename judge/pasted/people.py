"""Who plays: from what a text says of each name, which of them are players, their forms, and who writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from judge.cardtext.english import FINITE_BE, HAVE, POSSESSIVE
from judge.pasted.layout import Layout
from judge.pasted.mentions import Item, Names, items_of, means_nothing, words_of
from judge.pasted.values import Fact, Span
from judge.pasted.vocabulary import Vocabulary

SPEAKER = "Me"
"""What the writer is called who does not say their name."""
_SURE, _LIKELY, _HINT = 4, 2, 1
_OWNING = HAVE | frozenset(
    ["control", "controls", "own", "owns", "hold", "holds", "play", "plays", "playing", "played", "use", "uses"]
)
_FEW = 2
"""Mentions of a bracket that says nothing but the form."""
_HOLDERS = frozenset(["hand", "turn", "deck", "discard", "side", "play"])
_FIRST = frozenset(["first", "active"])


@dataclass(frozen=True, slots=True)
class Person:
    """One player: the name, where it stands first, and the form where it was said."""

    name: str
    at: Span
    form: Fact | None = None
    guessed: str = ""


@dataclass(frozen=True)
class People:
    """The players in order; who writes, who is first and whose turn it is, where that was said."""

    players: tuple[Person, ...] = ()
    speaker: str | None = None
    active: Fact | None = None
    used: tuple[Span, ...] = ()
    identities: tuple[tuple[str, str], ...] = ()
    """Name of a hero and the player who plays them."""

    @property
    def names(self) -> frozenset[str]:
        """Their names."""
        return frozenset(person.name for person in self.players)


@dataclass
class _Ballot:
    """What is said of each name while the text is looked through."""

    person: Counter[str] = field(default_factory=Counter)
    thing: Counter[str] = field(default_factory=Counter)
    at: dict[str, Span] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    forms: dict[str, Fact] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    """Whom “me” is listed with, in small letters."""
    identities: dict[str, str] = field(default_factory=dict)
    """Name of a hero → the player who plays them; the writer is empty."""
    recent: Item | None = None
    """Who was named last and may be a player."""
    all: Fact | None = None
    """The form of everybody."""
    speaker: str | None = None
    speaks: Span | None = None
    first: str | None = None
    active: Fact | None = None
    used: list[Span] = field(default_factory=list)

    def vote(self, item: Item, weight: int) -> str:
        """For a player; gives back the key of the name."""
        key = self.meet(item)
        self.person[key] += weight
        return key

    def meet(self, item: Item) -> str:
        key = item.value.lower()
        self.names.setdefault(key, item.value)
        self.at.setdefault(key, item.span)
        return key


def find_people(
    layout: Layout, stretches: Sequence[tuple[int, int]], heads: Sequence[Item], vocabulary: Vocabulary, names: Names
) -> People:
    """The players that the stretches outside card texts tell of; `heads` are the names that card texts bear."""
    found = _round(layout, stretches, heads, vocabulary, names)
    for person in found.players:
        if person.name != SPEAKER:
            names.add(person.name, words_of(person.name), "name")
    return _round(layout, stretches, heads, vocabulary, names)


def _round(
    layout: Layout, stretches: Sequence[tuple[int, int]], heads: Sequence[Item], vocabulary: Vocabulary, names: Names
) -> People:
    """One look through the text; in a second one the names are known that the first found."""
    ballot = _Ballot()
    listed = _listed(layout, stretches, vocabulary)
    capitals = frozenset(token.lower for token in layout.tokens if token.is_capital)
    for first, end in stretches:
        for name in _in_small_letters(layout, first, end, vocabulary, capitals):
            names.add(name, words_of(name), "name")
    ballot.listed = {name.lower() for first, end in stretches for name in _coordinated(layout, first, end, vocabulary)}
    for name in (*listed, *sorted(ballot.listed)):
        names.add(name, words_of(name), "name")
    for head in heads:
        ballot.thing[head.value.lower()] += _SURE + _HINT
    for first, end in stretches:
        items = items_of(layout, first, end, names, vocabulary)
        _vote(layout, items, names, vocabulary, ballot)
        _vote_all(items, ballot)
        _vote_for_a_list(layout, items, ballot)
        if sum(item.is_named for item in items) > 1 and all(
            item.is_named or item.value in ("and", "&", ",", ".", ":", "vs") for item in items
        ):
            for item in items:
                ballot.person[item.value.lower()] += _HINT if item.is_named else 0
    return _elected(ballot, vocabulary)


def _vote_for_a_list(layout: Layout, items: Sequence[Item], ballot: _Ballot) -> None:
    """“Four of us were playing: Aino, Bea and Carl”: those listed behind a colon that follows such words."""
    colon = next((at for at, item in enumerate(items) if item.value == ":"), None)
    if colon is None or not {layout.tokens[item.first].lower for item in items[:colon]} & _COMPANY:
        return
    for at, item in enumerate(items[colon + 1 :], colon + 1):
        if item.is_named:
            ballot.vote(item, _SURE)
        elif item.value not in (",", "and", "&") and item.sort != "group" and at > colon + 1:
            return


_COMPANY = frozenset(["heroes", "us", "we", "playing", "players", "seats", "party"])
"""Words that tell of those who play."""


def _vote_all(items: Sequence[Item], ballot: _Ballot) -> None:
    """“Both are in hero form”: a form for everybody who has none of their own."""
    for at, item in enumerate(items):
        if item.sort == "form" and item.value and _value(items, at - 1) != "to":
            since = next((p for p in range(at - 1, max(at - 7, -1), -1) if items[p].value in _EVERYBODY), None)
            if since is not None and not any(one.is_named or one.sort == "me" for one in items[since:at]):
                ballot.all = ballot.all or Fact(item.value, item.span)


_ENDS = frozenset(
    [",", ".", ";", ")", *["form", "and", "while", "but", "side", "mode", "when", "so", "too", "also", "as", "well"]]
)
"""What may stand behind a form that somebody is in."""
_EVERYBODY = frozenset(["both", "all", "everyone", "everybody", "we", "we're", "each"])


def _listed(layout: Layout, stretches: Sequence[tuple[int, int]], vocabulary: Vocabulary) -> list[str]:
    """Names that a list of players gives (“players: anna, ben”), whatever their case."""
    found: list[str] = []
    for first, end in stretches:
        at = next((at for at in range(first, min(end, first + 5)) if layout.tokens[at].lower == "players"), None)
        if at is None or at + 1 >= end or layout.tokens[at + 1].text not in (*":=-–—", "are", "were"):
            continue
        run: list[str] = []
        for place in [*layout.top(at + 2, end), end]:
            token = layout.tokens[place] if place < end else None
            if token is not None and token.sort == "word" and token.lower not in ("and", "vs", "is", "in", "as"):
                if not vocabulary.phrases.get(token.lower):
                    run.append(token.text)
                continue
            found += [" ".join(run)] if 0 < len(run) <= 3 else []
            run = []
    return found


def _in_small_letters(
    layout: Layout, first: int, end: int, vocabulary: Vocabulary, capitals: frozenset[str]
) -> Iterator[str]:
    """Lazily, names that somebody typed in small letters beside others with capitals: words that no rulebook has,
    before a verb that says what they are, have or do, or behind “player is”."""
    tokens = layout.tokens
    for at in range(first, end - 1):
        token, following = tokens[at], tokens[at + 1].lower
        if token.sort != "word" or token.is_capital or token.lower in capitals or tokens[at - 1].lower == "my":
            continue
        if not means_nothing(token, vocabulary) or vocabulary.knows(token.lower):
            continue
        does = following in FINITE_BE | HAVE | _OWNING | {"got", "gets"} or vocabulary.sense(following).roles == {"s"}
        told = at > first + 1 and tokens[at - 1].lower in ("is", ":") and tokens[at - 2].lower == "player"
        if does or told:
            yield token.text


def _coordinated(layout: Layout, first: int, end: int, vocabulary: Vocabulary) -> Iterator[str]:
    """Lazily, the names that “me” is listed with: “me, kai and zoe”, “kai and I”."""
    tokens = layout.tokens
    for at in range(first, end):
        if tokens[at].lower not in ("me", "i"):
            continue
        for step in (1, -1):
            place = at + step
            while first <= place < end and tokens[place].text.lower() in (",", "and", "&"):
                while first <= place < end and tokens[place].text.lower() in (",", "and", "&"):
                    place += step
                if not first <= place < end or not means_nothing(tokens[place], vocabulary):
                    break
                yield tokens[place].text
                place += step


def _vote(layout: Layout, items: Sequence[Item], names: Names, vocabulary: Vocabulary, ballot: _Ballot) -> None:
    listing = active = False
    shared: dict[int, int] = {}
    """What is said of several: “played by Kai and Noor”."""
    for at, item in enumerate(items):
        if item.value == "players" or (item.value == "player" and item.sort == "class"):
            several = layout.tokens[item.first].lower == "players" and at + 1 < len(items) and items[at + 1].is_named
            listing = listing or several or _value(items, at + 1) in (":", "=", "-", "–", "are", "were", "is")
            active = listing and _value(items, at - 1) == "active"
        if item.sort == "group" and item.value in "([":
            inner = items_of(layout, item.first + 1, item.end - 1, names, vocabulary)
            if at and items[at - 1].value == "player" and all(one.is_named or one.sort == "mark" for one in inner):
                for one in inner:
                    ballot.person[ballot.meet(one)] += _SURE if one.is_named else 0
            if len(inner) > 1:
                _vote(layout, inner, names, vocabulary, ballot)
                _vote_all(inner, ballot)
            continue
        if item.value in ("he", "she", "they") and ballot.recent:
            form = _form_of(layout, items, at, names, vocabulary)
            if form is not None:
                ballot.vote(ballot.recent, _SURE)
                ballot.forms.setdefault(ballot.recent.value.lower(), form)
        if item.value in POSSESSIVE and _value(items, at + 1) == "turn":
            earlier = [one for one in items[:at] if one.is_named]
            if earlier:
                ballot.active = ballot.active or Fact(earlier[-1].value, (item.span[0], items[at + 1].span[1]))
        if item.sort == "me":
            _relative(layout, items, at, vocabulary, ballot, names)
            _speak(layout, items, at, names, vocabulary, ballot)
            continue
        owning = _value(items, at + 1) in _OWNING or item.possessive
        if item.value == "opponent" and item.sort == "class" and ((at and items[at - 1].sort == "me") or owning):
            ballot.vote(Item("name", "Opponent", item.first, item.end, item.span), _SURE)
        if not item.is_named:
            continue
        key = ballot.meet(item)
        if ballot.thing[key] <= ballot.person[key] and _value(items, at - 1) != "by":
            ballot.recent = item
        if listing or key in ballot.listed or key in names.people:
            ballot.vote(item, _SURE)
            if active:
                ballot.active = ballot.active or Fact(item.value, item.span)
                active = False
        before = ballot.person[key]
        _vote_for(layout, items, at, names, vocabulary, ballot, key)
        sharing = at > 1 and items[at - 1].value in ("and", "&", ",") and items[at - 2].is_named
        if sharing and shared.get(at - 2) and not item.possessive:
            ballot.person[key] += shared[at - 2]
            shared[at] = shared[at - 2]
        if _value(items, at - 1) == "by" and ballot.person[key] > before:
            shared[at] = _SURE
        elif sharing and ballot.person[key] - before >= _LIKELY and _value(items, at + 1) in _PLURAL:
            ballot.person[items[at - 2].value.lower()] += _LIKELY


_PLURAL = frozenset(["play", "playing", "are", "have", "control", "own", "use", "were"])
"""Verbs of several: “Uli and Vic play”."""


_RELATED = frozenset(["is", "has", "plays", "controls", "was", "had", "uses", "owns", "and", "'s", ","])


def _relative(
    layout: Layout, items: Sequence[Item], at: int, vocabulary: Vocabulary, ballot: _Ballot, names: Names
) -> None:
    """“My wife is …”, “my friend eve has …”: somebody named by what they are to the writer, or by their name."""
    if items[at].value != "my" or at + 2 >= len(items) or items[at + 1].sort != "word":
        return
    relation, following = items[at + 1], items[at + 2]
    token = layout.tokens[relation.first]
    if vocabulary.sense(token.lower).is_noun or token.lower in vocabulary.stop or vocabulary.is_verb(token.lower):
        return
    name = None
    if following.sort == "word" and means_nothing(layout.tokens[following.first], vocabulary):
        name = Item("name", layout.tokens[following.first].text, following.first, following.end, following.span)
        words = [layout.tokens[following.first].lower]
    elif following.value in _RELATED and following.value != ",":
        span = (items[at].span[0], relation.span[1])
        name = Item("name", layout.said(span), items[at].first, relation.end, span)
        words = [layout.tokens[items[at].first].lower, token.lower]
    if name is not None:
        ballot.vote(name, _SURE)
        names.add(name.value, words, "name")
        names.people.add(name.value.lower())


def _value(items: Sequence[Item], at: int) -> str:
    return items[at].value if 0 <= at < len(items) else ""


def _sort(items: Sequence[Item], at: int) -> str:
    return items[at].sort if 0 <= at < len(items) else ""


def _vote_for(
    layout: Layout,
    items: Sequence[Item],
    at: int,
    names: Names,
    vocabulary: Vocabulary,
    ballot: _Ballot,
    key: str,
) -> None:
    item, following, before = items[at], _value(items, at + 1), _value(items, at - 1)
    form = _form_of(layout, items, at, names, vocabulary)
    if form is not None:
        ballot.vote(item, _LIKELY if form.why else _SURE)
        ballot.forms.setdefault(key, form)
    labelled = before in (":", "=") and _sort(items, at - 2) == "kind"
    named_as = labelled or (
        before in (*FINITE_BE, "called", "named") and "kind" in (_sort(items, at - 2), _sort(items, at - 3))
    )
    if _sort(items, at - 1) == "kind" or named_as or _kind_in(layout, items, at + 1, names, vocabulary):
        ballot.thing[key] += _SURE
    if item.possessive:
        ballot.person[key] += (
            _SURE
            if following in _HOLDERS
            else _LIKELY
            if _sort(items, at + 1) in ("name", "kind", "class", "form")
            else 0
        )
        turn = next((one for one in items[at + 1 : at + 3] if one.value == "turn"), None)
        if turn is not None:
            ballot.active = ballot.active or Fact(item.value, (item.span[0], turn.span[1]))
        return
    verb = next((p for p in range(at + 1, min(at + 3, len(items))) if not _skipped(items[p])), at + 1)
    if _value(items, verb) in _OWNING and _sort(items, at - 1) != "name":
        ballot.person[key] += _LIKELY
    if following in FINITE_BE and {_value(items, at + 2), _value(items, at + 3)} & _FIRST:
        role = "first" if "first" in (_value(items, at + 2), _value(items, at + 3)) else "active"
        if "player" in {_value(items, p) for p in range(at + 2, at + 5)}:
            ballot.person[key] += _SURE
            span = (item.span[0], items[min(at + 4, len(items) - 1)].span[1])
            if role == "first":
                ballot.first = key
                ballot.used.append(span)
            else:
                ballot.active = Fact(item.value, span)
    if before in _AS and any(one.sort == "me" or one.is_named for one in items[max(at - 5, 0) : at]):
        who = [one for one in items[max(at - 5, 0) : at] if one.sort == "me" or one.is_named][-1]
        ballot.thing[key] += _SURE * 2
        ballot.identities[item.value] = "" if who.sort == "me" and who.value != "my" else who.value
    if before == "with" and _value(items, at - 2) in ("engaged", "engages"):
        ballot.person[key] += _SURE
    elif before in ("engages", "engaging"):
        ballot.person[key] += _LIKELY
    if before == "by" and _value(items, at - 2) in ("controlled", "owned", "played", "revealed"):
        ballot.person[key] += _SURE
    if before in ("on", "onto", "to") and _value(items, at - 2) != "attack":
        ballot.thing[key] += _HINT
    sense = vocabulary.sense(following)
    behind = [one.value for one in items[at + 1 : at + 12]]
    stop = next((n for n, value in enumerate(behind) if value in (",", ".", ";", "and")), len(behind))
    joins = sense.verb is not None and sense.verb.shares and bool(sense.roles & {"s", "past"})
    if joins and "with" in behind[:stop]:
        ballot.person[key] += _LIKELY  # “Vera attacks Gravel Golem with Sky Lancer”
    frames = [*sense.verb.about.values(), sense.verb.frame] if sense.verb is not None else []
    events = {frame.event for frame in frames if frame is not None}
    if events & _PERSONAL and sense.roles & {"s", "past"}:
        ballot.person[key] += _LIKELY
    elif events & _THINGS:
        ballot.thing[key] += _HINT
    if (
        at == 0
        and following in ("-", "–", "—", ":")
        and _sort(items, at + 2) == "name"
        and _sort(items, at + 3) in ("group", "mark")
    ):
        ballot.person[key] += _HINT
    aimed = vocabulary.sense(before)
    if (
        before in ("attacks", "attacking", "attacked", "against") or (aimed.verb and aimed.verb.shares)
    ) and vocabulary.forms:
        ballot.person[key] += _HINT
    if before in ("for", "me", "friend", "buddy", "wife", "husband", "brother", "sister", "partner", "mate"):
        ballot.person[key] += _HINT if before != "for" else 0


_AS = frozenset(["playing"])
"""“I’m playing Doctor Dusk”: what stands before the hero that somebody plays."""
_PERSONAL = frozenset(["draw", "reveal", "play", "change-form", "choose", "recruit", "discard", "defend", "search"])
"""Events that people bring about more often than cards do."""
_THINGS = frozenset(["scheme", "enter-play", "leave-play", "escape", "appears"])


def _skipped(item: Item) -> bool:
    return item.value in ("also", "now", "just", "still", "only", "then", "currently", "already")


def _form_of(layout: Layout, items: Sequence[Item], at: int, names: Names, vocabulary: Vocabulary) -> Fact | None:
    """The form that the words behind a name say it is in: “(hero)”, “is in alter-ego form”, “- hero”."""
    place = at + 1
    if place >= len(items):
        return None
    group = items[place]
    if group.sort == "group" and group.value in "([":
        inner = items_of(layout, group.first + 1, group.end - 1, names, vocabulary)
        forms = [one for one in inner if one.sort == "form"]
        if forms:
            return Fact(forms[0].value, group.span if len(inner) <= _FEW else forms[0].span)
        return None
    told = {
        "also",
        "too",
        "is",
        "in",
        "who",
        "who's",
        "as",
        "-",
        "–",
        "—",
        "=",
        ":",
        "her",
        "his",
        "their",
        "was",
        "currently",
        "still",
        "now",
        "are",
        ",",
    }
    for place in range(at + 1, min(at + 6, len(items))):
        item = items[place]
        if item.sort == "form":
            following = _value(items, place + 1)
            plain_end = following in (*_ENDS, "") or (_sort(items, place + 1) in ("name", "me", "player"))
            lone = _value(items, place - 1) != "," or following in ("form", "") or place + 1 >= len(items)
            behind = items[place + 1].span[1] if following in ("form", "side", "mode") else item.span[1]
            return Fact(item.value, (item.span[0], behind)) if plain_end and lone else None
        if item.value not in told:
            return None
    return None


def _kind_in(layout: Layout, items: Sequence[Item], at: int, names: Names, vocabulary: Vocabulary) -> bool:
    """Whether a bracket behind a name, or “is the …”, says what type of card it is."""
    if at >= len(items):
        return False
    if items[at].sort == "group" and items[at].value in "([":
        inner = items_of(layout, items[at].first + 1, items[at].end - 1, names, vocabulary)
        return any(one.sort == "kind" for one in inner)
    if items[at].value in FINITE_BE or items[at].value == ",":
        return _sort(items, at + 1) == "kind" or (
            _value(items, at + 1) in ("the", "a", "an", "our", "my") and _sort(items, at + 2) == "kind"
        )
    return False


def _speak(
    layout: Layout, items: Sequence[Item], at: int, names: Names, vocabulary: Vocabulary, ballot: _Ballot
) -> None:
    """The writer: “I'm Anna”, “me (Anna)”, “Anna (me)” tell the name."""
    item = items[at]
    if _plays(items, at, vocabulary):
        ballot.speaks = ballot.speaks or item.span
    following = items[at + 1] if at + 1 < len(items) else None
    if following is None:
        return
    if following.is_named and item.value in ("i'm", "im", "me"):
        ballot.speaker = ballot.speaker or ballot.vote(following, _SURE)
    elif following.value in ("play", "playing") or (following.value == "am" and _value(items, at + 2) == "playing"):
        named = next((one for one in items[at + 2 : at + 5] if one.is_named), None)
        between = items[at + 2 : items.index(named)] if named is not None else []
        if named is not None and "as" in {one.value for one in between}:
            ballot.speaker = ballot.speaker or ballot.vote(named, _SURE)
    elif following.value in ("am", "name") and at + 2 < len(items):
        named = next((one for one in items[at + 2 : at + 4] if one.is_named), None)
        if named is not None:
            ballot.speaker = ballot.speaker or ballot.vote(named, _SURE)
    elif following.sort == "group" and following.value == "(":
        inner = items_of(layout, following.first + 1, following.end - 1, names, vocabulary)
        named = next((one for one in inner if one.is_named), None)
        if named is not None and item.value in ("i", "me"):
            ballot.speaker = ballot.speaker or ballot.vote(named, _SURE)
    form = _form_of(layout, items, at, names, vocabulary) or (
        _form_behind(items, at) if item.value in ("i'm", "im", "i") else None
    )
    if form is not None:
        ballot.forms.setdefault("", form)
    if item.value == "my" and following.value == "turn":
        ballot.active = ballot.active or Fact("", (item.span[0], following.span[1]))


def _plays(items: Sequence[Item], at: int, vocabulary: Vocabulary) -> bool:
    """Whether the writer speaks as one who plays: “I have”, “I'm in hero form”, “my”; not “I'm confused”, “tell me”."""
    said, following = items[at].value, _value(items, at + 1)
    if said in ("i", "i've", "ive"):
        acts = following in HAVE | _OWNING | {"am", "also", "can", "could", "want", "would", "will", "then", "and"}
        return acts or said != "i" or vocabulary.is_verb(following) or _sort(items, at + 1) in ("group", "mark")
    if said in ("i'm", "im"):
        sort = _sort(items, at + 1)
        return sort in ("form", "name", "player", "card") or following in (
            "in",
            "playing",
            "the",
            "on",
            "at",
            "attacking",
        )
    return said != "me" or _value(items, at - 1) not in ("tell", "help", "let", "give", "show", "for")


def _form_behind(items: Sequence[Item], at: int) -> Fact | None:
    """“I'm in hero form”, “I am in alter-ego”."""
    for place, item in enumerate(items[at + 1 : at + 5], at + 1):
        if item.sort == "form":
            behind = items[place + 1].span[1] if _value(items, place + 1) == "form" else item.span[1]
            return Fact(item.value, (item.span[0], behind))
        if item.value not in ("am", "in", "currently", "was", "still", "now"):
            return None
    return None


def _elected(ballot: _Ballot, vocabulary: Vocabulary) -> People:
    keys = [key for key in ballot.at if ballot.person[key] > ballot.thing[key]]
    speaker = ballot.speaker if ballot.speaker in keys else None
    names = dict(ballot.names)
    if speaker is None and ballot.speaks is not None:
        speaker, names[""] = "", SPEAKER
        ballot.at[""] = ballot.speaks
        keys.append("")
        ballot.person[""] = _SURE
    elif speaker is not None and "" in ballot.forms:
        ballot.forms.setdefault(speaker, ballot.forms[""])
    keys.sort(key=lambda key: ballot.at[key])
    if ballot.first in keys and vocabulary.rules.features.first_player == "token":
        keys.sort(key=lambda key: key != ballot.first)
    players = tuple(
        Person(
            names[key],
            ballot.at[key],
            ballot.forms.get(key, ballot.all),
            _why(key, ballot),
        )
        for key in keys
    )
    active = ballot.active
    if active is not None:
        active = Fact(
            names.get("", SPEAKER)
            if active.value == "" and not ballot.speaker
            else active.value or names.get(speaker or "", ""),
            active.at,
        )
        if active.value not in {person.name for person in players}:
            active = None
    return People(
        players,
        names.get(speaker) if speaker is not None else None,
        active,
        tuple(ballot.used),
        _identities(ballot, names, speaker),
    )


def _identities(ballot: _Ballot, names: dict[str, str], speaker: str | None) -> tuple[tuple[str, str], ...]:
    who = names.get(speaker) if speaker is not None else None
    return tuple((hero, player or who or "") for hero, player in ballot.identities.items())


def _why(key: str, ballot: _Ballot) -> str:
    if not key:
        return "Whoever writes is taken for a player."
    return "" if ballot.person[key] >= _SURE else "Taken for a player, from what the text says they do."
