"""Infer required packages from the imports in source code."""

from __future__ import annotations

import ast
import functools
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from benchwright.environments.installers import parse_requirements
from benchwright.errors import UsageError
from benchwright.languages import find_language

_PYTHON_LINE = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>[\w.]+)[ \t]+import|import[ \t]+(?P<names>[^#\n;]+))", re.MULTILINE
)
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_NODE = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(?P<quote>["'])(?P<module>[^"'\n]+)(?P=quote)"""
)
_NODE_NAME = re.compile(r"(?:@[a-z0-9][\w.-]*/)?[a-z0-9][\w.-]*")


def modules_of(language_id: str, text: str) -> tuple[str, ...]:
    """Return the imported modules that do not come with the language, sorted."""
    language = find_language(language_id).id
    if language == "python":
        return tuple(sorted(set(_python_modules(text))))
    if language in ("javascript", "typescript"):
        return tuple(sorted(set(_node_modules(text))))
    return ()


def requirements_from_imports(language_id: str, text: str) -> tuple[str, ...]:
    """Guess the packages that provide the imported modules: from a table, or by the module's name."""
    language = find_language(language_id).id
    table = _table().get(language, {}).get("packages", {})
    found: set[str] = set()
    for module in modules_of(language, text):
        parts = module.split(".") if language == "python" else [module]
        known = (table.get(".".join(parts[:count])) for count in range(len(parts), 0, -1))
        package = next(filter(None, known), parts[0])
        try:
            found.update(parse_requirements(language, [package]))
        except UsageError:  # not a valid package name
            continue
    return tuple(sorted(found))


def _python_modules(text: str) -> Iterator[str]:
    """Find imports in the syntax tree, or line by line if the text does not parse."""
    try:
        names = list(_imported(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        names = []
        for found in _PYTHON_LINE.finditer(text):
            listed = found["source"] or found["names"]
            names += [part.split()[0] for part in listed.split(",") if part.split()]
    for name in names:
        top = name.partition(".")[0]
        if top.isidentifier() and top not in sys.stdlib_module_names and top != "__future__":
            yield name


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def _node_modules(text: str) -> Iterator[str]:
    builtin = set(_table()["javascript"]["builtin"])
    for found in _NODE.finditer(_COMMENT.sub(" ", text)):
        name = _NODE_NAME.match(found["module"])
        whole = found["module"]
        if name and not whole.startswith(("node:", "file:", "http:", "https:", "data:")) and name[0] not in builtin:
            yield name[0]


@functools.cache
def _table() -> dict[str, dict[str, dict[str, str]]]:
    table: dict[str, dict[str, dict[str, str]]] = tomllib.loads(Path(__file__).with_name("imports.toml").read_text())
    table["typescript"] = table["javascript"]
    return table
