"""From the words typed to the words looked for: stop words off, typing errors mended, other forms and synonyms added.

Nothing fuzzy is looked for where the word as typed stands in the books or the lexicon.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.search.lexicon import Settings
from judge.search.names import Name, Names
from judge.search.postings import Postings
from judge.search.words import LANGUAGES, stem

_SAME = 0.85
"""A word of the same meaning counts that much of the word typed."""
_PART = 0.6
"""A word of a phrase that is one word to a reader counts that much of the phrase."""
_TRANSLATED = 0.5
"""A word of an entry that the typed word means counts that much."""
_FOREIGN = 0.25
"""A word of another language for the same entry counts that much: it finds what no English word can."""
_FUZZY = {1: 0.8, 2: 0.6}
"""A mended word counts that much, by the number of edits."""
_BEGUN = (0.9, 0.5)
"""The likeliest word that a half-typed one begins counts the first of these, others the second."""
_SHORTEST_BEGUN = 3
"""So many letters a half-typed word has at least; a shorter one begins too much."""
_PERHAPS = 0.5
"""The same for an everyday word that the books do not hold."""
_IN_NAME = 0.7
"""A word that stands in an entry's name, not in the paragraph, counts that much for the paragraph."""
_LONGEST_PHRASE = 4


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

    def share_held(self, here: frozenset[str], named: frozenset[str]) -> float:
        """How much of what is looked for (0 to 1, by rarity) a paragraph's stems hold; those in the name count less."""
        held = 0.0
        if here or named:
            for word in self.words:
                best = 0.0
                for word_stem, weight in word.stems.items():
                    if word_stem in here:
                        best = max(best, weight)
                    elif word_stem in named:
                        best = max(best, weight * _IN_NAME)
                held += word.rarity * best
        return held / self.rarity

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


def allowed_edits(word: str) -> int:
    """How many typing errors a word may hold: none below three letters, one in short words, two from eight letters."""
    return 0 if len(word) < 3 else 1 if len(word) < 8 else 2


class Expander:
    """Reads words against the books' vocabulary and the lexicon; read-only."""

    def __init__(
        self,
        settings: Settings,
        names: Names,
        vocabulary: Mapping[str, Mapping[str, str]],
        postings: Postings,
        everyday: frozenset[str] = frozenset(),
    ) -> None:
        self._settings = settings
        self._names = names
        self._stems_by_lang = vocabulary
        self._vocabulary = frozenset(word for words in vocabulary.values() for word in words)
        self._postings = postings
        self._everyday = everyday
        self._same: dict[str, list[str]] = defaultdict(list)
        for group in settings.same:
            for phrase in group:
                self._same[phrase] += [other for other in group if other != phrase]

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(word_stem for words in self._stems_by_lang.values() for word_stem in words.values())

    @cached_property
    def _words(self) -> list[str]:
        return [word for word in sorted(self._vocabulary) if len(word) > 2 and not word.isdigit()]

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
        return Wanted(tuple(self._emphasised(found, " ".join(words))), game, only_stop_words=not content)

    def _emphasised(self, found: list[Word], text: str) -> list[Word]:
        """The words, that which a question asks how to do counting more."""
        if not found or not re.match(self._settings.asking, text):
            return found
        return [replace(found[0], rarity=found[0].rarity * self._settings.asked), *found[1:]]

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
        return " ".join(words) in self._same or (size == 2 and "".join(words) in self._vocabulary)

    def _is_known(self, word: str) -> bool:
        return word in self._vocabulary or bool(self._known_stems(word)) or self._names.beginning_of(word) is not None

    def stems_of(self, word: str) -> list[str]:
        """The stems of a folded word: in the languages of the books that hold it, or in all where none does."""
        held = [words[word] for words in self._stems_by_lang.values() if word in words]
        return held or [stem(word, lang) for lang in LANGUAGES]

    def foreign_names(self, word: str) -> list[Name]:
        """Headwords in another language than English that hold the word, when it is no English word of the books."""
        if word in self._stems_by_lang.get(LANGUAGES[0], {}):
            return []
        stems = {lang: stem(word, lang) for lang in LANGUAGES[1:] if lang in self._stems_by_lang}
        return [
            name
            for lang, word_stem in stems.items()
            for name in self._names.with_stem(word_stem)
            if name.lang == lang and name.kind == "headword"
        ]

    def _known_stems(self, word: str) -> list[str]:
        stems = dict.fromkeys(self.stems_of(word))
        return [s for s in stems if s in self._stems or self._names.with_stem(s)]

    def _word(self, piece: str, game: str | None) -> Word:
        stems = self._stems_for(piece)
        literal = " " in piece or piece in self._vocabulary or bool(self._names.exact(piece))
        literal = literal or self._names.beginning_of(piece) is not None
        mended = None if stems else self._begun(piece) or self._split(piece) or self._mended(piece)
        if mended:
            read_as, stems = mended
            if piece in self._everyday:  # an English word: only perhaps another one mistyped
                stems = {s: weight * _PERHAPS for s, weight in stems.items()}
                return Word(piece, stems, self._rarity_of(stems, game), known=False, literal=False)
            return Word(piece, stems, self._rarity_of(stems, game), read_as, known=False, literal=False)
        return Word(piece, stems, self._rarity_of(stems, game) if stems else 0.0, known=bool(stems), literal=literal)

    def _stems_for(self, piece: str) -> dict[str, float]:
        """The stems of the word or phrase itself, of words that are the same to a reader, of what it means."""
        stems: dict[str, float] = {}
        is_phrase = " " in piece
        if is_phrase:
            _keep_best(stems, ((s, 1.0) for s in self._known_stems(piece.replace(" ", ""))))
        for word in piece.split():
            if not is_phrase or not self.is_stop(word):
                _keep_best(stems, ((s, _PART if is_phrase else 1.0) for s in self._known_stems(word)))
        for other in self._same.get(piece, ()):
            if " " not in other:
                _keep_best(stems, ((s, _PART if is_phrase else _SAME) for s in self._known_stems(other)))
        _keep_best(stems, self._meant_stems(piece))
        if stems:
            _keep_best(stems, self._foreign_stems(piece))
        return stems

    def _meant_stems(self, piece: str) -> Iterable[tuple[str, float]]:
        """Stems of the headwords that a lexicon term means."""
        beginning = self._names.beginning_of(piece)
        for name in (*self._names.exact(piece), *([beginning] if beginning else [])):
            if name.kind == "lexicon":
                for target, weight in name.targets[:2]:
                    for word in self._names.headword_stems(target):
                        if not self.is_stop(word):
                            yield word, _TRANSLATED * weight

    def _foreign_stems(self, piece: str) -> Iterable[tuple[str, float]]:
        """Stems of what the lexicon calls in another language the entry that the word names."""
        targets = [target for name in self._names.exact(piece) if name.kind != "lexicon" for target, _ in name.targets]
        for target in dict.fromkeys(targets):
            for term in self._names.foreign_terms(target):
                if " " not in term:
                    yield term, _FOREIGN

    def _begun(self, word: str) -> tuple[str, dict[str, float]] | None:
        """The words of names that a half-typed word begins, the shortest first; None where it begins none."""
        begun = takewhile(lambda other: other.startswith(word), self._words[bisect_left(self._words, word) :])
        found = [other for other in begun if self._in_a_name(other)] if len(word) >= _SHORTEST_BEGUN else []
        if not found:
            return None
        ranked = sorted(found, key=lambda other: (len(other), other))
        stems: dict[str, float] = {}
        for other in ranked[:4]:
            _keep_best(stems, ((s, _BEGUN[bool(stems)]) for s in self._known_stems(other) if s not in stems))
        return ranked[0], stems

    def _split(self, word: str) -> tuple[str, dict[str, float]] | None:
        """Two words of the books written as one, where nothing else explains the word."""
        cuts = [
            (word[:at], word[at:])
            for at in range(3, len(word) - 2)
            if word[:at] in self._vocabulary and word[at:] in self._vocabulary
        ]
        if not cuts:
            return None
        best = min(cuts, key=lambda cut: abs(len(cut[0]) - len(cut[1])))
        return " ".join(best), {s: 1.0 for part in best for s in self._known_stems(part)}

    def _mended(self, word: str) -> tuple[str, dict[str, float]] | None:
        """The nearest words of the books; a word that stands in a name is preferred among equally near ones."""
        near = process.extract(word, self._words, scorer=OSA.distance, score_cutoff=allowed_edits(word), limit=8)
        if not near or not allowed_edits(word):
            return self._mended_stem(word)
        ranked = sorted(near, key=lambda n: (n[1], not self._in_a_name(n[0]), n[0][:1] != word[:1], n[0]))
        stems: dict[str, float] = {}
        for other, edits, _ in ranked[:4]:
            liked = 1.0 if self._in_a_name(other) else 0.8
            _keep_best(stems, ((s, _FUZZY[max(1, int(edits))] * liked) for s in self._known_stems(other)))
        return ranked[0][0], stems

    def _mended_stem(self, word: str) -> tuple[str, dict[str, float]] | None:
        """The nearest stem of the books to that of a word with an ending that they do not use; None where none is."""
        bare = stem(word)
        edits = allowed_edits(bare)
        near = process.extractOne(bare, self._stems, scorer=OSA.distance, score_cutoff=edits) if edits else None
        if near is None or bare == word:
            return None
        return near[0], {near[0]: _FUZZY[max(1, int(near[1]))]}

    def _in_a_name(self, word: str) -> bool:
        return any(name.kind != "lexicon" for s in self.stems_of(word) for name in self._names.with_stem(s))

    def _rarity_of(self, stems: Mapping[str, float], game: str | None) -> float:
        best = max(stems.values())
        rarities = [self._postings.rarity(s, game) for s, weight in stems.items() if weight == best]
        return min((r for r in rarities if r), default=0.0) or self._postings.rarest(game)


def _keep_best(stems: dict[str, float], more: Iterable[tuple[str, float]]) -> None:
    for word, weight in more:
        stems[word] = max(weight, stems.get(word, 0.0))
