"""A solver answers the question several times. How often it passes gives the difficulty, and shows whether others reach
the same results from the question alone."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter

import msgspec

from benchwright.generate.autocodegen.draft import Draft, Solving
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.record import Dropped
from benchwright.generate.work import Work
from benchwright.judging.extract.answer import extract_answer
from benchwright.judging.question import Question
from benchwright.judging.solution import ProblemPlan, SolutionJudgement, judge_solution
from benchwright.judging.tests import judge_tests
from benchwright.judging.verdict import Verdict
from benchwright.languages import find_language

ORDER = 90
READS = ("question", "solution", "demo_tests", "full_tests", "full_inputs", "full_output", "checked", "language")
WRITES = ("solving", "difficulty")
PROMPTS = ("solve",)
ASKS = (Ask(prompt="solve", role="solver", reads=950, writes=700, times=lambda settings: settings.samples),)
TRACKS = frozenset({"direct"})


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Sample the answers, judge them, and derive the difficulty."""
    judged = await _judged(work, draft)
    solving = _solving(judged)
    if not solving.passed:
        solving = msgspec.structs.replace(solving, disputed=await _disputed(work, draft, dict(judged)))
    if work.settings.drop_solved and solving.passed == solving.samples:
        raise Dropped("too easy", f"the solver passed {solving.passed} of {solving.samples} times")
    if solving.disputed:
        work.flag("disputed", solving.disputed)
    elif not solving.passed:
        work.flag("unsolved", f"none of {solving.samples} answers passed")
    return msgspec.structs.replace(draft, solving=solving, difficulty=_difficulty(work.settings, solving.rate))


async def _judged(work: Work[Settings], draft: Draft) -> list[tuple[str, SolutionJudgement]]:
    """Return each answer's code with its judgement; identical code is judged once."""
    language = find_language(draft.language)
    heat = work.settings.temperature if work.settings.samples > 1 else 0.0
    answers = await asyncio.gather(
        *(
            work.answer("solver", "solve", temperature=heat, sample=sample, draft=draft, language=language)
            for sample in range(work.settings.samples)
        ),
        return_exceptions=True,
    )
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer  # after all have been asked, so that a batch contains every one
    problem = draft.problem
    plan = ProblemPlan(plans=draft.checked.plans if draft.checked else {})
    codes = [
        extract_answer(problem, answer.text, "answer", answer.finish_reason).code
        for answer in answers
        if not isinstance(answer, BaseException)
    ]
    # No canaries: they detect cheating, and a solver asked for the difficulty has no reason to cheat.
    judgements = {code: await judge_solution(work.sandbox, problem, plan, code) for code in dict.fromkeys(codes)}
    return [(code, judgements[code]) for code in codes]


def _solving(judged: list[tuple[str, SolutionJudgement]]) -> Solving:
    passed = sum(judgement.passed for _, judgement in judged)
    return Solving(
        samples=len(judged),
        passed=passed,
        verdicts=tuple(judgement.verdict.value for _, judgement in judged),
    )


async def _disputed(work: Work[Settings], draft: Draft, judged: dict[str, SolutionJudgement]) -> str:
    """Return results on which different answers agree against the reference: if several understood the question in the
    same way, the question or the reference is wrong."""
    wrong = [code for code, judgement in judged.items() if judgement.verdict is Verdict.WRONG_ANSWER]
    question = Question(language=draft.language, tests=draft.full_inputs)
    prints: Counter[str] = Counter()
    for code in wrong if len(wrong) > 1 else ():
        judgement = await judge_tests(work.sandbox, question, code)
        if judgement.passed:
            prints[judgement.execution.runs[-1].stdout.data.decode(errors="replace")] += 1
    text, number = prints.most_common(1)[0] if prints else ("", 0)
    lines = itertools.zip_longest(text.splitlines(), draft.full_output.splitlines(), fillvalue="")
    given, expected = next((pair for pair in lines if pair[0] != pair[1]), ("", ""))
    if number < 2 or given == expected:
        return ""
    return f"{number} different answers give {given[:150]!r} where the reference gives {expected[:150]!r}"


def _difficulty(settings: Settings, rate: float) -> str:
    if rate > settings.easy_above:
        return "easy"
    return "medium" if rate > settings.medium_above else "hard"
