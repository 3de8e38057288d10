"""Counts in a syntax tree of any grammar: tokens, depth, variables, calls.

Grammars use similar names for their nodes, so a node is classified by its type.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import textwrap
import tokenize
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from benchwright.languages import languages
from benchwright.languages.imports import Library, libraries_of, parse_python
from benchwright.languages.join import encode
from benchwright.languages.syntax import Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node


_COMMENT = re.compile("comment|haddock")
_TEXT = re.compile("(^|_)string(_literal|_lit)?$|(char|character|rune)_literal$|^template_string$")
_CALL = re.compile("(^|_)call(_expression)?$|invocation|object_creation|^new_expression$|^apply$|^command$")
_STORED_IN = {
    "variable_declarator": ("name",),
    "variable_declaration": ("name", "variable", "variables"),
    "initialized_variable_definition": ("name",),
    "var_spec": ("name",),
    "const_spec": ("name",),
    "const_item": ("name",),
    "static_item": ("name",),
    "short_var_declaration": ("left",),
    "range_clause": ("left",),
    "let_declaration": ("pattern",),
    "let_condition": ("pattern",),
    "for_expression": ("pattern",),
    "for_in_statement": ("left",),
    "enhanced_for_statement": ("name",),
    "foreach_statement": ("left",),
    "for_range_loop": ("declarator",),
    "init_declarator": ("declarator",),
    "declaration": ("declarator",),
    "field_declaration": ("declarator",),
    "property_declaration": ("name",),
    "val_definition": ("pattern",),
    "var_definition": ("pattern",),
    "assignment": ("left",),
    "assignment_expression": ("left",),
    "augmented_assignment_expression": ("left",),
    "compound_assignment_expr": ("left",),
    "assignment_statement": ("left",),
    "variable_assignment": ("name",),
}
"""Node type → fields that contain the targets of a store."""
_WITHOUT_FIELDS = frozenset({"assignment", "assignment_statement", "compound_assignment_expression", "binary_operator"})
_SIGNS = frozenset({"=", "<-", "<<-", "+=", "-=", "*=", "/="})
"""For grammars without fields there, or with the same ones for every operator."""
_NAME = re.compile("(^|_)identifier(_pattern)?$|^(variable_name|name|scalar|varname)$")
_NO_STORE = re.compile(
    "member|extract|field_expression|selector|subscript|index|element_access|call|invocation|function_declarator"
    "|navigation|type|scoped|access|value|literal|unary|pointer_expression|parameter"
)
"""Parts inside a target that are read, or that do not belong to a variable."""


class Counts(NamedTuple):
    """Counts of a syntax tree."""

    tokens: int
    depth: int
    variables: int
    calls: int


def count(tree: Tree) -> Counts:
    """Count in one walk without recursion, however deep the tree is."""
    tokens = deepest = calls = 0
    variables: set[str] = set()
    remaining: list[tuple[Node, int]] = [(tree.root, 0)]
    while remaining:
        node, above = remaining.pop()
        if _is(_COMMENT, node.type):
            continue
        depth = above + node.is_named
        deepest = max(deepest, depth)
        if node.is_named:
            calls += _is(_CALL, node.type)
            variables.update(_stored(node, tree))
        children = node.children
        if _is_token(node, children):
            tokens += bool(tree.text[node.start_byte : node.end_byte].strip())
        else:
            remaining += ((child, depth) for child in children)
    return Counts(tokens, deepest, len(variables - {"_"}), calls)


def _is_token(node: Node, children: list[Node]) -> bool:
    """Whether a node is a token: a leaf, or a string literal without interpolation."""
    return not children or (_is(_TEXT, node.type) and all(child.child_count == 0 for child in children))


def _stored(node: Node, tree: Tree) -> Iterator[str]:
    targets = [each for field in _STORED_IN.get(node.type, ()) for each in node.children_by_field_name(field)]
    if not targets and node.type in _WITHOUT_FIELDS:
        targets = _before_sign(node, tree)
    for name in (name for target in targets for name in _names(target)):
        yield tree.text_of(name)


def _before_sign(node: Node, tree: Tree) -> list[Node]:
    """Return the nodes before an assignment operator; empty for other operators."""
    children = node.children
    signs = (place for place, child in enumerate(children) if child.child_count == 0 and tree.text_of(child) in _SIGNS)
    return children[: next(signs, 0)]


def _names(target: Node) -> Iterator[Node]:
    remaining = [target]
    while remaining:
        node = remaining.pop()
        if _is(_NAME, node.type) and not any(child.is_named for child in node.children):
            yield node
        elif not _is(_NO_STORE, node.type):
            inner = node.child_by_field_name("declarator")
            remaining += [inner] if inner is not None else _parts(node)


def _parts(node: Node) -> Iterator[Node]:
    """Yield the children that can be names: not the type in `Some(x)`, nor the key in `{key: name}`."""
    skipped = {child.id for field in ("type", "key", "right") for child in node.children_by_field_name(field)}
    return (child for child in node.named_children if child.id not in skipped)


@functools.cache
def _is(pattern: re.Pattern[str], node_type: str) -> bool:
    return pattern.search(node_type) is not None


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
    """Code tokens, without comments, line ends and indentation; a string literal is one token."""
    depth: int
    """Nodes on the longest path from the root of the syntax tree to a leaf, both included."""
    variables: int
    """Distinct names that are stored to, without parameters."""
    calls: int
    """Calls of functions, methods, constructors and macros."""
    imports_standard: tuple[str, ...] = ()
    """Imported libraries of the language, sorted."""
    imports_external: tuple[str, ...] = ()
    """All other imported libraries, sorted; the program's own modules are excluded."""


def measure_complexity(language_id: str, text: str, imports_of: str = "") -> Complexity | None:
    """Count a text, which may be part of a file. In that case pass the whole file as `imports_of`: its imports count if
    the text uses a name that they provide. Return None if the text cannot be counted: no grammar, invalid Python, too
    long or too deeply nested for parsers."""
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
        imports_standard=_library_names(each for each in libraries if each.standard),
        imports_external=_library_names(each for each in libraries if not each.standard),
    )


def _library_names(libraries: Iterable[Library]) -> tuple[str, ...]:
    return tuple(sorted({library.name for library in libraries}))


def _is_hopeless(text: str) -> bool:
    """Whether a parser could take minutes: endless brackets, for which some grammars try every reading."""
    if len(text) > _MOST_CHARACTERS:
        return True
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        if depth > _DEEPEST:
            return True
    return False


def _encodable(text: str) -> str:
    """Replace lone surrogates, which no parser accepts."""
    return text.encode(errors="replace").decode()


def _standing(text: str) -> str | None:
    """Dedent or indent the text so that it parses on its own, as the body of a function. None if it is not valid
    Python."""
    indented = text[: len(text) - len(text.lstrip())]
    # The first line of a hole may start after its indentation.
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
        # Contexts (load or store) are nodes of Python's tree, but not levels of the code.
        deepest = max(deepest, depth - isinstance(node, ast.expr_context))
        calls += isinstance(node, ast.Call)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            variables.add(node.id)
        remaining += ((child, depth + 1) for child in ast.iter_child_nodes(node))
    return Counts(tokens, deepest, len(variables), calls)


def _python_tokens(text: str) -> int | None:
    """Count Python tokens; an f-string is one token in every version, though newer versions of Python split it."""
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
