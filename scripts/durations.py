"""Summarize the durations of a test run: by folder, by language of the judged corpora, and the slowest tests.

scripts/test --junitxml=run.xml
.venv/bin/python scripts/durations.py run.xml
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree

from benchwright.languages import languages

SLOWEST = 20
SHOWN = 15
Times = Mapping[str, list[float]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JUnit files")
    tests = {name: seconds for file in parser.parse_args().files for name, seconds in durations(file)}
    show("folder", grouped(tests, folder_of))
    show("file", grouped(tests, lambda name: name.partition("::")[0]))
    show("language", grouped(tests, language_of))
    print("\n| slowest tests | s |\n|---|---|")
    for name, seconds in sorted(tests.items(), key=lambda item: -item[1])[:SLOWEST]:
        print(f"| `{name}` | {seconds:.0f} |")
    return 0


def durations(file: Path) -> Iterable[tuple[str, float]]:
    """Yield test ids and seconds; set-up and tear-down are included if the run used junit_duration_report=total."""
    for test in ElementTree.parse(file).iter("testcase"):
        if test.get("classname"):
            yield f"{test.get('classname', '').replace('.', '/')}.py::{test.get('name')}", float(test.get("time") or 0)


def folder_of(name: str) -> str:
    """Return the folder in `tests` that a test is in, or its file if it is in `tests` itself."""
    return name.partition("::")[0].split("/")[1]


def language_of(name: str) -> str:
    """Return the language that a test of the judge covers; empty for other tests."""
    match = re.search(r"\[([a-z_]+)", name)
    return match[1] if name.startswith("tests/judging/") and match and match[1] in languages() else ""


def grouped(tests: Mapping[str, float], key: Callable[[str], str]) -> Times:
    """Group durations by `key`; tests with an empty key are skipped."""
    groups: dict[str, list[float]] = defaultdict(list)
    for name, seconds in tests.items():
        if group := key(name):
            groups[group].append(seconds)
    return groups


def show(title: str, groups: Times) -> None:
    """Print a Markdown table, the largest sum first."""
    print(f"\n| {title} | tests | s |\n|---|---|---|")
    ordered = sorted(groups.items(), key=lambda item: -sum(item[1]))
    for name, times in ordered[:SHOWN]:
        print(f"| {name} | {len(times)} | {sum(times):.0f} |")
    others = [each for _, times in ordered[SHOWN:] for each in times]
    if others:
        print(f"| others | {len(others)} | {sum(others):.0f} |")


if __name__ == "__main__":
    sys.exit(main())
