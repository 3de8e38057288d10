"""One person's review of one job: what the page reads and changes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.mutation import stub_for
from benchwright.judging.solution import SetJudgement, SolutionJudgement, judge_solution
from benchwright.languages import find_language
from benchwright.languages.join import join
from benchwright.problems import Problem
from benchwright.report.reviewing import (
    Attempt,
    CheckResult,
    Review,
    ReviewChange,
    ReviewItem,
    ReviewList,
    ReviewOverview,
    ReviewProblem,
    RunResult,
    ShownReference,
)
from benchwright.report.reviewing.export import apply_corrections, check_corrected, check_fields, findings
from benchwright.report.reviewing.store import Reviewed, Reviews, now
from benchwright.report.reviewing.summary import PASSED, overview
from benchwright.report.site.problem_page import JudgedSet, ProblemCase, SingleTest, Where
from benchwright.report.site.texts import title_of
from benchwright.sandbox.protocol import Sandbox
from benchwright.server.benchmarks import plans_of
from benchwright.server.call import Call
from benchwright.server.trial import check_parse_time

_RATINGS = ("difficulty", "clarity", "test_quality")
_CHANGED = (*_RATINGS, "decision", "external_help", "note", "corrections", "draft")


class Session:
    """What one reviewer sees and does."""

    def __init__(self, reviewed: Reviewed, reviews: Reviews, reviewer: str) -> None:
        self._reviewed = reviewed
        self._reviews = reviews
        self._reviewer = reviewer
        self._numbers = {name: number for number, name in enumerate(reviewed.problems)}

    def list(self) -> ReviewList:
        """List all problems with this reviewer's decisions."""
        own = {each.problem: each for each in self._reviews.all() if each.reviewer == self._reviewer}
        items = tuple(
            _item(number, problem, own.get(problem.id))
            for number, problem in enumerate(self._reviewed.problems.values())
        )
        return ReviewList(job=self._reviewed.name, kind=self._reviewed.kind, reviewer=self._reviewer, items=items)

    def problem(self, name: str) -> ReviewProblem:
        """Return one problem without its reference."""
        problem = self._find(name)
        return ReviewProblem(
            number=self._numbers[name],
            id=problem.id,
            language=problem.language,
            question=problem.question,
            starter=_starter(problem),
            start_line=problem.prefix.count("\n") + 1,
            tests=problem.tests,
            cases={name: tuple(map(_case, cases)) for name, cases in problem.cases.items()},
            difficulty=problem.difficulty,
            tags=problem.tags,
            libraries=problem.libraries,
            entry_point=problem.entry_point,
            has_reference=bool(problem.canonical_solution.strip()),
            review=self._reviews.get(name, self._reviewer),
        )

    def reference(self, name: str) -> ShownReference:
        """Return the reference, and record when it was shown: later attempts prove nothing."""
        problem = self._find(name)

        def shown(review: Review) -> Review:
            solved = any(attempt.verdict == PASSED for attempt in review.attempts)
            if solved or review.shown_after is not None:
                return review
            return msgspec.structs.replace(review, shown_after=len(review.attempts))

        review = self._reviews.change(name, self._reviewer, shown)
        return ShownReference(reference=problem.canonical_solution, review=review)

    def save(self, change: ReviewChange) -> Review:
        """Save the reviewer's changes."""
        check_fields(self._find(change.problem), change.corrections)
        for name in _RATINGS:
            rating = getattr(change, name)
            if rating is not None and not 1 <= rating <= 5:
                raise UsageError(f"{name} is {rating}", "use a rating from 1 to 5")
        fields = {name: getattr(change, name) for name in _CHANGED}
        return self._reviews.change(
            change.problem, self._reviewer, lambda review: msgspec.structs.replace(review, **fields)
        )

    async def run(self, call: Call, name: str, code: str) -> RunResult:
        """Judge a solution as an evaluation would, and save the attempt."""
        problem = self._find(name)
        await check_parse_time(lambda: _read(problem, code), code)
        plan = await plans_of(call.service).of_problem(problem, call.sandbox)
        judgement = await judge_solution(call.sandbox, problem, plan, code, canary=True)
        attempt = Attempt(code=code, verdict=judgement.verdict.value, at=now())
        review = self._reviews.change(
            name,
            self._reviewer,
            lambda review: msgspec.structs.replace(review, attempts=(*review.attempts, attempt), draft=code),
        )
        return _result(judgement, review)

    async def check(self, sandbox: Sandbox, name: str, corrections: Mapping[str, str]) -> CheckResult:
        """Check whether the problem would be sound with these corrections."""
        corrected = apply_corrections(self._find(name), corrections)
        await check_parse_time(lambda: _read(corrected, corrected.canonical_solution), *corrections.values())
        checked = await check_corrected(sandbox, corrected)
        if checked.unscored:
            raise UsageError(
                f"the correction cannot be checked: {checked.unscored}", "`benchwright doctor` may show why"
            )
        return CheckResult(sound=checked.sound, findings=findings(checked))

    def overview(self) -> ReviewOverview:
        """Summarize all reviews."""
        return overview(self._reviewed.name, self._reviewed.problems.keys(), self._reviews.all())

    def _find(self, name: str) -> Problem:
        problem = self._reviewed.problems.get(name)
        if problem is None:
            raise UsageError(f"no problem has the id {name!r}", "choose one from the list")
        return problem


def _item(number: int, problem: Problem, review: Review | None) -> ReviewItem:
    return ReviewItem(
        number=number,
        id=problem.id,
        language=problem.language,
        title=title_of(problem.question, problem.entry_point),
        decision=review.decision if review else "open",
        solved=any(attempt.verdict == PASSED for attempt in review.attempts) if review else False,
    )


def _starter(problem: Problem) -> str:
    """Return the code given to a solver, with the solution left out."""
    if not problem.suffix:
        return problem.prefix
    return stub_for(problem) or problem.complete("")


def _case(case: object) -> ProblemCase:
    return msgspec.convert(case, ProblemCase, from_attributes=True)


def _read(problem: Problem, code: str) -> None:
    for tests in problem.tests.values():
        join(find_language(problem.language), code, tests)


def _result(judgement: SolutionJudgement, review: Review) -> RunResult:
    return RunResult(
        verdict=judgement.verdict.value,
        reason=judgement.reason,
        failed=judgement.failed,
        sets={name: _judged_set(each) for name, each in judgement.sets.items()},
        toolchain=judgement.toolchain,
        review=review,
    )


def _judged_set(judged: SetJudgement) -> JudgedSet:
    return JudgedSet(
        verdict=judged.verdict.value,
        reason=judged.reason,
        place=Where(part=judged.place.part, line=judged.place.line) if judged.place else None,
        message=judged.message,
        stdout=judged.stdout,
        stderr=judged.stderr,
        tests=tuple(msgspec.convert(each, SingleTest, from_attributes=True) for each in judged.tests),
        canaries=len(judged.canary),
        wall_s=judged.wall_s,
        memory_bytes=judged.memory_bytes,
    )
