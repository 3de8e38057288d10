"""Lists with one line per row."""

from __future__ import annotations

import sys

import pytest
from rich.cells import cell_len

from benchwright.cli._show_text import print_list
from tests.cli.command import on_terminal

COLUMNS = ("problem", "language", "difficulty", "first answer", "passed", "reason")
LONG = (
    "javascript/a-very-long-name-of-a-problem-007",
    "javascript",
    "medium",
    "runtime_error",
    "1/5 → 2/5",
    "why " * 40,
)
SHORT = ("c/1", "c", "hard", "passed", "5/5", "")


def listed(capsys: pytest.CaptureFixture[str], *rows: tuple[str, ...]) -> list[str]:
    print_list(COLUMNS, rows)
    return capsys.readouterr().out.splitlines()


def test_reasons_and_names_are_cut_to_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    lines = listed(capsys, LONG, SHORT)
    assert len(lines) == 4
    assert max(map(cell_len, lines)) <= 80
    assert lines[2].startswith("javascri")
    assert "…" in lines[2].split()[0]
    assert lines[2].split()[0].endswith("-007")
    assert "1/5 → 2/5" in lines[2]


def test_wide_characters_count_twice(capsys: pytest.CaptureFixture[str]) -> None:
    lines = listed(capsys, ("題" * 60, *LONG[1:5], "由" * 60))
    assert len(lines) == 3
    assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize("columns", [80, 50, 30])
def test_a_terminal_gets_a_line_for_each_row(columns: int) -> None:
    script = f"from benchwright.cli._show_text import print_list; print_list({COLUMNS!r}, [{LONG!r}, {SHORT!r}])"
    lines = on_terminal([sys.executable, "-c", script], columns).splitlines()
    assert len([line for line in lines if line.startswith(("javas", "c/1"))]) == 2
    assert len(lines) == 4 or columns < 80  # headings wrap on very narrow terminals
    assert max(map(len, lines)) <= columns
