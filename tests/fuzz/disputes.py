"""Disputes made from choices: every game, every occurrence, card texts in every wording, and now and then nonsense."""

from __future__ import annotations

from typing import Any

from judge.desk import Desk
from tests.fuzz.chooser import Chooser

NONSENSE: tuple[Any, ...] = (
    None, True, False, 0, -1, 10**30, 1.5, "", " ", "x" * 300, [], {}, [[]], {"a": {}}, ["Ada", None], "Ada",
    "scenario", "{{7*7}}", "<script>x</script>", "\u202e\x00\r\n", "fox#2", "constructor", "Player 1", "0", "９", "²",
)  # fmt: skip
NAMES = ("Ada", "Bo", "Cy", "Tin Fox", "Baron", "Tough", "Stunned", "Retaliate", "the villain", "Harbour Plan", "X")
KEYWORDS = (
    "Guard", "Retaliate 1", "Quickstrike", "Surge", "Toughness", "Stalwart", "Overkill", "Piercing", "Permanent",
)  # fmt: skip
OPENINGS = (
    "", "Interrupt: ", "Forced Interrupt: ", "Response: ", "Forced Response: ", "Hero Interrupt (defense): ",
    "Hero Action (attack): ", "When Revealed: ", "When Defeated: ", "[star] Boost: ", "Alter-Ego Action: ", "BAM!: ",
    "Overflow: ", "Effect: ", "Healing: ", "Trigger: ", "Any Combat [any turn]: ", "Main [energy]: ",
    "Level Up (3) - ", "Powerup: ", "Setup: ",
)  # fmt: skip
CONDITIONS = (
    "", "When the villain attacks you, ", "When you would take any amount of damage, ", "After you take damage, ",
    "When an enemy initiates an attack against you, ", "After Tin Fox attacks, ", "When a minion is defeated, ",
    "After this enters play, ", "When attached character would be defeated, ", "After you change form, ",
    "When a treachery card is revealed, ", "When a character is stunned, ", "When a Hero is KO'd, ",
    "After a player plays an event, ", "When the villain schemes, ", "After an ally is defeated, ",
    "When you defend, ", "After threat is placed on a scheme, ", "When this appears, ", "At the end of your turn, ",
)  # fmt: skip
EFFECTS = (
    "draw 1 card.", "cancel that attack.", "prevent all of that damage.", "place it here instead.",
    "the villain attacks you.", "deal 1 damage to an enemy.", "deal 1 damage to you.", "you cannot take damage.",
    "give the villain a tough status card.", "discard this card → defeat that minion.", "change form.",
    "Tin Fox gains retaliate 1 and overkill.", "surge.", "exhaust Tin Fox → ready your hero.", "stun that character.",
    "KO this character.", "remove 2 threat from a scheme.",
    "Limit once per round. Attach to a minion. Max 1 per player.",
    "each player discards 1 card. Then, each enemy attacks.", "discard each status card.",
    "reveal the top card of the encounter deck.", "put Tin Fox into play engaged with you.", "BAM!",
    "each player gains a Wound.",
)  # fmt: skip


def make_dispute(chooser: Chooser, desk: Desk) -> dict[str, Any]:
    """A dispute of at most 4 players and 12 cards; about one value in 24 is nonsense."""
    rows = desk.occurrences()
    row = chooser.one_of(rows)
    kinds = sorted(desk.rules(row["game"], row["edition"]).kinds)
    cards = [_card(chooser, kinds, n) for n in range(chooser.number(11))]
    made: dict[str, Any] = {
        "game": row["game"],
        "edition": row["edition"],
        "players": [_player(chooser, n) for n in range(1 + chooser.number(3))],
        "cards": cards,
    }
    if not chooser.maybe(8):
        made["occurrence"] = _occurrence(chooser, row, kinds)
    if chooser.maybe(6):
        made["active_player"] = _value(chooser, NAMES)
    if chooser.maybe(24):
        made[chooser.one_of(tuple(made))] = chooser.one_of(NONSENSE)
    return made


def _value(chooser: Chooser, usual: tuple[Any, ...]) -> Any:
    return chooser.one_of(NONSENSE) if chooser.maybe(24) else chooser.one_of(usual)


def _player(chooser: Chooser, seat: int) -> Any:
    player = {"name": NAMES[seat] if not chooser.maybe(8) else chooser.one_of(NONSENSE)}
    return player | ({"form": _value(chooser, ("hero", "alter-ego"))} if chooser.maybe() else {})


def _occurrence(chooser: Chooser, row: dict[str, Any], kinds: list[str]) -> Any:
    made: dict[str, Any] = {"type": row["type"]}
    for part in row["participants"]:
        if part["optional"] and not chooser.maybe():
            continue
        usual: tuple[Any, ...] = NAMES
        if part["type"] == "flag":
            usual = (True, False)
        elif "place" in part["type"]:
            usual = (0, 1, 2, 3, 4, 5)
        elif "|" in part["type"]:
            usual = tuple(part["type"].split("|"))
        many = part["type"].endswith("-list") or part["type"] == "list" or chooser.maybe(16)
        made[part["name"]] = (
            [_value(chooser, usual) for _ in range(1 + chooser.number(3))] if many else _value(chooser, usual)
        )
        if chooser.maybe(6):
            made[f"{part['name']}_kind"] = _value(chooser, tuple(kinds))
    return made if not chooser.maybe(32) else chooser.one_of(NONSENSE)


def _card(chooser: Chooser, kinds: list[str], number: int) -> Any:
    card: dict[str, Any] = {"name": _value(chooser, NAMES)}
    if chooser.maybe():
        card["kind"] = _value(chooser, tuple(kinds))
    if not chooser.maybe(6):
        lines = [_line(chooser) for _ in range(1 + chooser.number(2))]
        card["text"] = "\n".join(lines)
    if chooser.maybe():
        card["controller"] = _value(chooser, (*NAMES[:2], "scenario"))
    if chooser.maybe(3):
        card["attached_to"] = _value(chooser, NAMES)
    if chooser.maybe(6):
        card["keywords"] = [_value(chooser, KEYWORDS) for _ in range(1 + chooser.number(2))]
    if chooser.maybe(4):
        key, usual = chooser.one_of(_FURTHER)
        card[key] = _value(chooser, usual)
    if chooser.maybe(6):
        card["id"] = f"card-{number}" if not chooser.maybe(6) else chooser.one_of(NONSENSE)
    return card if not chooser.maybe(64) else chooser.one_of(NONSENSE)


_FURTHER: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("engaged_with", NAMES[:2]), ("use", (False,)), ("in_play", (False, True)), ("location", (0, 1, 2, 3, 4, 5)),
    ("role", ("boost",)), ("dealt", (1, 2, 3)), ("code", ("90001",)), ("abilities", ([], [{"timing": "interrupt"}])),
)  # fmt: skip


def make_abilities(chooser: Chooser) -> list[Any]:
    """Abilities as `judge ability` gives them, with nonsense in every tenth place or so."""
    return [_ability(chooser) for _ in range(1 + chooser.number(3))]


def _ability(chooser: Chooser) -> Any:
    said: dict[str, Any] = {"timing": _odd(chooser, _TIMINGS)}
    for key, usual in _SAID:
        if chooser.maybe(4):
            said[key] = _odd(chooser, usual)
    if chooser.maybe():
        said["trigger"] = {"word": _odd(chooser, ("when", "after", "while")), "event": _odd(chooser, _EVENTS)}
        for key, usual in _TRIGGER:
            if chooser.maybe(3):
                said["trigger"][key] = _odd(chooser, usual)
        said["trigger"] |= {who: _binding(chooser) for who in ("agent", "patient") if chooser.maybe(3)}
    for key in ("effects", "cost_effects"):
        if chooser.maybe(2):
            said[key] = [_effect(chooser) for _ in range(chooser.number(3))]
    return said if not chooser.maybe(32) else chooser.one_of(NONSENSE)


def _effect(chooser: Chooser) -> Any:
    said: dict[str, Any] = {"verb": _odd(chooser, _VERBS)}
    if chooser.maybe():
        said["what"] = _odd(chooser, (*_EVENTS, "villain", "minion", "tough", "overkill", "hero", "this"))
    if chooser.maybe():
        said["target"] = _binding(chooser)
    if chooser.maybe(3):
        said["amount"] = _odd(chooser, (1, 3, "all", None))
    return said if not chooser.maybe(32) else chooser.one_of(NONSENSE)


def _binding(chooser: Chooser) -> Any:
    said: dict[str, Any] = {"kind": _odd(chooser, _KINDS)}
    said |= {"name": _odd(chooser, NAMES)} if chooser.maybe(3) else {}
    return said | ({"whose": _odd(chooser, ("you", None))} if chooser.maybe(4) else {})


def _odd(chooser: Chooser, usual: tuple[Any, ...]) -> Any:
    return chooser.one_of(NONSENSE) if chooser.maybe(12) else chooser.one_of(usual)


def make_form(chooser: Chooser, desk: Desk) -> dict[str, str]:
    """Fields of the resolver's form as a browser, or somebody in bad faith, would send them, and the button pressed."""
    row = chooser.one_of(desk.occurrences())
    sent = {"game": row["game"], "edition": row["edition"], "occurrence": row["type"], "do": chooser.one_of(_BUTTONS)}
    for part in row["participants"]:
        sent[f"occ-{part['name']}"] = _typed(chooser)
    for _ in range(chooser.number(24)):
        what = chooser.one_of(("players", "cards", "cards", "occ", "single"))
        number = chooser.one_of(("0", "1", "2", "2", "9999", "٣", "-1", "x"))
        if what in ("players", "cards"):
            sent[f"{what}-{number}-{chooser.one_of(_FIELDS)}"] = _typed(chooser)
        else:
            sent[chooser.one_of(_SINGLE)] = _typed(chooser)
    return sent


def _typed(chooser: Chooser) -> str:
    kind = chooser.number(5)
    if kind == 0:
        return str(chooser.one_of(NONSENSE))
    if kind == 1:
        return chooser.one_of(_JSON)
    return _line(chooser) if kind == 2 else chooser.one_of(NAMES)


_BUTTONS = (
    "resolve", "read", "enter", "refresh", "add-card", "add-player", "remove-card-0", "up-card-1", "down-player-0",
    "mend-0", "unmend-0", "mend-1", "pick-0-90001", "take-90001", "mend-99999999999999999999", "remove-card-²",
    "up-card--1", "find", "", "pick-1-", "take-", "nonsense", "down-card-9999", "mend-٣", "upload",
)  # fmt: skip
_FIELDS = (
    "name", "text", "kind", "controller", "attached_to", "engaged_with", "id", "code", "role", "dealt", "location",
    "use", "in_play", "keywords", "abilities", "extra", "seat", "form", "ability_0_timing", "ability_0_mandatory",
    "ability_1_event", "ability_0_word", "ability_99_text", "nonsense",
)  # fmt: skip
_SINGLE = (
    "active_player", "extra", "occurrence_extra", "find", "occurrence", "game", "edition", "occ-x", "occ-", "-", "",
)  # fmt: skip
_JSON = (
    *("{}", "[]", "[[", "NaN", "1e999", '"x"', '{"players": 5}', '{"cards": [null]}', '{"name": {"a": 1}}'),
    '[{"timing": "interrupt"}]',
    '[{"timing": "response", "mandatory": [], "form": {}, "trigger": []}]',
    '[{"timing": "x", "trigger": {"word": 5}}]',
    '[{"timing": null}]',
    '{"target": ["Ada"], "target_kind": 5}',
    '{"type": "damage"}',
    '{"id": 1, "use": "no"}',
)
_TIMINGS = (
    "interrupt", "forced-interrupt", "response", "forced-response", "constant", "action", "when-revealed", "boost",
    "when-defeated", "special", "setup", "resource", "bam", "main", "any-combat", "level-up", "effect",
)  # fmt: skip
_EVENTS = (
    "attack", "damage", "defeat", "scheme", "thwart", "reveal", "enter-play", "change-form", "boost", "defend",
    "status",
)  # fmt: skip
_KINDS = (
    "you", "your", "this", "attached", "name", "villain", "minion", "enemy", "hero", "any", "it", "player",
    "attacker",
)  # fmt: skip
_VERBS = (
    "cancel", "prevent", "instead", "cannot", "defend", "ready", "change-form", "gain-keyword", "give-status",
    "attack", "remove-status", "discard", "defeat", "leave-play", "deal-damage", "enter-play", "surge", "activate",
    "reveal", "exhaust", "modify", "place-threat", "take-instead", "engage", "stun", "ko", "draw", "scheme", "thwart",
)  # fmt: skip
_SAID: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("form", ("hero", "alter-ego", "ann-ray")), ("labels", (["attack"], ["defense"], ["thwart", "attack"], [])),
    ("mandatory", (True, False)), ("cost", ("exhaust this",)),
    ("limit", ({"times": 1, "per": "round"}, {"times": 2})), ("max", ({"times": 1, "per": "player"},)),
    ("effect_kinds", (["cancel"], ["cannot"], ["instead", "then"], [])),
    ("effect", ("draw 1 card.", "each enemy attacks you.")), ("name", ("Fox Reflex",)), ("value", (1, 7)),
    ("symbols", (["star"], ["any turn"])),
)  # fmt: skip
_TRIGGER: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("would", (True, False)), ("text", ("damage would be dealt to you",)), ("qualifiers", (["initiated"],
    ["undefended"], [])),
    ("events", (["attack", "defeat"], ["scheme"], [])), ("all_events", (True, False)),
)  # fmt: skip


def _line(chooser: Chooser) -> str:
    return chooser.one_of(OPENINGS) + chooser.one_of(CONDITIONS) + chooser.one_of(EFFECTS)
