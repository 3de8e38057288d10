"""Records of an analysis."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.metrics.outcome import Estimate


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """One number, summarized over several problems."""

    mean: float
    """Mean over the problems."""
    low: float
    """Lowest value of any problem."""
    high: float
    """Highest value of any problem."""
    n: int
    """Number of problems measured."""


class Diversity(msgspec.Struct, frozen=True, kw_only=True):
    """Diversity of the problems, as numbers of problems, most frequent first."""

    languages: Mapping[str, int]
    """Language id → problems."""
    standard: Mapping[str, int]
    """Standard library → problems that use it."""
    external: Mapping[str, int]
    """External library → problems that use it."""
    target_standard: Mapping[str, int]
    """Standard library → problems whose target uses it."""
    target_external: Mapping[str, int]
    """External library → problems whose target uses it."""
    topics: Mapping[str, int]
    """Tag or topic → problems that have it."""
    repositories: Mapping[str, int]
    """Repository or other origin → problems from it."""
    licences: Mapping[str, int]
    """Licence → problems under it."""
    methods: Mapping[str, int]
    """Generation method → problems made with it."""
    environments: Mapping[str, int]
    """Package environment → problems that use it."""


class CodeSpread(msgspec.Struct, frozen=True, kw_only=True):
    """Complexity of pieces of code."""

    tokens: Spread
    """Number of code tokens per piece."""
    depth: Spread
    """Depth of the syntax tree."""
    variables: Spread
    """Number of variables per piece."""
    calls: Spread
    """Number of calls per piece."""
    imports_standard: Spread
    """Number of standard libraries imported."""
    imports_external: Spread
    """Number of external libraries imported."""


class Complexities(msgspec.Struct, frozen=True, kw_only=True):
    """Complexity of the references; None if nothing could be measured."""

    all: CodeSpread | None = None
    """Context and target: the whole reference."""
    target: CodeSpread | None = None
    """The target alone, between prefix and suffix."""


class JobResult(msgspec.Struct, frozen=True, kw_only=True):
    """Results of one job."""

    pass_at_1: Estimate
    """pass@1 on the problems that job and benchmark share."""
    by_target_tokens: Mapping[str, Estimate]
    """Range of the target's tokens → pass@1; of the whole reference if there is no target."""


class Difficulty(msgspec.Struct, frozen=True, kw_only=True):
    """Difficulty of the problems."""

    labels: Mapping[str, int]
    """Label (easy, medium, hard) → problems."""
    solve_rates: Mapping[str, int]
    """Samples that solved it during generation, such as `1 of 2` → problems."""
    jobs: Mapping[str, JobResult]
    """Name of a job → its results."""


class TestSet(msgspec.Struct, frozen=True, kw_only=True):
    """Test sets with the same name."""

    __test__ = False

    problems: int
    """Number of problems that have it."""
    lines: Spread | None = None
    """Non-empty lines of the tests; None if it has no tests."""
    tokens: Spread | None = None
    """Code tokens of the tests; None if none could be measured."""
    cases: Spread | None = None
    """Number of cases, for programs judged by their output."""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """Line coverage of tests, over all problems with coverage data."""

    problems: int
    """Number of problems with coverage data."""
    lines: int
    """Number of executable lines."""
    covered: int
    """Number of lines that ran."""
    authors: tuple[str, ...] = ()
    """Authors of these tests, if known."""


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """Mutants that tests killed."""

    problems: int
    """Number of problems with mutation data."""
    mutants: int
    """Number of valid mutants of the references."""
    killed: int
    """Number of mutants that the tests killed."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Evidence collected while the problems were made."""

    problems: int
    """Number of problems with any evidence."""
    mutation: Mapping[str, Noticed]
    """Test set → mutants killed; `both` is all sets together."""
    coverage: Mapping[str, Coverage]
    """Test set → coverage; `both` is all sets together."""
    flags: Mapping[str, int]
    """Flag → problems that have it."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of one problem, for plots and further analysis."""

    problem: str
    """Id of the problem."""
    language: str
    """Id of the language."""
    difficulty: str = ""
    """Label: easy, medium or hard; empty if unknown."""
    all: Mapping[str, int] = {}
    """Tokens, depth, variables and calls of the whole reference; empty if it could not be measured."""
    target: Mapping[str, int] = {}
    """The same numbers for the target alone."""
    pass_at_1: Mapping[str, float] = {}
    """Name of a job → share of its samples that passed."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """Everything known about a benchmark without running it."""

    schema: int = 1
    """Schema version of this record."""
    name: str
    """Display name of the benchmark."""
    benchmark: str = ""
    """The benchmark as the user named it."""
    fingerprint: str
    """Digest of the problems, as in job manifests."""
    problems: int
    """Number of problems in the benchmark."""
    diversity: Diversity
    """Diversity of the problems."""
    complexity: Complexities
    """Complexity of the references, over all languages."""
    by_language: Mapping[str, Complexities]
    """Complexity by language; depths are comparable only within one."""
    difficulty: Difficulty
    """Difficulty of the problems."""
    tests: Mapping[str, TestSet]
    """Name of a test set → its size."""
    evidence: Evidence
    """Evidence collected while the problems were made."""
    measured: tuple[Measured, ...]
    """Numbers of each problem."""
