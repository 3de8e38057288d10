"""The formats that files of problems have. Each is a module here; a new one is a new file and no other change.

A module has FIELDS (what a row of the format has), `read`, and where more is to be said ORDER: formats with a lower one
are tried first, and of equals the one that asks for more fields.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import ModuleType

from benchwright.errors import UsageError

FORMATS = tuple(sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_")))
"""The names of all formats."""


def format_module(name: str) -> ModuleType:
    """The module of a format."""
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}", f"known are {', '.join(FORMATS)}")
    return importlib.import_module(f"{__name__}.{name}")


def format_with(fields: set[str]) -> ModuleType | None:
    """The format that a row with these fields is of."""
    return next((module for module in _in_order() if fields >= module.FIELDS), None)


@functools.cache
def _in_order() -> tuple[ModuleType, ...]:
    modules = map(format_module, FORMATS)
    return tuple(sorted(modules, key=lambda module: (getattr(module, "ORDER", 0), -len(module.FIELDS))))
