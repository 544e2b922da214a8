"""On what was measured: the machine, the program, its neighbours. An edge: asks the operating system."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from judge import __version__
from judge.desk import open_desk

_CPU_INFO = Path("/proc/cpuinfo")
_NEIGHBOURS = ("datasette", "tantivy", "whoosh3", "flask", "gunicorn")


def facts(quick: bool) -> dict[str, object]:
    """What a reader needs to compare the figures with others."""
    load = os.getloadavg()[0]
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "quick": quick,
        "judge": __version__,
        "build": open_desk().build_id,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(load, 2),
        "versions": {name: version for name in _NEIGHBOURS if (version := _version(name))},
    }


def _processor() -> str:
    if not _CPU_INFO.is_file():
        return platform.processor()
    lines = _CPU_INFO.read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
