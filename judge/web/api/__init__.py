"""Answers programs in JSON, and describes itself as OpenAPI.

In: requests under `/api`. Out: what the desk says, as JSON. Knows `http`, `views`, `kept_rulings`.
"""
