"""Plugins: entry points of other packages that add a language, format, metric, provider, generation step or API.

| group | value | what it points to |
|---|---|---|
| `benchwright.languages` | `package.folder` | a folder like those in `languages/`; the entry's name is the id |
| `benchwright.formats` | `package.module` | a module like those in `problems/formats/` |
| `benchwright.metrics` | `package.module` | a module with `measure`, like those in `metrics/` |
| `benchwright.providers` | `package.module` | a module with `open`, like those in `models/providers/` |
| `benchwright.steps` | `package.module` | a module like those in `generate/METHOD/steps/`, named `METHOD.NAME` |
| `benchwright.apis` | `package.module` | a module with `API`, like those in `server/apis/` |

A built-in name cannot be replaced. A plugin runs with the rights of benchwright itself: install only what you trust.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Collection, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Literal

from benchwright.errors import UsageError

Group = Literal["languages", "formats", "metrics", "providers", "steps", "apis"]


@functools.cache
def plugins(group: Group, builtin: Collection[str] = frozenset()) -> Mapping[str, EntryPoint]:
    """Return the entries of a group by name, sorted. UsageError for a name that two packages, or benchwright itself,
    have."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=f"benchwright.{group}"), key=lambda each: each.name):
        other = "benchwright itself" if entry.name in builtin else _package(found.get(entry.name))
        if other:
            hint = f"uninstall one of them, or ask {_package(entry)} for another name"
            raise UsageError(f"{_package(entry)} and {other} both have {entry.name!r} of benchwright.{group}", hint)
        found[entry.name] = entry
    return MappingProxyType(found)


def load_plugin(entry: EntryPoint, *names: str) -> ModuleType:
    """Import the module of an entry, which must define these names."""
    try:
        module = importlib.import_module(entry.module)
    except Exception as error:  # third-party code may raise anything
        raise _broken(entry, f"{type(error).__name__}: {error}") from error
    missing = [name for name in names if not hasattr(module, name)]
    if missing:
        raise _broken(entry, f"{entry.module} does not define {' and '.join(missing)}")
    return module


def plugin_folder(entry: EntryPoint) -> Path:
    """Return the folder that an entry points to; nothing in it is imported."""
    try:
        spec = importlib.util.find_spec(entry.module)
    except ImportError as error:
        raise _broken(entry, str(error)) from error
    if spec is None or not spec.submodule_search_locations:
        raise _broken(entry, f"{entry.module} is not a package")
    return Path(next(iter(spec.submodule_search_locations)))


def _broken(entry: EntryPoint, why: str) -> UsageError:
    package = _package(entry)
    return UsageError(
        f"the plugin {entry.name!r} of {package} cannot be loaded: {why}", f"update or uninstall {package}"
    )


def _package(entry: EntryPoint | None) -> str:
    if entry is None:
        return ""
    return entry.dist.name if entry.dist is not None else entry.module.partition(".")[0]
