"""How `show` counts the items of a generation."""

from __future__ import annotations

from pathlib import Path

from benchwright.cli._show_generation import counted_items
from benchwright.generate.reading import GenerationReading, ItemState
from benchwright.jobs import Manifest


def items_line(total: int, **states: str) -> str:
    items = tuple(
        ItemState(key=key.replace("_", "-"), name=key, language="python", state=state) for key, state in states.items()
    )
    manifest = Manifest(kind="generation", pinned={})
    return counted_items(
        GenerationReading(
            folder=Path(), manifest=manifest, method="", state="", total=total, problems=0, rows=(), items=items
        )
    )


def test_a_finished_job_has_nothing_left_to_do() -> None:
    assert items_line(2, python_1="in the benchmark", python_2="dropped") == "2 started, 1 dropped, 1 done"


def test_an_unfinished_job_reports_what_is_pending() -> None:
    assert (
        items_line(5, python_1="left out", python_2="waiting")
        == "2 started, 0 dropped, 1 done, 1 waiting; 3 not started"
    )


def test_translations_do_not_count_as_planned_items() -> None:
    found = items_line(2, python_1="in the benchmark", python_1_go="in the benchmark")
    assert found == "2 started (1 of them translations), 0 dropped, 2 done; 1 not started"
