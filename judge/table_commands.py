"""Asks about a whole table from the command line: `judge responders`, `chart`, `collisions …`, `practice`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import click

from judge import table_terminal_text as terminal_text
from judge.desk import Desk, open_desk, warn
from judge.errors import NotFound, NotUnderstood

_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_MOST_WORKERS = 64
_MOST_PARTS = 64


def _read(file: str, what: str) -> dict[str, Any]:
    """What a file holds, YAML or JSON; - for standard input. Raises NotUnderstood."""
    from judge.request_bodies import read_dispute_file

    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as problem:
        raise NotUnderstood(f"{file} cannot be read: {problem.strerror}.", file) from problem
    if not content.strip():
        raise NotUnderstood(f"{file} is empty; {what} should stand there, as YAML or JSON.", file)
    return read_dispute_file(content)


def _indexed(desk: Desk) -> Desk:
    """The desk with its index of abilities made; that takes some seconds after cards were imported."""
    desk.index_cards(warn)
    tell_what_is_old(desk)
    return desk


def tell_what_is_old(desk: Desk) -> None:
    """Say that cards of the library were imported by an earlier version, where some were."""
    if desk.cards.advice:
        warn(desk.cards.advice)


def _deliver(document: object, as_json: bool, text: Callable[[], str]) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=1) if as_json else text())


@click.command("responders")
@click.argument("file")
@click.option("--step", metavar="STEP", help="Only at this step of the moment, such as enemy-attack/after.")
@click.option("--set", "sets", multiple=True, metavar="SET", help="Only cards of this set; may be repeated.")
@click.option("--pack", "packs", multiple=True, metavar="PACK", help="Only cards of this pack; may be repeated.")
@click.option("--deck", "decks", multiple=True, metavar="PLAYER=FILE", help="Only a player's deck; may be repeated.")
@_json
def responders_command(
    file: str, step: str | None, sets: tuple[str, ...], packs: tuple[str, ...], decks: tuple[str, ...], as_json: bool
) -> None:
    """Who of the card library may or must act at the moment that a dispute names, and why others nearly do."""
    from judge.responders.moment_question import AskedCards

    desk, moment = _indexed(open_desk()), _read(file, "a dispute")
    game = str(moment.get("game") or "")
    lists: dict[str | None, list[str]] = {}
    for said in decks:
        player, _, name = said.partition("=")
        if not name:
            raise NotUnderstood("Write --deck as PLAYER=FILE, such as --deck Ada=ada.txt.", "--deck")
        text = _text(name)
        deck = desk.deck(text, game, f"{player}’s deck")
        for problem in deck.problems:
            warn(problem.message)
        lists[player] = [card.code for card, _ in deck.cards]
    found = desk.responders(moment, step, AskedCards(lists, sets, packs))
    _deliver(found.as_json(), as_json, lambda: terminal_text.responders(found))


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise NotUnderstood(f"{file} is no UTF-8 text.", file) from problem
    except OSError as problem:
        raise NotUnderstood(f"{file} cannot be read: {problem.strerror}.", file) from problem


@click.command("chart")
@click.argument("file")
@_json
def chart_command(file: str, as_json: bool) -> None:
    """The chart of a table (scenario, sets, heroes, decks): who acts at each step of a round."""
    found = _indexed(open_desk()).chart(_read(file, "a table"))
    for problem in found.problems:
        warn(problem.message)
    _deliver(found.as_json(), as_json, lambda: terminal_text.chart(found))


@click.command("practice")
@click.argument("file", required=False)
@click.option("--game", metavar="GAME", help="Made-up cards of this game, where no FILE names a table.")
@click.option("--level", type=click.IntRange(1, 3), help="1 steps and forms, 2 what stands together, 3 what shuts out.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="One seed, one sheet.")
@click.option("--count", type=click.IntRange(1, 50), default=10, show_default=True)
@click.option("--answers", is_flag=True, help="With the answers behind the questions.")
@_json
def practice_command(
    file: str | None, game: str | None, level: int | None, seed: int, count: int, answers: bool, as_json: bool
) -> None:
    """A sheet of questions made of rulings, over the cards of a table (as for chart) or over made-up ones."""
    desk = open_desk()
    if file is not None:
        _indexed(desk)
    said = _read(file, "a table") if file is not None else None
    found = desk.practice(said, game=game, seed=seed, count=count, level=level)
    _deliver(found.as_json(), as_json, lambda: terminal_text.sheet(found, answers))


@click.group("collisions", subcommand_metavar="COMMAND [ARGS]...")
def collisions_group() -> None:
    """Pairs of cards that shut each other out, tie, whose order differs between editions, or stays open."""


_folder = click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where findings are kept; else in the data folder.",
)


@collisions_group.command("run")
@click.option("--pack", "packs", multiple=True, metavar="PACK", help="Only cards of this pack; may be repeated.")
@click.option("--game", default="marvel-champions", show_default=True, metavar="GAME")
@click.option(
    "--workers", type=click.IntRange(1, _MOST_WORKERS), default=2, show_default=True, help="Processes of this machine."
)
@click.option(
    "--parts",
    type=click.IntRange(1, _MOST_PARTS),
    default=2,
    show_default=True,
    help="Parts into which each moment is cut.",
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster whose workers see the data folder.")
@_folder
@_json
def collisions_run_command(
    packs: tuple[str, ...],
    game: str,
    workers: int,
    parts: int,
    scheduler: str | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Look for collisions among all cards of the library, or of some packs; what is done already is taken over."""
    from judge.collisions.dask_run import run

    desk = _indexed(open_desk())
    with click.progressbar(length=1, label="Looking for collisions", file=sys.stderr, show_pos=True) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        report = run(
            desk,
            folder or desk.collisions_folder,
            game,
            packs,
            workers=workers,
            parts=parts,
            scheduler=scheduler,
            tell=tell,
        )
    document = {name: getattr(report, name) for name in report.__slots__}
    _deliver(
        document, as_json,
        lambda: f"{report.pairs:,} pairs, {report.findings:,} findings in {report.jobs} parts "
        f"({report.taken_over} were there already).",
    )  # fmt: skip


@collisions_group.command("report")
@_folder
@_json
def collisions_report_command(folder: Path | None, as_json: bool) -> None:
    """How many there are of which kind, where editions differ, and what nobody decides."""
    from judge.collisions.findings_report import COLUMNS, overview
    from judge.collisions.findings_store import FindingsStore

    found = overview(FindingsStore(folder or open_desk().collisions_folder).rows(columns=COLUMNS))
    _deliver(found.as_json(), as_json, lambda: terminal_text.overview(found))


@collisions_group.command("list")
@click.option("--kind", type=click.Choice(["shuts-out", "tie", "open", "editions"]), default=None)
@click.option("--moment", default="", metavar="MOMENT", help="Only at this moment, such as enemy-attack.")
@click.option("--edition", default="", metavar="EDITION")
@click.option("--words", default="", help="In the name of either card.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True)
@_folder
@_json
def collisions_list_command(
    kind: str | None, moment: str, edition: str, words: str, limit: int, folder: Path | None, as_json: bool
) -> None:
    """List findings, each with the dispute that shows it (--json)."""
    from judge.collisions.findings_store import FindingsFilter, FindingsStore

    found: list[Mapping[str, str]] = list(
        islice(
            FindingsStore(folder or open_desk().collisions_folder).rows(
                FindingsFilter(kind or "", moment, edition, words)
            ),
            limit,
        )
    )
    _deliver(
        [{**row, "dispute": json.loads(row["dispute"])} for row in found],
        as_json,
        lambda: terminal_text.findings(iter(found)),
    )
    if not found:
        click.echo("Nothing found; ask for less, or look again with `judge collisions run`.", err=True)
        sys.exit(NotFound.exit_status)


COMMANDS = (responders_command, chart_command, practice_command, collisions_group)
