"""A construct is tried only where it is declared to start: by words, or where else nothing of it would be found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.card_words import CardWords
from judge.cardtext.construct_starts import Starts
from judge.cardtext.lexer import Lexeme
from tests.cardtext.test_growth import _BITS
from tests.yaml_files import read_yaml

_DISPUTES = Path(__file__).parent.parent / "golden" / "disputes"


def _texts(tables: dict[str, CardWords]) -> Iterator[tuple[CardWords, str, str | None]]:
    """Card texts of the golden disputes, and bits of texts put together; each with its game's words and its name."""
    for file in sorted(_DISPUTES.glob("*.yaml")):
        words = tables[next(game for game in tables if file.stem.startswith(game))]
        for case in read_yaml(file):
            yield from ((words, card.get("text", ""), card.get("name")) for card in case["dispute"].get("cards", ()))
    for words in tables.values():
        yield from ((words, f"When {one}, draw 1 card{two}.", None) for one in _BITS for two in _BITS[::9])


def test_no_construct_starts_where_it_is_not_declared_to(
    tables: dict[str, CardWords], monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = Starts.at
    found: set[tuple[str, str]] = set()

    def noted(read: Callable[..., Any], lower: str) -> Callable[..., Any]:
        def tried(*said: Any) -> Any:
            known = read(*said)
            if known is not None and known is not False:
                found.add((read.__qualname__, lower))
            return known

        return tried

    def every(starts: Starts[Any], piece: Lexeme, durations: Collection[str] = ()) -> tuple[Any, ...]:
        readers = declared(starts, piece, durations)
        others = (read for read, (_, *more) in starts._readers if read not in readers and any(more))
        return (*readers, *(noted(read, piece.lower) for read in others))

    monkeypatch.setattr(Starts, "at", every)
    for words, text, name in _texts(tables):
        CardTextReader(words)._read(text, name)
    assert found == set()
