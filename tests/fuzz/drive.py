"""Drives one target with atheris (libFuzzer, guided by coverage): `python -m tests.fuzz.drive TARGET SECONDS FOLDER`.

Inputs worth keeping are gathered in FOLDER/TARGET/corpus and begun from next time. An input that breaks the program's
word, or takes longer than `SLOW` seconds, is saved as FOLDER/TARGET/found-… , each kind of fault once.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

SLOW = 60
LONGEST = 6_000
"""Bytes of an input at most."""


def main(name: str, seconds: int, folder: Path) -> None:
    """Fuzz the target for so many seconds; ends the process."""
    import atheris

    with atheris.instrument_imports(include=["judge"]):
        from judge.desk import open_desk
        from tests.fuzz.targets import TARGETS, Rooms
    target, rooms = TARGETS[name], Rooms(open_desk())
    corpus = folder / name / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    words = folder / name / "words.dict"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words), "ascii")
    known: set[str] = set()

    def run(data: bytes) -> None:
        try:
            target.run(rooms, data)
        except Exception as fault:  # each kind of fault is kept once, and the hunt goes on
            _keep(fault, data, folder / name, known)

    options = [f"-max_total_time={seconds}", f"-timeout={SLOW}", f"-report_slow_units={SLOW}", f"-max_len={LONGEST}"]
    options += [f"-artifact_prefix={folder / name}/found-", "-print_final_stats=1", "-rss_limit_mb=2048"]
    options += [f"-dict={words}"] if target.words else []
    atheris.Setup([sys.argv[0], *options, str(corpus)], run)
    atheris.Fuzz()


def _keep(fault: Exception, data: bytes, folder: Path, known: set[str]) -> None:
    """Save the input of a fault whose type and place are new."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    kind = f"{type(fault).__name__}-{Path(last.filename).stem}-{last.lineno}"
    if kind not in known:
        known.add(kind)
        (folder / f"found-{kind}").write_bytes(data)
        traceback.print_exception(fault)


def _escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
