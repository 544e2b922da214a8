"""From the words typed to the words looked for: stop words off, typing errors mended, other forms and synonyms added.

Nothing fuzzy is looked for where the word as typed stands in the books or the lexicon.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from judge.search.entry_names import Name, Names
from judge.search.lexicon import Settings
from judge.search.postings import Postings
from judge.search.spelling import SpellingCorrector, Vocabulary, keep_best
from judge.search.word_forms import LANGUAGES, WORD, fold, stem

_SAME = 0.8
"""A word of the same meaning counts that much of the word typed."""
_TRANSLATED = 0.5
"""A word of an entry that the typed word means counts that much."""
_FOREIGN = 0.25
"""A word of another language for the same entry counts that much: it finds what no English word can."""
_LONGEST_PHRASE = 4
_KEPT_WORDS = 2_000
"""So many words last typed are kept as they were read."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word looked for: as typed, the stems that stand for it with how well each does, and its rarity."""

    typed: str
    stems: Mapping[str, float]
    rarity: float
    read_as: str | None = None
    """The word it was mended to, when it is no word of the books as typed."""
    known: bool = True
    """Some form of it stands in the books or the lexicon."""
    literal: bool = True
    """It stands there as typed."""

    def held(self, stems: Set[str]) -> float:
        """How well the stems hold it, 0 to 1."""
        return max(map(self.stems.__getitem__, self.stems.keys() & stems), default=0.0)


@dataclass(frozen=True)
class Wanted:
    """What a query looks for: its words, the game it names in words, and what only asks."""

    words: tuple[Word, ...]
    game: str | None = None
    only_stop_words: bool = False

    @property
    def is_literal(self) -> bool:
        """True when every word stands in the books or the lexicon as typed."""
        return all(word.literal for word in self.words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Every stem looked for."""
        return frozenset(word_stem for word in self.words for word_stem in word.stems)

    @cached_property
    def _worth(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        """Of each stem looked for, the words it stands for, by number, with their share of all rarity."""
        found: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, word in enumerate(self.words):
            for word_stem, weight in word.stems.items():
                found[word_stem].append((number, word.rarity * weight / self.rarity))
        return found

    def share_held(self, held: Mapping[str, float]) -> float:
        """How much of what is looked for (0 to 1, by rarity) is held by stems, given how well each of them is."""
        best = [0.0] * len(self.words)
        for word_stem in held.keys() & self._worth.keys():
            for number, worth in self._worth[word_stem]:
                best[number] = max(best[number], worth * held[word_stem])
        return sum(best)

    @cached_property
    def rarity(self) -> float:
        """All rarity together, never 0."""
        return sum(word.rarity for word in self.words) or 1.0

    @property
    def content(self) -> str:
        """The words looked for as typed, with a space between them."""
        return " ".join(word.typed for word in self.words)

    @property
    def is_known(self) -> bool:
        """True when every word is one of the books or the lexicon as typed."""
        return all(word.known for word in self.words)


class Expander:
    """Reads words against the books' vocabulary and the lexicon; read-only."""

    def __init__(
        self,
        settings: Settings,
        names: Names,
        vocabulary: Vocabulary,
        postings: Postings,
        everyday: frozenset[str] = frozenset(),
    ) -> None:
        self._settings = settings
        self._names = names
        self._vocabulary = vocabulary
        self._corrector = SpellingCorrector(vocabulary)
        self._word = lru_cache(_KEPT_WORDS)(self._read)
        self._postings = postings
        self._everyday = everyday
        phrases = (*settings.games, *(phrase for row in settings.same for phrase in row))
        self._own = {word for phrase in phrases for word in phrase.split()}
        """Words that only the settings hold."""
        self._same: dict[str, list[str]] = defaultdict(list)
        for group in settings.same:
            for phrase in group:
                self._same[phrase] += [other for other in group if other != phrase]

    def is_stop(self, word: str) -> bool:
        """True for a word that asks and says nothing of what is asked."""
        return word in self._settings.stop or (len(word) == 1 and word != "x")

    def expand(self, words: Sequence[str], protected: Iterable[str] = (), narrowed: str | None = None) -> Wanted:
        """What the folded words look for. `protected` words stay though they are stop words (they stood in quotes);
        `narrowed` is the game searched, whose entries say how rare a word is.
        """
        left, game = self._without_game(list(words))
        narrowed = narrowed or game
        kept = set(protected)
        pieces = self._pieces(left)
        content = [piece for piece in pieces if piece in kept or " " in piece or not self.is_stop(piece)]
        found = [self._word(piece, narrowed) for piece in content or pieces]
        return Wanted(tuple(found), game, only_stop_words=not content)

    def _without_game(self, words: list[str]) -> tuple[list[str], str | None]:
        """The words without a game's nickname among them, and that game; as they are when nothing else is left."""
        for size in range(_LONGEST_PHRASE + 1, 0, -1):
            for at in range(len(words) - size + 1):
                game = self._settings.games.get(" ".join(words[at : at + size]))
                if game and len(words) > size:
                    return words[:at] + words[at + size :], game
        return words, None

    def _pieces(self, words: Sequence[str]) -> list[str]:
        """Words; phrases that are one word to a reader, and words that the books also write as one, kept together."""
        pieces: list[str] = []
        at = 0
        while at < len(words):
            size = next((n for n in range(_LONGEST_PHRASE, 1, -1) if self._is_one(words[at : at + n], n)), 1)
            pieces.append(" ".join(words[at : at + size]))
            at += size
        return pieces

    def _is_one(self, words: Sequence[str], size: int) -> bool:
        if len(words) < size:
            return False
        return " ".join(words) in self._same or (size == 2 and "".join(words) in self._vocabulary.words)

    def knows(self, word: str) -> bool:
        """True for a folded word that stands in the books or the lexicon."""
        return word in self._vocabulary.words or word in self._names.words

    def corrected(self, text: str) -> str:
        """The text, its mistyped words read as those of the books or the lexicon that they are nearest to."""

        def read(found: re.Match[str]) -> str:
            word = fold(found.group())
            is_sound = self.is_stop(word) or word in self._own or self.knows(word)
            return found.group() if is_sound else self._word(word, None).read_as or found.group()

        return WORD.sub(read, text)

    def stems_of(self, word: str) -> list[str]:
        """The stems of a folded word: in the languages of the books that hold it, or in all where none does."""
        return self._vocabulary.stems_of(word)

    def foreign_names(self, word: str) -> list[Name]:
        """Headwords in another language than English that hold the word, when it is no English word of the books."""
        if word in self._vocabulary.by_lang.get(LANGUAGES[0], {}):
            return []
        stems = {lang: stem(word, lang) for lang in LANGUAGES[1:] if lang in self._vocabulary.by_lang}
        return [
            name
            for lang, word_stem in stems.items()
            for name in self._names.with_stem(word_stem)
            if name.lang == lang and name.kind == "headword"
        ]

    def _read(self, piece: str, game: str | None) -> Word:
        stems = self._stems_for(piece)
        literal = " " in piece or self.knows(piece) or self._names.beginning_of(piece) is not None
        read_as, mended = (None, {}) if stems else self._corrector.mended(piece)
        if piece in self._everyday:  # an English word: only perhaps another one mistyped
            read_as = None
        held = stems or mended
        rarity = self._rarity_of(held, game) if held else 0.0
        return Word(piece, held, rarity, read_as, known=bool(stems), literal=literal and not mended)

    def _stems_for(self, piece: str) -> dict[str, float]:
        """The stems of the word or phrase itself, of words that are the same to a reader, of what it means."""
        stems: dict[str, float] = {}
        parts = [word for word in piece.split() if not self.is_stop(word)] if " " in piece else []
        same = (other for other in self._same.get(piece, ()) if " " not in other)
        for words, weight in (((piece.replace(" ", ""), *parts), 1.0), (same, _SAME)):
            keep_best(stems, ((s, weight) for word in words for s in self._vocabulary.known_stems(word)))
        keep_best(stems, self._meant_stems(piece))
        if stems:
            keep_best(stems, ((term, _FOREIGN) for term in self._foreign_terms(piece) if " " not in term))
        return stems

    def _foreign_terms(self, piece: str) -> Iterable[str]:
        """Lazily, the terms in other languages for the entries that are called so in print."""
        called = (target for name in self._names.exact(piece) if name.is_printed for target, _ in name.targets)
        return (term for target in called for term in self._names.foreign_terms(target))

    def _meant_stems(self, piece: str) -> Iterable[tuple[str, float]]:
        """Stems of the headwords that a lexicon term means."""
        beginning = self._names.beginning_of(piece)
        for name in (*self._names.exact(piece), *([beginning] if beginning else [])):
            if name.kind == "lexicon":
                for target, weight in name.targets[:2]:
                    for word in self._names.headword_stems(target):
                        if not self.is_stop(word):
                            yield word, _TRANSLATED * weight

    def _rarity_of(self, stems: Mapping[str, float], game: str | None) -> float:
        best = max(stems.values())
        rarities = [self._postings.rarity(s, game) for s, weight in stems.items() if weight == best]
        return min((r for r in rarities if r), default=0.0) or self._postings.rarest(game)
