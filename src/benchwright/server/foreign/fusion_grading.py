"""SandboxFusion's dataset endpoints: prompts of problems, and grades of completions."""

from __future__ import annotations

from typing import Any, Literal

from benchwright.evaluation.prompts import default_prompt, first_request
from benchwright.evaluation.settings import Sampling
from benchwright.judging.extract import Extraction
from benchwright.judging.extract.answer import understand
from benchwright.judging.solution import SetJudgement, SolutionJudgement, judge_solution
from benchwright.judging.verdict import Verdict
from benchwright.languages import find_language
from benchwright.languages.join import join
from benchwright.problems import Problem
from benchwright.server.benchmarks import find_problem, plans_of
from benchwright.server.call import Call
from benchwright.server.foreign.fusion import (
    CommandResult,
    Completion,
    Graded,
    Prompt,
    RunResult,
    TestOutcome,
)
from benchwright.server.trial import try_reading


def prompt_of(problem: Problem) -> Prompt:
    """Build the prompt as an evaluation would."""
    request = first_request(default_prompt("chat"), "chat", problem, Sampling())
    text = "\n\n".join(message.content for message in request.messages)
    labels: dict[str, Any] = {"language": problem.language, "difficulty": problem.difficulty, "tags": problem.tags}
    return Prompt(id=problem.id, prompt=text, labels=labels)


async def grade(call: Call, body: Completion) -> Graded:
    """Extract the code from a completion and judge it against every test set."""
    problem = await find_problem(call.service, body.dataset, str(body.id))
    plan = await plans_of(call.service).of_problem(problem, call.sandbox)
    await try_reading(lambda: understand(problem, body.completion, "answer"), body.completion)
    found = understand(problem, body.completion, "answer")
    language = find_language(problem.language)
    await try_reading(lambda: [join(language, found.code, tests) for tests in problem.tests.values()], found.code)
    judgement = await judge_solution(call.sandbox, problem, plan, found.code)
    call.service.measures.verdict(judgement.verdict, judged=True)
    return Graded(
        id=body.id,
        accepted=judgement.passed,
        extracted_code=found.code,
        full_code=found.code,
        test_code=problem.tests.get(judgement.failed or list(judgement.sets)[-1], ""),
        tests=tuple(TestOutcome(passed=_passed(each), exec_info=_info(each)) for each in judgement.sets.values()),
        extracted_type=_kind(found),
        extra={"how": found.how or found.flaw, **_extra(judgement)},
    )


def _kind(found: Extraction) -> Literal["fenced", "incomplete_fenced", "heuristic", "empty"]:
    if not found.code:
        return "empty"
    if not found.blocks:
        return "heuristic"
    return "incomplete_fenced" if found.flaw == "truncated" else "fenced"


def _passed(judgement: SetJudgement) -> bool:
    return judgement.verdict is Verdict.PASSED


def _extra(judgement: SolutionJudgement) -> dict[str, Any]:
    return {
        "verdict": judgement.verdict.value,
        "reason": judgement.reason,
        "test_sets": {name: each.verdict.value for name, each in judgement.sets.items()},
        "toolchain": judgement.toolchain,
    }


def _info(judgement: SetJudgement) -> RunResult:
    """Describe a test set as a run. Its record has no exit status, so one is derived from the verdict."""
    late = judgement.verdict is Verdict.TIME_LIMIT
    result = CommandResult(
        status="TimeLimitExceeded" if late else "Finished",
        execution_time=judgement.wall_s,
        return_code=None if late else int(not _passed(judgement)),
        stdout=judgement.stdout,
        stderr=judgement.stderr,
    )
    built = judgement.verdict is not Verdict.COMPILE_ERROR
    words = (judgement.verdict.value.replace("_", " "), judgement.reason, judgement.message)
    return RunResult(
        status="Success" if _passed(judgement) else "Failed",
        message="" if _passed(judgement) else ": ".join(filter(None, words)),
        compile_result=None if built else result,
        run_result=result if built else None,
    )
