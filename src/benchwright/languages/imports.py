"""Imports of a file: the names that each of them brings, and where they come from.

They are read from their text, not from the grammar: what matters is the same in all languages, which words stand for
the module and which for its names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

_WORD = re.compile(r"[^\W\d]\w*")
_PYTHON = re.compile(r"from\s+(?P<module>\.*[\w.]*)\s+import\s+(?P<names>[\s\S]+)")
QUOTED = re.compile(r"[\"'`](?P<module>[^\"'`]+)[\"'`]")
"""A module in quotes."""
_GO_LIST = re.compile(r"import\s*\((?P<specs>[\s\S]*)\)\s*$")
_INCLUDE = re.compile(r"#\s*include\s*(?P<module>[<\"][^>\"]+)")
_RENAMED = re.compile(r"[\w*.]+\s+as\s+(\w+)")
_KEYWORDS = frozenset(
    {
        *("import", "from", "as", "use", "using", "include", "static", "type", "func", "require", "require_relative"),
        *("const", "let", "var", "local", "pub", "extern", "crate", "export", "default", "show", "hide"),
        *("qualified", "hiding", "with", "my", "our", "alias"),
    }
)
_EVERYTHING = re.compile(
    r"\*\s*;?\s*$|_\s*;?\s*$|^using\s+(?!static)[\w.]+\s*;?$|^open\s|^using\s+namespace|^use\s+[\w:]+;?$"
)
"""Imports that bring names which they do not say."""


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """One import."""

    text: str
    """As it is written."""
    module: str
    """Where the names come from."""
    names: frozenset[str]
    """What it brings, and parts of the module's name, which some languages bring as well."""
    blanket: bool = False
    """Whether it may bring anything: it goes with every fragment."""


def imports_of(text: str) -> Iterator[Import]:
    """The imports in one statement; those of a Go list one by one."""
    listed = _GO_LIST.match(text)
    if listed:
        for line in listed["specs"].splitlines():
            found = QUOTED.search(line)
            if found:
                yield _import(f"import {line.strip()}")
        return
    yield _import(text)


def _import(text: str) -> Import:
    include, python, quoted = _INCLUDE.match(text), _PYTHON.match(text), QUOTED.search(text)
    if include:
        return Import(text=text, module=include["module"], names=frozenset(), blanket=include["module"].startswith("<"))
    if python:
        return Import(text=text, module=python["module"], names=_names(_RENAMED.sub(r"\1", python["names"])))
    if quoted:
        clause = text.replace(quoted[0], " ")
        # What has no name of its own is called by the end of its path.
        names = _names(_RENAMED.sub(r"\1", clause)) or _names(quoted["module"].rpartition("/")[2])
        return Import(text=text, module=quoted["module"], names=names)
    module = _module(text)
    return Import(
        text=text, module=module, names=_names(_RENAMED.sub(r"\1", text)), blanket=bool(_EVERYTHING.search(text))
    )


def _module(text: str) -> str:
    words = re.findall(r"[\w.:\\]+", text)
    return next((word for word in words if word not in _KEYWORDS), "")


def _names(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text)) - _KEYWORDS
