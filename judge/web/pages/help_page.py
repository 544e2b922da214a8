"""Shows help at `/help`: the keys of the pages, the operators of the search, the marks on entries and rulings."""

from __future__ import annotations

from flask import Blueprint, render_template

pages = Blueprint("help", __name__)

KEYS = (
    ("/", "to the search box"),
    ("?", "this help, without leaving the page"),
    ("Esc", "closes a preview, a menu, the suggestions, this help"),
    ("↓ ↑", "through the suggestions below a box; Enter takes the one marked"),
    ("Tab", "to the next link or field; a linked term shows its rule"),
)
OPERATORS = (
    ("forced response", "entries that have these words or words akin, the best first; small typing errors do no harm"),
    ("“cannot be canceled”", "in double quotes: these words, in this order"),
    ("attack -boost", "a minus before a word: without it"),
    ("stun OR confuse", "either will do; OR in capitals"),
    ("in:headword tough", "looks in headings only"),
    ("game:legendary wound", "in one game"),
    ("edition:rr-1.0 surge", "in one edition"),
    ("what happens first, …?", "a question: where the rules answer it, the answer stands above with its rule"),
)


@pages.get("/help")
def help_page() -> str:
    """The help; its part `#help` also opens as a dialog on every page."""
    return render_template("help.html", keys=KEYS, operators=OPERATORS, query="")
