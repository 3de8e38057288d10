"""Find the tables of test cases in a test set, and alter the expected values in their rows."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.alterations import Alterations
from benchwright.judging.change import changed_value
from benchwright.judging.origins import MAPS
from benchwright.judging.other_values import Edit
from benchwright.languages.syntax import descendants

if TYPE_CHECKING:
    from tree_sitter import Node

_COLLECTION = re.compile(
    r"^(list|array|tuple|list_literal|array_expression|array_literal|array_initializer|initializer_list|literal_value"
    r"|anonymous_array_expression|anonymous_hash_expression|array_creation_expression|table_constructor|list_expression|set|vector|map|dictionary|object|hash|token_tree)$"
)
_WRAPPERS = frozenset({"literal_element", "expression_list", "array_element_initializer", "pair", "keyed_element"})
"""Nodes that merely wrap an element of a collection."""
_CELLS = _WRAPPERS | {"tuple_expression"}
_EXPECTED_KEY = re.compile("expect|want|result|output|answer|out$|exp$|right|correct", re.IGNORECASE)
_INPUT_NAME = re.compile("(?:test_?)?(?:inputs?|args|arguments|params|given)", re.IGNORECASE)
_TOLERANCE = re.compile("tol|eps|delta", re.IGNORECASE)
_JSON = re.compile(rb"^\W*[\[{][\s\S]*:")
_JSON_VALUE = re.compile(
    rb"""\\?"(?P<key>[\w ]+)\\?"\s*:\s*(?:\\?")?(?!(?:true|false|null)\b)(?P<value>-?\w+)(?=\\?"|[\s,}\]])"""
)
_DIGIT = re.compile("[0-9]")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row in a table of test cases."""

    table: int
    """Index of the table the row belongs to."""
    edits: tuple[Edit, ...]
    """Edits that alter the row; empty if none of its values can be altered."""


class Tables(Alterations):
    """The tables of test cases: literal collections, and texts with JSON."""

    def _rows(self, checks: Sequence[tuple[int, int]], expected: frozenset[str]) -> Iterator[Row]:
        """Yield the rows of all tables outside the given check ranges: literal collections most of whose elements
        contain a literal, and the values of variables in `expected`, each a table with one row."""
        covered = 0
        number = 0
        tables: list[tuple[int, int]] = []
        for node in self.inner:
            if node.start_byte < covered or not _COLLECTION.search(node.type):
                continue
            if self._is_argument(node) or self._from_solution(node):
                continue
            if self._is_no_table(node):
                covered = node.end_byte  # and so is everything in it
                continue
            rows = self._rows_of_groups(node) or self._members(node)
            if len(rows) < 2 or any(start <= node.start_byte < end for start, end in checks):
                continue
            edits = [self._row_edits(row, several=self._accepts_several(node)) for row in rows]
            if sum(map(bool, edits)) * 2 < len(rows):
                continue
            covered = node.end_byte
            tables.append((node.start_byte, node.end_byte))
            for each in edits:
                yield Row(table=number, edits=each)
            number += 1
        for alone in self._single_rows(expected, (*checks, *tables)):
            yield from (Row(table=number, edits=each) for each in alone)
            number += 1

    def _single_rows(
        self, expected: frozenset[str], taken: Sequence[tuple[int, int]]
    ) -> Iterator[Sequence[tuple[Edit, ...]]]:
        """Yield the alterations of texts with JSON, and those of the values of variables."""
        for literal in self.literals:
            if encoded := [(edit,) for edit in self._encoded_values(literal)]:
                yield encoded
        for value in self._values_of(expected, taken):
            if changes := self._digit_edits(value) or self._row_edits(value):
                yield [changes]

    def _members(self, table: Node) -> list[Node]:
        return [each for each in table.named_children if "comment" not in each.type]

    def _rows_of_groups(self, table: Node) -> list[Node]:
        """Return the rows of all tables in a table of tables, if the tests loop over the inner ones too."""
        _, columns = self._names_of(table)
        if not any(len(words) > 1 and not columns.isdisjoint(self._words_in(value)) for words, value in self.assigned):
            return []
        rows: list[Node] = []
        for group in self._members(table):
            while group.type in _CELLS and group.named_child_count:
                group = group.named_children[-1]
            inner = self._members(group) if _COLLECTION.search(group.type) else []
            if not inner or not all(_COLLECTION.search(each.type) for each in inner):
                return []
            rows += inner
        return rows

    def _encoded_values(self, literal: Node) -> Iterator[Edit]:
        """Alter the expected values in a text with JSON."""
        text = self.text[literal.start_byte : literal.end_byte]
        if self.kinds[literal.type] != "string" or self._is_argument(literal) or not _JSON.search(text):
            return
        for found in _JSON_VALUE.finditer(text):
            value = found["value"].decode(errors="surrogateescape")
            if _EXPECTED_KEY.search(found["key"].decode(errors="surrogateescape")) and (
                changed := changed_value(
                    value, "integer" if value.lstrip("-").isdigit() else "string", self._draw(literal)
                )
            ):
                start = literal.start_byte + found.start("value")
                yield Edit(start, start + len(found["value"]), changed)

    def _digit_edits(self, value: Node) -> tuple[Edit, ...]:
        """Change a digit in the text of a value, which keeps its format: the tests may parse it."""
        texts = [each for each in self._literals_in(value) if self.kinds[each.type] == "string"]
        for literal in texts:
            text = self.tree.text_of(literal)
            if digits := list(_DIGIT.finditer(text)):
                chosen = digits[self._draw(literal) % len(digits)]
                changed = text[: chosen.start()] + str(int(chosen[0]) % 9 + 1) + text[chosen.end() :]
                return (Edit(literal.start_byte, literal.end_byte, changed),)
        return ()

    def _values_of(self, names: frozenset[str], taken: Sequence[tuple[int, int]]) -> Iterator[Node]:
        """Yield what the tests assign to these variables, and to those it is computed from, except values that the
        solution sees, functions, and what overlaps with `taken`."""
        inputs = self._sources_of(self.lent | {name for name in names if _TOLERANCE.search(name)})
        wanted = self._sources_of(names - inputs) - inputs
        found = {
            value.id: value
            for assigned, value in self.assigned
            if not wanted.isdisjoint(assigned) and (inputs | self.own).isdisjoint(assigned) and not self._touched(value)
        }
        sources = {word for assigned, value in self.assigned if value.id in found for word in assigned}
        found = {each: value for each, value in found.items() if sources.isdisjoint(self._words_in(value))}
        starts = sorted((*(start for start, _ in taken), *(body.start_byte for _, body in self.functions.values())))
        spans = deque(sorted(taken))
        covered = 0
        for value in sorted(found.values(), key=lambda value: value.start_byte):
            while spans and spans[0][0] <= value.start_byte:
                covered = max(covered, spans.popleft()[1])
            empty = bisect_left(starts, value.start_byte) == bisect_left(starts, value.end_byte)
            if empty and value.start_byte >= covered:
                covered = value.end_byte
                yield value

    def _sources_of(self, names: Set[str]) -> frozenset[str]:
        """Return these names, and all names that the tests assign them from, directly or not."""
        reached: frozenset[str] = frozenset()
        more = frozenset(names)
        while not more <= reached:
            reached |= more
            values = (value for assigned, value in self.assigned if not reached.isdisjoint(assigned))
            more = frozenset(word for value in values for word in self._words_in(value))
        return reached

    def _accepts_several(self, table: Node) -> bool:
        """Whether a check accepts any element of the last column's values."""
        _, columns = self._names_of(table)
        return not self.accepting.isdisjoint(columns)

    def _is_no_table(self, table: Node) -> bool:
        """Whether the last column is also passed to the solution, which may not accept another value, or the table is
        itself a collection any of whose elements is accepted."""
        names, _ = self._names_of(table)
        return (
            not self.accepting.isdisjoint(names)
            or not self._mapped_names.isdisjoint(names)
            or any(map(_INPUT_NAME.fullmatch, names))
            or any(len(words) > 1 and words[-1] in self.lent for words in self._loops_over(table, names))
        )

    @functools.cached_property
    def _mapped_names(self) -> frozenset[str]:
        """Names of the collections to whose elements a function of the solution is applied."""
        spans = (span for call in self.calls if self._callee(call) in MAPS for span in self._mapped(call))
        return frozenset(word for start, end in spans for word in self._words_between(start, end))

    def _names_of(self, table: Node) -> tuple[set[str], set[str]]:
        """Return the names that a table is assigned to, and those of its last column."""
        names = {
            word
            for words, value in self.assigned
            if value.start_byte <= table.start_byte and table.end_byte <= value.end_byte
            for word in words
        }
        return names, {words[-1] for words in self._loops_over(table, names) if len(words) > 1}

    def _loops_over(self, table: Node, names: set[str]) -> list[list[str]]:
        return [
            words
            for words, value in self.assigned
            if (value.start_byte <= table.start_byte and table.end_byte <= value.end_byte)
            or not names.isdisjoint(self._words_in(value))
        ]

    def _row_edits(self, row: Node, *, several: bool = False) -> tuple[Edit, ...]:
        """Alter the cell whose key suggests an expected value, or the last cell; with `several`, all values in it."""
        chosen = row
        while chosen.named_child_count and (chosen.type in _CELLS or _COLLECTION.search(chosen.type)):
            only = chosen.named_child_count == 1
            chosen = chosen.named_children[-1]
            if chosen.type not in _WRAPPERS and not (only and _COLLECTION.search(chosen.type)):
                break
        for each in descendants(row):
            key = each.child_by_field_name("key") or each.child_by_field_name("name")
            value = each.child_by_field_name("value")
            if key is not None and value is not None and _EXPECTED_KEY.search(self.tree.text_of(key)):
                chosen = value
                break
        if several:
            return self._all_altered(self._elements(chosen))
        options = self._alterations(chosen, chosen)
        return options[0].edits if options and options[0].kind == "value" else ()
