"""The store, on SQLite and PostgreSQL alike: versions, all or nothing, two writers, what is looked for and found."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from judge.errors import JudgeError, NotAllowed, NotFound
from judge.kept_rulings.database import Database, DatabaseGone
from judge.kept_rulings.model import StoredRuling
from judge.kept_rulings.store import NotedOutcome, RulingStore
from judge.kept_rulings.store_changes import ChangedMeanwhile
from judge.kept_rulings.store_filters import RulingFilter
from judge.kept_rulings.version_comparison import differences
from tests.kept_rulings.examples import ENTRY, many, ruling


def kept(store: RulingStore, ruling_id: str = "gears-before-bells") -> StoredRuling:
    found = store.get(ruling_id)
    assert found is not None
    return found


def ids(found: list[StoredRuling]) -> list[str]:
    return [one.ruling.id for one in found]


def test_what_is_kept_comes_back_as_it_was(store: RulingStore) -> None:
    store.save([ruling()], "ada")
    assert kept(store).ruling == ruling()
    assert (kept(store).version, kept(store).superseded_by) == (1, ())


def test_where_nothing_was_written_nothing_is_kept_and_no_file_made(store: RulingStore) -> None:
    assert (store.get("a"), store.find(RulingFilter()), store.covering([ENTRY]), store.history("a")) == (
        None,
        ([], 0),
        [],
        [],
    )
    assert (store.sources(), dict(store.days()), store.revision(), store.audited()) == ([], {}, "", [])
    path = store.database.path
    assert path is None or not path.exists()


def test_every_change_is_a_version_and_nothing_is_overwritten(store: RulingStore) -> None:
    store.save([ruling()], "ada", "first thoughts")
    store.save([ruling(answer="No.")], "bo", "second thoughts")
    store.remove("gears-before-bells", "cy", "gone")
    assert store.get("gears-before-bells") is None
    store.restore("gears-before-bells", 1, "dee", "back")
    history = store.history("gears-before-bells")
    assert [(v.number, v.action, v.made_by, v.why) for v in history] == [
        (1, "add", "ada", "first thoughts"), (2, "change", "bo", "second thoughts"),
        (3, "remove", "cy", "gone"), (4, "restore", "dee", "back"),
    ]  # fmt: skip
    assert kept(store).ruling == history[0].ruling
    (difference,) = differences(history[0].ruling, history[1].ruling)
    assert (difference.part, difference.after) == ("answer", "No.")
    assert [row.who for row in store.audited()] == ["dee", "cy", "bo", "ada"]
    with pytest.raises(NotFound):
        store.restore("gears-before-bells", 9, "ada")
    with pytest.raises(NotFound):
        store.remove("no-such-ruling", "ada")


def test_importing_again_changes_nothing(store: RulingStore) -> None:
    first = store.save(many(1_200), "ada")
    before = store.revision()
    again = store.save([*many(1_199), ruling(id="number-1199")], "ada")
    assert (len(first.added), len(again.same), again.changed) == (1_200, 1_199, ("number-1199",))
    assert store.revision() != before


def test_an_import_is_all_or_nothing_with_every_mistake_named(store: RulingStore) -> None:
    store.save([ruling(id="elsewhere", game="legendary", dispute=None, expects=None, covers={}, interprets=[])], "ada")
    wrong = [*many(30), ruling(id="a", supersedes=["nobody"]), ruling(id="b", supersedes=["elsewhere"])]
    with pytest.raises(NotAllowed) as refused:
        store.save(wrong, "ada")
    assert [problem.where for problem in refused.value.problems] == ["a.supersedes[0]", "b.supersedes[0]"]
    assert store.find(RulingFilter())[1] == 1


def test_rulings_that_replace_each_other_in_a_ring_are_refused(store: RulingStore) -> None:
    store.save([ruling(id="a")], "ada")
    store.save([ruling(id="b", supersedes=["a"])], "ada")
    with pytest.raises(NotAllowed, match="ring"):
        store.save([ruling(id="a", supersedes=["b"])], "ada")
    assert kept(store, "a").version == 1


def test_a_replaced_ruling_says_by_which_and_comes_last(store: RulingStore) -> None:
    store.save([ruling(id="old", status="official"), ruling(id="other")], "ada")
    store.save([ruling(id="newer", supersedes=["old"], status="draft")], "ada")
    assert kept(store, "old").superseded_by == ()
    assert ids(store.covering([ENTRY])) == ["old", "other"]
    store.save([ruling(id="newer", supersedes=["old"])], "ada")
    assert kept(store, "old").superseded_by == ("newer",)
    assert ids(store.covering([ENTRY])) == ["newer", "other", "old"]
    store.remove("newer", "ada")
    assert kept(store, "old").superseded_by == ()
    store.save([ruling(id="third", supersedes=["newer"])], "ada")


def test_those_that_count_first_come_first(store: RulingStore) -> None:
    store.save([ruling(id=f"of-{s}", status=s) for s in ("house", "draft", "official", "head-judge")], "ada")
    assert ids(store.covering([ENTRY])) == ["of-official", "of-head-judge", "of-house"]


def test_rulings_are_found_by_what_they_cover_whatever_the_case_of_a_name(store: RulingStore) -> None:
    store.save([ruling()], "ada")
    assert ids(store.covering(names=["overwound  GEARS"])) == ids(store.covering(codes=["90001"])) != []
    assert store.covering(["marvel-champions/community/tough"], ["Lantern"], ["1"]) == []
    interpreting = ruling(id="words", covers={})
    store.save([interpreting], "ada")
    assert "words" in ids(store.covering([ENTRY]))


def test_lists_are_narrowed_and_paged(store: RulingStore) -> None:
    store.save(many(50), "ada")
    store.save([ruling(editions=["rr-1.0"], status="official")], "ada")
    found, total = store.find(RulingFilter(), 10, 5)
    assert (len(found), total) == (5, 51)
    assert ids(found) == ids(store.find(RulingFilter())[0])[10:15]
    for which, number in (
        (RulingFilter(status="official"), 1), (RulingFilter(game="legendary"), 0),
        (RulingFilter(edition="community"), 50), (RulingFilter(edition="rr-1.0"), 51),
        (RulingFilter(source="club-3"), 7), (RulingFilter(since="2026-01-01"), 1),
        (RulingFilter(until="2025-01-31"), 5), (RulingFilter(card="lantern 7"), 1), (RulingFilter(card="90001"), 1),
        (RulingFilter(entry=f"{ENTRY}#p-1"), 51), (RulingFilter(entry="a/b/c"), 0),
    ):  # fmt: skip
        assert store.find(which)[1] == number, which
    assert [count for _, _, count in store.sources()] == [8, 7, 7, 7, 7, 7, 7, 1]
    assert next(iter(store.days())) == "2026-03-01"


def test_words_find_rulings_the_rarer_the_word_the_better(store: RulingStore) -> None:
    store.save([*many(40), ruling()], "ada")
    assert ids(store.find(RulingFilter(words="Overwound Gear"))[0]) == ["gears-before-bells"]
    assert ids(store.find(RulingFilter(words="does lantern 17 burning"))[0]) == ["number-17"]
    assert ids(store.find(RulingFilter(words="does lantern 17 burning"), 0, 1)[0]) == ["number-17"]
    assert store.find(RulingFilter(words="zeppelin umbrella"))[0] == []
    assert store.find(RulingFilter(words="?!"))[0] == []


@pytest.mark.parametrize("words", ["%", "_", "100%", "'; DROP TABLE rulings; --", "\\", "a" * 5_000, "\u202e", '"'])
def test_whatever_is_looked_for_is_words(store: RulingStore, words: str) -> None:
    store.save(many(3), "ada")
    assert store.find(RulingFilter(words=words)) == ([], 0)
    for name in ("game", "edition", "status", "source", "entry", "card", "since"):
        store.find(RulingFilter(**{name: words}))  # type: ignore[arg-type]
    assert store.find(RulingFilter())[1] == 3


def test_text_of_all_kinds_is_kept_as_it_is(store: RulingStore) -> None:
    nasty = "Robert'); DROP TABLE versions;-- <script>alert(1)</script> {{ 7*7 }} %s ${x} \\ \" ✓ 漢字 🎲"
    store.save([ruling(question=nasty, answer=nasty, source={"who": nasty})], nasty, nasty)
    assert kept(store).ruling.question == nasty
    assert store.history("gears-before-bells")[0].why == nasty


def test_of_two_writers_the_slower_is_told(store: RulingStore) -> None:
    store.save([ruling()], "ada")
    store.save([ruling(answer="No.")], "bo", expected={"gears-before-bells": 1})
    with pytest.raises(ChangedMeanwhile, match="at version 2 now, not 1"):
        store.save([ruling(answer="Perhaps.")], "ada", expected={"gears-before-bells": 1})
    with pytest.raises(ChangedMeanwhile):
        store.save([ruling()], "ada", expected={"gears-before-bells": 0})
    with pytest.raises(ChangedMeanwhile):
        store.remove("gears-before-bells", "ada", expected=1)
    assert kept(store).ruling.answer == "No."


def test_writers_at_once_lose_nothing(database_address: str) -> None:
    RulingStore(Database(database_address)).save([ruling()], "ada")
    told: list[JudgeError] = []

    def write(number: int) -> None:
        own = RulingStore(Database(database_address))
        for turn in range(5):
            try:
                own.save([ruling(answer=f"{number} {turn}")], str(number), expected={"gears-before-bells": turn + 1})
            except ChangedMeanwhile as late:
                told.append(late)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    history = RulingStore(Database(database_address)).history("gears-before-bells")
    assert [v.number for v in history] == list(range(1, len(history) + 1))
    assert len(history) - 1 + len(told) == 20


def test_outcomes_are_noted_by_build(store: RulingStore) -> None:
    one = NotedOutcome("a", 1, "agrees", "This program agrees.", {"order": [["x"]], "excluded": {}})
    store.note_outcomes("build1", [one])
    store.note_outcomes("build2", [replace(one, verdict="differs")])
    store.note_outcomes("build2", [replace(one, verdict="cannot-say")])
    assert store.outcomes("build1") == {"a": one}
    assert store.outcomes("build2")["a"].verdict == "cannot-say"
    assert store.outcomes("build3") == {}


def test_another_process_sees_a_change(database_address: str) -> None:
    one, other = RulingStore(Database(database_address)), RulingStore(Database(database_address))
    one.save([ruling()], "ada")
    assert other.get("gears-before-bells") == one.get("gears-before-bells")
    assert one.revision() == other.revision() != ""


def test_a_database_that_is_gone_is_told_in_a_sentence_without_secrets() -> None:
    store = RulingStore(Database("postgresql://ada:mulberry@127.0.0.1:1/judge"))
    with pytest.raises(DatabaseGone) as gone:
        store.get("a")
    assert "cannot be read" in gone.value.message and "mulberry" not in gone.value.message
    with pytest.raises(DatabaseGone, match="cannot be written"):
        store.save([ruling()], "ada")


@pytest.mark.parametrize("address", ["mysql://x", "sqlite://", "nonsense", "file:///x"])
def test_an_address_that_makes_no_sense_is_refused(address: str) -> None:
    with pytest.raises(NotAllowed, match="JUDGE_DATABASE_URL"):
        Database(address)
