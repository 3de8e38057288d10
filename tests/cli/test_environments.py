"""`benchwright environments`, with a local folder of wheels."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import benchwright, complaint, on_terminal
from tests.environments.packages import wheel


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))
    wheel(tmp_path / "wheels", "alpha", "1.0", needs=("beta",))
    wheel(tmp_path / "wheels", "beta", "2.0")
    return tmp_path / "wheels"


@pytest.mark.slow
def test_from_make_to_clean(wheels: Path, tmp_path: Path) -> None:
    done = benchwright("environments", "make", "alpha", "--wheels", wheels.name, "--json", folder=wheels.parent)
    lock = json.loads(done.stdout)
    name = lock.pop("name")
    (listed,) = json.loads(benchwright("environments", "list", "--json").stdout)
    assert listed["name"] == name
    assert listed["lock"] == lock
    assert "alpha==1.0, beta==2.0" in benchwright("environments", "list").stdout
    assert benchwright("environments", "clean", name).returncode == 0
    assert json.loads(benchwright("environments", "list", "--json").stdout) == []
    empty = benchwright("environments", "list")
    assert (empty.stdout, empty.stderr) == ("", "no environments are installed\n")

    rows = [{"environment": name, "lineage": {"environment": lock}}, {"question": "none needed"}]
    problems = tmp_path / "problems.jsonl"
    problems.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    for _ in range(2):
        done = benchwright("environments", "install", problems, "--wheels", wheels)
        assert (done.returncode, done.stdout) == (0, f"{name}\n")
    (tmp_path / "lock.json").write_text(json.dumps({"name": name, **lock}))
    done = benchwright("environments", "install", tmp_path / "lock.json", "--wheels", wheels, "--deny", "beta")
    assert done.returncode == 1
    assert "the package beta is denied" in done.stderr
    assert benchwright("environments", "clean", "--all").returncode == 0


def test_a_row_whose_environment_name_does_not_match_its_lock(wheels: Path, tmp_path: Path) -> None:
    row = {"environment": "python-00000000000000000000000000000000", "lineage": {"environment": {}}}
    row["lineage"] = {"environment": {"language": "python", "requirements": [], "packages": []}}
    (tmp_path / "problems.jsonl").write_text(json.dumps(row) + "\n")
    line, _ = complaint(benchwright("environments", "install", tmp_path / "problems.jsonl"))
    assert f"problems.jsonl:1: environment 'python-{'0' * 32}' does not match its packages" in line


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("make", "git+https://127.0.0.1/x"), "not a plain requirement"),
        (("make", "x", "--lang", "go"), "packages cannot be installed for Go"),
        (("make", "missing", "--wheels", "{wheels}"), "missing"),
        (("make", "alpha", "--wheels", "{wheels}", "--deny", "b*"), "the package beta is denied"),
        (("make", "alpha", "--wheels", "{wheels}/no"), "no folder of wheels"),
        (("make", "alpha", "--timeout", "0"), "above 0"),
        (("clean",), "no environment given"),
        (("clean", "../x"), "unknown environment '../x'"),
        (("install", "{wheels}/no.jsonl"), "no.jsonl"),
    ],
)
def test_refusals(wheels: Path, arguments: tuple[str, ...], expected: str) -> None:
    filled = [each.replace("{wheels}", str(wheels)) for each in arguments]
    line, _ = complaint(benchwright("environments", *filled))
    assert expected in line


def test_a_missing_environment_names_the_install_command(wheels: Path, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print(1)")
    name = f"python-{'0123456789abcdef' * 2}"
    done = benchwright("run", tmp_path / "main.py", "--lang", "python", "--environment", name)
    assert "benchwright environments install FILE" in complaint(done)[1]


def test_a_wheel_folder_can_be_a_relative_path(wheels: Path) -> None:
    done = benchwright("environments", "make", "alpha", "--wheels", wheels.name, folder=wheels.parent)
    assert (done.returncode, done.stdout[:7]) == (0, "python-"), done.stderr


def test_concurrent_processes_make_one_environment(wheels: Path, tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "benchwright", "environments", "make", "alpha", "--wheels", str(wheels)]
    both = [subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    names = [process.communicate(timeout=120)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert names[0] == names[1]
    shown = [path.name for path in (tmp_path / "home" / "environments").iterdir() if not path.name.startswith(".")]
    assert shown == [names[0].strip()]


@pytest.mark.slow
def test_names_fit_80_columns_and_prefixes_suffice(wheels: Path, tmp_path: Path) -> None:
    names = [benchwright("environments", "make", each, "--wheels", wheels).stdout.strip() for each in ("alpha", "beta")]
    shown = on_terminal([sys.executable, "-m", "benchwright", "environments", "list"])
    assert set(names) <= set(shown.split())

    (tmp_path / "main.py").write_text("print(1)")
    _, hint = complaint(benchwright("run", tmp_path / "main.py", "--environment", names[0][:-3]))
    assert f"did you mean {names[0]}?" in hint
    assert "benchwright environments list" in hint

    line, hint = complaint(benchwright("environments", "clean", "python-"))
    assert "matches 2 environments" in line
    done = benchwright("environments", "clean", names[0][:-3])
    assert (done.returncode, done.stderr) == (0, f"removed {names[0]}\n")
    (left,) = json.loads(benchwright("environments", "list", "--json").stdout)
    assert left["name"] == names[1]
