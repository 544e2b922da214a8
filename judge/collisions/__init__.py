"""Collisions of cards: pairs that shut each other out, tie, whose order differs between editions, or stays open."""
