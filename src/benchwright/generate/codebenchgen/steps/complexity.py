"""Measure how complex the file and the target are."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.work import Work
from benchwright.languages.functions import body_of
from benchwright.metrics.complexity import measure_complexity

ORDER = 80
READS = ("code", "seed", "language", "checked")
WRITES = ("complexity",)


async def make(_: Work[Settings], draft: Draft) -> Draft:
    """Count over the file and over the target."""
    function = draft.function
    assert function is not None
    target = body_of(draft.code, function)
    counted = {
        "all": measure_complexity(draft.language, draft.code),
        "target": measure_complexity(draft.language, target, imports_of=draft.code),
    }
    return msgspec.structs.replace(draft, complexity={name: each for name, each in counted.items() if each})
