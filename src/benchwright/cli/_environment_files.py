"""The environments that a file needs: a lock, or a benchmark whose problems carry theirs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchwright.cli._files import read_bytes
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.environments import Lock


def locks_of(file: Path) -> list[Lock]:
    """Each lock once, sorted by name."""
    from benchwright.environments.lock import lock_from
    from benchwright.problems.rows import rows_of

    data = _lock_data(file)
    if data is not None:
        return [lock_from(data, str(file))]
    locks: dict[str, Lock] = {}
    for row in rows_of(file):
        if row.fault:
            raise UsageError(f"{row.place}: {row.fault}", "mend the row")
        lock = _lock_of_row(row.place, row.value)
        if lock is not None:
            locks[lock.name] = lock
    return [locks[name] for name in sorted(locks)]


def _lock_data(file: Path) -> dict[str, Any] | None:
    """What the file holds if it is one lock; a name beside it, as `make --json` prints, is left out."""
    if file.suffix not in (".json", ""):
        return None
    try:
        data = json.loads(read_bytes(file))
    except ValueError:
        return None
    if not isinstance(data, dict) or "packages" not in data:
        return None
    return data


def _lock_of_row(place: str, row: Any) -> Lock | None:
    from benchwright.environments.lock import lock_from

    lineage = row.get("lineage") if isinstance(row, dict) else None
    lineage = _decoded(lineage)
    data = lineage.get("environment") if isinstance(lineage, dict) else None
    if not data:
        return None
    lock = lock_from(data, f"{place}: lineage.environment")
    named = row.get("environment")
    if named and named != lock.name:
        raise UsageError(
            f"{place}: environment: {str(named)[:80]!r} is not the name of its packages, which is {lock.name}",
            "is the benchmark as it was published?",
        )
    return lock


def _decoded(value: Any) -> Any:
    """In a table, nested values are texts."""
    if isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            return None
    return value
