"""The final pass: runs all finished examples in as few environments as possible."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

import msgspec

from benchwright.environments import Group, Lock
from benchwright.errors import CannotResolve, IndexUnreachable, SandboxError
from benchwright.generate.engine import Event
from benchwright.generate.finish import FINAL_STEP
from benchwright.generate.packages import Packages
from benchwright.generate.record import StepRecord
from benchwright.jobs import State, Store
from benchwright.judging.question import Question
from benchwright.judging.tests import judge_tests
from benchwright.judging.verdict import describe
from benchwright.problems import Problem
from benchwright.problems.formats.benchwright import write
from benchwright.sandbox import Sandbox
from benchwright.sandbox.concurrent import as_completed

STEP = "together"

_AT_ONCE = 4
_ATTEMPTS = 2


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """An example that has completed all steps."""

    key: str
    """Key of its item in the job."""
    problem: Problem
    """The problem, with its own environment."""
    lock: Lock | None
    """Packages of that environment; None if it needs none."""


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where an example runs in the final pass."""

    ended: Ended
    lock: Lock | None
    reason: str = ""

    @property
    def name(self) -> str:
        return self.lock.name if self.lock else ""

    @property
    def problem(self) -> Problem:
        return msgspec.structs.replace(self.ended.problem, environment=self.name or None)


class FinalPass:
    """Re-runs every example, and keeps those that pass."""

    def __init__(
        self, store: Store, sandbox: Sandbox, packages: Packages | None, watch: Callable[[Event], None]
    ) -> None:
        self._store = store
        self._sandbox = sandbox
        self._packages = packages
        self._watch = watch

    async def run(self, ended: Sequence[Ended]) -> None:
        """Run the examples; results already stored for the same environment are kept."""
        places = await self._places(ended)
        async for _ in as_completed(self._run_example, places, _AT_ONCE):
            pass

    async def _places(self, ended: Sequence[Ended]) -> list[_Place]:
        places = [_Place(ended=each, lock=None) for each in ended if each.lock is None]
        languages = dict.fromkeys(each.lock.language for each in ended if each.lock)
        for language in languages:
            of_language = {each.key: each for each in ended if each.lock and each.lock.language == language}
            try:
                groups = await self._groups(language, of_language)
            except IndexUnreachable as error:  # the next run retries
                for key in of_language:
                    self._store.put(STEP, key, b"", State.FAILED, error.sentence)
                continue
            for group in groups:
                places += [_Place(ended=of_language[key], lock=group.lock, reason=group.reason) for key in group.keys]
        return places

    async def _groups(self, language: str, ended: Mapping[str, Ended]) -> Sequence[Group]:
        assert self._packages is not None
        sets = {key: each.lock.requirements for key, each in ended.items() if each.lock}
        found: list[Group] = []
        for group in await self._packages.combine(language, sets):
            made = await self._installed(group)
            if made.lock is None and group.lock is not None:  # too large together; each one was verified with its own
                found += await self._separately([ended[key] for key in group.keys])
            else:
                found.append(made)
        return found

    async def _separately(self, ended: Sequence[Ended]) -> list[Group]:
        return [await self._installed(Group(keys=(each.key,), lock=each.lock)) for each in ended]

    async def _installed(self, group: Group) -> Group:
        """Install the packages of a group; if that fails, return the group without a lock and with the reason."""
        assert self._packages is not None
        try:
            if group.lock is not None:
                await self._packages.install(group.lock)
        except IndexUnreachable:
            raise
        except CannotResolve as error:
            return Group(keys=group.keys, lock=None, reason=str(error))
        return group

    async def _run_example(self, place: _Place) -> None:
        key, digest = place.ended.key, _digest(place)
        kept = self._store.done(STEP, key)
        if kept and (record := msgspec.json.decode(kept, type=StepRecord)).wrote == digest:
            self._report(key, record, kept=True)
            return
        try:
            place, fault = await self._try_environments(place)
        except (SandboxError, IndexUnreachable) as error:
            self._store.put(STEP, key, b"", State.FAILED, error.sentence)
            return
        problem = place.problem
        record = StepRecord(wrote=digest, dropped="fails with the others" if fault else "", detail=fault)
        with self._store.transaction():
            if fault:
                self._store.put(FINAL_STEP, key, b"", State.FAILED, fault)
            else:
                self._store.put(FINAL_STEP, key, msgspec.json.encode(write(_with_lock(problem, place.lock))))
            self._store.put(STEP, key, msgspec.json.encode(record))
        self._report(key, record)

    async def _try_environments(self, place: _Place) -> tuple[_Place, str]:
        """Return where the example passes, or why it fails. An example that needs other versions than the rest keeps
        its own environment."""
        fault = place.reason or await self._fault(place.problem)
        own = place.ended.lock
        if not fault or own is None or own.name == place.name:
            return place, fault
        (group,) = await self._separately([place.ended])
        alone = _Place(ended=place.ended, lock=group.lock, reason=group.reason)
        if alone.reason or await self._fault(alone.problem):
            return place, fault
        return alone, ""

    async def _fault(self, problem: Problem) -> str:
        """Return why the reference fails; empty if it passes. A single failure may be due to a busy machine, so it is
        retried."""
        for name, tests in problem.tests.items():
            question = Question(language=problem.language, tests=tests, environment=problem.environment, fresh=True)
            for _ in range(_ATTEMPTS):
                judgement = await judge_tests(self._sandbox, question, problem.canonical_solution)
                if judgement.passed:
                    break
            else:
                return f"{name} tests: {describe(judgement)}"
        return ""

    def _report(self, key: str, record: StepRecord, *, kept: bool = False) -> None:
        state = "dropped" if record.dropped else "done"
        self._watch(Event(item=key, step=STEP, state=state, reason=record.dropped, record=record, kept=kept))


def _digest(place: _Place) -> str:
    texts = (place.ended.problem.digest, place.name, place.reason)
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _with_lock(problem: Problem, lock: Lock | None) -> Problem:
    if lock is None:
        return problem
    lineage = {**problem.lineage, "environment": msgspec.to_builtins(lock)}
    return msgspec.structs.replace(problem, lineage=lineage)
