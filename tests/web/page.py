"""A page taken apart, so that tests ask for what a reader sees instead of for strings of HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link", "input", "br", "hr", "img", "use"}


@dataclass
class Element:
    """An element: its tag, attributes, own text with that of its children, and the elements inside it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    inside: list[Element] = field(default_factory=list)


class Page(HTMLParser):
    """The elements of a page, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.all.append(element)
        for outer in self._open:
            outer.inside.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        for outer in self._open:
            outer.text += data

    def find(self, tag: str, **attributes: str) -> list[Element]:
        """Elements of that tag with those attributes; `class_` and `for_` stand for the reserved words."""
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        return [e for e in self.all if e.tag == tag and all(_holds(e, name, v) for name, v in wanted.items())]

    def words(self, tag: str, **attributes: str) -> list[str]:
        """The text of those elements, spaces evened out."""
        return [re.sub(r"\s+", " ", e.text).strip() for e in self.find(tag, **attributes)]

    def fields(self) -> dict[str, str]:
        """What the form `dispute` would send: each field's name and value."""
        form = next(e for e in self.find("form") if e.attributes.get("id") == "dispute")
        sent: dict[str, str] = {}
        for e in form.inside:
            name = e.attributes.get("name", "")
            if e.tag == "textarea":
                sent[name] = e.text.removeprefix("\n")
            elif e.tag == "select":
                sent[name] = _chosen(e)
            elif e.tag == "input" and (e.attributes.get("type") != "checkbox" or "checked" in e.attributes):
                sent[name] = e.attributes.get("value", "")
        return sent


def _chosen(select: Element) -> str:
    options = [e for e in select.inside if e.tag == "option"]
    chosen = [e for e in options if "selected" in e.attributes] or options[:1]
    return chosen[0].attributes.get("value", chosen[0].text) if chosen else ""


def _holds(element: Element, name: str, value: str) -> bool:
    held = element.attributes.get(name)
    return held is not None and (held == value or (name == "class" and value in held.split()))
