"""Verdicts in each language against plain processes that build and run the same programs, in wall time and CPU time.

    python bench/run.py languages [LANGUAGE …]

The programs are the language's worked example, joined with its driver, each with a unique last line. Eight clients
judge them with `judge_tests` in a LocalSandbox with its default concurrency; as many plain processes run in parallel on
the other side, with the commands in bare.toml. Both sides take turns, so that they see the same machine load.

CPU time of ours is that of everything: the programs, the launcher with its slots and compiler services, and this
process, which joins texts and decides verdicts. CPU time of plain processes is theirs alone, without the worker that
starts them, and their programs are joined beforehand.

Writes results/languages.json after each language; languages that are not measured keep their results. The tables of
docs/performance.md are made from it by `scripts/check_docs.py --write`.
"""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bench.bare import BARE, CACHE_PLACE, VARIABLES, Baseline, Commands, Ended, Surroundings, Workers, baselines
from bench.measure import Row
from benchwright.errors import ToolchainMissing
from benchwright.judging.throughput import Example, Throughput, example_of, measure, tree_cpu_s, warm_up
from benchwright.languages import Toolchain, find_language, find_toolchain
from benchwright.languages.join import join
from benchwright.languages.language import PREPARED_PLACE, fill
from benchwright.languages.prepare import prepared_folder
from benchwright.sandbox import LocalSandbox
from benchwright.sandbox.local import default_concurrency

RESULTS = BARE.with_name("results") / "languages.json"
CLIENTS = 8
ROUNDS = 3
ROUND_S = float(os.environ.get("BENCH_LANGUAGES_ROUND_S", "4"))
"""About how long each side runs in each round."""
FEWEST, MOST = 8, 800
"""Programs per round."""

LEVELS = (1, 2, 8, 32)
LEVELLED = (
    *("python", "javascript", "typescript", "ruby", "php", "shell"),
    *("java", "kotlin", "csharp", "cpp", "go", "rust"),
)
"""Languages that are measured at several numbers of clients."""

_CHEAP_S, _ADDED_S, _LEAST_SPEED = 0.030, 0.0015, 0.95
"""Programs below this CPU time may take that much more. All others without a target of their own must reach this."""


async def bench(names: Sequence[str] = ()) -> list[Row]:
    """Measure the named languages, or all that are installed: two rows for each."""
    known = baselines()
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no baseline for {', '.join(unknown)}; choose from {', '.join(known)}")
    rows: list[Row] = []
    for name in names or known:
        try:
            found = await _measure(name, known[name])
        except ToolchainMissing as error:
            print(f"  skipped {error}", file=sys.stderr)
            continue
        _save(name, found)
        rows += _rows(name, found)
        print(f"  {name}: {found['speed']:.2f} × bare, CPU {found['cpu']:.2f} ×", file=sys.stderr)
    return rows


class _Bare:
    """The plain processes of one language."""

    def __init__(self, example: Example, baseline: Baseline, folder: Path, parallel: int) -> None:
        toolchain = find_toolchain(example.language)
        self._example, self._baseline = example, baseline
        self._prepare, self._commands = _commands(baseline, toolchain, example)
        for name in ("root", "cache"):
            (folder / name).mkdir()
        binds = {str(folder / "cache"): CACHE_PLACE}
        if example.language.toolchain.prepare:
            binds[str(prepared_folder(example.language, toolchain))] = PREPARED_PLACE
        surroundings = Surroundings(
            root=str(folder / "root"), system=toolchain.root, binds=binds, hidden=toolchain.hidden
        )
        self.workers = Workers(parallel, surroundings)

    async def prepare(self) -> None:
        """Run the command that fills the cache."""
        if self._prepare is not None:
            await self.workers.prepare(self._prepare)

    async def run(self, count: int) -> tuple[float, list[Ended]]:
        """Run variants of the example; return the seconds until the last one ended, and what each took."""
        programs = [self._joined() for _ in range(count)]
        wall_s, ended = await self.workers.run(self._commands, programs)
        fault = next(filter(None, (each.fault for each in ended)), "")
        if fault:
            raise ToolchainMissing(f"{self._example.language.id}, bare: {fault}")
        return wall_s, ended

    def _joined(self) -> dict[str, bytes]:
        joined = join(self._example.language, self._example.variant(), self._example.tests)
        return {self._baseline.names.get(name, name): content for name, content in joined.files.items()}


def _commands(baseline: Baseline, toolchain: Toolchain, example: Example) -> tuple[Commands | None, Commands]:
    """Fill in the commands: that which prepares, and those of each program."""
    files = dict.fromkeys(example.language.toolchain.files, "")
    own = {"cache": CACHE_PLACE, "driver": str(example.language.directory / "driver")}
    values = {**files, **toolchain.tools, **toolchain.files, **own}
    env = {**VARIABLES, **dict(zip(baseline.env, fill(baseline.env.values(), values), strict=True))}
    texts = (baseline.prepare, baseline.build, baseline.run)
    prepare, *argvs = (fill(shlex.split(text), values) for text in texts)
    preparing = Commands(argvs=[prepare], env=env) if prepare else None
    return preparing, Commands(argvs=[argv for argv in argvs if argv], env=env)


def _example(name: str, baseline: Baseline) -> Example:
    language = find_language(baseline.language or name)
    if baseline.solution:
        return Example(language=language, solution=baseline.solution.lstrip(), tests=baseline.tests.lstrip())
    return example_of(language)


async def _measure(name: str, baseline: Baseline) -> dict[str, Any]:
    """Warm up both sides, then let them take turns."""
    print(f"  {name} …", file=sys.stderr)
    example, parallel = _example(name, baseline), default_concurrency()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        bare = _Bare(example, baseline, Path(folder), parallel)
        with bare.workers:
            async with LocalSandbox() as sandbox:
                await warm_up(sandbox, example, parallel)
                await bare.prepare()
                await bare.run(2 * parallel)
                count = await _count(sandbox, example, bare)
                ours: list[Throughput] = []
                plain: list[tuple[float, list[Ended]]] = []
                late_cpu_s = 0.0
                for _ in range(ROUNDS):
                    ours.append(await measure(sandbox, example, lambda started: started < count, CLIENTS))
                    before = _sandbox_cpu_s(sandbox)
                    plain.append(await bare.run(count))
                    late_cpu_s += _sandbox_cpu_s(sandbox) - before
                levels = await _levels(sandbox, example) if name in LEVELLED else {}
    found = _summary(ours, plain, late_cpu_s)
    return {
        "title": baseline.title or example.language.name,
        "toolchain": ours[0].toolchain,
        "machine": {"processors": os.cpu_count(), "kernel": platform.release(), "load_before": load},
        "commit": _commit(),
        "clients": CLIENTS,
        "parallel": parallel,
        "verdicts": ROUNDS * count,
        **found,
        **_goal(baseline, found),
        "levels": levels,
    }


async def _count(sandbox: LocalSandbox, example: Example, bare: _Bare) -> int:
    """Return how many programs the faster side judges in a round."""
    begun = time.perf_counter()
    await measure(sandbox, example, lambda started: started < FEWEST, CLIENTS)
    ours_s = time.perf_counter() - begun
    bare_s, _ = await bare.run(FEWEST)
    return min(MOST, max(FEWEST, int(FEWEST * ROUND_S / max(ours_s, bare_s))))


async def _levels(sandbox: LocalSandbox, example: Example) -> dict[str, dict[str, float]]:
    """Measure ours at several numbers of clients."""
    found: dict[str, dict[str, float]] = {}
    for clients in LEVELS:
        end = time.monotonic() + ROUND_S

        def wanted(started: int, end: float = end, least: int = 2 * clients) -> bool:
            return started < least or time.monotonic() < end

        found[str(clients)] = _numbers(await measure(sandbox, example, wanted, clients))
    return found


def _numbers(found: Throughput) -> dict[str, float]:
    percentiles = {f"p{percent}_ms": 1000 * found.percentile_s(percent) for percent in (50, 95, 99)}
    return {
        "verdicts": found.verdicts,
        "verdicts_per_s": found.per_s,
        "cpu_s_per_1000": found.cpu_s_per_1000,
        "programs_cpu_s_per_1000": 1000 * found.programs_cpu_s / found.verdicts,
        "memory_bytes": found.memory_bytes,
        **percentiles,
    }


def _sandbox_cpu_s(sandbox: LocalSandbox) -> float:
    """Return the CPU seconds of the launcher and everything below it. A warm compiler may continue after its answer."""
    assert sandbox._launcher is not None
    return tree_cpu_s(sandbox._launcher.process.pid)


def _summary(
    ours: Sequence[Throughput], plain: Sequence[tuple[float, list[Ended]]], late_cpu_s: float
) -> dict[str, Any]:
    """Return the totals over all rounds, and their ratios; above 1, ours is faster."""
    together = Throughput(
        toolchain=ours[0].toolchain,
        wall_s=sum(each.wall_s for each in ours),
        cpu_s=sum(each.cpu_s for each in ours) + late_cpu_s,
        programs_cpu_s=sum(each.programs_cpu_s for each in ours),
        memory_bytes=max(each.memory_bytes for each in ours),
        latencies_s=tuple(sorted(each for one in ours for each in one.latencies_s)),
    )
    ended = [each for _, round_ended in plain for each in round_ended]
    bare_s, bare_cpu_s = sum(wall_s for wall_s, _ in plain), sum(each.cpu_s for each in ended)
    bare = {"verdicts_per_s": len(ended) / bare_s, "cpu_s_per_1000": 1000 * bare_cpu_s / len(ended)}
    return {
        "ours": _numbers(together),
        "bare": bare,
        "speed": together.per_s / bare["verdicts_per_s"],
        "cpu": bare["cpu_s_per_1000"] / together.cpu_s_per_1000,
        "speed_by_round": [wall_s / each.wall_s for each, (wall_s, _) in zip(ours, plain, strict=True)],
    }


def _goal(baseline: Baseline, found: dict[str, Any]) -> dict[str, Any]:
    """Return the target and whether it is met."""
    ours_s, bare_s = (found[side]["cpu_s_per_1000"] / 1000 for side in ("ours", "bare"))
    if baseline.target is None and bare_s < _CHEAP_S:
        return {"target": f"≤ {1000 * _ADDED_S:g} CPU ms more", "met": ours_s - bare_s <= _ADDED_S}
    least = baseline.target or _LEAST_SPEED
    return {"target": f"≥ {least:g}", "met": found["speed"] >= least}


def _rows(name: str, found: dict[str, Any]) -> list[Row]:
    ours, bare = found["ours"], found["bare"]
    added_ms = ours["cpu_s_per_1000"] - bare["cpu_s_per_1000"]
    return [
        Row(
            what=f"{name}: verdicts, against bare",
            measured=ours["verdicts_per_s"],
            baseline=bare["verdicts_per_s"],
            unit="verdicts/s",
            ratio=found["speed"],
            target=found["target"],
        ),
        Row(
            what=f"{name}: CPU per verdict, {added_ms:+.1f} ms; ratio: bare against ours",
            measured=ours["cpu_s_per_1000"],
            baseline=bare["cpu_s_per_1000"],
            unit="ms",
            ratio=found["cpu"],
            target="",
        ),
    ]


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    return subprocess.run(command, cwd=BARE.parent, capture_output=True, text=True, check=False).stdout.strip()


def _save(name: str, found: dict[str, Any]) -> None:
    saved = msgspec.json.decode(RESULTS.read_bytes()) if RESULTS.exists() else {}
    saved[name] = found
    RESULTS.parent.mkdir(exist_ok=True)
    ordered = {each: saved[each] for each in sorted(saved)}
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=2) + b"\n")
