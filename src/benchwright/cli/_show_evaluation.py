"""`benchwright show` of an evaluation: its scores and problems, or one problem with all its answers."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from benchwright.cli import EXIT_FAILED
from benchwright.cli._output import counted, one_line, printable, printable_line, printable_lines
from benchwright.cli._show_text import Bounds, code, facts, heading, prose, source_line, tail, width
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.outcomes import Result
    from benchwright.evaluation.reading import EvaluationReading, ProblemLine
    from benchwright.evaluation.sample import Sample
    from benchwright.judging.solution import SetJudgement
    from benchwright.judging.verdict import Place
    from benchwright.metrics.outcome import Estimate
    from benchwright.problems import Problem


MOST_LISTED = 40
"""Default maximum of problems or items in a list; --limit changes it."""
_LONGEST_REASON = 200


def show_evaluation(folder: Path, verdict: str, language: str, limit: int | None, *, as_json: bool) -> None:
    """Show the scores, then the problems that match."""
    from benchwright.cli._output import print_json
    from benchwright.evaluation.reading import problem_lines, read_evaluation

    reading = read_evaluation(folder)
    lines = problem_lines(reading, verdict, language)
    if as_json:
        print_json(_document(reading, lines[:limit], len(lines)))
        return
    facts(_head(reading))
    if not (verdict or language):
        _numbers(reading)
    _list(lines, MOST_LISTED if limit is None else limit)


def _document(reading: EvaluationReading, lines: Sequence[ProblemLine], matching: int) -> dict[str, Any]:
    import msgspec

    return {
        "job": str(reading.folder),
        "kind": "evaluation",
        "state": reading.state,
        "answers": reading.settings.answers,
        "benchmark": benchmark_name(reading),
        "fingerprint": reading.settings.benchmark,
        "score": msgspec.to_builtins(reading.score),
        "matching": matching,
        "problems": msgspec.to_builtins(lines),
    }


def benchmark_name(reading: EvaluationReading) -> str:
    """Return the benchmark's name as the user gave it, without its folder."""
    return Path(str(reading.manifest.unpinned.get("benchmark", ""))).name


def _answerer(reading: EvaluationReading) -> str:
    """Return the model; for a file of answers its name, if known, with the start of its digest."""
    named = Path(str(reading.manifest.unpinned.get("samples") or "")).name
    answers = reading.settings.answers
    return f"{named} ({answers[:20]})" if reading.settings.from_file and named else answers


def _head(reading: EvaluationReading) -> Iterator[tuple[str, str]]:
    settings, score = reading.settings, reading.score
    yield "job", f"{reading.folder} (evaluation, {reading.state})"
    turns = f", up to {settings.turns} turns" if settings.turns > 1 else ""
    each = f", {settings.sampling.n} per problem" if not settings.from_file else ""
    yield "answers", f"{printable(_answerer(reading))}{each}{turns}"
    size = counted(score.problems, "problem")
    yield "benchmark", f"{printable(benchmark_name(reading))} ({size}, {settings.benchmark[:12]})"
    states = ", ".join(f"{number} {state}" for state, number in score.states.items())
    yield "samples", f"{score.samples}: {states}"
    for metric, names in (("pass_at_k", ""), ("turns", "pass@1_after_turn_")):
        for name, estimate in score.metrics.get(metric, {}).items():
            if name.startswith(names) and name != "pass@1_after_turn_1":
                yield name.replace("pass@1_after_turn_", "pass@1 by turn "), _share(estimate, with_n=True)
    yield "cost", _cost(score.metrics.get("cost", {}))
    for state, reason in score.reasons.items():
        yield state, one_line(f"first reason: {reason}", 2 * width())
    if reading.state == "running":
        yield "note", "the job is running: these are its numbers so far"


def _cost(found: Mapping[str, Estimate]) -> str:
    parts = []
    if "cost_usd_total" in found:
        parts.append(f"${found['cost_usd_total'].value:.4f}")
    for name in ("prompt", "completion"):
        if f"{name}_tokens_total" in found:
            parts.append(f"{found[f'{name}_tokens_total'].value:,.0f} {name} tokens")
    return ", ".join(parts)


def _numbers(reading: EvaluationReading) -> None:
    from benchwright.cli._output import print_table

    score = reading.score
    for kind in ("language", "difficulty"):
        found = score.metrics.get("slices", {})
        rows = [
            (printable(name.partition("=")[2]), _share(estimate), str(estimate.n))
            for name, estimate in found.items()
            if name.startswith(f"{kind}=")
        ]
        if rows:
            typer.echo()
            print_table((kind, "pass@1 (95 % interval)", "problems"), rows)
    for column, metric in (("verdict", "verdict_mix"), ("failure class", "failure_class")):
        known = score.metrics.get(metric, {})
        rows = [
            (name, str(round(estimate.value * estimate.n)), _share(estimate))
            for name, estimate in known.items()
            if name not in score.states
        ]
        if rows:
            typer.echo()
            print_table((column, "answers", "share (95 % interval)"), rows)


def _list(lines: Sequence[ProblemLine], limit: int) -> None:
    from benchwright.cli._show_text import print_list

    typer.echo()
    if not lines:
        typer.echo("no problem matches")
        return
    listed = lines[:limit]
    named = all(line.language in re.split(r"\W", line.id.lower()) for line in listed)
    cells = [_cells(line, named) for line in listed]
    print_list(("problem", "language", "difficulty", "first answer", "passed", "reason"), cells)
    if any("→" in row[4] for row in cells):
        typer.echo("passed: scored samples that passed in the first turn → after the last turn")
    say_more(len(lines) - limit)


def say_more(count: int) -> None:
    """Say how many were not listed, and how to list them."""
    if count > 0:
        typer.echo(f"and {count} more; --limit N lists more, --verdict and --language filter")


def _cells(line: ProblemLine, named: bool) -> tuple[str, ...]:
    """Return the cells of one line. The language is omitted where every id contains it."""
    passed = f"{line.passed}/{line.scored}" if line.scored else ""
    if line.passed_in_the_end > line.passed:
        passed += f" → {line.passed_in_the_end}/{line.scored}"
    language, reason = "" if named else line.language, one_line(line.reason, _LONGEST_REASON)
    return printable(line.id), language, printable(line.difficulty), line.verdict, passed, reason


def _share(estimate: Estimate, *, with_n: bool = False) -> str:
    text = f"{estimate.value:.1%}"
    if estimate.low is not None and estimate.high is not None:
        text += f" ({estimate.low:.1%} to {estimate.high:.1%})"
    return f"{text}, {counted(estimate.n, 'problem')}" if with_n else text


def show_problem(folder: Path, problem: Problem, answers: Sequence[Result], bounds: Bounds) -> None:
    """Show the question, then each answer with its verdict."""
    facts(_problem_head(folder, problem))
    heading("Question")
    prose(problem.question, bounds.question_lines)
    for answer in answers:
        _show_answer(problem, answer, bounds)
    _say_next(folder, problem, answers)


def _say_next(folder: Path, problem: Problem, answers: Sequence[Result]) -> None:
    """Print commands to run next on the last answer that can be judged, or why there is none."""
    judgeable = [each for each in answers if each.sample is not None and each.outcome.state != "defect"]
    typer.echo()
    if not judgeable:
        defect = any(each.outcome.state == "defect" for each in answers)
        why = "the problem has a defect" if defect else "there is no answer yet"
        typer.echo(f"nothing to re-judge: {why}")
        return
    last = judgeable[-1]
    # Options first: the name of a problem or folder may start with a dash.
    options = f"--sample {last.outcome.sample} --turn {last.outcome.turn}"
    where = printable_line(f"-- {shlex.quote(str(folder))} {shlex.quote(problem.id)}")
    if last.sample and last.sample.code.strip():
        typer.echo(f"print the code: benchwright show {options} --code {where}")
    typer.echo(f"re-judge: benchwright show {options} --run {where}")


def print_code(answer: Result) -> None:
    """Print the code as it was judged: byte for byte in a pipe, with escaped control characters on a terminal."""
    if answer.sample is None:
        raise UsageError("there is no answer", "see `benchwright show JOB PROBLEM` for the reason")
    if not answer.sample.code.strip():
        typer.echo("the answer has no code; `benchwright show JOB PROBLEM` shows its raw text", err=True)
        raise typer.Exit(EXIT_FAILED)
    if sys.stdout.isatty():
        typer.echo("\n".join(printable_lines(answer.sample.code, 1_000_000)))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(answer.sample.code.encode(errors="surrogateescape"))
    sys.stdout.buffer.flush()


def problem_document(folder: Path, problem: Problem, answers: Sequence[Result]) -> dict[str, Any]:
    """Return the problem and its answers as JSON, with nothing cut."""
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
    """Keep the answers of this sample and turn; None keeps all."""
    found = [
        answer for answer in answers if sample in (None, answer.outcome.sample) and turn in (None, answer.outcome.turn)
    ]
    if not found:
        there = ", ".join(f"{each.outcome.sample}.{each.outcome.turn}" for each in answers[:20])
        raise UsageError("there is no such answer", f"choose from these (sample.turn): {there}")
    return found


def _problem_head(folder: Path, problem: Problem) -> Iterator[tuple[str, str]]:
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
        typer.echo("  no code; raw answer:")
        prose(answer.sample.raw, bounds.output_lines, indent="    ")


def _about(answer: Result, reason: str) -> Iterator[tuple[str, str]]:
    sample, judged = answer.sample, answer.judgement
    yield "  why", one_line(reason, 400)
    yield "  class", answer.outcome.failure
    if sample is not None:
        yield "  answer", ", ".join(_spent(sample))
        yield "  extracted", printable("; ".join(filter(None, (sample.how, *sample.repairs))))
        yield "  flaw", printable(sample.flaw)
    if judged is not None:
        yield "  judged", f"in {judged.wall_s:.2f} s with {printable(judged.toolchain)}"


def _spent(sample: Sample) -> Iterator[str]:
    if sample.prompt_tokens is not None:
        yield f"{sample.prompt_tokens:,} prompt tokens"
    if sample.completion_tokens is not None:
        yield f"{sample.completion_tokens:,} completion tokens"
    if sample.cost is not None:
        yield f"${sample.cost:.5f}"
    if sample.answer_s is not None:
        yield f"{sample.answer_s:.1f} s"
    if sample.finish_reason:
        yield f"stopped: {printable(sample.finish_reason)}"


def _show_set(name: str, judged: SetJudgement, problem: Problem, sample: Sample | None, bounds: Bounds) -> None:
    passed = f", {sum(test.status == 'passed' for test in judged.tests)} of {len(judged.tests)} tests passed"
    runs = len(judged.canary)
    canaries = f", {counted(runs, 'run')} with altered tests" if runs else ""
    typer.echo(f"  {printable(name)} tests: {judged.verdict}{passed if judged.tests else ''}{canaries}")
    if judged.verdict == "passed":
        return
    if judged.place:
        _show_place(judged.place, name, problem, sample, bounds)
    if judged.message:
        typer.echo("  message:")
        prose(judged.message, bounds.output_lines, bounds.line_signs, indent="    ")
    for test in (test for test in judged.tests if test.status == "failed"):
        where = f" at line {test.place.line} of the {test.place.part}" if test.place else ""
        message = f": {test.message}" if test.message and test.message != judged.message else ""
        typer.echo(one_line(f"  failed: {test.name}{where}{message}", width() - 2).replace("failed:", "  failed:", 1))
    tail("stdout", judged.stdout, bounds)
    tail("stderr", judged.stderr, bounds)


def _show_place(place: Place, name: str, problem: Problem, sample: Sample | None, bounds: Bounds) -> None:
    text = (sample.code if sample else "") if place.part == "solution" else problem.tests.get(name, "")
    typer.echo(f"  failed at line {place.line} of the {place.part}:")
    if line := source_line(text, place.line, bounds):
        typer.echo(f"  > {place.line} | {line}")
