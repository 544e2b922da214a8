"""What is wrong with a page as HTML: tags that do not match, and anything that could run a script."""

from __future__ import annotations

from html.parser import HTMLParser

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_MAY_STAY_OPEN = frozenset(["li", "dt", "dd", "p", "option", "tr", "td", "th", "thead", "tbody", "tfoot"])
_ADDRESSES = frozenset({"href", "src", "action", "formaction", "poster", "data", "xlink:href"})
_SCHEMES = ("http:", "https:", "mailto:")


def faults_of(html: str) -> list[str]:
    """Everything wrong with the page: empty for one that a browser reads as it was meant, running only our files."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.faults + [f"<{tag}> is never closed" for tag in reader.open if tag not in _MAY_STAY_OPEN]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._check(tag, attrs)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._check(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] != tag and self.open[-1] in _MAY_STAY_OPEN:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes <{self.open[-1] if self.open else 'nothing'}>")
        else:
            self.open.pop()

    def _check(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        given = {name: value or "" for name, value in attrs}
        self.faults += [f"<{tag}> has {name} twice" for name in {n for n in names if names.count(n) > 1}]
        self.faults += [f"<{tag} {name}> runs a script" for name in names if name.startswith("on")]
        self.faults += [f"<{tag} {name}>" for name in names if name in ("style", "srcdoc")]
        self.faults += [
            f"<{tag} {name}> is no attribute"
            for name in names
            if not name.replace("-", "").isalnum() and name not in ("xlink:href", "xml:lang", "http-equiv")
        ]
        if tag in ("style", "iframe", "object", "embed", "base", "foreignobject"):
            self.faults.append(f"<{tag}> stands in the page")
        if tag == "script" and not given.get("src", "").startswith("/static/"):
            self.faults.append("a script that is none of our files")
        for name in _ADDRESSES & given.keys():
            address = given[name].strip().lower()
            scheme = address.partition(":")[0] + ":"
            if ":" in address.split("/")[0].split("?")[0].split("#")[0] and scheme not in _SCHEMES:
                self.faults.append(f"<{tag} {name}> leads to {scheme}")
