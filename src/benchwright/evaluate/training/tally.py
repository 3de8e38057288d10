"""Counts what becomes training data and what does not: nothing is left out silently."""

from __future__ import annotations

from collections import Counter

import msgspec


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What an export came to."""

    kind: str
    """sft, pairs or rl."""
    rows: int
    """Rows that were written."""
    problems: int
    """Problems that have a row."""
    left_out: dict[str, int]
    """Reason → how many gave no row for it: samples, or problems where the reason or the kind speaks of problems."""
    contaminated: dict[str, dict[str, int]]
    """Benchmark → reason → how many were left out because the benchmark has them."""

    @property
    def reasons(self) -> str:
        """What was left out, in one line."""
        parts = [f"{number} {reason}" for reason, number in self.left_out.items()]
        for name, found in self.contaminated.items():
            parts += [f"{number} also in {name} ({reason})" for reason, number in found.items()]
        return ", ".join(parts)


class Tally:
    """Counts while rows are made."""

    def __init__(self) -> None:
        self.rows = 0
        self.problems = 0
        self._left_out: Counter[str] = Counter()
        self._contaminated: dict[str, Counter[str]] = {}

    def leave_out(self, reason: str, number: int = 1) -> None:
        """So many give no row, for this reason."""
        if number:
            self._left_out[reason] += number

    def contaminated(self, benchmark: str, reason: str, number: int = 1) -> None:
        """So many are in a benchmark that they must not be in."""
        if number:
            self._contaminated.setdefault(benchmark, Counter())[reason] += number

    def summary(self, kind: str) -> Summary:
        """The counts, in an order that is always the same."""
        return Summary(
            kind=kind,
            rows=self.rows,
            problems=self.problems,
            left_out=dict(sorted(self._left_out.items())),
            contaminated={name: dict(sorted(found.items())) for name, found in sorted(self._contaminated.items())},
        )
