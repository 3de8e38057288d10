"""Chats to imitate: questions with answers that passed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from benchwright.evaluation.training.decontaminate import Decontamination
from benchwright.evaluation.training.rows import Lineage, Options, Tally, answer
from benchwright.evaluation.training.sources import (
    Attempt,
    Group,
    answer_text,
    fenced,
    plain_code,
    question,
    whole_chat,
)
from benchwright.models import Message

SAMPLES = "may"
HINT = "sft needs samples that passed; draw more, or pass --references"

_STATES = {"defect": "defective", "unscored": "not tried yet"}
"""State → description, for problems that cannot judge answers."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One chat to imitate."""

    messages: tuple[Message, ...]
    """System, user and assistant messages; the last one is an answer that passed."""
    language: str
    """Id of the problem's language."""
    problem: str
    """Id of the problem."""
    sample: int | None
    """Number of the sample; null for a reference."""
    lineage: Lineage
    """Where the answer comes from."""


def rows(group: Group, options: Options, decontamination: Decontamination, tally: Tally) -> Iterator[Row]:
    """Yield the reference if requested, then the samples that passed, each code once."""
    passed = [attempt for attempt in group.attempts if attempt.judgement.passed]
    tally.leave_out("failed", len(group.attempts) - len(passed))
    tally.leave_out("problems without a judged sample", group.unanswered)
    reference = _wants_reference(group, options, tally)
    if hit := decontamination.of_problem(group.problem):
        tally.contaminated(hit.benchmark, hit.reason, len(passed) + reference)
        return
    seen: set[str] = set()
    if reference:
        seen.add(plain_code(group.problem.canonical_solution))
        yield _reference(group)
    usable = list(_usable(group.problem.language, passed, options, decontamination, tally, seen))
    if options.prefer == "shortest":
        usable.sort(key=lambda attempt: len(attempt.sample.code))
    most = len(usable) if options.per_problem is None else options.per_problem
    tally.leave_out("over --per-problem", len(usable[most:]))
    yield from (_row(group, attempt, options) for attempt in usable[:most])


def _wants_reference(group: Group, options: Options, tally: Tally) -> bool:
    if not options.references:
        return False
    if group.defect:
        tally.leave_out(f"references of problems that are {_STATES[group.defect]}")
    elif not group.problem.canonical_solution.strip():
        tally.leave_out("problems without a reference")
    else:
        return True
    return False


def _usable(
    language: str,
    passed: list[Attempt],
    options: Options,
    decontamination: Decontamination,
    tally: Tally,
    seen: set[str],
) -> Iterator[Attempt]:
    for attempt in passed:
        code = plain_code(attempt.sample.code)
        if options.answers == "raw" and attempt.sample.flaw:
            # The part that arrived passed, but a text to imitate must be complete.
            tally.leave_out("cut off")
        elif code in seen:
            tally.leave_out("same code")
        elif hit := decontamination.of_code(language, code):
            tally.contaminated(hit.benchmark, hit.reason)
        else:
            seen.add(code)
            yield attempt


def _row(group: Group, attempt: Attempt, options: Options) -> Row:
    problem = group.problem
    asked = whole_chat(problem, attempt) if options.turns else question(attempt.source, problem)
    return Row(
        messages=(*asked, *answer(answer_text(problem, attempt, options.answers))),
        language=problem.language,
        problem=problem.id,
        sample=attempt.sample.sample,
        lineage=attempt.lineage(problem),
    )


def _reference(group: Group) -> Row:
    problem, plan = group.problem, group.plan
    lineage = group.lineage(plan)
    return Row(
        messages=(*question(group.sources[0], problem), *answer(fenced(problem, problem.canonical_solution))),
        language=problem.language,
        problem=problem.id,
        sample=None,
        # A plan without a defect means that the reference passed.
        lineage=msgspec.structs.replace(lineage, verdict="passed" if plan else ""),
    )
