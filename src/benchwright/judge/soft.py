"""Writes a tests' text with soft checks, some of them altered, and reads what the checks recorded.

A soft check records whether it held and lets the tests continue. Which checks were altered is known to the judge alone:
the altered values are part of the text, and nothing in the program tells them from the original ones.
"""

from __future__ import annotations

import re
import secrets
import string
from collections.abc import Iterable, Mapping

import msgspec

from benchwright.judge.checks import Check, CheckedText
from benchwright.languages.language import Checks

MOST_EVENTS = 20_000
"""Events beyond these are not read."""


class SoftTests(msgspec.Struct, frozen=True, kw_only=True):
    """A tests' text whose checks record instead of failing."""

    text: str
    """The text."""
    tag: str
    """What every recorded line starts with."""
    added_lines: int
    """Lines of the prelude."""
    prelude_line: int
    """The line of the original text in which the prelude starts."""

    def original_line(self, line: int) -> int:
        """The line of the tests' text that a line of the soft one was."""
        return line if line <= self.prelude_line else max(self.prelude_line, line - self.added_lines)


class Events(msgspec.Struct, frozen=True, kw_only=True):
    """What the checks of one run recorded."""

    held: Mapping[int, str]
    """Check → `+` or `-` for each time that it ran on its own."""
    nested: frozenset[int]
    """Checks that ran inside the call of another."""
    failed: frozenset[int] = frozenset()
    """Checks that did not hold themselves, alone or inside the call of another."""

    def count(self, check: int) -> int:
        """How often the check ran on its own."""
        return len(self.held.get(check, ""))


def write_soft(
    found: CheckedText,
    rules: Checks,
    soft: Iterable[int],
    options: Mapping[int, int],
    altered: frozenset[int],
    rows: Iterable[int] = (),
) -> SoftTests:
    """The text with the checks `soft` made soft. `options` says which option of each check can be altered, and
    `altered` which checks are; `rows` are the altered rows of tables."""
    names = _fresh_names(found.data)
    pieces: list[tuple[int, int, int, str]] = []
    for number in soft:
        check = found.checks[number]
        before, _, after = _filled(rules.forms[check.form], {**names, "id": str(number)}).partition("{code}")
        pieces += _around(check.start, check.end, before, after)
        for edit in check.silenced:
            pieces.append((edit.start, 1, edit.end, edit.text))
        if number in options:
            pieces += _alteration(check, options[number], number in altered, rules, names)
    pieces += [(edit.start, 1, edit.end, edit.text) for edit in found.silenced]
    for start, end, form in found.support:
        before, _, after = _filled(rules.forms[form], names).partition("{code}")
        pieces += _around(start, end, before, after)
    for row in rows:
        pieces += [(edit.start, 1, edit.end, edit.text) for edit in found.rows[row].edits]
    prelude, epilogue = _filled(rules.prelude, names), _filled(rules.epilogue, names)
    pieces.append((found.prelude_at, -1, found.prelude_at, prelude))
    text = _apply(found.data, pieces) + epilogue.encode()
    return SoftTests(
        text=text.decode(errors="surrogateescape"),
        tag=names["tag"],
        added_lines=prelude.count("\n"),
        prelude_line=found.data[: found.prelude_at].count(b"\n") + 1,
    )


def read_events(stderr: bytes, tag: str) -> Events:
    """The events of a run. Checks that run inside the call of another count for that call alone: the call fails if one
    of them does."""
    held: dict[int, list[str]] = {}
    nested: set[int] = set()
    failures: set[int] = set()
    calls: list[tuple[int, list[bool]]] = []
    pattern = re.compile(re.escape(tag.encode()) + rb"(\d{1,7})([-+()!])\n")
    for count, match in enumerate(pattern.finditer(stderr)):
        if count >= MOST_EVENTS:
            break
        check, mark = int(match[1]), match[2].decode()
        if mark == "(":
            calls.append((check, []))
            continue
        failed = mark in "-!"
        if mark in ")!":
            position = next((n for n in reversed(range(len(calls))) if calls[n][0] == check), None)
            if position is None:
                continue
            inner = any(calls[position][1])
            if failed and not inner:
                failures.add(check)
            failed = failed or inner
            del calls[position:]
        elif failed:
            failures.add(check)
        if calls:
            nested.add(check)
            calls[-1][1].append(failed)
        else:
            held.setdefault(check, []).append("-" if failed else "+")
    joined = {check: "".join(marks) for check, marks in held.items()}
    return Events(held=joined, nested=frozenset(nested), failed=frozenset(failures))


def _fresh_names(data: bytes) -> dict[str, str]:
    def name() -> str:
        while True:
            made = "".join(secrets.choice(string.ascii_lowercase) for _ in range(10))
            if made.encode() not in data:
                return made

    return {"tag": name(), "same": name(), "other": name()}


def _filled(template: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value)
    return template


def _around(start: int, end: int, before: str, after: str) -> list[tuple[int, int, int, str]]:
    """Insertions around a range. Ranges that start together open the larger first, and close it last."""
    return [(start, 0, -end, before), (end, -2, -start, after)]


def _alteration(
    check: Check, option: int, altered: bool, rules: Checks, names: Mapping[str, str]
) -> list[tuple[int, int, int, str]]:
    pieces: list[tuple[int, int, int, str]] = []
    chosen = check.options[option]
    for edit in chosen.edits:
        if chosen.kind == "made":
            template = _filled(rules.forms["other" if altered else "same"], names)
            before, _, after = template.partition("{code}")
            pieces += _around(edit.start, edit.end, before, after)
        elif altered:
            pieces.append((edit.start, 1, edit.end, edit.text))
    return pieces


def _apply(data: bytes, pieces: list[tuple[int, int, int, str]]) -> bytes:
    """Each piece: position, kind (-2 closes, -1 prelude, 0 opens, 1 replaces), what orders or ends it, text."""
    parts: list[bytes] = []
    position = 0
    for start, kind, extra, text in sorted(pieces):
        if kind == 1 and start < position:
            continue  # inside of what was replaced already
        parts.append(data[position:start])
        parts.append(text.encode(errors="surrogateescape"))
        position = max(position, extra if kind == 1 else start)
    return b"".join((*parts, data[position:]))
