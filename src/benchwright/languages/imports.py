"""Parse the imports of a file: names, where they come from, and whether the library is part of the language."""

from __future__ import annotations

import ast
import itertools
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from benchwright.languages.join import encode
from benchwright.languages.language import Language, Libraries
from benchwright.languages.syntax import descendants, parse


def parse_python(text: str) -> ast.Module | None:
    """Parse a text; None if it is not valid Python, or nested too deeply for the parser."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


_WORD = re.compile(r"[^\W\d]\w*")
_PYTHON = re.compile(r"from\s+(?P<module>\.*[\w.]*)\s+import\s+(?P<names>[\s\S]+)")
QUOTED = re.compile(r"[\"'`](?P<module>[^\"'`]+)[\"'`]")
"""A module name in quotes."""
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
"""Imports that bring in names without listing them."""


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """A single import."""

    text: str
    """Source text of the import."""
    module: str
    """Module that the names come from."""
    names: frozenset[str]
    """Names that it brings in, plus parts of the module's name, which some languages bring in as well."""
    blanket: bool = False
    """Whether it may bring in any name, so that every fragment needs it."""


def imports_of(text: str) -> Iterator[Import]:
    """Yield the imports of one statement; a Go import list is split up."""
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
        # An import without an explicit name is named by the end of its path.
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


_REQUIRE = re.compile(r"(?:const|let|var)\s+[\w{}, :]+=\s*require\s*\(\s*[\"'`](?P<module>[^\"'`]+)[\"'`]\s*\)")
_REQUIRED_BY_CALL = frozenset({"lexical_declaration", "variable_declaration"})
_SYSTEM_HEADERS = re.compile(r"(sys|bits|arpa|netinet|net|linux|ext|experimental)/|pthread|unistd")


class Library(msgspec.Struct, frozen=True, kw_only=True):
    """A library that a text imports."""

    name: str
    """Enough of the name to identify the library: `numpy`, `java.util`, `encoding/json`, `std::fmt`."""
    standard: bool
    """Whether it is part of the language's standard library."""
    names: frozenset[str] = frozenset()
    """Names by which a program refers to what it imports; empty if the import does not list them."""


class _Named(NamedTuple):
    name: str
    standard: bool


def libraries_of(language: Language, text: str) -> list[Library]:
    """Return the libraries in import order, once for each import.

    The program's own modules are left out. Empty for languages whose libraries cannot be identified.
    """
    if language.id == "python":
        return list(_python(text))
    if language.libraries is None or language.syntax is None:
        return []
    return list(_by_tree(language, language.libraries, language.syntax.grammar, text))


def _python(text: str) -> Iterator[Library]:
    for node in ast.walk(parse_python(text) or ast.Module(body=[], type_ignores=[])):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                yield _python_library(top, {alias.asname or top})
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = {alias.asname or alias.name for alias in node.names} - {"*"}
            yield _python_library(node.module.partition(".")[0], names)


def _python_library(top: str, names: set[str]) -> Library:
    return Library(name=top, standard=top in sys.stdlib_module_names, names=frozenset(names))


def _by_tree(language: Language, libraries: Libraries, grammar: str, text: str) -> Iterator[Library]:
    tree = parse(grammar, encode(text))
    nodes = [node for node in descendants(tree.root) if node.type in language.answers.imports]
    statements = [(node.start_byte, tree.text_of(node)) for node in nodes]
    if libraries.named == "module":
        required = [node for node in descendants(tree.root) if node.type in _REQUIRED_BY_CALL]
        statements += [(node.start_byte, at) for node in required if _REQUIRE.match(at := tree.text_of(node))]
    for _, statement in sorted(statements):
        for each in imports_of(statement):
            for found in _NAMES[libraries.named](each, libraries.standard):
                yield Library(name=found.name, standard=found.standard, names=_brought(libraries, each))


def _brought(libraries: Libraries, each: Import) -> frozenset[str]:
    """Return the names that the import brings in; of a dotted package name, only its last part."""
    if libraries.named in ("package", "namespace"):
        words = _WORD.findall(each.text)
        return frozenset(words[-1:]) if not each.blanket else frozenset()
    return each.names


def _module_name(each: Import, standard: Sequence[str]) -> Iterator[_Named]:
    if each.module.startswith("node:"):
        yield _Named(each.module.removeprefix("node:").partition("/")[0], True)
    elif each.module and not each.module.startswith((".", "/", "#")) and ":" not in each.module:
        first, _, rest = each.module.partition("/")
        name = f"{first}/{rest.partition('/')[0]}" if first.startswith("@") else first
        yield _Named(name, name in standard)


def _path(each: Import, standard: Sequence[str]) -> Iterator[_Named]:
    if each.module and not each.module.startswith("."):
        yield _Named(each.module, "." not in each.module.partition("/")[0])


def _namespace(each: Import, standard: Sequence[str]) -> Iterator[_Named]:
    parts = [part for part in each.module.split(".") if part]
    if parts:
        yield _Named(".".join(parts), parts[0] in standard)


def _package(each: Import, standard: Sequence[str]) -> Iterator[_Named]:
    """Yield the parts before the first that looks like a class."""
    parts = [part for part in each.module.split(".") if part]
    package = list(itertools.takewhile(lambda part: not part[0].isupper(), parts))
    # If no class is named, the last part is a function, unless everything is imported.
    parts = package if len(package) < len(parts) or each.blanket else parts[:-1]
    if parts:
        yield _Named(".".join(parts), parts[0] in standard)


def _crate(each: Import, standard: Sequence[str]) -> Iterator[_Named]:
    path = re.sub(r"^(pub\s*(\([^)]*\))?\s*)?(use|extern\s+crate)\s+|;\s*$|\s+as\s+\w+", "", each.text).strip()
    first, _, rest = path.removeprefix("::").partition("::")
    first = first.strip()
    if first in standard:
        yield from dict.fromkeys(_Named(f"{first}::{name}" if name else first, True) for name in _first_parts(rest))
    elif first.isidentifier() and first not in ("crate", "self", "super") and not first[0].isupper():
        yield _Named(first, False)


def _first_parts(path: str) -> Iterator[str]:
    """Yield `fmt` and `io` for `{fmt, io::{self, Read}}`."""
    path = path.strip()
    if not path.startswith("{"):
        yield path.partition("::")[0].strip()
        return
    depth, part = 0, ""
    for letter in f"{path[1:].rpartition('}')[0]},":
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            if part.strip():
                yield part.partition("::")[0].strip()
            part = ""
        else:
            part += letter


def _header(each: Import, standard: Sequence[str]) -> Iterator[_Named]:
    if each.module.startswith("<"):
        header = each.module[1:].strip()
        system = "/" not in header or _SYSTEM_HEADERS.match(header) is not None
        yield _Named(header if system else header.partition("/")[0], system)


def _scheme(each: Import, standard: Sequence[str]) -> Iterator[_Named]:
    scheme, _, rest = each.module.partition(":")
    if rest:
        yield _Named(rest.partition("/")[0] if scheme == "package" else each.module, scheme == "dart")


_NAMES: dict[str, Callable[[Import, Sequence[str]], Iterator[_Named]]] = {
    "module": _module_name,
    "path": _path,
    "crate": _crate,
    "header": _header,
    "scheme": _scheme,
    "package": _package,
    "namespace": _namespace,
}
