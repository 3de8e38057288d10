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
from benchwright.judging.origins import KEYWORD, MAPS
from benchwright.judging.other_values import CONSTRUCTS, Edit
from benchwright.languages.syntax import ancestors, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

_COLLECTION = re.compile(
    r"^(list|array|tuple|list_literal|array_expression|array_literal|array_initializer|initializer_list|literal_value"
    r"|anonymous_array_expression|anonymous_hash_expression|array_creation_expression|initializer_expression|collection_expression"
    r"|(?:array|curly|tuple)_construction|table_constructor|list_expression|set|vector|map|dictionary|dictionary_literal|object|hash|token_tree)$"
)
_INITIALIZER = re.compile("initializer(_expression)?$")
_WRAPPERS = frozenset({
    "literal_element", "expression_list", "array_element_initializer", "pair", "keyed_element", "colon_expression",
    "collection_element", "expression_element", "argument", "assignment_expression",
})  # fmt: skip
"""Nodes that merely wrap an element of a collection."""
_CELLS = _WRAPPERS | {"tuple_expression"}
_EXPECTED_KEY = re.compile("expect|want|result|output|answer|out$|exp$|right|correct", re.IGNORECASE)
_INPUT_NAME = re.compile("(?:test_?)?(?:inputs?|args|arguments|params|given)", re.IGNORECASE)
_MEMBER = re.compile(rb"\s*(\.|->|\[)")
_TOLERANCE = re.compile("tol|eps|delta", re.IGNORECASE)
_JSON = re.compile(rb"^\W*[\[{][\s\S]*:")
_JSON_VALUE = re.compile(
    rb"""\\?"(?P<key>[\w ]+)\\?"\s*:\s*(?:\\?")?(?!(?:true|false|null)\b)(?P<value>-?\w+)(?=\\?"|[\s,}\]])"""
)
_DIGIT = re.compile("[0-9]")
_TABLE = re.compile("(?i)(with|for|table|each|data|cases?|param)_?(data|all|each|for|provider|cases?|of)?")
"""Names of functions that are given the rows of a table."""
_ROW = re.compile("(?i)row|case|tuple[0-9]?|arguments?|param|test_?case")
_HEADING = re.compile("(?i)head(er|ing)s?")
_WHERE = re.compile(rb"(?:where:|`)[ \t]*\n[^\n`]*\|[^\n`]*\n((?:[^\n|`]*\|[^\n`]*\n)+)")
"""A table whose columns are separated by `|`, without its heading."""
_PAIRING = frozenset({"to", "->", "=>"})
"""Operators that make a pair."""
_DECLARES = re.compile("struct|class|record|data_|object_decl")
_FIELD = re.compile("field|parameter|property|component|member")
_LABEL = re.compile("(?:test_?)?(?:name|desc|description|label|title|message|msg|comment)", re.IGNORECASE)
_SEPARATED = re.compile(rb"CsvSource")
_MOST_TEXTS = 40
_BLANK = re.compile(r"""(?i)(""|''|0|0\.0|false|nil|null|none|undefined|\w*\[\w*\]\w*\{\}|\[\]|\{\})""")
"""Values that mean that there is none."""
_LAST_FIELD = re.compile(r"""[,;|]\s*(?P<quote>'?)(?P<value>[^,;|']+?)(?P=quote)\s*["']*$""")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row in a table of test cases."""

    table: int
    """Index of the table the row belongs to."""
    edits: tuple[Edit, ...]
    """Edits that alter the row; empty if none of its values can be altered."""
    column: int = -1
    """Index of the cell that they alter; -1 if it is the row itself."""


class Tables(Alterations):
    """The tables of test cases: literal collections, and texts with JSON."""

    checked: Set[str] = frozenset()
    """Words in the checks."""

    def _rows(self, checks: Sequence[tuple[int, int]], expected: frozenset[str]) -> Iterator[Row]:
        """Yield the rows of all tables outside the given check ranges: literal collections most of whose elements
        contain a literal, and the values of variables in `expected`, each a table with one row."""
        self.checked = {word for start, end in checks for word in self._words_between(start, end)}
        covered = 0
        number = 0
        tables: list[tuple[int, int]] = []
        for node in self.inner:
            if node.start_byte < covered or not self._is_collection_of_rows(node):
                continue
            parts = [node] if _COLLECTION.search(node.type) else self._given(node)
            if self._is_argument(node) or any(self._from_solution(e) and not self._names_no_variable(e) for e in parts):
                continue
            if self._is_no_table(node):
                covered = node.end_byte  # and so is everything in it
                continue
            rows = self._rows_of_groups(node) or self._members(node)
            if len(rows) < 2 or any(start <= node.start_byte < end for start, end in checks):
                continue
            edits = self._table_edits(rows, several=self._accepts_several(node))
            if sum(map(bool, edits)) * 2 < len(rows):
                continue
            covered = node.end_byte
            tables.append((node.start_byte, node.end_byte))
            for row, each in zip(rows, edits, strict=True):
                yield Row(table=number, edits=each, column=self._column_of(row, each))
            number += 1
        for alone in self._single_rows(expected, (*checks, *tables)):
            yield from (Row(table=number, edits=each) for each in alone)
            number += 1

    def _single_rows(
        self, expected: frozenset[str], taken: Sequence[tuple[int, int]]
    ) -> Iterator[Sequence[tuple[Edit, ...]]]:
        """Yield the alterations of texts with JSON, and those of the values of variables."""
        yield from self._separated_rows()
        yield from self._where_rows()
        for literal in self.literals:
            if encoded := [(edit,) for edit in self._encoded_values(literal)]:
                yield encoded
        for value in self._values_of(expected, taken):
            if changes := self._digit_edits(value) or self._row_edits(value):
                yield [changes]

    def _is_collection_of_rows(self, node: Node) -> bool:
        """Whether it is a collection, or a call such as `listOf(Case(1, 2), Case(3, 4))`."""
        if _COLLECTION.search(node.type):
            return not self._from_solution(node) or all(len(self._cells(each)) > 1 for each in self._members(node))
        callee = self._callee(node).rstrip("!") if self._is_call(node) else ""
        if not CONSTRUCTS.fullmatch(callee) and not _TABLE.fullmatch(callee):
            return False
        rows = [each for each in self._members(node) if "lambda" not in each.type]
        return len(rows) > 1 and all(len(self._cells(each)) > 1 for each in rows)

    def _members(self, table: Node) -> list[Node]:
        last = table.named_children[-1] if table.named_child_count else table
        if _INITIALIZER.search(last.type) and not _INITIALIZER.search(table.type):
            table = last  # what precedes it is a type
        values = table.children_by_field_name("value")
        if len(values) > 1:
            return values  # a dictionary whose keys stand beside their values
        if not _COLLECTION.search(table.type) and self._is_call(table):
            given = [each for each in self._given(table) if not _is_comment(each)]
            first = self._inside_parentheses(given[0]) if given else table
            return given[1:] if self._is_call(first) and _HEADING.fullmatch(self._callee(first)) else given
        return [each for each in table.named_children if not _is_comment(each)]

    def _cells(self, row: Node) -> list[Node]:
        """Return the cells of a row, which is a collection, a pair or the construction of a value."""
        row = self._inside_parentheses(row)
        while row.named_child_count == 1 and (row.type in _CELLS or _COLLECTION.search(row.type)):
            row = row.named_children[0]
        if self._is_call(row):
            callee = self._callee(row)
            builds = CONSTRUCTS.fullmatch(callee) or _ROW.fullmatch(callee) or self._is_constructed(row)
            return [each for each in self._given(row) if not KEYWORD.search(each.type)] if builds else []
        pairs = [each for each in row.children if self.tree.text_of(each) in _PAIRING]
        if pairs and row.named_child_count <= 3:
            return [row.named_children[0], row.named_children[-1]]
        if "composite_literal" in row.type and row.named_child_count > 1:
            return self._cells(row.named_children[-1])
        return self._members(row) if row.type in _CELLS or _COLLECTION.search(row.type) else []

    def _column_of(self, row: Node, edits: tuple[Edit, ...]) -> int:
        """Return the index of the cell that is altered; -1 if it is the row itself."""
        cells = self._cells(row) if edits else []
        return next((n for n, each in enumerate(cells) if each.start_byte <= edits[0].start < each.end_byte), -1)

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
            or self._names_parameters(table)
            or any(len(words) > 1 and words[-1] in self._lent_whole for words in self._loops_over(table, names))
        )

    def _names_parameters(self, collection: Node) -> bool:
        """Whether it lists the names of a test's parameters, as a decorator may."""
        texts = {self.tree.text_of(each) for each in self._all_literals_in(collection)}
        return bool(texts) and any(
            texts <= {self.tree.text_of(each) for each in parameters} for parameters in self.parameters.values()
        )

    @functools.cached_property
    def _lent_whole(self) -> frozenset[str]:
        """Names that are passed to the solution, except those of which only a part is, as in `f(case.input)`."""
        whole = (word for word, start in self._lent_words() if not _MEMBER.match(self.text, start + len(word)))
        return frozenset(whole) - self._lent_members

    @functools.cached_property
    def _lent_members(self) -> frozenset[str]:
        """Names of fields that are passed to the solution."""
        return frozenset(
            word for word, start in self._lent_words() if self.text[max(0, start - 2) : start].endswith((b".", b"->"))
        )

    def _lent_words(self) -> Iterator[tuple[str, int]]:
        for start, end in self.own_calls:
            first, last = bisect_left(self.word_starts, start), bisect_left(self.word_starts, end)
            yield from zip(self.words[first:last], self.word_starts[first:last], strict=True)

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

    def _table_edits(self, rows: list[Node], *, several: bool) -> list[tuple[Edit, ...]]:
        """Alter one cell of each row; with `several`, all values in it. A cell without literals becomes that of another
        row."""
        cells = list(map(self._expected_cell, rows))
        edits = [self._all_altered(self._elements(cell)) if several else self._cell_edits(cell) for cell in cells]
        constants = [] if several else [cell for cell in cells if self._is_constant(cell)]
        ids = {cell.id for cell in constants}
        texts = list(dict.fromkeys(map(self.tree.text_of, constants)))[:_MOST_TEXTS]
        for number, cell in enumerate(cells):
            others = [text for text in texts if text != self.tree.text_of(cell)]
            if not edits[number] and others and cell.id in ids:
                other = others[self._draw(cell) % len(others)]
                edits[number] = (Edit(cell.start_byte, cell.end_byte, other),)
        return edits

    def _row_edits(self, row: Node) -> tuple[Edit, ...]:
        return self._cell_edits(self._expected_cell(row))

    def _cell_edits(self, cell: Node) -> tuple[Edit, ...]:
        options = self._alterations(cell, cell)
        if (not options or options[0].kind != "value") and self._from_solution(cell):
            built = self._all_literals_in(cell) if self._is_constructed(cell) else []
            options = self._rebuilt_options(cell, cell, built) if built else []
        return options[0].edits if options and options[0].kind == "value" else ()

    def _expected_cell(self, row: Node) -> Node:
        """Return the cell whose key suggests an expected value, or the last one that the solution is not given. Of
        several such cells, return one that says something, unlike `nil` or `false`."""
        keyed = [
            (value, self.tree.text_of(key).strip("\"':"))
            for each in descendants(row)
            if (key := each.child_by_field_name("key") or each.child_by_field_name("name")) is not None
            and (value := each.child_by_field_name("value")) is not None
            and _EXPECTED_KEY.search(self.tree.text_of(key))
        ]
        cells = self._cells(row)
        fields = next((each for each in self._fields if len(each) == len(cells)), ())
        named = [each for each in zip(cells, fields, strict=False) if self._may_be_expected(each[1])]
        columns = keyed or named or self._looped(row, cells)
        # Others may be names for messages.
        checked = [cell for cell, name in columns if name in self.checked]
        if expected := checked or [cell for cell, _ in columns]:
            filled = [each for each in expected if not _BLANK.fullmatch(self.tree.text_of(each))] or expected
            chosen = filled[(self._draw(row.parent or row) + _position(row)) % len(filled)]
            if keyed:
                return chosen
        else:
            ours = [each for each in cells if not self._from_solution(each) or self._is_constructed(each)]
            chosen = (ours or cells)[-1] if len(cells) > 1 else row
        while chosen.named_child_count and (chosen.type in _CELLS or _COLLECTION.search(chosen.type)):
            only = chosen.named_child_count == 1
            chosen = chosen.named_children[-1]
            if chosen.type not in _WRAPPERS and not (only and _COLLECTION.search(chosen.type)):
                break
        return chosen

    def _looped(self, row: Node, cells: list[Node]) -> list[tuple[Node, str]]:
        """Return the cells that a loop assigns to variables of their own and that the tests compare, with these
        variables; none unless there are several."""
        names, _ = self._names_of(row)
        for words in self._loops_over(row, names):
            if len(words) != len(cells) or self._lent_whole.isdisjoint(words) or not self._has_no_members(words):
                continue
            columns = [(cell, word) for cell, word in zip(cells, words, strict=True) if word not in self._lent_whole]
            columns = [each for each in columns if each[1] in self.checked and not _LABEL.fullmatch(each[1])]
            return columns if len(columns) > 1 else []
        return []

    def _has_no_members(self, names: list[str]) -> bool:
        """Whether the tests use no members of these variables, which hold rows or indexes otherwise."""
        wanted = set(names)
        return not any(
            word in wanted and _MEMBER.match(self.text, start + len(word))
            for word, start in zip(self.words, self.word_starts, strict=True)
        )

    def _may_be_expected(self, field: str) -> bool:
        return field not in self._lent_members and not _LABEL.fullmatch(field)

    @functools.cached_property
    def _fields(self) -> list[tuple[str, ...]]:
        """Names of the fields of the tests' types with a field that the solution is given."""
        found: list[tuple[str, ...]] = []
        for node in self.inner:
            if not _DECLARES.search(node.type):
                continue
            names = tuple(
                word
                for each in sorted(descendants(node), key=lambda each: each.start_byte)
                if _FIELD.search(each.type)
                for name in each.children_by_field_name("name") or each.children_by_field_name("declarator")
                for word in self.word.findall(self.tree.text_of(name))[-1:]
            )
            if not self._lent_members.isdisjoint(names):
                found.append(names)
        return found

    def _separated_rows(self) -> Iterator[Sequence[tuple[Edit, ...]]]:
        """Yield the alterations of annotations with rows as texts, such as `@CsvSource({"1, 2", "3, 4"})`."""
        tables: dict[int, list[tuple[Edit, ...]]] = {}
        for literal in self.literals if _SEPARATED.search(self.text) else ():
            annotation = next((each for each in ancestors(literal) if each.type == "annotation"), None)
            if annotation is None or not _SEPARATED.search(annotation.text or b"", 0, 80):
                continue
            text = self.tree.text_of(literal)
            if found := _LAST_FIELD.search(text):
                start = literal.start_byte + len(text[: found.start("value")].encode(errors="surrogateescape"))
                value = found["value"]
                kind = "integer" if re.fullmatch("-?[0-9.]+", value) else "string"
                if re.fullmatch("(?i)true|false", value):
                    kind = "boolean"
                if (other := changed_value(value, kind, self._draw(literal))) is not None:
                    end = start + len(value.encode(errors="surrogateescape"))
                    tables.setdefault(annotation.id, []).append((Edit(start, end, other),))
        yield from tables.values()

    def _where_rows(self) -> Iterator[Sequence[tuple[Edit, ...]]]:
        """Yield the alterations of the tables of Spock (`where:`) and of Jest (a template)."""
        for table in _WHERE.finditer(self.text):
            rows: list[tuple[Edit, ...]] = []
            start = table.start(1)
            for line in table[1].splitlines(keepends=True):
                end = start + len(line)
                first, last = (bisect_left(self.literal_starts, at) for at in (start + line.rindex(b"|"), end))
                filled = [each for each in self.literals[first:last] if (each.text or b"").strip()]
                for literal in filled[-1:]:
                    rows += [option.edits for option in self._value_options(literal, [literal], frozenset())[:1]]
                start = end
            yield rows


def _is_comment(node: Node) -> bool:
    return "comment" in node.type


def _position(row: Node) -> int:
    """Return the number of rows before this one, so that rows take turns in which column is altered."""
    before = row.parent.named_children if row.parent is not None else []
    return sum(each.end_byte <= row.start_byte for each in before)
