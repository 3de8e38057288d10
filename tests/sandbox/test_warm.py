"""A run from a warm interpreter is indistinguishable from a fresh one, except where they must differ."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from benchwright.languages import find_language
from benchwright.languages.registry import packages_folder
from benchwright.sandbox import Limits, LocalSandbox, Program, Run, Sandbox, Stage
from benchwright.sandbox.protocol import MIB
from tests.sandbox import programs
from tests.sandbox.leftovers import Process, descendants
from tests.sandbox.modes import home_of
from tests.sandbox.programs import Bench, python, run_in_new_sandbox

bench = programs.bench


def warm_stage(bench: Bench, program: Program) -> Stage:
    """Run a program until it starts from a warm interpreter: the first run of a kind may start fresh."""
    for _ in range(3):
        stage = bench.stage(program)
        if stage.warm:
            return stage
    raise AssertionError("no warm run in three")


SAME = {
    "modules": "import sys; print(sorted(sys.modules))",
    "argv": "import sys; print(sys.argv, sys.orig_argv)",
    "path": "import sys; print(sys.path, sys.meta_path, sorted(sys.path_importer_cache))",
    "executable": "import sys; print(sys.executable, sys.prefix, sys.flags, sys.warnoptions, sys.dont_write_bytecode)",
    "environ": "import os; print(dict(os.environ))",
    "environ-in-proc": "print(open('/proc/self/environ', 'rb').read().rstrip(b'\\0'))",
    "environ-of-a-child": "import subprocess; subprocess.run(['/usr/bin/env'])",
    "command-line": "print(open('/proc/self/cmdline', 'rb').read(), open('/proc/self/comm').read())",
    "main-module": "import __main__; print(__file__, __name__, sorted(vars(__main__)), __spec__, type(__loader__))",
    "traceback": "def f():\n    return 1 / 0\nprint('before')\nf()",
    "syntax-error": "print('never'\nx = 1",
    "syntax-warning": "x = 1 is 1\nprint(x)",
    "descriptors": "import os\nfor n in os.listdir('/proc/self/fd'): print(n, os.path.exists(f'/proc/self/fd/{n}'))",
    "descriptor-kinds": """
        import os, stat, fcntl
        for number in range(20):
            try:
                mode = os.fstat(number).st_mode
            except OSError as error:
                print(number, error.strerror)
            else:
                print(number, stat.filemode(mode), os.get_inheritable(number), fcntl.fcntl(number, fcntl.F_GETFL))
    """,
    "ids": "import os; print(os.getpid(), os.getppid(), os.getsid(0), os.getpgid(0), os.getuid(), os.getgroups())",
    "folder-and-mask": "import os; print(os.getcwd(), oct(os.umask(0)), os.getpriority(os.PRIO_PROCESS, 0))",
    "limits": """
        import resource
        # Without control groups the limit on processes counts those of the same user, who has one more in a cold slot.
        names = [name for name in dir(resource) if name.startswith("RLIMIT_") and name != "RLIMIT_NPROC"]
        print({name: resource.getrlimit(getattr(resource, name)) for name in names})
    """,
    "privileges": """
        wanted = ("Uid", "Gid", "Groups", "NoNewPrivs", "Seccomp:", "Cap", "SigBlk", "SigIgn", "SigCgt", "Threads")
        print([line for line in open("/proc/self/status") if line.startswith(wanted)])
    """,
    "streams": """
        import sys
        for stream in sys.stdin, sys.stdout, sys.stderr:
            print(stream.name, stream.mode, stream.encoding, stream.errors, stream.line_buffering, stream.write_through,
                  stream.isatty(), stream.seekable(), stream.newlines, type(stream.buffer), stream.fileno())
    """,
    "input": "import sys; print([input(), sys.stdin.readline(), sys.stdin.read()], input)",
    "input-ends": "input(); input(); input(); input()",
    "signal-handlers": """
        import signal
        print({number.name: str(signal.getsignal(number)).split(" at ")[0] for number in signal.valid_signals()
               if isinstance(number, signal.Signals)}, signal.pthread_sigmask(signal.SIG_BLOCK, []))
    """,
    "hash": "print(hash('text'), list({str(n) for n in range(20)}))",
    "threads": """
        import threading
        done = []
        threads = [threading.Thread(target=done.append, args=(number,)) for number in range(4)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(sorted(done), threading.current_thread().name, threading.main_thread() is threading.current_thread())
        print(threading.get_native_id())
    """,
    "thread-pool": """
        from concurrent.futures import ThreadPoolExecutor
        print(list(ThreadPoolExecutor(4).map(abs, range(-5, 0))))
    """,
    "multiprocessing-fork": """
        import multiprocessing
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(pool.map(abs, range(-5, 0)), multiprocessing.current_process())
    """,
    "multiprocessing-spawn": """
        import multiprocessing
        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(2) as pool:
                print(pool.map(abs, range(-5, 0)))
    """,
    "asyncio": """
        import asyncio
        async def main():
            process = await asyncio.create_subprocess_exec("/bin/echo", "child", stdout=asyncio.subprocess.PIPE)
            print(await process.communicate(), await asyncio.to_thread(abs, -1))
        asyncio.run(main())
    """,
    "subprocess": """
        import subprocess, sys
        print(subprocess.run([sys.executable, "-c", "import sys; print(sorted(sys.modules))"], capture_output=True))
        print(subprocess.check_output("echo $0 $$", shell=True))
    """,
    "atexit": "import atexit; atexit.register(print, 'last'); print('first')",
    "atexit-after-error": "import atexit; atexit.register(print, 'last'); raise ValueError('wrong')",
    "unflushed": "import sys; sys.stdout.write('x' * 100_000); sys.stderr.write('y')",
    "exit-code": "import sys; sys.exit(3)",
    "exit-text": "import sys; sys.exit('reason')",
    "exit-at-once": "import os; print('lost'); os._exit(5)",
    "abort": "import os; print('before', flush=True); os.abort()",
    "interrupt": "import os, signal; os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(600)",
    "broken-pipe": "import os; r, w = os.pipe(); os.close(r); os.write(w, b'x')",
    "alarm": "import signal; signal.setitimer(signal.ITIMER_REAL, 0.05); signal.pause()",
    "signal-handler": """
        import os, signal
        signal.signal(signal.SIGUSR1, lambda number, frame: print("caught", number))
        os.kill(os.getpid(), signal.SIGUSR1)
    """,
    "recursion": "import sys; print(sys.getrecursionlimit())\ndef f(): f()\nf()",
    "deep-recursion": """
        import sys
        sys.setrecursionlimit(20_000)
        def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
        print(depth(15_000))
    """,
    "unittest": """
        import unittest
        import sys
        class TestSum(unittest.TestCase):
            def test_sum(self):
                self.assertEqual(sum([1, 2]), 3)
            def test_wrong(self):
                self.assertEqual(sum([1, 2]), 4)
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(TestSum).run(result)
        print(result, sorted(sys.modules), unittest.__file__, unittest.TestCase.maxDiff)
        print(result.failures[0][1])
    """,
    "imports": "import helper, json, re; print(helper.__file__, helper.VALUE)",
    "hooks": "import sys; print(sys.getswitchinterval(), sys.gettrace(), sys.getprofile(), sys.excepthook)",
    "collector": "import gc; print(gc.isenabled(), gc.get_threshold(), gc.get_debug(), gc.callbacks, gc.garbage)",
    "warnings": "import warnings; print(warnings.filters); warnings.warn('careful')",
    "locale": "import locale; print(locale.setlocale(locale.LC_ALL), locale.getpreferredencoding())",
    "clock": "import time; print(time.process_time() < 5, time.perf_counter() > 0, time.tzname)",
    "memory-error": "bytearray(1 << 60)",
    "message": "import os; print(os.read(3, 100)); os.write(4, b'reply')",
}


@pytest.mark.parametrize("name", SAME)
def test_same_as_fresh(bench: Bench, name: str) -> None:
    run = Run(stdin="first\nzweite Zeile ü\nrest".encode(), message=b"message" if name == "message" else None)
    helper = {"helper.py": b"VALUE = 7"}
    program = python(SAME[name], files=helper, runs=(run,))
    warm = warm_stage(bench, program)
    fresh = bench.stage(python(SAME[name], files=helper, runs=(run,), fresh=True))
    assert not fresh.warm
    assert warm.stdout.data.decode() == fresh.stdout.data.decode()
    assert warm.stderr.data.decode() == fresh.stderr.data.decode()
    assert (warm.exit_code, warm.signal, warm.reply) == (fresh.exit_code, fresh.signal, fresh.reply)


@pytest.mark.parametrize(
    ("name", "code", "number"),
    [
        ("abort", None, signal.SIGABRT),
        ("interrupt", None, signal.SIGINT),
        ("exit-code", 3, None),
        ("recursion", 1, None),
    ],
)
def test_ending_of_a_warm_run(bench: Bench, name: str, code: int | None, number: int | None) -> None:
    stage = warm_stage(bench, python(SAME[name]))
    assert (stage.exit_code, stage.signal) == (code, number)


@pytest.mark.parametrize(
    "text",
    [
        "import random; print(random.random())",
        "import os; print(os.urandom(16))",
        "import uuid; print(uuid.uuid4())",
        "import secrets; print(secrets.token_hex())",
        "import tempfile; print(tempfile.mkdtemp())",
        "print(open('/proc/sys/kernel/random/uuid').read())",
    ],
    ids=["random", "urandom", "uuid", "secrets", "tempfile", "kernel"],
)
def test_chance_differs_from_warm_run_to_warm_run(bench: Bench, text: str) -> None:
    outputs = [warm_stage(bench, python(text)).stdout.data for _ in range(3)]
    assert len(set(outputs)) == 3


def test_a_seeded_run_is_warm_and_the_same_as_fresh(bench: Bench) -> None:
    """The judge repeats tests under a few fixed hash seeds, each with its own interpreters."""
    text = "import os; print(hash('text'), dict(os.environ)); print(open('/proc/self/environ', 'rb').read())"
    outputs = set()
    for seed, other in (("1", "1"), ("4711", "ff"), ("65537", "ff00")):
        runs = (Run(env={"PYTHONHASHSEED": seed, "PERL_HASH_SEED": other}),)
        warm = warm_stage(bench, python(text, runs=runs))
        fresh = bench.stage(python(text, runs=runs, fresh=True))
        assert not fresh.warm
        assert warm.stdout.data.rstrip(b"\\x0'\n") == fresh.stdout.data.rstrip(b"\\x0'\n")
        outputs.add(warm.stdout.data)
    assert len(outputs) == 3


LEAVE_TRACES = """
    import builtins, os, sys, threading
    print(hasattr(builtins, "trace"), "trace" in os.environ, "trace" in sys.modules, os.path.exists("/tmp/trace"))
    builtins.trace = sys.modules["trace"] = sys
    os.environ["trace"] = "1"
    open("/tmp/trace", "w").close()
    open("main.py", "w").write("print('replaced')")
"""


def test_nothing_passes_from_one_warm_run_to_the_next(bench: Bench) -> None:
    outputs = [warm_stage(bench, python(LEAVE_TRACES)).stdout.data for _ in range(3)]
    assert outputs == [b"False False False False\n"] * 3


def test_a_warm_run_survives_the_death_of_another(bench: Bench) -> None:
    for text in ("import os; os.kill(os.getpid(), 9)", "while True: pass", "import os; os.kill(-1, 9)"):
        bench.stage(python(text, limits=Limits(cpu_s=0.2)))
    assert warm_stage(bench, python("print('well')")).stdout.data == b"well\n"


def test_limits_hold_for_warm_runs(bench: Bench) -> None:
    stage = warm_stage(bench, python("while True: pass", limits=Limits(cpu_s=0.2)))
    assert stage.limits_hit == ("cpu",)
    stage = warm_stage(bench, python("import time; time.sleep(600)", limits=Limits(wall_s=0.2)))
    assert stage.limits_hit == ("wall",)
    stage = warm_stage(bench, python("open('f', 'wb').write(bytes(5 << 20))", limits=Limits(disk_bytes=MIB)))
    assert stage.limits_hit == ("disk",)


@pytest.mark.parametrize(
    "options",
    [
        {"fresh": True},
        {"runs": (Run(args=("x",)),)},
        {"runs": (Run(env={"VALUE": "x"}),)},
        {"runs": (Run(env={"PYTHONHASHSEED": "2"}),)},
        {"env": {"VALUE": "x"}},
        {"env": {"TZ": "Asia/Tokyo"}},
        {"env": {"LC_ALL": "C"}},
        {"observe": frozenset({"processes"})},
    ],
    ids=["fresh", "arguments", "run's variables", "other seed", "variables", "time zone", "locale", "processes"],
)
def test_runs_that_are_never_warm(bench: Bench, options: dict[str, Any]) -> None:
    program = python("print('fresh')", **options)
    assert [bench.stage(program).warm for _ in range(3)] == [False] * 3


def interpreters(bench: Bench) -> list[Process]:
    """The warm interpreters, between two runs."""
    everything = descendants(home_of(bench.mode) or os.getpid())
    return [process for process in everything if process.command.endswith("/workspace/main.py")]


def test_a_warm_interpreter_is_confined_as_a_program_is(bench: Bench) -> None:
    warm_stage(bench, python("print(1)"))
    found = interpreters(bench)
    assert found
    for process in found:
        folder = Path(f"/proc/{process.pid}")
        status = dict(line.split(":\t", 1) for line in (folder / "status").read_text().splitlines() if ":\t" in line)
        capabilities = {name: value for name, value in status.items() if name.startswith("Cap")}
        assert set(capabilities.values()) == {"0" * 16}, capabilities
        assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
        assert status["NSpid"].split()[1:] == ["1"]  # the first process of its own pid namespace
        for kind in ("pid", "mnt", "ipc", "uts", "net", "user"):
            assert (folder / "ns" / kind).readlink() != Path(f"/proc/self/ns/{kind}").readlink(), kind
        if bench.mode == "local-privileged":
            groups = (folder / "cgroup").read_text()
            assert "/warm-" in groups, groups


def test_a_warm_interpreter_has_only_variables_of_ours(bench: Bench) -> None:
    warm_stage(bench, python("print(1)"))
    for process in interpreters(bench):
        variables = Path(f"/proc/{process.pid}/environ").read_text().split("\0")
        names = {variable.partition("=")[0] for variable in variables if variable.strip("\0")}
        ours = {"PYTHONHASHSEED", "PERL_HASH_SEED", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}
        assert names <= {"PATH", "HOME", "LANG", "USER"} | ours, names


def test_an_interpreter_is_replaced_when_a_run_used_its_network(bench: Bench) -> None:
    talk = """
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        client = socket.create_connection(server.getsockname())
        client.send(b"x" * 1000)
        print(len(server.accept()[0].recv(1000)))
    """
    for _ in range(3):
        assert warm_stage(bench, python(talk)).stdout.data == b"1000\n"
        carried = "print(open('/proc/net/dev').read().split('lo:')[1].split()[0])"
        assert warm_stage(bench, python(carried)).stdout.data == b"0\n"


def test_a_start_that_fails_is_the_same_in_every_run(bench: Bench) -> None:
    """An interpreter that cannot start cannot be kept warm; each run must still show the program's own error."""
    program = python("print('never')", env={"PYTHONHASHSEED": "no number"})
    stages = [bench.stage(program) for _ in range(3)]
    assert [stage.exit_code for stage in stages] == [1] * 3
    assert all(b"PYTHONHASHSEED" in stage.stderr.data for stage in stages)


def test_a_sandbox_without_warm_interpreters(bench: Bench) -> None:
    async def kinds(sandbox: Sandbox) -> list[bool]:
        return [(await sandbox.run(python("print(1)"))).runs[0].warm for _ in range(3)]

    assert run_in_new_sandbox(bench.mode, kinds, warm=False) == [False] * 3
    found = run_in_new_sandbox(bench.mode, kinds)
    assert found[1:] == [True, True]
    # A shared service may have been used by earlier tests.
    assert not found[0] or bench.mode == "remote"


def test_a_module_of_the_programs_own_is_not_hidden_by_a_preloaded_one(bench: Bench) -> None:
    program = python(
        "import collections, keyword; print(keyword.MINE)",
        files={"keyword.py": b"MINE, iskeyword = 1, str.isidentifier"},
    )
    assert warm_stage(bench, program).stdout.data == b"1\n"


def runs_with_packages(*texts: str, **files: bytes) -> list[Stage]:
    """Run programs in turn with the packages of the language, each until it starts from a warm interpreter."""
    if not packages_folder(find_language("python"), "scientific").is_dir():
        pytest.skip("toolchain missing: the packages of Python")

    async def scenario() -> list[Stage]:
        stages = []
        async with LocalSandbox(concurrency=1) as sandbox:
            for text in texts:
                program = Program(
                    language="python", files={"main.py": text.encode(), **files}, environment="scientific"
                )
                for _ in range(3):
                    (stage,) = (await sandbox.run(program)).runs
                    if stage.warm:
                        break
                stages.append(stage)
        return stages

    return asyncio.run(scenario())


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("import numpy, sys\nprint(numpy.arange(3) @ numpy.ones(3), 'random' in sys.modules)", b"3.0 False\n"),
        # Uses a library that starts threads.
        ("import numpy\nones = numpy.ones((400, 400))\nprint((ones @ ones).sum())", b"64000000.0\n"),
    ],
    ids=["modules", "threads"],
)
def test_packages_of_a_language_are_loaded_in_advance(text: str, printed: bytes) -> None:
    (stage,) = runs_with_packages(text)
    assert stage.warm
    assert stage.stdout.data == printed


def test_random_numbers_of_packages_differ_from_run_to_run() -> None:
    drawn = "import numpy\nprint(numpy.random.random(4))"
    first, second = runs_with_packages(drawn, drawn)
    assert first.warm
    assert second.warm
    assert first.stdout.data != second.stdout.data


def test_a_file_named_like_a_package_is_what_the_program_imports() -> None:
    (stage,) = runs_with_packages("import numpy\nprint(numpy.__file__)", **{"numpy.py": b""})
    assert stage.stdout.data == b"/workspace/numpy.py\n"
