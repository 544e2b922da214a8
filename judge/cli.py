"""The commands. Each asks the desk and prints: text, one JSON document with `--json`, a line each with `--jsonl`.

Names, options, JSON and exit statuses follow sections 1 and 2 of the contract.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

import click

from judge import __version__, data_places, terminal_text
from judge.build import build, latest_build
from judge.build_folder import current_build, facts_of
from judge.corpus import Corpus
from judge.desk import Desk, desk_on, library_of, open_desk, warn
from judge.entry import Entry
from judge.errors import CouldNot, JudgeError, NotFound, NotUnderstood, Problem
from judge.kept_rulings_commands import (
    asking,
    ruling_with_kept,
    rulings_by_words,
    rulings_group,
    tell_changes,
    tell_rulings,
)
from judge.table_commands import COMMANDS, tell_what_is_old

_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_jsonl = click.option("--jsonl", is_flag=True, help="Read JSON objects, one a line; answer a line each.")
_game = click.option("--game", metavar="GAME", help="Only this game, for example marvel-champions.")
_edition = click.option("--edition", metavar="EDITION", help="Only this edition, for example rr-1.0.")
_SUBCOMMANDS = "COMMAND [ARGS]..."
_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters but tab and newline."""


def _print_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    click.echo(f"judge {__version__}")
    try:
        facts = facts_of(current_build(data_places.data_folder()))
        click.echo(f"build {facts['id']}")
        click.echo("editions " + ", ".join(facts["editions"]))
    except CouldNot as problem:
        click.echo(f"build none: {problem}")
    context.exit()


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    subcommand_metavar=_SUBCOMMANDS,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Version, build id and editions.",
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Search the rules of four card games, follow their cross-references, and settle what resolves first."""
    _help_without_command(context)


def _help_without_command(context: click.Context) -> None:
    """What commands there are, and the status of input that cannot be read, where none was named."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        sys.exit(NotUnderstood.exit_status)


@cli.command("build")
def build_command() -> None:
    """Read the rulebooks and make the glossaries and the search index."""
    folder = build(data_places.data_folder(), _progress, before_use=tell_changes)
    click.echo(f"build {folder.name}", err=True)


@cli.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=int)
@click.option("--workers", default=2, show_default=True, type=int)
def serve_command(host: str, port: int, workers: int) -> None:
    """Serve the web application; builds first when there is no current build."""
    data_folder = data_places.data_folder()
    desk = desk_on(latest_build(data_folder, warn, _progress, tell_changes), data_folder)
    _index_cards(desk)
    from judge.serving import serve
    from judge.web.settings import read_settings

    log_on_stdout = read_settings(os.environ).access_log == "-"  # which then holds JSON alone
    serve(desk, host, port, workers, lambda words: click.echo(words, err=log_on_stdout))


@cli.command("search")
@click.argument("query", required=False)
@_game
@_edition
@click.option("--lang", type=click.Choice(["en", "fi"]), help="Only entries in this language.")
@click.option("--limit", default=10, show_default=True, type=int)
@click.option("--explain", is_flag=True, help="Say why each entry ranks where it does.")
@_json
@_jsonl
def search_command(
    query: str | None,
    game: str | None,
    edition: str | None,
    lang: str | None,
    limit: int,
    explain: bool,
    as_json: bool,
    jsonl: bool,
) -> None:
    """Find entries: words, "phrases", -word, OR, game:, edition:, in:headword."""
    from judge.kept_rulings.shown_beside import in_hits

    desk = open_desk()
    if jsonl:
        _answer_lines(
            lambda line: in_hits(
                asking(desk),
                desk.search(
                    _said(line, "q", str),
                    game=_said(line, "game", str, game),
                    edition=_said(line, "edition", str, edition),
                    lang=_said(line, "lang", str, lang),
                    limit=_said(line, "limit", int, limit),
                ).as_json(),
            )
        )
        return
    results = desk.search(query or "", game=game, edition=edition, lang=lang, limit=limit)
    for note in results.notes:
        click.echo(note, err=True)
    _deliver(in_hits(asking(desk), results.as_json()), as_json, lambda: terminal_text.hits(results, explain))
    tell_rulings(rulings_by_words(desk, query or "", game, edition))
    if not results.hits:
        near = f" Did you mean {', '.join(results.did_you_mean)}?" if results.did_you_mean else ""
        click.echo(f"Nothing found for “{query}”.{near}", err=True)
        sys.exit(NotFound.exit_status)


@cli.command("show")
@click.argument("term")
@_game
@_edition
@_json
def show_command(term: str, game: str | None, edition: str | None, as_json: bool) -> None:
    """Print an entry whole, by its name or id."""
    desk = open_desk()
    found = desk.show(term, game, edition)
    for entry in found:
        if entry.kind == "redirect":
            targets = [desk.corpus.entries[target].headword for target in entry.redirects_to] or entry.see_also
            click.echo(f"{entry.headword} is a redirect; see {', '.join(targets)}.", err=True)
    from judge.kept_rulings.shown_beside import in_entry

    data = [in_entry(asking(desk), _named(entry, desk.corpus, term)) for entry in found]
    _deliver(data, as_json, lambda: terminal_text.entries(found, desk.corpus, term))
    tell_rulings(row for entry in data for row in entry["kept_rulings"] or ())


def _named(entry: Entry, corpus: Corpus, term: str) -> dict[str, Any]:
    """An entry as JSON; where parts of it explain the term that was asked for, `named` holds their anchors."""
    explaining = corpus.explaining(entry, term)
    return entry.as_json() | ({"named": [paragraph.anchor for paragraph in explaining]} if explaining else {})


@cli.command("entries")
@_game
@_edition
@_json
def entries_command(game: str | None, edition: str | None, as_json: bool) -> None:
    """List all entries in reading order."""
    corpus = open_desk().corpus
    found = corpus.entries_of(game, edition)
    _deliver([entry.as_json() for entry in found], as_json, lambda: terminal_text.contents(found))


@cli.command("refs")
@click.argument("term")
@_game
@_json
def refs_command(term: str, game: str | None, as_json: bool) -> None:
    """Cross-references of an entry, both ways."""
    found = open_desk().refs(term, game)
    _deliver([reference.as_json() for reference in found], as_json, lambda: terminal_text.references(found))


@cli.command("ability")
@click.argument("text", required=False)
@_game
@_json
@_jsonl
def ability_command(text: str | None, game: str | None, as_json: bool, jsonl: bool) -> None:
    """Take a card's text apart into abilities and keywords."""
    desk = open_desk()
    if jsonl:
        _answer_lines(lambda line: desk.ability(_said(line, "text", str), _said(line, "game", str, game)).as_json())
        return
    card_text = desk.ability(text or "", game)
    _deliver(card_text.as_json(), as_json, lambda: terminal_text.card_text(card_text))


@cli.command("resolve")
@click.argument("files", nargs=-1, metavar="FILE")
@click.option("--all-orders", is_flag=True, help="Every order open to those who decide that leads to another result.")
@click.option("--compare", is_flag=True, help="Two disputes, their rulings side by side: --compare A B.")
@_json
@_jsonl
def resolve_command(files: tuple[str, ...], all_orders: bool, compare: bool, as_json: bool, jsonl: bool) -> None:
    """Settle a dispute (YAML or JSON, a file or - for standard input): what resolves first, and why."""
    desk = open_desk()
    if jsonl:
        _answer_lines(lambda line: ruling_with_kept(desk, line, desk.resolve(line).as_json()))
        return
    wanted = 2 if compare else 1
    if len(files) != wanted:
        many = "two disputes, a file each" if compare else "one dispute: a file, or - for standard input"
        raise NotUnderstood(f"Name {many}.", "FILE")
    from judge.request_bodies import read_dispute_file

    disputes = [read_dispute_file(_contents(file)) for file in files]
    if compare:
        compared = desk.compare(*disputes)
        _deliver(compared.as_json(), as_json, lambda: terminal_text.comparison(compared, files))
    elif all_orders:
        outcomes = desk.all_orders(disputes[0])
        _deliver(outcomes.as_json(), as_json, lambda: terminal_text.outcomes(outcomes))
    else:
        ruling = desk.resolve(disputes[0])
        told = ruling_with_kept(desk, disputes[0], ruling.as_json())
        _deliver(told, as_json, lambda: terminal_text.ruling(ruling))
        tell_rulings(told["kept_rulings"])


@cli.command("dispute")
@click.argument("file", metavar="FILE")
@_game
@_json
def dispute_command(file: str, game: str | None, as_json: bool) -> None:
    """Read a dispute as people write it in a chat (a file or - for standard input): who plays, what happens, the cards.

    A copied ruling, YAML, JSON and a deck list are read too. What was guessed, and what found no place, is told; what
    is printed without --json is YAML that `judge resolve` takes.
    """
    from judge.web.dispute_in_address import unpack

    content = _contents(file)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise NotUnderstood(f"{file} is no text in UTF-8.", file) from problem
    read = open_desk().pasted(text.replace("\r\n", "\n"), game, unpack)
    _deliver(read.as_json(), as_json, lambda: terminal_text.pasted(read))


@cli.command("ask")
@click.argument("question")
@_game
@_edition
@_json
def ask_command(question: str, game: str | None, edition: str | None, as_json: bool) -> None:
    """Answer a question in plain words, only from rules that are cited."""
    desk = open_desk()
    from judge.kept_rulings.shown_beside import in_answer

    answer = in_answer(asking(desk), desk.corpus, desk.ask(question, game, edition))
    _deliver(answer, as_json, lambda: terminal_text.answer(answer))
    tell_rulings(answer["kept_rulings"])


@cli.command("occurrences")
@_game
@_json
def occurrences_command(game: str | None, as_json: bool) -> None:
    """The occurrences a dispute may name, with their participants and steps."""
    found = open_desk().occurrences(game)
    _deliver(found, as_json, lambda: terminal_text.occurrences(found))


@cli.command("diff")
@click.argument("term")
@_game
@_json
def diff_command(term: str, game: str | None, as_json: bool) -> None:
    """What changed in an entry between the editions of its game, word by word."""
    desk = open_desk()
    found = {d: None for entry in desk.corpus.get(term, game) for d in desk.differences(entry)}
    _deliver([d.as_json() for d in found], as_json, lambda: terminal_text.differences(found))


@cli.command("audit")
@_game
@_edition
@_json
def audit_command(game: str | None, edition: str | None, as_json: bool) -> None:
    """How the books were read: lines, repairs, uncertain readings, references that lead nowhere."""
    found = open_desk().audits(game, edition)
    _deliver(found, as_json, lambda: terminal_text.audits(found))


@cli.command("export")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--address", metavar="URL", help="Where it will be found: for sitemap, canonical links, 404 page.")
def export_command(folder: Path, address: str | None) -> None:
    """Write the whole reader, its search included, as a static site that any web host can serve."""
    from judge.export import export

    written = export(open_desk(), folder, address, _progress)
    click.echo(f"{written.pages} pages, {written.files} files, {written.size / 1e6:.1f} MB in {written.folder}")


cli.add_command(rulings_group)
for _command in COMMANDS:
    cli.add_command(_command)


@cli.group("cards", invoke_without_command=True, subcommand_metavar=_SUBCOMMANDS)
@click.pass_context
def cards_group(context: click.Context) -> None:
    """A local library of cards, so that a dispute may name them instead of quoting them."""
    _help_without_command(context)


@cards_group.command("import")
@click.argument("source", metavar="PATH|URL")
def cards_import_command(source: str) -> None:
    """Read card packs in MarvelCDB's format: a folder, a file, or the address of its API."""
    from judge.cards.packs import iter_cards

    found, skipped = [], []
    for item in iter_cards(source):
        if isinstance(item, Problem):
            skipped.append(item)
            click.echo(f"judge: {item.message}", err=True)
        else:
            found.append(item)
            if len(found) % 1000 == 0:
                _progress(f"{len(found)} cards read …")
    if not found:
        raise NotUnderstood(f"{source} holds no card that can be read.", source)
    click.echo(f"{library_of(data_places.data_folder()).add(found)} cards imported, {len(skipped)} skipped.")
    try:
        _index_cards(open_desk())
    except CouldNot:  # nothing is built yet: the index is made when it is first asked
        return


def _index_cards(desk: Desk) -> None:
    """Make the index of what the library's cards wait for, where that is possible now; else when it is first asked."""
    try:
        if len(desk.cards):
            desk.index_cards(_progress)
            tell_what_is_old(desk)
    except CouldNot as problem:
        warn(f"what the cards wait for is not indexed yet: {problem}")


@cards_group.command("search")
@click.argument("name")
@_json
def cards_search_command(name: str, as_json: bool) -> None:
    """Find cards of the library by name."""
    if not name.strip():
        raise NotUnderstood("The name is empty; type one, or its beginning.", "NAME")
    found = library_of(data_places.data_folder()).search(name)
    _deliver([card.as_json() for card in found], as_json, lambda: terminal_text.cards(found))
    if not found:
        click.echo(f"The library has no card “{name}”; `judge cards import` fills it.", err=True)
        sys.exit(NotFound.exit_status)


def _deliver(document: object, as_json: bool, text: Callable[[], str]) -> None:
    said = json.dumps(document, ensure_ascii=False, indent=1) if as_json else text()
    if said:
        click.echo(said)


def _answer_lines(answer: Callable[[dict[str, Any]], object]) -> None:
    """One answer a line; a bad line gets an error object, and the work goes on. Exits with the worst line's status."""
    worst = 0
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            document = answer(_object_of(line, number))
        except JudgeError as error:
            document, worst = {"error": error.as_json()}, max(worst, error.exit_status)
        except Exception as fault:  # a fault of ours in one line keeps no other line from its answer
            ours = _our_fault(fault, f"line {number}")
            document, worst = {"error": ours.as_json()}, max(worst, ours.exit_status)
        click.echo(json.dumps(document, ensure_ascii=False))
    sys.exit(worst)


def _our_fault(fault: Exception, where: str) -> CouldNot:
    """What a program's own mistake is told as: its kind and place, and what to do about it."""
    from traceback import extract_tb

    frame = extract_tb(fault.__traceback__)[-1]
    at = f"{type(fault).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
    return CouldNot(f"Judge met a mistake of its own ({at}); please report it with what you asked.", where)


def _object_of(line: str, number: int) -> dict[str, Any]:
    from judge.request_bodies import read_json

    return read_json(line.rstrip("\r\n"), f"line {number}")


_REQUIRED: Any = object()


def _said(line: Mapping[str, Any], key: str, kind: type, otherwise: Any = _REQUIRED) -> Any:
    """What a line says under `key`, or what is said otherwise. Raises NotUnderstood for a value of another type."""
    value = line.get(key)
    if value is None and otherwise is not _REQUIRED:
        return otherwise
    if type(value) is not kind:
        wanted = "text" if kind is str else "a whole number"
        wrong = f"The line lacks “{key}”, {wanted}." if value is None else f"“{key}” must be {wanted}."
        raise NotUnderstood(wrong, key)
    return value


def _contents(file: str) -> bytes:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as problem:
        raise NotUnderstood(f"{file} cannot be read: {problem.strerror}.", file) from problem
    if not content.strip():
        name = "Standard input" if file == "-" else file
        raise NotUnderstood(f"{name} is empty; a dispute should stand there, as YAML or JSON.", file)
    return content


def _progress(message: str) -> None:
    if sys.stderr.isatty():
        click.echo(message, err=True)


def main() -> None:
    """Run the command line; every error is one clear sentence, or one JSON object under `--json`."""
    if sys.stdin is None:  # closed by whoever started us
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if hasattr(sys.stdin, "reconfigure"):  # what is no UTF-8 is refused line by line, with a word
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.stdout, sys.stderr = _harmless(sys.stdout), _harmless(sys.stderr)
    try:
        cli.main(standalone_mode=False)
    except JudgeError as error:
        _fail(error)
    except click.UsageError as problem:
        _fail(NotUnderstood(_misused(problem), "command line"))
    except click.exceptions.Abort:
        sys.exit(130)
    except BrokenPipeError:
        _write_no_more()
        sys.exit(0)
    except OSError as problem:
        _write_no_more()
        what = problem.strerror or str(problem)
        _fail(CouldNot(f"The system refused ({what}); see to that and try again.", problem.filename or "output"))
    except Exception as fault:
        _fail(_our_fault(fault, "judge"))


class _HarmlessText(io.TextIOWrapper):
    """Writes all but characters that would command a terminal: names come from anywhere."""

    def write(self, words: str) -> int:
        """Write them; returns how many characters that were."""
        return super().write(_COMMANDS.sub("\N{REPLACEMENT CHARACTER}", words))


def _harmless(stream: TextIO) -> TextIO:
    """A stream to the same place that is harmless; the stream itself where it leads to nothing."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    return _HarmlessText(stream.buffer, "utf-8", "replace", line_buffering=stream.line_buffering)


def _write_no_more() -> None:
    """Let what is still to be written to standard output go nowhere, so that the end of the program is quiet."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _misused(problem: click.UsageError) -> str:
    """What is wrong with a command line, and where its usage stands."""
    said = problem.format_message().rstrip(".?")
    return f"{said}; `{problem.ctx.command_path} --help` says what it takes." if problem.ctx else f"{said}."


def _fail(error: JudgeError) -> None:
    if "--json" in sys.argv:
        click.echo(json.dumps({"error": error.as_json()}, ensure_ascii=False, indent=1))
    else:
        for problem in error.problems:
            where = f" [{problem.where}]" if problem.where else ""
            click.echo(f"judge: {problem.message}{where}", err=True)
    sys.exit(error.exit_status)
