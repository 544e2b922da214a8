"""The door of the room: card text → abilities, dispute → ruling, and the occurrences a dispute may name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from judge.ability import CardText
from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.card_words import CardWords
from judge.corpus import Corpus
from judge.disputes.dispute_reader import parse_dispute
from judge.disputes.dispute_values import CardLookup, Dispute
from judge.disputes.findings import slug
from judge.engine.effort import effort_of_this_answer
from judge.engine.orders import Outcomes, all_orders
from judge.engine.resolve import resolve
from judge.errors import NotAllowed, NotUnderstood
from judge.rules.model import Rules
from judge.rules.rules_files import RulesFiles
from judge.rulings.ruling import Ruling


class Referee:
    """Answers with the rules of one corpus. Holds nothing that changes; may be shared by threads."""

    def __init__(
        self,
        corpus: Corpus,
        shelf: RulesFiles,
        words: Mapping[str, CardWords],
        lookup_card: CardLookup | None = None,
    ) -> None:
        self._corpus = corpus
        self._shelf = shelf
        self.words = words
        self._readers = {game: CardTextReader(table) for game, table in words.items()}
        self._lookup_card = lookup_card

    def ability(self, text: str, game: str | None = None, name: str | None = None) -> CardText:
        """The text of a card, perhaps of that name, taken apart, read as the first game's when none is named. Raises
        NotAllowed for an unknown game.
        """
        effort_of_this_answer().read(text)
        game = self._corpus.book(_as_id(game, self._corpus.games)).game if game else self._corpus.games[0]
        return self._readers[game].read(text, name)

    def dispute(self, data: Any) -> Dispute:
        """The dispute that `data` describes, checked. Raises NotUnderstood, NotAllowed, Ambiguous or TooLarge with
        all problems.
        """
        if not isinstance(data, Mapping):
            raise NotUnderstood("A dispute is an object with game, players, occurrence and cards.", "dispute")
        rules = self._rules_of(data.get("game"), data.get("edition"))
        reader, effort = self._readers[rules.game], effort_of_this_answer()

        def read(text: str, name: str | None = None) -> CardText:
            effort.read(text)
            return reader.read(text, name)

        return parse_dispute(data, rules, read, self._lookup_card)

    def resolve(self, data: Any) -> Ruling:
        """The ruling on a dispute (contract, sections 5 to 7). Raises as `dispute`."""
        return resolve(self.dispute(data), effort=effort_of_this_answer())

    def all_orders(self, data: Any) -> Outcomes:
        """Every distinct result that the orders open to the players lead to. Raises as `dispute`."""
        return all_orders(self.dispute(data), effort=effort_of_this_answer())

    def occurrences(self, game: str | None = None, edition: str | None = None) -> list[dict[str, Any]]:
        """The occurrence types of every edition (contract, `judge occurrences`). Raises NotAllowed for an unknown
        game.
        """
        if game is not None:
            self._corpus.book(game, edition)
        return [
            {
                "game": rules.game,
                "edition": rules.edition,
                "type": occurrence.type,
                "participants": [
                    {"name": part.name, "optional": part.optional, "type": part.type}
                    for part in occurrence.participants
                ],
                "steps": [{"step": step.id, "title": step.title} for step in occurrence.steps],
            }
            for book in self._corpus.books
            if (rules := self._shelf.by_edition.get((book.game, book.edition)))
            if game in (None, rules.game) and edition in (None, rules.edition)
            for occurrence in rules.offered.values()
        ]

    def rules(self, game: str, edition: str | None = None) -> Rules:
        """The timing rules of an edition, the game's default where none is named. Raises NotAllowed for unknown
        ones.
        """
        return self._rules_of(game, edition)

    @property
    def every_rules(self) -> Sequence[Rules]:
        """The timing rules of every edition that has some."""
        return tuple(self._shelf.by_edition.values())

    def _rules_of(self, game: Any, edition: Any) -> Rules:
        if not isinstance(game, str) or not game.strip():
            raise NotUnderstood(
                "A dispute needs a game, such as " + ", ".join(self._corpus.games) + ".", "game", self._corpus.games
            )
        if edition is not None and not isinstance(edition, str):
            raise NotUnderstood("The edition is a name.", "edition")
        book = self._corpus.book(_as_id(game, self._corpus.games), edition and edition.strip().lower())
        rules = self._shelf.by_edition.get((book.game, book.edition))
        if rules is None:
            known = [f"{g}/{e}" for g, e in self._shelf.by_edition]
            near = get_close_matches(f"{book.game}/{book.edition}", known, 3, 0.3)
            raise NotAllowed(
                f"There are no timing rules for {book.game}/{book.edition}; there are {', '.join(known)}.", "game", near
            )
        return rules


def _as_id(game: str, known: Sequence[str]) -> str:
    """The game that a name means, whatever its case and however its words are joined; the name itself for another."""
    return slug(game) if slug(game) in known else game
