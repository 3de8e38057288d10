"""Resource limits and measurements."""

from __future__ import annotations

import pytest

from benchwright.sandbox import Limits, Stage
from benchwright.sandbox.protocol import MIB
from tests.sandbox import programs
from tests.sandbox.programs import Bench, cpp, python

bench = programs.bench

FRESH = pytest.mark.parametrize("fresh", [False, True], ids=["maybe-warm", "fresh"])
BUSY = "while True: pass"
SPIN = """
    import time
    end = time.process_time() + {seconds}
    while time.process_time() < end: pass
"""


def assert_killed(stage: Stage, limit: str) -> None:
    assert stage.limits_hit == (limit,)
    assert stage.exit_code is None
    assert stage.signal == 9
    assert not stage.succeeded


# Time


def test_wall_limit(bench: Bench) -> None:
    stage = bench.stage(python("print('before', flush=True); import time; time.sleep(600)", limits=Limits(wall_s=0.5)))
    assert_killed(stage, "wall")
    assert stage.stdout.data == b"before\n"
    assert stage.wall_s >= 0.45


@FRESH
def test_cpu_limit(bench: Bench, fresh: bool) -> None:
    stage = bench.stage(python(BUSY, limits=Limits(cpu_s=0.3), fresh=fresh))
    assert_killed(stage, "cpu")
    assert stage.cpu_s >= 0.3


def test_cpu_limit_of_a_whole_tree(bench: Bench) -> None:
    """Each child on its own stays far below the limit."""
    program = python(
        """
        import os
        for _ in range(4):
            if os.fork() == 0:
                while True: pass
        os.wait()
        """,
        limits=Limits(cpu_s=1),
    )
    stage = bench.stage(program)
    assert_killed(stage, "cpu")
    assert stage.cpu_s >= 1


def test_cpu_limit_counts_children_that_have_ended(bench: Bench) -> None:
    program = python(
        """
        import subprocess, sys
        spin = "import time\\nwhile time.process_time() < 0.1: pass"
        while True:
            subprocess.run([sys.executable, "-c", spin])
        """,
        limits=Limits(cpu_s=0.5),
    )
    assert_killed(bench.stage(program), "cpu")


def test_cpu_limit_counts_the_kernels_work(bench: Bench) -> None:
    program = python("source = open('/dev/zero', 'rb', 0)\nwhile True: source.read(1 << 20)", limits=Limits(cpu_s=0.3))
    assert_killed(bench.stage(program), "cpu")


# Memory


@FRESH
def test_memory_limit(bench: Bench, fresh: bool) -> None:
    limits = Limits(memory_bytes=128 * MIB)
    assert_killed(bench.stage(python("b'x' * (1 << 30)", limits=limits, fresh=fresh)), "memory")


def test_memory_limit_of_a_whole_tree(bench: Bench) -> None:
    """Each child on its own stays below the limit."""
    program = python(
        """
        import os, signal
        for _ in range(4):
            if os.fork() == 0:
                memory = b"x" * (64 << 20)
                signal.pause()
        os.wait()
        """,
        limits=Limits(memory_bytes=160 * MIB),
    )
    assert "memory" in bench.stage(program).limits_hit


def test_memory_limit_holds_for_files(bench: Bench) -> None:
    program = python(
        "open('/dev/shm/large', 'wb').write(bytes(128 << 20))",
        limits=Limits(memory_bytes=96 * MIB, disk_bytes=512 * MIB),
    )
    stage = bench.stage(program)
    assert "memory" in stage.limits_hit
    assert not stage.succeeded


def test_memory_limit_hit_by_a_child_is_told(bench: Bench) -> None:
    """Even if its parent continues and exits successfully."""
    program = python(
        """
        import subprocess, sys
        subprocess.run([sys.executable, "-c", "b'x' * (1 << 30)"])
        """,
        limits=Limits(memory_bytes=128 * MIB),
    )
    stage = bench.stage(program)
    assert "memory" in stage.limits_hit
    assert not stage.succeeded


# Processes, files, disk

PROCESS_LIMIT = 16
FORK_ALL = """
    import os, signal
    alive = 1
    try:
        while alive < 100:
            if os.fork() == 0:
                signal.pause()
            alive += 1
    except BlockingIOError:
        pass
    print(alive)
"""
THREAD_ALL = """
    import threading
    done = threading.Event()
    try:
        while threading.active_count() < 100:
            threading.Thread(target=done.wait, daemon=True).start()
    except RuntimeError:
        pass
    print(threading.active_count())
"""


@FRESH
@pytest.mark.parametrize("text", [FORK_ALL, THREAD_ALL], ids=["processes", "threads"])
def test_process_limit(bench: Bench, text: str, fresh: bool) -> None:
    execution = bench.run(python(text, limits=Limits(processes=PROCESS_LIMIT), fresh=fresh))
    (stage,) = execution.runs
    assert (stage.exit_code, stage.succeeded) == (0, True)
    assert int(stage.stdout.data) == PROCESS_LIMIT
    # A control group reports refusals; a per-user limit does not.
    known = execution.guarantees.memory == "enforced"
    assert stage.limits_hit in ([("processes",)] if known else [(), ("processes",)])


@FRESH
def test_open_files_limit(bench: Bench, fresh: bool) -> None:
    program = python(
        """
        import errno, os
        try:
            while True:
                last = os.open("/dev/null", os.O_RDONLY)
        except OSError as error:
            print(errno.errorcode[error.errno], last)
        """,
        limits=Limits(open_files=64),
        fresh=fresh,
    )
    assert bench.output(program) == b"EMFILE 63\n"


FILL = """
    import errno, os
    from pathlib import Path
    written = 0
    try:
        with open({path!r}, "wb", 0) as file:
            while written < 100 << 20:
                written += file.write(bytes(1 << 16))
    except OSError as error:
        print(errno.errorcode[error.errno], written)
"""


@pytest.mark.parametrize("path", ["large", "/tmp/large", "/dev/shm/large"])
def test_disk_limit(bench: Bench, path: str) -> None:
    stage = bench.stage(python(FILL.format(path=path), limits=Limits(disk_bytes=4 * MIB)))
    error, written = stage.stdout.data.split()
    assert error == b"ENOSPC"
    assert 3 * MIB < int(written) <= 4 * MIB
    assert (stage.limits_hit, stage.succeeded) == (("disk",), True)


def test_disk_limit_is_not_told_when_the_program_has_cleaned_up(bench: Bench) -> None:
    text = FILL.format(path="large") + "\n    os.remove('large')\n"
    assert bench.stage(python(text, limits=Limits(disk_bytes=4 * MIB))).limits_hit == ()


def test_disk_limit_holds_for_all_places_together(bench: Bench) -> None:
    text = "".join(f"open({place!r}, 'wb').write(bytes(3 << 20))\n" for place in ("a", "/tmp/b", "/dev/shm/c"))
    stage = bench.stage(python(text, limits=Limits(disk_bytes=8 * MIB)))
    assert b"No space left on device" in stage.stderr.data
    assert stage.limits_hit == ("disk",)


def test_disk_limit_holds_for_empty_files(bench: Bench) -> None:
    program = python(
        """
        import errno
        try:
            for number in range(100_000):
                open(f"/tmp/{number}", "w").close()
        except OSError as error:
            print(errno.errorcode[error.errno])
        """,
        limits=Limits(disk_bytes=MIB),
    )
    stage = bench.stage(program)
    assert (stage.stdout.data, stage.limits_hit) == (b"ENOSPC\n", ("disk",))


def test_file_locks_work(bench: Bench) -> None:
    """A program may hold thousands of locks for as long as it likes, and they exclude other processes."""
    program = python(
        """
        import fcntl, os, sqlite3, time
        file = open("locked", "w")
        for start in range(0, 16_000, 2):
            fcntl.lockf(file, fcntl.LOCK_EX, 1, start)
        time.sleep(0.7)
        if not os.fork():
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0)
            except BlockingIOError:
                print("held", flush=True)
            os._exit(0)
        os.wait()
        sqlite3.connect("data.sqlite").execute("CREATE TABLE names (name)")
        """
    )
    stage = bench.stage(program)
    assert (stage.exit_code, stage.stdout.data, stage.limits_hit) == (0, b"held\n", ())


def test_a_program_within_its_limits_hits_none(bench: Bench) -> None:
    assert bench.stage(python("open('small', 'w').write('x'); import os; os.fork()")).limits_hit == ()


def test_generous_limits_are_no_hindrance(bench: Bench) -> None:
    served = bench.mode == "remote"  # a service has its own maximums
    limits = Limits(
        wall_s=600 if served else 1e6,
        cpu_s=1e6,
        memory_bytes=1 << (33 if served else 50),
        processes=10**9,
        open_files=10**9,
        disk_bytes=1 << 50,
        output_limit_bytes=1 << 50,
    )
    stage = bench.stage(python("print('ran')", limits=limits))
    assert (stage.stdout.data, stage.limits_hit) == (b"ran\n", ())


def test_one_process_may_be_all(bench: Bench) -> None:
    assert bench.output(python("print('alone')", limits=Limits(processes=1))) == b"alone\n"


@pytest.mark.parametrize(
    ("limit", "limits"),
    [("memory", Limits(memory_bytes=MIB)), ("wall", Limits(wall_s=0.001)), ("cpu", Limits(cpu_s=0.001))],
)
def test_limits_too_small_to_start_with_are_hit(bench: Bench, limit: str, limits: Limits) -> None:
    stage = bench.stage(python("", limits=limits, fresh=True))
    assert (stage.limits_hit, stage.succeeded) == ((limit,), False)


@pytest.mark.parametrize(
    "files",
    [{"large": bytes(5 * MIB)}, {f"folder/{number}": b"" for number in range(5000)}],
    ids=["bytes", "number"],
)
def test_given_files_do_not_count_as_written(bench: Bench, files: dict[str, bytes]) -> None:
    text = "open('new', 'wb').write(bytes(3 << 20))\nopen('newer', 'wb').write(bytes(2 << 20))"
    assert bench.stage(python("", files=files, limits=Limits(disk_bytes=4 * MIB))).succeeded
    stage = bench.stage(python(text, files=files, limits=Limits(disk_bytes=4 * MIB)))
    assert b"No space left on device" in stage.stderr.data
    assert stage.limits_hit == ("disk",)


# Measurements


@FRESH
def test_cpu_time_of_a_busy_program(bench: Bench, fresh: bool) -> None:
    stage = bench.stage(python(SPIN.format(seconds=0.5), fresh=fresh))
    assert 0.4 <= stage.cpu_s <= 2
    assert stage.wall_s >= 0.4


def test_cpu_time_counts_children(bench: Bench) -> None:
    text = """
        import subprocess, sys
        spin = "import time\\nwhile time.process_time() < 0.25: pass"
        children = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(2)]
        for child in children: child.wait()
    """
    assert 0.4 <= bench.stage(python(text)).cpu_s <= 2


@FRESH
def test_times_of_a_sleeping_program(bench: Bench, fresh: bool) -> None:
    stage = bench.stage(python("import time; time.sleep(0.5)", fresh=fresh))
    assert 0.5 <= stage.wall_s < 30
    assert stage.cpu_s < 0.4


@FRESH
def test_memory_of_an_allocating_program(bench: Bench, fresh: bool) -> None:
    # Held for a moment: if memory is only watched, a shorter peak may be missed.
    stage = bench.stage(python("import time; memory = b'x' * (100 << 20); time.sleep(0.2)", fresh=fresh))
    assert 100 * MIB <= stage.memory_bytes < 200 * MIB


def test_memory_of_a_tree(bench: Bench) -> None:
    text = """
        import os, time
        for _ in range(2):
            if os.fork() == 0:
                memory = b"x" * (60 << 20)
                time.sleep(0.5)
                os._exit(0)
        os.wait(), os.wait()
    """
    assert 120 * MIB <= bench.stage(python(text)).memory_bytes < 240 * MIB


def test_memory_of_a_small_program(bench: Bench) -> None:
    assert 0 < bench.stage(python("")).memory_bytes < 64 * MIB


@pytest.mark.language(name="cpp")
def test_measurements_of_a_build(bench: Bench) -> None:
    build = bench.run(cpp("#include <regex>\nint main() {}")).build
    assert build is not None
    assert build.memory_bytes > 20 * MIB
    assert build.cpu_s > 0.02
    assert build.wall_s > 0.02
