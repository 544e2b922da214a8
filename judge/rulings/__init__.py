"""What is said of a dispute: the ruling, how it is written down as a walk goes on, and in which words."""
