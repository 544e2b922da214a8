"""The real build beside a card library of our own making, and beside rulings that are kept."""

from __future__ import annotations

from copy import copy
from pathlib import Path

from judge import data_places
from judge.cards.card import LibraryCard
from judge.desk import Desk, library_of
from judge.kept_rulings.store import RulingStore

CARDS = (
    LibraryCard(
        "90001", "Lumen", "ally", "Toughness.\n<b>Response</b>: After Lumen enters play, draw 1 card [energy].",
        subtitle="Ann Ray", pack="tst", traits="Beacon.",
    ),
    LibraryCard("90002", "Ironclad", "villain", pack="tst",
                text="<b>Forced Interrupt</b>: When Ironclad would take damage, draw 1 card."),
    LibraryCard("90003", "Ironclad", "villain", "Retaliate 2.", pack="tst"),
    LibraryCard("90005", "Siren", "treachery", pack="tst",
                text="<b>When Revealed</b>: Discard 1 card & <script>no</script>.",
                boost_text="[star] <b>Boost</b>: Discard 1 card."),
    LibraryCard("90006", "Sharp Ear", "upgrade", pack="tst",
                text="<b>Hero Interrupt</b> (defense): When an enemy attacks you, exhaust Sharp Ear → draw 1 card."),
    LibraryCard("90007", "Blank", "resource", "", pack="tst"),
)  # fmt: skip


def stocked_desk(desk: Desk, folder: Path) -> Desk:
    """A desk on the build of `desk` whose library in `folder` holds the cards."""
    library_of(folder).add(CARDS)
    return Desk(desk.build_folder, data_places.corpus_folder(), folder)


def keeping(desk: Desk, store: RulingStore) -> Desk:
    """The same desk beside other kept rulings; every room that `desk` has open is open here too."""
    own = copy(desk)
    vars(own)["kept_rulings"] = store
    return own
