"""The kinds of training data. Each is a module here; to add one, add a file and a command.

A module has

    Row          the record of a row, with a docstring under each field
    rows         (group, options, decontamination, tally) → the rows of one problem; counts what is left out
    SAMPLES      whether it uses samples: "no", "may" or "must"
    HINT         what the user can do if there are no rows
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from benchwright.errors import UsageError

KINDS = tuple(sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_")))


def kind_module(name: str) -> ModuleType:
    """Return the module of a kind."""
    if name not in KINDS:
        raise UsageError(f"unknown kind {name!r}", f"choose from {', '.join(KINDS)}")
    return importlib.import_module(f"{__name__}.{name}")
