"""Reads the settings of whoever runs Judge for others, once, when the application is made.

`SETTINGS` is the table: it drives the reading, docs/operating.md shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Flask, current_app
from werkzeug.middleware.proxy_fix import ProxyFix

from judge.errors import NotAllowed, Problem
from judge.kept_rulings.write_tokens import Writer, read_writers

_KEY = "judge-settings"
_MOST_PROXIES = 9
_YES_OR_NO = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable: its name, what it means, and what holds where it is not set."""

    name: str
    means: str
    default: str


PUBLIC_URL = Setting(
    "JUDGE_PUBLIC_URL",
    "The address people reach it at, such as `https://judge.example.org`: for link previews, canonical links, the "
    "sitemap and, with https, strict transport security.",
    "",
)
TRUSTED_PROXIES = Setting(
    "JUDGE_TRUSTED_PROXIES", "How many proxies stand before it, whose `X-Forwarded-…` headers are believed.", "0"
)
ACCESS_LOG = Setting(
    "JUDGE_ACCESS_LOG",
    "`-` writes a line of JSON for each request to standard output, a path to that file; `off` writes none. A line "
    "holds time, method, route, status and milliseconds, never what people typed.",
    "off",
)
METRICS = Setting("JUDGE_METRICS", "`off` takes `/metrics` away.", "on")
REPORT_URL = Setting(
    "JUDGE_REPORT_URL",
    "Where mistakes are reported: the https address of a list of reports, or `mailto:` with an address. Without it the "
    "page of a report says to send it to the editor of the installation.",
    "",
)
RATE_LIMIT = Setting(
    "JUDGE_RATE_LIMIT",
    "How many requests one client address may send, such as `300/minute` or `20/second; 600/minute`; more is answered "
    "429 with `Retry-After`. All workers count together; static files, health and metrics are free. `off` counts "
    "nothing.",
    "off",
)
WORK_LIMIT = Setting(
    "JUDGE_WORK_LIMIT",
    "How many seconds of the processor one client address may take for rulings, card texts and questions to the API, "
    "such as `30/minute`; more is answered 429. `off` counts nothing.",
    "30/minute",
)
RATE_STORE = Setting(
    "JUDGE_RATE_STORE",
    "Where limits are counted, an address of a store of the library `limits` such as `redis://host:6379`, for several "
    "servers that count together. Without it the workers of one server do.",
    "",
)

DATABASE_URL = Setting(
    "JUDGE_DATABASE_URL",
    "Where kept rulings are: `postgresql://USER:PASSWORD@HOST/NAME`, or `sqlite:///PATH`. Unless set, in "
    "`kept-rulings.sqlite` of the data folder.",
    "",
)
WRITE_TOKENS = Setting(
    "JUDGE_WRITE_TOKENS",
    "Who may write kept rulings over the network: rows `NAME:draft:HASH` or `NAME:publish:HASH`, as "
    "`judge rulings token` prints them, with spaces between; or the path of a file of such rows. Unless set, nobody.",
    "",
)

CARD_SOURCES = Setting(
    "JUDGE_CARD_SOURCES",
    "Addresses, with spaces between, below which `/cards/device` may fetch packs and decks for a reader, such as "
    "`https://cards.example.org/api/public/`. Unless set, none.",
    "",
)

SETTINGS = (
    PUBLIC_URL, TRUSTED_PROXIES, ACCESS_LOG, METRICS, REPORT_URL, RATE_LIMIT, WORK_LIMIT, RATE_STORE,
    DATABASE_URL, WRITE_TOKENS, CARD_SOURCES,
)  # fmt: skip
"""All settings, in the order in which they are documented."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says. `public_url` has no slash at its end."""

    public_url: str | None = None
    trusted_proxies: int = 0
    access_log: str = "off"
    metrics: bool = True
    report_url: str | None = None
    rate_limit: str | None = None
    work_limit: str | None = None
    rate_store: str | None = None
    writers: tuple[Writer, ...] = ()
    card_sources: tuple[str, ...] = ()

    @property
    def is_https(self) -> bool:
        """True when people reach it by https."""
        return bool(self.public_url and self.public_url.startswith("https://"))


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings of an environment. Raises NotAllowed with every setting that makes no sense."""
    said = {setting.name: environ.get(setting.name, "").strip() or setting.default for setting in SETTINGS}
    problems = [_problem(setting, value, wanted) for setting, value, wanted in _senseless(said)]
    writers: tuple[Writer, ...] = ()
    try:
        writers = read_writers(said[WRITE_TOKENS.name])
    except NotAllowed as error:
        problems += error.problems
    if problems:
        raise NotAllowed.of(problems)
    return Settings(
        said[PUBLIC_URL.name].rstrip("/") or None,
        int(said[TRUSTED_PROXIES.name]),
        said[ACCESS_LOG.name],
        _YES_OR_NO[said[METRICS.name].lower()],
        said[REPORT_URL.name] or None,
        _limit_of(said[RATE_LIMIT.name]),
        _limit_of(said[WORK_LIMIT.name]),
        said[RATE_STORE.name] or None,
        writers,
        tuple(said[CARD_SOURCES.name].split()),
    )


def _senseless(said: Mapping[str, str]) -> Iterator[tuple[Setting, str, str]]:
    """Lazily, each setting that makes no sense, its value, and what would be right."""
    for setting, makes_sense, wanted in _CHECKS:
        value = said[setting.name]
        if value and not makes_sense(value):
            yield setting, value, wanted
    for source in said[CARD_SOURCES.name].split():
        if not _is_source(source):
            yield CARD_SOURCES, source, "the http or https address of an API, with nothing behind its path"


def _limit_of(said: str) -> str | None:
    """A limit, None where nothing is counted."""
    return None if said.lower() in ("", "off") else said


def _is_number_of_proxies(said: str) -> bool:
    return said.isdecimal() and int(said) <= _MOST_PROXIES


def _is_place_of_reports(said: str) -> bool:
    return said.startswith(("https://", "http://", "mailto:"))


def _is_source(address: str) -> bool:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises for a port that is no number
    except ValueError:
        return False
    plain = not parts.query and not parts.fragment and "@" not in parts.netloc and "%" not in parts.path
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain


def _is_limit(said: str) -> bool:
    if _limit_of(said) is None:
        return True
    from limits import parse_many

    try:
        return all(limit.amount > 0 for limit in parse_many(said))
    except ValueError:
        return False


def _is_store(address: str) -> bool:
    from judge.web.shared_counts import store

    try:
        store(address)
    except ValueError:
        return False
    return True


def _is_root(url: str) -> bool:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises for a port that is no number
    except ValueError:
        return False
    plain = parts.path in ("", "/") and not parts.query and not parts.fragment and "@" not in parts.netloc
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain


def _problem(setting: Setting, said: str, right: str) -> Problem:
    return Problem(f"{setting.name} is “{said[:100]}”; it should be {right}.", setting.name)


def install(app: Flask, settings: Settings) -> None:
    """Keep the settings with the application and believe as many proxies as they say."""
    app.extensions[_KEY] = settings
    if count := settings.trusted_proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=count, x_proto=count, x_host=count, x_port=count
        )


def settings() -> Settings:
    """The settings of the running application."""
    kept: Settings = current_app.extensions[_KEY]
    return kept


_A_LIMIT = "off, or a number and a span of time such as 300/minute"
_CHECKS: tuple[tuple[Setting, Callable[[str], bool], str], ...] = (
    (PUBLIC_URL, _is_root, "the http or https address of a host of its own, without a path behind it"),
    (TRUSTED_PROXIES, _is_number_of_proxies, f"a number from 0 to {_MOST_PROXIES}"),
    (METRICS, lambda said: said.lower() in _YES_OR_NO, "on or off"),
    (REPORT_URL, _is_place_of_reports, "an https address, or mailto: and an address"),
    (RATE_LIMIT, _is_limit, _A_LIMIT),
    (WORK_LIMIT, _is_limit, _A_LIMIT),
    (RATE_STORE, _is_store, "the address of a store, such as redis://host:6379"),
)
"""What a setting must be; an empty one is not set."""
