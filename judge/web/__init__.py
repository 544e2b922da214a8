"""The web application: requests to pages and JSON, one module per page family; `create_app` is the door."""

from judge.web.factory import create_app

__all__ = ["create_app"]
