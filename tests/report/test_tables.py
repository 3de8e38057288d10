"""Tables and plots of results: escaped, aligned, reproducible."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from benchwright.generate.funnel import Row
from benchwright.generate.reading import GenerationReading
from benchwright.jobs import Manifest
from benchwright.metrics import measure_all
from benchwright.metrics.outcome import Options, Outcome
from benchwright.report.results import ModelResult, Results
from benchwright.report.tables import tables_of
from benchwright.report.tables.formats import csv_text, latex
from benchwright.report.tables.records import Column, DataTable, shown
from benchwright.report.text import markdown


def outcome(problem: int, sample: int, turn: int, passed: bool) -> Outcome:
    return Outcome(
        problem=f"p{problem}",
        sample=sample,
        turn=turn,
        language="go" if problem % 2 else "python",
        difficulty="easy" if problem % 2 else "hard",
        state="scored",
        verdict="passed" if passed else "wrong_answer",
        failure="" if passed else "wrong_answer",
        cost=0.01 * (problem + 1),
    )


def model(name: str, share: int) -> ModelResult:
    """A model that solves this many of ten problems in the first of two turns."""
    outcomes = [
        outcome(problem, sample, turn, passed=(7 * problem + 3 * sample) % 10 < share + 2 * (turn - 1))
        for problem in range(10)
        for sample in range(2)
        for turn in range(1, 3)
        if turn == 1 or (7 * problem + 3 * sample) % 10 >= share
    ]
    return ModelResult(
        name=name,
        folder=name,
        answers=name,
        state="done",
        benchmark="f",
        problems=10,
        samples=20,
        states={"scored": 20},
        metrics=measure_all(outcomes, Options(k=(1, 2), resamples=50)),
        outcomes=tuple(outcomes),
    )


@pytest.fixture(scope="module")
def results() -> Results:
    rows = (Row(step="seeds", entered=9, left=8, reasons={"too_short": 1}), Row(step="solution", entered=8, left=8))
    made = GenerationReading(
        folder=Path("made"),
        manifest=Manifest(kind="generation", pinned={}),
        method="autocodegen",
        state="done",
        total=8,
        problems=8,
        rows=rows,
        items=(),
    )
    models = (model("a|b_$1 <i>", 7), model("c\x1b[31m&%", 4))
    return Results(title="t", fingerprint="f", models=models, generations={"made": made}, notes=())


def test_all_tables_are_there(results: Results) -> None:
    tables = {table.name: table for table in tables_of(results)}
    names = ["leaderboard", "languages", "difficulty", "verdicts", "failures", "turns", "pairs", "funnel"]
    assert list(tables) == names
    assert [column.name for column in tables["difficulty"].columns] == ["model", "all", "easy", "hard"]
    assert shown(tables["funnel"]).columns == ("step", "in", "out", "why not")


def test_markdown_is_aligned_and_escaped(results: Results) -> None:
    text = markdown([shown(tables_of(results)[0])])
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(row) for row in rows}) == 1
    assert "a\\|b_$1 \\<i>" in text
    assert "\x1b" not in text


def test_latex_is_escaped(results: Results) -> None:
    text = latex(tables_of(results)[:1])
    assert r"a\textbar{}b\_\$1 \textless{}i\textgreater{}" in text
    assert r"c?[31m\&\%" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 1


@pytest.mark.parametrize("written", [lambda table: markdown([shown(table)]), lambda table: latex([table]), csv_text])
def test_heads_titles_and_notes_are_harmless_on_a_terminal(written: Callable[[DataTable], str]) -> None:
    hostile = "x\x1b[31m\u202e\r\nz"
    table = DataTable(name="made", title=hostile, columns=(Column(name=hostile),), rows=((hostile,),), note=hostile)
    text = written(table)
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    assert "x?[31m???z" in text


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_no_text_is_a_formula_in_a_spreadsheet(begin: str) -> None:
    columns = (Column(name=f"{begin}1+1"), Column(name="plain", kind="count"))
    text = csv_text(DataTable(name="made", title="made", columns=columns, rows=((f"{begin}2", -3),)))
    head, row = csv.reader(text.splitlines())
    sign = begin if begin.isprintable() else "?"
    assert head == [f"'{sign}1+1", "plain"]
    assert row == [f"'{sign}2", "-3"]


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_plots_are_reproducible(tmp_path: Path, results: Results, suffix: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    from benchwright.report.plots import PLOTS, draw_results

    only = "" if suffix == ".svg" else "cost"
    drawn = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        drawn.append({file.name: file.read_bytes() for file in draw_results(tmp_path / name, results, suffix, only)})
    assert drawn[0] == drawn[1]
    assert set(drawn[0]) == {f"{name}{suffix}" for name in ([only] if only else PLOTS)}
    if suffix == ".svg":
        tree = ElementTree.fromstring(drawn[0]["pass_at_1.svg"])
        texts = {element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")}
        assert "a|b_$1 <i>" in texts


def test_jobs_without_scored_answers_have_no_plots(tmp_path: Path, results: Results) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    from benchwright.report.plots import draw_results

    empty = msgspec.structs.replace(results.models[0], metrics={}, outcomes=())
    assert draw_results(tmp_path, msgspec.structs.replace(results, models=(empty,), generations={}), ".svg") == []
