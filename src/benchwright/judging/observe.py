"""Watches a solution while its tests run, and lets them run at other times and by other chances: what the sandbox saw
decides whether a program is safe and steady, not the words in its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import get_args

import msgspec

from benchwright.judging.question import CLOCK_SHIFTS_S, Question, check_question, run_each, seeds, surroundings
from benchwright.judging.verdict import Judgement, describe
from benchwright.languages import Language
from benchwright.languages.join import Joined, join
from benchwright.languages.language import WORK_FOLDER, Observation
from benchwright.sandbox.protocol import Observable, Observations, Run, Sandbox

_EVERYTHING: frozenset[Observable] = frozenset(get_args(Observable))
_LOOPBACK = ("127.", "[::1]:", "0.0.0.0:", "[::]:")
"""Who connects to no address in particular connects to loopback."""
_LOOKUP_PORT = ":53"


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What a solution and its tests did, without what the language's runtime and our driver do in every run."""

    passed: bool
    """Whether the tests passed while they were watched."""
    files: Mapping[str, int] = {}
    """Path → bytes of each file that was left behind, new or changed. Files that were removed again are not seen."""
    processes: tuple[str, ...] = ()
    """Path of each program that was to be started, found or not."""
    forks: int = 0
    """How many processes were created."""
    denied_calls: Mapping[str, int] = {}
    """System call → how often the sandbox refused it."""
    network: Mapping[str, int] = {}
    """address:port that was to be reached → how often, loopback included."""
    clock_dependent: bool | None = None
    """Whether the tests pass now and fail at another date. None: not known, as the language asks the kernel itself for
    the time, or as the tests fail or depend on chance."""
    random: bool | None = None
    """Whether they pass in some runs and fail in others under equal circumstances but hash seeds. None: they never
    pass."""
    local: bool | None = None
    """Whether they pass here and fail in another time zone or locale. None: as for `clock_dependent`."""
    failures: tuple[str, ...] = ()
    """What the runs that differed said, in one line each."""

    @property
    def outside(self) -> tuple[str, ...]:
        """What was to be reached beyond the program's own loopback. A name that was looked up counts: the sandbox lets
        it be asked for on loopback, at the port of name servers."""
        return tuple(name for name in self.network if not name.startswith(_LOOPBACK) or name.endswith(_LOOKUP_PORT))


async def observe_tests(sandbox: Sandbox, question: Question, solution: str, *, runs: int = 3) -> Seen:
    """Watch one run of the tests, then let them run at two other dates, under `runs` other hash seeds, and in `runs`
    other time zones and locales. The solution is built once."""
    question = msgspec.structs.replace(question, fresh=True)
    language = check_question(question)
    joined = join(language, solution, question.tests)
    shifts = [] if language.observation.own_clock else [Run(clock_shift_s=shift_s) for shift_s in CLOCK_SHIFTS_S]
    chances = [Run(env=env) for env in seeds(runs)]
    places = [Run(env=env) for env in surroundings(runs)]
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
    again = _Again(sandbox, question, language, joined)
    by_clock = await again.confirm(shifts, of_clock)
    by_place = await again.confirm(places, of_place)
    return msgspec.structs.replace(
        seen,
        random=again.random,
        clock_dependent=None if again.random or not shifts else by_clock,
        local=None if again.random else by_place,
        failures=_failures((*of_clock, *of_place, *again.failed)),
    )


async def watch_tests(sandbox: Sandbox, question: Question, solution: str) -> Seen:
    """Watch one run of the tests, whether they pass or not."""
    question = msgspec.structs.replace(question, fresh=True)
    language = check_question(question)
    joined = join(language, solution, question.tests)
    judgements = await run_each(sandbox, question, language, joined, [Run()], _EVERYTHING)
    return _seen(judgements[0], joined, language.observation)


class _Again:
    """Runs what failed once more, between runs of the usual way: chance may have struck there for the first time."""

    def __init__(self, sandbox: Sandbox, question: Question, language: Language, joined: Joined) -> None:
        self._sandbox, self._question, self._language, self._joined = sandbox, question, language, joined
        self.random = False
        self.failed: list[Judgement] = []

    async def confirm(self, ways: Sequence[Run], judgements: Sequence[Judgement]) -> bool:
        """Whether one of the ways always fails."""
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


def _seen(judgement: Judgement, joined: Joined, usual: Observation) -> Seen:
    if not judgement.execution.runs:  # it was not built
        return Seen(passed=False)
    observed = judgement.execution.runs[0].observations
    return Seen(
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
    """Drivers empty the tests before the solution could read them."""
    ours = {f"{WORK_FOLDER}/{path}" for path in joined.files}
    return {path: size for path, size in observed.files_written.items() if size or path not in ours}


def _processes(observed: Observations, usual: Observation) -> tuple[str, ...]:
    """Without the first, which is the start itself, and without those of the runtime, each as often as it is usual."""
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
