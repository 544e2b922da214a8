"""Tells search engines what to read: `/robots.txt` and `/sitemap.xml`.

Rulings may be fetched, since chat programs that draw a preview obey robots.txt; their pages say `noindex` themselves.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from flask import Blueprint, Response, url_for

from judge.web import addresses, kept_rulings, page_context
from judge.web.views.link_previews import on_any_host

pages = Blueprint("crawlers", __name__)

_ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /offline/
Disallow: /metrics
Sitemap: {sitemap}
"""
_SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{rows}
</urlset>
"""


@pages.get("/robots.txt")
def robots() -> Response:
    """What is not for crawlers, and where the sitemap stands."""
    return Response(_ROBOTS.format(sitemap=on_any_host(url_for("crawlers.sitemap"))), mimetype="text/plain")


@pages.get("/sitemap.xml")
def sitemap() -> Response:
    """Home, games, contents, every entry and the latest kept rulings, as absolute addresses."""
    corpus = page_context.desk().corpus
    paths = [url_for(page) for page in ("finder.search", "finder.games", "resolver.resolve", "api_page.about")]
    paths += [url_for("reader.contents", game=book.game, edition=book.edition) for book in corpus.books]
    paths += [*map(addresses.entry_address, corpus.entries), *kept_rulings.paths_to_keep()]
    rows = "\n".join(f"<url><loc>{escape(on_any_host(path))}</loc></url>" for path in paths)
    return Response(_SITEMAP.format(rows=rows), mimetype="application/xml")
