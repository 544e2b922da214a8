"""Why an ability does not resolve: the reasons, and which of them comes first."""

REASONS = (
    "not-in-play",
    "no-matching-window",
    "wrong-turn",
    "wrong-player",
    "wrong-form",
    "peril",
    "forbidden",
    "limit-reached",
    "replaced",
    "cancelled",
    "prevented",
    "passed",
)
"""Why an ability is left out; where several apply, the first (contract, section 6)."""
