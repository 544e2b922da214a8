"""Timing rules: what each edition's rules say about order, from `corpus/timing/`, typed, and every name in them
linked."""
