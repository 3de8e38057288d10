"""Cancelled requests for a live report."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.judging.verdict import Verdict
from benchwright.report.site import Explorer
from benchwright.server.reports import Reports
from tests.report.small_jobs import job_of, problem


def test_repeated_requests_join_the_running_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job_of(tmp_path / "job", [problem("a")], {"a": [[("1", Verdict.PASSED)]]})
    begun, free, asked = threading.Event(), threading.Event(), []
    plain = Explorer.data

    def slow(explorer: Explorer, key: str) -> object:
        asked.append(threading.current_thread().name)
        begun.set()
        assert free.wait(60)
        return plain(explorer, key)

    monkeypatch.setattr(Explorer, "data", slow)

    async def reload() -> str:
        reports = Reports([tmp_path])
        (group,) = reports._look().groups
        given_up = asyncio.create_task(reports.data(group, "site"))
        await asyncio.to_thread(begun.wait, 60)
        given_up.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await given_up
        again = asyncio.create_task(reports.data(group, "site"))
        await asyncio.sleep(0)
        free.set()
        file = await again
        with pytest.raises(UsageError, match="no data"):
            await reports.data(group, "none")
        with pytest.raises(UsageError, match="unknown group"):
            await reports.data("none", "site")
        return file.text

    assert "benchwright.put" in asyncio.run(reload())
    assert len(asked) == 2, "one for `site`, one for the key that there is not"
    assert all(name.startswith("report") for name in asked)
