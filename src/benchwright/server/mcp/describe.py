"""Executions and judgements as the tools tell them."""

from __future__ import annotations

from benchwright.judge import Judgement, Place
from benchwright.languages import Language, find_toolchain
from benchwright.languages.join import can_join
from benchwright.sandbox.protocol import Stage, Stream
from benchwright.server.mcp.records import (
    JudgementOutput,
    LanguageOutput,
    PlaceOutput,
    RunOutput,
    StageOutput,
    TestOutput,
)


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
