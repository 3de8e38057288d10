"""The sample plugin, built and installed beside benchwright: one package adds one of everything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchwright.problems import builtin_folder

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"

SHAPES = '''class Shape:
    """A rectangle."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def area(self) -> int:
        """The area, which is never negative."""
        if self.width < 0 or self.height < 0:
            return 0
        return self.width * self.height
'''
TASKS = [
    {"task": "Add one to x.", "code": "add_one = lambda x: x + 1\n", "asserts": ["assert add_one(1) == 2"]},
    {"task": "Negate x.", "code": "negate = lambda x: -x\n", "asserts": ["assert negate(2) == -2"]},
]


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed plugin."""
    wheels, site = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("site")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    build = (*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(PLUGIN))
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    subprocess.run((*pip, "install", "--no-deps", "--target", str(site), str(wheel)), check=True, capture_output=True)
    return site


def run(plugin: Path, *argv: str, exit_code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command with the plugin on its path."""
    env = {**os.environ, "PYTHONPATH": str(plugin)}
    done = subprocess.run((sys.executable, *argv), check=False, env=env, capture_output=True, text=True)
    assert done.returncode == exit_code, done.stderr
    return done


def python(plugin: Path, program: str) -> str:
    return run(plugin, "-c", program).stdout.strip()


def benchwright(plugin: Path, *argv: str, exit_code: int = 0) -> subprocess.CompletedProcess[str]:
    return run(plugin, "-m", "benchwright", *argv, exit_code=exit_code)


def test_a_language(plugin: Path, tmp_path: Path) -> None:
    program = tmp_path / "sum.mawk"
    program.write_text('{ total += $1 } END { print "total", total }\n')
    (tmp_path / "numbers").write_text("1\n2\n3\n")
    done = benchwright(plugin, "run", str(program), "--stdin", str(tmp_path / "numbers"))
    assert done.stdout == "total 6\n"


def test_a_format_and_a_provider_and_a_metric(plugin: Path, tmp_path: Path) -> None:
    rows = tmp_path / "tasks.jsonl"
    rows.write_text("".join(json.dumps(row) + "\n" for row in TASKS))
    benchwright(plugin, "check", str(rows))
    answer = "add_one = lambda x: x + 1"
    job = tmp_path / "job"
    benchwright(plugin, "evaluate", str(rows), "--model", f"constant:{answer}", "--out", str(job))
    metrics = json.loads((job / "score.json").read_text())["metrics"]
    assert metrics["pass_at_k"]["pass@1"]["value"] == 0.5
    assert metrics["unsolved"]["unsolved"]["value"] == 0.5


def test_a_step(plugin: Path) -> None:
    program = (
        "from benchwright.generate.autocodegen.run import STEPS\n"
        "(step,) = [step for step in STEPS if step.name == 'line_width']\n"
        "print(step.order, step.writes, step.options, step.flags)"
    )
    assert python(plugin, program) == "45 ('notes.line_width',) {'most': 120} {'long lines': 'doubtful'}"


@pytest.mark.slow
def test_a_step_in_a_generation(plugin: Path, tmp_path: Path) -> None:
    job = tmp_path / "job"
    argv = ("generate", "autocodegen", "--replay", "starter", "--only", "python", "--limit", "1", "--out", str(job))
    benchwright(plugin, *argv)
    problems = [json.loads(line) for line in (job / "problems.jsonl").read_text().splitlines()]
    assert problems
    for problem in problems:
        widest = max(map(len, problem["canonical_solution"].splitlines()))
        assert problem["evidence"]["line_width"] == widest


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("line_width.most", "is not STEP.NAME=VALUE"),
        ("most=3", "is not STEP.NAME=VALUE"),
        ("line_width.least=3", "unknown step option 'line_width.least'"),
    ],
)
def test_invalid_options_of_a_step(plugin: Path, given: str, message: str) -> None:
    argv = ("generate", "autocodegen", str(PLUGIN), "--model", "constant:x", "--estimate", "--set", given)
    assert message in benchwright(plugin, *argv, exit_code=2).stderr


def test_an_option_of_a_step(plugin: Path, tmp_path: Path) -> None:
    source = Path(tmp_path / "shapes.py")
    source.write_text("# SPDX-License-Identifier: MIT\n" + SHAPES)
    argv = ("generate", "autocodegen", str(source), "--model", "constant:x", "--estimate")
    benchwright(plugin, *argv, "--set", "line_width.most=80")


def test_an_api(plugin: Path) -> None:
    program = (
        "from benchwright.server.apis import find_apis\n"
        "print([route.path for api in find_apis() if api.name == 'exit_code' for route in api.routes])"
    )
    assert python(plugin, program) == "['/exit_code']"


def test_without_the_plugin_its_parts_are_missing(tmp_path: Path) -> None:
    program = "from benchwright.languages import languages; print('mawk' in languages())"
    assert python(tmp_path, program) == "False"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("[benchwright.metrics]\nbroken = absent_module\n", "the plugin 'broken' of broken cannot be loaded"),
        ("[benchwright.metrics]\npass_at_k = json\n", "broken and benchwright itself both have 'pass_at_k'"),
        ("[benchwright.metrics]\nselection = json\n", "broken and benchwright itself both have 'selection'"),
        ("[benchwright.metrics]\nbroken = json\n", "json does not define measure"),
        ("[benchwright.languages]\ntoy = absent_package\n", "the plugin 'toy' of broken cannot be loaded"),
        ("[benchwright.languages]\ntoy = json\n", "the folder is not named 'toy'"),
    ],
)
def test_a_broken_plugin_is_one_line_and_a_hint(tmp_path: Path, entry: str, message: str) -> None:
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text(entry)
    answers = builtin_folder("primer") / "answers" / "quick.jsonl"
    argv = ("evaluate", "primer", "--samples", str(answers), "--limit", "1", "--out", str(tmp_path / "job"))
    failed = benchwright(tmp_path, *argv, exit_code=2)
    error, hint = failed.stderr.splitlines()[-2:]
    assert message in error
    assert hint.startswith("hint: ")
