"""Soft tests: choose what to alter in them, write and run them, and read what their checks recorded.

A soft check records whether it held and lets the tests continue. Only the judge knows which checks were altered: the
altered values are part of the text, and nothing in the program distinguishes them from the originals.
"""

from __future__ import annotations

import itertools
import math
import re
import secrets
import string
import zlib
from collections.abc import Iterable, Mapping, Sequence, Set

import msgspec

from benchwright.judging.checks import Check, CheckedText
from benchwright.judging.other_values import Edit
from benchwright.judging.question import Question, run_with_environments
from benchwright.judging.verdict import Judgement
from benchwright.languages import Language
from benchwright.languages.grammar import Checks
from benchwright.languages.join import join
from benchwright.sandbox.protocol import MIB, Limits, Sandbox

RANDOM = secrets.SystemRandom()

MOST_EVENTS = 400_000
"""If tests record more events, their checks stay hard."""
_KEPT_BYTES = 8 * MIB
_LONGER = 2
"""How many times longer soft tests may take than hard ones."""


class SoftTests(msgspec.Struct, frozen=True, kw_only=True):
    """A test set whose checks record their result instead of failing."""

    text: str
    """Source text of the soft tests."""
    tag: str
    """Prefix of every recorded line."""
    added_lines: int
    """Number of lines the prelude adds."""
    prelude_line: int
    """Line of the original text where the prelude starts."""

    def original_line(self, line: int) -> int:
        """Map a line of the soft tests to the original tests."""
        return line if line <= self.prelude_line else max(self.prelude_line, line - self.added_lines)


class Events(msgspec.Struct, frozen=True, kw_only=True):
    """What the checks recorded in one run."""

    held: Mapping[int, str]
    """Check → one `+` or `-` for each time it ran outside another check's call."""
    nested: frozenset[int]
    """Checks that ran inside the call of another check."""
    failed: frozenset[int] = frozenset()
    """Checks that failed themselves, whether alone or inside the call of another."""
    complete: bool = True
    """Whether all events were read."""

    def count(self, check: int) -> int:
        """How often the check ran outside another check's call."""
        return len(self.held.get(check, ""))


def write_soft(
    found: CheckedText,
    rules: Checks,
    soft: Iterable[int],
    options: Mapping[int, int],
    altered: frozenset[int],
    rows: Iterable[int] = (),
) -> SoftTests:
    """Write the tests with the checks in `soft` made soft.

    `options` maps each check to the option that may be altered; `altered` lists the checks that are altered, and `rows`
    the altered table rows.
    """
    # The place where a value is altered at run time must not change between runs: some places go unnoticed.
    names = _fresh_names(found.data) | {"place": str(zlib.crc32(found.data) >> 1)}
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


def read_events(stderr: bytes, tag: str, alone: Set[int] = frozenset()) -> Events:
    """Parse the events of a run.

    Checks that run inside the call of another count only for that call, which fails if one of them does. Those in
    `alone` never do: if they seem to, another thread or task makes that call at the same time.
    """
    held: dict[int, list[str]] = {}
    nested: set[int] = set()
    failures: set[int] = set()
    calls: list[tuple[int, list[bool]]] = []
    pattern = re.compile(re.escape(tag.encode()) + rb"(\d{1,7})([-+()!])\n")
    complete = True
    for count, match in enumerate(pattern.finditer(stderr)):
        if count >= MOST_EVENTS:
            complete = False
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
            kept = [call for call in calls[position + 1 :] if call[0] in alone]
            calls[position:] = kept
        elif failed:
            failures.add(check)
        if calls and check not in alone:
            nested.add(check)
            calls[-1][1].append(failed)
        else:
            held.setdefault(check, []).append("-" if failed else "+")
    joined = {check: "".join(marks) for check, marks in held.items()}
    return Events(held=joined, nested=frozenset(nested), failed=frozenset(failures), complete=complete)


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
    """Insert text around a range. Of ranges that start together, the larger opens first and closes last."""
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
    """Apply the pieces: position, kind (-2 closes, -1 prelude, 0 opens, 1 replaces), sort key or end of range, text."""
    parts: list[bytes] = []
    position = 0
    for start, kind, extra, text in sorted(pieces):
        if kind == 1 and start < position:
            continue  # inside a range that is already replaced
        parts.append(data[position:start])
        parts.append(text.encode(errors="surrogateescape"))
        position = max(position, extra if kind == 1 else start)
    return b"".join((*parts, data[position:]))


def edited(data: bytes, edits: Iterable[Edit]) -> str:
    """Apply edits to a text; of two that overlap, the later one wins."""
    start = len(data)
    for edit in sorted(edits, reverse=True):
        if edit.end <= start:
            data = data[: edit.start] + edit.text.encode() + data[edit.end :]
            start = edit.start
    return data.decode(errors="surrogateescape")


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    soft: SoftTests
    judgement: Judgement
    events: Events

    @property
    def line(self) -> int | None:
        """Line of the original tests where something failed; None if unknown or not in the tests."""
        place = self.judgement.place
        return self.soft.original_line(place.line) if place is not None and place.part == "tests" else None


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    checks: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()
    distant: frozenset[int] = frozenset()
    """At most one: the same check would notice several of them."""


def halves(checks: Iterable[int], rows: Iterable[int]) -> tuple[Draw, Draw]:
    """Split the alterations at random into two halves, so that knowing some of them reveals nothing about the rest."""
    mixed = [*((True, each) for each in checks), *((False, each) for each in rows)]
    RANDOM.shuffle(mixed)
    first = [each for each in mixed if RANDOM.randrange(2)]
    if len(mixed) > 1 and len(first) in (0, len(mixed)):
        first = mixed[:1]
    chosen = set(first)
    return _drawn(first), _drawn([each for each in mixed if each not in chosen])


def separated(checks: Iterable[int], tables: Mapping[int, frozenset[int]]) -> list[Draw]:
    """Draw alterations so that of any two checks or tables, each is altered at least once without the other.

    Otherwise two alterations that affect each other could be in the same half by chance, and the effect of one on the
    other would go unnoticed. Tables are altered in all their rows.
    """
    items = [*((check, frozenset[int]()) for check in checks), *((None, rows) for rows in tables.values())]
    # Sets of equal size: none contains another.
    count = next(each for each in itertools.count(2) if math.comb(each, each // 2) >= len(items))
    sets = RANDOM.sample(list(itertools.combinations(range(count), count // 2)), len(items))
    chosen = [[item for item, members in zip(items, sets, strict=True) if number in members] for number in range(count)]
    return [
        Draw(
            checks=frozenset(check for check, _ in some if check is not None),
            rows=frozenset[int]().union(*(rows for _, rows in some)),
        )
        for some in chosen
    ]


def _drawn(some: list[tuple[bool, int]]) -> Draw:
    return Draw(
        checks=frozenset(each for is_check, each in some if is_check),
        rows=frozenset(each for is_check, each in some if not is_check),
    )


class Recorder:
    """Runs soft or hard tests against one solution."""

    def __init__(
        self,
        sandbox: Sandbox,
        question: Question,
        language: Language,
        solution: str,
        alone: Set[int] = frozenset(),
    ) -> None:
        """`alone`: checks that no call of another check contains."""
        limits = question.limits or msgspec.structs.replace(Limits(), **language.limits)
        longer = msgspec.structs.replace(
            limits,
            cpu_s=limits.cpu_s * _LONGER,
            wall_s=limits.wall_s * _LONGER,
            memory_bytes=limits.memory_bytes + limits.memory_bytes // 4,
        )
        self._question = msgspec.structs.replace(question, plan=None, limits=longer, keep_bytes=_KEPT_BYTES)
        self._sandbox, self._language, self._solution = sandbox, language, solution
        self._alone = alone

    async def judge(self, tests: str) -> Judgement:
        """Judge the solution by hard tests."""
        joined = join(self._language, self._solution, tests)
        return (await run_with_environments(self._sandbox, self._question, self._language, joined, ({},)))[0]

    async def record(self, soft: SoftTests, circumstances: Sequence[Mapping[str, str]] = ({},)) -> list[Recorded]:
        joined = join(self._language, self._solution, soft.text)
        judgements = await run_with_environments(
            self._sandbox, self._question, self._language, joined, circumstances, (soft.tag,)
        )
        return [Recorded(soft=soft, judgement=each, events=_events(each, soft.tag, self._alone)) for each in judgements]


def _events(judgement: Judgement, tag: str, alone: Set[int]) -> Events:
    stage = judgement.execution.stages[-1]
    events = read_events(stage.files.get(tag, b"") + stage.stderr.data, tag, alone)
    cut = tag in stage.files_omitted or (stage.stderr.cut and tag not in stage.files)
    return msgspec.structs.replace(events, complete=False) if cut else events
