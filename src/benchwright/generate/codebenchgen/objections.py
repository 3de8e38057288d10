"""What speaks against an example, as the sandbox saw it run."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.generate.flag import Dropped
from benchwright.judge.observe import Seen


def objections(seen: Seen) -> Iterator[tuple[str, str]]:
    """Rule and detail of each. Dropped where nothing can be proven: whatever the strictness, tests must tell the same
    each time."""
    if seen.random:
        raise Dropped("depends on chance", "it passes with some seeds and fails with others")
    if not seen.passed:
        raise Dropped("fails when watched", "; ".join(seen.failures)[:300])
    if seen.clock_dependent:
        yield "depends on time", "it fails on another date"
    if seen.local:
        yield "depends on place", "it fails in another time zone or locale"
    if seen.outside:
        yield "network", f"it tries to reach {', '.join(sorted(seen.outside)[:5])}"
    if seen.denied_calls:
        yield "denied calls", f"it is refused {', '.join(sorted(seen.denied_calls)[:5])}"
    if seen.processes:
        yield "processes", f"it starts {', '.join(dict.fromkeys(seen.processes[:5]))}"
    if seen.files:  # by number: temporary files have another name each time
        yield "files left", f"it leaves {len(seen.files)} files behind"
