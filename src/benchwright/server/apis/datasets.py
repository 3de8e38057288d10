"""SandboxFusion's dataset endpoints, backed by benchwright's benchmarks. /submit shares its path with another API, see
submit.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from benchwright.languages import find_language
from benchwright.problems import Problem
from benchwright.server.api import Api, Route
from benchwright.server.apis.sandboxfusion import refusal
from benchwright.server.benchmarks import find_problem, problems_of, served
from benchwright.server.call import Call
from benchwright.server.failures import InvalidRequest
from benchwright.server.foreign.fusion import Completion, DatasetRequest, Prompt
from benchwright.server.foreign.fusion_grading import grade, prompt_of
from benchwright.server.reply import Reply


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
