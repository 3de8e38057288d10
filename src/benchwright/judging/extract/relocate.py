"""Move code to another place: re-indent its lines, but leave multi-line strings unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchwright.judging.extract.reading import Reading
from benchwright.judging.extract.target import Hole, indentation
from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node


def new_body(tree: Tree, node: Node, hole: Hole, reading: Reading) -> tuple[int, int, str] | None:
    """Return the byte range to replace around a hole and its new text, so that the function gets the body it has in
    this tree. None if the bodies are of different kinds."""
    body = node.child_by_field_name("body")
    if body is None:
        return None
    if reading.answers.indented:
        return _new_lines(tree, node, body, hole)
    mine, other = hole.tree.text_of(hole.body), tree.text_of(body)
    if mine[:1] == "{" and other[:1] != "{" and node.type == "arrow_function":
        other = f"{{ return {other}; }}"
    if (mine[:1] == "{") != (other[:1] == "{") or (hole.body.type != body.type and mine[:1] != "{"):
        return None
    return hole.body.start_byte, hole.body.end_byte, other


def moved(tree: Tree, node: Node, column: str, reading: Reading) -> str:
    """Return the text of a node, its first line without indentation, the others shifted as if the first had this
    indentation."""
    text = tree.text_of(node)
    if not reading.answers.indented:
        return text
    own = indentation(_line(tree, node.start_byte))
    first, *rest = text.split("\n")
    fixed = _rows_in_texts(node)
    row = node.start_point[0]
    lines = [line if row + 1 + number in fixed else _at(line, own, column) for number, line in enumerate(rest)]
    return "\n".join((first, *lines))


def _new_lines(tree: Tree, node: Node, body: Node, hole: Hole) -> tuple[int, int, str] | None:
    """Do the same for bodies delimited by indentation: replace whole lines."""
    colons = [each for each in node.children if each.type == ":" and each.end_byte <= body.start_byte]
    statements = _statements(body)
    if not colons or not statements:
        return None
    start, end = _replaced(hole)
    head, first = colons[-1], statements[0]
    if _is_text(first) and len(statements) > 1 and _is_documented(hole):  # it repeats the docstring
        head, first = first, statements[1]
    text = tree.text[head.end_byte : node.end_byte].decode(errors="surrogateescape")
    lines = text.rstrip().split("\n")
    row = head.end_point[0]
    rows = _rows_in_texts(node)
    if first.start_point[0] == row:  # all on the line of the signature
        made = [hole.indentation + lines[0].strip()]
        own = ""
    else:
        own = indentation(_line(tree, first.start_byte))
        made = []
    made += [
        line if row + 1 + number in rows else _at(line, own, hole.indentation) for number, line in enumerate(lines[1:])
    ]
    begun = hole.text[hole.text.rfind(b"\n", 0, start) + 1 : start].decode(errors="surrogateescape")
    joined = "\n".join(made).removeprefix(begun) if not begun.strip() else "\n".join(made)
    return start, end, joined + ("" if hole.text[end : end + 1] == b"\n" or end == len(hole.text) else "\n")


def _replaced(hole: Hole) -> tuple[int, int]:
    """Return the hole, or all statements of the function if it has some outside the hole."""
    inside = _statements(hole.body)
    documented = _is_documented(hole)
    before = [each for each in inside[documented:] if each.end_byte <= hole.start]
    after = [each for each in inside if each.start_byte >= hole.end]
    if not after and not before:
        return hole.start, hole.end
    return hole.text.rfind(b"\n", 0, inside[documented].start_byte) + 1, hole.body.end_byte


def _is_documented(hole: Hole) -> bool:
    first = _statements(hole.body)[0]
    return first.end_byte <= hole.start and _is_text(first)


def _is_text(statement: Node) -> bool:
    inner = statement.children if statement.type == "expression_statement" else [statement]
    return all(each.type in ("string", "concatenated_string") for each in inner)


def _statements(body: Node) -> list[Node]:
    return [each for each in body.named_children if "comment" not in each.type]


def _at(line: str, old: str, new: str) -> str:
    """Replace the old indentation of a line by the new one."""
    if not line.strip():
        return line.strip()
    if line.startswith(old):
        return new + line[len(old) :]
    return line.lstrip() if len(indentation(line)) < len(old) and not new else new + line.lstrip()


def _line(tree: Tree, at: int) -> str:
    start = tree.text.rfind(b"\n", 0, at) + 1
    return tree.text[start:at].decode(errors="surrogateescape")


def _rows_in_texts(node: Node) -> frozenset[int]:
    """Return the rows that start inside a string, where whitespace is part of the value."""
    texts = (each for each in descendants(node) if "string" in each.type and each.end_point[0] > each.start_point[0])
    return frozenset(row for each in texts for row in range(each.start_point[0] + 1, each.end_point[0] + 1))
