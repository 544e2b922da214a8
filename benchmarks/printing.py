"""Results as plain text and as the tables of a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def plain(section: Mapping[str, Any]) -> str:
    """Tables and targets of one section, as `Measured.as_json` gives them, for a terminal."""
    return "\n".join(line for table in section["tables"] for line in _plain_table(table)) + _verdicts(section)


def _plain_table(table: Mapping[str, Any]) -> Iterator[str]:
    rows = [table["columns"], *([shown(cell) for cell in row] for row in table["rows"])]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    numeric = [all(not isinstance(row[at], str) for row in table["rows"]) for at in range(len(widths))]
    yield f"\n{table['title']}"
    for row in rows:
        cells = zip(row, widths, numeric, strict=True)
        yield "  ".join(f"{c:>{w}}" if right else f"{c:<{w}}" for c, w, right in cells).rstrip()
    if table["note"]:
        yield f"({table['note']})"


def _verdicts(section: Mapping[str, Any]) -> str:
    return "".join(f"\n{_verdict(target)}" for target in section["targets"])


def _verdict(target: Mapping[str, Any]) -> str:
    bound = "at least" if target["at_least"] else "at most"
    word = "met" if target["met"] else "NOT met"
    return f"{word}: {target['what']}: {shown(target['measured'])} {target['unit']} ({bound} {shown(target['wanted'])})"


def markdown(section: Mapping[str, Any]) -> str:
    """The same as Markdown tables."""
    parts = ["\n".join(_markdown_table(table)) for table in section["tables"]]
    if section["targets"]:
        rows = [
            [
                t["what"],
                f"{'≥' if t['at_least'] else '≤'} {shown(t['wanted'])}",
                shown(t["measured"]),
                t["unit"],
                "met" if t["met"] else "**not met**",
            ]
            for t in section["targets"]
        ]
        parts.append("\n".join(_grid(["target", "wanted", "measured", "unit", ""], rows)))
    return "\n\n".join(parts)


def _markdown_table(table: Mapping[str, Any]) -> Iterator[str]:
    yield f"**{table['title']}.** {table['note']}".rstrip()
    yield ""
    yield from _grid(table["columns"], [[shown(cell) for cell in row] for row in table["rows"]])


def _grid(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (columns, ["---"] * len(columns), *rows):
        yield f"| {' | '.join(row)} |"


def soak_in_words(summary: Mapping[str, Any]) -> list[str]:
    """The summary of a soak, a line each."""
    times = summary["milliseconds"]
    return [
        f"{summary['requests']:,} requests in {summary['seconds'] / 60:.1f} minutes, {summary['per_second']:.0f} a "
        f"second with {summary['workers']} workers (highest rate found: {summary['highest_rate']:.0f}).",
        f"Latency: median {times['p50']:.1f} ms, 95th percentile {times['p95']:.1f}, 99th {times['p99']:.1f}, worst "
        f"{times['worst']:.0f}; {summary['windows_above']} of {summary['windows']} windows of 10 s above "
        f"{summary['p95_at_most']:.0f} ms.",
        f"Statuses: {', '.join(f'{status} × {number:,}' for status, number in summary['statuses'].items())}.",
        f"Compared with an idle server: {summary['compared']:,} answers to {summary['compared_distinct']:,} distinct "
        f"requests, {len(summary['different'])} different.",
        *(
            f"Memory of {row['process']}: {row['first']:.1f} MB at first, {row['last']:.1f} at last, "
            f"{row['a_minute']:+.2f} a minute after the warm-up ({row['per_cent']:+.1f} %)."
            for row in summary["memory"]
        ),
        *(f"Different: {request}" for request in summary["different"]),
        *([f"The server said: {summary['said']}"] if summary["said"] else []),
        f"Wrong: {'; '.join(summary['wrong'])}." if summary["wrong"] else "Nothing wrong.",
    ]


def shown(cell: object) -> str:
    """A figure as people read it: three digits or all before the point, nothing where there is none."""
    if cell is None:
        return "–"
    if not isinstance(cell, float):
        return f"{cell:,}" if isinstance(cell, int) else str(cell)
    size = abs(cell)
    return f"{cell:,.{0 if size >= 100 else 1 if size >= 10 else 2 if size >= 1 else 3}f}"
