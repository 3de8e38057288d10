"""The functions of a source text: names, signatures, bodies, holes, and whether they are public."""

from __future__ import annotations

import functools
import inspect
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from benchwright.languages.definitions import Definition, declarators, definitions_of
from benchwright.languages.grammar import Syntax
from benchwright.languages.join import encode
from benchwright.languages.language import Language
from benchwright.languages.syntax import Tree, parse

if TYPE_CHECKING:
    from tree_sitter import Node


_QUOTES = re.compile(r"""(?is)^[ru]*('''|\"""|'|")(.*)\1$""")
_MARKS = re.compile(r"(?m)^[ \t]*(?:/\*+!?|\*+/|///?!?|\*|#+|--+|;+|%+)[ \t]?|[ \t]*\*+/[ \t]*$")


class Hole(NamedTuple):
    """Position and shape of a hole."""

    start: int
    """First byte of the hole."""
    end: int
    """First byte after the hole."""
    in_lines: bool
    """Whether it consists of whole lines."""
    delimited: bool
    """Whether the delimiters of the body enclose it."""
    last: int
    """End of the last statement."""


def hole_of(tree: Tree, syntax: Syntax, body: Node, docstring: Node | None) -> Hole:
    """Return the hole that removing a body leaves. A docstring and whatever follows it on its line stay."""
    inner = body
    while inner.child_count == 1:
        inner = inner.children[0]
    children = inner.children
    if len(children) > 1 and _opens(tree, syntax, children[0], children[-1]):
        return _between(tree, children)
    statements = _statements(body)
    last = _end_of_text(tree.text, body.start_byte, statements[-1].end_byte)
    before = docstring or _before(body)
    line_end = tree.text.find(b"\n", before.end_byte) if before is not None else -1
    first = next((each for each in statements if docstring is None or each.start_byte >= docstring.end_byte), body)
    if before is None or not before.end_byte <= line_end < first.start_byte:
        return Hole(first.start_byte, last, in_lines=False, delimited=False, last=last)
    end = tree.text.find(b"\n", last) + 1 or len(tree.text)
    rest = tree.text[last:end].strip()
    whole = not rest or rest.startswith((syntax.comment or "#").encode()) or rest == b";"
    if not whole:
        return Hole(first.start_byte, last, in_lines=False, delimited=False, last=last)
    return Hole(line_end + 1, end, in_lines=True, delimited=False, last=last)


def _statements(body: Node) -> list[Node]:
    """Return the statements of a body, or the body itself if it starts or ends with its own keyword or punctuation."""
    children = body.children
    if not children or not children[0].is_named or (not children[-1].is_named and children[-1].type != ";"):
        return [body]
    return [child for child in children if child.is_named and "comment" not in child.type] or [body]


def _opens(tree: Tree, syntax: Syntax, opener: Node, closer: Node) -> bool:
    stub = syntax.stub.strip()
    return (
        not (opener.is_named or closer.is_named or opener.id == closer.id)
        and stub.startswith(tree.text_of(opener))
        and stub.endswith(tree.text_of(closer))
    )


def _between(tree: Tree, children: list[Node]) -> Hole:
    text, start, end = tree.text, children[0].end_byte, children[-1].start_byte
    after_comments = start
    for child in children[1:-1]:
        if "comment" not in child.type or b"\n" in text[after_comments : child.start_byte]:
            break
        after_comments = child.end_byte
    line_end = text.find(b"\n", after_comments, end)
    closing = text.rfind(b"\n", start, end) + 1
    in_lines = (line_end >= 0 and not text[after_comments:line_end].strip() and not text[closing:end].strip()) or text[
        after_comments - 1 : after_comments
    ] == b"\n"
    last = _end_of_text(text, start, end)
    if not in_lines:
        return Hole(start, end, in_lines=False, delimited=True, last=last)
    start = after_comments if text[after_comments - 1 : after_comments] == b"\n" else line_end + 1
    return Hole(start, max(closing, start), in_lines=True, delimited=True, last=last)


def _before(body: Node) -> Node | None:
    """Return the last node of the signature."""
    before = body.prev_sibling
    while before is not None and "comment" in before.type:
        before = before.prev_sibling
    return before


def _end_of_text(text: bytes, start: int, end: int) -> int:
    while end > start and text[end - 1 : end].isspace():
        end -= 1
    return end


def docstring_of(tree: Tree, body: Node) -> Node | None:
    """Return the docstring of a Python function, if more statements follow."""
    if tree.grammar != "python":
        return None
    statements = [child for child in body.named_children if "comment" not in child.type]
    first = statements[0] if len(statements) > 1 else None
    return first if first is not None and text_of_docstring(tree, first) is not None else None


def text_of_docstring(tree: Tree, statement: Node) -> str | None:
    """Return the text of a docstring; None if the statement is not one."""
    if statement.type == "expression_statement" and statement.named_child_count == 1:
        statement = statement.named_children[0]
    strings = statement.named_children if statement.type == "concatenated_string" else [statement]
    found = [_QUOTES.match(tree.text_of(each)) if each.type == "string" else None for each in strings]
    return inspect.cleandoc("".join(each[2] for each in found if each)) if all(found) else None


def comment_above(tree: Tree, outer: Node) -> str:
    """Return the comments directly above a definition, without comment markers."""
    lines: list[str] = []
    row, before = outer.start_point[0], outer.prev_sibling
    while before is not None and "comment" in before.type and before.end_point[0] >= row - 1:
        # A comment that shares its line with code belongs to that code. Some comments end at the start of the next
        # line.
        further = before.prev_sibling
        if further is not None and further.end_point[0] == before.start_point[0] and further.end_point[1] > 0:
            break
        lines.insert(0, _MARKS.sub("", tree.text_of(before)).strip())
        row, before = before.start_point[0], before.prev_sibling
    return "\n".join(line for line in lines if line)


_WHOLE = re.compile("string|char_lit|character_literal|regex|heredoc")
"""Nodes that are a single token, in which whitespace matters."""


def normal_text(tree: Tree, nodes: list[Node], end: int | None = None) -> str:
    """Join the tokens before the byte at `end` by single spaces, without comments and trailing commas."""
    return " ".join(token for node in nodes for token in _tokens(tree, node, len(tree.text) if end is None else end))


def _tokens(tree: Tree, node: Node, end: int) -> Iterator[str]:
    remaining = [node]
    while remaining:
        node = remaining.pop()
        if node.start_byte >= end or "comment" in node.type or node.start_byte == node.end_byte:
            continue
        if not node.child_count or (_WHOLE.search(node.type) and node.end_byte <= end):
            yield tree.text_of(node).strip()
        else:
            remaining += reversed(_without_trailing_comma(node))


def _without_trailing_comma(node: Node) -> list[Node]:
    """Return the children of a node; for a parameter list, without a trailing comma."""
    children = node.children
    if "parameter" not in node.type:
        return children
    real = [child for child in children if "comment" not in child.type]
    if len(real) > 2 and real[-2].type == ",":
        return [*real[:-2], real[-1]]
    return real


_HIDDEN = re.compile(r"\b(private|protected|fileprivate)\b")


def is_public(tree: Tree, name: tuple[str, ...], head: str, outer: Node) -> bool:
    """Whether a function is public. `name` is qualified, `head` the tokens before the body, `outer` the whole
    definition."""
    if any(re.match(r"_(?!_\w+__$)|#", word) for word in name):
        return False
    grammar = tree.grammar
    if grammar == "go":
        return all(word[0].isupper() for word in name)
    if grammar == "rust":
        return head.startswith(("pub ", "# [")) and " pub " in f" {head} "
    if grammar == "java":
        return "public" in head.split(" ")
    if grammar == "cpp":
        return not head.startswith("static ") and _access(tree, outer) == "public"
    return _HIDDEN.search(head) is None


def _access(tree: Tree, outer: Node) -> str:
    """Return the access level of a C++ class member."""
    members = outer.parent
    if members is None or members.type != "field_declaration_list":
        return "public"
    specifiers = _specifiers(tree).get(members.id, [])
    index = bisect_left(specifiers, (outer.start_byte, "")) - 1
    if index >= 0:
        return specifiers[index][1]
    return "private" if members.parent is not None and members.parent.type == "class_specifier" else "public"


@functools.lru_cache(maxsize=1)
def _specifiers(tree: Tree) -> dict[int, list[tuple[int, str]]]:
    """Return the positions of access specifiers such as `public:` in each class."""
    found: dict[int, list[tuple[int, str]]] = {}
    for match in tree.find("(access_specifier) @word"):
        word = match["word"]
        if word.parent is not None:
            found.setdefault(word.parent.id, []).append((word.start_byte, tree.text_of(word)))
    return found


class Function(msgspec.Struct, frozen=True, kw_only=True):
    """A function or method that is not nested in another function."""

    name: str
    """Name qualified by the enclosing types: `area`, `Shape.area`."""
    start: int
    """First byte of the definition, including decorators but not the comments above it."""
    end: int
    """First byte after the definition."""
    line: int
    """First line of the definition, counted from 1."""
    end_line: int
    """Last line of the definition, counted from 1."""
    parameters: str
    """Tokens of the parameter list, joined by single spaces."""
    head: str
    """Tokens before the body, joined by single spaces."""
    body_start: int
    """First byte of the hole: the body without the docstring."""
    body_end: int
    """First byte after the hole."""
    in_lines: bool
    """Whether the hole consists of whole lines; if not, the body shares a line with the signature or the end."""
    delimited: bool
    """Whether the hole is enclosed by the braces or keywords that delimit the body."""
    docstring: str
    """Its docstring, or the comment directly above it."""
    is_public: bool
    """Whether its name and signature make it public."""
    broken: bool
    """Whether it contains syntax errors."""


def functions_of(language: Language, text: str) -> list[Function]:
    """Return the functions and methods with a body, in text order. Empty if the language has no grammar of its own, or
    no stubs."""
    syntax = language.syntax
    if syntax is None or not syntax.stub or language.answers.pattern:
        return []
    tree = parse(syntax.grammar, encode(text))
    return [_function(tree, language, definition) for definition in definitions_of(tree, syntax)]


def find_function(language: Language, text: str, name: str) -> Function | None:
    """Find the function of this name; None if there is none or more than one."""
    found = [function for function in functions_of(language, text) if function.name == name]
    return found[0] if len(found) == 1 else None


def around(text: str, function: Function) -> tuple[str, str]:
    """Return the text before and after the hole."""
    data = encode(text)
    return _decoded(data[: function.body_start]), _decoded(data[function.body_end :])


def body_of(text: str, function: Function) -> str:
    """Return the text in the hole."""
    return _decoded(encode(text)[function.body_start : function.body_end])


def without_body(language: Language, text: str, function: Function) -> str:
    """Replace the body of a function by the language's stub."""
    syntax = language.syntax
    assert syntax is not None
    stub = syntax.stub.strip()
    prefix, suffix = around(text, function)
    if function.delimited:
        opener = re.match(r"\W|\w+", stub)
        closer = re.search(r"(?:\W|\w+)$", stub)
        stub = stub[opener.end() if opener else 0 : closer.start() if closer else None].strip()
        stub = f" {stub} " if stub and not function.in_lines else stub
    if not function.in_lines or not stub:
        return prefix + stub + suffix
    end = "\r\n" if prefix.endswith("\r\n") else "\n"
    return f"{prefix}{_margin(text, function)}{stub}{end}{suffix}"


def calls_of(language: Language, text: str, function: Function) -> list[str]:
    """Return the names that its body calls, without duplicates, in text order: `open`, `self.area`, `json.dumps`."""
    syntax = language.syntax
    assert syntax is not None
    tree = parse(syntax.grammar, encode(text))
    body = tree.root.descendant_for_byte_range(function.body_start, function.body_end) or tree.root
    found = [match["callee"] for match in tree.find(syntax.calls, body)] if syntax.calls else []
    found += _callees(body, function)
    inside = (node for node in found if function.body_start <= node.start_byte < function.body_end)
    names = (_called(tree.text_of(node)) for node in sorted(inside, key=lambda node: node.start_byte))
    return list(dict.fromkeys(name for name in names if name))


def _callees(root: Node, function: Function) -> list[Node]:
    """Return the callees, by the fields that most grammars use for them."""
    found: list[Node] = []
    remaining = [root]
    while remaining:
        node = remaining.pop()
        if node.end_byte <= function.body_start or node.start_byte >= function.body_end:
            continue
        remaining += node.children
        callee = node.child_by_field_name("function") or node.child_by_field_name("macro")
        if callee is None and re.search("invocation|^call$|method_call|new_expression|object_creation", node.type):
            fields = ("name", "method", "constructor", "type")
            callee = next((child for field in fields if (child := node.child_by_field_name(field)) is not None), None)
        if callee is not None:
            found.append(callee)
    return found


def _called(text: str) -> str:
    """Return the name of a callee: the whole text if it is a plain name, otherwise its last word."""
    flat = re.sub(r"\s+", "", text[-300:]).replace("::", ".").replace("->", ".").replace("?.", ".")
    flat = re.sub(r"<[^<>]*>", "", flat)
    if re.fullmatch(r"[\w$.#!?]+", flat):
        return flat.strip(".")
    words = re.findall(r"[^\W\d][\w$]*", flat)
    return words[-1] if words and flat.endswith(words[-1]) else ""


def _function(tree: Tree, language: Language, definition: Definition) -> Function:
    syntax = language.syntax
    assert syntax is not None
    name, outer, above, holder, body = definition
    docstring = docstring_of(tree, body)
    hole = hole_of(tree, syntax, body, docstring)
    first = above[0] if above else outer
    end = hole.last if not hole.delimited and outer.end_byte == body.end_byte else outer.end_byte
    head = normal_text(tree, [*above, outer], body.start_byte)
    said = _docstring(tree, body) or comment_above(tree, first)
    parameters = _parameters(holder)
    return Function(
        name=".".join(name),
        start=first.start_byte,
        end=end,
        line=first.start_point[0] + 1,
        end_line=tree.text.count(b"\n", 0, max(end - 1, 0)) + 1,
        parameters=normal_text(tree, [parameters]) if parameters is not None else "",
        head=head,
        body_start=hole.start,
        body_end=hole.end,
        in_lines=hole.in_lines,
        delimited=hole.delimited,
        docstring=said,
        is_public=is_public(tree, name, head, outer),
        broken=outer.has_error,
    )


def _docstring(tree: Tree, body: Node) -> str:
    if tree.grammar != "python":
        return ""
    first = next((child for child in body.named_children if "comment" not in child.type), None)
    return (text_of_docstring(tree, first) or "") if first is not None else ""


def _parameters(holder: Node) -> Node | None:
    for node in declarators(holder):
        found = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
        if found is not None:
            return found
    return next((child for child in holder.named_children if "parameters" in child.type), None)


def _margin(text: str, function: Function) -> str:
    lines = [line for line in body_of(text, function).splitlines() if line.strip()]
    if lines:
        return lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    line = _decoded(encode(text)[: function.start]).rpartition("\n")[2]
    return f"{line[: len(line) - len(line.lstrip())]}    "


def _decoded(data: bytes) -> str:
    return data.decode(errors="surrogateescape")
