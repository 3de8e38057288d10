"""Reads as much of a Haskell module as joining needs: its pragmas, its header, its imports and the names it defines.

Headers and imports are read from the text and not from a syntax tree, as one odd line in a solution would spoil the
tree's first nodes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SPACE = re.compile(r"\s+|--[^\n]*(?:\n|\Z)")
_PRAGMA = re.compile(r"\{-#\s*(?:LANGUAGE|OPTIONS_GHC|OPTIONS)\b.*?#-\}", re.DOTALL | re.IGNORECASE)
_EXPORTS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_HEADER = re.compile(rf"module\s+([\w.']+)\s*(?:{_EXPORTS}\s*where\b|.*?\bwhere\b)", re.DOTALL)
_IMPORT = re.compile(r"^import\b[^\n]*(?:\n[ \t]+[^\n]*|\n(?=[ \t]*\n))*", re.MULTILINE)
_DEFINED = re.compile(
    r"^(?:(?:data|newtype|type|class)\s+(?:family\s+)?(?:.*?=>\s*)?([A-Z][\w']*)|([a-z_][\w']*(?:\s*,\s*[a-z_][\w']*)*))",
    re.MULTILINE,
)
_OPERATOR = re.compile(r"^\(([^\w\s()]+)\)\s*::|^\S+\s+([!#$%&*+./<=>?@\\^|~:-]+)\s[^\n]*=", re.MULTILINE)
_KEYWORDS = frozenset({
    "import", "module", "instance", "deriving", "infix", "infixl", "infixr", "foreign", "default", "where", "data",
    "newtype", "type", "class",
})  # fmt: skip
_NO_OPERATORS = frozenset({"=", "|", "::", "->", "=>", "--"})


class Source(NamedTuple):
    """A module's text, taken apart."""

    pragmas: tuple[str, ...]
    """Pragmas for the whole file."""
    name: str
    """What its header calls it; empty without one."""
    start: int
    """Where what follows pragmas and header starts, or where a header would go."""
    body: str
    """The text with its pragmas and header blanked, so that lines stay where they are."""


def read_source(text: str) -> Source:
    """Take the text apart."""
    pragmas: list[str] = []
    position = 0
    while position < len(text):
        if found := _PRAGMA.match(text, position):
            pragmas.append(found[0])
            text = _blanked(text, found.start(), found.end())
        elif text.startswith("{-", position):
            position = _comment_end(text, position)
        elif found := _SPACE.match(text, position):
            position = found.end()
        else:
            break
    header = _HEADER.match(text, position)
    if header is None:
        return Source(tuple(pragmas), "", text.rfind("\n", 0, position) + 1, text)
    text = _blanked(text, header.start(), header.end())
    return Source(tuple(pragmas), header[1], header.start(), text)


def imports(body: str) -> list[str]:
    """Its imports, each as it is written."""
    return [found[0] for found in _IMPORT.finditer(without_comments(body))]


def defined_names(body: str) -> frozenset[str]:
    """Names, operators in parentheses, that it defines for itself. Rather too many than too few."""
    text = without_comments(body)
    names = {name for found in _DEFINED.findall(text) for names in found for name in re.split(r"[\s,]+", names) if name}
    operators = {name for found in _OPERATOR.findall(text) for name in found if name} - _NO_OPERATORS
    return frozenset(names - _KEYWORDS) | {f"({name})" for name in operators}


def without_comments(text: str) -> str:
    """The text with block comments blanked; code may be quoted in them."""
    position = text.find("{-")
    while position >= 0:
        end = _comment_end(text, position)
        text = _blanked(text, position, end)
        position = text.find("{-", position)
    return text


def _comment_end(text: str, start: int) -> int:
    depth = 0
    for found in re.compile(r"\{-|-\}").finditer(text, start):
        depth += 1 if found[0] == "{-" else -1
        if depth == 0:
            return found.end()
    return len(text)


def _blanked(text: str, start: int, end: int) -> str:
    """The text with a part of it replaced by spaces; ends of lines stay."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
