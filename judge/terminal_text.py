"""Writes answers as text for a terminal: noun in, lines out. No answer is computed here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judge.corpus import Corpus
from judge.entry import Entry, Paragraph, Reference, in_quotes
from judge.paragraph_blocks import iter_numbered, outline

if TYPE_CHECKING:
    from judge.ability import Ability, CardText, Keyword
    from judge.cards.card import LibraryCard
    from judge.edition_comparison import EntryComparison
    from judge.engine.orders import Comparison, Outcomes
    from judge.pasted.pasted_values import Pasted
    from judge.rulings.ruling import Ruling
    from judge.search.search import Results

_UNOFFICIAL = " (unofficial)"


def hits(results: Results, explain: bool = False) -> str:
    """Search hits, two lines each; with `explain` the reasons of the rank below."""
    lines: list[str] = []
    for number, hit in enumerate(results.hits, 1):
        mark = "" if hit.official else _UNOFFICIAL
        lines += [f"{number}. {hit.headword} — {hit.id}{mark}", f"   {hit.snippet}"]
        if explain:
            lines += [f"   {hit.score:.3f}: {'; '.join(hit.reasons)}"]
    return "\n".join(lines)


def entries(found: Iterable[Entry], corpus: Corpus, term: str = "") -> str:
    """Whole entries with edition and publisher; paragraphs that explain the `term` asked for are marked “›”."""
    return "\n\n".join(_entry(entry, corpus, term) for entry in found)


def _entry(entry: Entry, corpus: Corpus, term: str) -> str:
    book = corpus.book_of(entry)
    mark = "" if entry.official else _UNOFFICIAL
    head = [f"{entry.headword}{mark}", f"{book.game_title}, {book.title} ({book.publisher}) · {entry.id}", ""]
    asked = corpus.explaining(entry, term)
    lines = [(p, _paragraph(p, number)) for number, p in iter_numbered(outline(entry.paragraphs))]
    body = [f"› {line}" if p in asked else line for p, line in lines]
    for target, told in corpus.told(entry):
        body += [f"→ {target.headword}, {target.id}", *(paragraph.text for paragraph in told)]
    see = ["", f"See also: {', '.join(_see_also(entry, corpus))}"] if entry.see_also else []
    unsure = [f"Uncertain reading: {u.text} ({u.why})" for u in entry.uncertain]
    return "\n".join([*head, *body, *see, *unsure])


def _see_also(entry: Entry, corpus: Corpus) -> Iterator[str]:
    """Lazily, the names of the See line, each that leads nowhere with the entries it may mean."""
    for name, target in zip(entry.see_also, entry.see_also_ids, strict=True):
        others = () if target else corpus.meant_by_reference(entry, name)
        yield f"{name} ({', '.join(other.id for other in others)})" if others else name


def _paragraph(paragraph: Paragraph, number: int | None) -> str:
    marker = {"text": "", "item": "• ", "step": f"{number}. "}[paragraph.role]
    return "  " * paragraph.level + marker + paragraph.text


def contents(found: Iterable[Entry]) -> str:
    """Entries as a list: id, kind, headword."""
    return "\n".join(f"{entry.id}\t{entry.kind}\t{entry.headword}" for entry in found)


def references(found: Iterable[Reference]) -> str:
    """Cross-references both ways, entry by entry."""
    return "\n\n".join(
        "\n".join(
            [ref.id]
            + [f"  see also       {i}" for i in ref.see_also]
            + [f"  mentions       {i}" for i in ref.mentions]
            + [f"  referenced by  {i}" for i in ref.referenced_by]
        )
        for ref in found
    )


def card_text(text: CardText) -> str:
    """Abilities and keywords of a card, a line each, numbered as a dispute refers to them."""
    words = {id(part): _ability(part) for part in text.abilities} | {id(part): _keyword(part) for part in text.keywords}
    lines = [f"#{number} {words[id(part)]}" for number, part in enumerate(text.parts, 1)]
    return "\n".join(lines) or "No ability and no keyword: the text has no effect of its own."


def _keyword(keyword: Keyword) -> str:
    return f"keyword {keyword.name} {keyword.value or ''}".strip()


def _ability(ability: Ability) -> str:
    facts = [ability.timing, "mandatory" if ability.mandatory else "optional"]
    if ability.form:
        facts.append(f"{ability.form} only")
    if ability.labels:
        facts.append("/".join(ability.labels))
    trigger = f"; {ability.trigger.word} {ability.trigger.text} [{ability.trigger.event}]" if ability.trigger else ""
    return f"{', '.join(facts)}{trigger}: {ability.effect}"


def pasted(read: Pasted) -> str:
    """A dispute that was read from text, as YAML; what was guessed and what was not placed stands before it as
    comments.
    """
    import yaml

    lines = [f"# guessed: {one.path}: {_short(one.value)}. {one.why}" for one in read.guessed]
    lines += [f"# not placed: {_short(one.text)}{f' ({one.why})' if one.why else ''}" for one in read.unplaced]
    said = yaml.safe_dump(dict(read.dispute), allow_unicode=True, sort_keys=False, width=100).rstrip()
    return "\n".join([*lines, said])


def _short(value: object) -> str:
    """A value on one line."""
    return "nothing" if value is None else " ".join(str(value).split())


def ruling(result: Ruling) -> str:
    """A ruling: the answer, each step with who decides and why, what does not resolve; the deciding rules quoted."""
    from judge.rulings.ruling_text import long_text

    return long_text(result)


def outcomes(found: Outcomes) -> str:
    """Every result that a choice leads to: the usual ruling whole, of the others what differs from it."""
    first, *others = found.outcomes
    lines = [ruling(first.ruling), "", f"{len(others)} other result(s) that a choice leads to:"]
    for number, outcome in enumerate(others, 2):
        picked = ", ".join(first.ruling.names.get(ref, ref) for ref in outcome.preferred)
        lines.append(f"{number}. with {picked} first:")
        names = first.ruling.names
        lines += [f"   {names.get(d.ability, d.ability)}: {d.second} (else {d.first})" for d in outcome.differs]
    return "\n".join(lines if found.complete else [*lines, found.as_json()["note"]])


def comparison(compared: Comparison, names: Sequence[str]) -> str:
    """Each ability's fate in two rulings, those that differ marked with ≠."""
    lines = [f"first: {names[0]} ({compared.first.edition}), second: {names[1]} ({compared.second.edition})"]
    for d in compared.differences:
        lines += [f"{'≠' if d.differs else '='} {d.ability}", f"    first:  {d.first}", f"    second: {d.second}"]
    return "\n".join(lines)


def answer(data: dict[str, Any]) -> str:
    """What the rule says with what it rests on; else the nearest rule, its best sentence in «»; else entries."""
    if data["answer"]:
        lines = ["The rule says:", data["answer"]]
        lines += [f"{n}. {step}" for n, step in enumerate(data["order"] or [], 1)]
        lines += [f"“{in_quotes(rule['quote'])}” ({rule['headword']}, {rule['id']})" for rule in data["rules"]]
    elif nearest := data["nearest"]:
        quote = nearest["quote"].replace(nearest["highlight"], f"«{nearest['highlight']}»", 1)
        mark = "" if nearest["official"] else _UNOFFICIAL
        lines = ["Nearest rule, judge for yourself:", quote, f"({nearest['headword']}, {nearest['id']}{mark})"]
    else:
        lines = ["Entries near these words:"] if data["entries"] else ["No entry is near these words."]
        lines += [f"- {hit['headword']} ({hit['id']})" for hit in data["entries"]]
    return "\n".join(lines)


def differences(found: Iterable[EntryComparison]) -> str:
    """Word-level differences: removed words as [-…-], added words as {+…+}."""
    marks = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    lines = [
        f"{d.old} → {d.new} ({d.kind})\n" + " ".join(marks[c.kind].format(c.text) for c in d.changes) for d in found
    ]
    return "\n\n".join(lines) or "No other edition of the game has an entry of that name."


_COUNTS = ("entries", "redirects", "references", "mentions")
_LINES = ("read", "blank", "furniture", "kept", "moved", "rewritten")


def audits(found: Sequence[dict[str, Any]]) -> str:
    """The account of each book: a table of counts, then repairs with examples and what stays uncertain."""
    rows = [("book", *_LINES, *_COUNTS, "unresolved", "uncertain", "repairs")]
    for audit in found:
        counts = [*(audit["lines"][key] for key in _LINES), *(audit[key] for key in _COUNTS)]
        more = [len(audit["unresolved"]), len(audit["uncertain"]), len(audit["changes"])]
        rows.append((audit["book"], *(str(n) for n in (*counts, *more))))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*table, *(line for audit in found for line in _account(audit))])


def _account(audit: dict[str, Any]) -> list[str]:
    lines = ["", audit["book"]]
    for kind, repair in audit["repairs"].items():
        lines.append(f"  {kind}: {repair['count']}, as {'; '.join(repair['examples'])}")
    lines += [f"  uncertain: “{doubt['text']}” in {doubt['id']}: {doubt['why']}" for doubt in audit["uncertain"]]
    lines += [f"  names nothing: {loose['name']} in {loose['id']}" for loose in audit["unresolved"]]
    return lines


def cards(found: Iterable[LibraryCard]) -> str:
    """Library cards, a line each: code, name, kind."""
    return "\n".join(f"{card.code}\t{card.name}\t{card.kind}" for card in found)


def occurrences(found: Iterable[dict[str, Any]]) -> str:
    """Occurrence types with their participants, a line each."""
    return "\n".join(
        f"{item['game']}/{item['edition']}\t{item['type']}\t"
        + ", ".join(p["name"] + ("?" if p["optional"] else "") for p in item["participants"])
        for item in found
    )
