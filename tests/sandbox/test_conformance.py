"""What every backend must do: exits, records, builds, concurrent programs, errors."""

from __future__ import annotations

import asyncio
import signal
import uuid
from collections.abc import Iterator

import msgspec
import pytest

from benchwright.errors import ToolchainMissing, UnknownLanguage, UsageError
from benchwright.sandbox import Execution, Limits, Program, Run, Sandbox
from benchwright.sandbox.protocol import MIB, SCHEMA_VERSION
from tests.sandbox import programs
from tests.sandbox.modes import LOCAL_MODES, open_sandbox
from tests.sandbox.programs import FAMILY, FAMILY_SIZE, Bench, cpp, processes_with, python, run_in_new_sandbox, until

bench = programs.bench

HELLO = python("print('hello')")
HEAVY_CPP = "int before;\n#include <bits/stdc++.h>\nint main() {}\n"
"""Takes far longer to compile than the limits below allow: a precompiled header works only at the start."""


# Exits


@pytest.mark.parametrize("code", [0, 1, 3, 255])
def test_exit_code(bench: Bench, code: int) -> None:
    stage = bench.stage(python(f"raise SystemExit({code})"))
    assert (stage.exit_code, stage.signal, stage.limits_hit) == (code, None, ())
    assert stage.succeeded == (code == 0)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM])
def test_death_by_a_signal_of_its_own(bench: Bench, number: signal.Signals) -> None:
    stage = bench.stage(python(f"import os; os.kill(os.getpid(), {number})"))
    assert (stage.exit_code, stage.signal, stage.limits_hit) == (None, number, ())
    assert not stage.succeeded


@pytest.mark.language(name="cpp")
def test_real_segmentation_fault(bench: Bench) -> None:
    stage = bench.stage(cpp("int main() { *(volatile int *)nullptr = 1; }"))
    assert (stage.exit_code, stage.signal) == (None, signal.SIGSEGV)


def test_the_program_ends_with_its_main_process(bench: Bench) -> None:
    stage = bench.stage(
        python("""
            import os, time
            if os.fork() == 0:
                time.sleep(600)
        """)
    )
    assert (stage.exit_code, stage.limits_hit) == (0, ())


# The record


def test_fields_of_an_execution(bench: Bench) -> None:
    version = "import platform; print('Python', platform.python_version(), end='')"
    execution = bench.run(Program(language="py", files={"main.py": version.encode()}))
    assert execution.language == "python"
    assert execution.toolchain == execution.runs[0].stdout.data.decode()
    assert execution.schema == SCHEMA_VERSION
    assert execution.backend == bench.mode.partition("-")[0]
    assert (execution.build, execution.environment) == (None, None)
    assert execution.stages == execution.runs
    assert execution.runs[0].name == "run"


def test_an_execution_survives_json(bench: Bench) -> None:
    execution = bench.run(
        python(
            "import os; open('f', 'wb').write(b'\\xff'); os.write(1, b'\\x00\\xff')",
            collect=("f",),
            observe=frozenset({"files"}),
        )
    )
    assert msgspec.json.decode(msgspec.json.encode(execution), type=Execution) == execution


def test_guarantees_name_every_protection(bench: Bench) -> None:
    guarantees = msgspec.structs.asdict(bench.run(HELLO).guarantees)
    # The kernel can limit CPU time and memory of a whole tree only with control groups, which need privileges.
    watched = {"cpu", "memory"} if bench.mode == "local-unprivileged" else set()
    assert guarantees == {name: "watched" if name in watched else "enforced" for name in guarantees}


# Build and runs

NOTES = cpp(
    r"""
    #include <fstream>
    #include <iostream>
    int main(int argc, char **argv) {
        std::cout << std::ifstream("main.cpp").good() << std::ifstream("note").good() << argv[1];
        std::ofstream("note") << "written";
    }
    """,
    runs=(Run(args=("a",)), Run(args=("b",)), Run(args=("c",))),
)


@pytest.mark.language(name="cpp")
def test_runs_see_the_build_and_not_each_other(bench: Bench) -> None:
    execution = bench.run(NOTES)
    assert [stage.stdout.data for stage in execution.runs] == [b"10a", b"10b", b"10c"]
    assert execution.build is not None
    assert (execution.build.name, execution.build.succeeded) == ("build", True)
    assert [stage.name for stage in execution.stages] == ["build", "run", "run", "run"]


def test_each_run_has_its_own_variables(bench: Bench) -> None:
    show = "import os; print(os.environ.get('A'), os.environ.get('B'), os.environ['HOME'])"
    runs = (Run(env={"A": "run"}), Run(), Run(env={"B": "2", "HOME": "/elsewhere"}))
    execution = bench.run(python(show, env={"A": "program"}, runs=runs))
    printed = [stage.stdout.data.decode().split() for stage in execution.runs]
    assert printed == [["run", "None", "/tmp"], ["program", "None", "/tmp"], ["program", "2", "/elsewhere"]]


def test_runs_of_an_interpreted_language_do_not_see_each_other(bench: Bench) -> None:
    check = "from pathlib import Path; p = Path('/tmp/note'); print(p.exists()); p.touch(); Path('main.py').unlink()"
    execution = bench.run(python(check, runs=(Run(), Run(), Run())))
    assert [stage.stdout.data for stage in execution.runs] == [b"False\n"] * 3


@pytest.mark.language(name="cpp")
def test_failing_build_gives_diagnostics_and_no_runs(bench: Bench) -> None:
    execution = bench.run(cpp("int main() { return undeclared; }"))
    assert execution.runs == ()
    assert execution.build is not None
    assert (execution.build.exit_code, execution.build.limits_hit) == (1, ())
    assert b"main.cpp:1:" in execution.build.stderr.data
    assert b"undeclared" in execution.build.stderr.data


@pytest.mark.parametrize(
    ("limit", "limits"),
    [
        ("wall", Limits(wall_s=0.05, cpu_s=60)),
        ("cpu", Limits(cpu_s=0.05)),
        ("memory", Limits(memory_bytes=24 * MIB)),
    ],
)
@pytest.mark.language(name="cpp")
def test_build_limit(bench: Bench, limit: str, limits: Limits) -> None:
    execution = bench.run(cpp(HEAVY_CPP, build_limits=limits))
    assert execution.runs == ()
    assert execution.build is not None
    assert not execution.build.succeeded
    assert execution.build.limits_hit == (limit,)


@pytest.mark.language(name="cpp")
def test_limits_of_the_runs_do_not_bound_the_build(bench: Bench) -> None:
    execution = bench.run(cpp(HEAVY_CPP, limits=Limits(cpu_s=0.05)))
    assert execution.build is not None
    assert execution.build.succeeded
    assert [stage.exit_code for stage in execution.runs] == [0]


@pytest.mark.language(name="cpp")
def test_what_the_build_left_does_not_count_as_written_by_the_run(bench: Bench) -> None:
    execution = bench.run(cpp("char large[8 << 20] = {1}; int main() {}", limits=Limits(disk_bytes=4 * MIB)))
    assert execution.build is not None
    assert execution.build.succeeded
    assert [stage.limits_hit for stage in execution.runs] == [()]
    assert execution.runs[0].succeeded


@pytest.mark.slow
def test_collecting_needs_no_memory_of_the_programs(bench: Bench) -> None:
    text = "open('large', 'wb').write(bytes(40 << 20))"
    limits = Limits(memory_bytes=64 * MIB)
    stage = bench.stage(python(text, limits=limits, collect=("large",), collect_limit_bytes=64 * MIB))
    assert (stage.exit_code, stage.limits_hit) == (0, ())
    assert stage.files == {"large": bytes(40 << 20)}


def test_output_over_its_limit_right_before_the_end_is_told_with_collected_files(bench: Bench) -> None:
    text = "import os; open('a', 'wb').write(bytes(8 << 20)); os.write(1, bytes(60_000))"
    stage = bench.stage(python(text, limits=Limits(output_limit_bytes=50_000), collect=("a",)))
    assert "output" in stage.limits_hit
    assert not stage.succeeded


def test_names_with_brackets_are_collected(bench: Bench) -> None:
    stage = bench.stage(python("open('a[1].txt', 'w').write('x')", collect=("a[1].txt",)))
    assert stage.files == {"a[1].txt": b"x"}


@pytest.mark.language(name="cpp")
def test_given_files_survive_a_build_with_little_disk(bench: Bench) -> None:
    source = '#include <cstdio>\nint main() { return fopen("data", "r") == nullptr; }'
    files = {"main.cpp": source.encode(), "data": bytes(2 * MIB)}
    execution = bench.run(Program(language="cpp", files=files, build_limits=Limits(disk_bytes=MIB, wall_s=60)))
    assert [stage.succeeded for stage in execution.stages] == [True, True]


# Concurrent programs


async def collected(sandbox: Sandbox, wanted: list[Program]) -> dict[int, Execution]:
    return {index: execution async for index, execution in sandbox.run_many(wanted)}


def test_run_many_gives_every_index_once(bench: Bench) -> None:
    async def indices() -> list[tuple[int, bytes]]:
        wanted = [python(f"print({number})") for number in range(7)]
        return [(index, each.runs[0].stdout.data) async for index, each in bench.sandbox.run_many(wanted)]

    assert sorted(bench.do(indices())) == [(number, b"%d\n" % number) for number in range(7)]


def test_run_many_of_nothing(bench: Bench) -> None:
    assert bench.do(collected(bench.sandbox, [])) == {}


def test_run_many_reads_an_endless_iterable_as_needed(bench: Bench) -> None:
    def endless() -> Iterator[Program]:
        while True:
            yield HELLO

    async def first() -> bytes:
        async for _, execution in bench.sandbox.run_many(endless()):
            return execution.runs[0].stdout.data
        raise AssertionError

    assert bench.do(first()) == b"hello\n"


def test_run_many_ends_with_the_first_error(bench: Bench) -> None:
    with pytest.raises(UsageError):
        bench.do(collected(bench.sandbox, [HELLO, Program(language="python", files={})]))


STAMPS = python("""
    import socket, time
    start = time.monotonic()
    server = socket.create_server(("127.0.0.1", 8080), reuse_port=False)
    time.sleep(1)
    print(start, time.monotonic())
""")
"""Prints when it ran. Ports are private to each run, so two can run concurrently."""


def stamps_of(mode: str, concurrency: int) -> list[tuple[float, float]]:
    executions = run_in_new_sandbox(mode, lambda box: collected(box, [STAMPS, STAMPS]), concurrency=concurrency)
    texts = [execution.runs[0].stdout.data.split() for execution in executions.values()]
    return sorted((float(start), float(end)) for start, end in texts)


def test_programs_run_at_the_same_time(bench: Bench) -> None:
    (_, first_end), (second_start, _) = stamps_of(bench.mode, concurrency=2)
    assert second_start < first_end


@pytest.mark.slow
def test_no_more_programs_at_once_than_asked_for(bench: Bench) -> None:
    (_, first_end), (second_start, _) = stamps_of(bench.mode, concurrency=1)
    assert first_end < second_start


# Killing a program from outside


def family(marker: str) -> Program:
    return python(FAMILY, runs=(Run(args=(marker,)),), limits=Limits(wall_s=300))


def test_cancelling_kills_the_whole_tree(bench: Bench) -> None:
    marker = str(uuid.uuid4())

    async def cancel() -> None:
        task = asyncio.create_task(bench.sandbox.run(family(marker)))
        await until(lambda: len(processes_with(marker)) == FAMILY_SIZE)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not processes_with(marker))

    bench.do(cancel())
    assert bench.output(HELLO) == b"hello\n"


def test_leaving_run_many_early_kills_the_rest(bench: Bench) -> None:
    marker = str(uuid.uuid4())

    async def leave() -> None:
        many = bench.sandbox.run_many([HELLO, family(marker)])
        await anext(many)
        await until(lambda: len(processes_with(marker)) == FAMILY_SIZE)
        await many.aclose()  # type: ignore[attr-defined]
        await until(lambda: not processes_with(marker))

    bench.do(leave())


def test_closing_kills_what_runs(bench: Bench) -> None:
    marker = str(uuid.uuid4())

    async def close(sandbox: Sandbox) -> None:
        task = asyncio.create_task(sandbox.run(family(marker)))
        await until(lambda: len(processes_with(marker)) == FAMILY_SIZE)
        await sandbox.aclose()
        if bench.mode == "remote":  # the service notices the closed connection
            await until(lambda: not processes_with(marker))
        assert not processes_with(marker)
        await asyncio.gather(task, return_exceptions=True)
        assert task.exception() is not None

    run_in_new_sandbox(bench.mode, close)


def test_closing_twice_and_using_again(bench: Bench) -> None:
    async def use(sandbox: Sandbox) -> list[bytes]:
        outputs = []
        for _ in range(2):
            outputs.append((await sandbox.run(HELLO)).runs[0].stdout.data)
            await sandbox.aclose()
            await sandbox.aclose()
        return outputs

    assert run_in_new_sandbox(bench.mode, use) == [b"hello\n"] * 2


# Invalid input


WRONG = {
    "no-file": Program(language="python", files={}),
    "other-file": Program(language="python", files={"other.py": b""}),
    "above": python("", files={"../outside": b""}),
    "above-later": python("", files={"a/../../outside": b""}),
    "absolute": python("", files={"/absolute": b""}),
    "empty-name": python("", files={"": b""}),
    "folder": python("", files={"folder/": b""}),
    "file-and-folder": python("", files={"file": b"", "file/below": b""}),
    "long-name": python("", files={"n" * 256: b""}),
    "half-a-character-in-a-name": python("", files={"\ud800": b""}),
    "environment": python("", environment="no-such-environment"),
    "no-run": python("", runs=()),
    "nameless-variable-of-a-run": python("", runs=(Run(env={"": "x"}),)),
    "long-argument": python("", runs=(Run(args=("x" * 200_000,)),)),
    "many-arguments": python("", runs=(Run(args=("x" * 1000,) * 3000),)),
    "half-a-character-in-an-argument": python("", runs=(Run(args=("\ud800",)),)),
    "long-variable": python("", env={"A": "x" * 200_000}),
    "half-a-character-in-a-variable": python("", env={"A": "\ud800"}),
    "memory": python("", limits=Limits(memory_bytes=1 << 64)),
    "wall": python("", limits=Limits(wall_s=1e300)),
    "keep": python("", keep_bytes=1 << 64),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_the_users_fault(bench: Bench, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        bench.run(WRONG[name])
    assert caught.value.hint
    assert bench.output(HELLO) == b"hello\n"


def test_unknown_language(bench: Bench) -> None:
    with pytest.raises(UnknownLanguage):
        bench.run(Program(language="no-such-language", files={}))


@pytest.mark.parametrize("mode", LOCAL_MODES)
def test_missing_toolchain(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a service this is tested separately, since that needs one without a toolchain."""
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(ToolchainMissing, match="python") as caught:
        asyncio.run(open_sandbox(mode).run(HELLO))
    assert "toolchains install python (apt: python3)" in caught.value.hint
