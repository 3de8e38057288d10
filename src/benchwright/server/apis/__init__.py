"""The APIs, one module or package each. To add one, add a module with an `API`; nothing else changes."""

from __future__ import annotations

import importlib
import pkgutil

from benchwright.plugins import load_plugin, plugins
from benchwright.server.api import Api


def find_apis() -> tuple[Api, ...]:
    """Collect the API of every module in this package, in alphabetical order."""
    names = sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_"))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    modules += [load_plugin(entry, "API") for entry in plugins("apis", frozenset(names)).values()]
    return tuple(module.API for module in modules if hasattr(module, "API"))
