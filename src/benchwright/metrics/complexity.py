"""How complex a piece of code is, as Xie et al. 2024 ("CodeBenchGen") describe examples: code tokens, depth of the
syntax tree, variables; and besides them calls and imports.

Python is counted by its own tokenizer and parser, so that the numbers compare with published ones; every other language
by its tree-sitter grammar. Depths compare within a language only: each grammar has its own idea of a level.
"""

from __future__ import annotations

import ast
import io
import re
import textwrap
import tokenize
from collections.abc import Iterable

import msgspec

from benchwright.languages import languages
from benchwright.languages.join import encode
from benchwright.languages.libraries import Library, libraries_of
from benchwright.languages.python.tree import parse_python
from benchwright.languages.syntax import parse
from benchwright.metrics.tree_complexity import Counts, count

_NO_CODE = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
_BRACKET = re.compile(r"[()\[\]{}]")
_DEEPEST = 400
_MOST_CHARACTERS = 4_000_000
_WORD = re.compile(r"[^\W\d]\w*")


class Complexity(msgspec.Struct, frozen=True, kw_only=True):
    """Counts over one piece of code."""

    tokens: int
    """Code tokens: no comments, line ends or indentation; a text in quotes is one."""
    depth: int
    """Nodes on the longest way from the root of the syntax tree down, both ends counted."""
    variables: int
    """Different names that are stored to; parameters are not."""
    calls: int
    """Calls of functions, methods, constructors and macros."""
    imports_standard: tuple[str, ...] = ()
    """Libraries of the language that it imports, sorted."""
    imports_external: tuple[str, ...] = ()
    """All other libraries that it imports, sorted; the program's own modules are none."""


def measure_complexity(language_id: str, text: str, imports_of: str = "") -> Complexity | None:
    """The counts of a text, which may be a part of a file: then `imports_of` is the whole file, whose imports count if
    the text uses a name that they bring. None where it cannot be counted: no grammar, Python that is no Python, a
    text that is too long or too deeply nested for parsers."""
    language = languages().get(language_id)
    if language is None or language.syntax is None or _is_hopeless(text) or _is_hopeless(imports_of):
        return None
    text, imports_of = _encodable(text), _encodable(imports_of)
    if language_id == "python":
        code = _standing(text)
        if code is None:
            return None
        text = code
        counts = _count_python(text)
    else:
        counts = count(parse(language.syntax.grammar, encode(text)))
    if counts is None:
        return None
    libraries = libraries_of(language, text)
    if imports_of:
        words = frozenset(_WORD.findall(text))
        libraries += [each for each in libraries_of(language, imports_of) if each.names & words]
    return Complexity(
        **counts._asdict(),
        imports_standard=_names(each for each in libraries if each.standard),
        imports_external=_names(each for each in libraries if not each.standard),
    )


def _names(libraries: Iterable[Library]) -> tuple[str, ...]:
    return tuple(sorted({library.name for library in libraries}))


def _is_hopeless(text: str) -> bool:
    """Whether a parser could be busy with it for minutes: brackets without end, of which some try every reading."""
    if len(text) > _MOST_CHARACTERS:
        return True
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        if depth > _DEEPEST:
            return True
    return False


def _encodable(text: str) -> str:
    """Without halves of characters, which no parser takes."""
    return text.encode(errors="replace").decode()


def _standing(text: str) -> str | None:
    """The text so that it parses by itself; the body of a function is indented. None if it is no Python."""
    indented = text[: len(text) - len(text.lstrip())]
    # The first line of a hole may begin after its indentation.
    for candidate in (text, textwrap.dedent(text), textwrap.dedent(f"{indented or '    '}{text.lstrip()}")):
        if parse_python(candidate) is not None:
            return candidate
    return None


def _count_python(text: str) -> Counts | None:
    tree = parse_python(text)
    tokens = _python_tokens(text)
    if tree is None or tokens is None:
        return None
    deepest = calls = 0
    variables: set[str] = set()
    remaining: list[tuple[ast.AST, int]] = [(tree, 1)]
    while remaining:
        node, depth = remaining.pop()
        # Whether a name is read or stored to is a node of Python's tree, but no level of the code.
        deepest = max(deepest, depth - isinstance(node, ast.expr_context))
        calls += isinstance(node, ast.Call)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            variables.add(node.id)
        remaining += ((child, depth + 1) for child in ast.iter_child_nodes(node))
    return Counts(tokens, deepest, len(variables), calls)


def _python_tokens(text: str) -> int | None:
    """Newer versions of Python take formatted texts apart; here each is one token in every version."""
    total = inside = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            name = tokenize.tok_name[token.type]
            if name.endswith("STRING_END"):
                inside -= 1
            elif not inside and token.type not in _NO_CODE:
                total += 1
            if name.endswith("STRING_START"):
                inside += 1
    except (tokenize.TokenError, SyntaxError):
        return None
    return total
