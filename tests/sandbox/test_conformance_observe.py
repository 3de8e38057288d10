"""Observations of calls, processes and files, on request."""

from __future__ import annotations

import json

import pytest

from benchwright.sandbox import Limits, Observations, Program, Stage
from tests.sandbox import programs
from tests.sandbox.programs import Bench, cpp, python, shell

bench = programs.bench

CALLS = frozenset({"calls"})
PROCESSES = frozenset({"processes"})
FILES = frozenset({"files"})
NETWORK = frozenset({"network"})


def observed(bench: Bench, program: Program) -> Observations:
    stage = bench.stage(program)
    assert (stage.exit_code, stage.stderr.data) == (0, b""), stage
    return stage.observations


# Calls

FORBIDDEN = """
    import ctypes, os
    libc = ctypes.CDLL(None, use_errno=True)
    def attempt(name, *arguments):
        result = getattr(libc, name)(*arguments)
        print(name, result, os.strerror(ctypes.get_errno()))
    attempt("unshare", 0x10000000)
    attempt("unshare", 0x40000000)
    attempt("mount", b"none", b"/tmp", b"tmpfs", 0, None)
"""


def test_denied_calls_are_counted_by_name(bench: Bench) -> None:
    program = python(FORBIDDEN, observe=CALLS)
    for _ in range(3):  # the later ones may be warm
        assert observed(bench, program).denied_calls == {"unshare": 2, "mount": 1}


def test_observing_changes_nothing_for_the_program(bench: Bench) -> None:
    expected = b"unshare -1 Operation not permitted\n" * 2 + b"mount -1 Operation not permitted\n"
    for observe in (frozenset(), CALLS, CALLS | PROCESSES | FILES | NETWORK):
        assert bench.output(python(FORBIDDEN, observe=observe)) == expected


def test_denied_sockets_are_counted(bench: Bench) -> None:
    text = """
        import socket
        for family in socket.AF_PACKET, socket.AF_NETLINK:
            try:
                socket.socket(family, socket.SOCK_RAW, 16 if family == socket.AF_NETLINK else 0)
            except PermissionError:
                print("refused")
    """
    assert observed(bench, python(text, observe=CALLS)).denied_calls == {"socket": 2}


def test_denied_calls_of_children_are_counted(bench: Bench) -> None:
    text = """
        import ctypes, os
        if os.fork() == 0:
            ctypes.CDLL(None).unshare(0x10000000)
            os._exit(0)
        os.wait()
    """
    assert observed(bench, python(text, observe=CALLS)).denied_calls == {"unshare": 1}


def test_ordinary_programs_are_denied_nothing(bench: Bench) -> None:
    text = """
        import asyncio, json, multiprocessing, socket, subprocess, threading, urllib.request
        if __name__ == "__main__":
            subprocess.run(["/bin/true"], check=True)
            with multiprocessing.Pool(2) as pool:
                pool.map(abs, range(4))
            asyncio.run(asyncio.to_thread(threading.get_ident))
    """
    assert observed(bench, python(text, observe=CALLS)).denied_calls == {}


def test_observing_needs_none_of_the_programs_descriptors(bench: Bench) -> None:
    program = python("print('ran')", observe=CALLS, limits=Limits(open_files=4))
    assert bench.output(program) == b"ran\n"


# Processes


def test_processes_are_listed_with_their_paths(bench: Bench) -> None:
    text = """
        import os, subprocess
        subprocess.run(["/bin/true"], check=True)
        subprocess.run(["/bin/sh", "-c", "exec /bin/echo done"], check=True)
    """
    seen = observed(bench, python(text, observe=PROCESSES))
    assert "python" in seen.processes[0]
    assert seen.processes[1:] == ("/bin/true", "/bin/sh", "/bin/echo")
    assert seen.forks == 2


def test_programs_are_listed_whether_or_not_they_were_found(bench: Bench) -> None:
    text = """
        import subprocess
        subprocess.run(["true"], check=True)
        try:
            subprocess.run(["/no/such/program"])
        except FileNotFoundError:
            pass
    """
    seen = observed(bench, python(text, observe=PROCESSES, env={"PATH": "/nowhere:/usr/bin"}))
    assert seen.processes[1:] == ("/nowhere/true", "/usr/bin/true", "/no/such/program")


def test_forks_are_counted_and_threads_are_not(bench: Bench) -> None:
    text = """
        import os, threading
        for _ in range(3):
            if os.fork() == 0:
                os._exit(0)
            os.wait()
        threads = [threading.Thread(target=lambda: None) for _ in range(5)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    """
    seen = observed(bench, python(text, observe=PROCESSES))
    assert (seen.forks, len(seen.processes)) == (3, 1)


@pytest.mark.language(name="shell")
def test_processes_of_a_shell_program(bench: Bench) -> None:
    seen = observed(bench, shell("/bin/true; (:); echo builtin", observe=PROCESSES))
    assert seen.processes[1:] == ("/bin/true",)
    assert seen.forks == 2


@pytest.mark.language(name="shell")
def test_first_thousand_processes_are_listed(bench: Bench) -> None:
    seen = observed(bench, shell("for i in {1..1100}; do /bin/true; done", observe=PROCESSES))
    assert (len(seen.processes), seen.forks) == (1000, 1100)


# Files

WRITE = """
    import os
    open("changed", "w").write("longer than before")
    open("same_size", "w").write("B")
    open("rewritten", "w").write("as before")
    open("new", "w").write("12345")
    open("new_and_empty", "w").close()
    os.makedirs("folder/below"); open("folder/below/deep", "w").write("d")
    os.remove("deleted")
    open("passing", "w").close(); os.remove("passing")
    open("/tmp/temporary", "w").write("tt")
    open("/dev/shm/shared", "w").write("sss")
"""
GIVEN = {
    "changed": b"c",
    "same_size": b"A",
    "rewritten": b"as before",
    "untouched": b"u",
    "deleted": b"d",
    "empty": b"",
}
WRITTEN = {
    "/workspace/changed": 18,
    "/workspace/same_size": 1,
    "/workspace/new": 5,
    "/workspace/new_and_empty": 0,
    "/workspace/folder/below/deep": 1,
    "/tmp/temporary": 2,
    "/dev/shm/shared": 3,
}


def test_written_files_are_the_new_and_the_changed(bench: Bench) -> None:
    assert observed(bench, python(WRITE, files=GIVEN, observe=FILES)).files_written == WRITTEN


def test_renamed_file_is_new_at_its_new_place(bench: Bench) -> None:
    text = "import os; os.rename('old', 'new')"
    assert observed(bench, python(text, files={"old": b"abc"}, observe=FILES)).files_written == {"/workspace/new": 3}


@pytest.mark.language(name="cpp")
def test_what_the_build_left_is_not_written_by_the_run(bench: Bench) -> None:
    program = cpp('#include <fstream>\nint main() { std::ofstream("f") << 12; }', observe=FILES)
    assert observed(bench, program).files_written == {"/workspace/f": 2}


def test_observing_and_collecting_files_together(bench: Bench) -> None:
    stage = bench.stage(python("open('f', 'w').write('12')", observe=FILES, collect=("f",)))
    assert (stage.observations.files_written, stage.files) == ({"/workspace/f": 2}, {"f": b"12"})


def test_no_place_that_can_be_written_is_left_out(bench: Bench) -> None:
    text = """
        import json, os
        made = []
        for folder, folders, _ in os.walk("/"):
            folders[:] = [each for each in folders if folder != "/" or each not in ("proc", "usr")]
            try:
                open(f"{folder}/mark", "x").close()
            except OSError:
                continue
            made.append(os.path.realpath(f"{folder}/mark"))
        print(json.dumps(sorted(set(made))))
    """
    stage = bench.stage(python(text, observe=FILES))
    made = json.loads(stage.stdout.data)
    assert {"/workspace/mark", "/tmp/mark"} <= set(made)
    assert sorted(stage.observations.files_written) == made


def test_first_thousand_written_files_are_listed(bench: Bench) -> None:
    text = "for number in range(1100): open(str(number), 'w').close()"
    assert len(observed(bench, python(text, observe=FILES)).files_written) == 1000


# All observers and none


@pytest.mark.parametrize("text", [FORBIDDEN, WRITE])
def test_nothing_is_observed_unasked(bench: Bench, text: str) -> None:
    assert observed(bench, python(text, files=GIVEN)) == Observations()


def test_everything_at_once(bench: Bench) -> None:
    text = FORBIDDEN + "\n    import subprocess\n    subprocess.run(['/bin/true'])\n    open('f', 'w').close()\n"
    stage: Stage = bench.stage(python(text, observe=CALLS | PROCESSES | FILES))
    seen = stage.observations
    assert seen.denied_calls == {"unshare": 2, "mount": 1}
    assert (seen.processes[1:], seen.forks) == (("/bin/true",), 1)
    assert seen.files_written == {"/workspace/f": 0}
