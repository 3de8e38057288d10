"""What the explorer's data files hold. The page's types are generated from these records: scripts/frontend_types.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.metrics.outcome import Estimate


class FunnelStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a generation."""

    step: str
    """Its name."""
    entered: int
    """Items that came to it."""
    left: int
    """Those that went on."""
    waiting: int
    """For an answer."""
    failed: int
    """To be tried again."""
    reasons: Mapping[str, int]
    """Why items were dropped → how many."""
    flags: Mapping[str, int]
    """What speaks against problems that went on → how many."""
    repairs: int
    """Answers that were sent back once."""
    prompt_tokens: int
    """Read by models."""
    completion_tokens: int
    """Written by them."""
    cost_usd: float
    """As far as prices are known."""


class Funnel(msgspec.Struct, frozen=True, kw_only=True):
    """A generation, step by step."""

    run: str
    """Key of its run."""
    name: str
    """For people."""
    steps: tuple[FunnelStep, ...]
    """In their order."""


class EvidenceRow(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of proof, over all problems."""

    name: str
    """As `mutants noticed by full`."""
    part: int
    """How many were."""
    whole: int
    """Of how many."""
    problems: int
    """Problems of which it is known."""


class BenchmarkDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`benchmark`: the page of the benchmark."""

    card: str
    """The dataset card in Markdown; empty without one."""
    lines: tuple[int, ...]
    """Of each problem: lines of the reference."""
    question_words: tuple[int, ...]
    """Of each problem: words of the question."""
    tests: tuple[int, ...]
    """Of each problem: lines of its tests, or cases."""
    solved: tuple[float, ...]
    """Of each problem: mean pass rate of the models, or -1."""
    correlation: tuple[float | None, ...]
    """Of each problem: with the rest score; None where it cannot be said."""
    duplicates: tuple[tuple[int, int, float], ...]
    """Pairs of problems whose questions are alike, and how much."""
    evidence: tuple[EvidenceRow, ...]
    """Mutants, coverage and the like."""
    flags: Mapping[str, int]
    """What speaks against problems → how many."""
    licences: Mapping[str, int]
    """Of the sources → problems."""
    repositories: Mapping[str, int]
    """Sources → problems."""
    funnels: tuple[Funnel, ...]
    """Of the generations among the jobs."""


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """An item that is not done."""

    step: str
    """Where."""
    item: str
    """Which."""
    state: str
    """waiting, failed, unscored, defect …"""
    reason: str
    """Why."""


class RunDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`runs/KEY`: the page of one job, read again and again while it runs."""

    key: str
    """Of the run."""
    folder: str
    """As it was named."""
    kind: str
    """evaluation or generation."""
    state: str
    """running, done or unfinished."""
    total: int
    """Items that there are to do."""
    steps: Mapping[str, Mapping[str, int]]
    """Step → state → items."""
    states: Mapping[str, int]
    """scored, unscored, defect, unanswered → samples, of an evaluation."""
    pending: Mapping[str, int]
    """unscored, unanswered → those of them whose turn has merely not come: nothing went wrong."""
    totals: Mapping[str, int]
    """Step of an evaluation → how many it will have done in the end: samples, or problems."""
    troubles: tuple[Trouble, ...]
    """The first of what went wrong or waits."""
    troubles_left_out: int
    """How many more there are."""
    toolchains: Mapping[str, str]
    """Language → version."""
    manifest: Mapping[str, Any]
    """As it is on disk."""
    funnel: Funnel | None
    """Of a generation."""


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Jobs about one benchmark, which are shown together."""

    key: str
    """In addresses."""
    title: str
    """Name of the benchmark."""
    fingerprint: str
    """Of its problems; empty while a generation has none."""
    problems: int | None
    """How many; None where that cannot be read."""
    evaluations: int
    """How many of the jobs."""
    generations: int
    """How many of the jobs."""
    running: int
    """How many are being worked on."""
    begun: str
    """When the newest began, in UTC."""


class Groups(msgspec.Struct, frozen=True, kw_only=True):
    """`groups`: what a server has to show."""

    groups: tuple[Group, ...]
    """The newest first."""
    faults: tuple[str, ...]
    """What cannot be read, and why."""


SITE_SCHEMA = 1
UNKNOWN = -1
"""In lists of numbers: nothing is known."""


class Problems(msgspec.Struct, frozen=True, kw_only=True):
    """What filters need to know of every problem, column by column."""

    ids: tuple[str, ...]
    """Their names."""
    languages: tuple[str, ...]
    """Names of all languages, sorted."""
    language: tuple[int, ...]
    """Of each problem: place in `languages`."""
    difficulties: tuple[str, ...]
    """Names of all difficulties, the easiest first."""
    difficulty: tuple[int, ...]
    """Of each problem: place in `difficulties`, or -1."""
    tags: tuple[str, ...]
    """Names of all tags, sorted."""
    tagged: tuple[tuple[int, ...], ...]
    """Of each problem: places in `tags`."""
    lengths: tuple[str, ...]
    """Names of all ranges of lines of the reference, the shortest first."""
    length: tuple[int, ...]
    """Of each problem: place in `lengths`, or -1."""


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the leaderboard: a model in one evaluation."""

    key: str
    """In addresses and names of files; also that of its run."""
    name: str
    """For people; unique."""
    answers: str
    """Who answered: `provider:name`, or the digest of a file of samples."""
    samples: int
    """Most answers to one problem."""
    turns: int
    """Most turns of one answer."""
    running: bool
    """Whether it is being worked on."""
    states: Mapping[str, int]
    """scored, unscored, defect, unanswered → samples."""
    pass_at_k: Mapping[str, Estimate]
    """pass@1 and further ones that were asked for."""
    after_turns: Estimate | None
    """pass@1 after the last turn; None of single answers."""
    by_language: Mapping[str, Estimate]
    """Language → pass@1."""
    cost_usd: float | None
    """Of all answers together, where it is known."""
    prompt_tokens: int | None
    """Read, over all answers."""
    completion_tokens: int | None
    """Written."""
    scored: tuple[int, ...]
    """Of each problem: scored first-turn answers."""
    passed: tuple[int, ...]
    """Of each problem: how many of those passed."""
    first: tuple[int, ...]
    """Of each problem: 1 if the first scored answer passed, 0 if not, -1 without one."""
    turned: tuple[int, ...]
    """Of each problem: samples of which it is known how they stand after the last turn; empty of single answers."""
    mended: tuple[int, ...]
    """Of each problem: how many of those have passed in any turn; empty of single answers."""
    left_out: tuple[int, ...] = ()
    """Places of the problems that cannot judge it: those of other benchmarks, and those with a defect."""


class RunHead(msgspec.Struct, frozen=True, kw_only=True):
    """A job in the list of runs."""

    key: str
    """In addresses and names of files."""
    name: str
    """Its folder."""
    kind: str
    """evaluation or generation."""
    state: str
    """running, done or unfinished."""
    begun: str
    """When, in UTC."""


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """`site`: all that the leaderboard, the comparison and the filters need."""

    title: str
    """Name of the benchmark."""
    fingerprint: str
    """Of its problems; several jobs with other problems: of the first."""
    notes: tuple[str, ...]
    """What must be known to read the numbers, as that jobs were made on different problems."""
    made: str
    """When these files were made, in UTC."""
    version: str
    """Of benchwright."""
    live: bool
    """Whether a server makes them anew when they are asked for."""
    problems: Problems
    """All that any of the jobs has."""
    models: tuple[Model, ...]
    """The best pass@1 first, below them those with too few scored problems to be ranked."""
    runs: tuple[RunHead, ...]
    """All jobs, evaluations and generations."""
    schema: int = SITE_SCHEMA
    """Version of these records."""


class Titles(msgspec.Struct, frozen=True, kw_only=True):
    """`titles`: what each problem asks, in a line."""

    titles: tuple[str, ...]
    """Of each problem."""


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What one model used, problem by problem, over all samples and turns."""

    completion_tokens: tuple[int, ...]
    """Of each problem, or -1."""
    cost_usd: tuple[float, ...]
    """Of each problem, or -1."""


class Spending(msgspec.Struct, frozen=True, kw_only=True):
    """`spending`: costs and tokens under filters."""

    models: Mapping[str, Spent]
    """Key of a model → what it used."""


class ModelDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`models/KEY`: the page of one model."""

    key: str
    """Of the model."""
    metrics: Mapping[str, Mapping[str, Estimate]]
    """All metrics as in score.json: verdict_mix, failure_class, slices, turns, cost and so on."""
    pass_at_k: tuple[Estimate, ...]
    """pass@1, pass@2 … up to the number of samples."""
    reasons: Mapping[str, str]
    """State → an example of why."""
    verdicts: tuple[str, ...]
    """Names of the verdicts and states that occur."""
    verdict: tuple[int, ...]
    """Of each problem: place in `verdicts` of the first answer's last turn, or -1."""
    failures: tuple[str, ...]
    """Names of the failure classes that occur."""
    failure: tuple[int, ...]
    """Of each problem: place in `failures` of its first answer, or -1."""
