"""The parts that the JSON schemas of `schemas` are put together of: references, lists, what may be null."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """A reference to a schema of the description."""
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(item: Schema) -> Schema:
    """A list of such items."""
    return {"type": "array", "items": item}


def or_null(schema: Schema) -> Schema:
    """The schema, or null."""
    return {"anyOf": [schema, {"type": "null"}]}
