"""Find the checks that a correct solution need not run as often as the reference.

A check in a loop over the solution's values runs as often as there are values. A check runs any number of times, or
never, if a result of the solution decides whether it is reached, if the tests accept an exception instead, or if the
solution calls the code that contains it.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from benchwright.judging.origins import MAPS, VARIABLE
from benchwright.judging.tables import Tables
from benchwright.languages.syntax import ancestors, descendants

if TYPE_CHECKING:
    from tree_sitter import Node

    _Span = tuple[int, int]

_FAILURE = re.compile(
    r"assert|throw|raise|panic|abort|fail|fatal|error|die\b|exit\w*\W+[1-9]|exit_failure"
    r"|\+\+|\+=\s*1|(?:ok|pass\w*|success\w*|correct|result)\s*=\s*(?:false|0)\b",
    re.IGNORECASE,
)
_REFUSAL = re.compile(r"return\s*(?:1|-1|false)\b", re.IGNORECASE)
"""Counts as a failure if a test function returns it."""
JUDGES = re.compile("main|test|check|verify|run", re.IGNORECASE)
"""Names of functions whose result is the outcome of the tests."""
_COUNTS = r"\w*(?<!fail_)(?:hit|pass|ok|succ|good|correct|match|found|seen|count|total|times)\w*"
_NO_FAILURE = r"(?!\w*(?:fail|err|bad|wrong|mis))"
_SUCCESS = re.compile(rf"\b{_NO_FAILURE}{_COUNTS}\s*(?:\+\+|\+=\s*1)|\+\+{_NO_FAILURE}{_COUNTS}", re.IGNORECASE)
"""Counts what is right, or just counts."""
_FAILS = re.compile("fail|error|fatal|throw|raise", re.IGNORECASE)
"""Names of assertions that always fail."""
_LOOP = re.compile("for|while|each|loop|do_block|block_argument|lambda|closure|arrow|comprehension|generator")
_TARGETS = ("left", "pattern", "name")
"""Fields of the variables of a loop."""
_BODY = re.compile("block|body|statement")
_BRANCH = re.compile("^(el)?if|^(unless|switch|match|case|cond|ternary|when|guard)")
_BRANCH_CALL = frozenset({"if", "unless", "case", "cond", "when", "when-let", "if-let", "if-not", "when-not"})
_TRY = re.compile("^(try|begin|do_statement)")
_HANDLER = re.compile("except|catch|rescue|handler")
_JUMP = re.compile("^(return|continue|break|next|last)(_|$)|^(jump_|control_transfer)")
_LOOP_JUMP = re.compile("continue|break|next|last")
_REPEATS = re.compile("^(for|while|until|do_statement|loop|repeat|each|enhanced_for|range_)")
_CODE = re.compile("lambda|closure|arrow|^fun|func_|function|method|class_body|anonymous|block$|subroutine|^proc")
_FUNCTION = re.compile("function|method|lambda|closure|arrow|func_literal")
_LISP_CODE = frozenset({"lambda", "fn", "function", "λ"})
_CLASS = re.compile("class|struct|object_decl|impl_item|module")

_CLOCK = re.compile(
    r"Date\.now|performance\.now|hrtime|currentTimeMillis|nanoTime|perf_counter|\bmonotonic\(|\btime\(\)|_clock\b"
    r"|clock_gettime|microtime|time\.(Now|Since)|Instant::now|[Ss]topwatch"
)
_TIMEOUT = re.compile(r"\W*(?:\w+\.)*assertTimeout")
_GROUP = re.compile(r"(?:\w+\W+)*assert_?all", re.IGNORECASE)
"""Names of assertions that make the checks they are given."""


class Reach(Tables):
    """Which checks a correct solution may run more or less often than the reference, or not at all."""

    def _is_loose(self, node: Node) -> bool:
        """Whether the number of times it runs depends on the solution."""
        return _is_in(self._varying, node.start_byte) or self._iterates(node)

    def _is_optional(self, node: Node) -> bool:
        """Whether a correct solution may not run it at all."""
        return _is_in(self._optional, node.start_byte)

    def _region(self, node: Node) -> int:
        """Start of the optional code that contains the node: only some of its branches run. -1 if there is none."""
        position = bisect_right(self._optional, (node.start_byte, len(self.text))) - 1
        return self._optional[position][0] if self._is_optional(node) else -1

    def _groups(self, checks: Collection[_Span]) -> set[_Span]:
        """Return the checks that only make others, as in `assertAll({ assertEquals(2, f(1)) })`: these count alone."""
        named = ((match, self.tree.text_of(match["callee"])) for match in self.matches if "callee" in match)
        calls = [match for match, name in named if _GROUP.fullmatch(name) and name not in self.functions]
        groups = {_span(node) for match in calls for node in match.values()}.intersection(checks)
        return {(start, end) for start, end in groups if any(start < inner < end for inner, _ in checks)}

    def _is_time_limit(self, check: Node) -> bool:
        """Whether a check limits how long something takes, and looks at no result of the solution."""
        text = self.tree.text_of(check)
        words = set(self._words_in(check))
        if _TIMEOUT.match(text):
            return True
        if not words.isdisjoint(self.own | self.tainted):
            return False
        return _CLOCK.search(text) is not None or not self._times.isdisjoint(words)

    @functools.cached_property
    def _times(self) -> frozenset[str]:
        """Names of the variables that hold times."""
        times = frozenset[str]()
        while True:
            more = frozenset(
                name
                for names, value in self.assigned
                if _CLOCK.search(self.tree.text_of(value)) or not times.isdisjoint(self._words_in(value))
                for name in names
            )
            if more <= times:
                return times
            times |= more

    def _may_raise(self, node: Node) -> bool:
        """Whether the tests accept that the solution raises an exception in the node."""
        return _is_in(self._raising, node.start_byte) and not self.own.isdisjoint(self._words_in(node))

    def _iterates(self, node: Node) -> bool:
        """Whether an enclosing loop iterates over something that comes from the solution."""
        inner = node
        for around in ancestors(node):
            if _LOOP.search(around.type):
                targets = {each.id for field in _TARGETS for each in around.children_by_field_name(field)}
                head = [each for each in around.children if each.id != inner.id and not _BODY.search(each.type)]
                head = [each for each in head if each.id not in targets and not VARIABLE.fullmatch(each.type)]
                if any(self._from_solution(each) and not self._has_fixed_length(each) for each in head):
                    return True
            if "call" in around.type and around.start_byte < node.start_byte:
                # In for_each and the like, the receiver comes first.
                receiver = around.children[0] if around.children else None
                if receiver is not None and receiver.end_byte <= node.start_byte and self._from_solution(receiver):
                    return True
            inner = around
        return False

    def _has_fixed_length(self, head: Node) -> bool:
        """Whether the solution decides about the values only, not about their number."""
        ours = {*self.own, *self.tainted}.intersection(self._words_in(head))
        return ours <= self._written_names or self._is_mapped(head)

    @functools.cached_property
    def _written_names(self) -> frozenset[str]:
        """Names of collections that the tests write out, of values that the solution constructs."""
        tables = [
            (names, value) for names, value in self.assigned if self._cells(value) and self._names_no_variable(value)
        ]
        written = {name for names, _ in tables for name in names if len(names) == 1}
        assigned = Counter(name for names, _ in self.assigned for name in names)
        return frozenset(name for name in written if assigned[name] == 1) - self._lent_whole

    def _is_mapped(self, head: Node) -> bool:
        """Whether all that comes from the solution are functions that are applied to values of the tests, as in
        `map(f, inputs)`: there are as many results as values."""
        spans = [
            _span(self._given(call)[0])
            for call in (head, *descendants(head))
            if self._is_call(call) and self._callee(call) in MAPS and len(self._given(call)) > 1
        ]
        first, last = (bisect_left(self.word_starts, at) for at in (head.start_byte, head.end_byte))
        ours = {*self.own, *self.tainted}
        return all(
            any(start <= at < end for start, end in spans)
            for at, word in zip(self.word_starts[first:last], self.words[first:last], strict=True)
            if word in ours
        )

    @functools.cached_property
    def _optional(self) -> list[_Span]:
        """Code that a correct solution may not run."""
        return self._with_called(self._decided, only=True)

    @functools.cached_property
    def _varying(self) -> list[_Span]:
        """Code that a correct solution runs any number of times."""
        return self._with_called(self._optional, only=False)

    @functools.cached_property
    def _decided(self) -> list[_Span]:
        """Code whose surroundings let the solution decide whether it runs, and code that the solution is given."""
        spans = [*self._raising]
        for node in self.inner:
            if self._is_code(node) and self._is_argument(node):
                spans.append(_span(node))
            if self._is_branch(node):
                spans += self._branches(node)
            elif _TRY.search(node.type):
                spans += self._handlers(node)
        for names, value in self.assigned:
            if not self._given_names.isdisjoint(names):
                spans += [_span(each) for each in descendants(value) if self._is_code(each)]
        spans += [span for name, span in self._classes() if name in self._given_names]
        spans = _merged(spans)
        return _merged([*spans, *self._skipped(spans)])

    def _is_code(self, node: Node) -> bool:
        """Whether it is a function, or another piece of code that is a value."""
        if self.syntax.prefix:
            return bool(node.named_child_count) and self.tree.text_of(node.named_children[0]) in _LISP_CODE
        return bool(_CODE.search(node.type)) and not self._is_call(node)

    @functools.cached_property
    def _raising(self) -> list[_Span]:
        """Code that an accepted exception of the solution may skip."""
        return _merged([span for node in self.inner if _TRY.search(node.type) for span in self._until_handled(node)])

    @functools.cached_property
    def _given_names(self) -> frozenset[str]:
        return self._sources_of(self.lent) - self.own

    def _classes(self) -> Iterator[tuple[str, _Span]]:
        for node in self.inner:
            name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
            if name is not None and body is not None and _CLASS.search(node.type):
                yield self.tree.text_of(name), _span(body)

    def _with_called(self, spans: list[_Span], *, only: bool) -> list[_Span]:
        """Add the tests' functions that are called in these spans, with `only` those that are called nowhere else."""
        bodies = {name: _span(body) for name, (_, body) in self.functions.items()}
        while True:
            called = {word for start, end in spans for word in self._words_between(start, end)} | self._given_names
            found = [span for name, span in bodies.items() if name in called and not _is_in(spans, span[0])]
            if only:
                found = [span for span in found if not self._is_called_outside(span, bodies, spans)]
            if not found:
                return spans
            spans = _merged([*spans, *found])

    def _is_called_outside(self, body: _Span, bodies: dict[str, _Span], spans: list[_Span]) -> bool:
        name = next(name for name, span in bodies.items() if span == body)
        holder = self.functions[name][0]
        before, after = (b"(", b"") if self.syntax.prefix else (b"", b"(")
        call = re.compile(rf"(?<!\w){re.escape((before + name.encode()).decode())}{re.escape(after.decode())}".encode())
        return any(
            not _is_in(spans, found.start()) and not holder.start_byte <= found.start() < holder.end_byte
            for found in call.finditer(self.text)
        )

    @functools.cached_property
    def choosing(self) -> frozenset[str]:
        """Names in the conditions of branches that are not checks."""
        conditions = (self._condition_of(node) for node in self.inner if self._is_branch(node))
        return frozenset(word for node in conditions if node is not None for word in self._words_in(node))

    def _is_branch(self, node: Node) -> bool:
        branches = _BRANCH.search(node.type) or (self._is_call(node) and self._callee(node) in _BRANCH_CALL)
        return bool(branches) and node.id not in self.failing

    def _condition_of(self, node: Node) -> Node | None:
        found = next(filter(None, map(node.child_by_field_name, ("condition", "subject", "value"))), None)
        if found is None and node.named_child_count:
            second = node.type == "conditional_expression" or self._is_call(node)
            return node.named_children[min(node.named_child_count - 1, int(second))]
        return found

    def _branches(self, node: Node) -> Iterator[_Span]:
        """Yield the code that a result of the solution chooses."""
        condition = self._condition_of(node)
        if condition is not None and self._from_solution(condition):
            yield node.start_byte, condition.start_byte
            yield condition.end_byte, node.end_byte

    def _parts(self, node: Node) -> tuple[list[Node], list[Node], list[Node]]:
        """Return a try statement's statements, its handlers, and what runs if nothing was raised."""
        handlers = [each for each in node.named_children if _HANDLER.search(each.type)]
        before = [each for each in node.named_children if handlers and each.end_byte <= handlers[0].start_byte]
        blocks = [each.named_children if _BODY.search(each.type) else [each] for each in before]
        statements = [statement for block in blocks for statement in block]
        return statements, handlers, [each for each in node.named_children if each.type.startswith("else")]

    def _until_handled(self, node: Node) -> Iterator[_Span]:
        statements, handlers, otherwise = self._parts(node)
        accepts = [each for each in handlers if each.named_child_count and not self._fails(each.named_children[-1])]
        first = next((each for each in statements if self._from_solution(each)), None)
        if first is not None and accepts:
            yield first.start_byte, statements[-1].end_byte
            yield from map(_span, otherwise)

    def _handlers(self, node: Node) -> Iterator[_Span]:
        """Yield the handlers, unless the tests fail if the solution raises nothing."""
        statements, handlers, otherwise = self._parts(node)
        must_raise = any(self._fails(each) for each in (*statements, *otherwise) if not self._from_solution(each))
        if not must_raise and any(map(self._from_solution, statements)):
            yield from map(_span, handlers)

    def _skipped(self, spans: list[_Span]) -> Iterator[_Span]:
        """Yield the code that a jump skips if the solution decides whether to jump."""
        for node in self.nodes:
            if not _JUMP.search(node.type) or not _is_in(spans, node.start_byte):
                continue
            if node.parent is not None and _BODY.search(node.parent.type) and self._fails(node.parent):
                continue
            start, end = self._body_around(node)
            repeated = [each for each in ancestors(node) if _REPEATS.search(each.type) and start <= each.start_byte]
            if not _LOOP_JUMP.match(self.tree.text_of(node)):
                yield repeated[-1].start_byte if repeated else node.end_byte, end
            elif repeated and not any("switch" in each.type for each in ancestors(node)):
                yield _span(repeated[0])

    def _body_around(self, node: Node) -> _Span:
        for around in ancestors(node):
            if _FUNCTION.search(around.type) and not self._is_call(around):
                return _span(around)
        return 0, len(self.text)

    @functools.cached_property
    def failing(self) -> frozenset[int]:
        """Statements whose code runs only after a failure, because their condition is a check."""
        return frozenset(
            match["check"].id
            for match in self.matches
            if "body" in match and "check" in match and self._fails(match["body"])
        )

    @functools.cached_property
    def matches(self) -> list[dict[str, Node]]:
        """What the language's query finds."""
        return list(self.tree.find(self.rules.query))

    @functools.cached_property
    def _passable(self) -> list[_Span]:
        """Checks that may succeed, unlike `assert False` or `fail()`."""
        assertion = re.compile(self.rules.assertions, re.IGNORECASE)
        found: list[_Span] = []
        for match in self.matches:
            whole = match.get("check")
            looked_at = next((match[form] for form in self.rules.forms if form in match), None)
            if whole is None or looked_at is None:
                continue
            given = [looked_at]
            if "callee" in match:
                name = (self.word.findall(self.tree.text_of(match["callee"])) or [""])[-1]
                is_check = not _FAILS.search(name) and (assertion.search(name) or name in self.functions)
                given = self._arguments(looked_at) if is_check else []
            depends = self._from_solution if "body" in match else self._words_in
            if any(map(depends, given)):
                found.append(_span(whole))
        return sorted(found)

    def _fails(self, node: Node) -> bool:
        """Whether code reports a failure, whatever the checks in it find."""
        first, last = (bisect_left(self._passable, (at, 0)) for at in (node.start_byte, node.end_byte))
        kept, position = [], node.start_byte
        for start, end in self._passable[first:last]:
            if end <= node.end_byte:
                kept.append(self.text[position:start])
                position = max(position, end)
        kept.append(self.text[position : max(position, node.end_byte)])
        text = _SUCCESS.sub("", b" ".join(kept).decode(errors="surrogateescape"))
        failure = re.compile(self.rules.failure) if self.rules.failure else _FAILURE
        return bool(failure.search(text)) or bool(_REFUSAL.search(text) and JUDGES.search(self._function_around(node)))


def _span(node: Node) -> _Span:
    return node.start_byte, node.end_byte


def _is_in(spans: list[_Span], at: int) -> bool:
    position = bisect_right(spans, (at, 1 << 62)) - 1
    return position >= 0 and at < spans[position][1]


def _merged(spans: list[_Span]) -> list[_Span]:
    """Return the spans in text order, those that overlap as one."""
    merged: list[_Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged
