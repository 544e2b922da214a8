"""One who fills in the resolver's form with a thumb or by keyboard, and counts."""

from __future__ import annotations

import json
from dataclasses import dataclass

from playwright.sync_api import FilePayload, Locator, Page, expect

PHONE = {"width": 390, "height": 844}
KEYBOARD = 336
"""Height of the keyboard on the screen."""

PACK = [
    {"code": "90101", "name": "Clockwork Baron", "type_code": "villain", "pack_code": "toy", "set_code": "baron",
     "text": "<b>Forced Response</b>: After Clockwork Baron attacks, place 1 threat on the main scheme."},
    {"code": "90102", "name": "Overwound Gears", "type_code": "attachment", "pack_code": "toy", "set_code": "baron",
     "text": "Attach to Clockwork Baron.\n"
             "<b>Forced Interrupt</b>: When Clockwork Baron attacks, the attack gains overkill."},
    {"code": "90103", "name": "Warning Bells", "type_code": "upgrade", "pack_code": "toy", "set_code": "bells",
     "text": "<b>Interrupt</b>: When the villain initiates an attack against you, draw 1 card."},
    {"code": "90104", "name": "Long Fuse", "type_code": "upgrade", "pack_code": "toy", "set_code": "bells",
     "text": "<b>Response</b>: After the villain attacks you, draw 1 card."},
    {"code": "90105", "name": "Bramble Coat", "type_code": "hero", "pack_code": "toy", "set_code": "bells",
     "text": "Retaliate 1."},
    {"code": "90108", "name": "Moth", "type_code": "villain", "pack_code": "toy", "set_code": "moth"},
    {"code": "90106", "name": "Twin Key", "type_code": "upgrade", "pack_code": "toy", "text": "Retaliate 1."},
    {"code": "90107", "name": "Twin Key", "type_code": "ally", "pack_code": "toy", "text": "Retaliate 2."},
]  # fmt: skip


def pack_file(rows: object = None, name: str = "toy.json") -> FilePayload:
    """A pack as a file to choose."""
    return {"name": name, "mimeType": "application/json", "buffer": json.dumps(PACK if rows is None else rows).encode()}


def keep_pack(page: Page) -> None:
    """Import the pack on the page of the device's cards."""
    page.goto("/cards/device")
    page.set_input_files("#pack-files", pack_file())
    expect(page.locator("#heard")).to_contain_text("Kept on this device: 8 cards.")


@dataclass
class Hand:
    """Taps and keys so far."""

    page: Page
    taps: int = 0
    keys: int = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def choose(self, select: Locator, value: str) -> None:
        """A native list: one tap opens it, one chooses."""
        select.select_option(value)
        self.taps += 2

    def type(self, words: str) -> None:
        self.page.keyboard.type(words)
        self.keys += len(words)
