"""The local backend: runs programs on this machine, isolated by the launcher."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import get_args

import msgspec

from benchwright.errors import GuaranteeMissing, SandboxError, UsageError
from benchwright.sandbox import wire
from benchwright.sandbox.compilers import Compilers
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.launcher import Launcher
from benchwright.sandbox.plan import Plan, plan_program
from benchwright.sandbox.protocol import Execution, Guarantee, Guarantees, Program, Run, Stage
from benchwright.sandbox.wire import StageOrder, StageOutcome, stage_record

_MOST_BYTES = 64 << 20


class Builds:
    """Cache of recent successful builds, keyed by everything a build depends on: file system, command, environment
    variables, files and limits. It pays off, for example, when a judge builds a problem's reference several times with
    the same tests."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._outcomes: OrderedDict[bytes, StageOutcome] = OrderedDict()

    def get(self, order: StageOrder) -> StageOutcome | None:
        """Return the outcome of an identical build, or None if it is not cached."""
        key = _key(order)
        if key in self._outcomes:
            self._outcomes.move_to_end(key)
        return self._outcomes.get(key)

    def put(self, order: StageOrder, outcome: StageOutcome) -> None:
        """Cache an outcome if the build succeeded within its limits. A failure may be the machine's."""
        if outcome.wait_status != 0 or outcome.limits_hit or outcome.omitted or len(outcome.archive) > self._most_bytes:
            return
        key = _key(order)
        if key not in self._outcomes:
            self._outcomes[key] = outcome
            self._bytes += len(outcome.archive)
        while self._bytes > self._most_bytes:
            _, oldest = self._outcomes.popitem(last=False)
            self._bytes -= len(oldest.archive)


def _key(order: StageOrder) -> bytes:
    return hashlib.sha256(msgspec.msgpack.encode(order)).digest()


_WARM_FAILURE = "warm interpreter did not start"


class LocalSandbox:
    """Runs programs on this machine. The launcher starts with the first program and exits with `aclose`, or when this
    process exits."""

    def __init__(
        self,
        *,
        concurrency: int | None = None,
        require: Iterable[str] = (),
        warm: bool = True,
        user: int | None = None,
        restart: bool = True,
    ) -> None:
        """`concurrency`: maximum number of programs that run in parallel; default: `default_concurrency()`. `require`:
        refuse to run if one of these guarantees is not enforced. `warm`: keep interpreters and compilers warm. `user`:
        user id to run the launcher as. `restart`: replace a launcher that died. Set it to False if a new launcher could
        get fewer privileges than the first one."""
        self._turns = asyncio.Semaphore(concurrency or default_concurrency())
        self._require = check_guarantee_names(require)
        self._warm = warm
        self._user = user
        self._restart = restart
        self._launcher: Launcher | None = None
        self._starting = asyncio.Lock()
        self._closings = 0
        self._builds = Builds()
        self._compilers = Compilers()
        self._seen: set[int] = set()
        self._cold: set[int] = set()

    async def __aenter__(self) -> LocalSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def run(self, program: Program) -> Execution:
        """Run one program to completion. Cancelling the task kills the program's whole process tree."""
        plan = plan_program(program)
        closings = self._closings
        async with self._turns:
            if closings != self._closings:
                raise SandboxError("the sandbox was closed before the program started")
            launcher = await self._connect()
            files, build = plan.files, None
            if order := plan.build_order():
                outcome = await self._build(launcher, plan, order)
                build = stage_record("build", outcome, order)
                files = outcome.archive
            runs: list[Stage] = []
            if build is None or build.succeeded:
                runs = [await self._run(launcher, plan, run, files) for run in program.runs]
        return Execution(
            language=plan.language.id,
            toolchain=plan.toolchain.version,
            environment=plan.program.environment,
            build=build,
            runs=tuple(runs),
            guarantees=guarantees_of(launcher.facts),
            backend="local",
        )

    def run_many(self, programs: Iterable[Program]) -> AsyncIterator[tuple[int, Execution]]:
        """Run several programs in parallel, yielding (index, Execution) in order of completion."""
        return as_completed(self.run, programs)

    async def launcher_ended(self) -> None:
        """Wait until the current launcher has exited, starting one if none is running."""
        await (await self._connect()).ended()

    async def guarantees(self) -> Guarantees:
        """The guarantees of this machine. Starts the launcher to find out."""
        return guarantees_of((await self._connect()).facts)

    async def aclose(self) -> None:
        """Kill everything that is still running and clean up."""
        self._closings += 1
        await self._end_launcher()

    async def _end_launcher(self) -> None:
        launcher, self._launcher = self._launcher, None
        self._compilers.close()
        if launcher is not None:
            await launcher.aclose()

    async def _connect(self) -> Launcher:
        async with self._starting:
            if self._launcher is None or self._launcher.closed:
                if self._launcher is not None and not self._restart:
                    raise SandboxError("the launcher has exited")
                await self._end_launcher()
                launcher = await Launcher.start(self._user)
                missing = missing_guarantees(guarantees_of(launcher.facts), self._require)
                if missing:
                    await launcher.aclose()
                    raise GuaranteeMissing(
                        f"not enforced on this machine: {', '.join(missing)}",
                        "run as root, or in a delegated control group; `benchwright doctor` shows what is missing",
                    )
                self._launcher = launcher
            return self._launcher

    async def _build(self, launcher: Launcher, plan: Plan, order: wire.StageOrder) -> wire.StageOutcome:
        kept = None if plan.program.fresh else self._builds.get(order)
        if kept is not None:
            return kept
        if self._warm and (service := plan.service_order()):
            outcome = await self._compilers.build(launcher, *service, order)
        else:
            outcome = await launcher.run(order)
        self._builds.put(order, outcome)
        return outcome

    async def _run(self, launcher: Launcher, plan: Plan, run: Run, files: bytes) -> Stage:
        order = plan.run_order(run, files, warm=self._warm)
        key = hash((order.root, order.warm))
        # The first run of a kind starts fresh: a single program would only wait for an interpreter to warm up.
        seen = key in self._seen
        self._seen.add(key)
        if order.warm and seen and key not in self._cold:
            with contextlib.suppress(_WarmUpFailed):
                return stage_record("run", await self._run_warm(launcher, order), order)
            self._cold.add(key)
        order = plan.run_order(run, files, warm=False)
        return stage_record("run", await launcher.run(order), order)

    async def _run_warm(self, launcher: Launcher, order: wire.StageOrder) -> wire.StageOutcome:
        try:
            return await launcher.run(order)
        except SandboxError as error:
            if str(error).startswith(_WARM_FAILURE):
                raise _WarmUpFailed from error
            raise


def default_concurrency() -> int:
    """Return the default number of parallel programs: `BENCHWRIGHT_CONCURRENCY`, or one per CPU available to this
    process."""
    value = os.environ.get("BENCHWRIGHT_CONCURRENCY")
    if not value:
        return len(os.sched_getaffinity(0))
    if not value.isdecimal() or int(value) < 1:
        hint = "set it to a whole number of at least 1, or unset it"
        raise UsageError(f"invalid BENCHWRIGHT_CONCURRENCY: {value!r}", hint)
    return int(value)


class _WarmUpFailed(Exception):
    """The interpreter cannot be kept warm. A fresh start still works."""


def guarantees_of(facts: Mapping[str, str]) -> Guarantees:
    """Derive the guarantees from the launcher's facts. Only CPU and memory vary: the launcher refuses to start if it
    cannot enforce the rest."""
    return Guarantees(
        cpu="enforced" if facts["cpu"] == "1" else "watched",
        memory="enforced" if facts["memory"] == "1" else "watched",
        processes="enforced",
        open_files="enforced",
        disk="enforced",
        output="enforced",
        network="enforced",
        filesystem="enforced",
        proc="enforced",
        user="enforced",
        syscalls="enforced",
    )


def missing_guarantees(guarantees: Guarantees, require: Iterable[Guarantee]) -> list[str]:
    """Return the guarantees in `require` that are not enforced."""
    return [name for name in require if getattr(guarantees, name) != "enforced"]


def check_guarantee_names(names: Iterable[str]) -> tuple[Guarantee, ...]:
    """Return the names, or raise UsageError if one is not a guarantee."""
    known: dict[str, Guarantee] = {name: name for name in get_args(Guarantee)}
    checked = []
    for name in names:
        if name not in known:
            raise UsageError(f"unknown guarantee {name!r}", f"choose from {', '.join(known)}")
        checked.append(known[name])
    return tuple(checked)
