"""Joins C#: two files, which the build makes one program of.

What must be changed in the texts is changed by the build (driver/Joining.cs), where the compiler's own parser is.
"""

from __future__ import annotations

import re

from benchwright.languages.join import Joined, Origin, Parts, encode

_SILENT = re.compile(r"\b(Debug|Trace|Contract)\s*\.\s*Assert\s*\(")


def join(parts: Parts) -> Joined:
    """The two files."""
    silent = dict.fromkeys(f"{name}.Assert" for name in _SILENT.findall(parts.tests))
    return Joined(
        files={"Solution.cs": encode(parts.solution), "Tests.cs": encode(parts.tests)},
        mode="tests",
        origins={"Solution.cs": Origin(part="solution"), "Tests.cs": Origin(part="tests")},
        silent=tuple(silent),
    )
