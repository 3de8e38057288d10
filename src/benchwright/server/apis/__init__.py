"""The APIs, one module or package each; a new one is a new module and no edit elsewhere. Each holds `API`, an `Api`."""

from __future__ import annotations

import importlib
import pkgutil

from benchwright.server.api import Api


def find_apis() -> tuple[Api, ...]:
    """The API of each module here that has one, in the order of their names."""
    names = sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_"))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return tuple(module.API for module in modules if hasattr(module, "API"))
