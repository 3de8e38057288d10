"""Remembers what the tests of problems do with their references: to find it out takes several runs."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sqlite3
from pathlib import Path

import msgspec

from benchwright import judge, languages
from benchwright.errors import ToolchainMissing
from benchwright.judge.plan import tests_digest
from benchwright.judge.solution import ProblemPlan, plan_problem
from benchwright.languages import find_language, find_toolchain
from benchwright.languages.join import clean
from benchwright.languages.prepare import cache_folder
from benchwright.problems import Problem
from benchwright.sandbox.protocol import Sandbox


async def plan_with(cache: PlanCache, sandbox: Sandbox, problem: Problem) -> ProblemPlan:
    """From the cache, or by running the reference."""
    plan = cache.get(problem)
    if plan is None:
        plan = await plan_problem(sandbox, problem)
        cache.put(problem, plan)
    return plan


class PlanCache:
    """Plans by everything that they depend on. Losing it costs time and nothing else."""

    def __init__(self, file: Path | None = None) -> None:
        self._connection: sqlite3.Connection | None = None
        file = file or cache_folder() / "plans.sqlite"
        with contextlib.suppress(OSError, sqlite3.Error):
            file.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(file, isolation_level=None, timeout=30)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE IF NOT EXISTS plans (key TEXT PRIMARY KEY, plan BLOB NOT NULL)")
            self._connection = connection

    def get(self, problem: Problem) -> ProblemPlan | None:
        """The plan that was kept for the problem, if it is whole: a test set without one would have no canary."""
        if self._connection is None:
            return None
        with contextlib.suppress(sqlite3.Error, msgspec.DecodeError):
            key = plan_key(problem)
            row = self._connection.execute("SELECT plan FROM plans WHERE key = ?", (key,)).fetchone()
            plan = msgspec.json.decode(row[0], type=ProblemPlan) if row else None
            return plan if plan and _belongs(plan, problem) else None
        return None

    def put(self, problem: Problem, plan: ProblemPlan) -> None:
        """Keep a plan. One with defects is not kept: a reference may have failed by bad luck, so they are found anew
        each time."""
        if self._connection is not None and not plan.defects:
            with contextlib.suppress(sqlite3.Error):
                row = (plan_key(problem), msgspec.json.encode(plan))
                self._connection.execute("INSERT OR REPLACE INTO plans VALUES (?, ?)", row)

    def close(self) -> None:
        """Give the file back."""
        if self._connection is not None:
            self._connection.close()


def plan_key(problem: Problem) -> str:
    """Digest of all that a plan depends on: the texts, the toolchain, and how we join, run and decide. A toolchain that
    is not here is that of a service."""
    toolchain = "elsewhere"
    with contextlib.suppress(ToolchainMissing):
        toolchain = find_toolchain(find_language(problem.language)).version
    sets = (sorted(problem.tests.items()), sorted(problem.cases.items()), problem.checker)
    texts = (problem.canonical_solution, problem.prefix, problem.suffix, problem.entry_point)
    parts = (problem.language, problem.environment, texts, msgspec.to_builtins(sets), toolchain, _our_part())
    # As literals, so that no text can look like the boundary between two.
    return hashlib.sha256(ascii(parts).encode()).hexdigest()


def _belongs(plan: ProblemPlan, problem: Problem) -> bool:
    """Whether each test set of the problem has its plan, and nothing else has one."""
    planned = problem.tests.keys() - problem.cases.keys() if problem.canonical_solution.strip() else frozenset()
    if plan.defects or plan.plans.keys() != planned:
        return False
    return all(each.digest == tests_digest(clean(problem.tests[name])) for name, each in plan.plans.items())


@functools.cache
def _our_part() -> str:
    """Of the judge and all languages: one language's driver may serve another."""
    folders = (Path(package.__file__).parent for package in (judge, languages) if package.__file__)
    files = sorted(file for folder in folders for file in folder.rglob("*") if _matters(file))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _matters(file: Path) -> bool:
    return file.is_file() and file.suffix != ".pyc" and "probes" not in file.parts
