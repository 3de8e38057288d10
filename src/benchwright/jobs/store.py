"""A job's progress and results: items × steps in SQLite. Once `put` has returned, its data survives kill -9."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from benchwright.errors import UsageError

STORE_SCHEMA = 1
_DAMAGED = "restore the job from a backup, or start a new one in another folder"
Record = TypeVar("Record")

_TABLES = """
CREATE TABLE items (
    step TEXT NOT NULL, item TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (step, item)
) WITHOUT ROWID;
CREATE INDEX items_by_state ON items (step, state);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class State(StrEnum):
    """State of one step of an item. A step that is not in the store is pending."""

    WAITING = "waiting"
    """It waits for an answer from outside, such as a batch."""
    DONE = "done"
    """Its data is final."""
    FAILED = "failed"
    """It failed for the given reason; the next run retries it."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One step of one item."""

    item: str
    """Name of the item, unique in its step."""
    state: State
    """Whether it is waiting, done or failed."""
    reason: str
    """Why it failed or is waiting. Empty if done."""
    data: bytes
    """The step's result as JSON. Empty unless done."""


class Store:
    """The database of one job. One process writes, any number can read."""

    def __init__(self, file: Path, *, writable: bool = True) -> None:
        if not writable and not file.exists():
            raise UsageError(f"{file.parent} is not a job", "a job directory contains manifest.json and job.sqlite")
        self._folder = file.parent
        try:
            self._connection = _connect(file) if writable else _connect_to_read(file)
            self._prepare(file)
        except sqlite3.Error as error:
            hint = "check that the disk is not full, and that the file belongs to a job and is readable"
            raise UsageError(f"{file}: {error}", hint) from None

    def _prepare(self, file: Path) -> None:
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            with self.transaction():
                for statement in filter(str.strip, _TABLES.split(";")):
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA user_version = {STORE_SCHEMA}")
        elif version != STORE_SCHEMA:
            hint = "use the benchwright release that created the job"
            raise UsageError(f"{file} has version {version}, not {STORE_SCHEMA}", hint)

    def put(self, step: str, item: str, data: bytes, state: State = State.DONE, reason: str = "") -> None:
        """Record a step of an item, replacing any earlier record."""
        row = (step, item, state.value, reason, data)
        self._connection.execute("INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?)", row)

    def get(self, step: str, item: str) -> Item | None:
        """Return a step of an item, or None if it is pending."""
        query = "SELECT item, state, reason, data FROM items WHERE step = ? AND item = ?"
        row = self._connection.execute(query, (step, item)).fetchone()
        return self._item(row) if row else None

    def done(self, step: str, item: str) -> bytes | None:
        """Return the data of a step, or None unless it is done."""
        found = self.get(step, item)
        return found.data if found and found.state is State.DONE else None

    def decoded(self, step: str, item: str, data: bytes, kind: type[Record]) -> Record:
        """Decode the record in a row. Raises UsageError naming the row if it is damaged."""
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
            raise UsageError(
                f"{self._folder}: the row of step {step!r}, item {item!r} is damaged: {error}",
                _DAMAGED,
            ) from None

    def items(self, step: str) -> Iterator[Item]:
        """Yield all items of a step by name, in chunks: a job may be larger than memory."""
        query = "SELECT item, state, reason, data FROM items WHERE step = ? AND item > ? ORDER BY item LIMIT 500"
        last = ""
        while rows := self._connection.execute(query, (step, last)).fetchall():
            yield from map(self._item, rows)
            last = rows[-1][0]

    def names(self, step: str, prefix: str = "") -> list[str]:
        """Return the names of the items of a step with this prefix, sorted. Does not read their data."""
        query = "SELECT item FROM items WHERE step = ? AND item >= ? AND item < ? ORDER BY item"
        return [str(row[0]) for row in self._connection.execute(query, (step, prefix, f"{prefix}\U0010ffff"))]

    def unfinished(self, step: str, state: State, most: int) -> list[Item]:
        """Return the first `most` items of a step in this state: waiting or failed."""
        query = "SELECT item, state, reason, data FROM items WHERE step = ? AND state = ? ORDER BY item LIMIT ?"
        return [self._item(row) for row in self._connection.execute(query, (step, state.value, most))]

    def steps(self) -> list[str]:
        """Return the names of the steps that have records, sorted. One index lookup per step, which is fast on any
        job."""
        found: list[str] = []
        query = "SELECT step FROM items WHERE step > ? ORDER BY step LIMIT 1"
        while row := self._connection.execute(query, (found[-1] if found else "",)).fetchone():
            found.append(str(row[0]))
        return found

    def count(self, step: str) -> dict[State, int]:
        """Return the number of items of a step in each state."""
        query = "SELECT state, COUNT(*) FROM items WHERE step = ? GROUP BY state"
        return {State(state): number for state, number in self._connection.execute(query, (step,))}

    def forget_unfinished(self, step: str, item: str) -> None:
        """Reset a step of an item to pending, unless it is done."""
        query = "DELETE FROM items WHERE step = ? AND item = ? AND state != ?"
        self._connection.execute(query, (step, item, State.DONE.value))

    def forget(self, step: str, state: State | None = None) -> None:
        """Reset all items of a step to pending, or only those in a given state."""
        if state is None:
            self._connection.execute("DELETE FROM items WHERE step = ?", (step,))
        else:
            self._connection.execute("DELETE FROM items WHERE step = ? AND state = ?", (step, state.value))

    def fact(self, name: str, default: str = "") -> str:
        """Return a named fact about the job as a whole."""
        row = self._connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else default

    def note(self, name: str, value: str) -> None:
        """Record a fact about the job as a whole."""
        self._connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def freeze(self) -> None:
        """Make all later reads see the current state, whatever a writer does, until the store is closed."""
        self._connection.execute("BEGIN")
        self._connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything in the block, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def _item(self, row: tuple[str, str, str, bytes]) -> Item:
        try:
            return Item(item=row[0], state=State(row[1]), reason=row[2], data=row[3])
        except ValueError as error:
            raise UsageError(f"{self._folder}: the row of item {row[0]!r} is damaged: {error}", _DAMAGED) from None

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _connect(file: Path) -> sqlite3.Connection:
    # Autocommit: each statement is its own transaction, unless `transaction` groups several.
    connection = sqlite3.connect(file, isolation_level=None, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _connect_to_read(file: Path) -> sqlite3.Connection:
    """Open for reading, even in a folder without write permission. A writer there is another user, who keeps the newest
    data in a log next to the file. Without a log there is no writer, and the file is complete."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    if os.access(file.parent, os.W_OK) and not _is_read_only(file.parent):
        return _connect_read_only(address)
    if not _has_log(file):
        return _connect_read_only(f"{address}&immutable=1")
    try:
        connection = _connect_read_only(address)
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        if _has_log(file):
            raise
        # The writer exited in the meantime and removed its log.
        return _connect_read_only(f"{address}&immutable=1")
    return connection


def _connect_read_only(address: str) -> sqlite3.Connection:
    # Callers that read from several threads must serialize their access.
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=30, check_same_thread=False)


def _has_log(file: Path) -> bool:
    """Whether the write-ahead log and its index exist. A killed writer leaves them, with data that is not in the
    file."""
    return all(file.with_name(f"{file.name}{ending}").exists() for ending in ("-wal", "-shm"))


def _is_read_only(folder: Path) -> bool:
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
