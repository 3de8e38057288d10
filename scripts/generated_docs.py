"""The generated parts of the documentation: commands, records, formats, examples, defects, modules, Python API, and
results of bench/languages.py."""

from __future__ import annotations

import ast
import inspect
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import typer.main

import benchwright
from benchwright.cli import app
from benchwright.languages import find_language
from benchwright.problems import FORMATS
from benchwright.problems.defects import bundled_defects
from benchwright.problems.formats import format_module


def commands() -> str:
    """Return a table of arguments and options for each command."""
    return "\n".join(_command_lines("benchwright", typer.main.get_command(app)))


def records(*modules: ModuleType) -> str:
    """Return a table of fields for each record in the modules, from the docstrings under the fields."""
    trees = [ast.parse(inspect.getsource(module)) for module in modules]
    classes = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    structs = [node for node in classes if any("Struct" in ast.unparse(base) for base in node.bases)]
    return "\n".join(line for node in structs for line in _record_lines(node))


def examples(folder: Path) -> str:
    """Return a table of the judge's worked examples."""
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
    """Return, for each problem format, a description and a table of its row fields."""
    return "\n".join(line for name in FORMATS for line in _format_lines(name))


def _format_lines(name: str) -> Iterator[str]:
    module = format_module(name)
    row = next(node for node in ast.parse(inspect.getsource(module)).body if getattr(node, "name", "") == "Row")
    assert isinstance(row, ast.ClassDef)
    needed = ", ".join(f"`{field}`" for field in sorted(module.FIELDS))
    yield f"### {name}\n\n{inspect.cleandoc(module.__doc__ or '')}\n"
    yield f"Recognized by the fields {needed}. {_one_line(ast.get_docstring(row))}\n"
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
        yield f"| {names} | {parameter.help}{_default(parameter)} |"
    yield ""
    for child_name, child in sorted(getattr(command, "commands", {}).items()):
        yield from _command_lines(f"{name} {child_name}", child)


def _spellings(parameter: Any) -> list[str]:
    if parameter.param_type_name == "argument":
        return [parameter.metavar or parameter.name.upper()]
    if parameter.is_flag:
        return [*parameter.opts, *parameter.secondary_opts]
    *others, last = parameter.opts
    return [*others, f"{last} {parameter.metavar or parameter.name.upper()}"]


def _default(parameter: Any) -> str:
    """Return a sentence with the default, unless it is empty or the help already names it."""
    default = parameter.default
    if default is None or default is False or default in ("", [], ()):
        return ""
    if default is True:
        return f" Default: `{parameter.opts[-1]}`."
    return "" if "Default:" in parameter.help else f" Default: {default}."


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


def modules(package: Path) -> str:
    """Return a tree of the package with the purpose of each module; a single entry represents all languages."""
    lines = ["```", *_module_lines(package, 0), "```"]
    return "\n".join(lines) + "\n"


def _module_lines(folder: Path, depth: int) -> Iterator[str]:
    yield _tree_line(f"{folder.name}/", folder / "__init__.py", depth)
    for path in sorted(folder.iterdir()):
        if path.is_dir() and (path / "language.toml").exists():
            continue
        if path.is_dir() and (path / "__init__.py").exists():
            yield from _module_lines(path, depth + 1)
        elif path.suffix == ".py" and not path.name.startswith("__"):
            yield _tree_line(path.name, path, depth + 1)
    if folder.name == "languages":
        yield f"{'    <id>/':<32} One language: language.toml, probes/, and, if it can be judged by tests, join.py."


def _tree_line(name: str, file: Path, depth: int) -> str:
    text = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n\n")[0]
    return f"{'  ' * depth + name:<32} {_one_line(text)}".rstrip()


def python_api() -> str:
    """Return a section for each public name of the package, from its signature and docstring."""
    return "\n".join(line for name in benchwright.__all__ for line in _public_lines(name))


def _public_lines(name: str) -> Iterator[str]:
    value = getattr(benchwright, name)
    yield f"### {name}\n"
    if not callable(value):
        yield "The installed version.\n"
        return
    text = inspect.cleandoc(value.__doc__ or "")
    if inspect.isfunction(value):
        yield f"```text\n{_signature(value)}\n```\n"
    text = re.sub(r"^    (\w+): ", r"- `\1`: ", text, flags=re.MULTILINE)
    text = re.sub(r"^(Args|Returns|Raises):$", r"\n**\1**\n", text, flags=re.MULTILINE)
    yield re.sub(r"^    (?=\S)", "", text, flags=re.MULTILINE)
    yield f"\nIn `{value.__module__}`.\n"


def _signature(function: Any) -> str:
    """Put each parameter on its own line."""
    signature = inspect.signature(function)
    lines: list[str] = []
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and "    *," not in lines:
            lines.append("    *,")
        default = "" if each.default is each.empty else f" = {each.default!r}"
        lines.append(f"    {each.name}: {each.annotation}{default},")
    return "\n".join((f"{function.__name__}(", *lines, f") -> {signature.return_annotation}"))


def defects() -> str:
    """Return a table of the published problems that are known to be unsound."""
    rows = [f"| {defect.id} | `{defect.digest}` | {defect.what} |" for defect in bundled_defects()]
    return "\n".join(["", "| problem | digest | what is wrong |", "|---|---|---|", *rows, "", ""])


_NOT_MEASURED = "Not measured yet: run `python bench/run.py languages`.\n"
_FEWEST_FOR_P99 = 100


def speed(results: Path) -> str:
    """Return a table of verdicts and CPU time per language, next to those of bare processes."""
    found = _results(results)
    if not found:
        return _NOT_MEASURED
    machines = sorted(
        {
            f"{each['machine']['processors']} processors, Linux {each['machine']['kernel']}, commit {each['commit']}"
            for each in found.values()
        }
    )
    lines = [
        f"Measured with {'; '.join(machines)}.",
        "",
        "| language | verdicts/s | bare | × bare | target | CPU ms | bare | × bare | peak MiB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for each in found.values():
        ours, bare = each["ours"], each["bare"]
        target = each["target"] if each["met"] else f"{each['target']} (missed)"
        cells = (_digits(ours["verdicts_per_s"]), _digits(bare["verdicts_per_s"]), f"{each['speed']:.2f}", target)
        cpu = (_digits(ours["cpu_s_per_1000"]), _digits(bare["cpu_s_per_1000"]), f"{each['cpu']:.2f}")
        lines.append(f"| {' | '.join((each['title'], *cells, *cpu, _mib(ours)))} |")
    return "\n".join(lines) + "\n"


def levels(results: Path) -> str:
    """Return a table of throughput and latency at several numbers of concurrent clients."""
    found = {each["title"]: each["levels"] for each in _results(results).values() if each["levels"]}
    if not found:
        return _NOT_MEASURED
    lines = [
        "| language | concurrency | verdicts/s | p50 ms | p95 ms | p99 ms | CPU s per 1,000 | peak MiB |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for title, measured in found.items():
        for clients, each in measured.items():
            p99 = _digits(each["p99_ms"]) if each["verdicts"] >= _FEWEST_FOR_P99 else "–"
            values = (each["verdicts_per_s"], each["p50_ms"], each["p95_ms"])
            cells = (title, clients, *map(_digits, values), p99, _digits(each["cpu_s_per_1000"]), _mib(each))
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def baselines(file: Path) -> str:
    """Return a table of the bare command lines."""
    lines = ["| language | commands | variables |", "|---|---|---|"]
    for name, each in tomllib.loads(file.read_text(encoding="utf-8")).items():
        language = find_language(each.get("language", name))
        tools = {tool: commands[0] for tool, commands in language.toolchain.tools.items()}
        shown = [_command_line(each[part], tools) for part in ("build", "run") if part in each]
        variables = " ".join(f"`{key}={value}`" for key, value in each.get("env", {}).items())
        lines.append(f"| {each.get('title', language.name)} | {'<br>'.join(shown)} | {variables} |")
    return "\n".join(lines) + "\n"


def _results(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def _command_line(text: str, tools: Mapping[str, str]) -> str:
    for tool, command in tools.items():
        text = text.replace(f"{{{tool}}}", command)
    return f"`{'; '.join(text.strip().splitlines())}`".replace("|", "\\|")


def _digits(value: float) -> str:
    """Format a number with about three significant digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _mib(measured: dict[str, float]) -> str:
    return f"{measured['memory_bytes'] / (1 << 20):.0f}"
