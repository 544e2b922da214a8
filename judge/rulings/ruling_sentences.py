"""Says a ruling in sentences: its answer, its groups, what comes after what, its exclusions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.entry import in_quotes
from judge.rulings.ruling import UnreadPassage


@dataclass(frozen=True, slots=True)
class Turn:
    """What one group of a ruling says of itself in the answer: who may do what with which abilities."""

    names: tuple[str, ...]
    user: str | None
    """Who may use them, where they are one player's and optional."""
    decider: str | None = None
    others: tuple[str, ...] = ()
    """What the decider could have picked instead."""
    settled: bool = True
    one_of: bool = False
    """Opportunities go round: one of these now, the others in later rounds."""


@dataclass(frozen=True, slots=True)
class Left:
    """What the answer says of an exclusion."""

    name: str
    reason: str
    short: str
    user: str | None = None


def listed(found: Sequence[str], word: str = "and") -> str:
    """Names as a sentence lists them: “a, b and c”."""
    names = list(dict.fromkeys(found))
    return f" {word} ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} {word} {names[-1]}"


# --- the answer

_TOLD = 3
"""Turns that the answer names."""


def answer(turns: Sequence[Turn], left: Sequence[Left]) -> str:
    """What resolves first, in one sentence; never an order that nobody has chosen."""
    if not turns:
        return _nothing(left)
    first, *later = turns
    words = _upper(_first(first, bool(later) or (bool(left) and first.user is None)))
    if later:
        told = [_then(turn, first.user) for turn in later[: _TOLD - 1]]
        more = len(later) - len(told)
        return f"{words}; then {', then '.join(told)}{f', and {more} more' if more else ''}."
    shown = [one.name for one in left if one.name not in first.others]
    if len(shown) > 2:
        return f"{words}; {len(shown)} others do not resolve."
    return f"{words}; {listed(shown)} {'does' if len(shown) == 1 else 'do'} not resolve." if shown else f"{words}."


def _nothing(left: Sequence[Left]) -> str:
    passed = next((one for one in left if one.reason == "passed"), None)
    if passed is not None and passed.user is not None:
        return f"Nothing resolves: {_passes(passed.user)} on {passed.name}."
    if len(left) == 1:
        return f"{left[0].name} does not resolve: {left[0].short}."
    return "Nothing of this resolves." if left else "Nothing was submitted that could resolve."


def _first(turn: Turn, many: bool) -> str:
    first = " first" if many else ""
    if _is_plain(turn):
        names = listed(turn.names, "or" if turn.one_of else "and")
        if turn.user is not None:
            return f"{turn.user} may use {names}{first if len(turn.names) < 2 or turn.one_of else ' in any order'}"
        return f"{names} resolve{'s' if len(turn.names) == 1 else ''}{first}"
    return _decided(turn)


def _then(turn: Turn, before: str | None) -> str:
    if _is_plain(turn):
        names = listed(turn.names, "or" if turn.one_of else "and")
        return names if turn.user in (None, before) else f"{turn.user} may use {names}"
    return _decided(turn)


def _is_plain(turn: Turn) -> bool:
    return turn.settled and not turn.others and (turn.decider is None or turn.decider == turn.user)


def _decided(turn: Turn) -> str:
    who = deciding(turn.decider)
    if not turn.settled:
        return f"the rules do not rank {listed(turn.names)}" + (f"; {who}" if who else "")
    if turn.others:
        return f"{who} between {listed((*turn.names, *turn.others))}"
    return f"{who} the order of {listed(turn.names)}" if len(turn.names) > 1 else f"{who} on {turn.names[0]}"


def deciding(who: str | None) -> str:
    """“Anna decides”; empty where nobody does."""
    if who is None:
        return ""
    return "the players decide" if who == "players" else f"{who} decides"


def _passes(who: str) -> str:
    return "the players pass" if who == "players" else f"{who} passes"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- groups

ANY_WHY = "{names}: used at “{step}”."


def decided(text: str, who: str | None, settled: bool, several: bool, others: Sequence[str] = ()) -> str:
    """A group's sentence with who decides."""
    said = _upper(deciding(who))
    if not settled:
        return f"{text} The rules do not rank these." + (f" {said}." if said else "")
    if not said:
        return text
    if several:
        return f"{text} {said} the order."
    if others:
        return f"{text} {said} between this and {listed(others)}."
    return f"{text} {said} which to use in each round."


# --- why one comes after another

Names = Sequence[str]
"""The names of the cards of one group."""


def _does(names: Names, verb: str) -> str:
    return f"{listed(names)} {verb}{'' if len({*names}) > 1 else 's'}"


def in_class_order(first: Names, second: Names, moment: str, ahead: str, behind: str) -> str:
    """Why one comes before another of a later class at one moment."""
    behind = f"other {behind}" if ahead == f"forced {behind}" else behind
    return f"{_does(first, 'come')} before {listed(second)}: {moment}, {ahead} go before {behind}."


def in_turn(first: Names, second: Names, moment: str, one: str | None, other: str | None, rounds: bool) -> str:
    """Why one player's ability comes before another's at one moment."""
    if one is None or other is None or one == other:
        return only_then(first, second, moment)
    if rounds:
        how = f"players use one each in turn, and after {one} it is {other}’s turn"
    else:
        how = f"it goes player by player, and after {one} comes {other}"
    return as_laid(first, second, moment, how)


def as_laid(first: Names, second: Names, moment: str, how: str) -> str:
    """Why one comes before another where cards go round the table, or as they were dealt."""
    return f"{_does(first, 'come')} before {listed(second)}: {moment}, {how}."


def only_then(first: Names, second: Names, moment: str) -> str:
    """Why one comes after another that stands where it does."""
    both = "Both" if len({*first, *second}) == 2 else "All"
    their = "its" if len({*second}) == 1 else "their"
    return f"{both} come {moment}; {listed(second)} had {their} place only once {listed(first)} had resolved."


def in_force(first: Names, second: Names, moment: str) -> str:
    """Why what is in force all the time stands after something at the moment where it first matters."""
    return f"{_does(second, 'make')} a difference only {moment}, once {listed(first)} {_has(first)} resolved."


def _has(names: Names) -> str:
    return "has" if len({*names}) == 1 else "have"


def later(first: Names, second: Names, one: str, other: str) -> str:
    """Why one comes after another whose moment is earlier."""
    return f"{_does(first, 'come')} {one}; {_does(second, 'come')} later, {other}."


def brought_about(first: Names, second: Names, what: str, moment: str) -> str:
    """Why one comes after another that makes happen what it answers."""
    return f"{_does(first, 'bring')} about {what}; {_does(second, 'come')} {moment}."


def once_over(first: Names, second: Names, one: str, other: str, what: str) -> str:
    """Why one comes after what stood in something that is over."""
    if first == second:
        return f"{_does(second, 'come')} again {other}, once {what} is over."
    return f"{_does(first, 'come')} {one}; {_does(second, 'come')} {other}, once {what} is over."


# --- exclusions

_DOES = {"replaced": "replaces", "cancelled": "cancels", "prevented": "prevents", "forbidden": "forbids"}


@dataclass(frozen=True, slots=True)
class Why:
    """What an exclusion speaks of: `what` is the event that was stopped, `meets` how the ability stood to it."""

    card: str
    reason: str
    by: str | None = None
    you: str | None = None
    user: str | None = None
    active: str | None = None
    what: str = ""
    meets: str = "which {} answers"
    doing: str = "being used"
    """What it would have done: “acting”, “resolving”, “being used”."""
    itself: bool = False
    """It was the ability itself that was kept from resolving, not what it waits for."""
    rival: bool = False
    """It could have been used instead of `by`, and finds nothing left once that is."""
    trigger: str = ""
    stands: bool = False
    """It is a constant, a keyword, a status: it waits for nothing."""
    gap: bool = False
    """It changes something here that is not worked out."""
    timing: str = ""
    bound: str = ""
    form: str = ""
    now: str = ""
    """The form that its player is in at last."""
    resolving: str = ""
    """Who resolves what holds everybody else off."""
    unread: str = ""


def excluded(why: Why) -> str:
    """Why an ability does not resolve, naming what stands behind that."""
    return _SENTENCES[why.reason](why)


def short(why: Why) -> str:
    """The same in few words."""
    return _SHORT[why.reason](why)


def _not_in_play(why: Why) -> str:
    if why.by is None:
        return f"{why.card} is not in play."
    return f"{why.by} takes {why.card} {'along' if why.rival else 'out of play'}."


def _no_window(why: Why) -> str:
    if why.trigger:
        return f"{why.card}: nothing that happens here is “{in_quotes(why.trigger)}”."
    if why.gap:
        return f"{why.card} is in force, and what it changes here is not worked out in this ruling."
    if why.stands:
        return f"{why.card} is in force, and changes nothing that happens here."
    return f"{why.card} is {why.timing}, and nothing that happens here lets it be used."


def _no_window_in_short(why: Why) -> str:
    if why.trigger or not (why.gap or why.stands):
        return "nothing here is its moment"
    return "not worked out here" if why.gap else "changes nothing here"


def _wrong_form(why: Why) -> str:
    there = "that form only later" if why.now == why.form else f"{why.now} form"
    now = f", and {why.you} is in {there}" if why.you and why.now else ""
    return f"{why.card} works only in {why.form} form{now}."


def _wrong_player(why: Why) -> str:
    if why.trigger and why.you is not None and why.you in why.what:
        return f"{why.card} speaks of {why.you}, and by then {why.what} concerns another player."
    if why.trigger and why.you is not None:
        return f"{why.card} speaks of {why.you}, whom {why.what or 'this'} does not concern."
    return f"{why.card} is not for {why.you or why.user or 'that player'} here."


def _peril(why: Why) -> str:
    who = f" by {why.resolving}" if why.resolving else ""
    what = f"{why.by or 'a card with peril'} is resolved{who}"
    return f"While {what}, nobody else may use anything, so {why.card} is kept off."


def _limit(why: Why) -> str:
    if why.by:
        return f"{why.card} may not be used once {why.by} is: that is all that is allowed."
    return f"{why.card} may not be used{why.bound or ' again'}: that is used up."


def _stopped(why: Why) -> str:
    if why.rival:
        return f"Once {why.by} is used, nothing is left for {why.card}."
    if why.by is None and why.reason == "forbidden":
        return f"A rule keeps {why.card} from {why.doing} here."
    if why.by is None:
        return f"Nothing is left for {why.card} here."
    if why.itself and why.reason == "forbidden":
        return f"{why.by} keeps {why.card} from {why.doing}."
    if why.itself and why.reason == "replaced" and why.trigger:  # a part of an event that goes on for others
        return f"{why.by} replaces what {why.card} answers."
    if why.itself or not why.what:
        return f"{why.by} {_DOES[why.reason]} {why.card}."
    return f"{why.by} {_DOES[why.reason]} {why.what}, {why.meets.format(why.card)}."


def _passed(why: Why) -> str:
    if why.by:
        return f"{why.by} could be used here and is passed on, so what {why.card} answers does not come about."
    return f"{why.card} could be used here; {_passes(why.user or 'its player')}."


_SENTENCES: Mapping[str, Callable[[Why], str]] = {
    "not-in-play": _not_in_play,
    "unread": lambda why: f"{why.card} was not understood, so it was not placed: {why.unread}.",
    "no-matching-window": _no_window,
    "wrong-turn": lambda why: f"{why.card} works only on {why.you}’s turn, and it is {why.active}’s.",
    "wrong-player": _wrong_player,
    "wrong-form": _wrong_form,
    "peril": _peril,
    "forbidden": _stopped,
    "limit-reached": _limit,
    "replaced": _stopped,
    "cancelled": _stopped,
    "prevented": _stopped,
    "passed": _passed,
}  # fmt: skip
_SHORT: Mapping[str, Callable[[Why], str]] = {
    "not-in-play": lambda why: f"gone with {why.by}" if why.by else "not in play",
    "unread": lambda _: "not understood",
    "no-matching-window": _no_window_in_short,
    "wrong-turn": lambda why: f"not {why.you}’s turn" if why.you else "not this turn",
    "wrong-player": lambda why: f"not {'about' if why.trigger else 'for'} {why.you or why.user or 'this player'}",
    "wrong-form": lambda why: f"not in {why.form} form",
    "peril": lambda _: "kept off by peril",
    "forbidden": lambda why: f"forbidden by {why.by}" if why.by else "not allowed here",
    "limit-reached": lambda why: f"used up by {why.by}" if why.by else "used up",
    "replaced": lambda why: f"replaced by {why.by}" if why.by else "replaced",
    "cancelled": lambda why: f"cancelled by {why.by}" if why.by else "cancelled",
    "prevented": lambda why: f"prevented by {why.by}" if why.by else "prevented",
    "passed": lambda why: f"{why.by} is passed on" if why.by else _passes(why.user) if why.user else "passed on",
}  # fmt: skip


def bound_words(times: int, per: str) -> str:
    """“ more than twice per round”."""
    count = {1: "once", 2: "twice"}.get(times, f"{times} times")
    return f" more than {count} per {per.replace('-', ' ')}"


def indefinite(words: str) -> str:
    """A noun with its article: “an action”.

    >>> indefinite("action"), indefinite("resource ability")
    ('an action', 'a resource ability')
    """
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


# --- what was understood

UNTOLD = "is not in this ruling."
"""How every sentence ends that tells of words which were not understood."""


def understood(unread: Sequence[UnreadPassage], cards: int) -> str:
    """What the reader must know before all else: whether all words were read."""
    if not unread:
        return f"All words of the {'card' if cards == 1 else f'{cards} cards'} were read." if cards else ""
    several = len(unread) > 1
    what = f"{len(unread)} passages were" if several else "1 passage was"
    return f"{what} not understood; what {'they change' if several else 'it changes'} is not in this ruling."


def unread_words(unread: Sequence[UnreadPassage], names: Mapping[str, str]) -> Iterator[str]:
    """Lazily, one sentence for each card with something unread."""
    found: dict[str, list[UnreadPassage]] = {}
    for passage in unread:
        found.setdefault(passage.card, []).append(passage)
    for card, passages in found.items():
        if any(one.at == (0, 0) for one in passages):
            yield (
                f"{names[card]}: what it says is not known, as it has no text and no library has it; "
                f"what follows from it {UNTOLD}"
            )
        else:
            words = "”, “".join(in_quotes(one.text) for one in passages)
            were = "was" if len(passages) == 1 else "were"
            yield f"{names[card]}: “{words}” {were} not understood; what follows from those words {UNTOLD}"
