"""Says where things stand on disk: the corpus and templates of the program, and the folder of builds.

An edge: the only module that asks the operating system for folders.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def is_checkout() -> bool:
    """True when the program runs from its own source tree, where `corpus/` stands beside `judge/`."""
    return (_CHECKOUT / "corpus" / "rulebooks").is_dir() and (_CHECKOUT / "pyproject.toml").is_file()


def corpus_folder() -> Path:
    """The corpus: beside the package in a checkout, inside it in an installed wheel."""
    return _CHECKOUT / "corpus" if is_checkout() else _PACKAGE / "corpus_data"


def templates_folder() -> Path:
    """The Jinja templates, beside the package in a checkout, inside it in an installed wheel."""
    return (_CHECKOUT if is_checkout() else _PACKAGE) / "templates"


def data_folder() -> Path:
    """Where builds and cards are kept: `JUDGE_DATA`, else the checkout's `.judge/`, else the platform's folder."""
    named = os.environ.get("JUDGE_DATA")
    if named:
        return Path(named).expanduser()
    if is_checkout():
        return _CHECKOUT / ".judge"
    return _platform_data_folder() / "judge"


def _platform_data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
