"""SandboxFusion's dataset endpoints, backed by benchwright's benchmarks. /submit shares its path with another API, see
submit.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from benchwright.evaluation.prompts import default_prompt, first_request
from benchwright.evaluation.settings import Sampling
from benchwright.judging.extract import Extraction
from benchwright.judging.extract.answer import extract_answer
from benchwright.judging.solution import SetJudgement, SolutionJudgement, judge_solution
from benchwright.judging.verdict import Verdict
from benchwright.languages import find_language
from benchwright.languages.join import join
from benchwright.problems import Problem
from benchwright.server.api import Api, Route
from benchwright.server.apis.sandboxfusion import (
    CommandResult,
    Completion,
    DatasetRequest,
    Graded,
    Prompt,
    RunResult,
    TestOutcome,
    refusal,
)
from benchwright.server.benchmarks import find_problem, plans_of, problems_of, served
from benchwright.server.call import Call, InvalidRequest
from benchwright.server.reply import Reply
from benchwright.server.trial import check_parse_time


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
    await check_parse_time(lambda: extract_answer(problem, body.completion, "answer"), body.completion)
    found = extract_answer(problem, body.completion, "answer")
    language = find_language(problem.language)
    await check_parse_time(lambda: [join(language, found.code, tests) for tests in problem.tests.values()], found.code)
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


async def list_datasets(call: Call) -> Reply:
    """List the benchmarks."""
    return Reply(value=sorted(served(call.service)))


async def list_ids(call: Call) -> Reply:
    """List the ids of a benchmark's problems."""
    return Reply(value=[problem.id for problem in await _problems(call)])


async def get_prompts(call: Call) -> Reply:
    """Get the prompts of a benchmark."""
    return Reply(value=[prompt_of(problem) for problem in await _problems(call)])


async def get_prompt_by_id(call: Call) -> Reply:
    """Get the prompt of one problem."""
    body: DatasetRequest = call.body
    return Reply(value=prompt_of(await find_problem(call.service, body.dataset, str(body.id))))


async def submit_completion(call: Call) -> Reply:
    """Judge a completion of a problem."""
    given = {name: value for name, value in call.body.items() if value is not None}
    try:
        body = msgspec.convert(given, Completion, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest(f"invalid body: {error}") from None
    return Reply(value=await grade(call, body))


async def _problems(call: Call) -> list[Problem]:
    body: DatasetRequest = call.body
    language = body.config.get("language")
    wanted = find_language(str(language)).id if language else ""
    found = (await problems_of(call.service, body.dataset)).values()
    problems = [problem for problem in found if wanted in ("", problem.language)]
    start = max(body.offset, 0)
    return problems[start : None if body.limit is None else start + max(body.limit, 0)]


def failure(error: Exception, _: Call | None) -> Reply:
    """Report a sandbox failure as an error, never as a grade."""
    return refusal(error) or Reply(value={"detail": f"the sandbox failed: {error}"}, status=500)


def _route(path: str, handle: Callable[[Call], Awaitable[Reply]], answer: Any, example: dict[str, Any]) -> Route:
    return Route(
        method="POST",
        path=path,
        name=path.strip("/"),
        summary=str(handle.__doc__).rstrip("."),
        handle=handle,
        body=DatasetRequest,
        lax=True,
        answers={200: answer},
        examples={"starter": example},
    )


API = Api(
    name="datasets",
    routes=(
        Route(
            method="GET",
            path="/list_datasets",
            name="list_datasets",
            summary="List the served benchmarks",
            handle=list_datasets,
            answers={200: list[str]},
        ),
        _route("/list_ids", list_ids, list[str], {"dataset": "starter"}),
        _route("/get_prompts", get_prompts, list[Prompt], {"dataset": "starter", "limit": 2}),
        _route("/get_prompt_by_id", get_prompt_by_id, Prompt, {"dataset": "starter", "id": "python/2adf5be4"}),
    ),
    failure=failure,
)
