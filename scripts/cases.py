"""Lists the cases that the suite runs, by what they are rather than by the test that runs them.

    scripts/cases.py                    every hack, control, example, attack, conformance case … that pytest collects
    scripts/cases.py --junit FILE…      the same, of the tests that a run reports as passed
    scripts/cases.py --against REV      what REV had and this checkout has not: exit code 1 if anything is lost

A refactoring of tests changes their ids; it must not lose a case.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]

RULES = (
    ("hack", r"judg(?:e|ing)/test_corpus\.py::\w*hack\w*\[(.*)\]"),
    ("control", r"judg(?:e|ing)/test_corpus\.py::\w*control\w*\[(.*)\]"),
    ("toy problem", r"judg(?:e|ing)/test_corpus\.py::\w*(?:toy_problem|calibrates)\w*\[(.*)\]"),
    ("example", r"judg(?:e|ing)/test_examples\.py::\w+\[(.*)\]"),
    ("generation example", r"judg(?:e|ing)/test_generation_examples\.py::(.*)"),
    ("probes", r"judg(?:e|ing)/test_probe\.py::(.*)"),
    ("primer", r"judg(?:e|ing)/test_primer\.py::\w+\[(.*)\]"),
    ("rows", r"judg(?:e|ing)/test_(?:rows|format_rows)\.py::(.*)"),
    (
        "judged",
        r"judg(?:e|ing)/(test_(?:judge_\w+|tests|check|output|observe|mutation|coverage|target_coverage)\.py::.*)",
    ),
    ("extraction", r"judg(?:e|ing)/(test_extract\w*\.py::.*)"),
    ("attack", r"sandbox/test_attacks\.py::(.*)"),
    ("warm", r"sandbox/test_warm\.py::(.*)"),
    ("conformance", r"sandbox/test_conformance\w*\.py::(.*)"),
    ("launcher", r"sandbox/test_(?:launcher|remote|environment)\.py::(.*)"),
)
"""Kind → the tests whose ids name cases of it, and what of the id names the case."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--junit", nargs="+", type=Path, metavar="FILE", help="JUnit files of a run")
    parser.add_argument("--against", metavar="REV", help="a commit to compare with")
    chosen = parser.parse_args()
    found = set(cases(passed(chosen.junit) if chosen.junit else collected(ROOT)))
    if not chosen.against:
        print("\n".join(sorted(found)))
        return 0
    before = set(cases(collected_at(chosen.against)))
    for case in sorted(before - found):
        print(f"lost: {case}")
    print(f"{len(before)} cases at {chosen.against}, {len(found)} now, {len(before - found)} lost", file=sys.stderr)
    return 1 if before - found else 0


def cases(ids: Iterable[str]) -> Iterator[str]:
    """The cases behind test ids such as `tests/judging/test_corpus.py::test_hack[python-exit.py]`."""
    for test in ids:
        for kind, pattern in RULES:
            if match := re.fullmatch(f"tests/{pattern}", ungrouped(test)):
                yield f"{kind}: {in_order(match[1])}"


def ungrouped(test: str) -> str:
    """Without the group that pytest-xdist appends."""
    return re.sub(r"@[\w./ -]+$", "", test)


def in_order(name: str) -> str:
    """The name with a sandbox mode at its end: where it stands depends on where the parameter is declared."""
    for mode in ("local-privileged", "local-unprivileged", "remote"):
        if match := re.search(rf"(?<=\[){mode}-(.*)(?=\])", name):
            return name.replace(match[0], f"{match[1]}-{mode}")
    return name


def collected(folder: Path) -> list[str]:
    """The ids of all tests of a checkout."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "--rootdir", str(folder), "tests"]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"cannot collect the tests of {folder}:\n{done.stdout[-2000:]}{done.stderr}")
    return [line for line in done.stdout.splitlines() if "::" in line]


def collected_at(revision: str) -> list[str]:
    """The ids of all tests of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(checkout), revision], check=True)
        try:
            return collected(checkout)
        finally:
            subprocess.run([*git, "remove", "--force", str(checkout)], check=True)


def passed(files: Iterable[Path]) -> Iterator[str]:
    """The ids of the tests that passed in a run."""
    for file in files:
        for test in ElementTree.parse(file).iter("testcase"):
            if not any(child.tag in ("failure", "error", "skipped") for child in test):
                yield f"{test.get('classname', '').replace('.', '/')}.py::{test.get('name')}"


if __name__ == "__main__":
    sys.exit(main())
