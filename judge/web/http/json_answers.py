"""Writes answers as JSON."""

from __future__ import annotations

import json

from flask import Response


def answer_json(data: object) -> Response:
    """`data` as JSON, keys in the contract's order."""
    return Response(json.dumps(data, ensure_ascii=False), content_type="application/json; charset=utf-8")
