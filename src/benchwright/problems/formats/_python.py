"""Looks into Python texts, without running any of them."""

from __future__ import annotations

import ast
import sys
import warnings


def parsed(text: str) -> ast.Module | None:
    """The syntax tree, or None for what is no Python of ours."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of texts that are not ours
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defined_names(text: str) -> frozenset[str]:
    """The functions and classes that a text defines at its top."""
    tree = parsed(text)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return frozenset(node.name for node in tree.body if isinstance(node, kinds)) if tree else frozenset()


def called_name(tests: str, solution: str) -> str:
    """The first of the solution's own names that the tests use; empty if none can be found."""
    tree, own = parsed(tests), defined_names(solution)
    if tree is None:
        return ""
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in own]
    first = min(used, key=lambda node: (node.lineno, node.col_offset), default=None)
    return first.id if first else ""


def foreign_modules(text: str) -> tuple[str, ...]:
    """The modules beyond the standard library that a text imports, sorted."""
    tree = parsed(text)
    names: set[str] = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return tuple(sorted({name.partition(".")[0] for name in names} - sys.stdlib_module_names))
