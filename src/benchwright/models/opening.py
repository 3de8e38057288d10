"""`provider:name` → a model. A provider is a module in `providers/` with `open(name, options)`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from benchwright.errors import UsageError
from benchwright.models import providers
from benchwright.models.options import ModelOptions
from benchwright.models.protocol import Model


@cache
def provider_names() -> tuple[str, ...]:
    """Found by listing the folder."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(providers.__path__)))


def open_model(spec: str, options: ModelOptions) -> Model:
    """The model that `provider:name` means."""
    provider, _, name = spec.partition(":")
    if provider not in provider_names() or not name:
        known = ", ".join(f"{provider}:NAME" for provider in provider_names())
        raise UsageError(f"no model is called {spec!r}", f"a model is one of {known}")
    module = importlib.import_module(f"{providers.__name__}.{provider}")
    model: Model = module.open(name, options)
    return model
