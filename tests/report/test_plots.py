"""Plots exist, are valid XML, and are reproducible."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchwright.problems import Problem, read_problems
from benchwright.report.analysis import analyze, published

pytest.importorskip("matplotlib", reason="matplotlib is not installed")


def draw(folder: Path, problems: list[Problem], *, jobs: bool = False) -> dict[str, bytes]:
    from benchwright.report.analysis.plots import draw_all

    folder.mkdir()
    results = {name: {problem.id: 0.5 for problem in problems} for name in ("one", "$two_")} if jobs else {}
    drawn = draw_all(folder, analyze("a $name_", problems, results), published())
    assert {file.name for file in folder.iterdir()} == set(drawn)
    return {name: (folder / name).read_bytes() for name in drawn}


def texts(data: bytes) -> set[str]:
    return {element.text or "" for element in ElementTree.fromstring(data).iter("{http://www.w3.org/2000/svg}text")}


@pytest.mark.slow
def test_benchmark_plots_are_reproducible(tmp_path: Path) -> None:
    problems = read_problems("primer")
    drawn = draw(tmp_path / "a", problems, jobs=True)
    assert set(drawn) == {"libraries.svg", "complexity.svg", "shares.svg", "pass_by_length.svg"}
    assert draw(tmp_path / "b", problems, jobs=True) == drawn
    assert {"Exec-CSN", "a $name_ (this one)", "distinct libraries in the dataset"} <= texts(drawn["libraries.svg"])
    assert {"Exec-CSN, range", "problems", "code tokens, context + target"} <= texts(drawn["complexity.svg"])
    assert {"easy", "python", "By difficulty"} <= texts(drawn["shares.svg"])
    assert {"$two_", "code tokens of the reference"} <= texts(drawn["pass_by_length.svg"])


def test_no_data_gives_no_plots(tmp_path: Path) -> None:
    assert set(draw(tmp_path / "empty", [])) == {"libraries.svg"}
    lone = Problem(id="a", language="go", question="?", canonical_solution="")
    assert set(draw(tmp_path / "lone", [lone])) == {"libraries.svg", "shares.svg"}
