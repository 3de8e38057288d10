"""Throughput of a generation with a scripted model against bare runs of the same programs, and its memory with ten
times the items."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.generate import scripted

from bench.measure import Row
from benchwright.generate.autocodegen.run import ROLES, generate
from benchwright.generate.autocodegen.settings import Settings
from benchwright.models import ModelOptions
from benchwright.sandbox import Execution, LocalSandbox, Program, Sandbox

_FEW, _MANY = 100, 1_000
_SAMPLED = 20
"""Number of items whose programs are also run bare."""

_CHILD = """
import asyncio, resource, sys, time
from pathlib import Path
from bench.generation import make
started = time.monotonic()
asyncio.run(make(Path(sys.argv[1]), int(sys.argv[2])))
print(time.monotonic() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


async def bench() -> list[Row]:
    """Measure programs per second and peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        few_s, few_bytes = await asyncio.to_thread(_child, place / "few", _FEW)
        many_s, many_bytes = await asyncio.to_thread(_child, place / "many", _MANY)
        programs = await _programs(place / "sampled")
        bare = await _bare_rate(programs * 5)
    rate = len(programs) / _SAMPLED * (_MANY - _FEW) / (many_s - few_s)
    return [
        Row(
            what=f"programs of {_MANY:,} generated items, against running them bare",
            measured=rate,
            baseline=bare,
            unit="programs/s",
            ratio=rate / bare,
            target=">= 0.8",
        ),
        Row(
            what=f"memory for {_MANY:,} items, against {_FEW:,}",
            measured=many_bytes / (1 << 20),
            baseline=few_bytes / (1 << 20),
            unit="MiB",
            ratio=many_bytes / few_bytes,
            target="flat",
        ),
    ]


async def make(folder: Path, count: int, sandbox: Sandbox | None = None) -> None:
    """Generate from `count` seeds with a model that answers immediately."""
    settings = Settings(languages=("python",), count=count, oversample=1.0, samples=2, similar_above=1.0)
    specs = dict.fromkeys(ROLES, "python:tests.generate.scripted:answer")
    done = await generate(folder, scripted.harvest(count), settings, specs, ModelOptions(cache=False), sandbox=sandbox)
    assert done.problems == count, done


def _child(folder: Path, count: int) -> tuple[float, int]:
    """Run a generation in a separate process; return its seconds and bytes."""
    command = [sys.executable, "-c", _CHILD, str(folder), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)
    seconds, kibibytes = done.stdout.split()
    return float(seconds), int(kibibytes) * 1024


class _Listening(LocalSandbox):
    """A sandbox that records the programs it runs."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Program] = []

    async def run(self, program: Program) -> Execution:
        """Record the program and run it."""
        self.heard.append(program)
        return await super().run(program)


async def _programs(folder: Path) -> list[Program]:
    sandbox = _Listening()
    async with sandbox:
        await make(folder, _SAMPLED, sandbox)
    return sandbox.heard


async def _bare_rate(programs: list[Program]) -> float:
    async with LocalSandbox() as sandbox:
        started = time.monotonic()
        async for _ in sandbox.run_many(programs):
            pass
        return len(programs) / (time.monotonic() - started)
