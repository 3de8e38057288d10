"""`problems/NUMBER`: one problem with every answer, and the columns for filters."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.evaluation.outcomes import Result
from benchwright.judging.solution import SetJudgement
from benchwright.judging.verdict import Place
from benchwright.metrics.slices import length_range
from benchwright.problems import Case, Problem
from benchwright.report.site.columns import Pool
from benchwright.report.site.records import UNKNOWN, Problems, Titles
from benchwright.report.site.texts import MOST_CHARACTERS, cut, title_of

_MOST_MESSAGE = 4000
_MOST_TESTS = 500


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """A line in the solution or the tests."""

    part: str
    """Either solution or tests."""
    line: int
    """Line number, starting at 1."""


class SingleTest(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one test, if tests can be distinguished."""

    name: str
    """Name of the test."""
    status: str
    """Either passed, failed or skipped."""
    place: Where | None
    """Where it failed, if known."""
    message: str
    """Message of the failure."""


class JudgedSet(msgspec.Struct, frozen=True, kw_only=True):
    """Judgement of an answer by one test set."""

    verdict: str
    """Verdict of this test set."""
    reason: str
    """Short reason; empty for a plain pass."""
    place: Where | None
    """Where it failed, if known."""
    message: str
    """Message of the failed check or the error."""
    stdout: str
    """Standard output, as far as it was kept."""
    stderr: str
    """Standard error, as far as it was kept."""
    tests: tuple[SingleTest, ...]
    """Results of individual tests, if they can be distinguished."""
    canaries: int
    """Number of runs with altered tests, made to confirm a pass."""
    wall_s: float
    """Wall-clock seconds of build and runs together."""
    memory_bytes: int
    """Peak memory in bytes."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of one sample of one model."""

    model: str
    """Key of the model."""
    sample: int
    """Sample number, starting at 0."""
    turn: int
    """Turn number, starting at 1."""
    state: str
    """Either scored, unscored, defect or unanswered."""
    why: str
    """Why it has no verdict; empty if it has one."""
    raw: str
    """The model's unprocessed answer; truncated if very long."""
    reasoning: str
    """Reasoning that came separately from the answer; truncated if very long."""
    code: str
    """Code that was judged; truncated if very long."""
    cut: bool
    """Whether a text was truncated."""
    how: str
    """How the code was found in the answer."""
    repairs: tuple[str, ...]
    """Repairs made to the extracted code."""
    flaw: str
    """Flaw of the answer itself; usually empty."""
    finish_reason: str
    """Why the model stopped, as its provider reports it."""
    verdict: str
    """Verdict; empty unless scored."""
    reason: str
    """Short reason; empty for a plain pass."""
    failed: str
    """First test set that it did not pass."""
    failure: str
    """Failure class; empty for a pass."""
    sets: Mapping[str, JudgedSet]
    """Name of a test set → its judgement."""
    toolchain: str
    """Toolchain that was used, with its version."""
    prompt_tokens: int | None
    """Tokens in the prompt; None if unknown."""
    completion_tokens: int | None
    """Tokens in the completion; None if unknown."""
    cost_usd: float | None
    """Cost in US dollars; None if unknown."""
    answer_s: float | None
    """Seconds that the model took; None if unknown."""
    rerun: str
    """Shell command that re-judges it."""


class ProblemCase(msgspec.Struct, frozen=True, kw_only=True):
    """One input and the expected output."""

    stdin: str
    """Text for standard input."""
    stdout: str
    """Text expected on standard output."""
    args: tuple[str, ...]
    """Command-line arguments of the program."""


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`problems/NUMBER`: the page of one problem. The number is its index in `Problems.ids`."""

    id: str
    """Id of the problem."""
    language: str
    """Id of the language, also for syntax highlighting."""
    question: str
    """Question to the solver, in Markdown."""
    reference: str
    """Source code of the reference."""
    tests: Mapping[str, str]
    """Name of a test set → its text."""
    cases: Mapping[str, tuple[ProblemCase, ...]]
    """Name of a test set → its inputs and outputs."""
    prefix: str
    """Code before the part to write."""
    suffix: str
    """Code after the part to write."""
    entry_point: str
    """Name that the tests call."""
    difficulty: str
    """Label: easy, medium, hard or empty."""
    tags: tuple[str, ...]
    """Topics of the problem."""
    libraries: tuple[str, ...]
    """Packages that it needs."""
    environment: str
    """Package environment to run in; empty: none."""
    lineage: Mapping[str, Any]
    """Origin of the problem, in free form."""
    evidence: Mapping[str, Any]
    """Evidence about the problem, in free form."""
    solved: float | None
    """Mean pass rate of the models; None if unknown."""
    correlation: float | None
    """Correlation with the rest score, a measure of how well it separates models; None if unknown."""
    answers: tuple[Answer, ...]
    """Every answer, by model, sample and turn."""


def answer_of(result: Result, model: str, job: Path) -> Answer:
    """Build the record of a sample; `job` is its folder as the user named it."""
    outcome, sample, judged = result.outcome, result.sample, result.judgement
    texts = (sample.raw, sample.reasoning, sample.code) if sample else ("", "", "")
    return Answer(
        model=model,
        sample=outcome.sample,
        turn=outcome.turn,
        state=outcome.state,
        why=result.why,
        raw=cut(texts[0]),
        reasoning=cut(texts[1]),
        code=cut(texts[2]),
        cut=any(len(text) > MOST_CHARACTERS for text in texts),
        how=sample.how if sample else "",
        repairs=sample.repairs if sample else (),
        flaw=sample.flaw if sample else "",
        finish_reason=sample.finish_reason if sample else "",
        verdict=outcome.verdict,
        reason=outcome.reason,
        failed=judged.failed if judged else "",
        failure=outcome.failure,
        sets={name: _judged_set(each) for name, each in judged.sets.items()} if judged else {},
        toolchain=judged.toolchain if judged else "",
        prompt_tokens=outcome.prompt_tokens,
        completion_tokens=outcome.completion_tokens,
        cost_usd=outcome.cost,
        answer_s=outcome.answer_s,
        rerun=rerun_command(job, outcome.problem, outcome.sample, outcome.turn) if sample else "",
    )


def rerun_command(job: Path, problem: str, sample: int, turn: int) -> str:
    """Return the shell command that re-judges one answer."""
    # Options first: a problem or a folder may start with a dash.
    options = ["--sample", str(sample), "--turn", str(turn), "--run"]
    return shlex.join(["benchwright", "show", *options, "--", str(job), problem])


def _judged_set(judged: SetJudgement) -> JudgedSet:
    return JudgedSet(
        verdict=judged.verdict.value,
        reason=judged.reason,
        place=_location_of(judged.place),
        message=cut(judged.message, _MOST_MESSAGE),
        stdout=judged.stdout,
        stderr=judged.stderr,
        tests=tuple(
            SingleTest(
                name=cut(test.name, _MOST_MESSAGE),
                status=test.status,
                place=_location_of(test.place),
                message=cut(test.message, _MOST_MESSAGE),
            )
            for test in judged.tests[:_MOST_TESTS]
        ),
        canaries=len(judged.canary),
        wall_s=judged.wall_s,
        memory_bytes=judged.memory_bytes,
    )


def _location_of(place: Place | None) -> Where | None:
    return Where(part=place.part, line=place.line) if place else None


_DIFFICULTIES = ("easy", "medium", "hard")


def problem_columns(pool: Pool) -> Problems:
    """Build the columns, in the order of the pool."""
    problems = list(pool.problems.values())
    languages = sorted({problem.language for problem in problems})
    difficulties = sorted({problem.difficulty for problem in problems if problem.difficulty}, key=_rank)
    tags = sorted({tag for problem in problems for tag in problem.tags})
    lines = [pool.traits(problem.id).reference_lines for problem in problems]
    lengths = [length_range(count) for count in sorted({count for count in lines if count})]
    lengths = list(dict.fromkeys(lengths))
    of_language, of_difficulty, of_tag, of_length = map(_places, (languages, difficulties, tags, lengths))
    return Problems(
        ids=tuple(problem.id for problem in problems),
        languages=tuple(languages),
        language=tuple(of_language[problem.language] for problem in problems),
        difficulties=tuple(difficulties),
        difficulty=tuple(of_difficulty.get(problem.difficulty, UNKNOWN) for problem in problems),
        tags=tuple(tags),
        tagged=tuple(tuple(sorted({of_tag[tag] for tag in problem.tags})) for problem in problems),
        lengths=tuple(lengths),
        length=tuple(of_length[length_range(count)] if count else UNKNOWN for count in lines),
    )


def titles(pool: Pool) -> Titles:
    """Return a one-line title of each problem."""
    return Titles(titles=tuple(title_of(problem.question, problem.entry_point) for problem in pool.problems.values()))


def _rank(difficulty: str) -> tuple[int, str]:
    return (_DIFFICULTIES.index(difficulty) if difficulty in _DIFFICULTIES else len(_DIFFICULTIES)), difficulty


def _places(names: Iterable[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


_MOST_CASES = 100
"""Limit per test set."""
_MOST_CASE_CHARACTERS = 16_000
"""Limit per input or output."""


def problem_details(
    problem: Problem, answers: Iterable[Answer], solved: float | None, correlation: float | None
) -> ProblemDetails:
    """Build the record of the problem's page."""
    return ProblemDetails(
        id=problem.id,
        language=problem.language,
        question=problem.question,
        reference=problem.canonical_solution,
        tests=problem.tests,
        cases={name: tuple(map(_case, cases[:_MOST_CASES])) for name, cases in problem.cases.items()},
        prefix=problem.prefix,
        suffix=problem.suffix,
        entry_point=problem.entry_point,
        difficulty=problem.difficulty,
        tags=problem.tags,
        libraries=problem.libraries,
        environment=problem.environment or "",
        lineage=problem.lineage,
        evidence=problem.evidence,
        solved=solved,
        correlation=correlation,
        answers=tuple(answers),
    )


def _case(case: Case) -> ProblemCase:
    return ProblemCase(
        stdin=cut(case.stdin, _MOST_CASE_CHARACTERS),
        stdout=cut(case.stdout, _MOST_CASE_CHARACTERS),
        args=case.args,
    )
