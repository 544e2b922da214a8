"""Judge without a server: what the service worker keeps, the search index of the browser, the exported site."""
