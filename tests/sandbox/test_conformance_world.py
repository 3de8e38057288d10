"""The world that a program sees: files, environment, devices, user, clock, network."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchwright.languages import find_language
from benchwright.sandbox import Run
from benchwright.sandbox.protocol import MIB
from tests.sandbox import programs
from tests.sandbox.modes import service_home
from tests.sandbox.programs import Bench, cpp, python, shell

bench = programs.bench

# Files given

FILES = {
    "data.bin": bytes(range(256)) * 3,
    "empty": b"",
    "a/b/c/deep.txt": b"deep",
    "a/beside": b"x",
    "ünï 漢字/naïve 🎉.txt": "größe".encode(),
    "with space 'and' \"quotes\"": b"\r\n",
    ".hidden": b"h",
    "large": b"0123456789abcdef" * (MIB // 16),
}
READ_ALL = """
    import json
    from pathlib import Path
    print(json.dumps({str(path): path.read_bytes().hex() for path in Path().rglob("*") if path.is_file()}))
"""


def test_files_arrive_as_given(bench: Bench) -> None:
    found = bench.answer(READ_ALL, files=FILES, keep_bytes=16 * MIB)
    del found["main.py"]
    assert found == {path: content.hex() for path, content in FILES.items()}


def test_files_can_be_changed_and_imported(bench: Bench) -> None:
    text = """
        import os, package.module
        os.rename("old", "new"); os.mkdir("folder"); open("package/more.py", "w").close(); os.chmod("new", 0o700)
        print(package.module.VALUE, os.getcwd(), sorted(os.listdir()))
    """
    files = {"package/__init__.py": b"", "package/module.py": b"VALUE = 7", "old": b""}
    assert bench.output(python(text, files=files)) == b"7 /workspace ['folder', 'main.py', 'new', 'package']\n"


def test_a_script_given_as_a_file_can_be_made_executable(bench: Bench) -> None:
    text = "import os, subprocess; os.chmod('tool', 0o755); subprocess.run(['./tool'], check=True)"
    assert bench.output(python(text, files={"tool": b"#!/bin/sh\necho made\n"})) == b"made\n"


# Files collected

WRITE_FILES = """
    import os
    os.makedirs("out/deeper")
    for path, content in {"one.txt": b"1", "two.txt": b"2", "out/three.txt": b"3", "out/deeper/four.txt": b"4",
                          "binär.bin": bytes(range(256)), "empty": b""}.items():
        open(path, "wb").write(content)
    os.symlink("one.txt", "link.txt")
    os.symlink("/etc/passwd", "outside.txt")
"""


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        ((), {}),
        (("one.txt",), {"one.txt": b"1"}),
        (("*.txt",), {"one.txt": b"1", "two.txt": b"2"}),
        (("t?o.txt", "empty"), {"two.txt": b"2", "empty": b""}),
        (("out/*.txt", "out/*/*"), {"out/three.txt": b"3", "out/deeper/four.txt": b"4"}),
        (("binär.bin",), {"binär.bin": bytes(range(256))}),
        (("given.txt",), {"given.txt": b"given"}),
        (("missing", "*.none", "out"), {}),
    ],
    ids=lambda value: "+".join(value) or "nothing" if isinstance(value, tuple) else "",
)
def test_collected_files(bench: Bench, patterns: tuple[str, ...], expected: dict[str, bytes]) -> None:
    files = {"given.txt": b"given"} if "given.txt" in patterns else {}
    stage = bench.stage(python(WRITE_FILES, files=files, collect=patterns))
    assert (dict(stage.files), stage.files_omitted) == (expected, ())


def test_files_over_the_limit_are_named(bench: Bench) -> None:
    text = "open('small', 'w').write('s'); open('large', 'wb').write(bytes(5000))"
    stage = bench.stage(python(text, collect=("small", "large"), collect_limit_bytes=4000))
    assert (dict(stage.files), stage.files_omitted) == ({"small": b"s"}, ("large",))


def test_files_of_a_failing_program_are_collected(bench: Bench) -> None:
    failing = python("open('f', 'w').write('left'); raise SystemExit(3)", collect=("f",))
    assert bench.stage(failing).files == {"f": b"left"}


def test_each_run_hands_back_its_own_files(bench: Bench) -> None:
    text = "import sys; open('f', 'w').write(sys.stdin.read())"
    execution = bench.run(python(text, runs=(Run(stdin=b"1"), Run(stdin=b"2")), collect=("f",)))
    assert [dict(stage.files) for stage in execution.runs] == [{"f": b"1"}, {"f": b"2"}]


@pytest.mark.language(name="cpp")
def test_collecting_after_a_build(bench: Bench) -> None:
    execution = bench.run(cpp('#include <fstream>\nint main() { std::ofstream("f") << 1; }', collect=("f", ".program")))
    (stage,) = execution.runs
    assert stage.files["f"] == b"1"
    assert stage.files[".program"].startswith(b"\x7fELF")
    assert execution.build is not None
    assert execution.build.files == {}


# Environment variables

READ_ENV = "import json, os; print(json.dumps(dict(os.environ)))"
OWN = {"PATH", "HOME", "LANG", "USER"}


def test_environment_is_ours_the_languages_and_the_programs(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_TEST", "of the host")
    language = find_language("python").env
    found: dict[str, str] = bench.answer(READ_ENV, env={"SEED": "17", "EMPTY": "", "TEXT": "a=b ünï\n'"})
    assert set(found) == OWN | set(language) | {"SEED", "EMPTY", "TEXT"}
    assert (found["SEED"], found["EMPTY"], found["TEXT"]) == ("17", "", "a=b ünï\n'")
    assert {name: found[name] for name in language} == language
    assert found["PATH"].endswith("/usr/local/bin:/usr/bin:/bin")


def test_the_program_overrides_the_language(bench: Bench) -> None:
    found = bench.answer(READ_ENV, env={"PYTHONHASHSEED": "7", "HOME": "/workspace"})
    assert (found["PYTHONHASHSEED"], found["HOME"]) == ("7", "/workspace")


def test_environment_of_one_program_does_not_reach_the_next(bench: Bench) -> None:
    bench.answer(READ_ENV, env={"LEFT_OVER": "1"})
    assert "LEFT_OVER" not in bench.answer(READ_ENV)


@pytest.mark.language(name="shell")
def test_environment_of_a_shell_program(bench: Bench) -> None:
    lines = bench.output(shell("env -0", env={"SEED": "17"})).decode().split("\0")
    names = {line.partition("=")[0] for line in lines if line}
    assert names - {"PWD", "OLDPWD", "SHLVL", "_"} == OWN | {"SEED"}


def test_time_zone(bench: Bench) -> None:
    text = "import json, time; print(json.dumps([time.localtime(0).tm_hour, time.tzname[0]]))"
    assert bench.answer(text) == [0, "UTC"]
    assert bench.answer(text, env={"TZ": "EAST-9"}) == [9, "EAST"]


def test_locale(bench: Bench) -> None:
    text = "import json, locale; print(json.dumps(locale.setlocale(locale.LC_ALL, '')))"
    assert bench.answer(text) == "C.UTF-8"
    assert bench.answer(text, env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}) == "C"


# User and machine


def test_user_and_machine(bench: Bench) -> None:
    text = """
        import json, os, pathlib, pwd, socket
        print(json.dumps({
            "ids": [os.getuid(), os.geteuid(), os.getgid(), os.getegid()],
            "name": pwd.getpwuid(os.getuid()).pw_name,
            "host": socket.gethostname(),
            "home": os.access(pathlib.Path.home(), os.W_OK),
        }))
    """
    assert bench.answer(text) == {"ids": [1000] * 4, "name": "runner", "host": "sandbox", "home": True}


def test_hash_seed_decides_the_order_of_sets(bench: Bench) -> None:
    text = "import json; print(json.dumps(list({str(number) for number in range(50)})))"

    def order(seed: str, fresh: bool) -> tuple[str, ...]:
        return tuple(bench.answer(text, env={"PYTHONHASHSEED": seed}, fresh=fresh))

    seeds = [str(seed) for seed in range(1, 5)]
    fresh = {seed: order(seed, fresh=True) for seed in seeds}
    assert len(set(fresh.values())) == len(seeds)
    for _ in range(2):
        assert {seed: order(seed, fresh=False) for seed in seeds} == fresh


# Devices and folders


def test_devices(bench: Bench) -> None:
    text = """
        import json, os
        with open("/dev/null", "r+b", 0) as null:
            nothing = [null.write(b"x"), null.read(1).hex()]
        with open("/dev/zero", "rb", 0) as zero:
            zeros = zero.read(4).hex()
        random = [open(path, "rb").read(16).hex() for path in ("/dev/urandom", "/dev/urandom", "/dev/random")]
        try:
            os.write(os.open("/dev/full", os.O_WRONLY), b"x")
        except OSError as error:
            full = error.strerror
        print(json.dumps([nothing, zeros, len(set(random)), full]))
    """
    assert bench.answer(text) == [[1, ""], "00000000", 3, "No space left on device"]


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm", "/workspace"])
def test_writable_folders(bench: Bench, folder: str) -> None:
    text = f"""
        import tempfile
        from pathlib import Path
        before = sorted(path.name for path in Path({folder!r}).iterdir())
        with tempfile.NamedTemporaryFile(dir={folder!r}) as file:
            file.write(b"kept"); file.flush()
            print(before, Path(file.name).read_bytes())
        Path({folder!r}, "left").touch()
    """
    files = "'main.py'" if folder == "/workspace" else ""
    expected = f"[{files}] b'kept'\n".encode()
    assert [stage.stdout.data for stage in bench.run(python(text, runs=(Run(), Run()))).runs] == [expected] * 2


def test_shared_memory_and_semaphores(bench: Bench) -> None:
    text = """
        import multiprocessing
        from multiprocessing import shared_memory
        def work(name, lock):
            with lock:
                block = shared_memory.SharedMemory(name)
                block.buf[0] = 42
        if __name__ == "__main__":
            block = shared_memory.SharedMemory(create=True, size=100)
            child = multiprocessing.Process(target=work, args=(block.name, multiprocessing.Lock()))
            child.start(); child.join()
            print(block.buf[0])
            block.close(); block.unlink()
    """
    assert bench.output(python(text)) == b"42\n"


def test_everything_else_is_read_only(bench: Bench) -> None:
    text = """
        import json
        def attempt(path):
            try:
                open(path, "w").close()
            except OSError as error:
                return error.strerror
        print(json.dumps([attempt(f"{folder}/new") for folder in ("", "/usr", "/etc", "/dev", "/run", "/opt")]))
    """
    assert set(bench.answer(text)) <= {"Read-only file system", "Permission denied"}


# Network

SERVE = """
    import socket, sys, threading
    address, closes_first = ("{host}", 8080), "{first}" == "server"
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    server = socket.socket(family)
    server.bind(address)
    server.listen()
    def serve():
        with server.accept()[0] as connection:
            connection.sendall(connection.recv(100).upper())
            if not closes_first:
                connection.recv(1)
    thread = threading.Thread(target=serve)
    thread.start()
    with socket.create_connection(address) as client:
        client.sendall(b"hello")
        print(client.recv(100))
        if closes_first:
            print(client.recv(1))
    thread.join()
"""


@pytest.mark.parametrize("first", ["server", "client"])
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_port_is_free_again_for_the_next_run(bench: Bench, host: str, first: str) -> None:
    execution = bench.run(python(SERVE.format(host=host, first=first), runs=(Run(),) * 3))
    expected = b"b'HELLO'\n" + (b"b''\n" if first == "server" else b"")
    assert [(stage.stdout.data, stage.stderr.data) for stage in execution.runs] == [(expected, b"")] * 3


def test_localhost_has_a_name_and_datagrams_work(bench: Bench) -> None:
    text = """
        import socket
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind((socket.gethostbyname("localhost"), 0))
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"datagram", server.getsockname())
        print(server.recv(100), socket.gethostbyname(socket.gethostname()))
    """
    assert bench.output(python(text)) == b"b'datagram' 127.0.0.1\n"


def test_local_sockets_work(bench: Bench) -> None:
    text = """
        import socket
        server = socket.socket(socket.AF_UNIX)
        server.bind("/tmp/socket"); server.listen()
        client = socket.socket(socket.AF_UNIX); client.connect("/tmp/socket")
        client.sendall(b"local")
        print(server.accept()[0].recv(100))
    """
    assert bench.output(python(text)) == b"b'local'\n"


def test_nothing_beyond_is_reachable(bench: Bench) -> None:
    text = """
        import errno, socket
        for family, host in (socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"):
            print(errno.errorcode[socket.socket(family).connect_ex((host, 80))])
    """
    lines = bench.output(python(text)).split()
    assert set(lines) <= {b"ENETUNREACH", b"EADDRNOTAVAIL"}
    assert len(lines) == 2


# Package environments


@pytest.fixture
def home(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A home with one environment, readable by every user."""
    with tempfile.TemporaryDirectory() as own:
        folder = service_home() if bench.mode == "remote" else Path(own)
        environment = folder / "environments" / "extra"
        packages = environment / "packages"
        packages.mkdir(parents=True, exist_ok=True)
        (packages / "bw_extra.py").write_text("VALUE = 'from the environment'\n")
        (environment / "environment.toml").write_text(
            '[mounts]\npackages = "/opt/packages"\n[env]\nPYTHONPATH = "/opt/packages"\n'
        )
        folder.chmod(0o755)
        monkeypatch.setenv("BENCHWRIGHT_HOME", str(folder))
        yield


IMPORT = """
    import errno, os
    try:
        import bw_extra
    except ModuleNotFoundError as error:
        print(error.name)
    else:
        print(bw_extra.VALUE)
        try:
            open(bw_extra.__file__, "a")
        except OSError as error:
            print(errno.errorcode[error.errno])
"""


@pytest.mark.usefixtures("home")
def test_environment_is_importable_and_read_only(bench: Bench) -> None:
    for _ in range(3):  # the later ones may be warm
        execution = bench.run(python(IMPORT, environment="extra"))
        assert execution.environment == "extra"
        assert execution.runs[0].stdout.data in (b"from the environment\nEROFS\n", b"from the environment\nEACCES\n")
        assert bench.output(python(IMPORT)) == b"bw_extra\n"


@pytest.mark.usefixtures("home")
def test_the_program_overrides_the_environment(bench: Bench) -> None:
    text = "import os; print(os.environ['PYTHONPATH'])"
    assert bench.output(python(text, environment="extra", env={"PYTHONPATH": "/workspace"})) == b"/workspace\n"


def test_what_is_installed_on_the_host_is_not_part_of_the_language(bench: Bench) -> None:
    text = """
        import importlib.util, json
        print(json.dumps([name for name in ("pip", "msgspec", "pytest") if importlib.util.find_spec(name)]))
    """
    assert bench.answer(text) == []


def test_the_host_is_not_visible(bench: Bench) -> None:
    text = "import json, os; print(json.dumps([os.path.exists(path) for path in json.load(open('paths'))]))"
    with tempfile.NamedTemporaryFile() as file:
        paths = [__file__, file.name, "/etc/shadow", "/sys", "/boot", "/old"]
        assert bench.answer(text, files={"paths": json.dumps(paths).encode()}) == [False] * len(paths)
