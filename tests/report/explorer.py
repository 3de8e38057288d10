"""Shared helpers for the explorer's page tests: a small report in a browser."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from benchwright.judging.verdict import Verdict
from benchwright.metrics.outcome import Outcome
from benchwright.problems import Problem
from benchwright.report.site.explorer import Explorer
from benchwright.report.site.writer import write_site
from tests.browser import Tab, tab
from tests.report.small_jobs import job_of, problem

PROBLEMS = tuple(
    problem(
        f"{'python' if number < 8 else 'go'}/{number:02}",
        language="python" if number < 8 else "go",
        difficulty="hard" if number % 2 else "easy",
        tags=["trees"] if number < 3 else ["dates, times"],
        question=f"Sort the letters, part {number}.",
    )
    for number in range(12)
)
"""Eight in Python and four in Go; those with even numbers are easy."""

# Per problem: whether each answer passed; None: not judged yet.
PASSED: dict[str, list[list[bool | None]]] = {
    "alpha": [[number in (0, 2, 3, 4, 5, 6, 7, 8)] for number in range(12)],
    "beta": [[number in (0, 2, 8, 9, 10, 11)] for number in range(12)],
    "gamma": [[True if number in (0, 2) else None] for number in range(12)],
    "twice": [[False, number < 8] for number in range(12)],
}
"""alpha solves 8 of 12, beta 6; gamma has only started; twice solves all of Python with its second answer."""


def write_jobs(folder: Path, problems: Sequence[Problem] = PROBLEMS) -> list[Path]:
    """Write one evaluation per model in `PASSED`."""
    return [
        job_of(
            folder / name,
            problems,
            {
                each.id: [[(f"x = {sample}\n", _verdict(one))] for sample, one in enumerate(passed)]
                for each, passed in zip(problems, rows, strict=True)
            },
            answers=f"openai:{name}",
            n=len(rows[0]),
        )
        for name, rows in PASSED.items()
    ]


def write_report(folder: Path, jobs: Sequence[Path]) -> Path:
    """Write the site of these jobs as `benchwright report` does."""
    return write_site(Explorer(jobs), folder).page.parent


def outcomes_of(name: str) -> list[Outcome]:
    """Outcomes of one model's answers, as metrics see them."""
    return [
        Outcome(problem=each.id, sample=sample, verdict="passed" if one else "wrong_answer")
        for each, answers in zip(PROBLEMS, PASSED[name], strict=True)
        for sample, one in enumerate(answers)
        if one is not None
    ]


class Exploring(Tab):
    """A browser tab on a report."""

    def open(self, view: str = "") -> Exploring:
        """Reload the page at this address, such as `#/problems`."""
        self.page.goto("about:blank")
        self.requests = [url for url in self.requests if url != "about:blank"]
        self.page.goto(f"{self.url}/index.html{view}")
        expect(self.page.locator("body")).to_have_attribute("data-ready", "yes")
        return self

    def row(self, name: str) -> Locator:
        """Find a table row by its heading."""
        return self.page.locator("tbody tr", has=self.page.get_by_role("rowheader").filter(has_text=name))


@contextlib.contextmanager
def exploring(browser: Browser, site: Path, **options: Any) -> Iterator[Exploring]:
    """Open a tab on the report in this folder, from disk; afterwards, check that no other request was made and none
    failed."""
    with tab(browser, site.as_uri(), Exploring, **options) as opened:
        yield opened
        opened.assert_quiet()


def _verdict(passed: bool | None) -> Verdict | None:
    if passed is None:
        return None
    return Verdict.PASSED if passed else Verdict.WRONG_ANSWER
