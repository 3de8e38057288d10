"""The parts of the documentation that are made from the code: tables of options and of record fields."""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import typer.main

from benchwright.cli import app
from benchwright.problems import FORMATS
from benchwright.problems.defects import bundled_defects
from benchwright.problems.formats import format_module


def commands() -> str:
    """A table of arguments and options for each command."""
    return "\n".join(_command_lines("benchwright", typer.main.get_command(app)))


def records(*modules: ModuleType) -> str:
    """A table of fields for each record of the modules, from the docstrings under them."""
    trees = [ast.parse(inspect.getsource(module)) for module in modules]
    classes = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    structs = [node for node in classes if any("Struct" in ast.unparse(base) for base in node.bases)]
    return "\n".join(line for node in structs for line in _record_lines(node))


def examples(folder: Path) -> str:
    """A table of the judge's worked examples."""
    lines = ["| language | example | verdict | reason | place |", "|---|---|---|---|---|"]
    for file in sorted(folder.glob("*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        for example in data["examples"]:
            verdict = f"`{example['verdict']}`" if "verdict" in example else "defect"
            reason = example.get("reason", example.get("defect", ""))
            place = example.get("place", "").replace(":", " ")
            lines.append(f"| {data['language']} | {example['name']} | {verdict} | {reason} | {place} |")
    return "\n".join(lines) + "\n"


def formats() -> str:
    """For each format of problems what it is, and a table of the fields of its rows."""
    return "\n".join(line for name in FORMATS for line in _format_lines(name))


def _format_lines(name: str) -> Iterator[str]:
    module = format_module(name)
    row = next(node for node in ast.parse(inspect.getsource(module)).body if getattr(node, "name", "") == "Row")
    assert isinstance(row, ast.ClassDef)
    needed = ", ".join(f"`{field}`" for field in sorted(module.FIELDS))
    yield f"### {name}\n\n{inspect.cleandoc(module.__doc__ or '')}\n"
    yield f"Known by {needed}. {_one_line(ast.get_docstring(row))}\n"
    yield "| field | needed | becomes |\n|---|---|---|"
    known = {field.name: field for field in msgspec.structs.fields(module.Row)}
    for field, after in zip(row.body, row.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            described = known[ast.unparse(field.target)]
            needed = "yes" if described.required else ""
            yield f"| `{described.encode_name}` | {needed} | {_one_line(str(after.value.value))} |"
    yield ""


def _command_lines(name: str, command: Any) -> Iterator[str]:
    yield f"## `{name}`\n"
    yield f"{inspect.cleandoc(command.help or '')}\n"
    if command.params:
        yield "| | |\n|---|---|"
    for parameter in command.params:
        names = ", ".join(f"`{spelling}`" for spelling in _spellings(parameter))
        yield f"| {names} | {parameter.help} |"
    yield ""
    for child_name, child in sorted(getattr(command, "commands", {}).items()):
        yield from _command_lines(f"{name} {child_name}", child)


def _spellings(parameter: Any) -> list[str]:
    if parameter.param_type_name == "argument":
        return [parameter.name.upper()]
    return [*parameter.opts, *parameter.secondary_opts]


def _record_lines(node: ast.ClassDef) -> Iterator[str]:
    yield f"### {node.name}\n\n{_one_line(ast.get_docstring(node))}\n"
    yield "| field | type | default | meaning |\n|---|---|---|---|"
    for field, after in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            kind = ast.unparse(field.annotation).replace(" | ", " or ")
            default = f"`{ast.unparse(field.value)}`" if field.value else ""
            name = ast.unparse(field.target)
            yield f"| `{name}` | `{kind}` | {default} | {_one_line(str(after.value.value))} |"
    yield ""


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def defects() -> str:
    """A table of the published problems that are known to be unsound."""
    rows = [f"| {defect.id} | `{defect.digest}` | {defect.what} |" for defect in bundled_defects()]
    return "\n".join(["", "| problem | digest | what is wrong |", "|---|---|---|", *rows, "", ""])
