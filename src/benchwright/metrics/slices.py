"""pass@1 (Chen et al. 2021) of parts of a benchmark: by language, difficulty, tag, library and length of the reference;
for functions in a file also by the lengths of function and file, calls and number of libraries (Xie et al. 2024).

Numbers are grouped into fixed ranges, not quartiles: a range means the same in every benchmark and subset.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from benchwright.metrics.bootstrap import rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, tallies

_LAST_LINES = (10, 20, 40, 80, 160)
_LAST_TARGET = (5, 10, 20, 40)
_LAST_CONTEXT = (20, 40, 80, 160, 320)
_LAST_CALLS = (0, 2, 5, 10)
_LAST_LIBRARIES = (0, 1, 2)
_RANK = {"easy": 0, "medium": 1, "hard": 2}


def slices(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Map the name of each slice, such as `language=python`, to its outcomes. A problem with two tags is in both
    slices; unknown properties put it into none."""
    found: dict[tuple[str, int, str], list[Outcome]] = {}
    for outcome in outcomes:
        for place in _places(outcome):
            found.setdefault(place, []).append(outcome)
    return {f"{kind}={name}": found[kind, rank, name] for kind, rank, name in sorted(found)}


def length_range(lines: int) -> str:
    """Return the range of lines that this number falls into."""
    return _range(lines, _LAST_LINES, 1)[1]


def measure(outcomes: Sequence[Outcome], options: Options) -> Mapping[str, Estimate]:
    """Compute pass@1 of each slice with its own interval."""
    estimates: dict[str, Estimate] = {}
    for name, group in slices(outcomes).items():
        if estimate := rate((tally.passed / tally.scored for tally in tallies(group).values()), options):
            estimates[name] = estimate
    return estimates


def _places(outcome: Outcome) -> Iterator[tuple[str, int, str]]:
    """Yield kind, rank within the kind, and name."""
    if outcome.language:
        yield "language", 0, outcome.language
    if outcome.difficulty:
        yield "difficulty", _RANK.get(outcome.difficulty, len(_RANK)), outcome.difficulty
    for tag in dict.fromkeys(outcome.tags):
        yield "tag", 0, tag
    for library in dict.fromkeys(outcome.libraries):
        yield "library", 0, library
    if outcome.reference_lines > 0:
        yield "length", *_range(outcome.reference_lines, _LAST_LINES, 1)
    if outcome.target_lines > 0:
        yield "target", *_range(outcome.target_lines, _LAST_TARGET, 1)
        yield "context", *_range(outcome.context_lines, _LAST_CONTEXT, 0)
    if outcome.calls is not None:
        yield "calls", *_range(outcome.calls, _LAST_CALLS, 0)
    if outcome.library_count is not None:
        yield "libraries", *_range(outcome.library_count, _LAST_LIBRARIES, 0)


def _range(number: int, lasts: Sequence[int], least: int) -> tuple[int, str]:
    """Return rank and name of the range that a number falls into; `lasts` are the last numbers of all ranges but
    one."""
    rank = bisect_left(lasts, number)
    first = lasts[rank - 1] + 1 if rank else least
    if rank == len(lasts):
        return rank, f"{first}+"
    return rank, f"{first}-{lasts[rank]}" if lasts[rank] > first else str(first)
