"""The benchmarks of the jobs: their problems, name and card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.evaluation.benchmark import load_problems
from benchwright.problems import Problem, builtin_folder, builtin_names, fingerprint, read_problems
from benchwright.problems.rows import SUFFIXES
from benchwright.report.site.jobs import Generation, card_in

_CARD_OF_OURS = "card.md"
_PLAIN_NAMES = ("problems", "autocodebench", "benchmark")
"""Generic file names; the folder's name is used instead."""


class NamedBenchmark(msgspec.Struct, frozen=True, kw_only=True):
    """A benchmark that the user named."""

    name: str
    """Display name of the benchmark."""
    fingerprint: str
    """Fingerprint of its problems."""
    problems: tuple[Problem, ...]
    """Problems in the benchmark's order."""
    card: str
    """Dataset card in Markdown; empty if there is none."""


def read_benchmark(source: str) -> NamedBenchmark:
    """Read a benchmark from a file, folder, built-in name or dataset."""
    problems = tuple(read_problems(source))
    return NamedBenchmark(
        name=benchmark_name(source), fingerprint=fingerprint(problems), problems=problems, card=card_of(source)
    )


def benchmark_name(source: str) -> str:
    """Display name for a path or name."""
    path = Path(source.removeprefix("builtin:"))
    name = next((path.name.removesuffix(suffix) for suffix in SUFFIXES if path.name.endswith(suffix)), path.name)
    if name in _PLAIN_NAMES and path.name != name:
        name = path.resolve().parent.name
    return name or path.resolve().name


def card_of(source: str) -> str:
    """Return the card next to a benchmark, or of a built-in one."""
    path = Path(source)
    if path.exists():
        return card_in(path if path.is_dir() else path.parent)
    name = source.removeprefix("builtin:")
    if name in builtin_names():
        return (builtin_folder(name) / _CARD_OF_OURS).read_text(encoding="utf-8")
    return ""


class Benchmarks:
    """Problems of all benchmarks read so far, by fingerprint."""

    def __init__(self, named: NamedBenchmark | None) -> None:
        self.named = named
        self._known: dict[str, tuple[Problem, ...]] = {named.fingerprint: named.problems} if named else {}

    def problems(self, mark: str) -> tuple[Problem, ...]:
        """Return the problems of a known benchmark."""
        return self._known[mark]

    def keep_of_job(self, folder: Path, mark: str) -> None:
        """Read the benchmark of an evaluation, unless it is known."""
        if mark not in self._known:
            self._known[mark] = tuple(load_problems(folder, mark).values())

    def keep_of_generation(self, generation: Generation) -> None:
        """Add the problems that a generation made."""
        if generation.fingerprint:
            self._known.setdefault(generation.fingerprint, generation.problems)

    def order(self, evaluated: Sequence[str], generations: Sequence[Generation]) -> tuple[str, ...]:
        """Return the fingerprints, the main one first: the named benchmark, the most evaluated, then generated ones."""
        named = [self.named.fingerprint] if self.named else []
        generated = [each.fingerprint for each in generations if each.fingerprint]
        often = [mark for mark, _ in Counter(evaluated).most_common()]
        return tuple(dict.fromkeys((*named, *often, *generated)))

    def forget_others(self, marks: Sequence[str]) -> None:
        """Drop other benchmarks: a running generation has a new fingerprint each time it is read."""
        self._known = {mark: problems for mark, problems in self._known.items() if mark in marks}


def title_and_card(
    main: str, named: NamedBenchmark | None, sources: Mapping[str, str], generations: Sequence[Generation]
) -> tuple[str, str]:
    """Return the name and card of the main benchmark. `sources` maps fingerprints to the benchmarks that evaluations
    were started with."""
    made = next((each for each in generations if each.fingerprint == main), None)
    if named:
        return named.name, named.card or (made.card if made else "")
    source = sources.get(main, "")
    title = benchmark_name(source) if source else made.folder.resolve().name if made else ""
    cards = (made.card if made else "", card_of(source) if source else "", *(each.card for each in generations))
    return title or "benchmark", next(filter(None, cards), "")
