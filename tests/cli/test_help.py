"""Help pages: complete one-line summaries in sections, at most 80 columns wide."""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchwright import cli
from benchwright.cli import command
from benchwright.cli._help import SECTIONS, HelpCommand, HelpGroup
from tests.cli.command import benchwright, on_terminal

CLI = Path(cli.__file__).parent


def pages(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with its path, groups first."""
    yield path, group
    for name, inner in getattr(group, "commands", {}).items():
        yield from pages(inner, (*path, name))


PAGES = dict(pages(command()))


def sections(text: str) -> dict[str, list[str]]:
    """Return the lines of each section of a help page."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            lines = found.setdefault(line[:-1], [])
        elif line.strip():
            lines.append(line)
    return found


def names(lines: list[str]) -> list[str]:
    """Return the first word of each entry; continued lines are indented further."""
    return [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("   ")]


def test_every_command_is_in_exactly_one_section() -> None:
    group = command()
    assert isinstance(group, HelpGroup)
    assert tuple(group.sections()) == SECTIONS
    listed = [name for rows in group.sections().values() for name, _ in rows]
    assert sorted(listed) == sorted(group.commands)


def test_the_page_has_the_sections_with_one_line_per_command() -> None:
    found = sections(benchwright("--help").stdout)
    assert tuple(found) == ("Options", *SECTIONS)
    for section in SECTIONS:
        assert len(names(found[section])) == len(found[section])


@pytest.mark.parametrize("path", PAGES, ids=" ".join)
def test_a_help_page_fits_80_columns_without_cuts(path: tuple[str, ...]) -> None:
    done = benchwright(*path, "--help")
    usage, *lines = done.stdout.splitlines()
    assert usage.startswith("Usage: benchwright")
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if "..." in line]


@pytest.mark.parametrize("path", [path for path in PAGES if path], ids=" ".join)
def test_a_summary_is_one_complete_sentence(path: tuple[str, ...]) -> None:
    summary = PAGES[path].get_short_help_str(10_000)
    assert summary.endswith(".")
    assert len(summary) <= 80


@pytest.mark.parametrize("path", PAGES, ids=" ".join)
def test_every_option_is_described_in_its_section(path: tuple[str, ...]) -> None:
    page = PAGES[path]
    assert issubclass(type(page), HelpCommand | HelpGroup)
    found = sections(benchwright(*path, "--help").stdout)
    listed = list(itertools.chain.from_iterable(map(names, found.values())))
    for parameter in page.params:
        assert parameter.help, parameter.name
        if parameter.param_type_name == "option":
            section = names(found[parameter.rich_help_panel or "Options"])
            assert any(spelling in [name.strip(",") for name in section] for spelling in parameter.opts)
            assert sum(listed.count(spelling) for spelling in parameter.opts) <= 1


def test_every_panel_has_an_effect() -> None:
    """An argument `rich_help_panel` belongs to a command, an option or a group whose help page has sections."""
    for file in sorted(CLI.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and any(each.arg == "rich_help_panel" for each in node.keywords):
                assert ast.unparse(node.func).rpartition(".")[2] in ("Option", "command", "add_typer"), file


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_the_page_is_readable_on_any_terminal(columns: int) -> None:
    shown = on_terminal([sys.executable, "-m", "benchwright", "--help"], columns)
    assert max(map(len, shown.splitlines())) <= min(columns, 80)
    assert tuple(sections(shown))[1:] == SECTIONS
