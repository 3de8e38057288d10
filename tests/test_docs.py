"""The Python code in the guides runs as it is printed. Blocks that need a service or a trainer are in tests/rewards."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from benchwright import evaluate, read_problems
from benchwright.problems import builtin_folder

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)

ELSEWHERE = {"clients.md", "rewards.md"}
"""Run by tests/rewards/test_documents.py, with a service."""

BEFORE = {
    ("extraction.md", 0): "raw = '```java\\nclass A {}\\n```'\ntests = 'new A();'\n",
}
"""Code that a block depends on."""

QUICK = {
    "local:smollm2": "python:canned:answer",
    'evaluate("starter"': 'evaluate("small.jsonl"',
    'read_problems("starter")': 'read_problems("small.jsonl")',
}
"""Names in the guides → their replacements, so that a test takes seconds."""

SLOW = {("generation.md", 0)}

SHAPES = '''# SPDX-License-Identifier: MIT
"""Shapes."""


class Shape:
    """A rectangle."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def area(self) -> int:
        """The area, which is never negative."""
        if self.width < 0 or self.height < 0:
            return 0
        return self.width * self.height
'''
CASES = (
    '{"schema": 1, "id": "twice", "language": "python", "question": "Print twice the number.", "canonical_solution": '
    '"print(2 * int(input()))", "cases": {"full": [{"stdin": "2\\\\n", "stdout": "4\\\\n"}]}}\n'
)


def blocks() -> list[tuple[str, int]]:
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    counts = {each.name: len(BLOCK.findall(each.read_text(encoding="utf-8"))) for each in documents}
    return [(name, number) for name, count in counts.items() if name not in ELSEWHERE for number in range(count)]


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small evaluations, and tasks for RL from one of them."""
    folder = tmp_path_factory.mktemp("jobs")
    problems = [problem for problem in read_problems("primer") if problem.language == "python"][:3]
    given = (builtin_folder("primer") / "answers" / "quick.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    answers = folder / "answers.jsonl"
    answers.write_text("".join(line for line in given if any(f'"{problem.id}"' in line for problem in problems)))
    for name in ("job-a", "job-b"):
        evaluate(problems, samples=answers, out=folder / name)
    rows = (sys.executable, "-m", "benchwright", "export", "rl", str(folder / "job-a"), "--out", folder / "tasks.jsonl")
    subprocess.run(rows, check=True, capture_output=True)
    return folder


@pytest.mark.parametrize(
    ("name", "number"), [pytest.param(*each, marks=[pytest.mark.slow] if each in SLOW else []) for each in blocks()]
)
def test_a_guide_block_runs(name: str, number: int, jobs: Path, tmp_path: Path) -> None:
    document = ROOT / name if name == "README.md" else ROOT / "docs" / name
    code = BLOCK.findall(document.read_text(encoding="utf-8"))[number]
    for printed, quick in QUICK.items():
        code = code.replace(printed, quick)
    code = textwrap.dedent(BEFORE.get((name, number), "")) + code
    if re.search(r"^(?:\w+ = )?await ", code, re.MULTILINE):
        code = f"import asyncio\nasync def main():\n{textwrap.indent(code, '    ')}\nasyncio.run(main())"
    (tmp_path / "canned.py").write_text("def answer(prompt: str) -> str:\n    return 'I do not know.'\n")
    (tmp_path / "path" / "to" / "repository").mkdir(parents=True)
    (tmp_path / "path" / "to" / "repository" / "shapes.py").write_text(SHAPES)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "shapes.py").write_text(SHAPES)
    first = (builtin_folder("primer") / "problems.jsonl").read_text(encoding="utf-8").splitlines()[0]
    (tmp_path / "small.jsonl").write_text(first + "\n")
    (tmp_path / "cases.jsonl").write_text(CASES.replace("\\\\", "\\"))
    for each in jobs.iterdir():
        (tmp_path / each.name).symlink_to(each)
    done = subprocess.run((sys.executable, "-c", code), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
