"""Does what holds for every request: sizes, headers, rate limits, errors, metrics, health.

In: any request. Out: the same, let through or refused, and measured. Knows no page.
"""
