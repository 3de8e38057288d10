"""Find what can be altered in a test set so that a correct solution fails one of its checks.

The altered part is always the *expected* value: the side of a comparison that does not come from the solution.
Arguments of the solution's functions are never altered: a candidate that ignores its input is wrong, but has not
tampered with anything.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from benchwright.judging.alternatives import Alternatives, contains_last, is_membership, is_pattern, stands_for_several
from benchwright.judging.change import changed_value
from benchwright.judging.origins import KEYWORD, ORDERS
from benchwright.judging.other_values import Edit, Option
from benchwright.languages.syntax import descendants

if TYPE_CHECKING:
    from tree_sitter import Node

_COMPARES = re.compile(
    r"equal|identical|cmp|compare|close|same|match|approx|near|^eq|^is$|^is_|contains|includes|starts|ends|^count$|^index",
    re.IGNORECASE,
)
"""Names of functions that compare two values."""
_MINUS = ("-", "-.", "+", "+.")
"""Operators before an expected value whose difference from the result is small, as in `abs(f(x) + 2.5) < 1e-9`."""
_EQUALITY = re.compile(
    r"(?i)(is_?|are_?)?(eq|eql|equals?|equal_?to|same(_?as)?|identical|equivalent|cmp|compare(_?to)?)[?!]?"
)
"""Names of functions of the solution that decide whether two of its values are equal."""
_NOTHING = re.compile("(?i:none|nil|null|nullptr|undefined|nothing|empty)|:.*")
_SYMBOLS = re.compile(rf"[^\w:]*|{_NOTHING.pattern}|[{{(\[]*:.*|'\(.*|#?'\w.*", re.DOTALL)
"""An empty collection, nothing, and symbols: `[]`, `nil`, `:ok`, `'(high low)`."""
_QUALIFIES = re.compile(rb"\s*([({\[!]|::|\.|<\w)")
"""What follows the name of a type, module or function."""
_COMPARED, _MOST_COMPARED = 2, 4
_LONGEST_CALL = 1000
_LONGEST_VALUE = 100
_Subject = tuple[str | int, ...]
_COMMENT_WORD = re.compile(rb"[A-Za-z0-9]+")
_LABELLED = re.compile(rb"(?i)\W*(\w+ )?output:")


class Alterations(Alternatives):
    """Ways to alter the expected values of conditions and assertions."""

    def _options(self, leaf: Node, form: str) -> tuple[tuple[Option, ...], bool]:
        """Return the options for a condition: change the literals on the expected side, replace that whole side, or
        invert the operator. Also return whether the first option is certain to be noticed."""
        if (accepted := self._alternatives(leaf, form)) is not None:
            return tuple(self._together(leaf, accepted)), False
        if leaf.type == "test_command" and leaf.named_child_count == 1:
            leaf = leaf.named_children[0]
        operator, operands = self._operator(leaf)
        # Many values differ from a given one, or contain a short one, so altering it may go unnoticed.
        vague = operator in ("in", "not in") and (form == "refuses" or not self._is_long_text(operands[0]))
        vague = vague or (operator in self.equalities and self.is_unequal(operator) == (form == "holds"))
        if (inner := self._inner_comparison(operands)) is not None:
            return self._options(inner, form)
        if len(operands) == 2 and operator in self.turned:
            return self._comparison_options(leaf, vague=vague)
        if values := self._compared_values(leaf):
            return tuple(self._own_options(leaf, values)), False
        if (compared := self._compared_argument(leaf)) is not None:
            return tuple(self._alterations(leaf, compared)), False
        inside = any(map(self._compares_solution, descendants(leaf)))
        return () if inside else tuple(self._literal_options(leaf, leaf)), False

    def _comparison_options(self, leaf: Node, *, vague: bool) -> tuple[tuple[Option, ...], bool]:
        operator, operands = self._operator(leaf)
        options: list[Option] = []
        certain = False
        expected = self._expected_side(operator, operands)
        if expected is not None and not vague:
            direct = expected.id in {operand.id for operand in operands}
            options += self._swap_options(expected) if direct and operator in self.equalities else []
            certain = not options and operator in self.equalities and direct
            options += self._alterations(leaf, expected)
            certain = certain and bool(options)
            if direct and operator in self.equalities and all(option.kind != "value" for option in options):
                options = self._own_options(leaf, operands) + options
            compared = [value for each in operands for value in self._compared_values(each)]
            if compared and (own := self._own_options(leaf, compared)):
                options, certain = own + options, False
        turned = next(each for each in leaf.children if self.tree.text_of(each) == operator)
        if self.turned[operator]:
            options.append(Option("turned", (Edit(turned.start_byte, turned.end_byte, self.turned[operator]),)))
        return tuple(options), certain

    def _inner_comparison(self, operands: list[Node]) -> Node | None:
        """Return the comparison in parentheses that is compared itself, as in `(f(1) == 2) is True`."""
        for operand in operands if len(operands) == 2 else ():
            inner = self._inside_parentheses(operand)
            if inner.id != operand.id and self._operator(inner)[0] in self.turned:
                return inner
        return None

    def _expected_side(self, operator: str, operands: list[Node]) -> Node | None:
        """Return the operand that does not come from the solution; if the other operand calls a comparing function,
        look inside it."""
        ours = self._not_the_solutions(operands)
        theirs = [operand for operand in operands if operand not in ours]
        for operand in theirs or operands:
            if (inner := self._compared_argument(operand)) is not None:
                return inner
            if operator in ORDERS and (inner := self._subtracted(operand)) is not None:
                return inner
        if operator in ORDERS:
            return None if operator in ("<", ">", "<=", ">=") else (ours[0] if len(ours) == 1 else None)
        if len(ours) == 1:
            return ours[0]
        with_literals = [operand for operand in (ours or operands) if self._literals_in(operand)]
        return with_literals[-1] if with_literals else (operands[-1] if len(ours) != 1 else ours[0])

    def _compared_argument(self, node: Node) -> Node | None:
        """In a call to a comparing function, return the argument that does not come from the solution."""
        node = self._inside_parentheses(node)
        if node.type in ("unary_expression", "not_operator", "unary") and node.named_child_count == 1:
            node = node.named_children[0]
        arguments = self._given(node) if self._is_call(node) else []
        callee = self._callee(node)
        if not arguments or callee in self.own or not (_COMPARES.search(callee) or callee in self.functions):
            return None
        given = [each for each in arguments if not KEYWORD.search(each.type)]
        receiver = node.child_by_field_name("object") or node.child_by_field_name("receiver")
        ours = self._not_the_solutions(given) if receiver is None or not self._touched(receiver) else given
        return ours[0] if ours and self._touched(node) else None

    def _compares_solution(self, node: Node) -> bool:
        operator, operands = self._operator(node)
        if operator in self.equalities and operator not in ("is", "is not") and len(operands) == 2:
            return any(map(self._from_solution, operands)) and not all(map(self._from_solution, operands))
        if not re.search("call|invocation", node.type) or not re.fullmatch(
            "(?i)(deep)?_?(is)?_?equals?", self._callee(node)
        ):
            return False
        return self._compared_argument(node) is not None and self._from_solution(node)

    def _subtracted(self, node: Node) -> Node | None:
        """In `abs(f(x) - 2.5)`, return the 2.5."""
        for each in descendants(node):
            if (
                self.syntax.prefix
                and each.named_child_count == 3
                and self.tree.text_of(each.named_children[0]) in _MINUS
            ):
                ours = [side for side in each.named_children[1:] if not self._from_solution(side)]
                if len(ours) == 1 and not self._is_argument(each):
                    return ours[0]
            if each.child_count == 3 and self.tree.text_of(each.children[1]) in _MINUS:
                ours = [side for side in (each.children[0], each.children[2]) if not self._from_solution(side)]
                if len(ours) == 1 and not self._is_argument(each):
                    return ours[0]
        return None

    def _alterations(self, check: Node, expected: Node, inputs: frozenset[int] = frozenset()) -> list[Option]:
        options = self._literal_options(check, expected, inputs)
        text = self.text[expected.start_byte : expected.end_byte].decode(errors="surrogateescape")
        for pattern, replacement in self.rules.others:
            if re.fullmatch(pattern, text):
                edit = Edit(expected.start_byte, expected.end_byte, re.sub(pattern, replacement, text))
                options.append(Option("value", (edit,)))
                break
        if not options and "other" in self.rules.forms:
            options.append(Option("made", (Edit(expected.start_byte, expected.end_byte, ""),)))
        return options

    def _written_options(self, check: Node, expected: Node) -> tuple[Option, ...]:
        """Return the options for an expected value that is not an operand, or for the words of comments."""
        if "comment" not in expected.type:
            return tuple(self._alterations(check, expected)[:3])
        words = [each for comment in _adjacent(expected) for each in self._words_of(comment)]
        edits = []
        for start, word in words:
            kind = "integer" if word.isdigit() else "string"
            if (other := changed_value(word, kind, self._draw(expected))) is not None:
                edits.append(Edit(start, start + len(word), other))
        at = self._draw(expected) % len(edits) if edits else 0
        return tuple(Option("value", (edit,)) for edit in dict.fromkeys((*edits[at : at + 1], *edits[-1:])))

    def _words_of(self, comment: Node) -> Iterator[tuple[int, str]]:
        text = self.text[comment.start_byte : comment.end_byte]
        for found in _COMMENT_WORD.finditer(text, text.find(b":") + 1 if _LABELLED.match(text) else 0):
            yield comment.start_byte + found.start(), found[0].decode()

    def _call_options(self, call: Node, name: str, helper: bool) -> tuple[Option, ...]:
        """Return the options for an assertion: the expected argument first, then others not from the solution."""
        arguments = self._arguments(call)
        inputs = self._passed_to(call, arguments, self.lent) if helper else frozenset()
        if accepting := self._accepting_arguments(call, arguments, name, helper):
            together = [self._all_altered(self._elements(each)) for each in arguments if each.id in accepting]
            return tuple(Option("value", edits) for edits in together if edits)
        ours = [
            each
            for each in arguments
            if each.id not in inputs and not self._from_solution(each) and not KEYWORD.search(each.type)
        ]
        ours = [each for each in ours if not self._is_argument(each) and not self._is_operator_name(each)] or ours
        theirs = [index for index, each in enumerate(arguments) if self._from_solution(each)]
        if theirs:
            # Prefer arguments next to the solution's value, on the side where the language's assertions put the
            # expected one.
            middle = theirs[0]
            first = self.rules.expected == "first" and not helper

            def order(each: Node) -> tuple[bool, int]:
                index = next(number for number, argument in enumerate(arguments) if argument.id == each.id)
                return (index > middle) == first, abs(index - middle)

            ours.sort(key=order)
        options: list[Option] = []
        for argument in ours:
            options += self._alterations(call, argument, inputs)[:3]
            self.counting = False  # what follows may be a message
        self.counting = True
        compared = [each for each in arguments if not KEYWORD.search(each.type) and each.id not in inputs]
        if len(compared) > 1:
            options = self._own_options(call, compared) + options
        return tuple(options[:6])

    def _is_operator_name(self, argument: Node) -> bool:
        """Whether it names an operator, as in `cmp_ok(f(1), '==', 2)`."""
        return bool(re.fullmatch("""["']\\W{1,3}["']""", self.tree.text_of(argument)))

    def _own_options(self, check: Node, compared: list[Node]) -> list[Option]:
        """Return the options for a check that compares values of the solution's own types: the expected one is
        constructed from literals, or a constant."""
        compared = list(map(self._matched, compared))
        ordered = compared if self.rules.expected == "first" else compared[::-1]
        for each in ordered:
            built = self._all_literals_in(each)
            own = self._from_solution(each) or all(map(self._is_argument, built))
            if built and own and self._is_constructed(each):
                return self._rebuilt_options(check, each, built)
        for one, rest in ((ordered[0], ordered[1:]), (ordered[-1], ordered[:-1])):
            if not self._is_constant(one):
                continue
            other = next(filter(None, (self._sibling(one, self._subject(each)) for each in rest)), None)
            options = [Option("value", (Edit(one.start_byte, one.end_byte, other),))] if other else []
            if self._from_solution(one) and any(map(self._is_call, rest)):
                options += self._made_options(one)
            if options:
                return options
        values = [self._inside_parentheses(each) for each in ordered if self._from_solution(each)]
        numbers = any(self.kinds[literal.type] != "string" for each in compared for literal in self._literals_in(each))
        if len(values) > 1 and not numbers:
            callees = [self._callee(each) if self._is_call(each) else "" for each in values]
            for each, callee in zip(values, callees, strict=True):
                built = self._all_literals_in(each)
                # `f(1) == f(2)` states a property. An honest solution may fulfil it for other arguments too.
                if callee and callees.count(callee) == 1 and built and self._names_no_variable(each):
                    return self._rebuilt_options(check, each, built)
        return []

    def _rebuilt_options(self, check: Node, value: Node, literals: list[Node]) -> list[Option]:
        """Return the options for a value that is constructed from literals."""
        at = self._draw(value) % len(literals)
        options = self._value_options(check, [*literals[at:], *literals[:at]][:2], frozenset())
        # A solution may refuse 0, for instance as a denominator.
        valid = [option for option in options if all(edit.text != "0" for edit in option.edits)]
        return [*valid[:3], *self._made_options(value)]

    def _made_options(self, value: Node) -> list[Option]:
        made = "other" in self.rules.forms
        return [Option("made", (Edit(value.start_byte, value.end_byte, ""),))] if made else []

    def _all_literals_in(self, node: Node) -> list[Node]:
        first, last = (bisect_left(self.literal_starts, at) for at in (node.start_byte, node.end_byte))
        return self.literals[first:last]

    def _compared_values(self, node: Node) -> list[Node]:
        """Return what a call compares with a method or function of the solution, or of a library, if all of it comes
        from the solution: of `got.equals(Point.of(1, 2))`, both points."""
        node = self._inside_parentheses(node)
        callee = self._callee(node) if self._is_call(node) else ""
        if not (_EQUALITY.fullmatch(callee) or (callee not in self.own and callee and _COMPARES.search(callee))):
            return []
        values = [each for each in self._given(node) if not KEYWORD.search(each.type)]
        called = node.child_by_field_name("function") or (node.named_children or [node])[0]
        receiver = next(filter(None, map(node.child_by_field_name, ("object", "receiver", "invocant"))), None)
        if receiver is None and called.named_child_count > 1 and called.id not in {each.id for each in values}:
            receiver = called.named_children[0]
        if receiver is not None and self._from_solution(receiver) and (len(values) == 1 or callee not in self.own):
            values.insert(0, receiver)
        return values if len(values) > 1 and all(map(self._from_solution, values)) else []

    def decides_equality(self, node: Node) -> bool:
        """Whether it is a call that compares two values, such as `String.equal (f x) "abc"`."""
        return self._is_call(node) and bool(_EQUALITY.fullmatch(self._callee(node))) and bool(self._given(node))

    def _matched(self, argument: Node) -> Node:
        """In `is(new Point(1, 2))` and similar calls of matchers, return the value."""
        inner = self._inside_parentheses(argument)
        while self._is_call(inner) and not self._is_constructed(inner):
            given = self._given(inner)
            if len(given) != 1 or self._callee(inner) in {*self.own, *self.functions}:
                return argument
            inner = self._inside_parentheses(given[0])
        return inner if self._is_constructed(inner) else argument

    def _is_constant(self, node: Node) -> bool:
        """Whether a value contains no literal and no variable, such as `Color.RED`, `Err(Bad::Empty)` or `nil`."""
        if self._all_literals_in(node) or not self._names_no_variable(node):
            return False
        text = self.tree.text_of(node)
        if not self._is_constructed(node) and self._subject(node) is not None:
            return False  # a result of the solution
        return self._from_solution(node) or bool(_SYMBOLS.fullmatch(text) or re.search("[A-Z]", text))

    def _names_no_variable(self, node: Node) -> bool:
        """Whether a value names only what the solution defines, types, constants and functions."""
        while node.named_child_count and node.type in ("expression_list", "composite_literal"):
            node = node.named_children[-1]
        if self.syntax.prefix and self.text[node.start_byte : node.start_byte + 1] == b"'":
            return True  # quoted
        first, last = (bisect_left(self.word_starts, at) for at in (node.start_byte, node.end_byte))
        return self._variables.isdisjoint(self.words[first:last]) and all(
            word in self.own
            or word[0].isupper()
            or word[0] in ":'"
            or _NOTHING.fullmatch(word)
            or _QUALIFIES.match(self.text, start + len(word.encode()))
            or self.text[max(0, start - 1) : start] in (b".", b":")
            for start, word in zip(self.word_starts[first:last], self.words[first:last], strict=True)
        )

    @functools.cached_property
    def _variables(self) -> frozenset[str]:
        """Names that the tests assign, and those of the parameters of their functions."""
        parameters = (self._words_in(each)[-1:] for listed in self.parameters.values() for each in listed)
        return self.assigned_names | {word for words in parameters for word in words}

    def _sibling(self, constant: Node, subject: _Subject | None) -> str | None:
        """Return another constant that the tests compare with the same result of the solution, if possible of the same
        form."""
        text = self.tree.text_of(constant)
        others = (
            [each for each in self._values_of_subject.get(subject, ()) if each != text] if subject is not None else []
        )
        alike = [each for each in others if _form(each) == _form(text)] or others
        return alike[self._draw(constant) % len(alike)] if alike else None

    def _subject(self, value: Node) -> _Subject | None:
        """Return what identifies a result of the solution: the names in the expression that computes it, without
        arguments, and, if it is assigned, its number among the names."""
        value = self._inside_parentheses(value)
        if value.end_byte - value.start_byte > _LONGEST_CALL:
            return None
        words = self._words_in(value)
        if len(words) == 1 and words[0] in self.tainted:
            given = self._values_given[words[0]]
            last = bisect_left(given, value.start_byte, key=lambda each: each[0]) - 1
            return (*self._names_outside_arguments(given[last][1]), given[last][2]) if last >= 0 else None
        names = self._names_outside_arguments(value)
        return (*names, 0) if any(map(self._is_call, (value, *value.named_children))) and names else None

    @functools.cached_property
    def _values_given(self) -> dict[str, list[tuple[int, Node, int]]]:
        """Name → its values in text order: where each starts, the node, and the name's number among those assigned."""
        found: defaultdict[str, list[tuple[int, Node, int]]] = defaultdict(list)
        for names, value in self.assigned:
            for number, name in enumerate(names):
                found[name].append((value.start_byte, value, number))
        return defaultdict(list, {name: sorted(each, key=lambda one: one[0]) for name, each in found.items()})

    def _names_outside_arguments(self, node: Node) -> tuple[str, ...]:
        first, last = (bisect_left(self.word_starts, at) for at in (node.start_byte, node.end_byte))
        begin, end = (bisect_left(self.own_calls, (at, 0)) for at in (node.start_byte, node.end_byte))
        arguments = self.own_calls[begin:end]
        names = tuple(
            word
            for start, word in zip(self.word_starts[first:last], self.words[first:last], strict=True)
            if not any(begin <= start < end for begin, end in arguments)
        )
        return names if not self.own.isdisjoint(names) else ()

    @functools.cached_property
    def _values_of_subject(self) -> dict[_Subject, list[str]]:
        """Result of the solution → the values next to it: what the tests expect of it."""
        found: dict[_Subject, list[str]] = {}
        for node in self.inner:
            children = self._operator(node)[1] or [each for each in node.named_children if "comment" not in each.type]
            if not 1 < len(children) <= _MOST_COMPARED:
                continue
            inner = list(map(self._inside_parentheses, children))
            subjects = [subject for each in inner if (subject := self._subject(each)) is not None]
            # A third value may be a message.
            is_value = self._is_expected if len(inner) == _COMPARED else self._is_constant
            values = [self.tree.text_of(each) for each in inner if subjects and is_value(each)]
            for subject in subjects:
                found.setdefault(subject, []).extend(values)
        return {subject: list(dict.fromkeys(texts)) for subject, texts in found.items()}

    def _is_expected(self, value: Node) -> bool:
        """Whether a value is short, and names nothing that changes."""
        if value.end_byte - value.start_byte > _LONGEST_VALUE or self._subject(value) is not None:
            return False
        return self._names_no_variable(value)

    def _accepting_arguments(self, call: Node, arguments: list[Node], name: str, helper: bool) -> frozenset[int]:
        """Return the ids of the arguments that stand for several values, any of which the assertion accepts."""
        if helper:
            return self._passed_to(call, arguments, self.accepting)
        if not stands_for_several(name):
            return frozenset()
        ours = [each for each in arguments if not self._from_solution(each) and not KEYWORD.search(each.type)]
        if is_pattern(name):
            return frozenset(each.id for each in ours)
        searched = ours if is_membership(name) and contains_last(name) == (arguments[-1:] == ours[-1:]) else []
        return frozenset(each.id for each in ours if self._is_written_list(each) or each in searched)

    def _passed_to(self, call: Node, arguments: list[Node], names: Set[str]) -> frozenset[int]:
        """Return the ids of the arguments that a helper receives as parameters with one of these names."""
        inner = call
        while not self._is_call(inner) and inner.named_child_count:
            inner = inner.named_children[0]
        parameters = self.parameters.get(self._callee(inner), [])
        return frozenset(
            argument.id
            for parameter, argument in zip(parameters, arguments, strict=False)
            if not names.isdisjoint(self._words_in(parameter)[-1:])
        )


def _adjacent(comment: Node) -> Iterator[Node]:
    """Yield a comment and those on the lines after it."""
    node: Node | None = comment
    while node is not None and node.type == comment.type:
        yield node
        after = node.next_sibling
        node = after if after is not None and after.start_point[0] == node.end_point[0] + 1 else None


def _form(text: str) -> str:
    """What precedes the name of a constant, and what encloses it."""
    return re.sub(r"\w+(?=\W*$)", "", text)
