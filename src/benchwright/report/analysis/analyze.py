"""From problems, and what jobs solved of them, to an analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.metrics.complexity import Complexity, measure_complexity
from benchwright.problems import Problem, fingerprint
from benchwright.report.analysis.difficulty import Results, difficulty
from benchwright.report.analysis.diversity import diversity
from benchwright.report.analysis.evidence import evidence
from benchwright.report.analysis.records import Analysis, Complexities, Measured, TestSet
from benchwright.report.analysis.spread import code_spread, spread
from benchwright.report.analysis.targets import reference_complexity, target_complexity

_Pair = tuple[Complexity | None, Complexity | None]


def analyze(
    name: str, problems: Sequence[Problem], jobs: Mapping[str, Results] | None = None, benchmark: str = ""
) -> Analysis:
    """Everything that can be counted without running anything. `jobs` are results by name, `benchmark` is what the
    user called it."""
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
