"""Judge one solution of one problem by all its test sets, and record the result."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import msgspec

from benchwright import judging, languages
from benchwright.errors import ToolchainMissing
from benchwright.judging.calibrate import calibrate
from benchwright.judging.output import judge_output
from benchwright.judging.plan import EVIDENCE, Defect, Evidence, TestPlan, tests_digest
from benchwright.judging.question import Question
from benchwright.judging.tests import judge_tests, require_checks
from benchwright.judging.verdict import CanaryRun, Judgement, Place, TestResult, Verdict, describe
from benchwright.languages import find_language, find_toolchain
from benchwright.languages.join import clean
from benchwright.languages.prepare import cache_folder
from benchwright.problems import Problem
from benchwright.sandbox.protocol import Sandbox

SOLUTION_SCHEMA = 1

_FIRST = ("demo", "full")
"""The public tests come first: they are cheap, and their failures may be shown to the model."""
_KEPT_CHARACTERS = 4000
"""How much of the output is kept; re-run the solution to see more."""


class SetJudgement(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one test set, small enough to keep for many thousands of solutions."""

    verdict: Verdict
    """The verdict that the solution earned."""
    reason: str = ""
    """Short explanation of the verdict; empty for a plain pass."""
    place: Place | None = None
    """Where the solution failed; None if that is unknown."""
    message: str = ""
    """Message of the failed check or of the error."""
    stdout: str = ""
    """Standard output, shortened: the start for a build, whose first error says most, the end for a run."""
    stderr: str = ""
    """Standard error, shortened in the same way."""
    printed: str = ""
    """Digest of everything the runs printed: equal for solutions that behave alike."""
    tests: tuple[TestResult, ...] = ()
    """Results of the individual tests; empty if they are not reported."""
    canary: tuple[CanaryRun, ...] = ()
    """Runs with altered tests; empty if there were none."""
    evidence: Evidence | None = None
    """How thoroughly a pass by tests was confirmed; None otherwise."""
    wall_s: float = 0.0
    """Wall-clock time of build and runs, in seconds."""
    cpu_s: float = 0.0
    """CPU time of build and runs, in seconds."""
    memory_bytes: int = 0
    """Peak memory of any stage, in bytes."""


class SolutionJudgement(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a solution: passed if it passed every test set."""

    verdict: Verdict
    """Verdict of the first test set that did not pass."""
    reason: str = ""
    """Reason given by that test set."""
    failed: str = ""
    """Name of that test set; empty if all passed."""
    sets: Mapping[str, SetJudgement]
    """Test set → its result."""
    toolchain: str = ""
    """Version of the toolchain used."""
    schema: int = SOLUTION_SCHEMA
    """Schema version of this record."""

    @property
    def passed(self) -> bool:
        """Whether the verdict is `passed`."""
        return self.verdict is Verdict.PASSED

    @property
    def evidence(self) -> Evidence | None:
        """The weakest evidence of all test sets. None if the solution did not pass or was judged by cases only."""
        known = [each.evidence for each in self.sets.values() if each.evidence]
        return max(known, key=EVIDENCE.index) if known and self.passed else None

    @property
    def wall_s(self) -> float:
        """Wall-clock time of all builds and runs, in seconds."""
        return sum(each.wall_s for each in self.sets.values())


class ProblemPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a problem before solutions are judged by it."""

    plans: Mapping[str, TestPlan] = {}
    """Test set → its plan; a test set without one is judged with less certainty."""
    defects: Mapping[str, Defect] = {}
    """Test set → why it cannot judge anything."""

    @property
    def defect(self) -> str:
        """Why the problem cannot judge solutions; empty if it can."""
        return "; ".join(f"{name} tests: {defect.reason}: {defect.detail}" for name, defect in self.defects.items())


def test_sets(problem: Problem) -> list[str]:
    """Names of the problem's test sets, in the order they run."""
    names = dict.fromkeys((*problem.tests, *problem.cases))
    return sorted(names, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))


def test_authors(problem: Problem) -> dict[str, str]:
    """Test set → the model that wrote it, if the lineage names several models that wrote one each."""
    known = problem.lineage.get("tests")
    if not isinstance(known, Mapping):
        return {}
    sets = test_sets(problem)
    authors = {name: each for name, each in known.items() if name in sets and isinstance(each, str) and each}
    return authors if len({*authors.values()}) > 1 else {}


async def plan_problem(sandbox: Sandbox, problem: Problem) -> ProblemPlan:
    """Run the reference against each test set.

    A problem without a reference has no plans: it is unknown what its tests do with a correct solution, so only what a
    run itself proves can count.
    """
    if not test_sets(problem):
        return ProblemPlan(defects={"all": Defect(reason="no tests", detail="the problem has no tests")})
    plans: dict[str, TestPlan] = {}
    defects: dict[str, Defect] = {}
    for name in test_sets(problem):
        found = await _plan_set(sandbox, problem, name)
        if isinstance(found, Defect):
            # A single failure may be bad luck on a busy machine, and a defect excludes the problem for everyone.
            found = await _plan_set(sandbox, problem, name)
        if isinstance(found, TestPlan):
            plans[name] = found
        elif isinstance(found, Defect):
            defects[name] = found
    return ProblemPlan(plans=plans, defects=defects)


async def _plan_set(sandbox: Sandbox, problem: Problem, name: str) -> TestPlan | Defect | None:
    """Return the plan of a test set, or its defect; None if there is no reference or nothing to plan."""
    reference = problem.canonical_solution
    if name in problem.cases:
        judgement = await _by_cases(sandbox, problem, name, reference) if reference.strip() else None
        if judgement is None or judgement.passed:
            return None
        return Defect(reason="reference fails", detail=describe(judgement))
    if problem.tests[name].strip() and not reference.strip():
        return None
    return await calibrate(sandbox, _question(problem, name), reference)


async def judge_solution(
    sandbox: Sandbox,
    problem: Problem,
    plan: ProblemPlan,
    solution: str,
    *,
    canary: bool = False,
    early_stop: bool = False,
) -> SolutionJudgement:
    """Judge the solution by every test set.

    With `early_stop`, stop as soon as the verdict is known, except for test sets by several authors, which are compared
    and always run.
    """
    compared = test_authors(problem)
    sets: dict[str, SetJudgement] = {}
    toolchain = ""
    failed = ""
    for name in test_sets(problem):
        if early_stop and failed and name not in compared:
            continue
        if name in problem.cases:
            judgement = await _by_cases(sandbox, problem, name, solution, early_stop=early_stop)
        else:
            question = msgspec.structs.replace(_question(problem, name), plan=plan.plans.get(name))
            judgement = await judge_tests(sandbox, question, solution, canary=canary and name in plan.plans)
            if canary and name not in plan.plans:
                judgement = await require_checks(sandbox, question, solution, judgement)
        sets[name] = _kept(judgement)
        toolchain = judgement.execution.toolchain
        failed = failed or ("" if judgement.passed else name)
    verdict, reason = (sets[failed].verdict, sets[failed].reason) if failed else (Verdict.PASSED, "")
    return SolutionJudgement(verdict=verdict, reason=reason, failed=failed, sets=sets, toolchain=toolchain)


async def _by_cases(
    sandbox: Sandbox, problem: Problem, name: str, solution: str, *, early_stop: bool = False
) -> Judgement:
    return await judge_output(
        sandbox,
        find_language(problem.language),
        solution,
        problem.cases[name],
        problem.checker,
        environment=problem.environment,
        early_stop=early_stop,
    )


def _question(problem: Problem, name: str) -> Question:
    return Question(language=problem.language, tests=problem.tests[name], environment=problem.environment)


def _kept(judgement: Judgement) -> SetJudgement:
    stages = judgement.execution.stages
    decisive = next((stage for stage in stages if not stage.succeeded), stages[-1])
    built = decisive is judgement.execution.build
    return SetJudgement(
        verdict=judgement.verdict,
        reason=judgement.reason,
        place=judgement.place,
        message=judgement.message[:_KEPT_CHARACTERS],
        stdout=_cut(decisive.stdout.data, built),
        stderr=_cut(decisive.stderr.data, built),
        printed=_printed(judgement),
        tests=judgement.tests,
        canary=judgement.canary,
        evidence=judgement.evidence,
        wall_s=round(sum(stage.wall_s for stage in stages), 4),
        cpu_s=round(sum(stage.cpu_s for stage in stages), 4),
        memory_bytes=max(stage.memory_bytes for stage in stages),
    )


def _printed(judgement: Judgement) -> str:
    digest = hashlib.sha256()
    for stage in judgement.execution.runs:
        digest.update(len(stage.stdout.data).to_bytes(8, "big") + stage.stdout.data)
    return digest.hexdigest()[:16]


def _cut(data: bytes, beginning: bool) -> str:
    kept = data[:_KEPT_CHARACTERS] if beginning else data[-_KEPT_CHARACTERS:]
    return kept.decode("utf-8", errors="replace")


async def plan_with(cache: PlanCache, sandbox: Sandbox, problem: Problem) -> ProblemPlan:
    """Return the cached plan, or make one by running the reference."""
    plan = cache.get(problem)
    if plan is None:
        plan = await plan_problem(sandbox, problem)
        cache.put(problem, plan)
    return plan


class PlanCache:
    """Cache of plans, keyed by everything they depend on. Losing it only costs time."""

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
        """Return the cached plan if it is complete: passes by a test set without a plan could not be confirmed."""
        if self._connection is None:
            return None
        with contextlib.suppress(sqlite3.Error, msgspec.DecodeError):
            key = plan_key(problem)
            row = self._connection.execute("SELECT plan FROM plans WHERE key = ?", (key,)).fetchone()
            plan = msgspec.json.decode(row[0], type=ProblemPlan) if row else None
            return plan if plan and _belongs(plan, problem) else None
        return None

    def put(self, problem: Problem, plan: ProblemPlan) -> None:
        """Cache a plan. Plans with defects are not cached: the reference may have failed by bad luck, so defects are
        looked for each time."""
        if self._connection is not None and not plan.defects:
            with contextlib.suppress(sqlite3.Error):
                row = (plan_key(problem), msgspec.json.encode(plan))
                self._connection.execute("INSERT OR REPLACE INTO plans VALUES (?, ?)", row)

    def close(self) -> None:
        """Close the cache file."""
        if self._connection is not None:
            self._connection.close()


def plan_key(problem: Problem) -> str:
    """Digest of everything a plan depends on: the texts, the toolchain, and the code that joins, runs and decides. A
    toolchain that is not installed here belongs to a remote service."""
    toolchain = "elsewhere"
    with contextlib.suppress(ToolchainMissing):
        toolchain = find_toolchain(find_language(problem.language)).version
    sets = (sorted(problem.tests.items()), sorted(problem.cases.items()), problem.checker)
    texts = (problem.canonical_solution, problem.prefix, problem.suffix, problem.entry_point)
    parts = (problem.language, problem.environment, texts, msgspec.to_builtins(sets), toolchain, _our_part())
    # As Python literals, so that no text can imitate a separator.
    return hashlib.sha256(ascii(parts).encode()).hexdigest()


def _belongs(plan: ProblemPlan, problem: Problem) -> bool:
    """Whether each test set of the problem has its plan, and there are no others."""
    planned = problem.tests.keys() - problem.cases.keys() if problem.canonical_solution.strip() else frozenset()
    if plan.defects or plan.plans.keys() != planned:
        return False
    return all(each.digest == tests_digest(clean(problem.tests[name])) for name, each in plan.plans.items())


@functools.cache
def _our_part() -> str:
    """Digest of the judge and of all languages: one language's driver may serve another."""
    folders = (Path(package.__file__).parent for package in (judging, languages) if package.__file__)
    files = sorted(file for folder in folders for file in folder.rglob("*") if _matters(file))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _matters(file: Path) -> bool:
    return file.is_file() and file.suffix != ".pyc" and "probes" not in file.parts
