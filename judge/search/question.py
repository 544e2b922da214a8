"""Reading a question: the sentence that asks, what it leans on, the edition it names. Linear in its length."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from judge.corpus import Corpus
from judge.errors import NotUnderstood, TooLarge
from judge.search.lexicon import Settings
from judge.search.word_forms import words_of

MAX_CHARACTERS = 4_000
_MOST_ASKED = 900
"""Characters looked at of the sentence that asks and of what it leans on."""
_FEWEST_WORDS = 3
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b\w\.)(?<!\b[Vv]s\.)[\"'”’)]?\s+|\n+")
_NAMING = "(?:in|by|from|for|of|per|according to|under)"
_LEAD_IN = re.compile(r"[:,]\s|\s[-–—]\s")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what stands around it (`before`), which counts less; the game and edition it is about."""

    text: str
    before: str = ""
    asks: bool = True
    game: str | None = None
    edition: str | None = None

    def within(self, game: str | None, edition: str | None) -> Question:
        """The question about a game and edition that are given, else about those that it names."""
        is_other = game not in (None, self.game)
        game, edition = game or self.game, edition if is_other else edition or self.edition
        return replace(self, game=game, edition=edition)


def read_question(typed: str, settings: Settings, corpus: Corpus, knows: Callable[[str], bool]) -> Question:
    """The question in what was typed, with the story around the sentence that asks, where it tells of the game.

    `knows` tells whether the books or the lexicon hold a folded word.

    Raises NotUnderstood for an empty question, TooLarge beyond `MAX_CHARACTERS`.
    """
    if not typed.strip():
        raise NotUnderstood("The question is empty; ask in plain words.", "question")
    if len(typed) > MAX_CHARACTERS:
        raise TooLarge(
            f"The question is {len(typed):,} characters long; at most {MAX_CHARACTERS:,} are read. "
            "Keep the sentence that asks.",
            "question",
        )
    text = re.sub(r"[\"“”„]", "'", typed)  # quotation marks set a term off here; they ask for no phrase
    text, key = _without_book(text, settings, corpus)
    game, _, edition = key.partition("/")
    pieces = [piece for piece in sentences(text) if words_of(piece)] or [text]
    place = max(range(len(pieces)), key=lambda n: (_asking(pieces[n], settings), n))
    asking, is_asked = pieces[place], _asking(pieces[place], settings) > 0
    asking, around = (asking, pieces[place + 1 :] + pieces[:place]) if is_asked else (" ".join(pieces), [])
    lead_in, asking = _without_lead_in(asking, settings, knows)
    asking = asking[:_MOST_ASKED]
    silent = settings.stop | settings.chatter
    before = " ".join(piece for piece in (*around, lead_in) if _tells(piece, silent, knows))
    before = before[len(asking) - _MOST_ASKED :] if len(asking) < _MOST_ASKED else ""
    return Question(asking, before, is_asked, game or None, edition or None)


def _without_lead_in(asking: str, settings: Settings, knows: Callable[[str], bool]) -> tuple[str, str]:
    """What leads to the question in a sentence, and the question; a comma leads to one where no news stands before."""
    for led in _LEAD_IN.finditer(asking[:_MOST_ASKED]):
        lead_in, rest = asking[: led.start()], asking[led.end() :]
        says_nothing = led.group()[0] != "," or not _tells(lead_in, settings.stop, knows)
        if says_nothing and _begins_asking(rest, settings):
            return lead_in, rest
    return "", asking


def _tells(text: str, silent: Set[str], knows: Callable[[str], bool]) -> bool:
    """True where one of its words stands in the books, but for `silent` ones."""
    return any(word not in silent and knows(word) for word in words_of(text))


def is_question(typed: str, settings: Settings) -> bool:
    """True where a sentence ends with a question mark or begins like a question. A word or two is a search."""
    return len(words_of(typed)) >= _FEWEST_WORDS and any(_asking(piece, settings) for piece in sentences(typed))


def sentences(text: str) -> Sequence[str]:
    """The sentences of a text."""
    return [piece for piece in _SENTENCE_END.split(text.strip()) if piece.strip()]


def sentence_spans(text: str) -> Sequence[tuple[int, int]]:
    """Where each sentence of a text begins and ends."""
    starts = [0, *(end.end() for end in _SENTENCE_END.finditer(text)), len(text)]
    return [(start, start + len(text[start:end].rstrip())) for start, end in pairwise(starts)]


def _asking(piece: str, settings: Settings) -> int:
    return 2 * piece.rstrip("'”’\") ").endswith("?") + _begins_asking(piece, settings)


def _begins_asking(piece: str, settings: Settings) -> bool:
    words = words_of(piece[:60])
    return bool(words) and words[0] in settings.askers


def _without_book(text: str, settings: Settings, corpus: Corpus) -> tuple[str, str]:
    """The text without what names an edition or game (as `search.toml` lists their names), and its `GAME/EDITION`.

    An ambiguous name (“legendary”) may as well be a word of the question: it names a game only behind a preposition, or
    first of all.
    """
    known = {*corpus.games, *(book.key for book in corpus.books)}
    for names in (settings.editions, settings.games):
        for name in sorted((name for name, key in names.items() if key in known), key=len, reverse=True):
            led = f"(?:{_NAMING} |^)" if name in settings.ambiguous else f"(?:{_NAMING} )?"
            words = r"\W{0,2}".join(map(re.escape, name.split()))
            found = re.search(rf"(?<!\w){led}(?:the )?{words}\b[,:]?", text, re.IGNORECASE)
            if found and words_of(text[: found.start()] + text[found.end() :]):
                return f"{text[: found.start()]}{text[found.end() :]}".strip(), names[name]
    return text, ""
