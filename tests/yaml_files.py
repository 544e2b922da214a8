"""Reads the tests' own YAML, tables of thousands of lines, by libyaml where PyYAML has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    """What stands in a file."""
    return yaml.load(path.read_bytes(), Loader=_LOADER)
