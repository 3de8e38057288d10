"""Check that a problem is sound: its tests accept the reference, reject everything else, and can fail."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.errors import CheckerFailed, SandboxError, UsageError
from benchwright.judging.calibrate import calibrate
from benchwright.judging.canary import WANTED_SITES
from benchwright.judging.mutation import stub_for
from benchwright.judging.output import judge_output
from benchwright.judging.plan import Defect, TestPlan
from benchwright.judging.question import Question
from benchwright.judging.tests import judge_tests
from benchwright.judging.verdict import Judgement, describe
from benchwright.problems import Case, Problem
from benchwright.sandbox.protocol import Sandbox


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A judgement that did not turn out as required."""

    what: str
    """Which solution was judged: `reference`, `empty solution`, `wrong solution 2` and so on."""
    tests: str
    """Name of the test set, or several names joined by "and"."""
    detail: str
    """The judgement it got."""


class CheckedProblem(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking a problem."""

    id: str
    """Id of the checked problem."""
    language: str
    """Language id of the problem."""
    digest: str = ""
    """Digest of the problem's texts; lists of defects refer to it."""
    listed: str = ""
    """Known defect of the problem; empty if none is known."""
    unscored: str = ""
    """Why the problem could not be checked here; empty if it was."""
    defects: Mapping[str, Defect] = {}
    """Test set → why it cannot judge anything."""
    plans: Mapping[str, TestPlan] = {}
    """Test set → the plan calibrated for it."""
    findings: tuple[Finding, ...] = ()
    """Judgements that did not turn out as required."""
    judged: int = 0
    """Number of judgements made, not counting calibration."""

    @property
    def sound(self) -> bool:
        """Whether the problem was checked and nothing is wrong with it."""
        return not (self.unscored or self.defects or self.findings)


async def check_problem(
    sandbox: Sandbox,
    problem: Problem,
    *,
    repeat: int = 1,
    foreign: str = "",
    listed: str = "",
    environment: str | None = None,
    sites: int = WANTED_SITES,
) -> CheckedProblem:
    """Calibrate each set of tests or cases, then judge the reference and solutions that must fail.

    The reference is judged `repeat` times. An empty solution, a stub, the problem's own wrong and cheating solutions,
    and `foreign`, the solution of another problem, must all fail. `listed` is the known defect of the problem,
    `environment` replaces the problem's package environment, and `sites` is the maximum number of canary sites per test
    set.
    """
    checked = CheckedProblem(id=problem.id, language=problem.language, digest=problem.digest, listed=listed)
    try:
        examination = _Examination(sandbox, problem, environment, sites)
        return await examination.run(checked, repeat, foreign)
    except (UsageError, SandboxError) as error:
        return msgspec.structs.replace(checked, unscored=error.sentence)


class _Examination:
    """Makes and collects the judgements of one problem."""

    def __init__(self, sandbox: Sandbox, problem: Problem, environment: str | None, sites: int) -> None:
        self.sandbox = sandbox
        self.problem = problem
        self.environment = environment or problem.environment
        self.sites = sites
        self.plans: dict[str, TestPlan] = {}
        self.cases: dict[str, tuple[Case, ...]] = {}
        """The case sets that the reference passes."""
        self.findings: list[Finding] = []
        self.judged = 0

    async def run(self, checked: CheckedProblem, repeat: int, foreign: str) -> CheckedProblem:
        reference = self.problem.canonical_solution
        calibrated = {
            name: await calibrate(self.sandbox, self._question(name), reference, sites=self.sites)
            for name in self.problem.tests
        }
        defects = {name: plan for name, plan in calibrated.items() if isinstance(plan, Defect)}
        self.plans = {name: plan for name, plan in calibrated.items() if isinstance(plan, TestPlan)}
        defects |= await self._calibrate_cases()
        if not (self.problem.tests or self.problem.cases):
            defects["full"] = Defect(reason="no tests", detail="the problem has no tests")
        await self._judge_all(repeat, foreign)
        found = tuple(self.findings)
        return msgspec.structs.replace(checked, defects=defects, plans=self.plans, findings=found, judged=self.judged)

    async def _judge_all(self, repeat: int, foreign: str) -> None:
        useless = {"stub": self._stub(), "solution of another problem": foreign}
        for name in self._sets:
            for number in range(repeat):
                # Calibration has seen it fail at every site: confirming the pass once is enough.
                await self._must("pass", "reference", name, self.problem.canonical_solution, canary=number == 0)
            await self._must("fail", "empty solution", name, "")
            for what, solution in useless.items():
                if solution:
                    await self._must("fail", what, name, solution)
        if "full" in self._sets:
            for number, solution in enumerate(self.problem.wrong_solutions, start=1):
                await self._must("fail", f"wrong solution {number}", "full", solution)
        for number, solution in enumerate(self.problem.hack_solutions, start=1):
            await self._must_fail_one(f"cheating solution {number}", solution)

    @property
    def _sets(self) -> tuple[str, ...]:
        """Names of the test sets that can judge."""
        return (*self.plans, *self.cases)

    async def _calibrate_cases(self) -> dict[str, Defect]:
        """Require that the reference passes all cases. The solutions that must fail show whether the cases can."""
        defects: dict[str, Defect] = {}
        for name, cases in self.problem.cases.items():
            title = f"{name} cases" if name in self.problem.tests else name
            defect = await self._cases_defect(cases)
            if defect is None:
                self.cases[title] = cases
            else:
                defects[title] = defect
        return defects

    async def _cases_defect(self, cases: tuple[Case, ...]) -> Defect | None:
        if not cases:
            return Defect(reason="no tests", detail="the problem has no cases")
        if not self.problem.canonical_solution.strip():
            return Defect(reason="no reference", detail="the problem has no solution")
        try:
            judgement = await self._judge_cases(cases, self.problem.canonical_solution)
        except CheckerFailed as error:
            return Defect(reason="checker fails", detail=str(error))
        return None if judgement.passed else Defect(reason="reference fails", detail=describe(judgement))

    def _stub(self) -> str:
        return stub_for(self.problem)

    async def _must(self, outcome: str, what: str, name: str, solution: str, *, canary: bool = True) -> None:
        judgement = await self._judge(name, solution, canary=canary)
        if judgement.passed != (outcome == "pass"):
            self.findings.append(Finding(what=what, tests=name, detail=describe(judgement)))

    async def _must_fail_one(self, what: str, solution: str) -> None:
        """Require that a cheat fails at least one test set: a correct solution must pass all of them."""
        for name in self._sets:
            if not (await self._judge(name, solution)).passed:
                return
        if self._sets:
            self.findings.append(Finding(what=what, tests=" and ".join(self._sets), detail="passed"))

    async def _judge(self, name: str, solution: str, *, canary: bool = True) -> Judgement:
        self.judged += 1
        if name in self.cases:
            return await self._judge_cases(self.cases[name], solution)
        question = msgspec.structs.replace(self._question(name), plan=self.plans[name])
        return await judge_tests(self.sandbox, question, solution, canary=canary)

    async def _judge_cases(self, cases: tuple[Case, ...], solution: str) -> Judgement:
        problem = self.problem
        return await judge_output(
            self.sandbox,
            problem.language,
            solution,
            cases,
            problem.checker,
            environment=self.environment,
            early_stop=True,
        )

    def _question(self, name: str) -> Question:
        problem = self.problem
        return Question(language=problem.language, tests=problem.tests[name], environment=self.environment)
