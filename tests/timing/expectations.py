"""What a golden dispute expects of its ruling, checked: every fault is a sentence.

`order` lists references (a list in it is a tie: one group) in the order in which they resolve; `decided_by`,
`mandatory` map references to what their group says; `excluded` maps references to the reasons accepted; `preempts`
lists pairs of which the first resolves and the second comes later or is out; `timeline` lists steps met in that order;
`cites` wants one of the headwords behind what the dispute is about, `cites_all` each; `warns` wants a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from judge.corpus import Corpus, plain_name

PRE_EMPTED = {"replaced", "cancelled", "prevented", "no-matching-window", "forbidden"}


def iter_faults(ruling: dict[str, Any], expect: dict[str, Any], corpus: Corpus) -> Iterator[str]:
    """Lazily, what is wrong with a ruling (contract, section 6) against what was expected."""
    yield from _iter_broken_promises(ruling, corpus)
    yield from _iter_order_faults(ruling, expect)
    yield from _iter_group_faults(ruling, expect)
    yield from _iter_excluded_faults(ruling, expect)
    yield from _iter_timeline_faults(ruling, expect)
    yield from _iter_citation_faults(ruling, expect, corpus)
    if expect.get("warns") and not ruling["warnings"]:
        yield "warns of nothing"


def _iter_broken_promises(ruling: dict[str, Any], corpus: Corpus) -> Iterator[str]:
    """What every ruling keeps: positions count, steps stand in the timeline, nothing twice, every quote is found."""
    groups = ruling["order"]
    if [group["position"] for group in groups] != list(range(1, len(groups) + 1)):
        yield "positions do not count 1, 2, 3"
    if astray := {group["step"] for group in groups} - {step["step"] for step in ruling["timeline"]}:
        yield f"steps that the timeline lacks: {sorted(astray)}"
    ordered = {ref for group in groups for ref in group["abilities"]}
    if both := ordered & {item["ability"] for item in ruling["excluded"]}:
        yield f"both in order and excluded: {sorted(both)}"
    book = f"{ruling['game']}/{ruling['edition']}/"
    for item in (*groups, *ruling["excluded"], *ruling["timeline"]):
        if not item["rules"]:
            yield f"no rule cited: {item}"
        for rule in item["rules"]:
            text = " ".join(corpus.entries[rule["id"]].text.split()) if rule["id"] in corpus.entries else ""
            quote = " ".join(rule["quote"].split())
            if not rule["id"].startswith(book) or len(quote.split()) < 3 or quote not in text:
                yield f"“{quote}” does not stand in {rule['id']}"


def _iter_order_faults(ruling: dict[str, Any], expect: dict[str, Any]) -> Iterator[str]:
    last = 0
    for wanted in expect.get("order", []):
        tie = set(wanted if isinstance(wanted, list) else [wanted])
        places = [g["position"] for g in ruling["order"] if tie <= set(g["abilities"])]
        later = [place for place in places if place > last]
        if not later:
            yield f"{sorted(tie)} should come after position {last}, stands at {places} ({_fates(ruling, tie)})"
            return
        last = later[0]


def _iter_group_faults(ruling: dict[str, Any], expect: dict[str, Any]) -> Iterator[str]:
    for key in ("decided_by", "mandatory"):
        for ref, value in expect.get(key, {}).items():
            groups = [g for g in ruling["order"] if ref in g["abilities"]]
            if not groups or groups[0][key] != value:
                got = groups[0][key] if groups else _fates(ruling, {ref})
                yield f"{ref}: {key} is {got!r}, should be {value!r}"


def _iter_excluded_faults(ruling: dict[str, Any], expect: dict[str, Any]) -> Iterator[str]:
    out = {item["ability"]: item["reason"] for item in ruling["excluded"]}
    for ref, reasons in expect.get("excluded", {}).items():
        if out.get(ref) not in reasons:
            yield f"{ref}: {out.get(ref, 'in order')}, should be excluded as {'/'.join(reasons)}"
    first_at = {ref: g["position"] for g in reversed(ruling["order"]) for ref in g["abilities"]}
    for first, second in expect.get("preempts", []):
        if first not in first_at:
            yield f"{first} is not in order"
        elif second in first_at and first_at[second] <= first_at[first]:
            yield f"{second} should come after {first}"
        elif second not in first_at and out.get(second) not in PRE_EMPTED:
            yield f"{first} should pre-empt {second}"


def _iter_timeline_faults(ruling: dict[str, Any], expect: dict[str, Any]) -> Iterator[str]:
    steps = iter([f"{step['step']} {step['title']}".lower() for step in ruling["timeline"]])
    for pattern in expect.get("timeline", []):
        if not any(re.search(pattern, step) for step in steps):
            yield f"the timeline lacks {pattern} in its place"
            return


def _iter_citation_faults(ruling: dict[str, Any], expect: dict[str, Any], corpus: Corpus) -> Iterator[str]:
    concerned = _concerned(expect)
    fates = (*ruling["order"], *ruling["excluded"])
    items = [fate for fate in fates if concerned & {*fate.get("abilities", ()), fate.get("ability")}]
    rules = [rule for item in items or ruling["timeline"] for rule in item["rules"]]
    cited = {_bare(name) for rule in rules for name in corpus.entries[rule["id"]].names}
    wanted = {_bare(name) for name in expect.get("cites", [])}
    if wanted and not wanted & cited:
        yield f"cites none of {sorted(wanted)}, only {sorted(cited)}"
    if lacking := {_bare(name) for name in expect.get("cites_all", [])} - cited:
        yield f"does not cite {sorted(lacking)}"


def _concerned(expect: dict[str, Any]) -> set[str]:
    refs = {ref for item in expect.get("order", []) for ref in (item if isinstance(item, list) else [item])}
    refs |= {ref for pair in expect.get("preempts", []) for ref in pair}
    return refs | {ref for key in ("excluded", "decided_by", "mandatory") for ref in expect.get(key, {})}


def _bare(name: str) -> str:
    without_remark = plain_name(re.sub(r"\([^)]*\)", "", name)) or plain_name(name)
    return re.sub(r"(?<=\w\w)s\b", "", without_remark.removesuffix(" x"))


def _fates(ruling: dict[str, Any], refs: set[str]) -> str:
    fates = [f"{i['ability']} {i['reason']}" for i in ruling["excluded"] if i["ability"] in refs]
    return ", ".join(fates) or "in order or unknown"
