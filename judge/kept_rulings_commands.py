"""Keeps, finds and checks rulings that people gave, from the command line: `judge rulings …`."""

from __future__ import annotations

import getpass
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judge import data_places
from judge.build import latest_build
from judge.build_folder import finished_builds
from judge.desk import Desk, desk_on, open_desk, warn
from judge.errors import JudgeError, NotFound, NotUnderstood

if TYPE_CHECKING:
    from judge.kept_rulings.build_comparison import OutcomeChange
    from judge.kept_rulings.checking import CheckOutcome
    from judge.kept_rulings.model import KeptRuling, StoredRuling, Version
    from judge.kept_rulings.shown_beside import AskStore
    from judge.kept_rulings.store import RulingStore
    from judge.kept_rulings.store_filters import RulingFilter
    from judge.kept_rulings.write_tokens import Rights


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "somebody"


Found = TypeVar("Found")
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_by = click.option("--by", metavar="NAME", default=_user, help="Who does it, for the history.")
_why = click.option("--why", metavar="WORDS", default="", help="Why, for the history.")
_LISTED = "`judge rulings list` names those there are."
_MOST_TOLD = 5
_FORMATS = ("yaml", "json", "markdown")


_NARROWING = (
    click.option("--words", default="", help="Only those that hold these words."),
    click.option("--game", default="", metavar="GAME", help="Only of this game."),
    click.option("--edition", default="", metavar="EDITION", help="Only those that hold for this edition."),
    click.option("--status", default="", metavar="STATUS", help="official, head-judge, house or draft."),
    click.option("--source", default="", metavar="NAME", help="Only what they said."),
    click.option("--entry", default="", metavar="ID", help="Only about this entry."),
    click.option("--card", default="", metavar="NAME|CODE", help="Only about this card."),
    click.option("--since", default="", metavar="DAY", help="Only of this day or later, such as 2026-03-31."),
    click.option("--until", default="", metavar="DAY", help="Only of this day or earlier."),
)


def _narrowing(command: Callable[..., None]) -> Callable[..., None]:
    """The options that narrow what is listed or written."""
    for option in reversed(_NARROWING):
        command = option(command)
    return command


@click.group("rulings", subcommand_metavar="COMMAND [ARGS]...", invoke_without_command=True)
@click.pass_context
def rulings_group(context: click.Context) -> None:
    """Rulings that people gave: kept with their source, shown where they matter, checked against this program."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        sys.exit(NotUnderstood.exit_status)


@rulings_group.command("add")
@click.argument("file")
@_by
@_why
def add_command(file: str, by: str, why: str) -> None:
    """Keep one new ruling (YAML or JSON, a file or - for standard input)."""
    desk = open_desk()
    found = _grounded(desk, file)
    if len(found) != 1:
        raise NotUnderstood(f"{file} holds {len(found)} rulings; `judge rulings import` takes several.", "FILE")
    saved = desk.kept_rulings.save(found, by, why, {found[0].id: 0})
    click.echo(f"{saved.added[0]} kept.")
    _tell_check(desk, found[0])


@rulings_group.command("import")
@click.argument("file")
@click.option("--reviewed", is_flag=True, help="The rulings hold for the words as they stand now: stale no longer.")
@_by
@_why
def import_command(file: str, reviewed: bool, by: str, why: str) -> None:
    """Keep the rulings of a file, all or none; those known already become new versions where they differ."""
    desk = open_desk()
    saved = desk.kept_rulings.save(_grounded(desk, file, reviewed), by, why)
    click.echo(f"Rulings added: {len(saved.added)}, changed: {len(saved.changed)}, as they were: {len(saved.same)}.")


@rulings_group.command("list")
@_narrowing
@click.option("--drafts", is_flag=True, help="Drafts too.")
@_json
def list_command(as_json: bool, drafts: bool, **narrowed: str) -> None:
    """List kept rulings, newest first, or best first with --words."""
    found, _ = _store().find(_filter(drafts=drafts, **narrowed))
    if as_json:
        _print_json([_kept_as_json(kept) for kept in found])
    elif found:
        click.echo("\n".join(_row(kept) for kept in found))
    else:
        click.echo("No ruling is kept that fits; `judge rulings add` keeps one.", err=True)
        sys.exit(NotFound.exit_status)


@rulings_group.command("show")
@click.argument("ruling_id", metavar="ID")
@_json
def show_command(ruling_id: str, as_json: bool) -> None:
    """Print a kept ruling, and what this program says of it."""
    desk = open_desk()
    kept = _kept(desk.kept_rulings, ruling_id)
    from judge.kept_rulings.checking import check
    from judge.kept_rulings.staleness import stale

    outcome, changed = check(kept.ruling, desk.resolve), stale(desk.corpus, kept.ruling)
    if as_json:
        _print_json({**_kept_as_json(kept), "stale": [{"place": str(s.place), "why": s.why} for s in changed],
                     "check": _outcome_as_json(outcome)})  # fmt: skip
        return
    click.echo(_ruling_in_words(kept))
    for one in changed:
        click.echo(f"Stale: {one.place} {one.why}.")
    click.echo(f"Checked by build {desk.build_id}: {outcome.sentence}")


@rulings_group.command("history")
@click.argument("ruling_id", metavar="ID")
@_json
def history_command(ruling_id: str, as_json: bool) -> None:
    """List every version of a ruling: when, who, why."""
    found = _history(ruling_id)
    if as_json:
        _print_json([_version_as_json(v) for v in found])
        return
    for v in found:
        click.echo(f"{v.number}\t{v.made[:19]}\t{v.action}\t{v.made_by}\t{v.why}".rstrip())


@rulings_group.command("diff")
@click.argument("ruling_id", metavar="ID")
@click.argument("before", type=int, required=False)
@click.argument("after", type=int, required=False)
@_json
def diff_command(ruling_id: str, before: int | None, after: int | None, as_json: bool) -> None:
    """What differs between two versions of a ruling, by default the last two."""
    from judge.kept_rulings.version_comparison import differences

    versions = {v.number: v for v in _history(ruling_id)}
    new = after or max(versions)
    old = before or max((n for n in versions if n < new), default=new)
    for number in (old, new):
        if number not in versions:
            raise NotFound(f"There is no version {number} of “{ruling_id}”; the last is {max(versions)}.", "version")
    if len(versions) == 1:
        raise NotFound(f"There is one version of “{ruling_id}” alone, so there is nothing to compare.", "version")
    found = differences(versions[old].ruling, versions[new].ruling)
    if as_json:
        _print_json([{"part": d.part, "before": d.before, "after": d.after} for d in found])
        return
    for d in found:
        click.echo(d.part)
        click.echo("".join(f"  - {line}\n" for line in d.before.splitlines()), nl=False)
        click.echo("".join(f"  + {line}\n" for line in d.after.splitlines()), nl=False)
    if not found:
        click.echo(f"Versions {old} and {new} say the same.")


@rulings_group.command("restore")
@click.argument("ruling_id", metavar="ID")
@click.argument("version", type=int)
@_by
@_why
def restore_command(ruling_id: str, version: int, by: str, why: str) -> None:
    """Make an earlier version the latest one again; also of a ruling that was removed."""
    _store().restore(ruling_id, version, by, why)
    click.echo(f"{ruling_id} is as it was in version {version}.")


@rulings_group.command("supersede")
@click.argument("older", metavar="OLD")
@click.argument("newer", metavar="NEW|FILE")
@_by
@_why
def supersede_command(older: str, newer: str, by: str, why: str) -> None:
    """Say that a ruling is replaced by another: one that is kept, or a new one in a file."""
    from dataclasses import replace

    desk = open_desk()
    store = desk.kept_rulings
    _kept(store, older)
    known = store.get(newer)
    expected: dict[str, int] = {}
    if known:
        ruling, expected = known.ruling, {newer: known.version}
    else:
        if newer != "-" and not Path(newer).is_file():
            raise NotFound(f"There is no kept ruling and no file “{newer}”.", "NEW")
        ruling, *others = _grounded(desk, newer)
        if others:
            raise NotUnderstood(f"{newer} holds several rulings; one of them can replace another.", "FILE")
    replaces = tuple(dict.fromkeys((*ruling.supersedes, older)))
    store.save([replace(ruling, supersedes=replaces)], by, why, expected)
    click.echo(f"{older} is superseded by {ruling.id}.")


@rulings_group.command("remove")
@click.argument("ruling_id", metavar="ID")
@_by
@_why
def remove_command(ruling_id: str, by: str, why: str) -> None:
    """Keep a ruling no longer; its versions stay and can be restored."""
    _store().remove(ruling_id, by, why)
    click.echo(f"{ruling_id} removed; `judge rulings history {ruling_id}` still tells of it.")


@rulings_group.command("export")
@_narrowing
@click.option("--drafts", is_flag=True, help="Drafts too.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="yaml", show_default=True)
@click.option("--output", metavar="FILE", help="Write there instead of printing.")
def export_command(form: str, output: str | None, drafts: bool, **narrowed: str) -> None:
    """Write kept rulings as YAML or JSON, which import takes, or as Markdown for a club's page."""
    found, _ = _store().find(_filter(drafts=drafts, **narrowed))
    text = _exported(found, form)
    if output is None:
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8")
        click.echo(f"{len(found)} rulings written to {output}.")


@rulings_group.command("check")
@click.argument("file", required=False)
@click.option("--strict", is_flag=True, help="Also fail where the program cannot say.")
@click.option("--note/--no-note", default=True, help="Note what this build ruled, to compare later builds with.")
@_json
def check_command(file: str | None, strict: bool, note: bool, as_json: bool) -> None:
    """Resolve every kept dispute, or those of a file, with the build in use: agrees, differs, or cannot say.

    Builds first where nothing has been built yet, so that a club's CI needs no other command.
    Ends with status 1 where one differs.
    """
    from judge.kept_rulings.build_comparison import check_all, noted, with_disputes
    from judge.kept_rulings.model import StoredRuling

    data_folder = data_places.data_folder()
    is_built = bool(finished_builds(data_folder))
    desk = open_desk() if is_built else desk_on(latest_build(data_folder, warn, _progress), data_folder)
    store = desk.kept_rulings
    wanted = [StoredRuling(r, 0, "") for r in _grounded(desk, file)] if file else with_disputes(store)
    found = list(check_all(wanted, desk.resolve, _progress))
    if as_json:
        rows = [{"id": kept.ruling.id, **_outcome_as_json(outcome)} for kept, outcome in found]
        _print_json({"build": desk.build_id, "checked": rows})
    else:
        _print_check(desk.build_id, found)
    if note and not file and found:
        store.note_outcomes(desk.build_id, [noted(kept, outcome) for kept, outcome in found])
    failing = {"differs", "cannot-say"} if strict else {"differs"}
    if any(outcome.verdict in failing for _, outcome in found):
        sys.exit(1)


@rulings_group.command("draft")
@click.argument("file")
@click.option("--by", metavar="NAME", default=_user, help="Whose ruling it is to be.")
def draft_command(file: str, by: str) -> None:
    """Make a draft from a saved dispute: what this program rules on it, ready to be completed and added."""
    from judge.kept_rulings.drafts import draft_of
    from judge.kept_rulings.version_comparison import as_yaml
    from judge.request_bodies import read_dispute_file

    dispute = read_dispute_file(_contents(file))
    click.echo(as_yaml(draft_of(dispute, open_desk().resolve(dispute).as_json(), by)), nl=False)


@rulings_group.command("schema")
def schema_command() -> None:
    """Print the JSON schema of the form."""
    from judge.kept_rulings.ruling_form import schema

    _print_json(schema())


@rulings_group.command("audit")
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 100_000))
@_json
def audit_command(limit: int, as_json: bool) -> None:
    """List who wrote what, the latest first."""
    rows = _store().audited(limit)
    if as_json:
        _print_json([asdict(row) for row in rows])
        return
    for r in rows:
        click.echo(f"{r.at[:19]}\t{r.who}\t{r.action}\t{r.id}\t{r.came_of_it}")


@rulings_group.command("token")
@click.argument("name")
@click.option("--rights", type=click.Choice(["draft", "publish"]), default="draft", show_default=True)
def token_command(name: str, rights: Rights) -> None:
    """Make a token with which somebody may write over the network, and the line for JUDGE_WRITE_TOKENS."""
    from judge.kept_rulings.write_tokens import new_token

    token, line = new_token(name, rights)
    click.echo(f"Give this to {name}; it is not kept anywhere:\n{token}\n\nAdd this to JUDGE_WRITE_TOKENS:\n{line}")


def asking(desk: Desk) -> AskStore:
    """What asks the kept rulings of a desk; where they cannot be reached that is told once, and the rest goes on."""

    def ask(question: Callable[[RulingStore], Found]) -> Found | None:
        try:
            store = desk.kept_rulings
            return None if store.database.is_resting() else question(store)
        except JudgeError as problem:
            warn(problem.message)
            return None

    return ask


def ruling_with_kept(desk: Desk, dispute: Mapping[str, Any], ruling: Mapping[str, Any]) -> dict[str, Any]:
    """A computed ruling as JSON, with what people ruled on its cards and rules."""
    from judge.kept_rulings import shown_beside
    from judge.kept_rulings.checking import check

    found = asking(desk)(lambda store: shown_beside.on_ruling(store, desk.corpus, dispute, ruling))
    outcomes = (
        None if found is None else shown_beside.with_outcomes(found, lambda kept: check(kept.ruling, desk.resolve))
    )
    return shown_beside.in_ruling(ruling, outcomes)


def tell_rulings(rows: Iterable[Mapping[str, Any]] | None) -> None:
    """Tell on standard error which rulings people gave, so that what stands on standard output stays as it is."""
    for row in islice(rows or (), _MOST_TOLD):
        said = f" {row['sentence']}" if row.get("sentence") else ""
        click.echo(f"Kept ruling: {row['question']}{said} (judge rulings show {row['id']})", err=True)


def rulings_by_words(desk: Desk, words: str, game: str | None, edition: str | None) -> list[dict[str, Any]] | None:
    """The best of the rulings that hold these words."""
    from judge.kept_rulings.shown_beside import in_short
    from judge.kept_rulings.store_filters import RulingFilter

    which = RulingFilter(words=words, game=game or "", edition=edition or "")
    found = asking(desk)(lambda store: store.find(which, 0, _MOST_TOLD)[0])
    return None if found is None else [in_short(kept) for kept in found]


def tell_changes(build_folder: Path) -> None:
    """Tell which outcomes of kept disputes a build changes, before it is taken up; note what it rules on them.

    Told on standard error. A database that cannot be reached stands in no build's way: it is told, too.
    """
    from judge.build_folder import current_build
    from judge.desk import desk_on
    from judge.errors import CouldNot
    from judge.kept_rulings.store import open_store

    data_folder = data_places.data_folder()
    try:
        store = open_store(data_folder)
        if not store.database.is_there():
            return
        try:
            before = desk_on(current_build(data_folder), data_folder)
        except CouldNot:
            return  # the first build
        for change in _changes(store, before, desk_on(build_folder, data_folder)):
            click.echo(str(change), err=True)
    except JudgeError as problem:
        warn(f"What the build changes for kept rulings could not be told. {problem.message}")


def _changes(store: RulingStore, before: Desk, after: Desk) -> list[OutcomeChange]:
    """What `after` changes; what the builds ruled is noted."""
    from judge.kept_rulings.build_comparison import changes, check_all, noted, with_disputes

    kept = with_disputes(store)
    if not kept or before.build_id == after.build_id:
        return []
    old = store.outcomes(before.build_id)
    missing = [one for one in kept if one.ruling.id not in old or old[one.ruling.id].version != one.version]
    old |= {one.ruling.id: noted(one, outcome) for one, outcome in check_all(missing, before.resolve, _progress)}
    new = {one.ruling.id: noted(one, outcome) for one, outcome in check_all(kept, after.resolve, _progress)}
    found = changes(old, new)
    warn(f"Build {after.build_id} changes {len(found)} of {len(kept)} outcomes of kept disputes.")
    store.note_outcomes(after.build_id, new.values())
    return found


def _store() -> RulingStore:
    from judge.kept_rulings.store import open_store

    return open_store(data_places.data_folder())


def _kept(store: RulingStore, ruling_id: str) -> StoredRuling:
    kept = store.get(ruling_id)
    if kept is None:
        raise NotFound(f"There is no kept ruling “{ruling_id[:100]}”; {_LISTED}", "ID")
    return kept


def _history(ruling_id: str) -> list[Version]:
    found = _store().history(ruling_id)
    if not found:
        raise NotFound(f"There never was a kept ruling “{ruling_id[:100]}”; {_LISTED}", "ID")
    return found


def _filter(drafts: bool, **narrowed: str) -> RulingFilter:
    from judge.kept_rulings.ruling_form import slug
    from judge.kept_rulings.store_filters import RulingFilter

    source = slug(narrowed.pop("source"))
    return RulingFilter(drafts=drafts or narrowed["status"] == "draft", source=source, **narrowed)


def _grounded(desk: Desk, file: str, reviewed: bool = False) -> list[KeptRuling]:
    """The rulings of a file, checked against the build. Raises NotAllowed with every mistake of the file.

    Words that a ruling interpreted before keep their hash, unless the ruling was `reviewed`.
    """
    from judge.kept_rulings.ruling_form import read_file, read_forms, refusal
    from judge.kept_rulings.staleness import ground

    read, problems = read_forms(read_file(_contents(file)))
    found = []
    kept = [] if reviewed else desk.kept_rulings.get_all([ruling.id for ruling in read if ruling.interprets])
    known = {one.ruling.id: one.ruling for one in kept}
    for ruling in read:
        grounded, wrong = ground(desk.corpus, ruling, known.get(ruling.id))
        found.append(grounded)
        problems += wrong
    problems += desk.kept_rulings.wrong_references(found)
    if problems:
        raise refusal(problems)
    return found


def _contents(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as problem:
        raise NotUnderstood(f"{file} cannot be read: {problem.strerror}.", file) from problem


def _progress(message: str) -> None:
    if sys.stderr.isatty():
        click.echo(message, err=True)


def _print_json(data: object) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def _kept_as_json(kept: StoredRuling) -> dict[str, Any]:
    from judge.kept_rulings.ruling_form import kept_as_json

    return kept_as_json(kept)


def _version_as_json(version: Version) -> dict[str, Any]:
    from judge.kept_rulings.ruling_form import version_as_json

    return version_as_json(version)


def _outcome_as_json(outcome: CheckOutcome) -> dict[str, Any]:
    return {"verdict": outcome.verdict, "sentence": outcome.sentence, "why": outcome.why, "step": outcome.step}


def _row(kept: StoredRuling) -> str:
    mark = "\tsuperseded" if kept.superseded_by else ""
    ruling = kept.ruling
    return f"{ruling.id}\t{ruling.date}\t{ruling.status}\t{ruling.source.who}\t{ruling.question}{mark}"


def _ruling_in_words(kept: StoredRuling) -> str:
    ruling = kept.ruling
    source = ", ".join(words for words in (ruling.source.who, ruling.source.where, ruling.source.address) if words)
    lines = [ruling.question, "", ruling.answer, "", f"{source}, {ruling.date} ({ruling.status})",
             f"{ruling.id}, version {kept.version}, {ruling.game}{' ' if ruling.editions else ''}"
             f"{', '.join(ruling.editions)}"]  # fmt: skip
    lines += [f"about {place}" for place in ruling.entries] + [f"about {card}" for card in ruling.cards]
    lines += [f"supersedes {older}" for older in ruling.supersedes]
    lines += [f"superseded by {newer}" for newer in kept.superseded_by]
    return "\n".join(lines)


def _exported(found: Sequence[StoredRuling], form: str) -> str:
    from judge.kept_rulings.markdown import as_markdown
    from judge.kept_rulings.ruling_form import as_form
    from judge.kept_rulings.version_comparison import as_yaml

    if form == "markdown":
        entries = open_desk().corpus.entries
        return as_markdown(found, "Rulings", lambda i: entries[i].headword if i in entries else i)
    document = {"rulings": [as_form(kept.ruling) for kept in found]}
    return as_yaml(document) if form == "yaml" else json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _print_check(build_id: str, found: Sequence[tuple[StoredRuling, CheckOutcome]]) -> None:
    for kept, outcome in found:
        why = f" ({outcome.why})" if outcome.why else ""
        step = f" [{outcome.step}]" if outcome.step else ""
        click.echo(f"{outcome.verdict}{why}\t{kept.ruling.id}\t{outcome.sentence}{step}")
    counts = [f"{v}: {sum(o.verdict == v for _, o in found)}" for v in ("agrees", "differs", "cannot-say")]
    click.echo(f"Disputes checked with build {build_id}: {len(found)}; {', '.join(counts)}.", err=True)


def _tell_check(desk: Desk, ruling: KeptRuling) -> None:
    from judge.kept_rulings.checking import check

    if ruling.dispute is not None:
        click.echo(check(ruling, desk.resolve).sentence)
