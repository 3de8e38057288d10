"""The MCP tools, and the server that offers them."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.metadata
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any

import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from benchwright.errors import BenchwrightError, UsageError
from benchwright.judging import Defect, Question, calibrate, judge_plain, judge_tests
from benchwright.judging.question import check_question
from benchwright.languages import Language, find_language, languages
from benchwright.languages.join import clean, encode, join
from benchwright.sandbox import LocalSandbox, Sandbox
from benchwright.sandbox.plan import default_limits
from benchwright.sandbox.protocol import BUILD_LIMITS, MIB, Limits, Program, Run
from benchwright.server.mcp.describe import (
    JudgementOutput,
    LanguagesOutput,
    RunOutput,
    judgement_output,
    judgement_text,
    language_output,
    run_output,
    run_text,
)

KEEP_BYTES = 32 << 10
"""Bytes of each output stream to keep: few, because a model reads them."""
MAX_TIMEOUT_S = 600.0
MAX_MEMORY_MB = 8192

_INSTRUCTIONS = (
    "Runs programs in a sandbox without network access, and judges solutions with tests. Calls share no state."
    " A tool error says nothing about the program: it means invalid arguments, or a failure of the sandbox."
)

LanguageName = Annotated[
    str, Field(description="Id or alias of a language, such as python, cpp, rust; see list_languages.")
]
Seconds = Annotated[
    float, Field(ge=0, le=MAX_TIMEOUT_S, description="Wall-clock seconds for the run. 0: the language's default.")
]
Megabytes = Annotated[
    int,
    Field(ge=0, le=MAX_MEMORY_MB, description="Memory in MiB for all processes together. 0: the language's default."),
]
Files = Annotated[dict[str, str], Field(description="More files: relative path → text.")]
EnvironmentName = Annotated[str, Field(description="Package environment, such as scientific for Python. Empty: none.")]


class Tools:
    """The tools, over one sandbox."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def run_program(
        self,
        language: LanguageName,
        source: Annotated[str, Field(description="Source code of the main file.")],
        stdin: Annotated[str, Field(description="Complete standard input.")] = "",
        args: Annotated[list[str], Field(description="Command-line arguments.")] = [],  # noqa: B006
        files: Files = {},  # noqa: B006
        timeout_s: Seconds = 0,
        build_timeout_s: Annotated[
            float,
            Field(
                ge=0, le=MAX_TIMEOUT_S, description="Wall-clock seconds for the build, if there is one. 0: the default."
            ),
        ] = 0,
        memory_mb: Megabytes = 0,
        environment: EnvironmentName = "",
    ) -> Annotated[CallToolResult, RunOutput]:
        """Build and run a program in the sandbox; returns its output and how it ended."""
        with _usage_errors():
            found = find_language(language)
            program = Program(
                language=found.id,
                files={**_encoded(files), found.source: encode(clean(source))},
                environment=environment or None,
                runs=(Run(stdin=stdin.encode("utf-8", "replace"), args=tuple(args)),),
                limits=_limits(found, "", timeout_s, memory_mb),
                build_limits=_build_limits(found, build_timeout_s),
                keep_bytes=KEEP_BYTES,
            )
            output = run_output(judge_plain(await self._sandbox.run(program)))
        return _result(output, run_text(output))

    async def judge_solution(
        self,
        language: LanguageName,
        solution: Annotated[
            str, Field(description="Source code of the solution: functions or classes, without the tests.")
        ],
        tests: Annotated[str, Field(description="Source code of the tests, which use the solution's names directly.")],
        reference: Annotated[
            str,
            Field(
                description="A solution known to be correct. It is run first, to validate the tests and to learn how"
                " many of them must complete. Empty: none."
            ),
        ] = "",
        canary: Annotated[
            bool,
            Field(
                description="Confirm a pass by running it again with altered expected values, to detect solutions that"
                " pass regardless of the tests."
            ),
        ] = False,
        files: Files = {},  # noqa: B006
        timeout_s: Seconds = 0,
        memory_mb: Megabytes = 0,
        environment: EnvironmentName = "",
    ) -> Annotated[CallToolResult, JudgementOutput]:
        """Judge a solution with tests; returns the verdict with its reason, place and individual test results.

        A pass requires proof that the tests ran to completion: a program that exits early does not pass.
        """
        with _usage_errors():
            found = find_language(language)
            question = Question(
                language=found.id,
                tests=tests,
                files=_encoded(files),
                environment=environment or None,
                keep_bytes=KEEP_BYTES,
            )
            check_question(question)
            limits = _limits(found, join(found, solution, tests).mode, timeout_s, memory_mb)
            question = msgspec.structs.replace(question, limits=limits)
            if reference.strip():
                plan = await calibrate(self._sandbox, question, reference)
                if isinstance(plan, Defect):
                    raise UsageError(f"the tests are defective: {plan.reason}: {plan.detail}", "fix the tests")
                question = msgspec.structs.replace(question, plan=plan)
            output = judgement_output(await judge_tests(self._sandbox, question, solution, canary=canary))
        return _result(output, judgement_text(output))

    async def list_languages(
        self,
        available: Annotated[
            bool, Field(description="Whether to list only languages whose toolchain is installed.")
        ] = True,
    ) -> Annotated[CallToolResult, LanguagesOutput]:
        """List the supported languages with their installed toolchains."""
        every = await asyncio.to_thread(lambda: [language_output(language) for language in languages().values()])
        output = LanguagesOutput(languages=[each for each in every if each.available or not available])
        lines = [f"{each.id}: {each.toolchain or 'missing'}" for each in output.languages]
        return _result(output, "\n".join(lines))


def build_server(sandbox: Sandbox | None = None) -> MCPServer[None]:
    """Build a server with the tools. It closes the sandbox when it stops."""
    own = sandbox or LocalSandbox()

    @contextlib.asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await own.aclose()

    server = MCPServer(
        "benchwright",
        title="benchwright",
        description="Runs programs in a sandbox and judges solutions.",
        instructions=_INSTRUCTIONS,
        version=importlib.metadata.version("benchwright"),
        log_level="WARNING",
        lifespan=lifespan,
    )
    tools = Tools(own)
    # Programs cannot change or reach anything outside the sandbox.
    harmless = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    titles: dict[Callable[..., Any], str] = {
        tools.run_program: "Run a program",
        tools.judge_solution: "Judge a solution",
        tools.list_languages: "List the languages",
    }
    for tool, title in titles.items():
        server.add_tool(tool, title=title, description=inspect.getdoc(tool), annotations=harmless)
    return server


@contextlib.contextmanager
def _usage_errors() -> Iterator[None]:
    """Raise failures as tool errors, never as results."""
    try:
        yield
    except UsageError as error:
        raise ToolError(error.sentence) from error
    except BenchwrightError as error:
        raise ToolError(f"the sandbox failed, which says nothing about the program: {error.sentence}") from error


def _result(output: BaseModel, text: str) -> CallToolResult:
    content = TextContent(type="text", text=text)
    return CallToolResult(content=[content], structured_content=output.model_dump(mode="json"))


def _encoded(files: dict[str, str]) -> dict[str, bytes]:
    return {path: text.encode("utf-8", "replace") for path, text in files.items()}


def _limits(language: Language, mode: str, timeout_s: float, memory_mb: int) -> Limits:
    limits = default_limits(language, language.mode(mode))
    if timeout_s:
        # A higher time limit is meant to include CPU time.
        limits = msgspec.structs.replace(limits, wall_s=timeout_s, cpu_s=max(limits.cpu_s, timeout_s))
    if memory_mb:
        limits = msgspec.structs.replace(limits, memory_bytes=memory_mb * MIB)
    return limits


def _build_limits(language: Language, timeout_s: float) -> Limits | None:
    if not timeout_s:
        return None
    limits = msgspec.structs.replace(BUILD_LIMITS, **language.build_limits)
    return msgspec.structs.replace(limits, wall_s=timeout_s, cpu_s=max(limits.cpu_s, timeout_s))
