"""A process that has warmed itself opens nothing more for those who ask first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from judge.desk import Desk
from judge.web import create_app
from judge.web.settings import Settings
from judge.web.warming import warm

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from judge.desk import open_desk
from judge.web import create_app
from judge.web.warming import warm

app = create_app(open_desk())
print("judge.engine.referee" in sys.modules)
warm(app)
before = set(sys.modules)
client = app.test_client()
paths = ("/?q=when+does+a+game+end%3F", "/resolve", "/api/suggest?q=t", "/games", "/api", "/kept-rulings", "/practice")
for path in paths:
    assert client.get(path).status_code == 200, path
print("judge.engine.referee" in sys.modules, sorted(name for name in set(sys.modules) - before if "." not in name))
"""


def test_heavy_rooms_stay_closed_until_it_warms_and_are_open_then() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout.split("\n")[:2], run.stderr) == (["False", "True []"], "")


def test_warming_counts_as_nobodys_request(desk: Desk) -> None:
    app = create_app(desk, Settings())
    warm(app)
    assert "judge_requests_total{" not in app.test_client().get("/metrics").text
