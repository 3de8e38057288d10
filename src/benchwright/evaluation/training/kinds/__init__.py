"""The kinds of training data. Each is a module here; a new one is a new file and no other change but its command.

A module has

    Row          the record of a row, with a docstring under each field
    rows         (group, options, decontamination, tally) → the rows of one problem; counts what gives none
    SAMPLES      whether it looks at samples: "no", "may" or "must"
    HINT         what a user can do when nothing came of it
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from benchwright.errors import UsageError

KINDS = tuple(sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_")))
"""The names of all kinds."""


def kind_module(name: str) -> ModuleType:
    """The module of a kind."""
    if name not in KINDS:
        raise UsageError(f"unknown kind {name!r}", f"known are {', '.join(KINDS)}")
    return importlib.import_module(f"{__name__}.{name}")
