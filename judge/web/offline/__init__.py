"""Makes Judge work without a server: the service worker, the search index of the browser, the exported site.

In: the application's own pages and the corpus. Out: files that a browser or a web host keeps. Knows `http`,
`kept_rulings`, and not the application, which is given.
"""
