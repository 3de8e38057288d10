"""Join Scheme: the driver makes a module of each text. Texts that name a Racket language are handled by Racket."""

from __future__ import annotations

import re

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, encode
from benchwright.languages.racket.join import join as join_racket

_RACKET = re.compile(r"\A(?:\s|;[^\n]*\n)*#lang\b")

_FRAMEWORK = re.compile("srfi[- ]64")


def join(parts: Parts) -> Joined:
    """Combine two files, which the driver reads; it is prepared with the toolchain."""
    if _RACKET.match(parts.solution) or _RACKET.match(parts.tests):
        return msgspec.structs.replace(join_racket(parts), mode="racket")
    framework = "srfi-64" if _FRAMEWORK.search(parts.tests) else ""
    return Joined(
        files={"solution.scm": encode(parts.solution), "tests.scm": encode(parts.tests)},
        mode="tests",
        origins={"solution.scm": Origin(part="solution"), "tests.scm": Origin(part="tests")},
        entry="framework" if framework else "text",
        framework=framework,
        # A failed test only prints, and the program exits with status 0.
        silent=(framework,) if framework else (),
    )
