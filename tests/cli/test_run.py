"""`benchwright run`, as a user types it."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import benchwright, complaint


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "hello.py"
    file.write_text("import sys\nprint('hello', sys.argv[1:], sys.stdin.read())\n")
    return file


def run_json(*arguments: str | Path) -> tuple[int, dict[str, Any]]:
    done = benchwright("run", *arguments, "--json")
    return done.returncode, json.loads(done.stdout)


def test_output_goes_to_stdout_and_the_verdict_to_stderr(program: Path) -> None:
    done = benchwright("run", program)
    assert (done.returncode, done.stdout) == (0, "hello [] \n")
    assert done.stderr.startswith("passed; run took ")


def test_stdin_and_arguments(program: Path, tmp_path: Path) -> None:
    (tmp_path / "input").write_text("from a file")
    done = benchwright("run", program, "--stdin", tmp_path / "input", "--args", "a 'b c'", "--", "-d", "--json")
    assert done.stdout == "hello ['a', 'b c', '-d', '--json'] from a file\n"


def test_json_has_every_promised_field(program: Path) -> None:
    code, result = run_json(program)
    promised = (
        "verdict reason judged exit_code signal stdout stderr stdout_bytes stderr_bytes wall_s cpu_s memory_bytes "
        "stages limits_hit language toolchain guarantees schema"
    )
    assert set(promised.split()) <= set(result)
    assert code == 0
    assert (result["verdict"], result["judged"], result["exit_code"], result["signal"]) == ("passed", False, 0, None)
    assert (result["stdout"], result["stdout_bytes"], result["language"]) == ("hello [] \n", 10, "python")
    assert "stdout_base64" not in result
    assert result["stages"][0]["name"] == "run"


@pytest.mark.language(name="shell")
def test_a_failing_program_exits_1(tmp_path: Path) -> None:
    (tmp_path / "bad.sh").write_text("echo some; echo problem >&2; exit 7\n")
    code, result = run_json(tmp_path / "bad.sh")
    assert code == 1
    assert (result["verdict"], result["reason"], result["exit_code"]) == ("runtime_error", "exit code 7", 7)
    assert (result["stdout"], result["stderr"]) == ("some\n", "problem\n")


@pytest.mark.language(name="cpp")
def test_a_build_error_shows_the_build(tmp_path: Path) -> None:
    (tmp_path / "bad.cpp").write_text("int main() { return nothing; }\n")
    code, result = run_json(tmp_path / "bad.cpp")
    assert code == 1
    assert result["verdict"] == "compile_error"
    assert "nothing" in result["stderr"]
    assert [stage["name"] for stage in result["stages"]] == ["build"]


def test_invalid_utf8_output_is_also_returned_as_base64(tmp_path: Path) -> None:
    (tmp_path / "binary.py").write_text("import sys\nsys.stdout.buffer.write(bytes([255, 0, 10]))\n")
    _, result = run_json(tmp_path / "binary.py")
    assert base64.b64decode(result["stdout_base64"]) == bytes([255, 0, 10])
    assert result["stdout"] == "\ufffd\0\n"
    assert "stderr_base64" not in result


def test_limits_by_option(tmp_path: Path) -> None:
    (tmp_path / "loop.py").write_text("while True: pass\n")
    _, result = run_json(tmp_path / "loop.py", "--cpu", "0.2")
    assert (result["verdict"], result["reason"], result["limits_hit"]) == ("time_limit", "cpu", ["cpu"])
    (tmp_path / "hoard.py").write_text("x = bytearray(1 << 28)\n")
    _, result = run_json(tmp_path / "hoard.py", "--memory", "64M")
    assert (result["verdict"], result["limits_hit"]) == ("memory_limit", ["memory"])


def test_additional_files_environment_and_collection(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("VALUE = 42\n")
    (tmp_path / "main.py").write_text(
        "import helper, os\nopen('out.txt', 'w').write(f'{helper.VALUE} {os.environ[\"GREETING\"]}')\n"
    )
    options = ("--file", tmp_path / "helper.py", "--env", "GREETING=hi", "--collect", "*.txt")
    code, result = run_json(tmp_path / "main.py", *options)
    assert code == 0, result
    assert base64.b64decode(result["files"]["out.txt"]) == b"42 hi"


@pytest.mark.language(name="shell")
def test_observations_are_printed(tmp_path: Path) -> None:
    (tmp_path / "main.sh").write_text("/usr/bin/env true; echo x > new; (: > /dev/tcp/192.0.2.1/80) 2> /dev/null\n")
    done = benchwright("run", tmp_path / "main.sh", "--observe", "processes,files,network")
    assert "process: /usr/bin/env" in done.stderr
    assert "written: /workspace/new (2 bytes)" in done.stderr
    assert "network: 192.0.2.1:80 (1)" in done.stderr


def test_an_enforced_guarantee_is_accepted(program: Path) -> None:
    assert benchwright("run", program, "--require", "network,filesystem,wall").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["nowhere.py"], "cannot read nowhere.py: No such file or directory", "check the path"),
        (["PROGRAM", "--lang", "pyton"], "unknown language 'pyton'", "did you mean python?"),
        (["PROGRAM", "--wall", "-1"], "invalid limit wall_s: -1.0", "greater than 0"),
        (["PROGRAM", "--cpu", "nan"], "invalid limit cpu_s: nan", "greater than 0"),
        (["PROGRAM", "--memory", "lots"], "'lots' is not a number of bytes", "64M"),
        (["PROGRAM", "--memory", "-5M"], "invalid limit memory_bytes", "greater than 0"),
        (["PROGRAM", "--processes", "0"], "invalid limit processes: 0", "greater than 0"),
        (["PROGRAM", "--require", "luck"], "unknown guarantee 'luck'", "memory"),
        (["PROGRAM", "--observe", "stars"], "unknown --observe value 'stars'", "calls"),
        (["PROGRAM", "--env", "NOVALUE"], "--env 'NOVALUE' has no value", "NAME=VALUE"),
        (["PROGRAM", "--environment", "none-such"], "unknown environment 'none-such'", "environments"),
        (["PROGRAM", "--stdin", "none-such"], "cannot read none-such", "check the path"),
        (["PROGRAM", "--walls", "3"], "No such option: --walls", "benchwright run --help"),
        (["PROGRAM", "--wall", "soon"], "Invalid value for '--wall'", "benchwright run --help"),
        ([], "Missing argument", "benchwright run --help"),
        (["UNKNOWN"], "cannot infer the language", "--lang"),
        (["PROGRAM", "--args", "a 'b"], "no closing quotation", "as in a shell"),
        (["PROGRAM", "--collect", "/etc/passwd"], "cannot collect", "relative"),
        (["/usr/bin", "--lang", "python"], "cannot read /usr/bin: Is a directory", "check the path"),
    ],
)
def test_incorrect_usage_is_one_line_and_a_hint(arguments: list[str], error: str, hint: str, program: Path) -> None:
    unknown = program.with_suffix(".unknown")
    unknown.write_text("text")
    given = [argument.replace("PROGRAM", str(program)).replace("UNKNOWN", str(unknown)) for argument in arguments]
    lines = complaint(benchwright("run", *given))
    assert error in lines[0]
    assert hint in lines[1]


def test_a_missing_toolchain_names_the_install_command(tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_text("int main() {}\n")
    lines = complaint(benchwright("run", tmp_path / "main.cpp", path="/nonexistent"))
    assert "no g++ or c++ on PATH" in lines[0]
    assert "toolchains install cpp (apt: g++)" in lines[1]


def test_a_disconnected_reader_gives_no_verdict(program: Path) -> None:
    command = [sys.executable, "-m", "benchwright", "run", str(program)]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    os.close(writing)
    assert done.returncode == 141
    assert "Traceback" not in done.stderr


def test_a_full_disk_gives_no_verdict(program: Path) -> None:
    command = [sys.executable, "-m", "benchwright", "run", str(program)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert done.returncode == 3
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.language(name="shell")
def test_ignored_signals_are_not_inherited(tmp_path: Path) -> None:
    (tmp_path / "self.sh").write_text("kill -INT $$\necho survived\n")
    command = f"trap '' INT HUP QUIT TERM; exec {sys.executable} -m benchwright run {tmp_path / 'self.sh'} --json"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert json.loads(done.stdout)["reason"] == "SIGINT"
