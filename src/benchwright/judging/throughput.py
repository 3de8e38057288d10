"""Measure how many verdicts per second this machine gives, with the worked example of each language."""

from __future__ import annotations

import itertools
import math
import os
import resource
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from benchwright.errors import ToolchainMissing, UsageError
from benchwright.judging.question import Question
from benchwright.judging.tests import judge_tests
from benchwright.judging.verdict import Judgement
from benchwright.languages import Language
from benchwright.languages.join import can_join
from benchwright.sandbox.concurrent import as_completed
from benchwright.sandbox.protocol import Sandbox


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """A small solution with its tests."""

    language: Language
    """The language of both texts."""
    solution: str
    """Source text of the solution, which passes the tests."""
    tests: str
    """Source text of the tests."""

    def variant(self) -> str:
        """Return the solution with a unique last line, so that no build of it is cached."""
        mark = secrets.token_hex(8)
        if self.language.comment:
            return f"{self.solution.rstrip()}\n{self.language.comment} {mark}\n"
        blank = f"{int(mark, 16):064b}".replace("0", " ").replace("1", "\t")
        return f"{self.solution.rstrip()}\n{blank}\n"


class Throughput(msgspec.Struct, frozen=True, kw_only=True):
    """What judging many solutions took."""

    toolchain: str
    """Name and version of the toolchain."""
    wall_s: float
    """Seconds from the first request to the last verdict."""
    cpu_s: float
    """CPU seconds of everything: this process, the sandbox, and the programs."""
    programs_cpu_s: float
    """CPU seconds of the builds and runs alone."""
    memory_bytes: int
    """Peak memory of the largest build or run."""
    latencies_s: tuple[float, ...]
    """Seconds from request to verdict, in ascending order: one per verdict."""

    @property
    def verdicts(self) -> int:
        """Number of verdicts."""
        return len(self.latencies_s)

    @property
    def per_s(self) -> float:
        """Verdicts per second."""
        return self.verdicts / self.wall_s

    @property
    def cpu_s_per_1000(self) -> float:
        """CPU seconds of everything, per 1,000 verdicts."""
        return 1000 * self.cpu_s / self.verdicts

    def percentile_s(self, percent: float) -> float:
        """Return the latency that this percentage of the requests did not exceed (nearest rank)."""
        return self.latencies_s[max(1, math.ceil(percent / 100 * self.verdicts)) - 1]


def example_of(language: Language) -> Example:
    """Return the worked example of a language."""
    texts = {part: language.generation_example(part) for part in ("solution", "tests")}
    if not can_join(language) or not all(texts.values()):
        raise UsageError(f"{language.id} has no worked example with tests", "choose another language")
    return Example(language=language, **texts)


async def warm_up(sandbox: Sandbox, example: Example, parallel: int) -> None:
    """Judge two solutions for each of `parallel` places: interpreters and compilers become warm with the second."""
    await measure(sandbox, example, lambda started: started < 2 * parallel, parallel)


async def measure(sandbox: Sandbox, example: Example, wanted: Callable[[int], bool], concurrency: int) -> Throughput:
    """Judge variants of the example, `concurrency` at a time, for as long as `wanted(number already started)`. Raises
    ToolchainMissing if one does not pass."""
    question = Question(language=example.language.id, tests=example.tests)
    latencies_s: list[float] = []
    toolchain, programs_cpu_s, memory_bytes = "", 0.0, 0

    async def judge(solution: str) -> tuple[float, Judgement]:
        asked = time.perf_counter()
        judgement = await judge_tests(sandbox, question, solution)
        if not judgement.passed:
            raise _not_passed(example.language, judgement)
        return time.perf_counter() - asked, judgement

    cpu_s, begun = tree_cpu_s(), time.perf_counter()
    variants = (example.variant() for _ in itertools.takewhile(wanted, itertools.count()))
    async for _, (latency_s, judgement) in as_completed(judge, variants, concurrency):
        latencies_s.append(latency_s)
        toolchain = judgement.execution.toolchain
        programs_cpu_s += sum(stage.cpu_s for stage in judgement.execution.stages)
        memory_bytes = max(memory_bytes, *(stage.memory_bytes for stage in judgement.execution.stages))
    return Throughput(
        toolchain=toolchain,
        wall_s=time.perf_counter() - begun,
        cpu_s=tree_cpu_s() - cpu_s,
        programs_cpu_s=programs_cpu_s,
        memory_bytes=memory_bytes,
        latencies_s=tuple(sorted(latencies_s)),
    )


def _not_passed(language: Language, judgement: Judgement) -> ToolchainMissing:
    reason = f" ({judgement.reason})" if judgement.reason else ""
    hint = f"see `benchwright languages {language.id} --probe`"
    return ToolchainMissing(f"{language.id}: the worked example got {judgement.verdict}{reason}", hint)


_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def tree_cpu_s(root: int | None = None) -> float:
    """Return the CPU seconds used so far by a process (default: this one), its descendants, and those of them that have
    exited. Each process passes its time on to the parent that reaps it, as all processes of the sandbox do."""
    parents: dict[int, int] = {}
    used: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            except OSError:
                continue  # it has just exited
            parents[int(folder.name)] = int(fields[1])
            used[int(folder.name)] = sum(map(int, fields[11:15]))  # user and system, own and of reaped children
    own_s = 0.0
    if root is None:  # known more exactly than in ticks
        root = os.getpid()
        del used[root]
        usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        own_s = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    return own_s + sum(ticks for pid, ticks in used.items() if _is_below(pid, root, parents)) / _TICKS_PER_S


def _is_below(pid: int, root: int, parents: dict[int, int]) -> bool:
    """Whether a process is the root or one of its descendants."""
    while pid and pid != root:
        pid = parents.get(pid, 0)
    return pid == root
