"""Noun phrases of card text → whom or what they name."""

from __future__ import annotations

from collections.abc import Sequence

from judge.ability import Binding
from judge.cardtext.lexer import Piece
from judge.cardtext.words import AbilityWords

_DEFINITE = {"the"}
_SKIPPED = {"a", "an", "the", "each", "any", "all", "every", "another", "other", "that", "those", "these"}
_SKIPPED |= {"one", "of", "or", "and", ",", "either", "otherwise", "also", "then"}
_PRONOUNS = {"it", "he", "she", "they", "him", "her", "them", "itself", "himself", "herself", "themselves"}
_CONNECTORS = {"of", "the", "&"}
_JOINING = {"or", "and", "a", "an", "the", "of"}
_HERE = {"here", "this"}
_OPENING = {"on", "at"}
"""Words with a capital where a condition begins with them (“On your turn”)."""
_OWNING = ("control", "own", "controlled")
_ENGAGED = ["are", "engaged"]
_ADVERBIAL = {"in", "during"}
"""Words that begin a phrase which says when or where (“in your first attack”), not whom."""
_LIST = 8
"""How many pieces after a noun may name more beside it (“an ally, support, or upgrade”)."""
_TAIL = 9
"""How many pieces after a noun may say whose it is (“engaged with you”, “you control”)."""


def binding(pieces: Sequence[Piece], words: AbilityWords, *, either: bool = False) -> Binding | None:
    """The first thing that `pieces` name, with what narrows it; None when they name nothing known.

    A class named after "the" and a capitalised word is that very card (“the Rust Lab environment”); after any other
    word the capitalised one is a trait (“a Robot minion”). With `either`, of several classes that no other holds
    (“an ally or upgrade”) all are named: `ally-or-upgrade`.
    """
    state = _Phrase(either)
    if pieces and pieces[0].lower in _ADVERBIAL:
        return None
    for at, piece in enumerate(pieces):
        if piece.sense.noun == "this" or piece.lower in _HERE:
            if piece.lower == "this" and _names_thing(pieces, at + 1):
                continue
            return Binding("this")
        if piece.lower == "you":
            return state.named() or _you_and(None, pieces[at + 1 :], words)
        if piece.lower in ("your", "yourself"):
            state.own = True
        elif piece.lower in ("attached", "equipped"):
            noun = next((p.sense.noun for p in pieces[at + 1 : at + 4] if p.sense.noun), None)
            return Binding("attached", noun)
        elif _is_possessor(pieces, at):
            state.own_by(piece)
        elif piece.lower in ("'s", "x", '"') or (piece.sense.thing and piece.text.isupper()):
            continue
        elif piece.sense.noun and not _is_trait(piece, pieces, at):
            return _with_owner(state.head(piece, pieces[at + 1 :], words), pieces[at + 1 : at + 1 + _TAIL])
        elif piece.lower in _PRONOUNS:
            return state.named() or Binding("this" if piece.lower == "itself" else "it")
        elif _is_capital(piece, pieces, at):
            state.capitals.append(piece.text)
        elif state.capitals and (piece.lower in ("or", "and") or piece.text == ",") and _list_goes_on(pieces, at):
            state.part(piece)
            continue
        elif state.capitals and piece.lower in _CONNECTORS and _list_goes_on(pieces, at):
            state.capitals.append(piece.text)
        elif state.capitals and piece.lower not in _CONNECTORS:
            return state.named()
        state.definite = piece.lower in _DEFINITE or (state.definite and piece.is_word)
    return state.named()


class _Phrase:
    """What has been read of a noun phrase so far."""

    def __init__(self, either: bool) -> None:
        self.either = either
        self.own = False
        self.definite = False
        self.is_list = False
        self.owner: Binding | None = None
        self.capitals: list[str] = []

    def named(self) -> Binding | None:
        """The capitalised words as a name."""
        if self.own and not self.capitals:
            return Binding("your")
        return Binding("name", self._printed()) if self.capitals else self.owner

    def part(self, piece: Piece) -> None:
        """Take note of what parts the capitalised words: a comma within a name, or the list of several traits."""
        self.is_list = self.is_list or piece.text != ","
        self.capitals[-1] = self.capitals[-1].rstrip(",") + ","

    def _printed(self) -> str | None:
        """The capitalised words, with commas between those of a list and within a name."""
        return " ".join(self.capitals).rstrip(",") or None

    def own_by(self, piece: Piece) -> None:
        """Take note of a possessor (“the villain's side scheme”): what is meant unless a noun follows."""
        if piece.sense.noun:
            self.owner = Binding(piece.sense.noun)
        else:
            self.owner = Binding("name", " ".join([*self.capitals, piece.text]).replace(",", ""))
        self.capitals = []

    def head(self, piece: Piece, rest: Sequence[Piece], words: AbilityWords) -> Binding:
        """The phrase with `piece` as its noun."""
        noun = piece.sense.noun or "any"
        if self.own:
            if noun in words.own_nouns:
                return _you_and(noun, rest, words)
            other = _coordinated(noun, rest, words, self.either)
            return Binding(other or noun, self._printed(), "you")
        if self.owner is not None:
            return Binding(noun, self.owner.name or self.owner.kind)
        if self.capitals and self.definite and noun not in ("card", "ability"):
            return Binding("name", self._printed())
        other = _coordinated(noun, rest, words, self.either)
        return Binding(other or noun, self._printed())


def _is_trait(piece: Piece, pieces: Sequence[Piece], at: int) -> bool:
    """A capitalised class word inside a name or before another class word (“Attack event”) is a trait."""
    following = pieces[at + 1 : at + 2]
    if not piece.text[0].isupper() or at == 0:
        return False
    return bool(following and (following[0].sense.noun or following[0].text[0].isupper()))


def _names_thing(pieces: Sequence[Piece], at: int) -> bool:
    """“this attack”, “this phase”: a moment, not the card."""
    return at < len(pieces) and bool(pieces[at].sense.thing) and not pieces[at].sense.noun


def _list_goes_on(pieces: Sequence[Piece], at: int) -> bool:
    """Whether another capitalised word of a list follows (“an Attack, Thwart, or Defense event”)."""
    following = next((piece for piece in pieces[at + 1 :] if piece.lower not in _JOINING), None)
    return following is not None and following.text[0].isupper()


def _is_possessor(pieces: Sequence[Piece], at: int) -> bool:
    """Whether “'s” follows a noun or a name."""
    piece = pieces[at]
    return bool(piece.sense.noun or piece.text[0].isupper()) and [p.lower for p in pieces[at + 1 : at + 2]] == ["'s"]


def _is_capital(piece: Piece, pieces: Sequence[Piece], at: int) -> bool:
    """A word of a name or trait, by its capital."""
    opens = at == 0 and piece.lower in _OPENING
    is_capital = piece.is_word and piece.text[0].isupper() and piece.lower not in _SKIPPED and not opens
    is_moment = bool(piece.sense.thing) and " " in piece.text  # “your Build Phase”
    return is_capital and not is_moment and not _is_sentence_case(piece, pieces, at)


def _is_sentence_case(piece: Piece, pieces: Sequence[Piece], at: int) -> bool:
    """A known word that is capitalised only because a sentence begins with it."""
    known = piece.sense.thing or piece.sense.verb or piece.sense.qualifier
    return at == 0 and bool(known) and not (pieces[1:2] and pieces[1].text[0].isupper())


def _coordinated(noun: str, rest: Sequence[Piece], words: AbilityWords, either: bool) -> str | None:
    """The class that holds all, where more are named with “or” or “and”; with `either` else their names together."""
    named, joined = [noun], False
    for piece in rest[:_LIST]:
        if piece.lower in ("or", "and", "or/and"):
            joined = True
        elif piece.sense.noun and piece.sense.noun != "this":
            named.append(piece.sense.noun)
            if joined:
                break
        elif piece.text != "," and piece.lower not in _SKIPPED and not piece.text[0].isupper():
            break
    if not joined or len(named) < 2:
        return None
    names = list(dict.fromkeys(named))
    holding: str | None = names[0]
    for one in names[1:]:
        holding = words.unions.get(frozenset((holding, one))) if holding else None
    return holding or ("-or-".join(names) if either else None)


def _you_and(noun: str | None, rest: Sequence[Piece], words: AbilityWords) -> Binding:
    """You, as `noun` where one is said; “your hero or an ally you control” is any character of yours."""
    both = _coordinated("you", rest, words, either=False)
    return Binding(both, None, "you") if both else Binding("you", noun)


def _with_owner(bound: Binding, tail: Sequence[Piece]) -> Binding:
    """The binding with whose it is, where the pieces after the noun say so."""
    if bound.whose or bound.kind in ("you", "this"):
        return bound
    for at, piece in enumerate(tail[:-1]):
        following = tail[at + 1].lower
        if piece.lower == "you" and (following in _OWNING or [p.lower for p in tail[at + 1 : at + 3]] == _ENGAGED):
            return Binding(bound.kind, bound.name, "you")
        if piece.lower in ("with", "against", "on") and following in ("you", "your"):
            return Binding(bound.kind, bound.name, "you")
        if not piece.is_word:
            break
    else:
        return bound
    return bound
