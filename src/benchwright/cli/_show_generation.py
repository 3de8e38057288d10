"""`benchwright show` of a generation: the funnel and its items, or one item step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from benchwright.cli._output import one_line, printable
from benchwright.cli._show_evaluation import MOST_LISTED, say_more
from benchwright.cli._show_text import Bounds, code, facts, heading, prose

if TYPE_CHECKING:
    from benchwright.generate.reading import GenerationReading, ItemState, StepSeen
    from benchwright.problems import Problem

_LONGEST_REASON = 200
_CODE = ("solution", "code", "tests", "demo_tests", "full_tests", "extra_tests")


def show_generation(folder: Path, state: str, language: str, limit: int | None, *, as_json: bool) -> None:
    """Show the funnel, then the items that match."""
    import msgspec

    from benchwright.cli._output import print_json
    from benchwright.generate.reading import read_generation

    reading = read_generation(folder)
    items = [
        item
        for item in reading.items
        if (not state or state in (item.state, item.step, item.reason)) and (not language or item.language == language)
    ]
    if as_json:
        listed = [{**msgspec.to_builtins(item), "problem": None} for item in items[:limit]]
        head = {"job": str(folder), "kind": "generation", "state": reading.state, "method": reading.method}
        print_json(
            {**head, "total": reading.total, "funnel": msgspec.to_builtins(reading.rows), "matching": len(items)}
            | {"items": [{name: value for name, value in each.items() if name != "problem"} for each in listed]}
        )
        return
    facts(_head(reading))
    if not (state or language):
        from benchwright.cli._generation import print_funnel

        typer.echo()
        print_funnel(reading.rows)
    _list(items, MOST_LISTED if limit is None else limit)


def show_item(item: ItemState, bounds: Bounds) -> None:
    """Show the steps of an item, then its problem, finished or as a draft."""
    from benchwright.cli._output import print_table
    from benchwright.generate.reading import draft_of

    facts(
        [
            ("item", printable(item.key)),
            ("problem", printable(item.problem.id) if item.problem else ""),
            ("language", item.language),
            ("state", f"{item.state}{f' at {item.step}' if item.step else ''}"),
            ("why", one_line(item.reason, 400)),
        ]
    )
    if item.detail:
        heading("Why it was dropped")
        prose(item.detail, bounds.output_lines * 2, bounds.line_signs)
    typer.echo()
    print_table(("step", "state", "model", "tokens", "USD", "notes"), [_step(seen) for seen in item.steps])
    if item.problem is not None:
        _show_problem(item.problem, bounds)
    else:
        _show_draft(draft_of(item), bounds)


def item_document(folder: Path, item: ItemState) -> dict[str, Any]:
    """Return the item as JSON, with everything its steps wrote."""
    import msgspec

    return {"job": str(folder), **msgspec.to_builtins(item)}


def _head(reading: GenerationReading) -> Iterator[tuple[str, str]]:
    from benchwright.generate.work import without_folder

    yield "job", f"{reading.folder} (generation by {reading.method}, {reading.state})"
    specs = reading.manifest.unpinned.get("specs", {})
    yield "models", printable(", ".join(f"{role} {without_folder(str(spec))}" for role, spec in specs.items()))
    yield "items", counted_items(reading)
    yield "problems", f"{reading.problems} in the benchmark"
    if reading.state == "running":
        yield "note", "the job is running: these are its numbers so far"


def counted_items(reading: GenerationReading) -> str:
    """Count the items by state, and those that were not started."""
    states = Counter(item.state for item in reading.items)
    translated = sum(item.translated for item in reading.items)
    done = sum(states.pop(state, 0) for state in ("in the benchmark", "left out"))
    begun = f"{len(reading.items)} started{f' ({translated} of them translations)' if translated else ''}"
    parts = [begun, f"{states.pop('dropped', 0)} dropped", f"{done} done"]
    parts += [f"{number} {state}" for state, number in states.items()]
    to_begin = reading.total - (len(reading.items) - translated)
    more = f"; {to_begin} not started" if to_begin > 0 else ""
    return f"{', '.join(parts)}{more}"


def _list(items: Sequence[ItemState], limit: int) -> None:
    from benchwright.cli._show_text import print_list

    typer.echo()
    if not items:
        typer.echo("no item matches")
        return
    cells = [(printable(item.name), item.state, item.step, _why(item)) for item in items[:limit]]
    print_list(("item", "state", "step", "reason"), cells)
    say_more(len(items) - limit)


def _why(item: ItemState) -> str:
    flags = [flag.rule for seen in item.steps for flag in seen.record.flags]
    reason = ": ".join(filter(None, (item.reason, item.detail))) or (f"flags: {', '.join(flags)}" if flags else "")
    return one_line(reason, _LONGEST_REASON)


def _step(seen: StepSeen) -> tuple[str, ...]:
    asked = seen.record.asked
    models = dict.fromkeys(f"{each.role} ({each.model})" if each.model else each.role for each in asked)
    repairs = sum(each.repair for each in asked)
    tokens = sum(each.prompt_tokens + each.completion_tokens for each in asked)
    cost = sum(each.cost for each in asked)
    flags = [f"flag {flag.rule}: {flag.detail}" for flag in seen.record.flags]
    notes = [*([seen.reason] if seen.reason else []), *([f"{repairs} repair requests"] if repairs else []), *flags]
    return (
        seen.step,
        seen.state,
        one_line(", ".join(models), 40),
        f"{tokens:,}" if tokens else "",
        f"{cost:.4f}" if cost else "",
        one_line("; ".join(notes), 200),
    )


def _show_problem(problem: Problem, bounds: Bounds) -> None:
    heading("Question")
    about = (problem.difficulty, ", ".join(problem.tags), ", ".join(problem.libraries))
    facts([(name, printable(text)) for name, text in zip(("difficulty", "tags", "packages"), about, strict=True)])
    prose(problem.question, bounds.question_lines)
    heading("Reference")
    code(problem.canonical_solution, bounds)
    for name, text in problem.tests.items():
        heading(f"Tests: {printable(name)}")
        code(text, bounds)
    for name, cases in problem.cases.items():
        heading(f"Cases: {printable(name)}")
        typer.echo(f"{len(cases)} inputs with expected outputs; --json shows them")


def _show_draft(draft: dict[str, Any], bounds: Bounds) -> None:
    """Show the finished parts of a problem that is not complete."""
    for name, value in draft.items():
        if isinstance(value, str) and value.strip():
            heading(printable(name.replace("_", " ").capitalize()))
            if name in _CODE or "test" in name:
                code(value, bounds)
            else:
                prose(value, bounds.question_lines)
