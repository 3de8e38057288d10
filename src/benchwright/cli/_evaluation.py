"""What the commands about evaluations show: progress on standard error, the score as a table or JSON."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import typer

from benchwright.cli._output import printable_line, rate_text, time_text

if TYPE_CHECKING:
    from benchwright.evaluation.engine import Progress
    from benchwright.evaluation.score import Score
    from benchwright.metrics.outcome import Estimate

_LINE_EVERY_S = 5.0
_SHARES = ("pass", "gain", "repair", "resampl", "lead", "demo_", "majority_", "codet_")
"""How the names of shares begin; other metrics are numbers."""
_OF_FUNCTIONS = ("target=", "context=", "calls=", "libraries=")
"""Slices of problems that ask for a function of a file."""


class EvaluationProgress:
    """Done and total, rate, time to go, passed so far, cost."""

    def __init__(self, name: str = "", what: str = "to judge") -> None:
        self._name = f"{name}: " if name else ""
        self._what = what
        self._states: Counter[str] = Counter()
        self._cost = 0.0
        self._total = 0
        self._started = self._said = time.monotonic()
        self._bar: Callable[[str], None] | None = None
        self._stack = contextlib.ExitStack()

    def begin(self, total: int) -> Callable[[Progress], None]:
        """Start, and give what hears of each sample."""
        self._total = total
        self._started = self._said = time.monotonic()
        if sys.stderr.isatty():
            self._bar = self._stack.enter_context(_bar(total))
        else:
            print(f"{self._name}{total} answer{'s' * (total != 1)} {self._what}", file=sys.stderr)
        return self._hear

    def end(self) -> None:
        """Leave the terminal as it was."""
        self._stack.close()

    def _hear(self, progress: Progress) -> None:
        self._states[progress.state] += 1
        self._cost += progress.cost
        if self._bar is not None:
            self._bar(f"{self._name}{rate_text(self._rate())}, {self._passed()}")
        elif time.monotonic() - self._said >= _LINE_EVERY_S or self._states.total() == self._total:
            self._said = time.monotonic()
            print(self._line(), file=sys.stderr)

    def _line(self) -> str:
        done, rate = self._states.total(), self._rate()
        left = f", about {time_text((self._total - done) / rate)} to go" if rate and done < self._total else ""
        return f"{self._name}{done}/{self._total} samples, {rate_text(rate)}{left}, {self._passed()}"

    def _rate(self) -> float:
        return self._states.total() / max(time.monotonic() - self._started, 0.001)

    def _passed(self) -> str:
        apart = sum(self._states[state] for state in ("defect", "unscored", "unanswered", "waiting"))
        scored = self._states.total() - apart
        share = f"{self._states['passed'] / scored:.1%}" if scored else "-"
        cost = f", ${self._cost:.4f}" if self._cost else ""
        return f"passed {share}{f', {apart} not scored' if apart else ''}{cost}"


@contextlib.contextmanager
def _bar(total: int) -> Iterator[Callable[[str], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(),
        TimeLeft(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda said: bar.update(task, advance=1, description=said)


def print_score(score: Score) -> None:
    """The score for people."""
    from benchwright.cli._output import print_table

    rows = [(name, _value(name, estimate), str(estimate.n)) for name, estimate in _headline(score)]
    print_table(("metric", "value", "n"), rows)
    if slices := _languages(score):
        print_table(("language", "pass@1", "problems"), slices)
    if rows := _functions(score):
        print_table(("function of a file", "pass@1", "problems"), rows)
    for column, metric in (("verdict", "verdict_mix"), ("failure", "failure_class")):
        found = {name: each for name, each in score.metrics.get(metric, {}).items() if name not in score.states}
        if found:
            rows = [(name, f"{each.value:.1%}", str(each.n)) for name, each in found.items()]
            print_table((column, "share", "n"), rows)
    states = ", ".join(f"{number} {state}" for state, number in score.states.items())
    typer.echo(f"{score.problems} problems, {score.samples} samples: {states}")
    if score.unplanned:
        typer.echo(f"{score.unplanned} problems have no reference: their passes are held against no canary")
    for state, reason in score.reasons.items():
        typer.echo(printable_line(f"{state}, the first: {reason}"))


def _headline(score: Score) -> Iterator[tuple[str, Estimate]]:
    for metric in ("pass_at_k", "pass_hat_k", "test_sets", "turns", "selection", "cost"):
        yield from score.metrics.get(metric, {}).items()


def _languages(score: Score) -> list[tuple[str, str, str]]:
    found = score.metrics.get("slices", {})
    named = [(name.partition("=")[2], each) for name, each in found.items() if name.startswith("language=")]
    return [(name, _value("pass@1", each), str(each.n)) for name, each in named]


def _functions(score: Score) -> list[tuple[str, str, str]]:
    """By what makes a function hard to write."""
    found = score.metrics.get("slices", {})
    named = [(name, each) for name, each in found.items() if name.startswith(_OF_FUNCTIONS)]
    return [(name.replace("=", " "), _value("pass@1", each), str(each.n)) for name, each in named]


def _value(name: str, estimate: Estimate) -> str:
    share = name.startswith(_SHARES)
    text = f"{estimate.value:.1%}" if share else f"{estimate.value:.6g}"
    if estimate.low is None or estimate.high is None:
        return text
    ends = f"{estimate.low:.1%}–{estimate.high:.1%}" if share else f"{estimate.low:.4g}–{estimate.high:.4g}"
    return f"{text} ({ends})"
