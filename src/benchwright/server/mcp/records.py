"""What the tools answer. The protocol's package makes schemas of these, with a description of each field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

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
