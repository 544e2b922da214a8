"""Requests to pages and JSON."""
