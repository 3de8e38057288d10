"""Find the checks in a test set's text.

A check is a condition that must hold, a condition that leads to a reported failure, or a call to an assertion. The
`[checks]` table of the language's file defines the syntax for each. A condition joined by operators is split into its
operands, so that each comparison becomes a separate check.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from benchwright.judging.alternatives import STATEMENT
from benchwright.judging.other_values import Edit, Option
from benchwright.judging.reach import JUDGES, Reach
from benchwright.judging.tables import Row
from benchwright.languages import find_language
from benchwright.languages.join import clean
from benchwright.languages.syntax import ancestors

if TYPE_CHECKING:
    from tree_sitter import Node

_NEGATIVE = re.compile(r"(?i)not|refute|deny|wont|(^|_)ne(q)?!?$|differ|unequal")
"""Names of assertions that hold for every value but one."""
_LAMBDA = re.compile("lambda|closure|arrow|func_literal|function_expression|anonymous")
_CHOOSES = re.compile("conditional|ternary|binary|subscript|index|^unary|^if|^while|case|switch|^match_|keyword_arg")
_COUNTS = re.compile(
    r"(?i)(any|some|exists?|none|one|sum|count|len|length|size|filter|select|partition|find|index|int|float|str"
    r"|sort(ed)?|min|max|(sort|min|max|group|count|sum|find|filter|any|some|index)\w+|number)[?!]?"
)
"""Functions that compute something other than whether all comparisons hold."""
_SIZE = re.compile(r"(?i)(?<![a-z])(len|length|size|count|sizeof|nrow|elems)(?![a-z])")
_SUCCEEDS = re.compile(r"pass|succe|\bok\b|correct|good|✓|\btrue\b", re.IGNORECASE)
_COUNT = re.compile(r"\+\+|\+=\s*1")
_VERDICT_NAME = re.compile(
    "fail|err|bad|wrong|ok|pass|mismatch|count|diff|success|correct|result|found|got|actual", re.IGNORECASE
)
"""Names of variables that hold the outcome of the tests."""
_FALSE_NAME = re.compile("false|not|refute|deny|reject", re.IGNORECASE)
_ALIAS = re.compile(r"\b(\w+)\s*(?::|\bas\b)\s*(\w+)\s*[,})\n;]|\b(\w+)\s*=\s*(?:\w+[.:]+)+(\w+)\s*(?:[;\n]|$)")
_TEST_NAME = re.compile(r"test|Test|Example|Fuzz|Benchmark|should_|it_")


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check in the tests."""

    start: int
    """First byte of the code that the form wraps."""
    end: int
    """First byte after that code."""
    form: str
    """Name of the form that makes the check soft."""
    line: int
    """First line of the check, counted from 1."""
    last_line: int
    """Last line of the check, counted from 1."""
    options: tuple[Option, ...] = ()
    """Ways to alter the check, the one most likely to be noticed first."""
    silenced: tuple[Edit, ...] = ()
    """Edits that blank messages, which repeat the expected value."""
    certain: bool = False
    """Whether the first option is a literal compared for equality. A solution that does not notice it altered was not
    tested."""
    helper: bool = False
    """Whether it calls one of the tests' own checking functions."""
    bare: bool = False
    """Whether it is a comparison outside any check, whose result may only be printed."""
    looks: bool = True
    """Whether it depends on the solution. `assert False` where an error is expected does not, and should never run."""
    loose: bool = False
    """Whether the number of times it runs may depend on the solution."""
    optional: bool = False
    """Whether a correct solution may not run it at all."""
    region: int = -1
    """Start of the code of which a correct solution runs only some parts; -1 if it runs in any case."""


class TestFunction(msgspec.Struct, frozen=True, kw_only=True):
    """A function whose name makes it a test."""

    name: str
    """Name of the function."""
    line: int
    """First line of the function, counted from 1."""
    checks: tuple[int, ...]
    """Indexes of the checks it contains."""


class CheckedText(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a test set and the checks in it."""

    data: bytes
    """The text itself, encoded."""
    checks: tuple[Check, ...]
    """All checks, in text order."""
    rows: tuple[Row, ...]
    """The rows of all tables, in text order."""
    prelude_at: int
    """Byte offset at which to insert the prelude."""
    silenced: tuple[Edit, ...] = ()
    """Edits that blank text nothing depends on but that may repeat an expected value: documentation, printed messages.
    """
    support: tuple[tuple[int, int, str], ...] = ()
    """Start, end and form of each replacement needed besides the checks."""
    tests: tuple[TestFunction, ...] = ()
    """Functions whose names make them tests and that contain checks."""

    @property
    def layout(self) -> str:
        """Fingerprint of the checks: a plan made by another release may number them differently."""
        return hashlib.sha256(msgspec.json.encode((self.checks, self.rows))).hexdigest()[:16]


@functools.lru_cache(maxsize=256)
def find_checks(language_id: str, tests: str, own: frozenset[str]) -> CheckedText | None:
    """Find the checks in a test set; None if the language's checks cannot be made soft."""
    language = find_language(language_id)
    if language.syntax is None or language.checks is None:
        return None
    return _Finder(language.syntax, language.checks, clean(tests), own).find()


class _Finder(Reach):
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
        spans = {(each.start, each.end): each for each in checks}
        checks = sorted((spans[each] for each in spans.keys() - self._groups(spans)), key=lambda each: each.start)
        rows = list(self._rows(self._spans(checks), self._expected_names(checks)))
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

    def _spans(self, checks: list[Check]) -> list[tuple[int, int]]:
        """Return where tables cannot be: in checks, or, in one with a check inside, in what may be altered."""
        spans: list[tuple[int, int]] = []
        for check, after in itertools.zip_longest(checks, checks[1:]):
            if after is None or check.end <= after.start:
                spans.append((check.start, check.end))
            else:
                spans += [(edit.start, edit.end) for option in check.options for edit in option.edits]
        return sorted(spans)

    def _expected_names(self, checks: list[Check]) -> frozenset[str]:
        """Return the names in checks without a literal to alter: they may hold the expected value."""
        unaltered = (check for check in checks if all(option.kind != "value" for option in check.options))
        return frozenset(word for check in unaltered for word in self._words_between(check.start, check.end))

    def _tests(self, checks: list[Check]) -> Iterator[TestFunction]:
        for name, (holder, body) in self.functions.items():
            if _TEST_NAME.match(name):
                inside = [n for n, check in enumerate(checks) if body.start_byte <= check.start < body.end_byte]
                if any(checks[number].looks for number in inside):
                    yield TestFunction(name=name, line=holder.start_point[0] + 1, checks=tuple(inside))

    def _conditions(self) -> Iterator[Check]:
        for match in self.matches:
            body = match.get("body")
            if body is not None and "refuses" in match and self._reports_success(body):
                if self._is_about_solution(match["refuses"]):
                    yield from self._leaves(match["refuses"], "holds", match)
                continue
            if "callee" in match or (body is not None and not self._fails(body)):
                continue
            for form in self.rules.forms:
                if (
                    form in match
                    and "{id}" in self.rules.forms[form]
                    and (form != "refuses" or self._is_about_solution(match[form]))
                ):
                    yield from self._leaves(match[form], form, match)

    def _reports_success(self, body: Node) -> bool:
        """Whether the body only counts or prints a success: a failure is reported elsewhere, if the condition fails."""
        text = self.tree.text_of(body)
        other = body.parent.child_by_field_name("alternative") if body.parent is not None else None
        if not _SUCCEEDS.search(text) or self._fails(body) or "holds" not in self.rules.forms:
            return False
        if other is None:
            return bool(_COUNT.search(text)) and self.is_exact(set(self._words_in(body)), equated=True)
        return self._fails(other)

    def _silenced(self, checks: list[Check]) -> Iterator[Edit]:
        for match in self.matches:
            if (node := match.get("silent")) is not None and not self._is_inside_check(node, checks):
                yield Edit(node.start_byte, node.end_byte, self.rules.silence)

    def _is_inside_check(self, node: Node, checks: list[Check]) -> bool:
        return any(check.start < node.end_byte and node.start_byte < check.end for check in checks)

    def _support(self) -> Iterator[tuple[int, int, str]]:
        for match in self.matches:
            for form, template in self.rules.forms.items():
                if form in match and "{id}" not in template:
                    yield match[form].start_byte, match[form].end_byte, form

    def _is_about_solution(self, condition: Node) -> bool:
        """Whether a condition depends on the solution or on results the tests got from it. A condition in a callback
        passed to the solution is part of its input and does not count."""
        if self._is_argument(condition):
            return False
        return self._touched(condition) or any(_VERDICT_NAME.search(word) for word in self._words_in(condition))

    def _leaves(self, node: Node, form: str, match: dict[str, Node]) -> Iterator[Check]:
        """Yield the operands of a condition that must all hold, or must all not hold."""
        if form not in ("holds", "refuses"):
            expected = match.get("expected")
            options = self._written_options(node, expected) if expected is not None else ()
            yield self._check(node, form, match, options, False)
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
            options, certain = self._options(inner, form)
            yield self._check(inner, form, match, options, certain)

    def _check(
        self, node: Node, form: str, match: dict[str, Node], options: tuple[Option, ...], certain: bool
    ) -> Check:
        message = match.get("message")
        silenced: tuple[Edit, ...] = ()
        if message is not None and not (node.start_byte <= message.start_byte < node.end_byte):
            silenced = (Edit(message.start_byte, message.end_byte, self.rules.silence),)
        whole = match.get("check") or node
        if self._is_time_limit(whole):
            options, certain = (), False
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
            looks=self._touched(node) or "expected" in match,
            loose=self._is_loose(node),
            optional=self._is_optional(node),
            region=self._region(node),
        )

    def _checking_functions(self, checks: Iterable[Check]) -> frozenset[str]:
        """Return the tests' functions that contain checks, or that call such functions."""
        starts = sorted(check.start for check in checks)
        assertion = re.compile(rf"(?!\w*(error|exception)$)(?:{self.rules.assertions})", re.IGNORECASE)
        bodies = {name: body for name, (_, body) in self.functions.items()}

        def holds(body: Node) -> bool:
            first = bisect_left(starts, body.start_byte)
            if first < len(starts) and starts[first] < body.end_byte:
                return True
            words = set(self._words_in(body)) - bodies.keys() - self.assigned_names
            return any(map(assertion.search, words))

        found = {name for name, body in bodies.items() if holds(body)}
        while True:
            more = {name for name, body in bodies.items() if not found.isdisjoint(self._words_in(body))} | found
            if more == found:
                return frozenset(found)
            found = more

    def _assertions(self, checking: frozenset[str]) -> Iterator[Check]:
        """Find calls to assertions, and calls to the tests' checking functions that contain something to alter."""
        assertion = re.compile(self.rules.assertions, re.IGNORECASE)
        aliases = self._aliases(assertion)
        for match in self.matches:
            if "callee" not in match:
                continue
            called = (self.word.findall(self.tree.text_of(match["callee"])) or [""])[-1]
            name = aliases.get(called, called)
            helper = name in checking
            known = "assertion" in match or (assertion.search(name) and name not in self.functions)
            if name in self.own or not (helper or known):
                continue
            condition = self._condition_argument(match) if "assertion" not in match else None
            if condition is not None:
                yield from self._leaves(condition, "refuses" if _FALSE_NAME.search(name) else "holds", match)
                continue
            for form in self.rules.forms:
                if form in match and not self._may_raise(match[form]):
                    negative = not helper and self._is_negative(match["callee"], name)
                    options = () if negative else self._call_options(match[form], name, helper)
                    options = (*options, *self._opposite(match["callee"]))
                    if options or not helper:
                        check = self._check(match[form], form, match, options, False)
                        yield msgspec.structs.replace(check, helper=helper)

    def _aliases(self, assertion: re.Pattern[str]) -> dict[str, str]:
        """Return other names that the tests give assertions, as in `const { equal: eq } = require("assert")`."""
        found = (match.groups() for match in _ALIAS.finditer(self.text.decode(errors="replace")))
        pairs = [(alias or renamed, original or source) for source, renamed, alias, original in found]
        return {name: original for name, original in pairs if assertion.search(original) and original not in self.own}

    def _is_negative(self, callee: Node, name: str) -> bool:
        return bool(_NEGATIVE.search(name) or re.search(r"\.not\.\w+$", self.tree.text_of(callee)))

    def _opposite(self, callee: Node) -> tuple[Option, ...]:
        """Return the option to invert an assertion, for one that has no expected value or that expects another."""
        text = self.tree.text_of(callee)
        for pattern, replacement in self.rules.opposites if self._touched(callee.parent or callee) else ():
            if match := re.search(pattern, text):
                start = callee.start_byte + len(text[: match.start()].encode(errors="surrogateescape"))
                return (Option("value", (Edit(start, callee.end_byte, match.expand(replacement)),)),)
        return ()

    def _comparisons(self, checks: list[Check]) -> Iterator[Check]:
        """Find comparisons of the solution's values outside checks, or inside checks that only assert truth, as in
        `all(f(x) == y for x, y in cases)` or `results.add(f(1) == 2)`."""
        if "holds" not in self.rules.forms:
            return
        spans = sorted((check.start, check.end) for check in checks if self._has_own_value(check))
        starts = [start for start, _ in spans]
        known = {(check.start, check.end) for check in checks}
        edits = sorted(edit.start for check in checks for option in check.options for edit in option.edits)
        covered = 0
        for node in self.inner:
            if node.start_byte < covered or not self._compares_solution(node) or self._is_argument(node):
                continue
            if (node.start_byte, node.end_byte) in known or not self._must_hold(node, checks):
                continue
            if self.own.isdisjoint(self._words_in(node)) and not JUDGES.search(self._function_around(node)):
                continue  # a helper that only compares
            first = bisect_left(starts, node.start_byte + 1)
            inside = first > 0 and any(
                start <= node.start_byte < end for start, end in spans[max(0, first - 3) : first]
            )
            around = first < len(starts) and starts[first] < node.end_byte
            altered = bisect_left(edits, node.start_byte) < bisect_left(edits, node.end_byte)
            if around or (inside and (altered or not self.is_tallied(node))):
                continue
            covered = node.end_byte
            unequal = self.is_unequal(self._operator(node)[0])
            options, certain = self._options(node, "refuses" if unequal else "holds")
            if not unequal or "refuses" in self.rules.forms:
                check = self._check(node, "refuses" if unequal else "holds", {}, options, certain)
                asserted = any(each.start <= check.start and check.end <= each.end for each in checks)
                yield msgspec.structs.replace(check, bare=not asserted)

    def _has_own_value(self, check: Check) -> bool:
        """Whether an expected value of the check itself can be altered, rather than a number of cases."""
        kinds = {option.kind for option in check.options} - {"turned"}
        sized = kinds == {"made"} and _SIZE.search(self.text[check.start : check.end].decode(errors="surrogateescape"))
        return bool(kinds) and not sized

    def _must_hold(self, comparison: Node, checks: list[Check]) -> bool:
        """Whether a comparison is only passed on, or combined with others that must hold too. One that is counted,
        sorted by, or that chooses between values may be false."""
        ends = {(check.start, check.end) for check in checks}
        inner = comparison
        for around in ancestors(comparison):
            if (inner.start_byte, inner.end_byte) in ends:
                return True
            operator, operands = self._operator(around)
            if operands and operator in self.rules.both:
                inner = around
                continue
            counted = self._is_call(around) and _COUNTS.fullmatch(self._callee(around))
            if counted or operands or _CHOOSES.search(around.type) or self._accumulates(around):
                return self.is_tallied(comparison)
            if STATEMENT.search(around.type) and not any(_LAMBDA.search(each.type) for each in ancestors(around)):
                break
            inner = around
        names = {
            name
            for words, value in self.assigned
            if value.start_byte <= comparison.start_byte and comparison.end_byte <= value.end_byte
            for name in words
        }
        return names.isdisjoint(self.choosing)

    def _accumulates(self, node: Node) -> bool:
        operators = [self.tree.text_of(each) for each in node.children if 2 <= each.end_byte - each.start_byte <= 3]
        return any(re.fullmatch(r"[-+*/|^]\|?=", operator) for operator in operators)

    def _condition_argument(self, match: dict[str, Node]) -> Node | None:
        """In `check(f(1) == 2, "two")`, return the comparison."""
        call = next((match[form] for form in self.rules.forms if form in match), None)
        if call is None or not {"holds", "refuses"} <= self.rules.forms.keys():
            return None
        arguments = self._arguments(call)
        for argument in arguments:
            inner = self._inside_parentheses(argument)
            operator, operands = self._operator(inner)
            if operator in self.rules.negations and len(operands) == 1:
                inner = self._inside_parentheses(operands[0])
            if operator in (*self.rules.both, *self.rules.either) or (operator in self.turned and len(operands) == 2):
                return argument if self._touched(argument) else None
            others = [each for each in arguments if each.id != argument.id]
            if self.decides_equality(inner) and all(map(self._is_message, others)):
                return argument if self._touched(argument) else None
        return None

    def _is_message(self, argument: Node) -> bool:
        texts = all(self.kinds[literal.type] == "string" for literal in self._all_literals_in(argument))
        return texts and not self._touched(argument)


def _moved(found: CheckedText, by: int) -> CheckedText:
    def edits(each: tuple[Edit, ...]) -> tuple[Edit, ...]:
        return tuple(Edit(edit.start + by, edit.end + by, edit.text) for edit in each)

    checks = tuple(
        msgspec.structs.replace(
            check,
            start=check.start + by,
            end=check.end + by,
            options=tuple(msgspec.structs.replace(each, edits=edits(each.edits)) for each in check.options),
            silenced=edits(check.silenced),
        )
        for check in found.checks
    )
    rows = tuple(msgspec.structs.replace(row, edits=edits(row.edits)) for row in found.rows)
    silenced = edits(found.silenced)
    support = tuple((start + by, end + by, form) for start, end, form in found.support)
    return msgspec.structs.replace(found, checks=checks, rows=rows, silenced=silenced, support=support)
