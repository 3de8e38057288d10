"""Read a test set's text: its words, its calls, and which of its values come from the solution.

A name comes from the solution if the solution defines it, or if the tests assign it from such a name or pass such a
value to it. The solution may have changed anything that is passed to it.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchwright.judging.change import changed_value
from benchwright.judging.names import functions_of, opened, read_as, word_pattern
from benchwright.languages import Syntax
from benchwright.languages.grammar import Checks
from benchwright.languages.syntax import descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_EQUALITIES = {
    "==": "!=", "!=": "==", "===": "!==", "!==": "===", "eq": "ne", "ne": "eq", "-eq": "-ne", "-ne": "-eq",
    "is": "is not", "is not": "is", "<>": "=", "/=": "==", "~=": "==", "=/=": "=:=", "=:=": "=/=",
}  # fmt: skip
ORDERS = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "in": "not in", "not in": "in"}
_TURNED = {**_EQUALITIES, **ORDERS}
_INEQUALITIES = frozenset({"!=", "!==", "ne", "-ne", "<>", "/=", "~=", "=/=", "not=", "is not"})
_KEY = re.compile("subscript|index|element_access|array_access|slice_expression")
KEYWORD = re.compile("keyword|label")
_ARGUMENTS = re.compile("argument|parameter_part|call_suffix", re.IGNORECASE)
"""Nodes that hold the arguments of a call in grammars without a field for them."""
_LISTS_ARGUMENTS = re.compile("arg|list|suffix|param|tree|parenthes|tuple|block", re.IGNORECASE)
"""Nodes that hold several arguments; any other is itself the only one."""
_PARENTHESES = frozenset({
    "parenthesized_expression", "parenthesized_statements", "parens", "paren_expr", "exprParens", "value_argument",
})  # fmt: skip
_COMPUTES = re.compile("binary|infix|comparison|relational|equality|concat")
_ASSIGNMENT = re.compile("<?<-|->>?|[^=!<>]?=|:=")
VARIABLE = re.compile("(multi_)?variable_declaration")
"""Targets of assignments and loops in grammars without fields for them."""
_BINDS = re.compile("binding|declarat|assign|definition")
"""Nodes whose `=` gives a name a value, also in languages where it compares elsewhere."""
_QUOTED = re.compile("string|escape|quote|comment|char")
"""Parts of texts, which are not names."""
_LABELLED = re.compile("pair|keyed|keyword|field_initializer|named_argument|labeled_argument")
_ASSIGNS = (
    ("left", "right"),
    ("name", "value"),
    ("pattern", "value"),
    ("declarator", "value"),
    ("left", "value"),
    ("pattern", "body"),
    ("lhs", "rhs"),
    ("name", "match"),
    ("pattern", "expression"),
)
_CALLED = re.compile("call|member|attribute|field|selector|invocation|access|apply")
"""Nodes that have arguments, or may be the callee of a node that has."""
_FRAMEWORK_CALL = re.compile(r"(t|b|self|this|suite|testing|unittest)\.\w+\(")
"""Calls of a test framework, even if the solution defines the same name."""
MAPS = frozenset({"map", "starmap", "imap", "lapply", "sapply", "vapply", "Map", "mapcar", "array_map"})
"""Functions that apply another to each of some values."""


class Origins:
    """A test set's text, and where its values come from."""

    def __init__(self, syntax: Syntax, checks: Checks, tests: str, own: frozenset[str]) -> None:
        self.syntax, self.rules, self.own = syntax, checks, own
        data, self.shift = opened(syntax, tests)
        self.text = data
        self.word = word_pattern(syntax)
        self.tree = parse(syntax.grammar, read_as(checks, data))
        self.nodes = list(descendants(self.tree.root))
        self.inner = sorted(
            (node for node in self.nodes if node.child_count > 1), key=lambda node: (node.start_byte, -node.end_byte)
        )
        """Nodes with several children, in text order, the outer ones first."""
        self.turned = {**_TURNED, **checks.turned}
        self.equalities = self.turned.keys() - ORDERS.keys()
        self.kinds = {node_type: kind for kind, types in syntax.literals.items() for node_type in types}
        words = sorted((node.start_byte, self.tree.text_of(node)) for node in self.nodes if self._is_word(node))
        self.word_starts = [start for start, _ in words]
        self.words = [word for _, word in words]
        self.literals = sorted(
            (node for node in self.nodes if node.type in self.kinds and not self._is_word(node)),
            key=lambda node: node.start_byte,
        )
        self.literal_starts = [node.start_byte for node in self.literals]
        self.literal_texts = Counter(self.tree.text_of(node) for node in self.literals)
        helpers = functions_of(self.tree, syntax)
        self.functions = {name: (each.node, each.body) for name, each in helpers.items()}
        self.parameters = {name: each.parameters for name, each in helpers.items()}
        self.parameter_lists = {each.listed for each in helpers.values()}
        """Ids of the lists of parameters. In a Lisp, they look like calls."""
        self.own = own - self.functions.keys()
        self.calls = self._calls()
        self.call_ids = {call.id for call in self.calls}
        self.tainted = self._spread_taint()
        self.own_calls = self._own_calls()
        self.lent = {word for start, end in self.own_calls for word in self._words_between(start, end)}

    def _is_word(self, node: Node) -> bool:
        if node.child_count or not node.is_named:
            return False
        if node.type in self.kinds:
            text = self.tree.text_of(node)
            if self.kinds[node.type] == "string":
                return text in self.own and self._names_function(node)
            return text in self.own or (self.kinds[node.type] == "boolean" and changed_value(text, "boolean") is None)
        # A value written with one of the solution's types, namespaces or field names does not come from the solution.
        written = _QUOTED.search(node.type) or re.search("type|namespace", node.type)
        return not written and not self._is_label(node)

    def _names_function(self, literal: Node) -> bool:
        """Whether a text names something of the solution, as in `getattr(module, "f")` or `call("f", 1)`: it is an
        argument, but not of an assertion that has the solution's value next to it."""
        text = literal
        while (
            text.parent is not None
            and text.parent.start_byte >= literal.start_byte - 3
            and _QUOTED.search(text.parent.type)
        ):
            text = text.parent
        arguments = text.parent
        if arguments is not None and not _ARGUMENTS.search(arguments.type):
            return False
        call = arguments.parent if arguments is not None else None
        others = arguments.named_children if arguments is not None else []
        names = {word for each in others if each.id != text.id for word in self.word.findall(self.tree.text_of(each))}
        return call is not None and self.own.isdisjoint(names)

    def _is_label(self, node: Node) -> bool:
        parent = node.parent
        if parent is not None and parent.type == "field_declaration":
            return True
        if parent is None or not _LABELLED.search(parent.type):
            return False
        key = parent.child_by_field_name("key") or parent.child_by_field_name("name") or parent.named_children[0]
        return key.id == node.id and parent.named_child_count > 1

    def _words_in(self, node: Node) -> list[str]:
        return self._words_between(node.start_byte, node.end_byte)

    def _words_between(self, start: int, end: int) -> list[str]:
        return self.words[bisect_left(self.word_starts, start) : bisect_left(self.word_starts, end)]

    def _from_solution(self, node: Node) -> bool:
        return any(word in self.tainted or word in self.own for word in self._words_in(node))

    def _touched(self, node: Node) -> bool:
        """Whether it comes from the solution, or names something that was passed to the solution and may have
        changed."""
        return any(word in self.tainted or word in self.own or word in self.lent for word in self._words_in(node))

    def _not_the_solutions(self, nodes: list[Node]) -> list[Node]:
        """Return the nodes that do not come from the solution; if none do, those that it did not touch."""
        ours = [node for node in nodes if not self._from_solution(node)]
        return [node for node in nodes if not self._touched(node)] if len(ours) == len(nodes) else ours

    def _spread_taint(self) -> frozenset[str]:
        """Return the names that the tests assign from the solution, directly or not, and parameters that receive such
        values."""
        assigned = [pair for node in self.inner for pair in self._assigned_in(node)]
        self.assigned = assigned = assigned + list(self._captured_assignments())
        self.assigned_names = frozenset(word for words, _ in assigned for word in words)
        passed: list[tuple[set[str], Node]] = []
        for node in self.inner:
            if self._is_call(node):
                passed += self._passed(node)
        tainted: set[str] = set()
        while True:
            known = tainted | self.own
            more = {
                name
                for names, value in (*assigned, *passed)
                if any(word in known for word in self._words_in(value))
                for name in names
            }
            if more <= tainted:
                return frozenset(tainted - set(self.functions))
            tainted |= more

    def _captured_assignments(self) -> Iterator[tuple[list[str], Node]]:
        for match in self.tree.find(self.syntax.assignments) if self.syntax.assignments else ():
            in_turn = match["pairs"].named_children if "pairs" in match else (match["target"], match["value"])
            for target, value in zip(in_turn[::2], in_turn[1::2], strict=False):
                yield self._words_in(target) or self.word.findall(self.tree.text_of(target)), value

    def _assigned_in(self, node: Node) -> Iterator[tuple[list[str], Node]]:
        if _COMPUTES.search(node.type) and not self._assigns(node):
            return
        done: set[int] = set()  # a loop's body is not what its variables are assigned from
        for target_field, value_field in _ASSIGNS:
            target, value = node.child_by_field_name(target_field), node.child_by_field_name(value_field)
            if target is not None and value is not None and target.id not in done:
                done.add(target.id)
                yield self._words_in(target), value
        if node.type in ("property_declaration", "for_statement"):
            for target, value in itertools.pairwise(node.named_children):
                if VARIABLE.fullmatch(target.type):
                    yield self._words_in(target), value

    def _assigns(self, expression: Node) -> bool:
        """Whether an expression with two operands assigns, as `x <- f(1)` does in R."""
        between = (each for each in expression.children if _ASSIGNMENT.fullmatch(self.tree.text_of(each)))
        return any(
            each.end_byte - each.start_byte <= 3 and self.tree.text_of(each) not in self.turned for each in between
        )

    def _passed(self, call: Node) -> Iterator[tuple[set[str], Node]]:
        """Yield the parameters and arguments of a call to one of the tests' functions."""
        parameters = self.parameters.get(self._callee(call), [])
        for parameter, argument in zip(parameters, self._given(call) if parameters else (), strict=False):
            # The parameters of a macro have no types: they are read as types without names.
            yield set(self._words_in(parameter)[-1:] or [self.tree.text_of(parameter)]), argument

    def _callee(self, node: Node) -> str:
        called = node.child_by_field_name("function") or node.child_by_field_name("name")
        called = called or node.child_by_field_name("method") or node.child_by_field_name("macro")
        if called is None and node.named_child_count:
            called = node.named_children[0]
        while called is not None and called.type == "call_expression":  # as in `describe("f") { ... }`
            called = called.child_by_field_name("function")
        names = self.word.findall(self.tree.text_of(called)) if called is not None else []
        return names[-1] if names else ""

    def _is_call(self, node: Node) -> bool:
        return bool(re.search("call|invocation|creation|apply|application", node.type)) or node.id in self.call_ids

    def _calls(self) -> list[Node]:
        calls = [match["call"] for match in self.tree.find(self.syntax.calls)] if self.syntax.calls else []
        return calls or [node for node in self.nodes if re.search("call|invocation|creation", node.type)]

    def _own_calls(self) -> list[tuple[int, int]]:
        """Return the spans of the arguments passed to the solution's functions."""
        spans = []
        callees = {}
        if self.syntax.calls:
            callees = {match["call"].id: match["callee"] for match in self.tree.find(self.syntax.calls)}
        for call in self.calls:
            if call.id in self.parameter_lists:
                continue
            callee = callees.get(call.id)
            words = self.word.findall(self.tree.text_of(callee)) if callee is not None else [self._callee(call)]
            name = words[-1] if words else ""
            if _FRAMEWORK_CALL.match(self.tree.text_of(call)[:40]):
                continue
            if name in self.own or (name in self.tainted and name not in self.functions):
                arguments = call.child_by_field_name("arguments")
                first = callee.end_byte if callee is not None else call.start_byte
                spans.append((arguments.start_byte if arguments is not None else first, call.end_byte))
            elif name in MAPS:
                spans += self._mapped(call)
        outermost: list[tuple[int, int]] = []
        for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            if not outermost or end > outermost[-1][1]:
                outermost.append((start, end))
        return outermost

    def _mapped(self, call: Node) -> Iterator[tuple[int, int]]:
        """Yield the spans of the values to which `map(f, values)` or `values.map(f)` applies a solution's function."""
        given = self._given(call)
        if not given or self.tree.text_of(given[0]) not in self.own:
            return
        if len(given) > 1:
            yield given[0].end_byte, call.end_byte
        function = call.child_by_field_name("function") or call
        receiver = function.child_by_field_name("object") or call.child_by_field_name("receiver")
        if receiver is not None:
            yield receiver.start_byte, receiver.end_byte

    def _is_argument(self, node: Node) -> bool:
        # Spans of calls are disjoint or nested, so the outermost ones are enough.
        position = bisect_left(self.own_calls, (node.start_byte + 1, 0)) - 1
        return position >= 0 and node.end_byte <= self.own_calls[position][1]

    def is_unequal(self, operator: str) -> bool:
        """Whether the operator is an equality that holds if its operands differ."""
        return operator in _INEQUALITIES

    def _inside_parentheses(self, node: Node) -> Node:
        while node.named_child_count == 1 and (node.type in _PARENTHESES or node.child_count == 1):
            node = node.named_children[0]
        return node

    def _operator(self, node: Node) -> tuple[str, list[Node]]:
        """Return the operator of an expression and its operands; an empty string if it has none."""
        if _BINDS.search(node.type):
            return "", []
        if self.syntax.prefix:
            first = node.named_children[:1]
            found = [each for each in first if self._is_operator(each)]
        else:
            found = [each for each in node.children if self._is_operator(each)]
        if len(found) != 1:
            return "", []
        operands = [each for each in node.named_children if each.id != found[0].id]
        return self.tree.text_of(found[0]), operands

    def _is_operator(self, node: Node) -> bool:
        text = self.tree.text_of(node) if node.end_byte - node.start_byte <= 6 else ""
        known = (*self.rules.both, *self.rules.either, *self.rules.negations)
        only = node.children[0] if node.child_count == 1 else None
        # Some grammars wrap the symbol, some name it.
        plain = not node.child_count or not node.is_named or (only is not None and not only.child_count)
        return bool(text) and (text in self.turned or text in known) and plain

    def _function_around(self, node: Node) -> str:
        """Name of the innermost function of the tests that contains the node."""
        around = [
            (body.start_byte, name)
            for name, (_, body) in self.functions.items()
            if body.start_byte <= node.start_byte and node.end_byte <= body.end_byte
        ]
        return max(around)[1] if around else "main"

    def _arguments(self, call: Node) -> list[Node]:
        """Return the arguments of a call; in a chain like `expect(f(1)).toBe(2)`, those of all its calls. Those of
        `f(1) shouldBe 2` are its operands."""
        found: list[Node] = []
        node: Node | None = call
        while node is not None:
            if node.type in ("expression_statement", "await_expression", "statement") and node.named_child_count:
                node = node.named_children[0]
                continue
            if node.type in ("infix", "infix_expression") and self._applies(node):
                found = [node.named_children[-1], *found]
                node = node.named_children[0]
                continue
            if node.type in ("infix", "infix_expression"):
                found = [node.named_children[0], node.named_children[-1], *found]
                break
            found = [*self._given(node), *found]
            function = node.child_by_field_name("function") or node.child_by_field_name("object")
            function = function or node.child_by_field_name("receiver")
            if function is None and node.named_child_count and node.named_children[0].type != "identifier":
                function = node.named_children[0] if node.named_children[0].named_child_count else None
            if function is not None and function.type == node.type and node.child_by_field_name("argument"):
                break  # as in `(f 1) 2`, all of whose arguments are found
            node = function if function is not None and function.id != node.id else None
            if node is not None and not _CALLED.search(node.type):
                break
        return [each for each in found if "comment" not in each.type]

    def _applies(self, infix: Node) -> bool:
        """Whether an operator such as `$` passes its right operand to the call on the left."""
        return len(infix.children) == 3 and self.tree.text_of(infix.children[1]) in ("$", "$!", "@@")

    def _given(self, call: Node) -> list[Node]:
        """Return the arguments of one call, whichever way the grammar represents them."""
        single = call.children_by_field_name("argument")
        function = call.child_by_field_name("function")
        if single and function is not None and function.type == call.type:  # as in `(f 1) 2`
            single = [*self._given(function), *single]
        lists = call.children_by_field_name("arguments") or call.children_by_field_name("args")
        if not single and not lists:
            lists = [each for each in call.named_children if _ARGUMENTS.search(each.type)]
        if not single and not lists and not (self.syntax.prefix or self.syntax.calls):
            lists = self._last_suffix(call)
        if len(lists) == 1 and "suffix" in lists[0].type:
            lists = [each for each in lists[0].named_children if _ARGUMENTS.search(each.type)]
        if single or not lists:
            given = single or (call.named_children[1:] if self.syntax.prefix or self.syntax.calls else [])
        elif len(lists) > 1 or not _LISTS_ARGUMENTS.search(lists[0].type):
            given = lists
        else:
            given = lists[0].named_children
        return [each for each in given if each.type != "comma"]

    def _last_suffix(self, call: Node) -> list[Node]:
        """Return the arguments at the end of a chain of suffixes, in grammars with such chains."""
        node = call
        for _ in range(4):
            if not node.named_child_count:
                break
            node = node.named_children[-1]
            if _ARGUMENTS.search(node.type):
                return [node]
        return []

    def _literals_in(self, node: Node) -> list[Node]:
        first = bisect_left(self.literal_starts, node.start_byte)
        last = bisect_left(self.literal_starts, node.end_byte)
        return [
            each for each in self.literals[first:last] if not self._is_argument(each) and not self._is_key(each, node)
        ]

    def _is_key(self, literal: Node, within: Node) -> bool:
        """Whether the literal is a lookup key."""
        child, around = literal, literal.parent
        while around is not None and child.id != within.id:
            if _KEY.search(around.type) and around.children and around.children[0].id != child.id:
                return True
            if KEYWORD.search(around.type):
                return True
            child, around = around, around.parent
        return False
