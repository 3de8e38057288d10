"""Read a job's samples with their outcomes, one at a time: a job may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from benchwright.evaluation.engine import JudgedRecord, Task
from benchwright.evaluation.prompts import asks_for_function
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, PLAN_STEP, Sample, parse_key, sample_key
from benchwright.evaluation.settings import Settings
from benchwright.jobs import Job, State, Store
from benchwright.judging.solution import (
    ProblemPlan,
    SolutionJudgement,
    test_authors,
)
from benchwright.judging.verdict import Verdict
from benchwright.metrics.failure_class import classify
from benchwright.metrics.outcome import Outcome
from benchwright.problems import Problem


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """Sizes of a problem; None or 0 if unknown."""

    reference_lines: int = 0
    """Non-blank lines of the reference."""
    target_lines: int = 0
    """Non-blank lines of the reference that fill the hole."""
    context_lines: int = 0
    """Non-blank lines around the hole."""
    calls: int | None = None
    """Calls in the function with the hole."""
    library_count: int | None = None
    """Number of packages that the file with the hole needs."""
    authors: Mapping[str, str] = {}
    """Test set → its author, as far as the lineage records it."""


def traits_of(problem: Problem) -> Traits:
    """Return the traits, from measurements stored with the problem or, where that is cheap, from its texts."""
    lines, authors = _lines(problem.canonical_solution), test_authors(problem)
    if not asks_for_function(problem) or not problem.canonical_solution.strip():
        return Traits(reference_lines=lines, authors=authors)
    whole = problem.canonical_solution.startswith(problem.prefix) and problem.canonical_solution.endswith(
        problem.suffix
    )
    target = problem.canonical_solution[len(problem.prefix) : len(problem.canonical_solution) - len(problem.suffix)]
    return Traits(
        reference_lines=lines,
        target_lines=_lines(target) if whole else 0,
        context_lines=_lines(problem.prefix) + _lines(problem.suffix) if whole else 0,
        calls=_measured(problem, "target", "calls"),
        library_count=_libraries(problem) if whole else None,
        authors=authors,
    )


def _libraries(problem: Problem) -> int:
    measured = _complexity(problem, "all").get("imports_external")
    return len(measured) if isinstance(measured, list | tuple) else len(problem.libraries)


def _measured(problem: Problem, part: str, name: str) -> int | None:
    found = _complexity(problem, part).get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None


def _complexity(problem: Problem, part: str) -> Mapping[str, Any]:
    """Return a part of the complexity evidence. Evidence is free-form: anything unexpected counts as missing."""
    found: Any = problem.evidence
    for name in ("complexity", part):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One sample and its outcome."""

    outcome: Outcome
    """What the metrics need to know."""
    sample: Sample | None = None
    """The sample; None while it is unanswered."""
    judgement: SolutionJudgement | None = None
    """Its judgement; None unless it was scored."""
    why: str = ""
    """Why the answer or the judgement is missing."""
    pending: bool = False
    """Whether the sample is merely waiting to be answered or judged, without an error."""


def results(store: Store, problems: Mapping[str, Problem], tasks: Iterator[Task], turns: int = 1) -> Iterator[Result]:
    """Yield every sample of these tasks, in order, each with its turns. If a sample failed before using all of its
    `turns`, the missing turn is unanswered."""
    defects = problem_defects(store)
    traits = {problem.id: traits_of(problem) for problem in problems.values()}
    for problem_id, number in tasks:
        yield from _turns(store, problems[problem_id], number, defects, traits[problem_id], turns)


def results_of(
    store: Store,
    problem: Problem,
    numbers: Iterable[int],
    defects: Mapping[str, tuple[str, str]],
    traits: Traits,
    turns: int = 1,
) -> Iterator[Result]:
    """Yield these samples of one problem. `defects` is the result of `problem_defects`, `turns` is as in `results`."""
    for number in numbers:
        yield from _turns(store, problem, number, defects, traits, turns)


def sample_numbers(store: Store, problem: str) -> list[int]:
    """Return the numbers of a problem's samples in the job."""
    keys = map(parse_key, store.names(ANSWER_STEP, f"{problem}#"))
    return sorted({number for owner, number, _ in keys if owner == problem})


def problem_defects(store: Store) -> dict[str, tuple[str, str]]:
    """Map each problem that cannot judge solutions to `defect` or `unscored`, and the reason."""
    found: dict[str, tuple[str, str]] = {}
    for item in store.items(PLAN_STEP):
        if item.state is State.FAILED:
            found[item.item] = ("unscored", item.reason)
        elif b'"reason"' in item.data and (plan := store.decoded(PLAN_STEP, item.item, item.data, ProblemPlan)).defect:
            found[item.item] = ("defect", plan.defect)
    return found


def stored_tasks(store: Store) -> Iterator[Task]:
    """Yield the samples stored in the job, by problem."""
    before: Task | None = None
    for item in store.items(ANSWER_STEP):
        problem, number, _ = parse_key(item.item)
        if before != (problem, number):
            before = (problem, number)
            yield before


def _turns(
    store: Store, problem: Problem, number: int, defects: Mapping[str, tuple[str, str]], traits: Traits, turns: int
) -> Iterator[Result]:
    turn = 1
    while True:
        result = _result(store, problem, number, turn, defects, traits)
        missing = result.sample is None and result.outcome.state == "unanswered" and not result.why
        if turn > max(1, turns) and missing:
            return
        yield result
        if result.judgement is None or result.judgement.passed:
            return
        turn += 1


def _result(
    store: Store, problem: Problem, number: int, turn: int, defects: Mapping[str, tuple[str, str]], traits: Traits
) -> Result:
    item = store.get(ANSWER_STEP, sample_key(problem.id, number, turn))
    answered = item is not None and item.state is State.DONE
    sample = store.decoded(ANSWER_STEP, item.item, item.data, Sample) if item and answered else None
    if problem.id in defects:
        state, why = defects[problem.id]
        return Result(outcome=_outcome(problem, number, turn, traits, state, sample), sample=sample, why=why)
    if sample is None:
        why = item.reason if item else ""
        pending = item is None or item.state is State.WAITING
        return Result(outcome=_outcome(problem, number, turn, traits, "unanswered"), why=why, pending=pending)
    judged = store.get(JUDGE_STEP, sample.judge_key)
    if judged is None or judged.state is not State.DONE:
        why = judged.reason if judged else "not judged yet"
        outcome = _outcome(problem, number, turn, traits, "unscored", sample)
        return Result(outcome=outcome, sample=sample, why=why, pending=judged is None)
    judgement = store.decoded(JUDGE_STEP, judged.item, judged.data, JudgedRecord).judgement
    outcome = _outcome(problem, number, turn, traits, "scored", sample, judgement)
    return Result(outcome=outcome, sample=sample, judgement=judgement)


def _outcome(
    problem: Problem,
    number: int,
    turn: int,
    traits: Traits,
    state: str,
    sample: Sample | None = None,
    judgement: SolutionJudgement | None = None,
) -> Outcome:
    failed = judgement.sets.get(judgement.failed) if judgement else None
    return Outcome(
        problem=problem.id,
        sample=number,
        turn=turn,
        language=problem.language,
        difficulty=problem.difficulty,
        tags=problem.tags,
        libraries=problem.libraries,
        reference_lines=traits.reference_lines,
        target_lines=traits.target_lines,
        context_lines=traits.context_lines,
        calls=traits.calls,
        library_count=traits.library_count,
        state=state,  # type: ignore[arg-type]
        verdict=judgement.verdict.value if judgement else "",
        evidence=judgement.evidence or "" if judgement else "",
        verdicts={name: each.verdict.value for name, each in judgement.sets.items()} if judgement else {},
        authors=traits.authors,
        reason=judgement.reason if judgement else "",
        message=failed.message[:300] if failed else "",
        failure=_failure(problem, sample, judgement),
        prompt_tokens=sample.prompt_tokens if sample else None,
        completion_tokens=sample.completion_tokens if sample else None,
        cost=sample.cost if sample else None,
        answer_s=sample.answer_s if sample else None,
        judge_s=round(judgement.wall_s, 4) if judgement else None,
    )


def _failure(problem: Problem, sample: Sample | None, judgement: SolutionJudgement | None) -> str:
    failed = judgement.sets.get(judgement.failed) if judgement else None
    if failed is None or sample is None:
        return ""
    return classify(
        failed.verdict.value,
        failed.reason,
        failed.message,
        # Some compilers print everything to standard output.
        failed.stderr or (failed.stdout if failed.verdict is Verdict.COMPILE_ERROR else ""),
        sample.finish_reason,
        sample.flaw,
        problem.language,
    ).value


class Tasks:
    """The samples to answer and judge, in a stable order."""

    def __init__(self, job: Job, problems: Mapping[str, Problem], settings: Settings) -> None:
        self._job = job
        self._problems = problems
        self._n = settings.sampling.n
        self._from_file = settings.from_file
        self.turns = settings.turns_to_ask
        """How often a sample may be attempted while it fails."""

    def __iter__(self) -> Iterator[Task]:
        if not self._from_file:
            yield from ((problem, number) for problem in self._problems for number in range(self._n))
            return
        answered: set[str] = set()
        for task in stored_tasks(self._job.store):
            answered.add(task[0])
            yield task
        # A problem missing from the file counts as not solved; it must not vanish from the numbers.
        yield from ((problem, 0) for problem in self._problems if problem not in answered)

    def count(self) -> int:
        """Return the number of samples to answer and judge."""
        return sum(1 for _ in self)
