"""A card's markup: what is set apart, and that nothing else is lost or let through."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from judge.entry import Mention
from judge.web.views.card_html import as_html, lines_of

MARKS = ("<b>", "</b>", "<i>", "</i>", "**", "[[", "]]")
PIECES = st.lists(st.sampled_from([*MARKS, "Action", " & ", "<script>", "x", ": "]), max_size=14)


@given(PIECES, st.integers(0, 20), st.integers(0, 20))
def test_words_survive_whatever_the_markup_and_links(pieces: list[str], one: int, other: int) -> None:
    for line in lines_of("".join(pieces)):
        start, end = sorted((min(one, len(line.text)), min(other, len(line.text))))
        mentions = [(Mention(start, end, "g/e/s"), "/rules/g/e/s")] if start < end else []
        html = as_html(line, mentions)
        shown = re.sub(r"</?(b|i|a)( [^>]*)?>", "", str(html))
        assert shown == str(escape(line.text))
        assert html.count("<a ") == html.count("</a>") == len(mentions)
        assert all(html.count(f"<{tag}>") == html.count(f"</{tag}>") for tag in ("b", "i"))


def test_bold_words_traits_and_lines() -> None:
    lines = lines_of("<b>Action</b>: Ready a [[Scout]].\n<hr />\n**Boost**: Draw.")
    assert [str(as_html(line)) for line in lines] == ["<b>Action</b>: Ready a <i>Scout</i>.", "<b>Boost</b>: Draw."]
    assert [line.text for line in lines_of("<b>Action</b>: Ready.\n\n[[Scout]]")] == ["Action: Ready.", "Scout"]


def test_a_link_across_bold_words_and_an_icon_inside_one() -> None:
    (line,) = lines_of("<b>Hero</b> Action [star] now")
    html = as_html(line, [(Mention(0, 11, "g/e/s"), "/a")], [(12, 18, Markup("<svg/>"))])
    assert str(html) == '<a class="term" href="/a"><b>Hero</b> Action</a> <svg/> now'
    assert "<a" not in as_html(line, [(Mention(13, 17, "g/e/s"), "/a")], [(12, 18, Markup("<svg/>"))])
