"""List the cases that the test suite runs, independent of the names of the tests that run them.

    scripts/cases.py                    every hack, control, example, attack, conformance case … that pytest collects
    scripts/cases.py --junit FILE…      only the cases whose tests passed in a run
    scripts/cases.py --against REV      the cases that REV had and this checkout lacks; exit code 1 if there are any

Refactoring tests changes their ids, but must not lose a case.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]

EXAMPLE = "example"
RULES = (
    ("hack", r"judg(?:e|ing)/test_corpus\.py::\w*hack\w*\[(.*)\]"),
    ("control", r"judg(?:e|ing)/test_corpus\.py::\w*control\w*\[(.*)\]"),
    ("toy problem", r"judg(?:e|ing)/test_corpus\.py::\w*(?:toy_problem|calibrates)\w*\[(.*)\]"),
    (EXAMPLE, r"judg(?:e|ing)/test_examples\.py::\w+\[(.*)\]"),
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
    ("warm", r"sandbox/test_warm(?:_languages)?\.py::(.*)"),
    ("conformance", r"sandbox/test_conformance\w*\.py::(.*)"),
    ("launcher", r"sandbox/test_(?:launcher|remote|environment)\.py::(.*)"),
)
"""Kind of case → pattern of the test ids; its group is the name of the case."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--junit", nargs="+", type=Path, metavar="FILE", help="JUnit files of a test run")
    parser.add_argument("--against", metavar="REV", help="commit to compare with")
    chosen = parser.parse_args()
    found = set(cases(passed(chosen.junit) if chosen.junit else collected(ROOT), examples(ROOT)))
    if not chosen.against:
        print("\n".join(sorted(found)))
        return 0
    before = cases_at(chosen.against)
    for case in sorted(before - found):
        print(f"lost: {case}")
    print(f"{len(before)} cases at {chosen.against}, {len(found)} now, {len(before - found)} lost", file=sys.stderr)
    return 1 if before - found else 0


def cases(ids: Iterable[str], examples: Mapping[str, str]) -> Iterator[str]:
    """Yield the cases behind test ids such as `tests/judging/test_corpus.py::test_hack[python-exit.py]`.

    Worked examples are identified by their content, because their names are prose that may be improved.
    """
    for test in ids:
        for kind, pattern in RULES:
            if match := re.fullmatch(f"tests/{pattern}", ungrouped(test)):
                name = examples.get(match[1], match[1]) if kind == EXAMPLE else in_order(match[1])
                yield f"{kind}: {name}"


def ungrouped(test: str) -> str:
    """Remove the group that pytest-xdist appends."""
    return re.sub(r"@[\w./ -]+$", "", test)


def in_order(name: str) -> str:
    """Move the sandbox mode to the end of the name: its position depends on where the parameter is declared."""
    for mode in ("local-privileged", "local-unprivileged", "remote"):
        if match := re.search(rf"(?<=\[){mode}-(.*)(?=\])", name):
            return name.replace(match[0], f"{match[1]}-{mode}")
    return name


def collected(folder: Path) -> list[str]:
    """Return the ids of all tests in a checkout."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "--rootdir", str(folder), "tests"]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"cannot collect the tests of {folder}:\n{done.stdout[-2000:]}{done.stderr}")
    return [line for line in done.stdout.splitlines() if "::" in line]


def examples(folder: Path) -> dict[str, str]:
    """Map the name of each worked example in a checkout to its language and the digest of its solution and tests."""
    found = {}
    for file in folder.glob("tests/judg*/examples/*.toml"):
        shared = tomllib.loads(file.read_text())
        for example in shared.pop("examples"):
            own = {**shared, **example}
            content = f"{own['tests']}\0{own.get('solution', own['reference'])}"
            digest = hashlib.sha256(content.encode()).hexdigest()[:12]
            found[f"{own['language']}: {own['name']}"] = f"{own['language']} {digest}"
    return found


def cases_at(revision: str) -> set[str]:
    """Return the cases of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(checkout), revision], check=True)
        try:
            return set(cases(collected(checkout), examples(checkout)))
        finally:
            subprocess.run([*git, "remove", "--force", str(checkout)], check=True)


def passed(files: Iterable[Path]) -> Iterator[str]:
    """Yield the ids of the tests that passed in a run."""
    for file in files:
        for test in ElementTree.parse(file).iter("testcase"):
            if not any(child.tag in ("failure", "error", "skipped") for child in test):
                yield f"{test.get('classname', '').replace('.', '/')}.py::{test.get('name')}"


if __name__ == "__main__":
    sys.exit(main())
