"""The report of 20 evaluations of 4,000 problems: how long it takes to write, how large it is, and how soon a browser
shows the leaderboard.

Baselines: reading the same rows from the stores, and the same page with a tenth of the problems.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from bench.measure import Row
from bench.synthetic_jobs import make_jobs, make_problems
from benchwright.jobs import read_job
from benchwright.report.site import Explorer, write_site
from benchwright.report.site.page import built_assets

_PROBLEMS, _MODELS = 4_000, 20
_FEW = 400
_VIEWS = 5


async def bench() -> list[Row]:
    """Measure writing, size and first view."""
    return await asyncio.to_thread(_bench)


def _bench() -> list[Row]:
    built_assets()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        jobs = make_jobs(place / "jobs", make_problems(_PROBLEMS), _MODELS)
        few = make_jobs(place / "few", make_problems(_FEW), _MODELS)
        read_s = _seconds_to_read(jobs)
        begun = time.perf_counter()
        written = write_site(Explorer(jobs), place / "site")
        write_s = time.perf_counter() - begun
        write_site(Explorer(few), place / "small")
        kept_bytes = sum((job / "job.sqlite").stat().st_size for job in jobs)
        rows = [
            _row(
                "report of 4,000 problems × 20 models, against reading its rows once", write_s, read_s, "s", "< 120 s"
            ),
            _row("its size, against the jobs'", written.size_bytes / 1e6, kept_bytes / 1e6, "MB", ""),
        ]
        view_s, small_s = (_seconds_to_view(place / name / "index.html") for name in ("site", "small"))
        if view_s and small_s:
            rows.append(_row("leaderboard shown, against a tenth of the problems", view_s, small_s, "s", "< 1 s"))
        return rows


def _row(what: str, measured: float, baseline: float, unit: str, target: str) -> Row:
    return Row(what=what, measured=measured, baseline=baseline, unit=unit, ratio=measured / baseline, target=target)


def _seconds_to_read(jobs: list[Path]) -> float:
    begun = time.perf_counter()
    for folder in jobs:
        with read_job(folder) as job:
            for step in ("answer", "judge"):
                for _ in job.store.items(step):
                    pass
    return time.perf_counter() - begun


def _seconds_to_view(page: Path) -> float:
    """Return the seconds from opening the file until the page reports that it is ready; 0 without a browser."""
    path = shutil.which("chromium")
    if path is None:
        return 0.0
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        times: list[float] = []
        for _ in range(_VIEWS):
            tab = browser.new_page()
            begun = time.perf_counter()
            tab.goto(page.as_uri(), wait_until="commit")
            tab.wait_for_selector("body[data-ready]")
            times.append(time.perf_counter() - begun)
            tab.close()
        browser.close()
    return statistics.median(times)
