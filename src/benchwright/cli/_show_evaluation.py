"""`benchwright show JOB` of an evaluation: its numbers, then its problems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from benchwright.cli._printable import one_line, printable
from benchwright.cli._show_text import facts, width

if TYPE_CHECKING:
    from benchwright.evaluate.listing import ProblemLine
    from benchwright.evaluate.reading import EvaluationReading
    from benchwright.metrics.outcome import Estimate

MOST_LISTED = 40
"""Problems or items in a list, unless --limit says otherwise."""
_LONGEST_REASON = 200


def show_evaluation(folder: Path, verdict: str, language: str, limit: int | None, *, as_json: bool) -> None:
    """All of it."""
    from benchwright.cli._output import print_json
    from benchwright.evaluate.listing import problem_lines
    from benchwright.evaluate.reading import read_evaluation

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
    """As the user called it, without where it lies."""
    return Path(str(reading.manifest.allows.get("benchmark", ""))).name


def _answerer(reading: EvaluationReading) -> str:
    """The model; of a file of answers its name, where it is known, with the beginning of its digest."""
    named = Path(str(reading.manifest.allows.get("samples") or "")).name
    answers = reading.settings.answers
    return f"{named} ({answers[:20]})" if reading.settings.from_file and named else answers


def _head(reading: EvaluationReading) -> Iterator[tuple[str, str]]:
    settings, score = reading.settings, reading.score
    yield "job", f"{reading.folder} (evaluation, {reading.state})"
    turns = f", up to {settings.turns} turns" if settings.turns > 1 else ""
    each = f", {settings.sampling.n} per problem" if not settings.from_file else ""
    yield "answers", f"{printable(_answerer(reading))}{each}{turns}"
    yield "benchmark", f"{printable(benchmark_name(reading))} ({score.problems} problems, {settings.benchmark[:12]})"
    states = ", ".join(f"{number} {state}" for state, number in score.states.items())
    yield "samples", f"{score.samples}: {states}"
    for metric, names in (("pass_at_k", ""), ("turns", "pass@1_after_turn_")):
        for name, estimate in score.metrics.get(metric, {}).items():
            if name.startswith(names) and name != "pass@1_after_turn_1":
                yield name.replace("pass@1_after_turn_", "pass@1 by turn "), _share(estimate, with_n=True)
    yield "cost", _cost(score.metrics.get("cost", {}))
    for state, reason in score.reasons.items():
        yield state, one_line(f"the first: {reason}", 2 * width())
    if reading.state == "running":
        yield "note", "it is running: these are the numbers so far"


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
    from benchwright.cli._show_list import print_list

    typer.echo()
    if not lines:
        typer.echo("no problem is as asked for")
        return
    listed = lines[:limit]
    named = all(line.language in re.split(r"\W", line.id.lower()) for line in listed)
    cells = [_cells(line, named) for line in listed]
    print_list(("problem", "language", "difficulty", "first answer", "passed", "reason"), cells)
    if any("→" in row[4] for row in cells):
        typer.echo("passed: of the scored samples, in the first turn → in the end")
    say_more(len(lines) - limit)


def say_more(count: int) -> None:
    """How many were not listed."""
    if count > 0:
        typer.echo(f"and {count} more; --limit NUMBER lists more of them, --verdict and --language fewer")


def _cells(line: ProblemLine, named: bool) -> tuple[str, ...]:
    """Of a line of the list, without the language where every id has it in it."""
    passed = f"{line.passed}/{line.scored}" if line.scored else ""
    if line.passed_in_the_end > line.passed:
        passed += f" → {line.passed_in_the_end}/{line.scored}"
    language, reason = "" if named else line.language, one_line(line.reason, _LONGEST_REASON)
    return printable(line.id), language, printable(line.difficulty), line.verdict, passed, reason


def _share(estimate: Estimate, *, with_n: bool = False) -> str:
    text = f"{estimate.value:.1%}"
    if estimate.low is not None and estimate.high is not None:
        text += f" ({estimate.low:.1%} to {estimate.high:.1%})"
    return f"{text}, {estimate.n} problems" if with_n else text
