"""Attacks on the sandbox, one per module; see attack.py."""

import pkgutil

import pytest

# So that a failing check shows what it saw.
pytest.register_assert_rewrite(*(f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)))
