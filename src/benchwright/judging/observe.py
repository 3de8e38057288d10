"""Watch a solution while its tests run, and repeat the tests at other dates, hash seeds and locales.

Whether a program is safe and deterministic is decided by what the sandbox saw, not by words in its source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import get_args

import msgspec

from benchwright.judging.question import CLOCK_SHIFTS_S, Question, check_question, locales, run_each, seeds
from benchwright.judging.verdict import Judgement, describe
from benchwright.languages import Language
from benchwright.languages.join import Joined, join
from benchwright.languages.language import WORK_FOLDER, Observation
from benchwright.sandbox.protocol import Observable, Observations, Run, Sandbox

_EVERYTHING: frozenset[Observable] = frozenset(get_args(Observable))
_LOOPBACK = ("127.", "[::1]:", "0.0.0.0:", "[::]:")
"""Connecting to an unspecified address connects to loopback."""
_LOOKUP_PORT = ":53"


class Observed(msgspec.Struct, frozen=True, kw_only=True):
    """What a solution and its tests did, without what the language's runtime and the driver do in every run."""

    passed: bool
    """Whether the tests passed in the watched run."""
    files: Mapping[str, int] = {}
    """Path → size in bytes of each new or changed file left behind. Files that were deleted again are not listed."""
    processes: tuple[str, ...] = ()
    """Path of each program it tried to start, whether found or not."""
    forks: int = 0
    """Number of processes created."""
    denied_calls: Mapping[str, int] = {}
    """System call → how often the sandbox denied it."""
    network: Mapping[str, int] = {}
    """address:port → number of connection attempts, loopback included."""
    clock_dependent: bool | None = None
    """Whether the tests pass now and fail at another date. None if unknown: the language reads the time directly from
    the kernel, the tests fail, or they are random."""
    random: bool | None = None
    """Whether the tests pass in some runs and fail in others that differ at most in their hash seeds. None if they
    never pass."""
    local: bool | None = None
    """Whether they pass here and fail in another time zone or locale. None as for `clock_dependent`."""
    failures: tuple[str, ...] = ()
    """One line for each run that differed."""

    @property
    def outside(self) -> tuple[str, ...]:
        """Connection attempts beyond the program's own loopback. Name lookups count: the sandbox lets them reach
        loopback at the DNS port."""
        return tuple(name for name in self.network if not name.startswith(_LOOPBACK) or name.endswith(_LOOKUP_PORT))


async def observe_tests(sandbox: Sandbox, question: Question, solution: str, *, runs: int = 3) -> Observed:
    """Watch one run of the tests, then repeat them under other conditions.

    The repeats use two other dates, `runs` other hash seeds, and `runs` other time zones and locales. The solution is
    built once.
    """
    question = msgspec.structs.replace(question, fresh=True)
    language = check_question(question)
    joined = join(language, solution, question.tests)
    shifts = [] if language.observation.own_clock else [Run(clock_shift_s=shift_s) for shift_s in CLOCK_SHIFTS_S]
    chances = [Run(env=env) for env in seeds(runs)]
    places = [Run(env=env) for env in locales(runs)]
    ways = [Run(), *chances, *shifts, *places]
    judgements = await run_each(sandbox, question, language, joined, ways, _EVERYTHING)
    of_chance = judgements[: 1 + runs]
    of_clock = judgements[1 + runs : 1 + runs + len(shifts)]
    of_place = judgements[1 + runs + len(shifts) :]
    seen = _seen(judgements[0], joined, language.observation)
    if not any(judgement.passed for judgement in of_chance):
        return seen
    if not all(judgement.passed for judgement in of_chance):
        return msgspec.structs.replace(seen, random=True, failures=_failures(of_chance))
    again = _FlakinessCheck(sandbox, question, language, joined)
    by_clock = await again.confirm(shifts, of_clock)
    by_place = await again.confirm(places, of_place)
    return msgspec.structs.replace(
        seen,
        random=again.random,
        clock_dependent=None if again.random or not shifts else by_clock,
        local=None if again.random else by_place,
        failures=_failures((*of_clock, *of_place, *again.failed)),
    )


async def watch_tests(sandbox: Sandbox, question: Question, solution: str) -> Observed:
    """Watch one run of the tests, whether or not they pass."""
    question = msgspec.structs.replace(question, fresh=True)
    language = check_question(question)
    joined = join(language, solution, question.tests)
    judgements = await run_each(sandbox, question, language, joined, [Run()], _EVERYTHING)
    return _seen(judgements[0], joined, language.observation)


class _FlakinessCheck:
    """Repeats failed runs, interleaved with unchanged runs, because the failure may have been random."""

    def __init__(self, sandbox: Sandbox, question: Question, language: Language, joined: Joined) -> None:
        self._sandbox, self._question, self._language, self._joined = sandbox, question, language, joined
        self.random = False
        self.failed: list[Judgement] = []

    async def confirm(self, ways: Sequence[Run], judgements: Sequence[Judgement]) -> bool:
        """Whether one of the ways fails every time."""
        failing = [way for way, judgement in zip(ways, judgements, strict=True) if not judgement.passed]
        if not failing:
            return False
        way = failing[0]
        mixed = [Run(), way, Run(), way]
        repeated = await run_each(self._sandbox, self._question, self._language, self._joined, mixed)
        usual, changed = repeated[::2], repeated[1::2]
        self.failed += [judgement for judgement in usual if not judgement.passed]
        if self.failed or any(judgement.passed for judgement in changed):
            self.random = True
        return not self.random


def _seen(judgement: Judgement, joined: Joined, usual: Observation) -> Observed:
    if not judgement.execution.runs:  # the build failed
        return Observed(passed=False)
    observed = judgement.execution.runs[0].observations
    return Observed(
        passed=judgement.passed,
        files=_files(observed, joined),
        processes=_processes(observed, usual),
        forks=max(0, observed.forks - usual.usual_forks),
        denied_calls={
            name: count for name, count in observed.denied_calls.items() if name not in usual.usual_denied_calls
        },
        network=observed.network,
    )


def _files(observed: Observations, joined: Joined) -> dict[str, int]:
    """Leave out files the driver emptied: it empties the tests before the solution can read them."""
    ours = {f"{WORK_FOLDER}/{path}" for path in joined.files}
    return {path: size for path, size in observed.files_written.items() if size or path not in ours}


def _processes(observed: Observations, usual: Observation) -> tuple[str, ...]:
    """Leave out the first process, which is the program itself, and those of the runtime, each as often as is usual."""
    expected = list(usual.usual_processes)
    left = []
    for path in observed.processes[1:]:
        match = next((pattern for pattern in expected if fnmatchcase(path, pattern)), None)
        if match is None:
            left.append(path)
        else:
            expected.remove(match)
    return tuple(left)


def _failures(judgements: Sequence[Judgement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(describe(judgement) for judgement in judgements if not judgement.passed))
