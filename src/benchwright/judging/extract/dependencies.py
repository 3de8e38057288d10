"""Find the parts of an answer that the function needs and the surrounding code lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.extract.parts import Part, parts_around, parts_of
from benchwright.judging.extract.reading import Reading, words_below
from benchwright.judging.extract.target import Hole, Written, name_of, owner_of, parameter_names, whole_of
from benchwright.languages.syntax import Tree, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

_MOST_PARTS = 500
"""An answer with more helpers comes from a model stuck in a loop."""
_MOST_STATEMENTS = 100
_ROUNDS = 4
_STARTS = re.compile(r"\b__name__\b|\brequire\.main\b|\bimport\.meta\b")
_SHOWS = re.compile(
    r"\b(?:print|pprint|input|assert|unittest|doctest|pytest|timeit|alert|describe|it|test|stdin|readline)\b|\bconsole\."
)
"""Words that occur in usage examples and tests of a function."""
_IMPORTS = re.compile(r"(?:import|from|use|#\s*include)\b|.*\brequire\b")


class Needed(msgspec.Struct, frozen=True, kw_only=True):
    """The needed parts, in the order of the answer."""

    before: tuple[str, ...]
    """Parts to put before the function."""
    after: tuple[str, ...]
    """Parts to put after the function."""
    members: tuple[str, ...]
    """Parts to put into the function's class."""
    changed: frozenset[str]
    """Names of functions that the function needs and that differ in the surrounding code."""
    left_out: bool
    """Whether the answer contains other parts that the surrounding code lacks."""


def find_needed(written: Written, hole: Hole, reading: Reading) -> Needed:
    """Decide which parts of the answer to use."""
    around = parts_around(hole, reading)
    parts = parts_of(written, hole, reading)
    same = {part.normal for part in around}
    fresh = [part for part in parts if part.normal not in same and part.words]
    known = {key for part in around for key in part.keys}
    own = {key for part in around for key in part.keys if not _IMPORTS.match(part.normal)}
    chosen = _Choice(fresh, known, own, written, hole, reading).made()
    changed = {
        name
        for part in fresh
        if part.plain and not part.stub and part.keys & known and not part.names & {name_of(hole.node, hole.tree)}
        for name in part.names & chosen.words
    }
    kept = [part for number, part in enumerate(fresh) if number in chosen.numbers]
    top = [part for part in kept if not part.member]
    # A part that comes after the function and runs may need it; parts that it mentions keep their position.
    late = any(part.after and _is_late(part, chosen) for part in top)
    return Needed(
        before=tuple(part.text for part in top if not (late and part.after)),
        after=tuple(part.text for part in top if late and part.after),
        members=tuple(part.text for part in kept if part.member),
        changed=frozenset(changed),
        left_out=len(kept) < len([part for part in fresh if not part.stub]),
    )


def _is_late(part: Part, chosen: _Choice) -> bool:
    return bool(part.registers) or (part.runs and (bool(part.words & chosen.own) or not part.names))


class _Choice:
    """Adds parts until nothing they need is missing."""

    def __init__(
        self, parts: list[Part], known: set[str], around: set[str], written: Written, hole: Hole, reading: Reading
    ) -> None:
        self.parts = parts
        self.known = known
        self._around = around
        self.entry = name_of(written.node, written.tree)
        self.own = frozenset({self.entry, owner_of(hole.node, hole.tree)} - {""})
        self.words = set(_free_words(written, reading))
        self.numbers: set[int] = set()
        self._names: set[str] = set()
        self._call = re.compile(rf"\b{re.escape(self.entry)}\s*\(")
        self._given = re.compile(rf"\b(?:setattr|Object\.\w+)\(\s*{re.escape(self.entry)}\b")
        self._index: dict[str, list[int]] = {}
        self._bodies: dict[str, frozenset[str]] = {}
        for number, part in enumerate(parts):
            for name in part.names if self._is_candidate(part) else ():
                self._index.setdefault(name, []).append(number)
            for name in part.names if not part.runs else ():
                self._bodies.setdefault(name, part.words)
        self._defined = {name for part in parts for name in part.names}

    def made(self) -> _Choice:
        """Choose the numbers of all needed parts, and return self."""
        self._take(self.words)
        running = [number for number, part in enumerate(self.parts) if part.runs or part.registers][:_MOST_STATEMENTS]
        for _ in range(_ROUNDS):
            more = [number for number in running if number not in self.numbers and self._acts(self.parts[number])]
            if not more:
                break
            for number in more:
                self._add(number)
        return self

    def _take(self, words: Iterable[str]) -> None:
        remaining = list(words)
        while remaining and len(self.numbers) < _MOST_PARTS:
            for number in self._index.get(remaining.pop(), ()):
                if number not in self.numbers:
                    self.numbers.add(number)
                    self._names |= self.parts[number].names
                    fresh = self.parts[number].words - self.words
                    self.words |= fresh
                    remaining += fresh

    def _add(self, number: int) -> None:
        self.numbers.add(number)
        fresh = self.parts[number].words - self.words
        self.words |= fresh
        self._take(self.parts[number].words)

    def _is_candidate(self, part: Part) -> bool:
        """Whether the surrounding code lacks the part and it is not a usage example."""
        if not part.keys or part.keys <= self.known or (part.keys & self.known and not part.runs):
            return False
        return part.function or "\n" in part.text.strip() or not self._call.search(part.text)

    def _acts(self, part: Part) -> bool:
        """Whether a statement affects the function: it changes a chosen part, the function itself or a setting."""
        if _STARTS.search(part.text):
            return False
        if part.registers:
            return bool(part.registers & (self.own | self._names))
        if self._given.search(part.text) and not self._call.search(part.text):
            return True
        if part.after and self.entry in part.names and self.entry in part.words:
            return True  # fib = cached(fib)
        if part.writes & (self.own | self._names | (self.words & self.known)) - part.names:
            return not (part.names and not part.writes - part.names)
        shown = _SHOWS.search(part.text) or self._call.search(part.text)
        return bool(part.words) and not shown and self._fills(part)

    def _fills(self, part: Part) -> bool:
        """Whether such a statement is not an example, judging by its calls or because it involves nothing that was left
        out."""
        if part.member and not part.binds and part.words & self._names:
            return True
        if part.binds and part.keys & self.known:
            return False
        if part.changes & self._names and not (part.binds and part.names):
            return True
        calls = part.changes & self._bodies.keys() - self.own
        if any(self._bodies[name] & self._names and self.entry not in self._bodies[name] for name in calls):
            return True
        foreign = (self._defined - self._names) | self.own | self._around
        return not part.names and not part.words & foreign


def _free_words(written: Written, reading: Reading) -> frozenset[str]:
    """Return the words that the function mentions without defining them."""
    whole, node, tree = whole_of(written.node), written.node, written.tree
    own = set(parameter_names(node, tree)) | (_bound_in(node, tree) if reading.answers.indented else set())
    heads = [each for each in whole.children if each.type == "decorator"]
    values = [value for each in descendants(node) if (value := each.child_by_field_name("value")) is not None]
    heads += [value for value in values if value.parent is not None and "default" in value.parent.type]
    return (words_below(tree, node) - own).union(*(words_below(tree, each) for each in heads))


def _bound_in(node: Node, tree: Tree) -> set[str]:
    """Return the names that a Python function binds locally, without those declared global or nonlocal."""
    bound: set[str] = set()
    declared: set[str] = set()
    remaining = list(node.children)
    while remaining:
        each = remaining.pop()
        if each.type in ("function_definition", "class_definition", "lambda"):
            continue
        left = each.child_by_field_name("left")
        if each.type in ("assignment", "augmented_assignment", "for_statement") and left is not None:
            bound |= {
                tree.text_of(one)
                for one in (left, *left.named_children)
                if one.type == "identifier"
                and one.parent is not None
                and one.parent.type not in ("attribute", "subscript")
            }
        if each.type == "global_statement":
            declared |= words_below(tree, each)
        remaining += each.children
    return bound - declared
