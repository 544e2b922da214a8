"""Builds that are killed, doubled, or made where the disk refuses; and what is answered meanwhile."""

from __future__ import annotations

import random
import resource
import signal

from judge.build_folder import current_build
from tests.faults.checkout import PYTHON, Checkout, read_only, small_disk
from tests.web.processes import await_that

KILLED = """
import os, signal, sys

left, data = int(sys.argv[1]), sys.argv[2]

def count(event, args):
    global left
    if event in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.utime") and data in str(args[:2]):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(count)
sys.argv = ["judge", *sys.argv[3:]]
from judge.cli import main
try:
    main()
finally:
    print(left, file=sys.stderr)
"""
"""Runs `judge` and kills itself at the n-th time it touches a file of the data folder."""
_NEVER = 10**6


def killed_at(checkout: Checkout, touch: int, *args: str) -> tuple[int, int]:
    """Run `judge ARGS`, killed at that touch of the data folder: how it ended, and how often it had touched it."""
    ended = checkout.forked(str(touch), str(checkout.data), *args, program=KILLED)
    return ended.status, touch - int(ended.err.split()[-1]) if ended.status == 0 else touch


def omens(checkout: Checkout) -> str:
    """What a search for omens prints."""
    found = checkout.judge("search", "omen")
    assert (found.status, found.err) == (0, "")
    return found.out


def test_a_build_killed_at_any_moment_leaves_the_last_good_one_and_the_next_succeeds(checkout: Checkout) -> None:
    before = omens(checkout)
    checkout.edit()
    status, touches = killed_at(checkout, _NEVER, "build")
    assert status == 0 and touches > 50
    chance = random.Random(9)
    for moment in (*chance.sample(range(1, touches), 3), touches - 1, touches):
        checkout.edit()
        status, _ = killed_at(checkout, moment, "build")
        assert status == -signal.SIGKILL, f"touch {moment} of {touches}"
        assert current_build(checkout.data), f"sound after touch {moment} of {touches}"
    assert omens(checkout) == before
    last = checkout.build_folder()
    checkout.edit()
    assert checkout.judge("build").status == 0
    assert omens(checkout) == before
    assert checkout.build_folder() != last
    assert checkout.litter() == []
    assert len(list(checkout.builds.iterdir())) == 2


def test_a_build_while_another_runs_is_refused_and_the_other_ends_well(checkout: Checkout) -> None:
    last = checkout.build_folder()
    checkout.edit()
    first = checkout.begin(*PYTHON, "build")
    await_that(lambda: any(checkout.builds.glob(".making-*")))
    first.send_signal(signal.SIGSTOP)
    second = checkout.judge("build")
    assert (second.status, second.out) == (3, "")
    assert "Another build is running; wait for it to end." in second.err
    assert checkout.build_folder() == last
    first.send_signal(signal.SIGCONT)
    first.communicate(timeout=120)
    assert first.returncode == 0
    assert checkout.build_folder() != last


def _no_long_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, 8_000))


def test_a_build_whose_files_may_not_grow_says_so_and_leaves_nothing(checkout: Checkout) -> None:
    last = checkout.build_folder()
    checkout.edit()
    refused = checkout.judge("build", preexec_fn=_no_long_files)
    assert refused.status == 3
    assert "could not be written" in refused.err and "free some space" in refused.err
    assert "The last good build stays in use." in refused.err
    assert checkout.build_folder() == last
    assert checkout.litter() == []
    assert "omen" in omens(checkout)


def test_a_build_on_a_full_disk_leaves_the_last_good_one_in_use(checkout: Checkout) -> None:
    checkout.edit()
    script = '"$@" build; echo "status $?"; find .judge -name ".making*" -o -name "*.new"; exec "$@" search omen'
    seen = checkout.run(*small_disk(checkout.data, 100_000), "sh", "-c", script, "sh", *PYTHON)
    assert seen.status == 0
    assert "No space left on device" in seen.err and "free some space" in seen.err
    assert seen.out.startswith("status 3\n1. Omen")


def test_what_is_built_answers_from_a_read_only_disk_where_nothing_can_be_built(checkout: Checkout) -> None:
    under = read_only(checkout.folder)
    assert checkout.judge("build", under=under).status == 0
    assert "1. Omen" in checkout.judge("search", "omen", under=under).out
    checkout.edit()
    refused = checkout.judge("build", under=under)
    assert refused.status == 3
    assert "Read-only file system" in refused.err and "set JUDGE_DATA to another folder" in refused.err
    assert "1. Omen" in checkout.judge("search", "omen", under=under).out


def test_a_damaged_build_on_a_read_only_disk_gives_way_to_the_one_before_or_says_what_to_do(
    checkout: Checkout,
) -> None:
    first = checkout.build_folder()
    checkout.edit()
    assert checkout.judge("build").status == 0
    (checkout.build_folder() / "glossaries" / "lantern-race-first.json").write_text("rubbish")
    under = read_only(checkout.folder)
    found = checkout.judge("search", "omen", under=under)
    assert found.out.startswith("1. Omen")
    assert "glossaries/lantern-race-first.json is not as it was made" in found.err and first.name in found.err
    (first / "build.json").unlink()
    refused = checkout.judge("search", "omen", under=under)
    assert (refused.status, refused.out) == (3, "")
    assert "set JUDGE_DATA to another folder" in refused.err and "Traceback" not in refused.err
