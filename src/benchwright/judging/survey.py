"""Survey tests with the reference: which checks it runs, which can be soft, and which alterations it notices.

Alterations that it notices every time become part of the plan; a candidate that passes must then notice the same ones.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import Iterator, Mapping, Sequence

from benchwright.judging.checks import CheckedText, find_checks
from benchwright.judging.names import own_names
from benchwright.judging.other_values import Edit, Option
from benchwright.judging.plan import PlannedCheck, PlannedRow, SoftPlan
from benchwright.judging.question import Question, seeds
from benchwright.judging.soft import RANDOM, Draw, Events, Recorded, Recorder, edited, halves, separated, write_soft
from benchwright.judging.verdict import Verdict
from benchwright.languages import Language
from benchwright.languages.grammar import Checks
from benchwright.languages.join import clean
from benchwright.sandbox.protocol import Sandbox

_CONFIRMING_RUNS = 3
_SEEDED = re.compile(
    rb"\b(?:random\.seed|s?rand|mt_srand|set\.seed|randomseed|Random\.seed!|rand\.Seed)\s*\("
    rb"|\bsrand\b|(?:Kernel|Random)\.s?rand\b"
)
"""Tests that draw from a generator that the solution shares: what it draws changes how often their checks run."""
_ROUNDS = 6
_MOST_ROUNDS = 12
_MOST_DISTANT = 4
_MOST_ALONE = 4
_MOST_JOINT = {False: 6, True: 3}
"""How many joint rows of a table to try, without and with a build for each."""


async def survey(sandbox: Sandbox, question: Question, language: Language, reference: str) -> SoftPlan | None:
    """Find out what the reference, which passes, does with soft checks. None if they cannot be made soft."""
    names = own_names(language, clean(reference))
    found = find_checks(language.id, question.tests, names)
    if found is None or language.checks is None or not found.checks:
        return None
    recorder = Recorder(sandbox, question, language, reference)
    built = bool(language.mode("tests").build)
    return await _Survey(recorder, language.checks, found, names, built).run()


_Outcome = tuple[Draw, list[Mapping[int, str]]]
"""What was altered, and what the checks recorded in each run."""


def _causes(check: int, outcomes: Sequence[_Outcome]) -> frozenset[int]:
    """Return the checks whose alteration may have made another check fail, in draws without altered rows: those that
    were never altered when it held."""
    suspects, innocent = set[int](), set[int]()
    for draw, helds in outcomes:
        if check not in draw.checks and not draw.rows:
            failed = any("-" in held.get(check, "") for held in helds)
            (suspects if failed else innocent).update(draw.checks)
    return frozenset(suspects - innocent)


class _Survey:
    def __init__(
        self, recorder: Recorder, rules: Checks, found: CheckedText, names: frozenset[str], built: bool
    ) -> None:
        self.recorder, self.rules, self.found, self.names = recorder, rules, found, names
        self.built = built
        """Whether a build takes longer than a run: then it is worth several runs."""
        self.soft = set(range(len(found.checks)))
        self.options: dict[int, int] = {}
        self.rows = {number for number, row in enumerate(found.rows) if row.edits}
        self.skipped: frozenset[int] = frozenset()
        """Checks that the reference does not run, but another correct solution may, and would notice if altered."""
        self.fails: dict[int, set[tuple[int, int]]] = {}
        self.joint: set[int] = set()
        """Tables of which one altered row has the same effect as several."""
        self.distant: dict[int, tuple[tuple[int, int], ...]] = {}
        self.recorded: list[Recorded] = []
        self.base = Events(held={}, nested=frozenset())

    async def run(self) -> SoftPlan | None:
        if not await self._find_soft():
            return None
        stages = self.recorded[0].judgement.execution.stages
        self.built = self.built and stages[0].cpu_s > stages[-1].cpu_s
        # A check that also runs inside another's call is altered there. Tables come before values made at run time.
        alone = [each for each in self.soft if self.base.count(each) and each not in self.base.nested]
        alterable = [each for each in alone if self.found.checks[each].options]
        self.options = {each: 0 for each in alterable if not self.rows or self._has_value(each)}
        tried = set(self.options)
        self.skipped = frozenset(each for each in self.soft if self._may_run_instead(each))
        self.options |= dict.fromkeys(self.skipped, 0)
        steady = 0
        for _ in range(_MOST_ROUNDS):
            if self.options.keys() <= self.skipped and not self.rows:
                rest = [each for each in alone if each not in tried and self.found.checks[each].options]
                if not rest:
                    break
                self.options |= dict.fromkeys(rest, 0)
                tried |= set(rest)
            # One run shows what is not noticed. What seems to be noticed must be noticed in several runs, with another
            # draw.
            runs = _CONFIRMING_RUNS if steady or self.built else 1
            changed = await self._round(runs)
            if changed is None:
                return None
            steady = 0 if changed else steady + 1
            if steady and runs == _CONFIRMING_RUNS:
                noticing = {check for events in self.fails.values() for check, _ in events}
                affected = {each for check in noticing for each in self._together(check)}
                rest = [e for e in alone if e not in tried and e not in affected and self.found.checks[e].options]
                if not rest:
                    break
                self.options |= dict.fromkeys(rest, 0)
                tried |= set(rest)
                steady = 0
        else:
            return None
        await self._keep_noticed_joint_rows()
        await self._leave_what_decides_nothing()
        await self._find_distant(tried)
        return self._plan()

    async def _keep_noticed_joint_rows(self) -> None:
        """Of the rows of each joint table, keep a few that are noticed if nothing else is altered."""
        chances = [{}, *seeds(_CONFIRMING_RUNS - 1)]
        for table in sorted({self.found.rows[row].table for row in self.joint}):
            rows = sorted(self._rows_of(table) & self.rows & self.joint)
            noticed: set[int] = set()
            for row in RANDOM.sample(rows, min(len(rows), _MOST_JOINT[self.built])):
                text = write_soft(self.found, self.rules, self.soft, self.options, frozenset(), {row})
                if all(self._shows(each, row) for each in await self.recorder.record(text, chances)):
                    noticed.add(row)
            self.rows -= {*rows} - noticed
            self.fails = {row: events for row, events in self.fails.items() if row in self.rows}

    def _shows(self, recorded: Recorded, row: int) -> bool:
        """Whether exactly those checks fail in a run that the row is known to affect."""
        failed = {(check, count) for check, marks in recorded.events.held.items() if (count := marks.count("-"))}
        return recorded.judgement.passed and failed == self.fails[row]

    async def _leave_what_decides_nothing(self) -> None:
        """Keep checks hard if they decide nothing: if hard tests pass with all of them altered, they may only be
        printed. First comparisons outside checks, then everything that looks like a check."""
        ran = {each for each in self.soft if self.base.count(each) or each in self.base.nested}
        bare = {each for each in ran if self.found.checks[each].bare}
        if await self._decides(bare) is not True:
            self._leave(bare)
            if await self._decides(ran - bare) is False:
                self._leave(ran - bare)

    async def _decides(self, checks: set[int]) -> bool | None:
        """Whether hard tests fail with these altered; None if nothing in them can be altered.

        Alterations that the reference notices are tried before the others, and together before alone: an inverted
        comparison in a helper and altered arguments of its calls would cancel each other out, and so would a failing
        test and an altered number of failures.
        """
        rows = [row for row, events in self.fails.items() if not checks.isdisjoint(check for check, _ in events)]
        noticed = [edit for each in sorted(checks & self.options.keys()) for edit in self._hard_edits(each)]
        noticed += [edit for row in rows for edit in self.found.rows[row].edits]
        others = [edit for each in sorted(checks - self.options.keys()) for edit in self._hard_edits(each)]
        alone = RANDOM.sample(sorted(checks & self.options.keys()), min(len(checks & self.options.keys()), _MOST_ALONE))
        sets = [edits for edits in (noticed, others, *map(self._hard_edits, alone)) if edits]
        for edits in sets:
            if not (await self.recorder.judge(edited(self.found.data, edits))).passed:
                return True
        return False if sets else None

    def _hard_edits(self, check: int) -> tuple[Edit, ...]:
        options = self.found.checks[check].options
        first = [options[self.options[check]]] if check in self.options else []
        usable = (each for each in (*first, *options) if each.kind != "made" and not self._raises(check, each))
        return next((each.edits for each in usable), ())

    def _raises(self, check: int, option: Option) -> bool:
        """Whether an alteration raises an error in a condition, or in a helper of the tests: they may only print."""
        may_print = self.found.checks[check].helper or self.found.checks[check].form in ("holds", "refuses")
        return may_print and any(re.search(self.rules.raising or "$^", edit.text) for edit in option.edits)

    def _leave(self, checks: set[int]) -> None:
        self.soft -= checks
        self.options = {each: option for each, option in self.options.items() if each not in checks}
        self.fails = {
            row: kept
            for row, events in self.fails.items()
            if (kept := {(check, times) for check, times in events if check not in checks})
        }
        self.rows &= self.fails.keys()

    async def _find_distant(self, tried: set[int]) -> None:
        """Find checks whose alteration other checks notice, such as a counter of failures that is checked at the end.
        Tries those without any noticed alteration, one at a time."""
        by_rows = {check for events in self.fails.values() for check, _ in events}
        silent = [each for each in sorted(tried) if each not in self.options and each not in by_rows]
        chances = [{}, *seeds(_CONFIRMING_RUNS - 1)]
        for check in RANDOM.sample(silent, min(len(silent), _MOST_DISTANT)):
            options = {**self.options, check: 0}
            text = write_soft(self.found, self.rules, self.soft, options, frozenset({check}))
            runs = await self.recorder.record(text, chances)
            failing = {
                tuple((each, marks.count("-")) for each, marks in sorted(run.events.held.items()) if "-" in marks)
                for run in runs
                if run.judgement.passed
            }
            if len(failing) == 1 and all(run.judgement.passed for run in runs) and (noticed := failing.pop()):
                self.distant[check] = noticed

    def _may_run_instead(self, check: int) -> bool:
        found = self.found.checks[check]
        unrun = not self.base.count(check) and check not in self.base.nested
        return unrun and found.optional and found.certain and self._has_value(check)

    def _together(self, check: int) -> list[int]:
        """Return the checks of which a correct solution runs only some, in text order."""
        region = self.found.checks[check].region
        if region < 0:
            return [check]
        return [each for each in sorted(self.soft) if self.found.checks[each].region == region]

    def _has_value(self, check: int) -> bool:
        options = self.found.checks[check].options
        return bool(options) and options[0].kind == "value"

    async def _find_soft(self) -> bool:
        """Keep only those checks soft that the reference can run soft."""
        for _ in range(_ROUNDS):
            soft = write_soft(self.found, self.rules, self.soft, {}, frozenset())
            (recorded,) = await self.recorder.record(soft)
            if not recorded.events.complete:
                return False
            failing = recorded.events.failed & self.soft
            if recorded.judgement.passed and not failing:
                self.base = recorded.events
                self.recorded.append(recorded)
                return True
            if not failing and not self._give_up(recorded.line):
                return False
            self.soft -= failing
            if not self.soft:
                return False
        return False

    def _give_up(self, line: int | None) -> bool:
        """Make the checks on a line hard, or all calls; False if neither is left to try."""
        at_line = {each for each in self.soft if line is not None and self._covers(each, line)}
        calls = {each for each in self.soft if self.found.checks[each].form not in ("holds", "refuses")}
        dropped = at_line or (calls if calls != self.soft else set())
        self.soft -= dropped
        return bool(dropped)

    def _covers(self, check: int, line: int) -> bool:
        return self.found.checks[check].line <= line <= self.found.checks[check].last_line

    async def _round(self, runs: int) -> bool | None:
        """Alter checks and tables so that any two are separated, and halves of the tables, with `runs` runs of each.
        Return whether the set of alterations changed; None if unknown."""
        tables = {table: frozenset(self._rows_of(table) & self.rows) for table in self._tables()}
        apart = separated(self.options, tables)
        draws = [*apart, *(halves((), self.rows) if self.rows else ())]
        chances = [{}, *seeds(runs - 1)]
        # Halves of tables show what chance decides; whole tables then need only one run.
        once = len(apart) if self.rows and not self.options else 0
        results = await asyncio.gather(
            *(
                self.recorder.record(
                    write_soft(self.found, self.rules, self.soft, self.options, draw.checks, draw.rows),
                    chances[:1] if number < once else chances,
                )
                for number, draw in enumerate(draws)
            )
        )
        broken = next((each for recorded in results for each in recorded if not each.judgement.passed), None)
        if broken is not None:
            # An alteration in a check can only break the build.
            built = broken.judgement.verdict is not Verdict.COMPILE_ERROR
            if built and (breaking := self._breaking_rows(draws, results)):
                self.rows -= breaking
                return True
            return True if self._without(None if built and self.rows else broken.line) else None
        changed = self._sort_out_rows(draws, results)
        for draw, recorded in zip(draws, results, strict=True):
            for check in draw.checks & self.options.keys():
                marks = [each.events.held.get(check, "") for each in recorded]
                if "+" in "".join(marks) or (check not in self.skipped and not all(marks)):
                    changed = True
                    self._next_option(check)
        if not changed:
            self.recorded += [each for recorded in results for each in recorded]
        return changed

    def _breaking_rows(self, draws: Sequence[Draw], results: Sequence[Sequence[Recorded]]) -> set[int]:
        """Return the rows that were altered whenever the tests did not reach their end, and never when they did; if
        there are none, all that were altered only then."""
        ended = [all(each.judgement.passed for each in recorded) for recorded in results]
        broken = [draw.rows for draw, fine in zip(draws, ended, strict=True) if not fine]
        harmless = frozenset[int]().union(*(draw.rows for draw, fine in zip(draws, ended, strict=True) if fine))
        always = frozenset.intersection(*broken) - harmless
        return set(always or frozenset.union(*broken) - harmless) & self.rows

    def _without(self, line: int | None) -> bool:
        """Stop altering a line, or all rows; False if there is nothing left to try."""
        at_line = [each for each in self.options if line is not None and self._covers(each, line)]
        for check in at_line:
            self._next_option(check)
        rows = {each for each in self.rows if line is not None and self._row_line(each) == line}
        if not at_line and not rows:
            if not self.rows:
                return False
            rows = set(self.rows)
        self.rows -= rows
        return True

    def _row_line(self, row: int) -> int:
        return self.found.data[: self.found.rows[row].edits[0].start].count(b"\n") + 1

    def _next_option(self, check: int) -> None:
        if self.options[check] + 1 < len(self.found.checks[check].options):
            self.options[check] += 1
        else:
            del self.options[check]

    def _sort_out_rows(self, draws: Sequence[Draw], results: Sequence[Sequence[Recorded]]) -> bool:
        """Work out which checks fail because of which rows: one event per row of a table, in row order."""
        self.fails, self.joint = {}, set()
        explained: set[int] = set()
        unaltered = [(draw, [each.events.held for each in runs]) for draw, runs in zip(draws, results, strict=True)]
        failing = {
            check
            for draw, helds in unaltered
            for held in helds
            for check, marks in held.items()
            if "-" in marks and check not in draw.checks
        }
        for check in failing:
            for rows in self._row_groups(check):
                times, joint = self._times(check, rows, unaltered)
                if times:
                    self.joint |= rows if joint else set()
                    explained.update(self._together(check))
                    noticed_by = self._together(check)[0]
                    for row in rows & self.rows:
                        self.fails.setdefault(row, set()).add((noticed_by, times))
                    break
        useless = {row for row in self.rows if row not in self.fails}
        shared = {each for check in explained for each in self._together(check)} & self.options.keys()
        if shared and not failing - explained:
            # An alteration of their own would hide that of a row.
            self.options = {check: option for check, option in self.options.items() if check not in shared}
            return True
        if failing - explained:
            causes = {cause for check in failing - explained for cause in _causes(check, unaltered)}
            if causes:
                # Other checks notice these: see `_find_distant`.
                self.options = {check: option for check, option in self.options.items() if check not in causes}
            elif self.rows:
                # Drop the rows of tables that explain nothing, or all rows if every table explains something.
                telling = {self.found.rows[row].table for row in self.fails}
                silent = {row for row in self.rows if self.found.rows[row].table not in telling}
                self.rows -= silent or set(self.rows)
            else:
                # It fails intermittently, whatever is altered, so it stays as written.
                self.soft -= failing
                self.options = {check: option for check, option in self.options.items() if check not in failing}
            self.fails = {}
            return True
        self.rows -= useless
        return bool(useless)

    def _tables(self) -> list[int]:
        return sorted({self.found.rows[row].table for row in self.rows})

    def _rows_of(self, table: int) -> set[int]:
        return {number for number, row in enumerate(self.found.rows) if row.table == table}

    def _row_groups(self, check: int) -> Iterator[set[int]]:
        """Yield the rows that a check may notice: those of a table in which the same column is altered, or all. Of
        checks that may run instead of each other, each may notice another column."""
        for table in self._tables():
            whole = self._rows_of(table)
            columns: dict[int, set[int]] = {}
            for row in whole:
                columns.setdefault(self.found.rows[row].column, set()).add(row)
            groups = [*columns.values(), whole] if len(columns) > 1 else [whole]
            yield from reversed(groups) if self.found.checks[check].optional else groups

    def _times(self, check: int, rows: set[int], outcomes: Sequence[_Outcome]) -> tuple[int, bool]:
        """Return how many runs of the check depend on each of the rows, if all runs agree, and otherwise 0; and whether
        the same runs depend on all of them."""
        together = self._together(check)
        unaltered = [(draw, helds) for draw, helds in outcomes if draw.checks.isdisjoint(together)]
        failed = [
            (len(rows & draw.rows), sum(held.get(each, "").count("-") for each in together))
            for draw, helds in unaltered
            for held in helds
        ]
        if self.found.checks[check].optional:
            # Whichever of these checks runs, one of them fails for each altered row.
            each = all(altered <= fails <= altered * len(together) for altered, fails in failed)
            return int(each), False
        count = self.base.count(check)
        times = next((fails // altered for altered, fails in failed if altered), 0)
        if 0 < times * len(rows) <= count and all(fails == times * altered for altered, fails in failed):
            return times, False
        return (count if all(fails == (count if altered else 0) for altered, fails in failed) else 0), True

    def _plan(self) -> SoftPlan:
        return SoftPlan(
            names=tuple(sorted(self.names)),
            layout=self.found.layout,
            checks=tuple(self._planned(number) for number in range(len(self.found.checks))),
            rows=tuple(
                PlannedRow(row=row, fails=tuple(sorted(events)), joint=row in self.joint)
                for row, events in sorted(self.fails.items())
                if row in self.rows
            ),
            distant=tuple(PlannedRow(row=check, fails=fails) for check, fails in sorted(self.distant.items())),
        )

    @functools.cached_property
    def shares_generator(self) -> bool:
        """Whether the tests seed the language's own random numbers, or draw them without any seed."""
        found = _SEEDED.finditer(self.found.data)
        return any(self.names.isdisjoint(re.findall(r"\w+", each[0].decode())) for each in found)

    def _planned(self, number: int) -> PlannedCheck:
        check = self.found.checks[number]
        recorded = [self.base] if check.optional else [each.events for each in self.recorded]
        counts = {events.count(number) for events in recorded}
        return PlannedCheck(
            line=check.line,
            runs=min(counts) if number in self.soft else 0,
            inside=number in self.base.nested,
            steady=len(counts) == 1 and not check.loose and not self.shares_generator,
            option=self.options.get(number, -1),
            hard=number not in self.soft,
        )


def idle_functions(language: Language, tests: str, plan: SoftPlan) -> list[tuple[str, int]]:
    """Return name and line of functions whose names make them tests but none of whose checks ran."""
    found = find_checks(language.id, tests, frozenset(plan.names))
    if found is None or language.checks is None:
        return []
    ran = {n for n, check in enumerate(plan.checks) if check.runs or check.inside or check.hard}
    return [(test.name, test.line) for test in found.tests if ran.isdisjoint(test.checks)]
