"""SandboxFusion: /run_code, /v1/ping and the dataset endpoints. Its /submit shares a path, see submit.py."""

from __future__ import annotations

from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.server.api import Api, Route
from benchwright.server.call import Call
from benchwright.server.failures import InvalidRequest, Overloaded
from benchwright.server.foreign.datasets import datasets_of
from benchwright.server.foreign.fusion import run_code
from benchwright.server.foreign.fusion_grading import grade, prompt_of
from benchwright.server.foreign.fusion_records import Completion, DatasetRequest, Prompt, RunCode, RunResult
from benchwright.server.reply import Reply


async def run(call: Call) -> Reply:
    """Run a program."""
    return Reply(value=await run_code(call, call.body))


async def submit_completion(call: Call) -> Reply:
    """Judge a completion of a problem."""
    given = {name: value for name, value in call.body.items() if value is not None}
    try:
        body = msgspec.convert(given, Completion, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest(str(error)) from None
    return Reply(value=await grade(call, body))


async def ping(_: Call) -> Reply:
    """Whether anybody is there."""
    return Reply(value="pong")


async def list_datasets(call: Call) -> Reply:
    """Names of the benchmarks."""
    return Reply(value=datasets_of(call.service).names)


async def list_ids(call: Call) -> Reply:
    """Ids of a benchmark's problems."""
    return Reply(value=[problem.id for problem in await _problems(call)])


async def get_prompts(call: Call) -> Reply:
    """What models are asked."""
    return Reply(value=[prompt_of(problem) for problem in await _problems(call)])


async def get_prompt_by_id(call: Call) -> Reply:
    """What models are asked about one problem."""
    body: DatasetRequest = call.body
    return Reply(value=prompt_of(await datasets_of(call.service).problem(body.dataset, body.id)))


async def _problems(call: Call) -> list[Any]:
    body: DatasetRequest = call.body
    problems = await datasets_of(call.service).problems(body.dataset, str(body.config.get("language") or ""))
    end = None if body.limit is None else max(body.offset, 0) + max(body.limit, 0)
    return problems[max(body.offset, 0) : end]


def failure(error: Exception, _: Call | None) -> Reply:
    """422 for what asking again cannot mend, 504 for overload, as clients ask again only then; ours is SandboxError."""
    if isinstance(error, Overloaded):
        headers = {"Retry-After": f"{max(1, round(error.retry_after_s))}"}
        return Reply(value={"detail": error.sentence}, status=504, headers=headers)
    if isinstance(error, UsageError):
        return Reply(value={"detail": [{"loc": ["body"], "msg": error.sentence, "type": "value_error"}]}, status=422)
    return Reply(value=RunResult(status="SandboxError", message=f"the sandbox failed: {error}"))


def _dataset_route(path: str, summary: str, handle: Any, answer: Any, example: dict[str, Any]) -> Route:
    return Route(
        method="POST",
        path=path,
        name=path.strip("/"),
        summary=summary,
        handle=handle,
        body=DatasetRequest,
        lax=True,
        answers={200: answer},
        examples={"starter": example},
    )


API = Api(
    name="sandboxfusion",
    routes=(
        Route(
            method="POST",
            path="/run_code",
            name="run_code",
            summary="Run a program",
            handle=run,
            body=RunCode,
            lax=True,
            answers={200: RunResult},
            examples={"python": {"code": "print(input())", "language": "python", "stdin": "hello"}},
        ),
        Route(
            method="GET",
            path="/v1/ping",
            name="ping",
            summary="Answers pong",
            handle=ping,
            answers={200: str},
            open=True,
        ),
        Route(
            method="GET",
            path="/list_datasets",
            name="list_datasets",
            summary="Names of the benchmarks that are served",
            handle=list_datasets,
            answers={200: list[str]},
        ),
        _dataset_route("/list_ids", "Ids of a benchmark's problems", list_ids, list[str], {"dataset": "starter"}),
        _dataset_route(
            "/get_prompts",
            "What models are asked",
            get_prompts,
            list[Prompt],
            {"dataset": "starter", "limit": 2},
        ),
        _dataset_route(
            "/get_prompt_by_id",
            "What models are asked about one problem",
            get_prompt_by_id,
            Prompt,
            {"dataset": "starter", "id": "python/2adf5be4"},
        ),
    ),
    failure=failure,
)
