"""What the MCP tools answer: executions and judgements as records."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from benchwright.judging import Judgement, Place
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

    exit_code: Annotated[int | None, Field(description="Exit status; null when a signal or a limit ended it.")]
    signal: Annotated[int | None, Field(description="The signal that ended it.")]
    stdout: Annotated[str, Field(description="Standard output, its middle left out where it is long.")]
    stderr: Annotated[str, Field(description="Standard error, its middle left out where it is long.")]
    stdout_bytes: Annotated[int, Field(description="How many bytes it really wrote to standard output.")]
    stderr_bytes: Annotated[int, Field(description="The same of standard error.")]
    wall_s: Annotated[float, Field(description="Seconds on the clock.")]
    cpu_s: Annotated[float, Field(description="Seconds of processor time of all its processes.")]
    memory_bytes: Annotated[int, Field(description="The most memory that it had at once.")]
    limits_hit: Annotated[list[str], Field(description="Limits that were reached.")]


class RunOutput(BaseModel):
    """What a program did."""

    outcome: Annotated[Outcome, Field(description="passed: it ended by itself with status 0, within its limits.")]
    reason: Annotated[str, Field(description="Why it did not pass, in a few words.")]
    build: Annotated[StageOutput | None, Field(description="null where the language has no build.")]
    run: Annotated[StageOutput | None, Field(description="null when the build failed.")]
    toolchain: Annotated[str, Field(description="The compiler or interpreter, with its version.")]


class PlaceOutput(BaseModel):
    """A line of one of the two texts."""

    part: Annotated[Literal["solution", "tests"], Field(description="Which text.")]
    line: Annotated[int, Field(description="Line in that text, counted from 1.")]


class TestOutput(BaseModel):
    """One test."""

    __test__ = False

    name: Annotated[str, Field(description="As the tests name it.")]
    status: Annotated[Literal["passed", "failed", "skipped"], Field(description="How it ended.")]
    place: Annotated[PlaceOutput | None, Field(description="Where it failed.")]
    message: Annotated[str, Field(description="What the failure said.")]


class JudgementOutput(BaseModel):
    """What a solution earned."""

    verdict: Annotated[
        VerdictWord,
        Field(
            description="passed only if the tests provably ran to their end. incomplete: the program ended well before"
            " that. tampered: it passed without having been tested."
        ),
    ]
    reason: Annotated[str, Field(description="Why, in a few words; empty for a plain pass.")]
    place: Annotated[PlaceOutput | None, Field(description="Where it failed, when that can be known.")]
    message: Annotated[str, Field(description="What the failed check or the error said.")]
    tests: Annotated[list[TestOutput], Field(description="The single tests, where they can be told apart.")]
    canaries: Annotated[int, Field(description="Runs against changed tests that nothing right can pass.")]
    stage: Annotated[StageOutput, Field(description="The stage that decided: what it printed, what it used.")]
    toolchain: Annotated[str, Field(description="The compiler or interpreter, with its version.")]


class LanguageOutput(BaseModel):
    """A language."""

    id: Annotated[str, Field(description="Its name for the other tools.")]
    name: Annotated[str, Field(description="Its name for people.")]
    aliases: Annotated[list[str], Field(description="Other names that the tools take.")]
    source: Annotated[str, Field(description="File name that the source gets.")]
    available: Annotated[bool, Field(description="Whether its toolchain is on this machine.")]
    toolchain: Annotated[str, Field(description="The toolchain with its version; empty where there is none.")]
    hint: Annotated[str, Field(description="How to get a toolchain that is missing.")]
    judged: Annotated[bool, Field(description="Whether judge_solution takes it.")]


class LanguagesOutput(BaseModel):
    """All languages."""

    languages: Annotated[list[LanguageOutput], Field(description="In the order of their ids.")]


def run_output(judgement: Judgement) -> RunOutput:
    """Of a plain run."""
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
    """The same in a few lines."""
    stage = output.run or output.build
    assert stage is not None
    first = f"{output.outcome}{f' ({output.reason})' if output.reason else ''} in {stage.wall_s:.2f} s"
    return "\n".join([first, *_printed(stage)])


def judgement_output(judgement: Judgement) -> JudgementOutput:
    """Of a judged solution."""
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
    """The same in a few lines."""
    where = f" at line {output.place.line} of the {output.place.part}" if output.place else ""
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
    """The language, and what is here of it."""
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
    middle = f"\n[{cut} bytes left out]\n" if stream.cut else ""
    return stream.head.decode("utf-8", errors="replace") + middle + stream.tail.decode("utf-8", errors="replace")


def _place(place: Place | None) -> PlaceOutput | None:
    return PlaceOutput.model_validate({"part": place.part, "line": place.line}) if place else None


def _printed(stage: StageOutput) -> list[str]:
    said = (("stdout", stage.stdout), ("stderr", stage.stderr))
    return [f"--- {name}\n{text.rstrip()}" for name, text in said if text.strip()]
