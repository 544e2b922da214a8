"""What an entry must be and hold to be found: the game, edition and language asked for, and what operators demand.

Whether it may hold a part at all is known from the index; only then are its words looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import cached_property

from judge.search.catalogue import Catalogue
from judge.search.expansion import Expander
from judge.search.pages import Page
from judge.search.postings import Postings
from judge.search.query import Part, Query

_STANDS_FOR = 0.5
"""A stem that stands for a word less well does not hold it."""


class Holds:
    """Whether entries hold a part of a query: a quoted one word for word, a plain one in any form of its words."""

    def __init__(self, part: Part, postings: Postings, expander: Expander, *, in_names: bool) -> None:
        self._part = part
        self._postings = postings
        self._expander = expander
        self._in_names = in_names and not part.quoted

    @cached_property
    def _wanted(self) -> list[Set[str]]:
        """For each word of the part, the stems of which one must stand in the entry."""
        words = self._part.words
        if self._part.quoted:
            return [set(self._expander.stems_of(word)) for word in words]
        expanded = self._expander.expand(words, protected=words).words
        return [{stem for stem, weight in word.stems.items() if weight >= _STANDS_FOR} for word in expanded]

    @cached_property
    def places(self) -> Set[int]:
        """Places of the entries that hold its words somewhere: no other entry holds the part."""
        held = [{place for stem in stems for place in self._postings.holders(stem)} for stems in self._wanted]
        return frozenset(held[0].intersection(*held[1:])) if held else frozenset()

    def are_on(self, page: Page) -> bool:
        """True when the part stands on the page."""
        if self._part.quoted:
            return page.holds(self._part.words)
        stems = page.names if self._in_names else page.stems
        return all(not wanted.isdisjoint(stems) for wanted in self._wanted)


class Filter:
    """Tells which entries a query allows."""

    def __init__(
        self,
        query: Query,
        lang: str | None,
        catalogue: Catalogue,
        holds: Callable[[Part], Holds],
        page: Callable[[str], Page],
    ) -> None:
        self._game, self._edition, self._lang = query.game, query.edition, lang
        self._catalogue = catalogue
        self._page = page
        self._required = [[holds(part) for part in group] for group in query.required]
        self._excluded = [holds(part) for part in query.excluded]
        self._possible = [frozenset().union(*(part.places for part in group)) for group in self._required]

    @property
    def looks_inside(self) -> bool:
        """True when entries must be looked into to tell."""
        return bool(self._required or self._excluded)

    @property
    def asks_more_than_game(self) -> bool:
        """True when not all entries of the game are allowed."""
        return self.looks_inside or self._edition is not None or self._lang is not None

    @property
    def asks_anything(self) -> bool:
        """True when not all entries are allowed."""
        return self.asks_more_than_game or self._game is not None

    def may_allow(self, place: int) -> bool:
        """True unless it is known without a look inside that the entry is not allowed."""
        catalogue = self._catalogue
        return (
            (self._game is None or self._game == catalogue.games[place])
            and (self._edition is None or self._edition == catalogue.editions[place])
            and (self._lang is None or self._lang == catalogue.entries[place].lang)
            and all(place in possible for possible in self._possible)
        )

    def allows(self, place: int) -> bool:
        """True for an entry to be found."""
        if not self.looks_inside:
            return self.may_allow(place)

        def is_held(part: Holds) -> bool:
            return place in part.places and part.are_on(self._page(self._catalogue.entries[place].id))

        return (
            self.may_allow(place)
            and all(any(map(is_held, group)) for group in self._required)
            and not any(map(is_held, self._excluded))
        )
