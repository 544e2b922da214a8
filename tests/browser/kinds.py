"""The kinds of pages there are, one address for each: what must hold of every page is asked of all of them."""

from __future__ import annotations

from dataclasses import dataclass

from judge.web.dispute_in_address import pack
from tests.kept_rulings.examples import DISPUTE as KEPT
from tests.kept_rulings.examples import ENTRY
from tests.web.fake_desk import GAME

LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
DISPUTE = {
    "game": GAME,
    "players": [{"name": "Anna"}, {"name": LONG_WORD}],
    "occurrence": {"type": "strike", "attacker": LONG_WORD},
    "cards": [{"name": LONG_WORD, "text": f"Interrupt: {LONG_WORD} [energy]"}, {"name": "Snuff", "use": False}],
}
CHOICE = {
    "game": "marvel-champions",
    "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "alter-ego"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Clockwork Baron", "attacker_kind": "villain", "target": "Ada"},
    "cards": [
        {
            "name": "Warning Bells",
            "kind": "upgrade",
            "controller": "Ada",
            "text": "Interrupt: When the villain initiates an attack against you, draw 1 card.",
        },
        {
            "name": "Trip Wire",
            "kind": "upgrade",
            "controller": "Ada",
            "text": "Interrupt: When the villain initiates an attack against you, deal 1 damage to the villain.",
        },
        {
            "name": "Spare Parts",
            "kind": "event",
            "controller": "Bo",
            "text": "Hero Response: After an enemy attacks, remove 1 threat from a scheme.",
        },
    ],
}
WRONG = {"game": GAME, "occurrence": {"type": "strike", "attacker": "Moth"}, "cards": [{"name": "A", "id": "a"}] * 2}


@dataclass(frozen=True)
class Kind:
    """A kind of page: where one is found, by which site (a fixture's name), and the status it comes with."""

    path: str
    site: str = "site"
    status: int = 200


KINDS = {
    "home": Kind("/"),
    "results": Kind("/?q=lantern"),
    "answer": Kind("/?q=what+does+light+do"),
    "no-results": Kind("/?q=zeppelin"),
    "games": Kind("/games"),
    "contents": Kind(f"/games/{GAME}/second"),
    "entry": Kind(f"/rules/{GAME}/second/lantern"),
    "redirect": Kind(f"/rules/{GAME}/second/lamp-oil"),
    "finnish-entry": Kind(f"/rules/{GAME}/second/vuoro"),
    "compare": Kind(f"/compare/{GAME}/second/lantern"),
    "resolver-empty": Kind("/resolve"),
    "resolver-filled": Kind(f"/resolve?dispute={pack(DISPUTE)}"),
    "resolver-with-errors": Kind(f"/rulings/build0000001/{pack(WRONG)}", status=422),
    "ruling": Kind(f"/rulings/build0000001/{pack(DISPUTE)}"),
    "ruling-of-an-older-build": Kind(f"/rulings/old/{pack(DISPUTE)}"),
    "not-found": Kind("/nothing/here", status=404),
    "not-understood": Kind("/rulings/build0000001/nonsense", status=400),
    "help": Kind("/help"),
    "offline": Kind("/offline"),
    "report": Kind("/report?entry=marvel-champions/rr-1.0/overkill", site="real_site"),
    "no-cards": Kind("/cards"),
    "cards": Kind("/cards?name=ironclad", site="stocked"),
    "card": Kind("/cards/90001", site="stocked"),
    "device-cards": Kind("/cards/device", site="stocked"),
    "timing": Kind("/games/legendary/manual/timing", site="real_site"),
    "for-programs": Kind("/api"),
    "real-results": Kind("/?q=can+an+ally+defend", site="real_site"),
    "real-entry": Kind("/rules/marvel-champions/community/damage", site="real_site"),
    "real-compare": Kind("/compare/marvel-champions/rr-1.0/overkill", site="real_site"),
    "as-printed": Kind("/printed/marvel-champions/rr-1.0/overkill", site="real_site"),
    "real-resolver": Kind("/resolve?example=attack-and-warning", site="real_site"),
    "real-ruling-with-choices": Kind(f"/rulings/old/{pack(CHOICE)}", site="real_site"),
    "real-rulings-compared": Kind(f"/rulings/old/{pack(CHOICE)}?as=compare&change=pass:0", site="real_site"),
    "real-ruling-to-compare": Kind(f"/rulings/old/{pack(CHOICE)}?as=compare", site="real_site"),
    "real-legal-orders": Kind(f"/rulings/old/{pack(CHOICE)}?as=orders", site="real_site"),
    "whole-table": Kind("/table"),
    "responders-empty": Kind("/responders?game=marvel-champions&type=enemy-attack", site="real_site"),
    "responders": Kind(f"/responders?dispute={pack(CHOICE)}", site="stocked"),
    "chart-form": Kind("/chart", site="stocked"),
    "no-collisions": Kind("/collisions", site="real_site"),
    "practice-empty": Kind("/practice", site="real_site"),
    "practice": Kind("/practice?game=marvel-champions&seed=2&count=4&answers=1", site="stocked"),
    "kept-rulings": Kind("/kept-rulings", site="with_rulings"),
    "kept-rulings-narrowed": Kind("/kept-rulings?q=lantern&status=house", site="with_rulings"),
    "kept-ruling": Kind("/kept-rulings/gears-before-bells", site="with_rulings"),
    "kept-ruling-versions": Kind("/kept-rulings/gears-before-bells/history", site="with_rulings"),
    "kept-ruling-form": Kind("/kept-rulings/newer/edit", site="with_rulings"),
    "entry-with-rulings": Kind(f"/rules/{ENTRY}", site="with_rulings"),
    "search-with-rulings": Kind("/?q=what+is+forced", site="with_rulings"),
    "ruling-with-rulings": Kind(f"/rulings/old/{pack(KEPT)}", site="with_rulings"),
}
