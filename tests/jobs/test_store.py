"""A job's store keeps its data, in order, even if its process is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.jobs import State, Store

WRITER = """
import sys
from pathlib import Path
from benchwright.jobs import Store
store = Store(Path(sys.argv[1]))
number = 0
while True:
    with store.transaction():
        store.put("step", f"{number:06}", b"first half")
        store.put("other", f"{number:06}", b"second half")
    print(number, flush=True)
    number += 1
"""


def test_put_and_get(tmp_path: Path) -> None:
    with Store(tmp_path / "job.sqlite") as store:
        assert store.get("answer", "a") is None
        store.put("answer", "a", b"1")
        store.put("answer", "b", b"", State.FAILED, "the endpoint is down")
        assert store.done("answer", "a") == b"1"
        assert store.done("answer", "b") is None
        found = store.get("answer", "b")
        assert found is not None
        assert found.reason == "the endpoint is down"
        assert store.count("answer") == {State.DONE: 1, State.FAILED: 1}
    with Store(tmp_path / "job.sqlite") as again:
        assert again.done("answer", "a") == b"1"


def test_items_are_read_by_name_in_chunks(tmp_path: Path) -> None:
    with Store(tmp_path / "job.sqlite") as store:
        names = [f"{number:05}" for number in range(1203)]
        with store.transaction():
            for name in reversed(names):
                store.put("answer", name, name.encode())
        assert [item.item for item in store.items("answer")] == names


def test_items_may_change_during_iteration(tmp_path: Path) -> None:
    with Store(tmp_path / "job.sqlite") as store:
        for number in range(600):
            store.put("answer", f"{number:05}", b"old")
        for item in store.items("answer"):
            store.put("answer", item.item, b"new")
        assert {item.data for item in store.items("answer")} == {b"new"}


def test_a_failed_transaction_is_rolled_back(tmp_path: Path) -> None:
    with Store(tmp_path / "job.sqlite") as store:
        with pytest.raises(ZeroDivisionError), store.transaction():
            _put_and_fail(store)
        assert store.get("answer", "a") is None


def _put_and_fail(store: Store) -> None:
    store.put("answer", "a", b"1")
    raise ZeroDivisionError


def test_forgetting_a_step(tmp_path: Path) -> None:
    with Store(tmp_path / "job.sqlite") as store:
        store.put("answer", "a", b"1")
        store.put("answer", "b", b"", State.FAILED, "no")
        store.forget("answer", State.FAILED)
        assert store.count("answer") == {State.DONE: 1}
        store.forget("answer")
        assert store.count("answer") == {}


def test_a_file_that_is_not_a_store(tmp_path: Path) -> None:
    (tmp_path / "job.sqlite").write_bytes(b"not a database, whatever its name says" * 100)
    with pytest.raises(UsageError):
        Store(tmp_path / "job.sqlite")


def test_reading_creates_no_store(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        Store(tmp_path / "job.sqlite", writable=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("until", [0, 7, 40])
def test_stored_items_survive_a_kill(tmp_path: Path, until: int) -> None:
    """The writer reports what it has stored. All of it must survive, and no transaction may be partial."""
    file = tmp_path / "job.sqlite"
    writer = subprocess.Popen([sys.executable, "-c", WRITER, file], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    said = -1
    while said < until:
        said = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    for line in writer.stdout:
        said = int(line) if line.endswith("\n") else said
    with Store(file) as store:
        first = [item.item for item in store.items("step")]
        assert len(first) > said
        assert first == [item.item for item in store.items("other")]


def test_a_store_on_a_read_only_disk_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "job.sqlite") as store:
        store.put("answer", "a", b"1")
    # Root can write anywhere, so a read-only disk is simulated.
    monkeypatch.setattr("benchwright.jobs.store._is_read_only", lambda _: True)
    with Store(tmp_path / "job.sqlite", writable=False) as store:
        assert store.done("answer", "a") == b"1"
        with pytest.raises(sqlite3.OperationalError):
            store.put("answer", "b", b"2")


def test_steps_are_named_and_unfinished_ones_listed(tmp_path: Path) -> None:
    with Store(tmp_path / "job.sqlite") as store:
        for name in ("a#1", "a#2", "ab#1", "b#1"):
            store.put("answer", name, b"1")
        for name in ("z", "y", "x"):
            store.put("judge", name, b"", State.FAILED, "why")
        assert store.names("answer", "a#") == ["a#1", "a#2"]
        assert store.names("answer") == ["a#1", "a#2", "ab#1", "b#1"]
        assert store.steps() == ["answer", "judge"]
        assert [item.item for item in store.unfinished("judge", State.FAILED, 2)] == ["x", "y"]
        assert store.unfinished("judge", State.WAITING, 2) == []
