"""Parse Python texts with Python's own parser."""

from __future__ import annotations

import ast
import warnings


def parse_python(text: str) -> ast.Module | None:
    """Parse a text; None if it is not valid Python, or nested too deeply for the parser."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
