"""Judge a solution by tests: join, run with a nonce, decide, and confirm a pass with altered tests."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.canary import mutate, noticed_sites
from benchwright.judging.checks import Check, find_checks
from benchwright.judging.names import own_names
from benchwright.judging.other_values import Edit
from benchwright.judging.plan import CanarySite, PlannedRow, SoftPlan, TestPlan
from benchwright.judging.question import Question, check_question, run_joined, run_with_environments
from benchwright.judging.soft import RANDOM, Draw, Recorded, Recorder, edited, halves, write_soft
from benchwright.judging.survey import survey
from benchwright.judging.verdict import CanaryRun, Judgement, Place, Verdict
from benchwright.languages import Language
from benchwright.languages.join import clean, join
from benchwright.sandbox.protocol import Sandbox

_LIMITS = frozenset({Verdict.TIME_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT})


class Unconfirmed(msgspec.Struct, frozen=True, kw_only=True):
    """Why a pass does not count."""

    verdict: Verdict
    """The verdict that replaces the pass."""
    reason: str
    """Short explanation of the verdict."""
    line: int
    """Line of the check that shows it; 0 if unknown."""


def fits(language: Language, tests: str, plan: SoftPlan) -> bool:
    """Whether a plan belongs to these tests as read by this release: another release may number checks differently."""
    found = find_checks(language.id, tests, frozenset(plan.names))
    if found is None or found.layout != plan.layout or len(plan.checks) != len(found.checks):
        return False
    numbers = range(len(found.checks))
    return (
        all(plan.checks[number].option < len(found.checks[number].options) for number in numbers)
        and all(0 <= each.row < len(found.rows) for each in plan.rows)
        and all(each.row in numbers and found.checks[each.row].options for each in plan.distant)
    )


def hard_alterations(language: Language, tests: str, plan: SoftPlan, most: int) -> list[tuple[int, str]]:
    """Return at most `most` of the plan's alterations, each alone in otherwise unaltered hard tests: its line and the
    altered text."""
    found = find_checks(language.id, tests, frozenset(plan.names))
    if found is None:
        return []
    ready = [n for n, check in enumerate(plan.checks) if check.option >= 0 and not found.checks[n].optional]
    altered: list[tuple[int, Iterable[Edit]]] = []
    for number in ready:
        option = found.checks[number].options[plan.checks[number].option]
        if option.kind != "made":
            altered.append((plan.checks[number].line, option.edits))
    for row in plan.rows:
        noticed = next((check for check, _ in row.fails if not found.checks[check].optional), None)
        if noticed is not None:
            altered.append((plan.checks[noticed].line, found.rows[row.row].edits))
    chosen = RANDOM.sample(altered, min(most, len(altered)))
    return [(line, edited(found.data, edits)) for line, edits in chosen]


async def confirm(
    sandbox: Sandbox, question: Question, language: Language, plan: SoftPlan, solution: str
) -> tuple[list[CanaryRun], Unconfirmed | None] | None:
    """Run a passing candidate against both halves of the alterations. None if its soft tests cannot run, which says
    nothing about the candidate."""
    found = find_checks(language.id, question.tests, frozenset(plan.names))
    if found is None or language.checks is None:
        return None
    options = {number: check.option for number, check in enumerate(plan.checks) if check.option >= 0}
    soft = [number for number, check in enumerate(plan.checks) if not check.hard]
    halved = halves(options, (row.row for row in plan.rows if not row.joint))
    draws = _with_distant(plan, _with_joint(plan, [row.table for row in found.rows], halved))
    options |= {each.row: 0 for each in plan.distant}
    texts = [write_soft(found, language.checks, soft, options, draw.checks | draw.distant, draw.rows) for draw in draws]
    alone = {number for number, check in enumerate(plan.checks) if check.runs and not check.inside}
    recorder = Recorder(sandbox, question, language, solution, alone)
    recorded = [runs[0] for runs in await asyncio.gather(*map(recorder.record, texts))]
    if any(each.judgement.verdict in _LIMITS for each in recorded):
        # It stayed within the limits before, so this may be due to a busy machine: retry once.
        recorded = [(await recorder.record(text))[0] for text in texts]
    if any(each.judgement.verdict is Verdict.COMPILE_ERROR for each in recorded):
        return None  # its types fit the hard checks but not the soft ones
    if any(check.loose for check in found.checks) and not all(map(_is_recorded, recorded)):
        return None  # it runs checks more often than can be recorded
    required = any(
        check.runs and not check.hard and not found.checks[n].optional for n, check in enumerate(plan.checks)
    )
    if not required and not any(each.events.held or each.events.nested for each in recorded):
        return [], Unconfirmed(verdict=Verdict.INCOMPLETE, reason="no_checks", line=0)
    runs: list[CanaryRun] = []
    for draw, each in zip(draws, recorded, strict=True):
        doubt = _mismatch(plan, found.checks, draw, each)
        convicted = doubt is not None and doubt.verdict is Verdict.TAMPERED
        lines = sorted(plan.checks[check].line for check in draw.checks)
        line = doubt.line if doubt is not None else (lines[0] if lines else 0)
        runs.append(CanaryRun(line=line, verdict=Verdict.PASSED if convicted else Verdict.WRONG_ANSWER))
        if doubt is not None:
            return runs, doubt
    # If every altered check was one that a solution may skip, nothing was confirmed.
    noticed = any("-" in marks for each in recorded for marks in each.events.held.values())
    return (runs if noticed else []), None


def _with_joint(plan: SoftPlan, tables: Sequence[int], draws: Sequence[Draw]) -> list[Draw]:
    """Add one row of each joint table to each draw."""
    groups: dict[int, list[int]] = {}
    for each in plan.rows:
        if each.joint:
            groups.setdefault(tables[each.row], []).append(each.row)
    added = [RANDOM.sample(rows, min(len(rows), len(draws))) for rows in groups.values()]
    return [
        msgspec.structs.replace(draw, rows=draw.rows | {rows[number % len(rows)] for rows in added})
        for number, draw in enumerate(draws)
    ]


def _with_distant(plan: SoftPlan, draws: Sequence[Draw]) -> list[Draw]:
    """Add at most one distant alteration to each draw, noticed by checks that the draw does not alter: two alterations
    of one comparison could cancel each other out."""
    waiting = RANDOM.sample(plan.distant, len(plan.distant))
    added: list[Draw] = []
    for draw in draws:
        fitting = (each for each in waiting if draw.checks.isdisjoint(check for check, _ in each.fails))
        chosen = next(fitting, None)
        if chosen is not None:
            waiting.remove(chosen)
        distant = frozenset[int]() if chosen is None else frozenset({chosen.row})
        added.append(msgspec.structs.replace(draw, distant=distant))
    return added


def _is_recorded(recorded: Recorded) -> bool:
    return recorded.events.complete and recorded.judgement.verdict not in _LIMITS


def _mismatch(plan: SoftPlan, checks: Sequence[Check], draw: Draw, recorded: Recorded) -> Unconfirmed | None:
    """Return how the candidate differs from the reference; None if it does not."""
    if not recorded.judgement.passed:
        line = recorded.line or 0
        return Unconfirmed(verdict=Verdict.TAMPERED, reason=f"soft tests: {recorded.judgement.verdict}", line=line)
    drawn = [row for row in plan.rows if row.row in draw.rows]
    drawn += [each for each in plan.distant if each.row in draw.distant]
    elsewhere = sum((Counter(dict(each.fails)) for each in drawn), Counter[int]())
    by_rows = {checks[check].region for row in plan.rows for check, _ in row.fails} - {-1}
    for region in by_rows:
        if doubt := _mismatch_in_region(region, plan, checks, draw, drawn, recorded):
            return doubt
    for number, check in enumerate(plan.checks):
        marks = recorded.events.held.get(number, "")
        expected_here = check.runs or elsewhere[number] or number in draw.checks
        if check.hard or checks[number].region in by_rows or not expected_here:
            continue
        # An alteration elsewhere may keep the reference from running it, as in `ok = ok && f(1) == 1`.
        missing = (not marks and check.runs) or (check.steady and len(marks) != check.runs)
        if not checks[number].optional and missing:
            expected = check.runs or "more"
            reason = f"the check in line {check.line} ran {len(marks)} times, not {expected}"
            return Unconfirmed(verdict=Verdict.TAMPERED, reason=reason, line=check.line)
        least = most = len(marks) if number in draw.checks else min(len(marks), elsewhere[number])
        if number not in draw.checks and not check.steady and elsewhere[number] and len(marks) != check.runs:
            # If the solution runs the check less often, fewer runs can fail; if more often, more may fail.
            least, most = elsewhere[number] - max(0, check.runs - len(marks)), len(marks)
        if doubt := _doubt(check.line, marks.count("-"), least, most):
            return doubt
    return None


def _mismatch_in_region(
    region: int,
    plan: SoftPlan,
    checks: Sequence[Check],
    draw: Draw,
    drawn: Sequence[PlannedRow],
    recorded: Recorded,
) -> Unconfirmed | None:
    """Compare the checks of which a correct solution may run only some: one of them must fail for each altered row that
    the reference notices there, and each that is altered itself must fail whenever it runs."""
    inside = [number for number, check in enumerate(checks) if check.region == region and not plan.checks[number].hard]
    marks = {number: recorded.events.held.get(number, "") for number in inside}
    for number in draw.checks.intersection(inside):
        if "+" in marks[number]:
            return _doubt(plan.checks[number].line, 0, 1, 1)
    rows = sum(any(check in marks for check, _ in each.fails) for each in drawn)
    failed = sum(each.count("-") for each in marks.values())
    altered = sum(len(marks[number]) for number in draw.checks.intersection(inside))
    ran = sum(map(len, marks.values()))
    line = min(plan.checks[number].line for number in inside) if inside else 0
    return _doubt(line, failed, min(rows, ran), ran if rows else altered)


def _doubt(line: int, failed: int, least: int, most: int) -> Unconfirmed | None:
    """Return why a check that failed this often is not what a correct solution does; None if it is."""
    if failed < least:
        return Unconfirmed(verdict=Verdict.TAMPERED, reason=f"passes with line {line} altered", line=line)
    if failed > most:
        reason = f"the check in line {line} fails in a repeat"
        return Unconfirmed(verdict=Verdict.WRONG_ANSWER, reason=reason, line=line)
    return None


_MOST_SAMPLES = 6
_MOST_SAMPLES_WITHOUT_BUILD = 40
"""Alterations that are tried one at a time. Solutions can make soft tests fail to compile on purpose, so this must find
cheats too."""


async def judge_tests(sandbox: Sandbox, question: Question, solution: str, *, canary: bool = False) -> Judgement:
    """Judge a solution by tests. benchwright's own failures are raised after a few attempts and never become a
    verdict."""
    language = check_question(question)
    judgement = await run_joined(sandbox, question, language, join(language, solution, question.tests))
    if not judgement.passed:
        return judgement
    plan = question.plan
    if not canary:
        return msgspec.structs.replace(judgement, evidence="completion")
    if plan is None:
        return await _without_plan(sandbox, question, language, solution, judgement)
    if plan.soft is not None and plan.soft.alterable:
        return await _with_soft_plan(sandbox, question, plan.soft, language, solution, judgement)
    return await _with_plan(sandbox, question, plan, language, solution, judgement)


async def require_checks(sandbox: Sandbox, question: Question, solution: str, judgement: Judgement) -> Judgement:
    """Accept a pass by tests without a reference only if the solution ran a check, or would fail altered tests.

    This costs one run. It finds tests that were not called or only print, not a solution that fakes its results.
    """
    language = check_question(question)
    if not judgement.passed or language.checks is None:
        return judgement
    ran = await _checks_ran(sandbox, question, language, solution)
    if ran is None:
        ran = bool(await noticed_sites(sandbox, question, language, solution))
    if ran:
        return judgement
    return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason="no_checks", evidence=None)


async def _checks_ran(sandbox: Sandbox, question: Question, language: Language, solution: str) -> bool | None:
    """Whether a passing solution runs any check. Costs one more run, with soft checks. None if unknown.

    Comparisons outside assertions do not count: their results may only be printed.
    """
    found = find_checks(language.id, question.tests, own_names(language, clean(solution)))
    if found is None or language.checks is None:
        return None
    checks = {number for number, check in enumerate(found.checks) if not check.bare}
    if not checks:
        return None
    soft = write_soft(found, language.checks, range(len(found.checks)), {}, frozenset())
    (recorded,) = await Recorder(sandbox, question, language, solution).record(soft)
    if not recorded.judgement.passed:
        return None
    return not checks.isdisjoint(recorded.events.held.keys() | recorded.events.nested)


async def _with_soft_plan(
    sandbox: Sandbox, question: Question, plan: SoftPlan, language: Language, solution: str, judgement: Judgement
) -> Judgement:
    """Confirm a pass: both halves of the alterations must fail, and nothing else. If soft tests cannot run, try a few
    alterations one at a time."""
    if not fits(language, question.tests, plan):
        raise UsageError("the plan was made by another release", "recalibrate with the reference solution")
    confirmed = await confirm(sandbox, question, language, plan, solution)
    if confirmed is None:
        most = _MOST_SAMPLES if judgement.execution.build else _MOST_SAMPLES_WITHOUT_BUILD
        texts = hard_alterations(language, question.tests, plan, most)
        return await _sampled(sandbox, question, language, solution, judgement, texts)
    runs, doubt = confirmed
    if doubt is not None:
        place = Place(part="tests", line=doubt.line) if doubt.line else None
        return msgspec.structs.replace(
            judgement, verdict=doubt.verdict, reason=doubt.reason, place=place, canary=tuple(runs)
        )
    return msgspec.structs.replace(judgement, canary=tuple(runs), evidence="full" if runs else "completion")


async def judge_often(
    sandbox: Sandbox, question: Question, solution: str, circumstances: Sequence[Mapping[str, str]]
) -> list[Judgement]:
    """Build a solution once, run it with each set of environment variables, and judge each run."""
    language = check_question(question)
    joined = join(language, solution, question.tests)
    return await run_with_environments(sandbox, question, language, joined, circumstances)


async def _with_plan(
    sandbox: Sandbox, question: Question, plan: TestPlan, language: Language, solution: str, judgement: Judgement
) -> Judgement:
    """Confirm a pass at the plan's sites. The reference fails at each of them, so a solution that passes there was not
    tested."""
    texts = [(site.line, mutate(question.tests, site)) for site in _shuffled(plan)]
    return await _sampled(sandbox, question, language, solution, judgement, texts)


async def _sampled(
    sandbox: Sandbox,
    question: Question,
    language: Language,
    solution: str,
    judgement: Judgement,
    texts: Sequence[tuple[int, str]],
) -> Judgement:
    """Run altered texts, each with the line of its alteration, that no correct solution can pass."""
    question = msgspec.structs.replace(question, plan=None)
    runs: list[CanaryRun] = []
    for line, text in texts:
        changed = await run_joined(sandbox, question, language, join(language, solution, text))
        runs.append(CanaryRun(line=line, verdict=changed.verdict))
        if changed.passed:
            reason = f"passes with line {line} altered"
            return msgspec.structs.replace(judgement, verdict=Verdict.TAMPERED, reason=reason, canary=tuple(runs))
    return msgspec.structs.replace(judgement, canary=tuple(runs), evidence="sampled" if runs else "completion")


async def _without_plan(
    sandbox: Sandbox, question: Question, language: Language, solution: str, judgement: Judgement
) -> Judgement:
    """Confirm a pass without a plan.

    It is unknown at which sites a correct solution fails. If this one fails at none, the tests prove nothing about it,
    whichever of the two is at fault.
    """
    soft = await survey(sandbox, question, language, solution)
    if soft is not None and (soft.alterable or soft.idle):
        return _judge_by_own_survey(language, question, soft, judgement)
    sites = await noticed_sites(sandbox, question, language, solution)
    runs = tuple(CanaryRun(line=site.line, verdict=Verdict.WRONG_ANSWER) for site in sites)
    if runs:
        return msgspec.structs.replace(judgement, canary=runs, evidence="sampled")
    return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason="nothing_can_fail")


def _judge_by_own_survey(language: Language, question: Question, soft: SoftPlan, judgement: Judgement) -> Judgement:
    """Judge a candidate by its own survey: it must have run checks and noticed each altered literal."""
    lines = tuple(check.line for check in soft.checks if check.option >= 0)
    runs = tuple(CanaryRun(line=line, verdict=Verdict.WRONG_ANSWER) for line in lines)
    if soft.idle:
        return msgspec.structs.replace(judgement, verdict=Verdict.INCOMPLETE, reason="no_checks")
    if (line := _unnoticed_line(language, question.tests, soft)) is not None:
        canary = (*runs, CanaryRun(line=line, verdict=Verdict.PASSED))
        reason = f"passes with line {line} altered"
        return msgspec.structs.replace(judgement, verdict=Verdict.TAMPERED, reason=reason, canary=canary)
    return msgspec.structs.replace(judgement, canary=runs, evidence="sampled")


def _unnoticed_line(language: Language, tests: str, plan: SoftPlan) -> int | None:
    """Return the line of a check that compares with a literal, ran on its own, and did not notice the altered
    literal."""
    found = find_checks(language.id, tests, frozenset(plan.names))
    by_rows = {check for row in plan.rows for check, _ in row.fails}
    checks = found.checks if found is not None else ()
    for number, (planned, check) in enumerate(zip(plan.checks, checks, strict=False)):
        alone = planned.runs and not planned.inside
        # A tolerance may hide a small difference.
        values = [each for each, option in enumerate(check.options[:2]) if option.kind == "value"]
        first = values if check.options and check.options[0].nearby else (0,)
        if check.certain and alone and planned.option not in first and number not in by_rows:
            return planned.line
    return None


def _shuffled(plan: TestPlan) -> list[CanarySite]:
    """Return all sites, because a cheat may target a single test, in an order that no candidate can predict."""
    sites = list(plan.sites)
    secrets.SystemRandom().shuffle(sites)
    return sites
