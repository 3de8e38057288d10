"""What a model is told about a run that failed: all that the sandbox saw."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.judge.observe import Seen
from benchwright.judge.verdict import Judgement
from benchwright.sandbox.protocol import Stage

_MOST_CHARACTERS = 3000
"""Of each stream."""


def tell(judgement: Judgement, code: str, tests: str, seen: Seen | None = None) -> str:
    """In words, with what was printed."""
    return "\n".join(_lines(judgement, {"solution": code, "tests": tests}, seen)) + "\n"


def _lines(judgement: Judgement, texts: dict[str, str], seen: Seen | None) -> Iterator[str]:
    reason = f" ({judgement.reason})" if judgement.reason else ""
    yield f"- Verdict: {judgement.verdict}{reason}"
    if place := judgement.place:
        lines = texts[place.part].splitlines()
        quoted = f": `{lines[place.line - 1].strip()}`" if 0 < place.line <= len(lines) else ""
        where = "the file" if place.part == "solution" else "the tests"
        yield f"- Where: line {place.line} of {where}{quoted}"
    if judgement.message:
        yield f"- Message: {judgement.message[:_MOST_CHARACTERS]}"
    for test in judgement.tests:
        said = f": {test.message[:300]}" if test.message else ""
        yield f"- Test {test.name}: {test.status}{said}"
    for stage in judgement.execution.stages:
        yield from _stage(stage)
    if seen is not None:
        yield from _observed(seen)


def _stage(stage: Stage) -> Iterator[str]:
    ended = f"signal {stage.signal}" if stage.signal is not None else f"exit code {stage.exit_code}"
    hit = f", limits hit: {', '.join(stage.limits_hit)}" if stage.limits_hit else ""
    yield f"- The {stage.name} ended with {ended} after {stage.wall_s:.1f} s{hit}"
    for name, stream in (("standard output", stage.stdout), ("standard error", stage.stderr)):
        if text := stream.data.decode(errors="replace").strip():
            yield f"- Its {name}:\n\n```text\n{_cut(text, stage.name == 'build')}\n```\n"


def _observed(seen: Seen) -> Iterator[str]:
    """What reaches out of the program."""
    for what, found in (
        ("It tried to reach", seen.outside),
        ("It was refused the system calls", seen.denied_calls),
        ("It started", seen.processes),
    ):
        if found:
            yield f"- {what}: {', '.join(list(found)[:10])}"


def _cut(text: str, beginning: bool) -> str:
    """A compiler's first lines say most, a run's last do."""
    if len(text) <= _MOST_CHARACTERS:
        return text
    return f"{text[:_MOST_CHARACTERS]}\n[…]" if beginning else f"[…]\n{text[-_MOST_CHARACTERS:]}"
