"""Compare the sandbox of an older commit with the current one: both measured alternately on the same machine.

    python bench/against.py REVISION

Measures the start of /bin/true over a bare one, judging HumanEval's references (if BENCHWRIGHT_TEST_DATA names a folder
with `humaneval/HumanEval.jsonl.gz`), and the memory of a warm interpreter.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROUNDS = 5
STARTS = 300
HERE = Path(__file__).resolve().parents[1]
Numbers = dict[str, float]


def main(revision: str) -> None:
    """Print the medians of both commits and their ratio."""
    with tempfile.TemporaryDirectory(prefix="benchwright-against-") as folder:
        before = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", before, revision], cwd=HERE, check=True)
        try:
            subprocess.run([sys.executable, "hatch_build.py"], cwd=before, check=True)
            found: dict[str, list[Numbers]] = {"before": [], "now": []}
            for _ in range(ROUNDS):
                for name, tree in (("before", before), ("now", HERE)):
                    found[name].append(_measured(tree))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", before], cwd=HERE, check=True)
    print(f"{'median of ' + str(ROUNDS):40}{'before':>12}{'now':>12}{'ratio':>8}")
    for what in found["now"][0]:
        old, new = (statistics.median(each[what] for each in found[name]) for name in ("before", "now"))
        print(f"{what:40}{old:12.3f}{new:12.3f}{new / old:8.2f}")


def _measured(tree: Path) -> Numbers:
    variables = os.environ | {"PYTHONPATH": str(tree / "src")}
    command = [sys.executable, __file__, "--measure"]
    done = subprocess.run(command, env=variables, cwd=tree, stdout=subprocess.PIPE, text=True, check=True)
    numbers: Numbers = json.loads(done.stdout)
    return numbers


async def _measure() -> Numbers:
    """Measure whichever benchwright is on the path."""
    numbers = await _starts()
    numbers |= await _warm()
    data = os.environ.get("BENCHWRIGHT_TEST_DATA")
    if data:
        numbers |= await _humaneval(Path(data) / "humaneval" / "HumanEval.jsonl.gz")
    return numbers


async def _starts() -> Numbers:
    from benchwright.sandbox.launcher import Launcher
    from benchwright.sandbox.plan import root_blob
    from benchwright.sandbox.protocol import Limits
    from benchwright.sandbox.wire import StageOrder

    launcher = await Launcher.start()
    argv = ("/bin/true",)
    order = StageOrder(root=root_blob((), (), ()), argv=argv, env=(), archive=b"", limits=Limits(), keep_bytes=1 << 20)
    isolated: list[float] = []
    bare: list[float] = []
    for _ in range(STARTS):
        start = time.perf_counter()
        await launcher.run(order)
        middle = time.perf_counter()
        os.waitpid(os.posix_spawn(argv[0], argv, {}), 0)
        isolated.append(middle - start)
        bare.append(time.perf_counter() - middle)
    await launcher.aclose()
    own, others = statistics.median(isolated) * 1000, statistics.median(bare) * 1000
    return {"/bin/true, ms": own, "bare /bin/true, ms": others, "/bin/true over bare, ms": own - others}


async def _warm() -> Numbers:
    from benchwright.sandbox import LocalSandbox, Program

    async with LocalSandbox(concurrency=1) as sandbox:
        for _ in range(5):
            await sandbox.run(Program(language="python", files={"main.py": b"print(1)"}))
        assert sandbox._launcher is not None
        idle = [
            _number(Path(f"/proc/{pid}/smaps_rollup"), "Pss:") / 1024
            for pid in _descendants(sandbox._launcher.process.pid)
            if Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0").endswith(b"/workspace/main.py")
        ]
    return {"an idle warm interpreter, MiB": sum(idle)}


async def _humaneval(file: Path) -> Numbers:
    from benchwright.problems import read_problems
    from benchwright.sandbox import LocalSandbox

    judging = _judging()
    problems = read_problems(file)
    taken: list[float] = []
    async with LocalSandbox() as sandbox:
        for _ in range(3):  # the first pass starts cold
            start = time.perf_counter()
            questions = [judging.Question(language="python", tests=problem.tests["full"]) for problem in problems]
            pairs = zip(questions, problems, strict=True)
            judged = await asyncio.gather(
                *(judging.judge_tests(sandbox, one, two.canonical_solution) for one, two in pairs)
            )
            taken.append(time.perf_counter() - start)
            if not all(judgement.passed for judgement in judged):
                raise RuntimeError("a reference does not pass")
    return {"HumanEval, first pass, s": taken[0], "HumanEval, s": min(taken)}


def _judging() -> Any:
    """Return the judge's package, which older commits call `judge`."""
    name = "judging" if importlib.util.find_spec("benchwright.judging") else "judge"
    return importlib.import_module(f"benchwright.{name}")


def _descendants(pid: int) -> Iterator[int]:
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield int(child)
        yield from _descendants(int(child))


def _number(file: Path, key: str) -> int:
    return next(int(line.split()[1]) for line in file.read_text().splitlines() if line.startswith(key))


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        print(json.dumps(asyncio.run(_measure())))
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit("usage: python bench/against.py REVISION")
