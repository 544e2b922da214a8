"""`python -m judge` is the same as `judge`."""

from judge.cli import main

main()
