"""Help pages: commands and options in headed sections, plain text, at most 80 columns.

Each command and option names its section with `rich_help_panel`. Typer shows panels only with rich markup, which draws
boxes and imports rich: the classes here print the same sections as plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

EVALUATE = "Evaluate"
BUILD = "Build benchmarks"
INSPECT = "Inspect"
SERVE = "Serve"
MAINTAIN = "Maintain"
SECTIONS = (EVALUATE, BUILD, INSPECT, SERVE, MAINTAIN)
"""Sections of `benchwright --help`, in this order. Commands of any other section follow."""

_WIDEST_NAME = 30
"""Columns for names of options; the help of a longer one starts on the next line."""
_NO_LIMIT = 10_000

Rows = list[tuple[str, str]]
Function = TypeVar("Function", bound=Callable[..., Any])


class HelpCommand(TyperCommand):
    """A command whose options are listed by section."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line, without typer's braces around required arguments."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, options without a section, and the sections in the order of their first option."""
        _write_sections(formatter, _parameters(self.get_params(ctx), ctx))


class HelpGroup(TyperGroup):
    """A group whose commands are listed by section."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, then the commands."""
        _write_sections(formatter, _parameters(self.get_params(ctx), ctx))
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each section with the first sentence of each command's help, which is wrapped but never cut."""
        _write_sections(formatter, self.sections())

    def sections(self) -> dict[str, Rows]:
        """Map each section to its commands and their summaries, sorted by name."""
        found: dict[str, Rows] = {name: [] for name in SECTIONS}
        for name, command in sorted(self.commands.items()):
            if not command.hidden:
                section = getattr(command, "rich_help_panel", None)
                rows = found.setdefault(section if isinstance(section, str) else "Commands", [])
                rows.append((name, command.get_short_help_str(_NO_LIMIT)))
        return {section: rows for section, rows in found.items() if rows}


class Commands(typer.Typer):
    """A typer app with these help pages."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=HelpGroup, add_completion=False, rich_markup_mode=None, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        """Register a command; `rich_help_panel` is its section."""
        return super().command(name, cls=HelpCommand, **settings)


def _parameters(parameters: Iterable[Any], ctx: Any) -> dict[str, Rows]:
    found: dict[str, Rows] = {"Arguments": [], "Options": []}
    for parameter in parameters:
        is_argument = parameter.param_type_name == "argument"
        section = getattr(parameter, "rich_help_panel", None) or ("Arguments" if is_argument else "Options")
        if record := parameter.get_help_record(ctx):
            name, text = record
            found.setdefault(section, []).append((name.partition(" <")[0] if is_argument else name, text))
    return found


def _write_sections(formatter: Any, sections: Mapping[str, Rows]) -> None:
    """Write sections whose texts all start in the same column."""
    lengths = [len(name) for rows in sections.values() for name, _ in rows]
    width = max((length for length in lengths if length <= _WIDEST_NAME), default=0)
    for section, rows in sections.items():
        if rows:
            with formatter.section(section):
                formatter.write_dl([(name.ljust(width), text) for name, text in rows], col_max=width)
