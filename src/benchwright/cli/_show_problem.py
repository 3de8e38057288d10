"""`benchwright show JOB PROBLEM` of an evaluation: one problem, and all that was answered to it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from benchwright.cli import EXIT_FAILED
from benchwright.cli._printable import one_line, printable, printable_line, printable_lines
from benchwright.cli._show_text import Bounds, code, facts, heading, prose, source_line, tail, width
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluate.outcomes import Result
    from benchwright.evaluate.sample import Sample
    from benchwright.judge.solution import SetJudgement
    from benchwright.judge.verdict import Place
    from benchwright.problems import Problem


def show_problem(folder: Path, problem: Problem, answers: Sequence[Result], bounds: Bounds) -> None:
    """The question, then each answer with its verdict."""
    facts(_head(folder, problem))
    heading("Question")
    prose(problem.question, bounds.question_lines)
    for answer in answers:
        _show_answer(problem, answer, bounds)
    _say_next(folder, problem, answers)


def _say_next(folder: Path, problem: Problem, answers: Sequence[Result]) -> None:
    """The commands about the last answer that can be judged; where there is none, why not."""
    judgeable = [each for each in answers if each.sample is not None and each.outcome.state != "defect"]
    typer.echo()
    if not judgeable:
        defect = any(each.outcome.state == "defect" for each in answers)
        why = "the problem has a defect" if defect else "there is no answer yet"
        typer.echo(f"nothing can be judged again here: {why}")
        return
    last = judgeable[-1]
    # Options first: a problem or a folder may begin with a dash.
    options = f"--sample {last.outcome.sample} --turn {last.outcome.turn}"
    where = printable_line(f"-- {shlex.quote(str(folder))} {shlex.quote(problem.id)}")
    if last.sample and last.sample.code.strip():
        typer.echo(f"only the code: benchwright show {options} --code {where}")
    typer.echo(f"judge it again: benchwright show {options} --run {where}")


def print_code(answer: Result) -> None:
    """The code as it was judged, byte for byte, unless a person would see it."""
    if answer.sample is None:
        raise UsageError("there is no answer", "`show JOB PROBLEM` says why")
    if not answer.sample.code.strip():
        typer.echo("the answer has no code; `show JOB PROBLEM` shows it as it came", err=True)
        raise typer.Exit(EXIT_FAILED)
    if sys.stdout.isatty():
        typer.echo("\n".join(printable_lines(answer.sample.code, 1_000_000)))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(answer.sample.code.encode(errors="surrogateescape"))
    sys.stdout.buffer.flush()


def problem_document(folder: Path, problem: Problem, answers: Sequence[Result]) -> dict[str, Any]:
    """The same as JSON, with nothing left out."""
    import msgspec

    return {
        "job": str(folder),
        "problem": msgspec.to_builtins(problem),
        "answers": [
            {
                "sample": answer.outcome.sample,
                "turn": answer.outcome.turn,
                "state": answer.outcome.state,
                "why": answer.why,
                "failure": answer.outcome.failure,
                "answer": msgspec.to_builtins(answer.sample),
                "judgement": msgspec.to_builtins(answer.judgement),
            }
            for answer in answers
        ],
    }


def choose(answers: Sequence[Result], sample: int | None, turn: int | None) -> list[Result]:
    """Those of this sample and turn; None stands for all."""
    found = [
        answer for answer in answers if sample in (None, answer.outcome.sample) and turn in (None, answer.outcome.turn)
    ]
    if not found:
        there = ", ".join(f"{each.outcome.sample}.{each.outcome.turn}" for each in answers[:20])
        raise UsageError("there is no such answer", f"there are, as sample.turn: {there}")
    return found


def _head(folder: Path, problem: Problem) -> Iterator[tuple[str, str]]:
    yield "problem", printable(problem.id)
    yield "job", str(folder)
    yield "language", problem.language
    yield "difficulty", printable(problem.difficulty)
    yield "tags", printable(", ".join(problem.tags))
    yield "packages", printable(", ".join(problem.libraries))


def _show_answer(problem: Problem, answer: Result, bounds: Bounds) -> None:
    outcome, judged = answer.outcome, answer.judgement
    verdict = outcome.verdict or outcome.state
    reason = (judged.reason if judged else "") or answer.why
    heading(one_line(f"sample {outcome.sample}, turn {outcome.turn}: {verdict}", width()))
    facts(_about(answer, reason))
    for name, judgement in judged.sets.items() if judged else ():
        _show_set(name, judgement, problem, answer.sample, bounds)
    if answer.sample is None:
        return
    place = judged.sets[judged.failed].place if judged and judged.failed else None
    if answer.sample.code.strip():
        typer.echo("  code:")
        code(answer.sample.code, bounds, marked=place.line if place and place.part == "solution" else 0)
    else:
        typer.echo("  no code; the answer as it came:")
        prose(answer.sample.raw, bounds.output_lines, indent="    ")


def _about(answer: Result, reason: str) -> Iterator[tuple[str, str]]:
    sample, judged = answer.sample, answer.judgement
    yield "  why", one_line(reason, 400)
    yield "  class", answer.outcome.failure
    if sample is not None:
        yield "  answer", ", ".join(_spent(sample))
        yield "  found", printable("; ".join(filter(None, (sample.how, *sample.repairs))))
        yield "  flaw", printable(sample.flaw)
    if judged is not None:
        yield "  judged", f"in {judged.wall_s:.2f} s with {printable(judged.toolchain)}"


def _spent(sample: Sample) -> Iterator[str]:
    if sample.prompt_tokens is not None:
        yield f"{sample.prompt_tokens:,} tokens read"
    if sample.completion_tokens is not None:
        yield f"{sample.completion_tokens:,} written"
    if sample.cost is not None:
        yield f"${sample.cost:.5f}"
    if sample.answer_s is not None:
        yield f"{sample.answer_s:.1f} s"
    if sample.finish_reason:
        yield f"stopped: {printable(sample.finish_reason)}"


def _show_set(name: str, judged: SetJudgement, problem: Problem, sample: Sample | None, bounds: Bounds) -> None:
    counted = f", {sum(test.status == 'passed' for test in judged.tests)} of {len(judged.tests)} tests passed"
    canaries = f", held against {len(judged.canary)} canaries" if judged.canary else ""
    typer.echo(f"  {printable(name)} tests: {judged.verdict}{counted if judged.tests else ''}{canaries}")
    if judged.verdict == "passed":
        return
    if judged.place:
        _show_place(judged.place, name, problem, sample, bounds)
    if judged.message:
        typer.echo("  message:")
        prose(judged.message, bounds.output_lines, bounds.line_signs, indent="    ")
    for test in (test for test in judged.tests if test.status == "failed"):
        where = f" at line {test.place.line} of the {test.place.part}" if test.place else ""
        said = f": {test.message}" if test.message and test.message != judged.message else ""
        typer.echo(one_line(f"  failed: {test.name}{where}{said}", width() - 2).replace("failed:", "  failed:", 1))
    tail("stdout", judged.stdout, bounds)
    tail("stderr", judged.stderr, bounds)


def _show_place(place: Place, name: str, problem: Problem, sample: Sample | None, bounds: Bounds) -> None:
    text = (sample.code if sample else "") if place.part == "solution" else problem.tests.get(name, "")
    typer.echo(f"  failed at line {place.line} of the {place.part}:")
    if line := source_line(text, place.line, bounds):
        typer.echo(f"  > {place.line} | {line}")
