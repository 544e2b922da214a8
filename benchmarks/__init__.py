"""Measuring: what `scripts/bench` and `scripts/soak` share. Nothing here is part of the program, nothing is a test."""
