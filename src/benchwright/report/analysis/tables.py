"""Tables of an analysis, next to published figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchwright.metrics.outcome import Estimate
from benchwright.report.analysis.published import Dataset, Numbers, Published, Triple
from benchwright.report.analysis.records import Analysis, CodeSpread, Complexities, Spread
from benchwright.report.text import Table

_MOST_ROWS = 15
_NONE = "-"


def tables(analysis: Analysis, published: Published) -> list[Table]:
    """Build the tables, with published figures where they are comparable; empty tables are omitted."""
    found = [
        _datasets(analysis, published),
        *_complexity(analysis, published),
        _by_language(analysis),
        *_shares(analysis),
        _jobs(analysis, published),
        _job_lengths(analysis),
        _tests(analysis),
        _coverage(analysis),
    ]
    return [table for table in found if table.rows]


def _datasets(analysis: Analysis, published: Published) -> Table:
    diversity = analysis.diversity
    measured = (
        "this one",
        str(analysis.problems),
        str(len(diversity.repositories) or _NONE),
        str(len(diversity.topics) or _NONE),
        _libraries(len(diversity.standard), len(diversity.external)),
        ", ".join(diversity.methods) or _NONE,
    )
    in_targets = _libraries(len(diversity.target_standard), len(diversity.target_external))
    targets = ("this one, targets", "", "", "", in_targets, "")
    others = (_dataset(name, row) for name, row in published.datasets.rows.items())
    return Table(
        title="Diversity",
        columns=("dataset", "problems", "repos", "topics", "libraries", "origin"),
        rows=(measured, *([targets] if analysis.complexity.target else []), *others),
        note="Repos: repositories. Libraries: total = standard + external; for targets, those that the target uses. "
        f"Other rows are published: {published.sources[published.datasets.source].short}.",
    )


def _dataset(name: str, row: Dataset) -> tuple[str, ...]:
    return (
        name,
        str(row.examples),
        str(row.repositories or _NONE),
        str(row.topics or _NONE),
        _libraries(row.standard, row.external),
        row.origin,
    )


def _libraries(standard: int, external: int) -> str:
    return f"{standard + external} = {standard} + {external}"


def _complexity(analysis: Analysis, published: Published) -> Iterator[Table]:
    figures = published.complexity
    python = analysis.by_language.get("python", Complexities())
    measured = analysis.complexity
    note = f"{figures.dataset} is Python and published: {published.sources[figures.source].short}. "
    for title, found, in_python, reported in (
        ("context + target", measured.all, python.all, figures.all),
        ("the target alone", measured.target, python.target, figures.target),
    ):
        rows = [
            (
                name.replace("_", " "),
                spread_text(getattr(found, name)),
                spread_text(getattr(in_python, name, None)),
                _triple(getattr(reported, name, None)),
            )
            for name in CodeSpread.__struct_fields__
            if found is not None
        ]
        yield Table(
            title=f"Complexity of {title}: mean [lowest, highest]",
            columns=("count", "all languages", "Python", figures.dataset),
            rows=tuple(rows),
            note=f"{note}Depths are comparable only within one language.",
        )


def _by_language(analysis: Analysis) -> Table:
    rows = [
        (language, str(analysis.diversity.languages[language]), *_code_cells(found.all), _tokens(found.target))
        for language, found in analysis.by_language.items()
        if len(analysis.by_language) > 1
    ]
    columns = ("language", "problems", "tokens", "depth", "variables", "calls", "target tokens")
    return Table(title="Complexity by language: means", columns=columns, rows=tuple(rows))


def _code_cells(found: CodeSpread | None) -> tuple[str, ...]:
    if found is None:
        return (_NONE,) * 4
    return tuple(f"{each.mean:.1f}" for each in (found.tokens, found.depth, found.variables, found.calls))


def _tokens(found: CodeSpread | None) -> str:
    return f"{found.tokens.mean:.1f}" if found else _NONE


def _shares(analysis: Analysis) -> Iterator[Table]:
    diversity = analysis.diversity
    for title, name, counts in (
        ("Standard libraries", "library", diversity.standard),
        ("External libraries", "library", diversity.external),
        ("Topics", "topic", diversity.topics),
        ("Repositories", "repository", diversity.repositories),
        ("Licences", "licence", diversity.licences),
        ("Environments", "environment", diversity.environments),
        ("Difficulty", "label", analysis.difficulty.labels),
        ("Solved during generation", "samples", analysis.difficulty.solve_rates),
        ("Flags", "flag", analysis.evidence.flags),
    ):
        yield _share_table(title, name, counts, analysis.problems)


def _share_table(title: str, name: str, counts: Mapping[str, int], problems: int) -> Table:
    rows = [(key, str(count), f"{count / problems:.1%}") for key, count in list(counts.items())[:_MOST_ROWS]]
    more = len(counts) - len(rows)
    return Table(
        title=title, columns=(name, "problems", "share"), rows=tuple(rows), note=f"{more} more." if more > 0 else ""
    )


def _jobs(analysis: Analysis, published: Published) -> Table:
    measured = [
        (name, _estimate(job.pass_at_1), str(job.pass_at_1.n)) for name, job in analysis.difficulty.jobs.items()
    ]
    figures = published.pass_at_k
    examples = published.datasets.rows[figures.dataset].examples
    reported = [
        (f"{name} on {figures.dataset}", f"{_first(row):.1f}%", str(examples)) for name, row in figures.rows.items()
    ]
    return Table(
        title="pass@1",
        columns=("model", "pass@1 (95 % interval)", "problems"),
        rows=(*measured, *reported) if measured else (),
        note=f"Rows on {figures.dataset} are published: {published.sources[figures.source].short}. "
        "The problems differ, so this is orientation, not a ranking.",
    )


def _first(row: float | Sequence[float]) -> float:
    return row if isinstance(row, int | float) else row[0]


def _job_lengths(analysis: Analysis) -> Table:
    rows = [
        (name, tokens, _estimate(estimate), str(estimate.n))
        for name, job in analysis.difficulty.jobs.items()
        for tokens, estimate in job.by_target_tokens.items()
    ]
    columns = ("job", "target tokens", "pass@1 (95 % interval)", "problems")
    return Table(title="pass@1 by length of the target", columns=columns, rows=tuple(rows))


def _tests(analysis: Analysis) -> Table:
    rows = [
        (name, str(found.problems), spread_text(found.lines), spread_text(found.tokens), spread_text(found.cases))
        for name, found in analysis.tests.items()
    ]
    columns = ("set", "problems", "lines", "tokens", "cases")
    return Table(title="Tests: mean [lowest, highest]", columns=columns, rows=tuple(rows))


def _coverage(analysis: Analysis) -> Table:
    evidence = analysis.evidence
    rows = [
        (
            f"lines covered by {name}",
            f"{found.covered} of {found.lines}",
            _share(found.covered, found.lines),
            str(found.problems),
            ", ".join(found.authors) or _NONE,
        )
        for name, found in evidence.coverage.items()
    ]
    rows += [
        (
            f"mutants noticed by {name}",
            f"{found.killed} of {found.mutants}",
            _share(found.killed, found.mutants),
            str(found.problems),
            (", ".join(evidence.coverage[name].authors) if name in evidence.coverage else "") or _NONE,
        )
        for name, found in evidence.mutation.items()
        if found.mutants
    ]
    columns = ("evidence", "count", "share", "problems", "author of the tests")
    return Table(title="Evidence", columns=columns, rows=tuple(rows))


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else _NONE


def spread_text(found: Spread | None) -> str:
    """Format as `12.3 [1, 40]`."""
    return f"{found.mean:.2f} [{found.low:g}, {found.high:g}]" if found else _NONE


def _triple(found: Triple | None) -> str:
    return f"{found[0]:.2f} [{found[1]:g}, {found[2]:g}]" if found else _NONE


def _estimate(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.1%}"
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"


def published_tables(published: Published) -> list[Table]:
    """Build one table per publication, with its source."""
    return [
        _table("Funnel: examples left", published.funnel, ("examples",), published),
        _table("pass@k, percent", published.pass_at_k, tuple(f"pass@{k}" for k in published.pass_at_k.k), published),
        _table("Tests by additional authors, percent", published.extra_tests, published.extra_tests.columns, published),
        _table("Solved after N revisions, percent", published.revisions, ("0", "1", "2", "3", "4"), published),
        _table(
            "pass@1 by author of the tests, percent",
            published.test_author_bias,
            published.test_author_bias.columns,
            published,
        ),
        _table("Human study, percent", published.human_study, ("share",), published),
        _table("Counts", published.autocodebench, ("count",), published),
    ]


def _table(title: str, numbers: Numbers, columns: tuple[str, ...], published: Published) -> Table:
    rows = [(name, *(f"{each:g}" for each in _row(row))) for name, row in numbers.rows.items()]
    return Table(
        title=f"{numbers.dataset}: {title[0].lower()}{title[1:]}",
        columns=("", *columns),
        rows=tuple(rows),
        note=f"Published: {published.sources[numbers.source].short}.",
    )


def _row(row: float | tuple[float, ...]) -> tuple[float, ...]:
    return row if isinstance(row, tuple) else (row,)
