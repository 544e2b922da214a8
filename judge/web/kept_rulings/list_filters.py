"""Reads what pages and calls narrow kept rulings by from the address, checks it, and puts it into words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.corpus import Corpus
from judge.errors import NotAllowed
from judge.kept_rulings.model import STATUSES
from judge.kept_rulings.ruling_form import slug
from judge.kept_rulings.store_filters import RulingFilter
from judge.web.http.request_size_limits import refuse_a_long_query

FIELDS: Mapping[str, str] = {
    "q": "Words that it holds.",
    "game": "Only of this game.",
    "edition": "Only those that hold for this edition of the game named.",
    "status": f"Only {', '.join(STATUSES)}. Drafts come only where they are asked for.",
    "source": "Only what this person or team said; its name, or the last part of its page’s address.",
    "entry": "Only about this entry, by its id.",
    "card": "Only about this card, by name or code.",
    "since": "Only of this day or later, such as 2026-03-31.",
    "until": "Only of this day or earlier.",
}
"""By name in the address, what each narrows."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LONGEST = 300


def filter_of(said: Mapping[str, str], corpus: Corpus) -> RulingFilter:
    """The filter that an address says. Raises NotAllowed for what makes no sense, AddressTooLong for long words."""
    given = {name: said.get(name, "").strip() for name in FIELDS}
    refuse_a_long_query(given["q"])
    for name, value in given.items():
        if name != "q" and len(value) > _LONGEST:
            raise NotAllowed(f"“{name}” has {len(value)} characters; at most {_LONGEST}.", name)
    if given["game"]:
        corpus.book(given["game"], given["edition"] or None)
    elif given["edition"]:
        corpus.entries_of(None, given["edition"])
    if given["status"] and given["status"] not in STATUSES:
        sentence = f"There is no status “{given['status'][:40]}”; there are {', '.join(STATUSES)}."
        raise NotAllowed(sentence, "status", STATUSES)
    for name in ("since", "until"):
        if given[name] and not _DAY.fullmatch(given[name]):
            raise NotAllowed(f"“{name}” is “{given[name][:40]}”; it should be a day such as 2026-03-31.", name)
    if given["source"] and not slug(given["source"]):
        raise NotAllowed(f"“{given['source'][:40]}” names nobody.", "source")
    return RulingFilter(
        words=given["q"], game=given["game"], edition=given["edition"], status=given["status"],
        source=slug(given["source"]), entry=given["entry"], card=given["card"], since=given["since"],
        until=given["until"], drafts=given["status"] == "draft",
    )  # fmt: skip
