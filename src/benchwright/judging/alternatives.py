"""Find checks that accept several values, and alter them.

A correct solution may return another of these values than the reference does, so they are altered together: no value
that the check accepts remains. Where that is not possible, the whole check is inverted.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from benchwright.judging.change import changed_value
from benchwright.judging.other_values import CONSTRUCTS, Edit, Option, OtherValues
from benchwright.languages.syntax import ancestors, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

_MEMBERSHIP = re.compile(
    r"(?i)(assert_?|to_?|must_?|be_?)*(in|is_?in|in_?array|in_?list|contains?|includes?|member|elem|has|find"
    r"|(is_?)?(one_?|any_?)of|index_?of|index|count)[?!p]?"
)
"""Names of functions that search for a value in a collection."""
_ANY = re.compile(r"(?i)any(_?\w+)?\??|some|exists?\??|one\?")
"""Names of functions that ask whether a condition holds for some element."""
_PATTERN = re.compile(r"(?i)\w*(match(es)?|regexp?|regular_?expression)[?!p]?|search|re_?find")
"""Names of functions that compare with a pattern, which stands for many values."""
_RAISES = re.compile("(?i)raises|throws|rejects")
_COLLECTION = re.compile("list|array|tuple|set|vector|literal_value|initializer|table_constructor|collection")
_CONSTRUCTOR = re.compile(
    r"[&*]*(new\s+)?[A-Z]\w*((::|\.)[A-Z]\w*)*(<[^()]*>)?((::|\.|->)(new|of|from|make|create))?\s*[({]"
)
"""How the construction of a value starts, such as `Point(1, 2)`, `new Point(1, 2)` or `Point::new(1, 2)`."""
_FACTORY = re.compile(r"(?i)\.(of|from|make|create)\w*\s*[({]")
_ENCLOSED = re.compile(r"""\([^()]*\)|\[[^][]*\]|\{[^{}]*\}|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
_DEEPEST = 50
_SHORT = 3
"""A shorter text is easily part of a text by chance."""
_TRIES = 8
_ORDERING = frozenset({"<", ">", "<=", ">=", "-lt", "-gt", "-le", "-ge", "lt", "gt", "le", "ge"})
_ORDERS = re.compile(
    r"(?i)greater|less|above|below|at_?least|at_?most|between|within|in_?range|close|almost|approx|near|^[gl][te]$"
)
"""Names of functions that accept several counts."""
_EQUATES = re.compile("(?i)equal|identical|same|^eq|^is$|^to_?be$")
"""Names of functions that accept one count."""
_EXISTS = re.compile("(?i)any|some|exists?|find|first|next|index|contains?|include|detect")
"""Names of functions that stop at the first element that fulfils a condition."""
_REJECTS = re.compile("(?i)reject|remove|exclude|without|omit")
"""Names of functions that keep what does not fulfil a condition."""
_ARRANGES = re.compile("(?i)sort|min|max|group|partition|index|order")
"""Names of functions whose result depends on more than how many conditions hold."""
_COLLECTS = re.compile(
    r"\W*(?:\w+(?:\.|->|::))*(\w+)\s*(?:\+\+|\+=\s*1|<<|(?:\.|->)(?:append|push|push_back|add|insert)\b).*", re.DOTALL
)
"""A body that only counts or collects something."""
_CHOOSES = re.compile(
    "conditional|ternary|subscript|index|^if|^while|case|switch|^match_|keyword_arg|^unless|^until|guard"
)
STATEMENT = re.compile("statement|declaration|block|body|assignment|declarator|module|program|source")


class Alternatives(OtherValues):
    """Checks that accept one of several values."""

    @functools.cached_property
    def accepting(self) -> set[str]:
        """Names of the tests' collections of which a check accepts any element."""
        return set()

    def _alternatives(self, leaf: Node, form: str) -> list[Node | None] | None:
        """Return the values that the condition accepts, None for those that cannot be altered. Instead of a list, None
        if it does not accept several values."""
        operator, operands = self._operator(leaf)
        joining = self.rules.either if form == "holds" else self.rules.both
        if operator in joining and len(operands) == 2:
            return [self._compared_value(each, form) for each in self._joined(leaf, joining)]
        if self._is_misread(leaf, joining):
            return [None]
        if operator == ("in" if form == "holds" else "not in") and len(operands) == 2:
            return None if self._from_solution(operands[1]) else self._elements(operands[1])
        # Of a comparison, only what it compares directly: `re.match("a|b", f(1))[0] == "a"` accepts one value.
        compared = [self._inside_parentheses(each) for each in operands]
        for call in compared if operator in self.turned else descendants(leaf):
            callee = self._callee(call) if self._is_call(call) else ""
            if not callee or callee in self.own or self._is_argument(call) or not self._touched(call):
                continue
            if _ANY.fullmatch(callee) and form == "refuses":
                continue  # no element may differ: each expected one counts
            if _ANY.fullmatch(callee) or _PATTERN.fullmatch(callee):
                self._note(call)
                return [None]
            if (collection := self._searched(call)) is not None:
                elements = self._elements(collection)
                return elements if call.id == leaf.id and form == "holds" else [None]
        return None

    def _is_misread(self, leaf: Node, joining: tuple[str, ...]) -> bool:
        """Whether a comparison contains alternatives outside parentheses: then the grammar does not know which operator
        binds more tightly."""
        if self._operator(leaf)[0] not in self.turned and leaf.type not in ("command", "unit"):
            return False
        text = self.tree.text_of(leaf)
        for _ in range(_DEEPEST):
            if not any((f" {each} " if each.isalpha() else each) in text for each in joining):
                return False
            outside, text = text, _ENCLOSED.sub(" ", text)
            if text == outside:
                break
        return True

    def _joined(self, node: Node, joining: tuple[str, ...]) -> Iterator[Node]:
        node = self._inside_parentheses(node)
        operator, operands = self._operator(node)
        if operator in joining and len(operands) == 2:
            for operand in operands:
                yield from self._joined(operand, joining)
        else:
            yield node

    def _compared_value(self, comparison: Node, form: str) -> Node | None:
        operator, operands = self._operator(comparison)
        if len(operands) != 2 or operator not in self.equalities or self.is_unequal(operator) == (form == "holds"):
            return None
        ours = [each for each in operands if not self._from_solution(each)]
        return ours[0] if len(ours) == 1 else None

    def _searched(self, call: Node) -> Node | None:
        """Return the tests' collection in which a call searches for a value of the solution."""
        if not is_membership(self._callee(call)):
            return None
        called = call.child_by_field_name("function")
        receiver = call.child_by_field_name("object") or call.child_by_field_name("receiver")
        if receiver is None and called is not None and called.named_child_count > 1:
            receiver = called.named_children[0]
        if receiver is not None and self._from_solution(receiver):
            return None
        given = self._given(call)
        if receiver is not None and any(map(self._from_solution, given)) and self._is_value(receiver):
            return receiver
        ours = [each for each in given if not self._from_solution(each)]
        return next(filter(self._is_collection, ours), None) if len(ours) < len(given) else None

    def _is_value(self, node: Node) -> bool:
        """Whether the tests write or assign it, unlike the name of a module."""
        return bool(self._literals_in(node)) or not self.assigned_names.isdisjoint(self._words_in(node))

    def _is_collection(self, node: Node) -> bool:
        """Whether it is, or may be, a collection: written as a list of values, or a name."""
        return self._is_value(node) and (not self._literals_in(node) or self._is_written_list(node))

    def _is_written_list(self, node: Node) -> bool:
        literals = self._literals_in(node)
        return len(literals) > 1 or bool(literals and _COLLECTION.search(self._inside_parentheses(node).type))

    def _is_long_text(self, node: Node) -> bool:
        literals = self._literals_in(node)
        return (
            len(literals) == 1
            and self.kinds[literals[0].type] == "string"
            and (len(self.tree.text_of(literals[0])) >= _SHORT)
        )

    def _elements(self, collection: Node) -> list[Node | None]:
        """Return the elements of a collection; a single None if it is not written as a list of values."""
        node: Node = self._inside_parentheses(collection)
        for _ in range(4):
            # In `new int[]{1, 2}`, the values are in an initializer.
            listed = "creation" not in node.type or any("element" in each.type for each in node.named_children)
            if _COLLECTION.search(node.type) and listed:
                return [each for each in node.named_children if "comment" not in each.type]
            if self._is_call(node) and CONSTRUCTS.fullmatch(self._callee(node).rstrip("!")) and self._given(node):
                return list(self._given(node))
            if not node.named_child_count or self._is_call(node):
                break
            node = node.named_children[-1]
        self._note(collection)
        return [None]

    def _note(self, node: Node) -> None:
        """Remember the names of collections any of whose elements is accepted."""
        self.accepting |= {word for word in self._words_in(node) if word not in self.own and word not in self.tainted}

    def _together(self, leaf: Node, values: list[Node | None]) -> list[Option]:
        """Return the options to alter all the values, and to invert the condition."""
        options = [Option("value", edits)] if (edits := self._all_altered(values)) else []
        inverted = self.syntax.negation.replace("{}", self.tree.text_of(leaf))
        return [*options, Option("turned", (Edit(leaf.start_byte, leaf.end_byte, inverted),))]

    def _all_altered(self, values: list[Node | None]) -> tuple[Edit, ...]:
        """Alter every value, into something that none of them contains; empty if that is not possible."""
        taken = {self.tree.text_of(each) for value in values if value is not None for each in self._literals_in(value)}
        edits: list[Edit] = []
        for value in values:
            literals = self._literals_in(value) if value is not None else []
            literal = literals[self._draw(literals[0]) % len(literals)] if literals else None
            other = self._untaken(literal, taken) if literal is not None else None
            if value is None or literal is None or other is None or not self._is_part(literal, value):
                return ()
            edits.append(Edit(literal.start_byte, literal.end_byte, other))
        return tuple(edits)

    def _untaken(self, literal: Node, taken: set[str]) -> str | None:
        """Find another value for a literal that is not among those taken."""
        text, kind = self.tree.text_of(literal), self.kinds[literal.type]
        other: str | None = text
        if kind == "boolean":
            return None
        for number in range(_TRIES):
            if number and kind != "string" and text.isdigit():
                other = f"{int(text) + max(1, len(taken)) + number}"
            elif other is not None:
                other = changed_value(other, kind, self._draw(literal) + number)
            if other is not None and not _is_among(other, taken):
                return other
        return None

    def _is_constructed(self, value: Node) -> bool:
        """Whether it is written like the construction of a value. Where that takes a keyword, the grammar has other
        nodes for calls, which may start with a capital letter too: `Shapes.Largest(1)`."""
        found = _CONSTRUCTOR.match(self.tree.text_of(value))
        if found is None or self._inside_parentheses(value).type != "invocation_expression":
            return found is not None
        return bool(_FACTORY.search(found[0]))

    def is_tallied(self, comparison: Node) -> bool:
        """Whether a comparison is only counted, collected or mapped to a literal, and the tests accept only one result:
        then it must hold if it always does with the reference."""
        unequal = self.is_unequal(self._operator(comparison)[0])
        names = {self._function_around(comparison)} & self.functions.keys()
        equated, inner = unequal, comparison
        for around in ancestors(comparison):
            if self._is_call(around) and _REJECTS.search(self._callee(around)):
                equated = unequal = not unequal
            if self._needs_more(around, comparison, unequal=unequal):
                return False
            equated = equated or bool(self._equated_in(around))
            if self._chooses_literals(around, inner):
                equated = False
            elif _CHOOSES.search(around.type) and around.type != "if_clause":
                collected = self._collected(around)
                names.add(collected)
                if not collected:
                    return False
                break
            elif STATEMENT.search(around.type):
                names |= self._added_to(around)
                break
            inner = around
        for words, value in self.assigned:
            if value.start_byte <= comparison.start_byte and comparison.end_byte <= value.end_byte:
                names |= set(words)
        return self.is_exact(names, equated=equated)

    def _added_to(self, statement: Node) -> set[str]:
        """Return the variable that an assignment such as `score += f(1) == 2` adds to."""
        return set(self._words_in(statement.named_children[0])[-1:]) if "assignment" in statement.type else set()

    def _needs_more(self, around: Node, comparison: Node, *, unequal: bool) -> bool:
        """Whether the result depends on more than how many comparisons hold, or several results are accepted."""
        callee = self._callee(around) if self._is_call(around) else ""
        if callee and (_ARRANGES.search(callee) or (not unequal and _EXISTS.search(callee))):
            return True
        if self._operator(around)[0] in (*self.rules.either, *(self.rules.both if unequal else ())):
            return True
        parts = self._equated_in(around)
        within = any(each.start_byte <= comparison.start_byte < each.end_byte for each in parts)
        return self._orders(around) or (self._equates(around) and not within)

    def _collected(self, choice: Node) -> str:
        """Return the variable that a branch counts or collects in; an empty string if the branch does anything else."""
        body = choice.child_by_field_name("consequence") or choice.child_by_field_name("body")
        if body is None or choice.child_by_field_name("alternative") is not None:
            return ""
        collected = _COLLECTS.fullmatch(self.tree.text_of(body))
        return collected[1] if collected else ""

    def is_exact(self, names: Set[str], *, equated: bool = False) -> bool:
        """Whether the tests accept only one value of these variables: nothing that is computed from them is compared by
        order or passed to the solution, and something is compared with what does not come from the solution, unless
        `equated` says so."""
        reached = self._computed_from(frozenset(names))
        if not (reached.isdisjoint(self._ordered) and reached.isdisjoint(self.lent)):
            return False
        return equated or not reached.isdisjoint(self._equated)

    def _computed_from(self, names: frozenset[str]) -> frozenset[str]:
        """Return these variables, and all that the tests compute from them, directly or not."""
        if names not in self._computed:
            reached, known = names, frozenset[str]()
            while reached != known:
                more = (words for words, value in self.assigned if not reached.isdisjoint(self._words_in(value)))
                known, reached = reached, reached.union(*more)
            self._computed[names] = reached
        return self._computed[names]

    @functools.cached_property
    def _computed(self) -> dict[frozenset[str], frozenset[str]]:
        """What `_computed_from` found: a test set may count thousands of comparisons in one variable."""
        return {}

    def _chooses_literals(self, choice: Node, condition: Node) -> bool:
        others = [each for each in choice.named_children if each.id != condition.id]
        if not _CHOOSES.search(choice.type) or len(others) != 2:
            return False
        return all(self._literals_in(each) and not self._words_in(each) for each in others)

    def _orders(self, node: Node) -> bool:
        if self._is_call(node) and _ORDERS.search(self._callee(node)):
            return True
        short = (each for each in node.children if each.end_byte - each.start_byte <= 3)
        return any(self.tree.text_of(each) in _ORDERING for each in short)

    def _equates(self, node: Node) -> bool:
        if self._is_call(node) and _EQUATES.search(self._callee(node)):
            return True
        return self._operator(node)[0] in self.equalities

    def _equated_in(self, node: Node) -> list[Node]:
        """Return what an equality compares with a value that does not come from the solution."""
        if not self._equates(node):
            return []
        operator, operands = self._operator(node)
        parts = operands if operator else self._arguments(node)
        ours = {each.id for each in parts if not self._from_solution(each)}
        return [each for each in parts if ours - {each.id}]

    @functools.cached_property
    def _ordered(self) -> frozenset[str]:
        return frozenset(word for node in self.inner if self._orders(node) for word in self._words_in(node))

    @functools.cached_property
    def _equated(self) -> frozenset[str]:
        parts = (part for node in self.inner for part in self._equated_in(node))
        return frozenset(word for part in parts for word in self._words_in(part))


def _is_among(text: str, taken: set[str]) -> bool:
    try:
        return any(float(text) == float(each) for each in taken)
    except ValueError:
        return text in taken


def is_membership(name: str) -> bool:
    """Whether a function of this name searches for a value in a collection."""
    return bool(_MEMBERSHIP.fullmatch(name))


def stands_for_several(name: str) -> bool:
    """Whether an assertion of this name compares with a collection of values, or with a pattern."""
    return is_membership(name) or bool(_PATTERN.fullmatch(name) or _RAISES.search(name))


def contains_last(name: str) -> bool:
    """Whether an assertion of this name takes the collection as its last argument."""
    return bool(re.search("(?i)(in|of)$", name))


def is_pattern(name: str) -> bool:
    """Whether an assertion of this name compares with a pattern."""
    return bool(_PATTERN.fullmatch(name))
