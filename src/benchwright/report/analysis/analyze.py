"""Analyze problems and results of jobs, and write analysis.md, analysis.json and plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchwright.metrics.complexity import Complexity, measure_complexity
from benchwright.problems import Problem, fingerprint
from benchwright.problems.rows import replacement_of
from benchwright.report.analysis.measures import (
    Results,
    code_spread,
    difficulty,
    diversity,
    evidence,
    reference_complexity,
    spread,
    target_complexity,
)
from benchwright.report.analysis.published import Published, published
from benchwright.report.analysis.records import Analysis, Complexities, Measured, TestSet
from benchwright.report.analysis.tables import published_tables, tables
from benchwright.report.drawing import PLOTS_HINT, can_draw
from benchwright.report.text import markdown

_Pair = tuple[Complexity | None, Complexity | None]


def analyze(
    name: str, problems: Sequence[Problem], jobs: Mapping[str, Results] | None = None, benchmark: str = ""
) -> Analysis:
    """Compute everything that needs no execution. `jobs` are results by name; `benchmark` is the name that the user
    gave."""
    jobs = jobs or {}
    pairs = [(reference_complexity(problem), target_complexity(problem)) for problem in problems]
    measured = [_measured(problem, pair, jobs) for problem, pair in zip(problems, pairs, strict=True)]
    tokens = {each.problem: (each.target or each.all).get("tokens", 0) for each in measured}
    languages = sorted({problem.language for problem in problems})
    return Analysis(
        name=name,
        benchmark=benchmark or name,
        fingerprint=fingerprint(problems),
        problems=len(problems),
        diversity=diversity(problems, [whole for whole, _ in pairs], [target for _, target in pairs]),
        complexity=_complexities(pairs),
        by_language={
            language: _complexities(
                [pair for problem, pair in zip(problems, pairs, strict=True) if problem.language == language]
            )
            for language in languages
        },
        difficulty=difficulty(problems, jobs, tokens),
        tests=_tests(problems),
        evidence=evidence(problems),
        measured=tuple(measured),
    )


def _complexities(pairs: Sequence[_Pair]) -> Complexities:
    return Complexities(
        all=code_spread([whole for whole, _ in pairs if whole is not None]),
        target=code_spread([target for _, target in pairs if target is not None]),
    )


def _measured(problem: Problem, pair: _Pair, jobs: Mapping[str, Results]) -> Measured:
    whole, target = pair
    return Measured(
        problem=problem.id,
        language=problem.language,
        difficulty=problem.difficulty,
        all=_numbers(whole),
        target=_numbers(target),
        pass_at_1={name: results[problem.id] for name, results in jobs.items() if problem.id in results},
    )


def _numbers(found: Complexity | None) -> dict[str, int]:
    if found is None:
        return {}
    return {"tokens": found.tokens, "depth": found.depth, "variables": found.variables, "calls": found.calls}


def _tests(problems: Sequence[Problem]) -> dict[str, TestSet]:
    names = dict.fromkeys(name for problem in problems for name in (*problem.tests, *problem.cases))
    return {name: _test_set(name, problems) for name in sorted(names)}


def _test_set(name: str, problems: Sequence[Problem]) -> TestSet:
    texts = [(problem.language, problem.tests[name]) for problem in problems if name in problem.tests]
    counted = (measure_complexity(language, text) for language, text in texts)
    cases = [len(problem.cases[name]) for problem in problems if name in problem.cases]
    return TestSet(
        problems=sum(name in problem.tests or name in problem.cases for problem in problems),
        lines=spread(sum(1 for line in text.splitlines() if line.strip()) for _, text in texts),
        tokens=spread(found.tokens for found in counted if found is not None),
        cases=spread(cases),
    )


_NO_PLOTS = f"no plots: matplotlib is not installed; {PLOTS_HINT}"


def as_document(analysis: Analysis, figures: Published) -> dict[str, Any]:
    """Convert the analysis to JSON, with the published figures kept separate."""
    document: dict[str, Any] = msgspec.to_builtins(analysis)
    return {**document, "published": msgspec.to_builtins(figures)}


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """Result of writing an analysis, in addition to analysis.md and analysis.json."""

    plots: int
    """Number of plots written."""
    missing: str
    """Why there are no plots, if a package is missing."""


def write_analysis(folder: Path, analysis: Analysis) -> Written:
    """Write the files, each atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    plots: dict[str, str] = {}
    if can_draw():
        from benchwright.report.analysis.plots import draw_all

        plots = draw_all(folder, analysis, published())
    data = msgspec.json.format(msgspec.json.encode(as_document(analysis, published())), indent=2)
    _write(folder / "analysis.json", data + b"\n")
    _write(folder / "analysis.md", _page(analysis, plots).encode(errors="replace"))
    return Written(plots=len(plots), missing="" if can_draw() else _NO_PLOTS)


def _write(file: Path, data: bytes) -> None:
    with replacement_of(file) as opened:
        opened.write(data)


def _page(analysis: Analysis, plots: dict[str, str]) -> str:
    pictures = "".join(f"![{title}]({file})\n\n" for file, title in plots.items())
    return (
        f"# {analysis.name}\n\n"
        f"Benchmark: `{analysis.benchmark}`, fingerprint `{analysis.fingerprint}`.\n\n"
        f"{analysis.problems} problems. See docs/analysis.md for the meaning of each number.\n\n"
        f"{markdown(tables(analysis, published()))}\n"
        f"{pictures and f'## Plots{chr(10)}{chr(10)}{pictures}'}"
        "## Published figures\n\nPublished by others; each table names its source.\n\n"
        f"{markdown(published_tables(published()), level=3)}"
    )
