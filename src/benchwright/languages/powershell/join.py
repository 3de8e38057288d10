"""Join PowerShell: the driver parses both texts with the language's own parser and runs them in one scope."""

from __future__ import annotations

import re

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode

_SILENT = re.compile(r"\bWrite-Error\b", re.IGNORECASE)


def join(parts: Parts) -> Joined:
    """Combine the driver and the files it reads."""
    return Joined(
        files={
            "main.ps1": driver_file(__file__, "main.ps1"),
            "solution.ps1": encode(parts.solution),
            "tests.ps1": encode(parts.tests),
        },
        mode="tests",
        origins={"solution.ps1": Origin(part="solution"), "tests.ps1": Origin(part="tests")},
        silent=("Write-Error",) if _SILENT.search(parts.tests) else (),
    )
