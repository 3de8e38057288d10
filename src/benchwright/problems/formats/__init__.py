"""The formats of problem files. Each is a module here, or a plugin; to add one, add a file.

A module has

    FIELDS   the fields by which a row of this format is recognized
    ORDER    optional: formats with a lower number are tried first, then those with more fields
    Row      the record of a row, with a docstring under each field that says what it becomes
    read     (row, number) → Problem; raises a UsageError if the row is invalid
    write    optional: (problem) → the fields of a row; raises a UsageError if the problem lacks something
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from types import ModuleType
from typing import Any

import msgspec

from benchwright.errors import UsageError
from benchwright.plugins import load_plugin, plugins

_BUILTIN = frozenset(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_"))
FORMATS = tuple(sorted(_BUILTIN | plugins("formats", _BUILTIN).keys()))


def format_module(name: str) -> ModuleType:
    """Return the module of a format."""
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}", f"choose from {', '.join(FORMATS)}")
    if name in _BUILTIN:
        return importlib.import_module(f"{__name__}.{name}")
    return load_plugin(plugins("formats", _BUILTIN)[name], "FIELDS", "Row", "read")


def format_name(module: ModuleType) -> str:
    """Return the name of a format's module."""
    return next(name for name in FORMATS if format_module(name) is module)


def format_with(row: Any) -> ModuleType | None:
    """Detect the format of a row by its fields."""
    if not isinstance(row, dict):
        return None
    return next((module for module in _in_order() if row.keys() >= module.FIELDS), None)


def nearest_format(fields: set[str]) -> tuple[str, set[str]]:
    """Return the format that shares most of these fields, and its fields that are missing."""
    nearest = max(_in_order(), key=lambda module: (len(fields & _known(module)), -len(module.FIELDS - fields)))
    return format_name(nearest), nearest.FIELDS - fields


def _known(module: ModuleType) -> frozenset[str]:
    fields: frozenset[str] = module.FIELDS
    return fields | {field.encode_name for field in msgspec.structs.fields(module.Row)}


@functools.cache
def _in_order() -> tuple[ModuleType, ...]:
    modules = map(format_module, FORMATS)
    return tuple(sorted(modules, key=lambda module: (getattr(module, "ORDER", 0), -len(module.FIELDS))))
