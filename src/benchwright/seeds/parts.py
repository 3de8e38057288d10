"""The independent parts of a file, and their kinds.

Grammars use similar names for their nodes, so the kind of a part is derived from its node type. Languages with
different grammars describe their definitions with queries in `language.toml`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from benchwright.languages import Language
from benchwright.languages.syntax import Tree

if TYPE_CHECKING:
    from tree_sitter import Node

PartKind = Literal["function", "class", "import", "above", "head", "other"]

_FUNCTION = re.compile(
    "(?<!preproc_)function(?!_(type|call|signature))|method(?!_(call|invocation|ref|index))|^(def)?[pP]roc|proc_decl"
    "|func_decl|fun_decl|subroutine|subprogram_body|macro_def|iterator_decl|^bind$|^value_definition$"
)
_CLASS = re.compile(
    "class|struct_(decl|def|spec|item)|interface_decl|trait_|enum_(decl|def|item|spec)|^impl_item$|object_d|record_decl"
    "|union_|protocol_decl|extension_decl|^module(_def)?(inition)?$|package_body"
    "|^type_(declaration|definition|section|item)$|derived_type|^data_type$|^newtype$|^instance$"
)
_ABOVE = re.compile(
    "comment|haddock|^(signature|spec|function_signature|attribute_item|attribute_list|decorator|annotation|pub|private)$"
)
"""Nodes that belong to the part below them."""
_HEAD = re.compile(
    "^(package_(clause|declaration|header)|php_tag|hash_bang_line|shebang(_line)?|module_attribute|header|library_name"
    "|file_scoped_namespace_declaration|extension)$"
)
"""Nodes that only describe the file."""
_HOLDERS = frozenset(
    {
        *("namespace_definition", "namespace_declaration", "declaration_list", "linkage_specification", "preproc_if"),
        *("preproc_ifdef", "module_def", "statement_list", "import_list", "internal_module"),
    }
)
"""Nodes that only contain parts, in addition to those that the language names."""
_WRAPPERS = re.compile(
    "^(decorated_definition|export_statement|template_declaration|expression_statement|assignment(_expression|_statement)?"
    "|lexical_declaration|variable_declarat(ion|or)|expression_list|binary_operator|Decl|list_lit|pragma_declaration"
    "|ambient_declaration|global_statement|declaration|type_definition)$"
)
_FORMS = frozenset({"call", "list", "list_lit"})
_FORM = re.compile(r"\(?\s*(?:cl-)?(def[\w-]*|struct)\b")
_CONSTANT = re.compile(r"\(define\s+[^(\s]+\s+(?!\((?:lambda|λ|case-lambda)\b)")
_FORM_OF_CLASS = re.compile("struct|record|class|type|module|protocol")
_REQUIRE = re.compile(r"(?:const|let|var|local)?\s*[\w{}, :]+=\s*require\b|require(?:_relative)?\b")
_NAME_FIELDS = ("definition", "declaration", "name", "declarator", "pattern", "left", "lhs")
_NO_NAMES = re.compile("body|block|comment|param|argument|string|suite|modifier|type_identifier|primitive")
_WORD = re.compile(r"[^\W\d][\w-]*")
_DEEPEST = 4


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a file directly below its root."""

    kind: PartKind
    """Kind of the part; `above` belongs to the part below it, `head` to the file."""
    type: str
    """Node type in the grammar."""
    start: int
    """First byte of the part."""
    end: int
    """The byte after the last one."""
    row: int
    """First line in the file, from 0."""
    end_row: int
    """Last line in the file, from 0."""
    names: frozenset[str]
    """Names that the part defines."""
    owner: str = ""
    """The type that it adds methods to; empty if none."""
    acts: bool = False
    """Whether it contains a function: a mere list of fields contains no logic."""
    broken: bool
    """Whether the grammar reports errors in it."""


def parts_of(tree: Tree, language: Language) -> list[Part]:
    """Return the parts in textual order."""
    syntax, answers = language.syntax, language.answers
    assert syntax is not None
    named = _first_names(tree, (syntax.definitions, answers.declarations))
    holders = _HOLDERS | frozenset(answers.lists)
    return [_part(node, tree, frozenset(answers.imports), named) for node in _nodes(tree.root, holders, 0)]


def _nodes(node: Node, holders: frozenset[str], depth: int) -> Iterator[Node]:
    for child in node.children:
        if child.type in holders and depth < 2 * _DEEPEST:
            yield from _nodes(child, holders, depth + 1)
        elif (child.is_named or child.type == "pub") and child.end_byte > child.start_byte and child.type != "\n":
            yield child


def _part(node: Node, tree: Tree, imports: frozenset[str], named: list[tuple[int, str]]) -> Part:
    kind = _kind(node, tree, imports)
    end, end_row = node.end_byte, node.end_point[0] - (1 if node.end_point[1] == 0 and node.end_byte else 0)
    following = node.next_sibling
    if kind == "class" and following is not None and following.type == ";" and following.start_byte == end:
        end = following.end_byte
    owner = _owner(node, tree)
    names = frozenset(_names(node, tree, 0)) if kind != "import" and not owner else frozenset()
    if not names and not owner and kind != "import":
        names = frozenset([name for at, name in named if node.start_byte <= at < node.end_byte][:1])
    return Part(
        kind=kind,
        type=node.type,
        start=node.start_byte,
        end=end,
        row=node.start_point[0],
        end_row=max(end_row, node.start_point[0]),
        names=names,
        owner=owner,
        acts=kind == "class" and (node.type in _FORMS or _acts(node)),
        broken=node.has_error,
    )


def _kind(node: Node, tree: Tree, imports: frozenset[str]) -> PartKind:
    if node.type in imports:
        return "import"
    if _ABOVE.search(node.type):
        return "above"
    if _HEAD.match(node.type):
        return "head"
    if _REQUIRE.match(tree.text[node.start_byte : node.start_byte + 200].decode(errors="replace")):
        return "import"
    return _definition(node, tree, node.end_byte - node.start_byte, 0)


def _definition(node: Node, tree: Tree, size: int, depth: int) -> PartKind:
    """Return what the node, or its main child, defines."""
    if node.type in _FORMS:
        form = _FORM.match(tree.text[node.start_byte : node.start_byte + 60].decode(errors="replace"))
        if form and not _CONSTANT.match(form.string):
            return "class" if _FORM_OF_CLASS.search(form[1]) else "function"
    if _CLASS.search(node.type):
        return "class"
    if _is_function(node.type):
        return "function"
    if depth < _DEEPEST and (_WRAPPERS.match(node.type) or node.type == "arrow_function"):
        for child in node.named_children:
            if child.type == "arrow_function" or child.type == "FnProto":
                return "function"
            if (child.end_byte - child.start_byte) * 2 >= size:
                return _definition(child, tree, size, depth + 1)
    return "other"


def _owner(node: Node, tree: Tree) -> str:
    """Return the type in `impl … for Type` and in `func (name *Type)`."""
    field = {"impl_item": "type", "method_declaration": "receiver"}.get(node.type, "")
    child = node.child_by_field_name(field) if field else None
    words = _WORD.findall(tree.text_of(child).partition("[")[0].partition("<")[0]) if child is not None else []
    return words[-1] if words else ""


def _acts(node: Node) -> bool:
    remaining = list(node.children)  # the node keeps its own list
    while remaining:
        inner = remaining.pop()
        if _is_function(inner.type):
            return True
        remaining += inner.children
    return False


@functools.cache
def _is_function(node_type: str) -> bool:
    return _FUNCTION.search(node_type) is not None


def _names(node: Node, tree: Tree, depth: int) -> Iterator[str]:
    """Yield the names that the node defines, from the fields that grammars use for names."""
    for field in _NAME_FIELDS:
        child = node.child_by_field_name(field)
        if child is not None and child.id != node.id:
            if field in ("definition", "declaration"):
                yield from _names(child, tree, depth + 1)
            else:
                yield from _words(child, tree)
            return
    for child in node.named_children[:40] if depth < _DEEPEST and not _NO_NAMES.search(node.type) else ():
        yield from _names(child, tree, depth + 1)


def _words(node: Node, tree: Tree) -> Iterator[str]:
    while (inner := node.child_by_field_name("declarator") or node.child_by_field_name("name")) is not None:
        node = inner
    text = re.split(r"[(<\[:=]", tree.text_of(node)[:300], maxsplit=1)[0]
    for piece in text.split(","):
        yield from _WORD.findall(piece)[-1:]


def _first_names(tree: Tree, queries: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return the names that the language's queries find, with their positions."""
    found = [match["name"] for query in queries if query for match in tree.find(query)]
    return sorted((node.start_byte, tree.text_of(node).strip("$@&%:!#")) for node in found)
