"""The small words of chat English that a dispute is told with: sets of words, read from `corpus/lexicon`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator

from judge.toml_tables import checked, read_toml, shown

CHAT_WORDS = "chat-words.toml"
Words = Annotated[frozenset[str], BeforeValidator(lambda said: said.split() if isinstance(said, str) else said)]
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ChatWords:
    """Sets of words in small letters, by what they say."""

    be: Words = _NONE
    """Forms of “be” and what stands for them; `passive` are those that may stand before a participle."""
    passive: Words = _NONE
    have: Words = _NONE
    """Verbs for having a card; `holding` prepositions for it; `use` and `playing` verbs for using one."""
    worn: Words = _NONE
    """Those of them for what lies on somebody."""
    holding: Words = _NONE
    use: Words = _NONE
    playing: Words = _NONE
    lets: Words = _NONE
    """Verbs for letting a card do something."""
    play_as: Words = _NONE
    """What may stand between a player and whom they play; `between_playing` what follows it."""
    between_playing: Words = _NONE
    say: Words = _NONE
    """What a card does with its text; `telling` also as a noun."""
    telling: Words = _NONE
    fight: Words = _NONE
    versus: Words = _NONE
    """Those of them that no name has."""
    opinions: Words = _NONE
    """What people do with words."""
    points: Words = _NONE
    """What damage is counted in where nobody says “damage”."""
    light: Words = _NONE
    """Verbs that say nothing without the noun of an event."""

    attached: Words = _NONE
    engaged: Words = _NONE
    lying: Words = _NONE
    """Words that may stand between a card and where it lies; the last before the place is one of the next."""
    lies_on: Words = _NONE
    lies_in: Words = _NONE
    lies_to: Words = _NONE
    places_before: Words = _NONE
    """Words before a name that is only a place."""
    placed: Words = _NONE
    """Words before the number of a place; `at_place` right before it, `of_place` nouns."""
    at_place: Words = _NONE
    of_place: Words = _NONE
    owned_by: Words = _NONE
    """Words between a card and whose it is; `owned` participles."""
    owned: Words = _NONE

    corrects: Words = _NONE
    """Words and phrases that take back what stands before them; `halts` where a mark stands behind them."""
    halts: Words = _NONE
    feelings: Words = _NONE
    """Statuses that people feel too."""
    drops: Words = _NONE
    """Phrases that set the whole sentence before them aside."""

    conjunctions: Words = _NONE
    """What joins the names of a list; `joining` also joins verbs of one subject."""
    joining: Words = _NONE
    openers: Words = _NONE
    """What opens another clause; `relative` pronouns that stand for the noun before."""
    relative: Words = _NONE
    prepositions: Words = _NONE
    no_subject: Words = _NONE
    """Prepositions of which a noun is no subject."""
    determiners: Words = _NONE
    adjectives: Words = _NONE
    between: Words = _NONE
    """Words between a helping verb and its participle."""
    nobody_does: Words = _NONE
    """Words that deny the verb behind them; `denying` what has been done."""
    denying: Words = _NONE
    may: Words = _NONE
    """Words that say of the verb behind them that it may be."""

    them: Words = _NONE
    """Pronouns of others; `owners` those that own, `selves` those that stand for a card or player again."""
    owners: Words = _NONE
    selves: Words = _NONE
    indefinite: Words = _NONE
    """Pronouns of nobody in particular; `rest` words for all others than those named."""
    rest: Words = _NONE
    contracted: Words = _NONE
    """Pronouns that “is” may be joined to; `predicates` what shows that it is meant in “Ann’s”."""
    predicates: Words = _NONE
    everybody: Words = _NONE
    stays: Words = _NONE
    """Words before a form that stand for a verb."""
    excepting: Words = _NONE
    form_nouns: Words = _NONE
    text_nouns: Words = _NONE

    turn: Words = _NONE
    turns: Words = _NONE
    past: Words = _NONE
    """Words that show that something was done some time before."""
    starts: Words = _NONE
    """Words for the start of something; `ends` for its end."""
    ends: Words = _NONE
    """Words between an owner and their turn; `ending` words that say that it ends."""
    ending: Words = _NONE
    goes_first: Words = _NONE
    sides: Words = _NONE
    """Words for where somebody sits beside another."""
    sits: Words = _NONE
    """Verbs for having a seat."""
    company: Words = _NONE
    """Words for those who play; `many` counted ones; `person_nouns` before a bracket that names them."""
    many: Words = _NONE
    person_nouns: Words = _NONE
    counts: Words = _NONE
    in_lists: Words = _NONE
    list_openers: Words = _NONE
    """Words before the first name of a list without a word for company."""
    heldin: Words = _NONE
    """What holds cards that a colon behind it lists."""
    possessions: Words = _NONE
    """Words of a heading over somebody’s cards."""

    relatives: Words = _NONE
    """Who somebody is to the writer; `ours` before it; `no_relative` behind it shows that no name follows."""
    ours: Words = _NONE
    no_relative: Words = _NONE
    asking: Words = _NONE
    """Words with which somebody goes on to tell or ask; `no_print` words that no card has."""
    no_print: Words = _NONE
    untimed: Words = _NONE
    """How texts begin that have no timing word; `tellers` words before what tells a text."""
    tellers: Words = _NONE
    remarks: Words = _NONE
    """Words of a bracket that says what a card is."""

    nobody: Words = _NONE
    """Words with a capital that name nobody; `function` where a sentence begins, `alone` without another."""
    function: Words = _NONE
    begins: Words = _NONE
    alone: Words = _NONE
    said: Words = _NONE
    """Words of small letters that name nobody."""
    everyday: Words = _NONE
    """Words that name nobody in a text without capitals."""
    periods: Words = _NONE
    of_phases: Words = _NONE
    """Words behind what is no card type: “the villain phase”."""
    titles: Words = _NONE
    joints: Words = _NONE
    """Words within names."""
    clauses: Words = _NONE
    holding_names: Words = _NONE
    """Verbs behind the name of a player in small letters."""
    list_heads: Words = _NONE
    owner_labels: Words = _NONE
    """Labels before whose a card is."""
    before_heroes: Words = _NONE
    before_cards: Words = _NONE
    relating: Words = _NONE
    """Words that only say how those named belong together."""

    @cached_property
    def having(self) -> frozenset[str]:
        """All words for having a card."""
        return self.have | self.holding

    @cached_property
    def telling_words(self) -> frozenset[str]:
        """The words that make a clause of a part of a sentence."""
        return self.be | self.have


def read_chat_words(lexicon: Path) -> ChatWords:
    """The words of chat English; none where there is no such table. Raises as `read_toml` and `checked`."""
    path = lexicon / CHAT_WORDS
    return checked(ChatWords, read_toml(path), shown(path)) if path.is_file() else ChatWords()
