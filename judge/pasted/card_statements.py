"""What is told of cards outside their texts: whose they are, what they are, where they lie, and status cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cardtext.english import FINITE_BE, HAVE
from judge.pasted.card_mentions import CardRow, FoundCards, HeadReader, LineScope
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.mentions import Mention
from judge.pasted.name_evidence import OWNING
from judge.pasted.pasted_values import ReadValue, word_set

_PARTS = frozenset([",", ".", ";", "!", "?", ":"])
_JOINTS = frozenset(["and", "but", "while", "so", "then", "because", "when", "if", "after"])
_STATIVE = frozenset(["has", "control", "own", "attach", "engage", "in-play", "is", "gain", "belong", "contain"])
_OWNED = frozenset(["play"])
_COPULA = FINITE_BE | HAVE | word_set("a an the already currently still also with both card and one has now am ,")
_MAKES_CARD = frozenset(["controller", "attached_to", "engaged_with", "location"])


def clauses_of(items: Sequence[Mention]) -> Iterator[list[Mention]]:
    """Lazily, stretches between marks and joining words."""
    run: list[Mention] = []
    for item in items:
        if (item.sort == "mark" and item.value in _PARTS) or (item.sort == "word" and item.value in _JOINTS):
            if item.value == ":" and run and all(one.sort == "kind" for one in run):
                continue  # “Villain: Iron Magpie”
            if run:
                yield run
            run = []
            continue
        run.append(item)
    if run:
        yield run


def is_eventful(items: Sequence[Mention], vocabulary: DisputeWords) -> bool:
    """Whether something happens in a clause, and nothing is only said to be so."""
    return any(_event(items, at, vocabulary) not in (None, *_STATIVE, *_OWNED) for at in range(len(items)))


def _event(items: Sequence[Mention], at: int, vocabulary: DisputeWords) -> str | None:
    item = items[at]
    if item.sort not in ("word", "class", "kind"):
        return None
    verb = vocabulary.sense(item.value).verb
    if verb is None or (item.sort != "word" and at == 0):
        return None
    named = at > 0 and (items[at - 1].is_named or items[at - 1].sort in ("me", "word", "class", "kind", "group"))
    if not named or (verb.state and at and items[at - 1].value in FINITE_BE):
        return None
    return verb.frame.event if verb.frame is not None else "use"


def read_stories(items: Sequence[Mention], reader: HeadReader, vocabulary: DisputeWords, shelf: FoundCards) -> bool:
    """Put on the shelf what a sentence tells of cards; whether it told anything."""
    told = read_statuses(items, reader, shelf)
    told = read_bearers(items, reader, shelf) or told
    told = read_keywords(items, reader, vocabulary, shelf) or told
    scope = LineScope()
    listing = _is_listing(items)
    engaged: ReadValue | None = None
    listed: list[CardRow] = []
    subject: str | None = None
    named: Mention | None = None
    for said in clauses_of(items):
        clause = said
        if named is not None and said[0].value in ("which", "who", "that") and len(said) > 1:
            clause = [named, *said[1:]]  # “…, which is engaged with Finn, …”
        named = next((item for item in reversed(clause) if item.is_named), named)
        if is_eventful(clause, vocabulary):
            told = read_phrases(clause, reader, vocabulary, shelf) or told
            scope = LineScope()
            subject = reader.player(clause[0]) or subject
            continue
        own_subject = bool(clause) and clause[0].is_named and any(item.value in FINITE_BE for item in clause[1:3])
        if clause[0].value in OWNING and subject is not None:
            scope = LineScope(owner=subject)  # “Anna attacks and holds Backflip”
        rows, facts = reader.read(clause, LineScope() if own_subject else scope)
        engaged = facts.get("engaged_with", engaged)
        owner = facts.get("controller")
        host = facts.get("attached_to")
        if owner is not None or host is not None:
            scope = LineScope(
                owner=str(owner.value) if owner else None, host=str(host.value) if host and not owner else None
            )
        listed += rows
        kind = rows[-1].facts.get("kind") if rows and any(_is_of_all(item, reader) for item in clause) else None
        for row in listed if kind is not None else ():
            (shelf.find(row.name) or row).say("kind", kind)
        for row in rows:
            if not own_subject:
                row.say("engaged_with", engaged)
            told = _note(row, shelf, listed=listing) or told
    return told


def _is_of_all(item: Mention, reader: HeadReader) -> bool:
    """“A and B (both side schemes)”."""
    return (
        item.sort == "group"
        and reader.items(item.first + 1, item.end - 1)[:1] != []
        and (reader.items(item.first + 1, item.end - 1)[0].value in ("both", "all"))
    )


def _is_listing(items: Sequence[Mention]) -> bool:
    """Whether a sentence lists what lies on the table: “In play: Bomb Scare and Crowd Control”."""
    colon = next((at for at, item in enumerate(items) if item.value in (":", "are")), None)
    head = items[:colon] if colon is not None else []
    return bool({item.value for item in head} & _TABLE) and not any(item.is_named for item in head)


_TABLE = frozenset(["play", "table", "hand", "cards", "card", "board"])


def read_phrases(items: Sequence[Mention], reader: HeadReader, vocabulary: DisputeWords, shelf: FoundCards) -> bool:
    """What a clause says of those it names beside what happens: “Anna’s ally Lamplighter”, “Soot Imp (minion)”."""
    told = False
    kind: Mention | None = None
    owner: Mention | None = None
    for at, item in enumerate(items):
        if item.sort in ("kind", "form") and item.value in vocabulary.rules.kinds:
            kind = item
        elif reader.player(item) is not None:
            owner = item if item.possessive or item.value == "my" else None
        elif item.is_named:
            row = CardRow({"name": ReadValue(item.value, item.span)})
            if kind is not None:
                row.say("kind", ReadValue(kind.value, kind.span))
            if owner is not None:
                row.say("controller", ReadValue(reader.player(owner), owner.span))
            following = items[at + 1] if at + 1 < len(items) else None
            if following is not None and following.sort == "group" and following.value in "([":
                rows, facts = reader.read([item, following])
                for key, fact in (*(rows[0].facts.items() if rows else ()), *facts.items()):
                    row.say(key, fact)
            row.say("engaged_with", _engaged(items, at, reader))
            _say_where(row, items, at, reader)
            told = _note_aside(row, shelf) or told
            kind = owner = None
        elif item.sort == "group" and kind is not None and item.value in "([":
            rows, _ = reader.read([kind, item])
            for row in rows:
                row.say("engaged_with", _engaged(items, at, reader))
                told = _note_aside(row, shelf) or told
        elif item.value not in _CALLING:
            kind = owner = None
    return told


def _say_where(row: CardRow, items: Sequence[Mention], at: int, reader: HeadReader) -> None:
    """“Anna puts Webbed Up on Rhino”: on whom a card is laid, and by whom."""
    verb = next((place for place in range(at - 1, max(at - 6, -1), -1) if items[place].value in _LAYING), None)
    if verb is None or at + 2 >= len(items) or items[at + 1].value not in ("on", "onto", "to"):
        return
    bearer, player = items[at + 2], reader.player(items[0])
    if bearer.is_named and player is not None and verb < at:
        row.say("attached_to", ReadValue(bearer.value, bearer.span))
        row.say("controller", ReadValue(player, items[0].span))


_LAYING = word_set("put puts place places placed attach attaches attached play plays played stick sticks stuck")


def _engaged(items: Sequence[Mention], at: int, reader: HeadReader) -> ReadValue | None:
    """With whom one is engaged who stands at a place: “Acid Slug, engaged with Olga, attacks”."""
    behind = [item for item in items[at + 1 : at + 6] if item.sort not in ("mark", "group")]
    if len(behind) > 2 and behind[0].value == "engaged" and behind[1].value == "with":
        player = reader.player(behind[2])
        return ReadValue(player, behind[2].span) if player is not None else None
    return None


_CALLING = frozenset(["called", "named", "a", "an", "the", "new"])


def _note_aside(row: CardRow, shelf: FoundCards) -> bool:
    """Note what is said of one who takes part: a card only where it lies somewhere or has a text."""
    known = shelf.find(row.name)
    said = {key: fact for key, fact in row.facts.items() if key != "name"}
    if known is None and said.keys() & {"attached_to", "engaged_with", "location"}:
        known = shelf.row(row.facts["name"])
    for key, fact in said.items():
        if known is not None:
            known.say(key, fact)
            shelf.used += [fact.at] if fact.at is not None else []
        elif key == "kind":
            shelf.kinds.setdefault(plain(row.name), fact)
        elif key == "controller":
            shelf.owners.setdefault(plain(row.name), fact)
    return bool(said)


def _note(row: CardRow, shelf: FoundCards, *, listed: bool = False) -> bool:
    """Put a card on the shelf, where what is said of it makes it one; else only what it is."""
    known = shelf.find(row.name)
    if known is None and not listed and not _MAKES_CARD & row.facts.keys():
        if "kind" in row.facts:
            shelf.kinds.setdefault(plain(row.name), row.facts["kind"])
        return "kind" in row.facts
    if known is not None and len(row.facts) == 1:
        return False
    kept = known if known is not None else shelf.row(row.facts["name"])
    for key, fact in row.facts.items():
        kept.say(key, fact)
    shelf.used += [fact.at for fact in row.facts.values() if fact.at is not None]
    return True


def read_bearers(items: Sequence[Mention], reader: HeadReader, shelf: FoundCards) -> bool:
    """Put on the shelf what somebody is said to have on them: “Thanos with Gauntlet of Power on him attacks”."""
    told = False
    for at in range(len(items) - 4):
        host, joint, card, on, him = items[at : at + 5]
        lies = on.value in ("on", "attached") and reader.said(him) in ("him", "her", "it", "them", "to")
        if host.is_named and joint.value in ("with", "has", "had") and card.is_named and lies and not host.possessive:
            row = shelf.row(ReadValue(card.value, card.span))
            if reader.player(host) is None:
                row.facts.pop("controller", None)
                row.say("attached_to", ReadValue(host.value, host.span))
            told = True
    for at in range(len(items) - 6):  # “attacks me with Hysteria on him”
        joint, card, on, him = items[at + 1 : at + 5]
        if joint.value == "with" and card.is_named and on.value == "on" and reader.said(him) in ("him", "her", "it"):
            before = [item for item in items[: at + 1] if item.is_named and reader.player(item) is None]
            if before and before[0].value != card.value:
                shelf.row(ReadValue(card.value, card.span)).say(
                    "attached_to", ReadValue(before[0].value, him.span, "Named first before it.")
                )
                told = True
    return told


def read_keywords(items: Sequence[Mention], reader: HeadReader, vocabulary: DisputeWords, shelf: FoundCards) -> bool:
    """Give a card the keyword that it is said to have: “Whiplash (minion, Retaliate 1)”, “the Imp has guard”."""
    told = False
    for at, item in enumerate(items):
        inner: Sequence[Mention] = ()
        if item.sort == "group" and item.value in "([":
            inner = reader.items(item.first + 1, item.end - 1)
        bearer = items[at - 1] if inner and at and items[at - 1].is_named else None
        if bearer is None and at > 1 and items[at - 1].value in HAVE:
            bearer = next((one for one in reversed(items[max(at - 3, 0) : at - 1]) if one.sort != "group"), None)
            inner = items[at : at + 2]
        if bearer is None or not bearer.is_named or reader.player(bearer) is not None or items[-1].value == "?":
            continue
        for place, one in enumerate(inner):
            of_form = place > 0 and inner[place - 1].sort == "form"
            if reader.said(one) not in vocabulary.words.keywords or one.sort == "status" or of_form:
                continue
            valued = place + 1 < len(inner) and inner[place + 1].sort == "number"
            behind = items[at + len(inner) :][:1] if inner and item is inner[0] else []
            if behind and behind[0].value == "from":
                break  # told of another card
            span = (one.span[0], (inner[place + 1] if valued else one).span[1])
            row = shelf.row(ReadValue(bearer.value, bearer.span))
            row.say("text", ReadValue(reader.text(span), span))
            shelf.used.append(span)
            told = True
            break
    return told


def read_statuses(items: Sequence[Mention], reader: HeadReader, shelf: FoundCards) -> bool:
    """Put status cards on the shelf that somebody is said to have: “Rhino is tough”, “a tough status on Rhino”."""
    told = False
    for at, item in enumerate(items):
        if item.sort == "group" and item.value in "([" and at:
            inner = reader.items(item.first + 1, item.end - 1)
            if not any(one.is_named or one.sort == "me" for one in inner):  # “Rhino (II, tough)”
                for one in inner:
                    if one.sort == "status":
                        told = read_statuses([items[at - 1], _is_before(one), one], reader, shelf) or told
        if item.sort != "status" or (items[-1].value == "?" and _is_supposed(items)):
            continue
        bearer = _bearer(items, at, reader)
        if bearer is None:
            continue
        name = item.value.capitalize()
        if not any(row.name == name and row.facts["attached_to"].value == bearer.value for row in shelf.rows):
            shelf.rows.append(
                CardRow(
                    {"name": ReadValue(name, item.span), "kind": ReadValue("status", item.span), "attached_to": bearer}
                )
            )
        shelf.used += [item.span, *([bearer.at] if bearer.at else [])]
        told = True
    return told


def _is_before(item: Mention) -> Mention:
    """The “is” that a bracket stands for."""
    return Mention("word", "is", item.first, item.first, item.span)


def _is_supposed(items: Sequence[Mention]) -> bool:
    """Whether a question asks for a status rather than tells of it."""
    return items[0].value in ("does", "do", "would", "will", "can", "is", "what", "which", "if")


def _bearer(items: Sequence[Mention], at: int, reader: HeadReader) -> ReadValue | None:
    """Who has the status card that stands at a place."""
    for place in range(at + 1, min(at + 6, len(items))):  # “a tough status card on Rhino”
        item = items[place]
        if item.value == "on" or item.value == "status" or item.value in ("card", "is", "the", "attached", "to"):
            continue
        if (place == at + 1 and item.is_named) or items[place - 1].value in ("on", "to"):
            found = _one(item, reader)
            if found is not None:
                return found
        break
    for place in range(at - 1, max(at - 9, -1), -1):
        item = items[place]
        found = _one(item, reader)
        if found is not None and place + 1 < at:
            return _haver(items, place, reader) or found
        if found is not None:
            return found if item.possessive else None  # “Rhino's confused”
        own = (
            item.sort in ("form", "class", "kind")
            and place
            and (items[place - 1].possessive or items[place - 1].sort == "me")
        )
        if not own and item.sort not in ("status", "group") and item.value not in _COPULA:
            return None
    return None


def _haver(items: Sequence[Mention], at: int, reader: HeadReader) -> ReadValue | None:
    """“I have Thick Coat and a tough status card”: who has what is named at a place."""
    if at and items[at - 1].value in HAVE and at > 1:
        return _one(items[at - 2], reader)
    return None


def _one(item: Mention, reader: HeadReader) -> ReadValue | None:
    player = reader.player(item)
    if player is not None:
        return ReadValue(player, item.span)
    return ReadValue(item.value, item.span) if item.is_named else None
