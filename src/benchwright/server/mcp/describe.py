"""Results of the MCP tools, as records and as text."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from benchwright.judging import Judgement, Place
from benchwright.judging.verdict import place_text
from benchwright.languages import Language, find_toolchain
from benchwright.languages.join import can_join
from benchwright.sandbox.protocol import Stage, Stream

Outcome = Literal["passed", "compile_error", "runtime_error", "time_limit", "memory_limit", "output_limit"]
VerdictWord = Literal[
    "passed",
    "wrong_answer",
    "compile_error",
    "runtime_error",
    "time_limit",
    "memory_limit",
    "output_limit",
    "incomplete",
    "tampered",
]


class StageOutput(BaseModel):
    """The build or the run of a program."""

    exit_code: Annotated[int | None, Field(description="Exit status; null if a signal or a limit ended it.")]
    signal: Annotated[int | None, Field(description="The signal that ended it; null if there was none.")]
    stdout: Annotated[str, Field(description="Standard output; the middle of long output is omitted.")]
    stderr: Annotated[str, Field(description="Standard error; the middle of long output is omitted.")]
    stdout_bytes: Annotated[int, Field(description="Total bytes written to standard output.")]
    stderr_bytes: Annotated[int, Field(description="Total bytes written to standard error.")]
    wall_s: Annotated[float, Field(description="Wall-clock time in seconds.")]
    cpu_s: Annotated[float, Field(description="CPU time in seconds, summed over all processes.")]
    memory_bytes: Annotated[int, Field(description="Peak memory in bytes.")]
    limits_hit: Annotated[list[str], Field(description="Limits that were hit.")]


class RunOutput(BaseModel):
    """Result of a program."""

    outcome: Annotated[Outcome, Field(description="passed: it exited with status 0, within its limits.")]
    reason: Annotated[str, Field(description="Why it did not pass, in a few words.")]
    build: Annotated[StageOutput | None, Field(description="The build; null if the language has none.")]
    run: Annotated[StageOutput | None, Field(description="The run; null if the build failed.")]
    toolchain: Annotated[str, Field(description="The compiler or interpreter, with its version.")]


class PlaceOutput(BaseModel):
    """A line in the solution or the tests."""

    part: Annotated[Literal["solution", "tests"], Field(description="Which text.")]
    line: Annotated[int, Field(description="Line number in that text, starting at 1.")]


class TestOutput(BaseModel):
    """Result of one test."""

    __test__ = False

    name: Annotated[str, Field(description="Name of the test.")]
    status: Annotated[Literal["passed", "failed", "skipped"], Field(description="How it ended.")]
    place: Annotated[PlaceOutput | None, Field(description="Where it failed.")]
    message: Annotated[str, Field(description="Message of the failure.")]


class JudgementOutput(BaseModel):
    """Verdict on a solution."""

    verdict: Annotated[
        VerdictWord,
        Field(
            description="passed only if the tests provably ran to completion. incomplete: the program exited cleanly"
            " before that. tampered: it passed without being tested."
        ),
    ]
    reason: Annotated[str, Field(description="Short reason; empty for a plain pass.")]
    place: Annotated[PlaceOutput | None, Field(description="Where it failed, if known.")]
    message: Annotated[str, Field(description="Message of the failed check or the error.")]
    tests: Annotated[list[TestOutput], Field(description="Results of individual tests, if they can be distinguished.")]
    canaries: Annotated[
        int, Field(description="Number of runs against altered tests that a correct solution must fail.")
    ]
    stage: Annotated[StageOutput, Field(description="The stage that decided the verdict: its output and resource use.")]
    toolchain: Annotated[str, Field(description="The compiler or interpreter, with its version.")]


class LanguageOutput(BaseModel):
    """One supported language."""

    id: Annotated[str, Field(description="Id to pass to the other tools.")]
    name: Annotated[str, Field(description="Display name.")]
    aliases: Annotated[list[str], Field(description="Other names that the tools accept.")]
    source: Annotated[str, Field(description="Name of the main file.")]
    available: Annotated[bool, Field(description="Whether its toolchain is installed.")]
    toolchain: Annotated[str, Field(description="The toolchain with its version; empty if not installed.")]
    hint: Annotated[str, Field(description="How to install a missing toolchain.")]
    judged: Annotated[bool, Field(description="Whether judge_solution supports it.")]


class LanguagesOutput(BaseModel):
    """All supported languages."""

    languages: Annotated[list[LanguageOutput], Field(description="Languages ordered by id.")]


def run_output(judgement: Judgement) -> RunOutput:
    """Convert a plain run."""
    execution = judgement.execution
    return RunOutput.model_validate(
        {
            "outcome": judgement.verdict.value,
            "reason": judgement.reason,
            "build": _stage(execution.build) if execution.build else None,
            "run": _stage(execution.runs[0]) if execution.runs else None,
            "toolchain": execution.toolchain,
        }
    )


def run_text(output: RunOutput) -> str:
    """Summarize a run in a few lines."""
    stage = output.run or output.build
    assert stage is not None
    first = f"{output.outcome}{f' ({output.reason})' if output.reason else ''} in {stage.wall_s:.2f} s"
    return "\n".join([first, *_printed(stage)])


def judgement_output(judgement: Judgement) -> JudgementOutput:
    """Convert a judgement."""
    stages = judgement.execution.stages
    decisive = next((stage for stage in stages if not stage.succeeded), stages[-1])
    tests = [
        TestOutput(name=test.name, status=test.status, place=_place(test.place), message=test.message)
        for test in judgement.tests
    ]
    return JudgementOutput.model_validate(
        {
            "verdict": judgement.verdict.value,
            "reason": judgement.reason,
            "place": _place(judgement.place),
            "message": judgement.message,
            "tests": tests,
            "canaries": len(judgement.canary),
            "stage": _stage(decisive),
            "toolchain": judgement.execution.toolchain,
        }
    )


def judgement_text(output: JudgementOutput) -> str:
    """Summarize a judgement in a few lines."""
    place = Place(part=output.place.part, line=output.place.line) if output.place else None
    where = place_text(place, output.reason)
    lines = [f"{output.verdict}{f' ({output.reason})' if output.reason else ''}{where}"]
    if output.tests:
        passed = sum(test.status == "passed" for test in output.tests)
        lines.append(f"{passed} of {len(output.tests)} tests passed")
    if output.message:
        lines.append(output.message)
    if output.verdict != "passed":
        lines += _printed(output.stage)
    return "\n".join(lines)


def language_output(language: Language) -> LanguageOutput:
    """Describe a language and its installed toolchain."""
    from benchwright.errors import ToolchainMissing

    toolchain, hint = "", ""
    try:
        toolchain = find_toolchain(language).version
    except ToolchainMissing as error:
        hint = error.sentence
    return LanguageOutput(
        id=language.id,
        name=language.name,
        aliases=list(language.aliases),
        source=language.source,
        available=bool(toolchain),
        toolchain=toolchain,
        hint=hint,
        judged=can_join(language),
    )


def _stage(stage: Stage) -> StageOutput:
    return StageOutput(
        exit_code=stage.exit_code,
        signal=stage.signal,
        stdout=_text(stage.stdout),
        stderr=_text(stage.stderr),
        stdout_bytes=stage.stdout.length,
        stderr_bytes=stage.stderr.length,
        wall_s=stage.wall_s,
        cpu_s=stage.cpu_s,
        memory_bytes=stage.memory_bytes,
        limits_hit=list(stage.limits_hit),
    )


def _text(stream: Stream) -> str:
    cut = stream.length - len(stream.head) - len(stream.tail)
    middle = f"\n[{cut} bytes omitted]\n" if stream.cut else ""
    return stream.head.decode("utf-8", errors="replace") + middle + stream.tail.decode("utf-8", errors="replace")


def _place(place: Place | None) -> PlaceOutput | None:
    return PlaceOutput.model_validate({"part": place.part, "line": place.line}) if place else None


def _printed(stage: StageOutput) -> list[str]:
    streams = (("stdout", stage.stdout), ("stderr", stage.stderr))
    return [f"--- {name}\n{text.rstrip()}" for name, text in streams if text.strip()]
