"""A small benchmark and answers to it, for tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchwright.problems import Problem


def problem(number: int) -> Problem:
    """Return a problem that adds a number: simple, and different from its neighbours."""
    name = f"add_{number}"
    return Problem(
        id=f"made/{number}",
        language="python",
        question=f"Write a Python function {name}(x) that returns x + {number}.",
        canonical_solution=right(number),
        tests={
            "demo": f"assert {name}(1) == {1 + number}\n",
            "full": "".join(f"assert {name}({x}) == {x + number}\n" for x in (0, 10, -3)),
        },
        difficulty="easy" if number % 2 else "hard",
    )


def problems(count: int) -> dict[str, Problem]:
    """Return `count` problems by id."""
    made = (problem(number) for number in range(1, count + 1))
    return {each.id: each for each in made}


def right(number: int) -> str:
    """Return a correct solution."""
    return f"def add_{number}(x):\n    return x + {number}\n"


def wrong(number: int) -> str:
    """Return a solution that passes only the first public test."""
    return f"def add_{number}(x):\n    return {1 + number}\n"


def fenced(code: str) -> str:
    """Return the code as a chat model answers."""
    return f"Here is the solution:\n\n```python\n{code}```\n\nIt adds."


def row(each: Problem) -> dict[str, Any]:
    """Return the problem as an AutoCodeBench row."""
    return {
        "id": each.id,
        "language": each.language,
        "question": each.question,
        "canonical_solution": each.canonical_solution,
        "demo_test_func": each.tests["demo"],
        "full_test_func": each.tests["full"],
        "difficulty": each.difficulty,
    }


def write_rows(file: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write a JSONL file."""
    file.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    return file


def write_bench(folder: Path, count: int) -> Path:
    """Write a benchmark file of `count` problems."""
    return write_rows(folder / "bench.jsonl", (row(each) for each in problems(count).values()))
