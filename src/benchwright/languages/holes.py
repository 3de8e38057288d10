"""Find the hole of a function: the part of its text that is its body, in whole lines if possible."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, NamedTuple

from benchwright.languages.language import Syntax
from benchwright.languages.syntax import Tree

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
