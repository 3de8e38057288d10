"""Join Racket: the driver makes one module of both texts, with the tests inside the solution."""

from __future__ import annotations

from benchwright.languages.join import Joined, Origin, Parts, encode


def join(parts: Parts) -> Joined:
    """Combine two files, which the driver reads; it is prepared with the toolchain."""
    checks = "(check" in parts.tests and "rackunit" in parts.tests + parts.solution
    return Joined(
        files={"solution.rkt": encode(parts.solution), "tests.rkt": encode(parts.tests)},
        mode="tests",
        origins={"solution.rkt": Origin(part="solution"), "tests.rkt": Origin(part="tests")},
        # A failed check only prints, and the program exits with status 0.
        silent=("rackunit check",) if checks else (),
    )
