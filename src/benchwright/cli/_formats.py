"""The names of the formats of problems, for help texts."""

from __future__ import annotations

import pkgutil
from pathlib import Path


def format_names() -> str:
    """As in `problems.FORMATS`, which is not imported for a help text: it would be half as slow again."""
    folder = Path(__file__).parents[1] / "problems" / "formats"
    names = sorted(item.name for item in pkgutil.iter_modules([str(folder)]) if not item.name.startswith("_"))
    return f"{', '.join(names[:-1])} or {names[-1]}"
