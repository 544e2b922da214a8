"""Timing scripts: what each edition's rules say about order, from `corpus/timing/`, checked against the glossary."""
