"""The formats that files of problems have. Each is a module here; a new one is a new file and no other change.

A module has

    FIELDS   what a row must have to be taken for one of this format
    ORDER    optional: formats with a lower one are tried first, and of equals the one that asks for more fields
    Row      the record of a row, with a docstring under each field that says what becomes of it
    read     (row, number) → Problem; a UsageError says what is wrong with the row
    write    optional: (problem) → the fields of a row; a UsageError says what the problem lacks
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import ModuleType
from typing import Any

import msgspec

from benchwright.errors import UsageError

FORMATS = tuple(sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_")))
"""The names of all formats."""


def format_module(name: str) -> ModuleType:
    """The module of a format."""
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}", f"known are {', '.join(FORMATS)}")
    return importlib.import_module(f"{__name__}.{name}")


def format_with(row: Any) -> ModuleType | None:
    """The format that a row is of, by its fields."""
    if not isinstance(row, dict):
        return None
    return next((module for module in _in_order() if row.keys() >= module.FIELDS), None)


def nearest_format(fields: set[str]) -> tuple[str, set[str]]:
    """The format that knows most of these fields, and those of its fields that are missing."""
    nearest = max(_in_order(), key=lambda module: (len(fields & _known(module)), -len(module.FIELDS - fields)))
    return nearest.__name__.rpartition(".")[2], nearest.FIELDS - fields


def _known(module: ModuleType) -> frozenset[str]:
    fields: frozenset[str] = module.FIELDS
    return fields | {field.encode_name for field in msgspec.structs.fields(module.Row)}


@functools.cache
def _in_order() -> tuple[ModuleType, ...]:
    modules = map(format_module, FORMATS)
    return tuple(sorted(modules, key=lambda module: (getattr(module, "ORDER", 0), -len(module.FIELDS))))
