"""Join C#: two files, which the build combines into one program.

The build (driver/Joining.cs) makes the necessary changes to the texts, because it has the compiler's own parser.
"""

from __future__ import annotations

import re

from benchwright.languages.join import Joined, Origin, Parts, encode

_SILENT = re.compile(r"\b(Debug|Trace|Contract)\s*\.\s*Assert\s*\(")


def join(parts: Parts) -> Joined:
    """Return the two files."""
    silent = dict.fromkeys(f"{name}.Assert" for name in _SILENT.findall(parts.tests))
    return Joined(
        files={"Solution.cs": encode(parts.solution), "Tests.cs": encode(parts.tests)},
        mode="tests",
        origins={"Solution.cs": Origin(part="solution"), "Tests.cs": Origin(part="tests")},
        silent=tuple(silent),
    )
