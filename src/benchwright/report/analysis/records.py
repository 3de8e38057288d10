"""What an analysis holds."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.metrics.outcome import Estimate


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """One number over several problems."""

    mean: float
    """Its mean."""
    low: float
    """The lowest."""
    high: float
    """The highest."""
    n: int
    """Problems that were counted."""


class Diversity(msgspec.Struct, frozen=True, kw_only=True):
    """How varied the problems are. Counts are of problems, the most frequent first."""

    languages: Mapping[str, int]
    """Language id → problems."""
    standard: Mapping[str, int]
    """Library of the language → problems that use it."""
    external: Mapping[str, int]
    """Other library → problems that use it."""
    target_standard: Mapping[str, int]
    """Library of the language → problems whose target itself uses it."""
    target_external: Mapping[str, int]
    """Other library → problems whose target itself uses it."""
    topics: Mapping[str, int]
    """Tag or topic → problems that have it."""
    repositories: Mapping[str, int]
    """Repository, or other origin, → problems from it."""
    licences: Mapping[str, int]
    """Licence → problems under it."""
    methods: Mapping[str, int]
    """How they were made → problems."""
    environments: Mapping[str, int]
    """Package set → problems that run with it."""


class CodeSpread(msgspec.Struct, frozen=True, kw_only=True):
    """How complex pieces of code are."""

    tokens: Spread
    """Code tokens."""
    depth: Spread
    """Depth of the syntax tree."""
    variables: Spread
    """Variables."""
    calls: Spread
    """Calls."""
    imports_standard: Spread
    """Libraries of the language."""
    imports_external: Spread
    """Other libraries."""


class Complexities(msgspec.Struct, frozen=True, kw_only=True):
    """How complex the references are; None where nothing could be counted."""

    all: CodeSpread | None = None
    """Context and target: the whole reference."""
    target: CodeSpread | None = None
    """The target alone: what is asked for, between prefix and suffix."""


class JobResult(msgspec.Struct, frozen=True, kw_only=True):
    """What one job solved."""

    pass_at_1: Estimate
    """pass@1 on the problems that are in both."""
    by_target_tokens: Mapping[str, Estimate]
    """Range of the target's tokens → pass@1; of the whole reference where there is no target."""


class Difficulty(msgspec.Struct, frozen=True, kw_only=True):
    """How hard the problems are."""

    labels: Mapping[str, int]
    """easy, medium, hard → problems, as labelled."""
    solve_rates: Mapping[str, int]
    """Share of samples that solved it when it was made, as `1 of 2`, → problems."""
    jobs: Mapping[str, JobResult]
    """Name of a job → what it solved."""


class TestSet(msgspec.Struct, frozen=True, kw_only=True):
    """Test sets of one name."""

    __test__ = False

    problems: int
    """Problems that have it."""
    lines: Spread | None = None
    """Lines that are not empty, of tests."""
    tokens: Spread | None = None
    """Code tokens of tests, as far as they could be counted."""
    cases: Spread | None = None
    """Inputs with outputs, of programs that are judged by what they print."""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """Lines that tests ran, over all problems where it is known."""

    problems: int
    """Problems where it is known."""
    lines: int
    """Lines that could have run."""
    covered: int
    """Lines that did."""
    authors: tuple[str, ...] = ()
    """Who wrote these tests, as far as known."""


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """Which faults tests noticed."""

    problems: int
    """Problems where that was tried."""
    mutants: int
    """Faults that were put into references."""
    killed: int
    """Those that the tests noticed."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What was proven of the problems when they were made."""

    problems: int
    """Problems that have any."""
    mutation: Mapping[str, Noticed]
    """Test set → which faults it noticed; `both` is of all sets together."""
    coverage: Mapping[str, Coverage]
    """Test set → coverage; `both` is of all sets together."""
    flags: Mapping[str, int]
    """Flag → problems that have it."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """One problem's numbers, for plots and for whoever wants to count otherwise."""

    problem: str
    """Its id."""
    language: str
    """Language id."""
    difficulty: str = ""
    """easy, medium or hard; empty where unknown."""
    all: Mapping[str, int] = {}
    """tokens, depth, variables, calls of the whole reference; empty if it could not be counted."""
    target: Mapping[str, int] = {}
    """The same of the target alone."""
    pass_at_1: Mapping[str, float] = {}
    """Name of a job → share of its samples that passed."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a benchmark without running it."""

    schema: int = 1
    """Version of this record."""
    name: str
    """What was analysed."""
    benchmark: str = ""
    """The same as the user gave it."""
    fingerprint: str
    """Digest of the problems, as manifests of jobs have it."""
    problems: int
    """How many problems it has."""
    diversity: Diversity
    """How varied they are."""
    complexity: Complexities
    """How complex the references are, in all languages together."""
    by_language: Mapping[str, Complexities]
    """The same by language: depths compare only there."""
    difficulty: Difficulty
    """How hard they are."""
    tests: Mapping[str, TestSet]
    """Name of a test set → how long it is."""
    evidence: Evidence
    """What was proven of them."""
    measured: tuple[Measured, ...]
    """The numbers of each problem."""
