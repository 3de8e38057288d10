"""`benchwright check`: verify that the problems of a benchmark are sound."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli import EXIT_FAILED, EXIT_UNSCORED, app
from benchwright.cli._files import replacement_of
from benchwright.cli._help import BUILD
from benchwright.cli._options import SandboxOption, choose_problems, format_names
from benchwright.cli._output import progress_of

if TYPE_CHECKING:
    from benchwright.judging.check import CheckedProblem
    from benchwright.problems import Problem
    from benchwright.problems.defects import ListedDefect

    Known = Mapping[tuple[str, str], ListedDefect]


_STATES = ("sound", "listed", "defect", "finding", "unscored")


@app.command(rich_help_panel=BUILD)
def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="BENCH", help="Files, folders, built-in benchmarks or Hugging Face datasets."),
    ],
    file_format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"Format: {format_names()}. Default: detected.",
        ),
    ] = "",
    languages: Annotated[
        str,
        typer.Option("--languages", metavar="NAMES", help="Check only problems in these languages (comma-separated)."),
    ] = "",
    repeat: Annotated[int, typer.Option("--repeat", metavar="N", min=1, help="Judge each reference N times.")] = 1,
    environment: Annotated[
        str | None,
        typer.Option("--environment", metavar="NAME", help="Package environment, or none. Default: chosen by imports."),
    ] = None,
    plans: Annotated[
        Path | None, typer.Option("--plans", metavar="PATH", help="Write the calibrated test plans to this JSONL file.")
    ] = None,
    defects: Annotated[
        list[Path] | None,
        typer.Option("--defects", metavar="FILE", help="Additional TOML file of known defects. Repeatable."),
    ] = None,
    sandbox: SandboxOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON document.")] = False,
) -> None:
    """Check that a benchmark's problems and tests are sound.

    For each problem, the reference must pass. An empty solution, a stub, another problem's solution and the wrong and
    hack solutions that come with it must fail. The tests must be able to fail.

    Exit code: 0 all are sound or their defects are known, 1 a defect or finding, 2 incorrect usage, 3 some could not be
    checked on this machine.
    """
    from benchwright.problems.defects import listed_defects

    problems = choose_problems(files, file_format, languages)
    known = listed_defects(defects or ())
    # Opened before the work, so that a path that cannot be written fails immediately.
    with replacement_of(plans) if plans else contextlib.nullcontext() as plans_file:
        results = asyncio.run(_check_all(problems, repeat, known, environment, sandbox))
        if plans_file is not None:
            plans_file.writelines(_plan_lines(results))
    if as_json:
        _print_json(results)
    else:
        _print_tables(results)
    if any((result.defects or result.findings) and not result.listed for result in results):
        raise typer.Exit(EXIT_FAILED)
    if any(result.unscored for result in results):
        raise typer.Exit(EXIT_UNSCORED)


async def _check_all(
    problems: list[Problem], repeat: int, known: Known, environment: str | None, spec: str
) -> list[CheckedProblem]:
    from benchwright.judging.check import check_problem
    from benchwright.problems.defects import listed
    from benchwright.sandbox.concurrent import as_completed
    from benchwright.sandbox.environment import load_environment
    from benchwright.sandbox.local import LocalSandbox
    from benchwright.sandbox.remote import open_sandbox

    results: dict[int, CheckedProblem] = {}
    others = _others(problems)
    # With --repeat, each verdict must come from a fresh interpreter.
    async with open_sandbox(spec, warm=repeat == 1) as sandbox:
        if isinstance(sandbox, LocalSandbox):
            load_environment(environment)  # an unknown one fails here, not once per problem

        async def one(problem: Problem) -> CheckedProblem:
            return await check_problem(
                sandbox,
                problem,
                repeat=repeat,
                foreign=others.get(problem.id, ""),
                listed=listed(problem, known),
                environment=environment,
            )

        with progress_of(len(problems), "checked") as advance:
            async for index, result in as_completed(one, problems, window=2 * (os.cpu_count() or 1)):
                results[index] = result
                advance(f"{result.id}: {_state(result)}")
    return [results[index] for index in range(len(problems))]


def _others(problems: list[Problem]) -> dict[str, str]:
    """Map each problem id to the solution of the next problem in the same language."""
    by_language: dict[str, list[Problem]] = {}
    for problem in problems:
        by_language.setdefault(problem.language, []).append(problem)
    pairs = (pair for group in by_language.values() for pair in zip(group, (*group[1:], group[0]), strict=True))
    return {
        problem.id: other.canonical_solution
        for problem, other in pairs
        if other.canonical_solution != problem.canonical_solution
    }


def _state(result: CheckedProblem) -> str:
    if result.unscored:
        return "unscored"
    if result.sound:
        return "sound"
    return "listed" if result.listed else "defect" if result.defects else "finding"


def _plan_lines(results: list[CheckedProblem]) -> Iterator[str]:
    import msgspec

    for result in results:
        for tests, plan in result.plans.items():
            row = {"problem": result.id, "tests": tests, "plan": plan}
            yield msgspec.json.encode(row).decode() + "\n"


def _print_json(results: list[CheckedProblem]) -> None:
    import msgspec

    from benchwright.cli._output import print_json

    print_json({"problems": [{**msgspec.to_builtins(result), "sound": result.sound} for result in results]})


_MOST_LINES = 10


def _print_tables(results: list[CheckedProblem]) -> None:
    from benchwright.cli._output import print_table

    names = sorted({result.language for result in results})
    rows = [_language_row(name, [result for result in results if result.language == name]) for name in names]
    print_table(("language", "problems", *_STATES, "alterations", "judgements"), rows)
    for result in results:
        if result.listed:
            typer.echo(f"listed {result.id}: {result.listed}{'; now sound' if result.sound else ''}")
            continue
        for tests, defect in result.defects.items():
            typer.echo(f"defect {result.id} ({tests} tests): {defect.reason}: {defect.detail}")
        for finding in result.findings:
            typer.echo(f"finding {result.id} ({finding.tests} tests): {finding.what}: {finding.detail}")
        for tests, plan in result.plans.items():
            if plan.soft is not None and plan.soft.idle_lines:
                lines = ", ".join(map(str, plan.soft.idle_lines[:_MOST_LINES]))
                typer.echo(f"note {result.id} ({tests} tests): checks on these lines never ran: {lines}")
        if result.unscored:
            typer.echo(f"unscored {result.id}: {result.unscored}")


def _language_row(name: str, results: list[CheckedProblem]) -> tuple[str, ...]:
    states = [_state(result) for result in results]
    altered = sum(plan.alterations for result in results for plan in result.plans.values())
    counts = [states.count(state) for state in _STATES]
    return (name, str(len(results)), *map(str, counts), str(altered), str(sum(result.judged for result in results)))
