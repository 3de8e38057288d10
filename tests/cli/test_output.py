"""Tables on narrow terminals and in pipes: no cell is cut."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.command import on_terminal

FUNNEL = ("step", "in", "out", "waiting", "failed", "tokens", "USD", "dropped because")
REASONS = ", ".join(f"reason{number} {number}" for number in range(25))


def _printing(columns: tuple[str, ...], *rows: tuple[str, ...]) -> list[str]:
    code = f"from benchwright.cli._output import print_table; print_table({columns!r}, {list(rows)!r})"
    return [sys.executable, "-c", code]


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (FUNNEL, ("seeds", "4413", "5", "", "", "", "", REASONS)),
        (FUNNEL, ("rewritten", "4413", "4391", "14", "3", "1,234,567", "12.34", REASONS)),
        (
            ("language", "problems", "sound", "listed", "defect", "unscored", "canary sites", "judgements"),
            ("python", "1164", "1160", "1", "2", "1", "5321", "12345"),
        ),
        (("language", "state", "toolchain", "notes"), ("go", "works", "Go 1.22.1 of this machine", "slow " * 30)),
    ],
    ids=["funnel", "full-funnel", "check", "languages"],
)
def test_numbers_and_names_are_whole_on_80_columns(columns: tuple[str, ...], row: tuple[str, ...]) -> None:
    shown = on_terminal(_printing(columns, row))
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    words = shown.split()
    assert {word for cell in row for word in cell.split()} <= set(words)
    filled = [column for column, cell in zip(columns, row, strict=True) if cell]
    assert {word for column in filled for word in column.split()} <= set(words)
    assert "─" in shown, "a table, not the stacked form"


def test_empty_columns_are_omitted() -> None:
    shown = on_terminal(
        _printing(FUNNEL, ("seeds", "4", "", "", "", "", "", ""), ("kept", "3", "2", "", "", "", "", ""))
    )
    assert shown.split()[:3] == ["step", "in", "out"]
    assert not {"waiting", "failed", "tokens", "USD", "why"} & set(shown.split())


def test_wide_content_is_stacked_without_cuts() -> None:
    names = [letter * 50 for letter in "abc"]
    shown = on_terminal(_printing(("first name", "second", "third", "note"), (*names, "word " * 40)))
    lines = shown.splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["first", "name", names[0]],
        ["second", names[1]],
        ["third", names[2]],
    ]
    assert shown.split().count("word") == 40
    assert max(map(len, lines)) <= 80


def test_in_a_pipe_each_row_is_one_uncut_line() -> None:
    rows = [("seeds", "123456", REASONS), ("kept", "2", "x" * 3000)]
    done = subprocess.run(
        _printing(("step", "in", "dropped because"), *rows), capture_output=True, text=True, check=True
    )
    head, _, first, second = done.stdout.splitlines()
    assert head.split() == ["step", "in", "dropped", "because"]
    assert first.split(maxsplit=2)[:2] == ["seeds", "123456"]
    assert first.rstrip().endswith(REASONS)
    assert second.split() == list(rows[1])


def test_names_cannot_move_the_cursor() -> None:
    hostile = "easy\x1b[2J\u202e"
    command = _printing((hostile, "problems"), (hostile, "passed"))
    shown = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    assert shown.count(r"easy\x1b[2J\u202e") == 2
