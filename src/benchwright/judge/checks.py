"""Finds the checks in a tests' text, and what could be altered in each so that a right solution fails it.

A check is a condition that must hold, a condition that leads to a reported failure, or a call of an assertion. Which
syntax that is says `[checks]` in the language's file. A condition joined by operators is split into its operands, so
that each comparison is a check of its own.

What is altered is the *expected* value: the side of a comparison that does not come from the solution. A name comes
from the solution if the solution defines it, or if the tests assign it from such a name. Arguments of the solution's
functions are never altered: a candidate that ignores its input is wrong, but has not tampered with anything.
"""

from __future__ import annotations

import functools
import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from benchwright.judge.change import changed_value
from benchwright.languages import Language, Syntax, find_language
from benchwright.languages.bodies import bodies_of
from benchwright.languages.join import clean, encode
from benchwright.languages.language import Checks
from benchwright.languages.syntax import Tree, descendants, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_EQUALITIES = {
    "==": "!=", "!=": "==", "===": "!==", "!==": "===", "eq": "ne", "ne": "eq", "-eq": "-ne", "-ne": "-eq",
    "is": "is not", "is not": "is", "<>": "=", "/=": "==", "~=": "==", "=/=": "=:=", "=:=": "=/=",
}  # fmt: skip
_INEQUALITIES = frozenset({"!=", "!==", "ne", "-ne", "<>", "/=", "~=", "=/=", "not="})
_ORDERS = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "in": "not in", "not in": "in"}
_TURNED = {**_EQUALITIES, **_ORDERS}
_COMPARES = re.compile(
    r"equal|identical|cmp|compare|close|same|match|approx|near|^eq|^is$|^is_|contains|includes|starts|ends|^count$|^index",
    re.IGNORECASE,
)
"""Names of functions that compare two values."""
_FAILURE = re.compile(
    r"assert|throw|raise|panic|abort|fail|fatal|error|die\b|exit\w*\W+[1-9]|exit_failure"
    r"|\+\+|\+=\s*1|(?:ok|pass\w*|success\w*|correct|result)\s*=\s*(?:false|0)\b",
    re.IGNORECASE,
)
_USE = re.compile("qualified|scoped|invocation|call|command|annotation|attribute|argument|access|creation|reference")
"""Nodes whose name is not given by them but used."""
_REFUSAL = re.compile(r"return\s*(?:1|-1|false)\b", re.IGNORECASE)
"""A failure, where a test function returns it."""
_JUDGES = re.compile("main|test|check|verify|run", re.IGNORECASE)
"""Names of functions whose result says how the tests ended."""
_KEY = re.compile("subscript|index|element_access|array_access|slice_expression")
_KEYWORD = re.compile("keyword|label")
_ARGUMENTS = re.compile("argument|parameter_part|call_suffix", re.IGNORECASE)
"""Nodes that hold the arguments of a call, where they have no field."""
_PARENTHESES = frozenset({
    "parenthesized_expression", "parenthesized_statements", "parens", "paren_expr", "exprParens", "value_argument",
})  # fmt: skip
_LABELLED = re.compile("pair|keyed|keyword|field_initializer|named_argument|labeled_argument")
_VERDICT_NAME = re.compile(
    "fail|err|bad|wrong|ok|pass|mismatch|count|diff|success|correct|result|found|got|actual", re.IGNORECASE
)
"""Names of what tests keep their verdict in."""
_FALSE_NAME = re.compile("false|not|refute|deny|reject", re.IGNORECASE)
_COLLECTION = re.compile(
    r"^(list|array|tuple|list_literal|array_expression|array_literal|array_initializer|initializer_list|literal_value"
    r"|array_creation_expression|table_constructor|list_expression|set|vector|map|dictionary|object|hash|token_tree)$"
)
_WRAPPERS = frozenset({"literal_element", "expression_list", "array_element_initializer", "pair", "keyed_element"})
"""Nodes that only hold an element of a collection."""
_EXPECTED_KEY = re.compile("expect|want|result|output|answer|out$|exp$|right|correct", re.IGNORECASE)
_INPUT_NAME = re.compile("(?:test_?)?(?:inputs?|args|arguments|params|given)", re.IGNORECASE)
_ASSIGNS = (
    ("left", "right"),
    ("name", "value"),
    ("pattern", "value"),
    ("declarator", "value"),
    ("left", "value"),
    ("pattern", "body"),
    ("lhs", "rhs"),
)
_FRAMEWORK_CALL = re.compile(r"(t|b|self|this|suite|testing|unittest)\.\w+\(")
"""Calls of a test framework, whatever the solution defines."""
_TEST_NAME = re.compile(r"test|Test|Example|Fuzz|Benchmark|should_|it_")
_SYMBOL = re.compile(r"""[^\s()\[\]{}'"`,;]+""")
"""A word of a Lisp."""
_DIGITS = re.compile("[0-9]")
_NEIGHBOURS = 40
"""How many literals before and after one are looked at for another of its kind."""
_WORD = re.compile(r"[^\W\d]\w*[?!]?|[$@%&][\w{]\w*")


class Edit(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A replacement in the tests' text."""

    start: int
    """First byte."""
    end: int
    """Its end."""
    text: str
    """What to put there."""


class Option(msgspec.Struct, frozen=True, array_like=True):
    """One way to alter a check."""

    kind: Literal["value", "made", "turned"]
    """value: another value is written into the text. made: the expected value is replaced while the tests run, by the
    form `other`; unaltered it goes through the form `same`. turned: the comparison is turned round."""
    edits: tuple[Edit, ...]
    """What is replaced; where it is made at run time, the text stays and the form goes around it."""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check in the tests' text."""

    start: int
    """First byte of what its form replaces."""
    end: int
    """Its end."""
    form: str
    """Name of the form that makes it soft."""
    line: int
    """First line, counted from 1."""
    last_line: int
    """Last line."""
    options: tuple[Option, ...] = ()
    """What could be altered, the likeliest to be noticed first."""
    silenced: tuple[Edit, ...] = ()
    """Messages, which repeat the expected value."""
    certain: bool = False
    """Whether the first option is a literal that is compared for equality: whoever does not notice it is not tested."""
    helper: bool = False
    """Whether it calls a checking function of the tests."""
    bare: bool = False
    """Whether it is a comparison outside of any check, which may only be printed."""
    looks: bool = True
    """Whether it looks at the solution; `assert False` where an error was expected does not, and should never run."""
    loose: bool = False
    """Whether how often it runs may depend on what the solution returns."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table of cases."""

    table: int
    """Which table."""
    edits: tuple[Edit, ...]
    """What is altered; nothing where no value of the row can be."""


class TestFunction(msgspec.Struct, frozen=True, kw_only=True):
    """A function that is a test by its name."""

    name: str
    """Its name."""
    line: int
    """Where it starts."""
    checks: tuple[int, ...]
    """The checks in it."""


class CheckedText(msgspec.Struct, frozen=True, kw_only=True):
    """A tests' text with its checks."""

    data: bytes
    """The text."""
    checks: tuple[Check, ...]
    """In the order of the text."""
    rows: tuple[Row, ...]
    """The rows of all tables, in the order of the text."""
    prelude_at: int
    """Where the prelude goes."""
    silenced: tuple[Edit, ...] = ()
    """Texts that nothing depends on, and that may repeat an expected value: documentation, what is printed."""
    support: tuple[tuple[int, int, str], ...] = ()
    """Start, end and form of what is replaced beside the checks."""
    tests: tuple[TestFunction, ...] = ()
    """Functions that are tests by their name, with checks in them."""

    @property
    def layout(self) -> str:
        """Fingerprint of the checks: a plan made by another release may count them differently."""
        return hashlib.sha256(msgspec.json.encode((self.checks, self.rows))).hexdigest()[:16]


def own_names(language: Language, solution: str) -> frozenset[str]:
    """The names that a solution offers to tests: everything that it defines outside of function bodies."""
    syntax = language.syntax
    if syntax is None:
        return frozenset()
    data = _opened(syntax, solution)[0]
    tree = parse(syntax.grammar, _read_as(language.checks, data))
    inside = [(body.start_byte, body.end_byte) for _, body in bodies_of(tree, syntax)]
    inside += [(node.start_byte, node.end_byte) for node in descendants(tree.root) if "parameter" in node.type]
    names: set[str] = set()
    for node in _definitions(tree, syntax):
        if not any(start <= node.start_byte < end for start, end in inside):
            names |= set(_word(syntax).findall(tree.text_of(node).partition("(")[0])[-1:])
    return frozenset(names)


@functools.lru_cache(maxsize=256)
def find_checks(language_id: str, tests: str, own: frozenset[str]) -> CheckedText | None:
    """The checks of a tests' text, where the language's checks can be made soft."""
    language = find_language(language_id)
    if language.syntax is None or language.checks is None:
        return None
    return _Finder(language.syntax, language.checks, clean(tests), own).find()


def _definitions(tree: Tree, syntax: Syntax) -> Iterator[Node]:
    if syntax.definitions:
        yield from (match["name"] for match in tree.find(syntax.definitions))
        return
    for node in descendants(tree.root):
        if _USE.search(node.type):
            continue
        for field in ("name", "declarator"):
            named = node.child_by_field_name(field)
            if named is not None:
                yield named
        if node.type == "assignment" and (left := node.child_by_field_name("left")) is not None:
            yield left


def _opened(syntax: Syntax, text: str) -> tuple[bytes, int]:
    data = encode(clean(text))
    if syntax.opening.strip().encode() in data:
        return data, 0
    return syntax.opening.encode() + data, len(syntax.opening)


def _read_as(checks: Checks | None, data: bytes) -> bytes:
    """The text as the grammar can read its checks; every byte stays where it is."""
    for pattern, replacement in checks.read_as if checks is not None else ():
        data = re.sub(pattern.encode(), functools.partial(_padded, replacement.encode()), data)
    return data


def _word(syntax: Syntax) -> re.Pattern[str]:
    return _SYMBOL if syntax.prefix else _WORD


def _padded(replacement: bytes, match: re.Match[bytes]) -> bytes:
    return match.expand(replacement).ljust(len(match[0]))


class _Finder:
    def __init__(self, syntax: Syntax, checks: Checks, tests: str, own: frozenset[str]) -> None:
        self.syntax, self.rules, self.own = syntax, checks, own
        data, self.shift = _opened(syntax, tests)
        self.text = data
        self.word = _word(syntax)
        self.tree = parse(syntax.grammar, _read_as(checks, data))
        self.nodes = list(descendants(self.tree.root))
        self.turned = {**_TURNED, **checks.turned}
        self.equalities = self.turned.keys() - _ORDERS.keys()
        self.kinds = {node_type: kind for kind, types in syntax.literals.items() for node_type in types}
        words = sorted((node.start_byte, self.tree.text_of(node)) for node in self.nodes if self._is_word(node))
        self.word_starts = [start for start, _ in words]
        self.words = [word for _, word in words]
        self.literals = sorted(
            (node for node in self.nodes if node.type in self.kinds and not self._is_word(node)),
            key=lambda node: node.start_byte,
        )
        self.literal_starts = [node.start_byte for node in self.literals]
        self.functions = {
            name: (holder, body) for holder, body in bodies_of(self.tree, syntax) if (name := self._name_of(holder))
        }
        self.own = own - self.functions.keys()
        self.calls = self._calls()
        self.call_ids = {call.id for call in self.calls}
        self.tainted = self._spread_taint()
        self.own_calls = self._own_calls()
        self.lent = {word for start, end in self.own_calls for word in self._words_between(start, end)}

    # ---- Words and where they come from

    def _is_word(self, node: Node) -> bool:
        if node.child_count or not node.is_named:
            return False
        if node.type in self.kinds:
            text = self.tree.text_of(node)
            return text in self.own or (self.kinds[node.type] == "boolean" and changed_value(text, "boolean") is None)
        # A value that is written with one of the solution's types, or with names of its fields, is not the solution's.
        return "type" not in node.type and not self._is_label(node)

    def _is_label(self, node: Node) -> bool:
        parent = node.parent
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
        """Whether it comes from the solution, or names something that the solution was given and may have changed."""
        return any(word in self.tainted or word in self.own or word in self.lent for word in self._words_in(node))

    def _not_the_solutions(self, nodes: list[Node]) -> list[Node]:
        """Those that do not come from the solution; where it gives none, those that it did not touch."""
        ours = [node for node in nodes if not self._from_solution(node)]
        return [node for node in nodes if not self._touched(node)] if len(ours) == len(nodes) else ours

    def _name_of(self, holder: Node) -> str:
        named: Node | None = holder
        for _ in range(4):
            found = named.child_by_field_name("name") or named.child_by_field_name("declarator") if named else None
            if found is None:
                break
            named = found
        if named is holder or named is None:
            parent = holder.parent
            named = parent.child_by_field_name("name") if parent is not None else None
        return self.tree.text_of(named) if named is not None else ""

    def _spread_taint(self) -> frozenset[str]:
        """Names of the tests that are assigned from the solution's, directly or not, and parameters that get such."""
        assigned: list[tuple[list[str], Node]] = []
        for node in self.nodes:
            for target_field, value_field in _ASSIGNS:
                target, value = node.child_by_field_name(target_field), node.child_by_field_name(value_field)
                if target is not None and value is not None:
                    assigned.append((self._words_in(target), value))
        self.assigned = assigned
        passed: list[tuple[set[str], Node]] = []
        for node in self.nodes:
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

    def _passed(self, call: Node) -> Iterator[tuple[set[str], Node]]:
        """Parameter and argument of a call of one of the tests' functions."""
        parameters = self._parameters(self._callee(call))
        for parameter, argument in zip(parameters, self._given(call) if parameters else (), strict=False):
            yield set(self._words_in(parameter)[-1:]), argument

    def _parameters(self, name: str) -> list[Node]:
        """Those of one of the tests' functions; a parameter that stands for several in Go is there several times."""
        if name not in self.functions:
            return []
        holder = self.functions[name][0]
        parameters = holder.child_by_field_name("parameters")
        declarator = holder.child_by_field_name("declarator")
        if parameters is None and declarator is not None:
            parameters = declarator.child_by_field_name("parameters")
        if parameters is None:
            return []
        found: list[Node] = []
        for each in parameters.named_children:
            found += each.children_by_field_name("name") or [each]
        return found

    def _callee(self, node: Node) -> str:
        called = node.child_by_field_name("function") or node.child_by_field_name("name")
        called = called or node.child_by_field_name("method") or node.child_by_field_name("macro")
        if called is None and node.named_child_count:
            called = node.named_children[0]
        names = self.word.findall(self.tree.text_of(called)) if called is not None else []
        return names[-1] if names else ""

    def _is_call(self, node: Node) -> bool:
        return bool(re.search("call|invocation|creation|apply|application", node.type)) or node.id in self.call_ids

    def _calls(self) -> list[Node]:
        told = [match["call"] for match in self.tree.find(self.syntax.calls)] if self.syntax.calls else []
        return told or [node for node in self.nodes if re.search("call|invocation|creation", node.type)]

    def _own_calls(self) -> list[tuple[int, int]]:
        """The arguments of the solution's functions."""
        spans = []
        callees = {}
        if self.syntax.calls:
            callees = {match["call"].id: match["callee"] for match in self.tree.find(self.syntax.calls)}
        for call in self.calls:
            callee = callees.get(call.id)
            words = self.word.findall(self.tree.text_of(callee)) if callee is not None else [self._callee(call)]
            name = words[-1] if words else ""
            if _FRAMEWORK_CALL.match(self.tree.text_of(call)[:40]):
                continue
            if name in self.own or (name in self.tainted and name not in self.functions):
                arguments = call.child_by_field_name("arguments")
                first = callee.end_byte if callee is not None else call.start_byte
                spans.append((arguments.start_byte if arguments is not None else first, call.end_byte))
        outermost: list[tuple[int, int]] = []
        for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            if not outermost or end > outermost[-1][1]:
                outermost.append((start, end))
        return outermost

    def _is_argument(self, node: Node) -> bool:
        # Spans of one call are apart, or one is in the other: the outermost are enough.
        position = bisect_left(self.own_calls, (node.start_byte + 1, 0)) - 1
        return position >= 0 and node.end_byte <= self.own_calls[position][1]

    # ---- Checks

    def find(self) -> CheckedText:
        checks = list(self._conditions())
        checking = self._checking_functions(checks)
        starts = sorted(check.start for check in checks)
        checks += [
            call
            for call in self._assertions(checking)
            if bisect_left(starts, call.start) == bisect_left(starts, call.end)
        ]
        checks += self._comparisons(checks)
        checks = sorted({(each.start, each.end): each for each in checks}.values(), key=lambda each: each.start)
        rows = list(self._rows(checks))
        leading = self.tree.find(self.rules.prelude_after) if self.rules.prelude_after else ()
        after = [match["after"].end_byte for match in leading]
        found = CheckedText(
            data=self.text[self.shift :],
            checks=tuple(checks),
            rows=tuple(rows),
            prelude_at=max(after, default=self.shift) - self.shift,
            silenced=tuple(self._silenced(checks)),
            support=tuple(self._support()),
            tests=tuple(self._tests(checks)),
        )
        return found if not self.shift else _moved(found, -self.shift)

    def _tests(self, checks: list[Check]) -> Iterator[TestFunction]:
        for name, (holder, body) in self.functions.items():
            if _TEST_NAME.match(name):
                inside = [n for n, check in enumerate(checks) if body.start_byte <= check.start < body.end_byte]
                if any(checks[number].looks for number in inside):
                    yield TestFunction(name=name, line=holder.start_point[0] + 1, checks=tuple(inside))

    def _matches(self) -> Iterator[dict[str, Node]]:
        yield from self.tree.find(self.rules.query)

    def _conditions(self) -> Iterator[Check]:
        failure = re.compile(self.rules.failure) if self.rules.failure else _FAILURE
        for match in self._matches():
            body = match.get("body")
            if "callee" in match or (body is not None and not self._reports_failure(body, failure)):
                continue
            for form in self.rules.forms:
                if (
                    form in match
                    and "{id}" in self.rules.forms[form]
                    and (form != "refuses" or self._is_about_solution(match[form]))
                ):
                    yield from self._leaves(match[form], form, match)

    def _reports_failure(self, body: Node, failure: re.Pattern[str]) -> bool:
        text = self.tree.text_of(body)
        if failure.search(text):
            return True
        return bool(_REFUSAL.search(text) and _JUDGES.search(self._function_around(body)))

    def _function_around(self, node: Node) -> str:
        """Name of the tests' innermost function that it is in."""
        around = [
            (body.start_byte, name)
            for name, (_, body) in self.functions.items()
            if body.start_byte <= node.start_byte and node.end_byte <= body.end_byte
        ]
        return max(around)[1] if around else "main"

    def _silenced(self, checks: list[Check]) -> Iterator[Edit]:
        for match in self._matches():
            if (node := match.get("silent")) is not None and not self._is_inside_check(node, checks):
                yield Edit(node.start_byte, node.end_byte, self.rules.silence)

    def _is_inside_check(self, node: Node, checks: list[Check]) -> bool:
        return any(check.start < node.end_byte and node.start_byte < check.end for check in checks)

    def _support(self) -> Iterator[tuple[int, int, str]]:
        for match in self._matches():
            for form, template in self.rules.forms.items():
                if form in match and "{id}" not in template:
                    yield match[form].start_byte, match[form].end_byte, form

    def _is_about_solution(self, condition: Node) -> bool:
        """Whether a condition looks at the solution, or at what the tests found out about it. One in a callback for the
        solution belongs to its input."""
        if self._is_argument(condition):
            return False
        return self._touched(condition) or any(_VERDICT_NAME.search(word) for word in self._words_in(condition))

    def _leaves(self, node: Node, form: str, match: dict[str, Node]) -> Iterator[Check]:
        """The operands of a condition that must each hold, or must each not hold."""
        if form not in ("holds", "refuses"):
            yield self._check(node, form, match, (), False)
            return
        inner = self._inside_parentheses(node)
        operator, operands = self._operator(inner)
        turned = "refuses" if form == "holds" else "holds"
        if operator in (self.rules.both if form == "holds" else self.rules.either) and len(operands) == 2:
            for operand in operands:
                yield from self._leaves(operand, form, match)
        elif operator in self.rules.negations and len(operands) == 1 and turned in self.rules.forms:
            yield from self._leaves(operands[0], turned, match)
        else:
            options, certain = self._options(inner)
            yield self._check(inner, form, match, options, certain)

    def _inside_parentheses(self, node: Node) -> Node:
        while node.named_child_count == 1 and (node.type in _PARENTHESES or node.child_count == 1):
            node = node.named_children[0]
        return node

    def _operator(self, node: Node) -> tuple[str, list[Node]]:
        """The operator of an expression, and its operands; the empty text where it has none."""
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
        plain = node.child_count == 0 or not node.is_named or (node.child_count == 1 and not node.children[0].is_named)
        return bool(text) and (text in self.turned or text in known) and plain

    def _check(
        self, node: Node, form: str, match: dict[str, Node], options: tuple[Option, ...], certain: bool
    ) -> Check:
        message = match.get("message")
        silenced: tuple[Edit, ...] = ()
        if message is not None and not (node.start_byte <= message.start_byte < node.end_byte):
            silenced = (Edit(message.start_byte, message.end_byte, self.rules.silence),)
        whole = match.get("check") or node
        if f"{form}_async" in self.rules.forms and re.search(r"\bawait\b", self.tree.text_of(node)):
            form = f"{form}_async"
        return Check(
            start=node.start_byte,
            end=node.end_byte,
            form=form,
            line=whole.start_point[0] + 1,
            last_line=whole.end_point[0] + 1,
            options=options,
            silenced=silenced,
            certain=certain,
            looks=self._touched(node),
            loose=self._is_loose(node),
        )

    def _is_loose(self, node: Node) -> bool:
        """Whether a loop around it goes through something of the solution's."""
        around = node.parent
        while around is not None:
            if re.search("for|while|each|loop|do_block|block_argument|lambda|closure|arrow", around.type):
                head = [child for child in around.children if not re.search("block|body|statement", child.type)]
                if any(child.start_byte < node.start_byte and self._from_solution(child) for child in head):
                    return True
            if "call" in around.type and around.start_byte < node.start_byte:
                # for_each and friends: what they are called on comes first
                receiver = around.children[0] if around.children else None
                if receiver is not None and receiver.end_byte <= node.start_byte and self._from_solution(receiver):
                    return True
            around = around.parent
        return False

    def _checking_functions(self, checks: Iterable[Check]) -> frozenset[str]:
        """The tests' functions that hold checks, or call such functions."""
        starts = sorted(check.start for check in checks)
        assertion = re.compile(self.rules.assertions, re.IGNORECASE)
        bodies = {name: body for name, (_, body) in self.functions.items()}

        def holds(body: Node) -> bool:
            first = bisect_left(starts, body.start_byte)
            if first < len(starts) and starts[first] < body.end_byte:
                return True
            return any(assertion.search(word) for word in self._words_in(body) if word not in bodies)

        found = {name for name, body in bodies.items() if holds(body)}
        while True:
            more = {name for name, body in bodies.items() if not found.isdisjoint(self._words_in(body))} | found
            if more == found:
                return frozenset(found)
            found = more

    def _assertions(self, checking: frozenset[str]) -> Iterator[Check]:
        """Calls of assertions, and of the tests' checking functions where something in the call can be altered."""
        assertion = re.compile(self.rules.assertions, re.IGNORECASE)
        for match in self._matches():
            if "callee" not in match:
                continue
            name = (self.word.findall(self.tree.text_of(match["callee"])) or [""])[-1]
            helper = name in checking
            if name in self.own or not (helper or (assertion.search(name) and name not in self.functions)):
                continue
            condition = self._condition_argument(match)
            if condition is not None:
                yield from self._leaves(condition, "refuses" if _FALSE_NAME.search(name) else "holds", match)
                continue
            for form in self.rules.forms:
                if form in match:
                    options = self._call_options(match[form], helper)
                    if options or not helper:
                        check = self._check(match[form], form, match, options, False)
                        yield msgspec.structs.replace(check, helper=helper)

    def _comparisons(self, checks: list[Check]) -> Iterator[Check]:
        """Comparisons of the solution's values outside of checks, or in checks that say no more than that they hold, as
        in `all(f(x) == y for x, y in cases)` or `results.add(f(1) == 2)`."""
        if "holds" not in self.rules.forms:
            return
        spans = sorted((check.start, check.end) for check in checks if any(o.kind != "turned" for o in check.options))
        starts = [start for start, _ in spans]
        known = {(check.start, check.end) for check in checks}
        covered = 0
        for node in sorted(self.nodes, key=lambda node: (node.start_byte, -node.end_byte)):
            if node.start_byte < covered or not self._compares_solution(node) or self._is_argument(node):
                continue
            if (node.start_byte, node.end_byte) in known:
                continue
            if self.own.isdisjoint(self._words_in(node)) and not _JUDGES.search(self._function_around(node)):
                continue  # a helper that only compares
            first = bisect_left(starts, node.start_byte + 1)
            inside = first > 0 and any(
                start <= node.start_byte < end for start, end in spans[max(0, first - 3) : first]
            )
            around = first < len(starts) and starts[first] < node.end_byte
            if inside or around:
                continue
            covered = node.end_byte
            options, certain = self._options(node)
            unequal = self._operator(node)[0] in _INEQUALITIES
            if not unequal or "refuses" in self.rules.forms:
                check = self._check(node, "refuses" if unequal else "holds", {}, options, certain)
                asserted = any(each.start <= check.start and check.end <= each.end for each in checks)
                yield msgspec.structs.replace(check, bare=not asserted)

    def _compares_solution(self, node: Node) -> bool:
        operator, operands = self._operator(node)
        if operator in self.equalities and operator not in ("is", "is not") and len(operands) == 2:
            return any(map(self._from_solution, operands)) and not all(map(self._from_solution, operands))
        if not re.search("call|invocation", node.type) or not re.fullmatch(
            "(?i)(deep)?_?(is)?_?equals?", self._callee(node)
        ):
            return False
        return self._compared_argument(node) is not None and self._from_solution(node)

    def _condition_argument(self, match: dict[str, Node]) -> Node | None:
        """In `check(f(1) == 2, "two")`: the comparison."""
        call = next((match[form] for form in self.rules.forms if form in match), None)
        if call is None or not {"holds", "refuses"} <= self.rules.forms.keys():
            return None
        for argument in self._arguments(call):
            inner = self._inside_parentheses(argument)
            operator, operands = self._operator(inner)
            if operator in (*self.rules.both, *self.rules.either) or (operator in self.turned and len(operands) == 2):
                return argument if self._touched(argument) else None
        return None

    # ---- What can be altered

    def _options(self, leaf: Node) -> tuple[tuple[Option, ...], bool]:
        """Of a condition: the literals on the expected side, another value for all of it, the operator turned."""
        if leaf.type == "test_command" and leaf.named_child_count == 1:
            leaf = leaf.named_children[0]
        operator, operands = self._operator(leaf)
        options: list[Option] = []
        certain = False
        for operand in operands if len(operands) == 2 else ():
            inner = self._inside_parentheses(operand)
            if inner.id != operand.id and self._operator(inner)[0] in self.turned:
                return self._options(inner)  # as in `(f(1) == 2) is True`
        if len(operands) == 2 and operator in self.turned:
            expected = self._expected_side(operator, operands)
            if expected is not None:
                direct = expected.id in {operand.id for operand in operands}
                options += self._alterations(leaf, expected)
                certain = bool(options) and operator in self.equalities and direct
            turned = next(each for each in leaf.children if self.tree.text_of(each) == operator)
            if self.turned[operator]:
                options.append(Option("turned", (Edit(turned.start_byte, turned.end_byte, self.turned[operator]),)))
        elif (compared := self._compared_argument(leaf)) is not None:
            options += self._alterations(leaf, compared)
        elif not any(map(self._compares_solution, descendants(leaf))):
            options += self._literal_options(leaf, leaf)
        return tuple(options), certain

    def _expected_side(self, operator: str, operands: list[Node]) -> Node | None:
        """The operand that is not the solution's; inside of the other, where a function compares there."""
        ours = self._not_the_solutions(operands)
        theirs = [operand for operand in operands if operand not in ours]
        for operand in theirs or operands:
            if (inner := self._compared_argument(operand)) is not None:
                return inner
            if operator in _ORDERS and (inner := self._subtracted(operand)) is not None:
                return inner
        if operator in _ORDERS:
            return None if operator in ("<", ">", "<=", ">=") else (ours[0] if len(ours) == 1 else None)
        if len(ours) == 1:
            return ours[0]
        with_literals = [operand for operand in (ours or operands) if self._literals_in(operand)]
        return with_literals[-1] if with_literals else (operands[-1] if len(ours) != 1 else ours[0])

    def _compared_argument(self, node: Node) -> Node | None:
        """In a call of a function that compares: the argument that is not the solution's."""
        node = self._inside_parentheses(node)
        if node.type in ("unary_expression", "not_operator", "unary") and node.named_child_count == 1:
            node = node.named_children[0]
        arguments = self._given(node) if self._is_call(node) else []
        callee = self._callee(node)
        if not arguments or callee in self.own or not (_COMPARES.search(callee) or callee in self.functions):
            return None
        given = [each for each in arguments if not _KEYWORD.search(each.type)]
        receiver = node.child_by_field_name("object") or node.child_by_field_name("receiver")
        ours = self._not_the_solutions(given) if receiver is None or not self._touched(receiver) else given
        return ours[0] if ours and self._touched(node) else None

    def _subtracted(self, node: Node) -> Node | None:
        """In `abs(f(x) - 2.5)`: the 2.5."""
        for each in descendants(node):
            if self.syntax.prefix and each.named_child_count == 3 and self.tree.text_of(each.named_children[0]) == "-":
                ours = [side for side in each.named_children[1:] if not self._from_solution(side)]
                if len(ours) == 1 and not self._is_argument(each):
                    return ours[0]
            if each.child_count == 3 and self.tree.text_of(each.children[1]) == "-":
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

    def _call_options(self, call: Node, helper: bool) -> tuple[Option, ...]:
        """Of an assertion: its expected argument first, then the other arguments that are not the solution's."""
        arguments = self._arguments(call)
        inputs = self._inputs(call, arguments) if helper else frozenset()
        ours = [
            each
            for each in arguments
            if each.id not in inputs and not self._from_solution(each) and not _KEYWORD.search(each.type)
        ]
        theirs = [index for index, each in enumerate(arguments) if self._from_solution(each)]
        if theirs:
            # beside the solution's value, on the side where the language's assertions expect it
            middle = theirs[0]
            first = self.rules.expected == "first" and not helper

            def order(each: Node) -> tuple[bool, int]:
                index = next(number for number, argument in enumerate(arguments) if argument.id == each.id)
                return (index > middle) == first, abs(index - middle)

            ours.sort(key=order)
        options: list[Option] = []
        for argument in ours:
            options += self._alterations(call, argument, inputs)[:3]
        return tuple(options[:6])

    def _inputs(self, call: Node, arguments: list[Node]) -> frozenset[int]:
        """The arguments of a helper's call that the helper hands on to the solution."""
        inner = call
        while not self._is_call(inner) and inner.named_child_count:
            inner = inner.named_children[0]
        parameters = self._parameters(self._callee(inner))
        return frozenset(
            argument.id
            for parameter, argument in zip(parameters, arguments, strict=False)
            if not self.lent.isdisjoint(self._words_in(parameter)[-1:])
        )

    def _arguments(self, call: Node) -> list[Node]:
        """The arguments of a call; of a chain like `expect(f(1)).toBe(2)` those of all its calls."""
        found: list[Node] = []
        node: Node | None = call
        while node is not None:
            if node.type in ("expression_statement", "await_expression", "statement") and node.named_child_count:
                node = node.named_children[0]
                continue
            found = [*self._given(node), *found]
            function = node.child_by_field_name("function") or node.child_by_field_name("object")
            function = function or node.child_by_field_name("receiver")
            if function is None and node.named_child_count and node.named_children[0].type != "identifier":
                function = node.named_children[0] if node.named_children[0].named_child_count else None
            node = function if function is not None and function.id != node.id else None
            if node is not None and not re.search("call|member|attribute|field|selector|invocation|access", node.type):
                break
        return [each for each in found if "comment" not in each.type]

    def _other_literal(self, literal: Node) -> str | None:
        """The next literal of the kind in the tests that has another text of about the same length, and is not given to
        the solution: a value that could be expected as well."""
        text = self.tree.text_of(literal)
        if self.kinds[literal.type] == "boolean" or not text:
            return None
        start = bisect_left(self.literal_starts, literal.start_byte) + 1
        around = (*self.literals[start : start + _NEIGHBOURS], *self.literals[max(0, start - _NEIGHBOURS) : start])
        for other in around:
            found = self.tree.text_of(other)
            if other.type != literal.type or found == text or not found or self._is_argument(other):
                continue
            alike = _DIGITS.sub("", found) == _DIGITS.sub("", text) if text[0].isdigit() else "\n" not in found
            if alike and abs(len(found) - len(text)) <= 1 + len(text) // 2:
                return found
        return None

    def _last_suffix(self, call: Node) -> list[Node]:
        """The arguments at the end of a chain of suffixes, in grammars that have such."""
        node = call
        for _ in range(4):
            if not node.named_child_count:
                break
            node = node.named_children[-1]
            if _ARGUMENTS.search(node.type):
                return [node]
        return []

    def _is_inside(self, node: Node, others: frozenset[int]) -> bool:
        around: Node | None = node if others else None
        while around is not None and around.id not in others:
            around = around.parent
        return around is not None

    def _given(self, call: Node) -> list[Node]:
        """The arguments of one call, however the grammar holds them."""
        single = call.children_by_field_name("argument")
        lists = call.children_by_field_name("arguments") or call.children_by_field_name("args")
        if not single and not lists:
            lists = [each for each in call.named_children if _ARGUMENTS.search(each.type)]
        if not single and not lists and not (self.syntax.prefix or self.syntax.calls):
            lists = self._last_suffix(call)
        if len(lists) == 1 and "suffix" in lists[0].type:
            lists = [each for each in lists[0].named_children if _ARGUMENTS.search(each.type)]
        if single or not lists:
            given = single or (call.named_children[1:] if self.syntax.prefix or self.syntax.calls else [])
        elif len(lists) > 1 or (not lists[0].named_child_count and "argument" not in lists[0].type):
            given = lists
        else:
            given = lists[0].named_children
        return [each for each in given if each.type != "comma"]

    def _literals_in(self, node: Node) -> list[Node]:
        first = bisect_left(self.literal_starts, node.start_byte)
        last = bisect_left(self.literal_starts, node.end_byte)
        return [
            each for each in self.literals[first:last] if not self._is_argument(each) and not self._is_key(each, node)
        ]

    def _is_key(self, literal: Node, within: Node) -> bool:
        """Whether it looks something up."""
        child, around = literal, literal.parent
        while around is not None and child.id != within.id:
            if _KEY.search(around.type) and around.children and around.children[0].id != child.id:
                return True
            if _KEYWORD.search(around.type):
                return True
            child, around = around, around.parent
        return False

    def _literal_options(self, check: Node, within: Node, inputs: frozenset[int] = frozenset()) -> list[Option]:
        """The last literal and the first, each as another one of the tests and as one that is made up. Where the check
        repeats it, as in a message, both change."""
        literals = self._literals_in(within)
        options: list[Option] = []
        for literal in dict.fromkeys((*literals[-1:], *literals[:1])):
            text = self.tree.text_of(literal)
            others = (self._other_literal(literal), changed_value(text, self.kinds[literal.type]))
            for changed in dict.fromkeys(each for each in others if each is not None):
                edits = {(literal.start_byte, literal.end_byte): changed}
                if len(text) > 2:
                    edits |= {
                        (each.start_byte, each.end_byte): self.tree.text_of(each).replace(text, changed)
                        for each in self._literals_in(check)
                        if text in self.tree.text_of(each) and not self._is_inside(each, inputs)
                    }
                changes = tuple(Edit(start, end, new) for (start, end), new in sorted(edits.items()))
                options.append(Option("value", changes))
        return options

    # ---- Tables

    def _rows(self, checks: list[Check]) -> Iterator[Row]:
        """Literal collections outside of checks, each element of which holds a literal."""
        spans = sorted((check.start, check.end) for check in checks)
        covered = 0
        number = 0
        for node in sorted(self.nodes, key=lambda node: (node.start_byte, -node.end_byte)):
            if node.start_byte < covered or not _COLLECTION.search(node.type):
                continue
            if self._is_argument(node) or self._from_solution(node):
                continue
            rows = [each for each in node.named_children if "comment" not in each.type]
            edits = [self._row_edits(row) for row in rows]
            if len(rows) < 2 or self._is_input_too(node) or sum(map(bool, edits)) * 2 < len(rows):
                continue
            if any(start <= node.start_byte < end for start, end in spans):
                continue
            covered = node.end_byte
            for each in edits:
                yield Row(table=number, edits=each)
            number += 1

    def _is_input_too(self, table: Node) -> bool:
        """Whether the solution is given what the last column holds: it may not take another value."""
        names = {
            word
            for words, value in self.assigned
            if value.start_byte <= table.start_byte and table.end_byte <= value.end_byte
            for word in words
        }
        loops = [
            words
            for words, value in self.assigned
            if (value.start_byte <= table.start_byte and table.end_byte <= value.end_byte)
            or not names.isdisjoint(self._words_in(value))
        ]
        return any(map(_INPUT_NAME.fullmatch, names)) or any(
            len(words) > 1 and words[-1] in self.lent for words in loops
        )

    def _row_edits(self, row: Node) -> tuple[Edit, ...]:
        """Another value in the cell that is named like an expected value, or else in the last."""
        chosen = row
        while chosen.named_child_count and (chosen.type in _WRAPPERS or _COLLECTION.search(chosen.type)):
            chosen = chosen.named_children[-1]
            if chosen.type not in _WRAPPERS:
                break
        for each in descendants(row):
            key = each.child_by_field_name("key") or each.child_by_field_name("name")
            value = each.child_by_field_name("value")
            if key is not None and value is not None and _EXPECTED_KEY.search(self.tree.text_of(key)):
                chosen = value
                break
        options = self._alterations(chosen, chosen)
        return options[0].edits if options and options[0].kind == "value" else ()


def _moved(found: CheckedText, by: int) -> CheckedText:
    def edits(each: tuple[Edit, ...]) -> tuple[Edit, ...]:
        return tuple(Edit(edit.start + by, edit.end + by, edit.text) for edit in each)

    checks = tuple(
        msgspec.structs.replace(
            check,
            start=check.start + by,
            end=check.end + by,
            options=tuple(Option(option.kind, edits(option.edits)) for option in check.options),
            silenced=edits(check.silenced),
        )
        for check in found.checks
    )
    rows = tuple(msgspec.structs.replace(row, edits=edits(row.edits)) for row in found.rows)
    silenced = edits(found.silenced)
    support = tuple((start + by, end + by, form) for start, end, form in found.support)
    return msgspec.structs.replace(found, checks=checks, rows=rows, silenced=silenced, support=support)
