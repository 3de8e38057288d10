"""Output of the evaluation commands: progress on standard error, the score as tables."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import typer

from benchwright.cli._output import counted, printable_line, rate_text, time_text

if TYPE_CHECKING:
    from benchwright.evaluation.engine import Progress
    from benchwright.evaluation.finish import Score
    from benchwright.metrics.outcome import Estimate

_LINE_EVERY_S = 5.0
_SHARES = ("pass", "gain", "repair", "resampl", "lead", "demo_", "majority_", "codet_")
"""Prefixes of metrics that are shares, shown in percent; other metrics are plain numbers."""
_OF_FUNCTIONS = ("target=", "context=", "calls=", "libraries=")
"""Prefixes of slices for problems that ask for one function of a file."""


class EvaluationProgress:
    """Progress of an evaluation: samples done, rate, time left, share passed, cost."""

    def __init__(
        self, name: str = "", *, verb: str = "run", kept: int | None = None, finished: Score | None = None
    ) -> None:
        """Describe what runs.

        Args:
            name: Prefix of each line, where several evaluations run one after the other.
            verb: What happens to the samples: run or judge.
            kept: Samples that the job already has results for; None for a new job.
            finished: The score of a job that is already complete.
        """
        self._name = f"{name}: " if name else ""
        self._verb = verb
        self._kept = kept
        self._finished = finished
        self._states: Counter[str] = Counter()
        self._cost = 0.0
        self._total = 0
        self._started = self._said = time.monotonic()
        self._bar: Callable[[str], None] | None = None
        self._stack = contextlib.ExitStack()

    def begin(self, total: int) -> Callable[[Progress], None]:
        """Start with the number of samples, and return the callback for each finished one."""
        self._total = total
        self._started = self._said = time.monotonic()
        if self._finished is not None:
            print(f"{self._name}{_nothing_to_do(self._finished)}", file=sys.stderr)
            return lambda _: None
        on_terminal = sys.stderr.isatty()
        if not on_terminal or self._kept is not None:
            print(f"{self._name}{self._first_line()}", file=sys.stderr)
        if on_terminal:
            self._bar = self._stack.enter_context(_bar(total))
        return self._update

    def end(self) -> None:
        """Remove the progress bar from the terminal."""
        self._stack.close()

    def _first_line(self) -> str:
        pending = self._total - (self._kept or 0)
        number = str(self._total) if pending == self._total else f"{pending} of {self._total}"
        kept = "; existing results are kept" if self._kept is not None else ""
        return f"{number} sample{'s' * (self._total != 1)} to {self._verb}{kept}."

    def _update(self, progress: Progress) -> None:
        self._states[progress.state] += 1
        self._cost += progress.cost
        if self._bar is not None:
            self._bar(f"{self._name}{rate_text(self._rate())}, {self._passed()}")
        elif time.monotonic() - self._said >= _LINE_EVERY_S or self._states.total() == self._total:
            self._said = time.monotonic()
            print(self._line(), file=sys.stderr)

    def _line(self) -> str:
        done, rate = self._states.total(), self._rate()
        left = f", about {time_text((self._total - done) / rate)} left" if rate and done < self._total else ""
        return f"{self._name}{done}/{self._total} samples, {rate_text(rate)}{left}, {self._passed()}"

    def _rate(self) -> float:
        return self._states.total() / max(time.monotonic() - self._started, 0.001)

    def _passed(self) -> str:
        unscored = sum(self._states[state] for state in ("defect", "unscored", "unanswered", "waiting"))
        scored = self._states.total() - unscored
        share = f"{self._states['passed'] / scored:.1%}" if scored else "-"
        cost = f", ${self._cost:.4f}" if self._cost else ""
        return f"passed {share}{f', {unscored} not scored' if unscored else ''}{cost}"


def _nothing_to_do(score: Score) -> str:
    excluded = score.states.get("defect", 0)
    every = "the only sample is" if score.samples == 1 else f"all {score.samples} samples are"
    return f"Nothing to do: {every} judged{f', or excluded for a defect ({excluded})' if excluded else ''}."


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
    """Print the score as tables."""
    from benchwright.cli._output import print_table

    if rows := [(name, _value(name, estimate), str(estimate.n)) for name, estimate in _headline(score)]:
        print_table(("metric", "value", "n"), rows)
    if slices := _languages(score):
        print_table(("language", "pass@1", "problems"), slices)
    if rows := _functions(score):
        print_table(("kind of function", "pass@1", "problems"), rows)
    for column, metric in (("verdict", "verdict_mix"), ("failure", "failure_class")):
        found = {name: each for name, each in score.metrics.get(metric, {}).items() if name not in score.states}
        if found:
            rows = [(name, f"{each.value:.1%}", str(each.n)) for name, each in found.items()]
            print_table((column, "share", "n"), rows)
    states = ", ".join(f"{number} {state}" for state, number in score.states.items())
    typer.echo(f"{counted(score.problems, 'problem')}, {counted(score.samples, 'sample')}: {states}")
    if score.unplanned:
        have, their = ("has", "its") if score.unplanned == 1 else ("have", "their")
        unplanned = f"{counted(score.unplanned, 'problem')} {have} no reference"
        typer.echo(f"{unplanned}: {their} passes are not confirmed with altered tests")
    for state, reason in score.reasons.items():
        typer.echo(printable_line(f"first {state}: {reason}"))


def _headline(score: Score) -> Iterator[tuple[str, Estimate]]:
    for metric in ("pass_at_k", "pass_hat_k", "test_sets", "turns", "selection", "cost"):
        yield from score.metrics.get(metric, {}).items()


def _languages(score: Score) -> list[tuple[str, str, str]]:
    found = score.metrics.get("slices", {})
    named = [(name.partition("=")[2], each) for name, each in found.items() if name.startswith("language=")]
    return [(name, _value("pass@1", each), str(each.n)) for name, each in named]


def _functions(score: Score) -> list[tuple[str, str, str]]:
    """Return pass rates by what makes a function hard to write."""
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
