"""Throughput: distinct programs, what is counted, and percentiles."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from benchwright.errors import ToolchainMissing
from benchwright.judging.throughput import Example, Throughput, example_of, measure, tree_cpu_s
from benchwright.languages import find_language, languages
from benchwright.languages.join import can_join
from benchwright.sandbox import Execution, Guarantees, Program, Stage, Stream
from benchwright.sandbox.fake import FakeSandbox


def answer(program: Program, *, proof: bool = True) -> Execution:
    """Act like a program that passes: it sends back the nonce, and uses half a CPU second and 5 MB."""
    nonce = (program.runs[0].message or b"").decode()
    run = Stage(
        name="run",
        exit_code=0,
        signal=None,
        stdout=Stream(),
        stderr=Stream(),
        wall_s=0.5,
        cpu_s=0.5,
        memory_bytes=5_000_000,
        reply=f"{nonce}\tend\t1\t0\t0\n".encode() if proof else b"",
    )
    return Execution(
        language=program.language,
        toolchain="made up",
        environment=None,
        build=None,
        runs=(run,),
        guarantees=Guarantees(),
        backend="fake",
    )


def python() -> Example:
    return example_of(find_language("python"))


@pytest.mark.parametrize("language", [each for each in languages() if can_join(languages()[each])])
def test_every_language_has_an_example_with_variants_that_differ_in_their_last_line(language: str) -> None:
    example = example_of(find_language(language))
    one, other = example.variant(), example.variant()
    assert one != other
    assert one.splitlines()[:-1] == other.splitlines()[:-1] == example.solution.rstrip().splitlines()
    comment = example.language.comment
    assert one.splitlines()[-1].startswith(comment) if comment else not one.splitlines()[-1].strip()


def measured(sandbox: FakeSandbox, most: int = 20, concurrency: int = 3) -> Throughput:
    return asyncio.run(measure(sandbox, python(), lambda started: started < most, concurrency))


def test_every_program_differs() -> None:
    sandbox = FakeSandbox(answer)
    assert measured(sandbox).verdicts == 20
    assert len({program.files["solution.py"] for program in sandbox.programs}) == 20


def test_the_numbers_are_those_of_the_stages() -> None:
    found = measured(FakeSandbox(answer))
    assert found.programs_cpu_s == pytest.approx(10)
    assert (found.memory_bytes, found.toolchain) == (5_000_000, "made up")
    assert list(found.latencies_s) == sorted(found.latencies_s)


def test_an_example_that_does_not_pass_is_reported() -> None:
    with pytest.raises(ToolchainMissing, match="python: the worked example got incomplete"):
        measured(FakeSandbox(lambda program: answer(program, proof=False)))


@pytest.mark.parametrize(("percent", "expected"), [(50, 5), (95, 10), (90, 9), (100, 10), (1, 1)])
def test_percentiles_are_latencies_that_were_measured(percent: float, expected: float) -> None:
    latencies_s = tuple(map(float, range(1, 11)))
    found = Throughput(toolchain="", wall_s=5.0, cpu_s=0.2, programs_cpu_s=0.1, memory_bytes=1, latencies_s=latencies_s)
    assert found.percentile_s(percent) == expected
    assert (found.per_s, found.cpu_s_per_1000) == (2.0, 20.0)


BUSY = """
import subprocess, sys, time
if len(sys.argv) > 1:
    subprocess.run([sys.executable, "-c", open(sys.argv[1]).read()])
else:
    while time.process_time() < 0.4: pass
print("done", flush=True)
input()
"""


def test_cpu_time_includes_running_processes_and_those_that_exited(tmp_path: Path) -> None:
    file = tmp_path / "busy.py"
    file.write_text(BUSY)
    before = tree_cpu_s()
    command = [sys.executable, "-c", BUSY, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "done\n"
        assert tree_cpu_s(process.pid) >= 0.39  # of its running child
        process.communicate("\n\n")
    assert tree_cpu_s() - before >= 0.39
