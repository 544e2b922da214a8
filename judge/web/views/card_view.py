"""Makes a card ready for its page: its words with their rules linked, its abilities and keywords in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from judge.ability import Ability, Bound, CardText, Keyword
from judge.cards.card import LibraryCard
from judge.desk import Desk
from judge.edition_comparison import bare_name
from judge.entry import Entry, Mention
from judge.forms.form_wording import in_words
from judge.web.addresses import entry_address
from judge.web.views.card_html import as_html, lines_of
from judge.web.views.rule_html import icons_in, marked_unread, printed_card


@dataclass(frozen=True, slots=True)
class LinkedTerm:
    """Words with the entry that explains them, None where the glossary has none."""

    words: str
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class ShownPart:
    """An ability or a keyword: `number` as a dispute refers to it, what it is, and its facts in plain words."""

    number: int
    what: LinkedTerm
    is_keyword: bool
    mandatory: bool
    name: str
    facts: tuple[tuple[str, Markup], ...]
    labels: tuple[LinkedTerm, ...]


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A library card as its page shows it: lines of text with links, the boost box apart, parts, play instructions."""

    card: LibraryCard
    lines: tuple[Markup, ...]
    boost: tuple[Markup, ...]
    parts: tuple[ShownPart, ...]
    instructions: tuple[str, ...]


def show_card(desk: Desk, card: LibraryCard) -> ShownCard:
    """The card ready for its page, explained by the default edition of its game."""
    read = desk.ability(card.whole_text, card.game) if card.whole_text.strip() else CardText()
    return ShownCard(
        card,
        tuple(_linked(desk, card.text_in_play, card.game)),
        tuple(_linked(desk, card.boost_text, card.game)),
        tuple(show_parts(desk, read, card.game)),
        read.instructions,
    )


def show_parts(desk: Desk, read: CardText, game: str) -> Iterator[ShownPart]:
    """Lazily, each ability and keyword of a text in plain words, those that were not understood marked."""
    unread = [one.text for one in read.unread]
    for number, part in enumerate(read.parts, 1):
        if isinstance(part, Keyword):
            value = f" {part.value}" if part.value is not None else ""
            detail = (("With", printed_card(part.detail)),) if part.detail else ()
            what = _term(desk, game, part.name, in_words(part.name) + value)
            yield ShownPart(number, what, True, True, "", detail, ())
        else:
            what = _term(desk, game, part.timing, _timing_in_words(part))
            labels = tuple(_term(desk, game, label, label) for label in part.labels)
            facts = tuple((title, _with_unread(words, unread)) for title, words in _facts(part))
            yield ShownPart(number, what, False, part.mandatory, part.name or "", facts, labels)


def _with_unread(words: str, unread: Iterable[str]) -> Markup:
    """Words of a card with what of them was not understood marked."""
    spans = [(at, at + len(one)) for one in unread if one and (at := words.find(one)) >= 0]
    return marked_unread(words, spans) if spans else printed_card(words)


def _timing_in_words(part: Ability) -> str:
    return in_words(part.timing) + (f" ({part.value})" if part.value is not None else "")


def _facts(part: Ability) -> Iterator[tuple[str, str]]:
    """Title and words of each thing the ability says of itself."""
    if part.form:
        yield "Only", f"in {in_words(part.form).lower()} form" if part.form in _FORMS else f"for {in_words(part.form)}"
    if part.trigger:
        unread = "" if part.trigger.event else " (this moment was not recognised)"
        yield part.trigger.word.capitalize(), part.trigger.text + unread
    if part.cost:
        yield "Cost", part.cost
    yield "Does", part.effect
    for title, bound in (("Limit", part.limit), ("Max", part.max)):
        if bound:
            yield title, bound_in_words(bound)


_FORMS = ("hero", "alter-ego")


def bound_in_words(bound: Bound) -> str:
    """How often, in words.

    >>> bound_in_words(Bound(1, "round")), bound_in_words(Bound(3, "game"))
    ('once per round', '3 times per game')
    """
    times = {1: "once", 2: "twice"}.get(bound.times, f"{bound.times} times")
    return f"{times} per {bound.per.replace('-', ' ')}"


def _term(desk: Desk, game: str, name: str, words: str) -> LinkedTerm:
    """What `name` (an id) means; where it has no entry of its own, what it is one kind of (“forced-interrupt”)."""
    general = name.partition("-")[2]
    entry = entry_named(desk, game, in_words(name)) or (entry_named(desk, game, in_words(general)) if general else None)
    return LinkedTerm(words, entry)


def entry_named(desk: Desk, game: str, name: str) -> Entry | None:
    """The entry of that name in the game's default edition, with or without a value X; after a redirect its target."""
    edition = desk.corpus.book(game).edition
    found = desk.corpus.find(name, game, edition) or desk.corpus.find(f"{name} X", game, edition)
    alike = found or [e for e in desk.corpus.entries_of(game, edition) if bare_name(e.headword) == bare_name(name)]
    if not alike:
        return None
    entry = next((e for e in alike if e.kind != "card"), alike[0])
    return desk.corpus.entries[entry.redirects_to[0]] if entry.redirects_to else entry


def _linked(desk: Desk, text: str, game: str) -> Iterable[Markup]:
    """Each line with its rules terms linked, each term once."""
    seen: set[str] = set()
    for line in lines_of(text):
        fresh: list[tuple[Mention, str]] = []
        for mention in desk.mentions(line.text, game):
            if mention.target not in seen:
                seen.add(mention.target)
                fresh.append((mention, entry_address(mention.target)))
        yield as_html(line, fresh, icons_in(line.text))
