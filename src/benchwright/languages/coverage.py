"""Records of executed lines and branches, and coverage by instrumenting the source."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol, cast

import msgspec

from benchwright.languages.join import Joined
from benchwright.languages.language import Language
from benchwright.languages.registry import find_language
from benchwright.languages.syntax import Edits, Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node


class Traced(msgspec.Struct, frozen=True, kw_only=True):
    """A joined program that reports which lines it executes."""

    files: Mapping[str, bytes]
    """Path → content of each file in the work folder."""
    mode: str
    """Name of the mode that builds and runs it."""
    collect: tuple[str, ...]
    """Files that the program leaves behind; patterns with * and ? are allowed."""
    env: Mapping[str, str] = {}
    """Additional environment variables for the run."""


class Executed(msgspec.Struct, frozen=True, kw_only=True):
    """Which lines and branches of a solution a run executed."""

    lines: Mapping[int, bool]
    """Executable line of the solution, counted from 1 → whether it was executed."""
    branches: Mapping[tuple[int, int], bool] | None = None
    """Line of a decision and index of a branch, counted from 0 → whether it was taken. The same text has the same keys
    in every run. None if the tool does not report branches."""


def numbered(ways: Iterable[tuple[int, bool]]) -> dict[tuple[int, int], bool]:
    """Number the branches of each line, given the line of each branch and whether it was taken, in text order."""
    branches: dict[tuple[int, int], bool] = {}
    counts: dict[int, int] = {}
    for line, taken in ways:
        number = counts.get(line, 0)
        branches[line, number] = taken
        counts[line] = number + 1
    return branches


class CoverageTool(Protocol):
    """Interface of a language's module `coverage.py`."""

    TOOL: str

    def trace(self, joined: Joined) -> Traced:
        """Instrument the program."""
        ...

    def read(self, joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
        """Read which lines were executed; None if the tool reported nothing."""
        ...


def coverage_tool(language: Language) -> CoverageTool | None:
    """Return the language's coverage tool; None if it has none."""
    return _tool(language, "coverage")


def branch_tools(language: Language) -> list[CoverageTool]:
    """Return all coverage tools, those that report branches first."""
    tools = [_tool(language, "marks"), _tool(language, "coverage")]
    return [tool for tool in tools if tool is not None]


def _tool(language: Language, module: str) -> CoverageTool | None:
    if language.coverage_like:
        language = find_language(language.coverage_like)
    if not (language.directory / f"{module}.py").is_file():
        return None
    return cast(CoverageTool, importlib.import_module(f"{language.package}.{module}"))


RESULT = "benchwright_marks"
"""File in the work folder with one byte for each mark."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """How a language writes what can be marked. Names are node types."""

    grammar: str
    """Name of the tree-sitter grammar."""
    mark: str
    """Statement that records a mark, with a placeholder for its number."""
    block: str = "block"
    """Node type of statements in braces."""
    blocks: frozenset[str]
    """Node types that contain statements, with or without braces."""
    not_run: frozenset[str]
    """Node types between statements that are not statements."""
    ifs: frozenset[str]
    """Node types with a `consequence`, an `alternative`, or both."""
    loops: frozenset[str]
    """Node types with a `body` that may not run."""
    arms: frozenset[str]
    """Node types of cases; what follows the colon or arrow is marked."""
    ternaries: frozenset[str] = frozenset()
    """Node types of conditional expressions."""
    test: str = ""
    """Start of the call that records one of two marks, the second if its last argument, the condition, is false; up to
    the condition."""
    gives: str = ""
    """What makes an expression in a block the value of its arm, in a `switch` that is itself an expression."""


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """A text with its marks."""

    text: bytes
    """The instrumented text, with marks inserted."""
    marks: tuple[tuple[int, bool], ...]
    """For each mark, its line and whether it is on a branch."""


def trace(joined: Joined, name: str, marked: Marked, notes: str) -> Traced:
    """Put the marked text into the file `name`, followed by `notes`, the code that records the marks."""
    text = marked.text + notes.replace("COUNT", str(len(marked.marks))).replace("RESULT", RESULT).encode()
    files = {**joined.files, name: text, RESULT: bytes(len(marked.marks))}
    return Traced(files=files, mode=joined.mode, collect=(RESULT,))


def read(marked: Marked, files: Mapping[str, bytes]) -> Executed | None:
    """Read which marks were passed; of several statements on a line, all must be.

    None if the file does not have the expected form, or if no mark was passed: then they may have been unable to record
    anything.
    """
    passed = files.get(RESULT, b"")
    if len(passed) != len(marked.marks) or not {1} <= set(passed) <= {0, 1}:
        return None
    lines: dict[int, bool] = {}
    for (line, is_way), was in zip(marked.marks, passed, strict=True):
        if not is_way:
            lines[line] = lines.get(line, True) and bool(was)
    ways = ((line, bool(was)) for (line, is_way), was in zip(marked.marks, passed, strict=True) if is_way)
    return Executed(lines=lines, branches=numbered(ways))


@functools.lru_cache(maxsize=64)
def place_marks(shape: Shape, text: bytes) -> Marked:
    """Insert marks into the text."""
    marking = _Marking(shape, text)
    skipped_to = 0
    for node in sorted(descendants(Tree(shape.grammar, text).root), key=lambda each: (each.start_byte, -each.end_byte)):
        if node.start_byte < skipped_to:
            continue
        if _is_constant(node):
            skipped_to = node.end_byte
        else:
            marking.visit(node)
    return Marked(text=marking.apply(), marks=tuple(marking.marks))


def _is_constant(node: Node) -> bool:
    """Whether the compiler evaluates the code; only Rust has such nodes."""
    is_function = node.type == "function_item" and any(
        child.type == "function_modifiers" and any(word.type == "const" for word in child.children)
        for child in node.children
    )
    return is_function or node.type in ("const_item", "static_item", "const_block", "array_type", "type_arguments")


class _Marking:
    """Collects the marks of a text."""

    def __init__(self, shape: Shape, text: bytes) -> None:
        self.shape = shape
        self.text = text
        self.marks: list[tuple[int, bool]] = []
        self._inserts: list[tuple[int, int, int, str]] = []

    def apply(self) -> bytes:
        """Apply the insertions. At the same position, ends come before starts, inner ends and outer starts first."""
        edits = Edits(self.text)
        for position, _, _, text in sorted(self._inserts, key=lambda each: each[:3]):
            edits.insert(position, text)
        return edits.apply()

    def visit(self, node: Node) -> None:
        shape = self.shape
        if node.type in shape.blocks:
            for child in _statements(node, shape):
                self._before(child, self._mark(child))
        if node.type in shape.ifs:
            self._decide(node)
        elif node.type in shape.loops and (body := node.child_by_field_name("body")):
            self._enter(body, self._mark(node, way=True))
        elif node.type in shape.arms:
            self._arm(node)
        elif node.type in shape.ternaries:
            self._ternary(node)

    def _mark(self, node: Node, *, way: bool = False) -> str:
        self.marks.append((node.start_point[0] + 1, way))
        return self.shape.mark.format(len(self.marks) - 1) + " "

    def _decide(self, node: Node) -> None:
        first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        if first is not None:
            self._enter(first, self._mark(node, way=True))
        if second is not None:
            body = second.named_children[-1] if second.type == "else_clause" and second.named_children else second
            self._enter(body, self._mark(node, way=True))
        elif first is not None:
            self._after(first, f" else {{ {self._mark(node, way=True)}}}")

    def _arm(self, node: Node) -> None:
        after = [child for child in node.children if child.type in (":", "=>", "->")][-1:]
        body = [child for child in node.named_children if after and child.start_byte >= after[0].end_byte][:1]
        if after and after[0].type == ":":
            self._after(after[0], " " + self._mark(node, way=True))
        elif body:
            gives = body[0].type == "expression_statement" and _is_value(node, self.shape)
            self._enter(body[0], self._mark(node, way=True), self.shape.gives if gives else "")

    def _enter(self, body: Node, mark: str, gives: str = "") -> None:
        """Mark the start of a body; a single statement becomes a block."""
        if body.type == self.shape.block:
            self._inserts += [(child.end_byte, 0, 0, " " + mark) for child in body.children if child.type == "{"]
        else:
            self._before(body, f"{{ {mark}{self._mark(body)}{gives}")
            self._after(body, " }")

    def _ternary(self, node: Node) -> None:
        condition = node.child_by_field_name("condition")
        # A pattern in a condition declares names for the code after it, but not from inside a call.
        whole = node.child_by_field_name("consequence") is not None
        if condition is None or not whole or b"instanceof" in self.text[condition.start_byte : condition.end_byte]:
            return
        first = len(self.marks)
        self.marks += [(node.start_point[0] + 1, True)] * 2
        self._before(condition, self.shape.test.format(first))
        self._after(condition, ")" * self.shape.test.count("("))

    def _before(self, node: Node, text: str) -> None:
        self._inserts.append((node.start_byte, 1, -node.end_byte, text))

    def _after(self, node: Node, text: str) -> None:
        self._inserts.append((node.end_byte, 0, -node.start_byte, text))


def _statements(block: Node, shape: Shape) -> Iterator[Node]:
    """Yield the statements of a block. An attribute belongs to the statement after it, so nothing may come between
    them."""
    label = block.child_by_field_name("value")
    for child in block.named_children:
        before = child.prev_named_sibling
        attributed = before is not None and before.type == "attribute_item"
        is_other = child.type in shape.not_run or child.type.endswith(("_item", "comment")) or child == label
        if not attributed and not is_other and not child.type.startswith("preproc"):
            yield child


def _is_value(arm: Node, shape: Shape) -> bool:
    """Whether the `switch` of an arm is an expression."""
    switch = arm.parent.parent if arm.parent else None
    around = switch.parent if switch else None
    if switch is None or around is None:
        return False
    return around.type not in shape.blocks | shape.ifs | shape.loops | {"labeled_statement"}
