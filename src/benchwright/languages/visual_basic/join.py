"""Joins Visual Basic: two files, which the build makes one program of.

What must be changed in the texts is changed by the build (driver/Joining.cs), where the compiler's own parser is.
"""

from __future__ import annotations

import re

from benchwright.languages.join import Joined, Origin, Parts, encode

_SILENT = re.compile(r"\b(Debug|Trace)\s*\.\s*Assert\s*\(", re.IGNORECASE)


def join(parts: Parts) -> Joined:
    """The two files."""
    silent = dict.fromkeys(f"{name.capitalize()}.Assert" for name in _SILENT.findall(parts.tests))
    return Joined(
        files={"Solution.vb": encode(parts.solution), "Tests.vb": encode(parts.tests)},
        mode="tests",
        origins={"Solution.vb": Origin(part="solution"), "Tests.vb": Origin(part="tests")},
        silent=tuple(silent),
    )
