"""Says in how many seconds a refused request may come again."""

from __future__ import annotations

from flask import Response, after_this_request


def retry_after(seconds: int) -> None:
    """Let the answer to this request, a refusal, say so; nobody keeps it."""

    def tell(response: Response) -> Response:
        response.headers["Retry-After"] = str(seconds)
        response.headers["Access-Control-Expose-Headers"] = "Retry-After"
        response.headers["Cache-Control"] = "no-store"
        return response

    after_this_request(tell)
