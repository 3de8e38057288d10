"""Records of the explorer's data files. scripts/frontend_types.py generates the frontend's types from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.metrics.outcome import Estimate


class FunnelStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a generation."""

    step: str
    """Name of the step."""
    entered: int
    """Items that reached the step."""
    left: int
    """Items that passed it."""
    waiting: int
    """Items waiting for an answer."""
    failed: int
    """Failed items that will be retried."""
    reasons: Mapping[str, int]
    """Reason for dropping → number of items."""
    flags: Mapping[str, int]
    """Flag of items that passed → number of items."""
    repairs: int
    """Answers sent back to the model for repair."""
    prompt_tokens: int
    """Tokens in the step's prompts."""
    completion_tokens: int
    """Tokens in the step's completions."""
    cost_usd: float
    """Cost in US dollars, as far as prices are known."""


class Funnel(msgspec.Struct, frozen=True, kw_only=True):
    """A generation, step by step."""

    run: str
    """Key of its run."""
    name: str
    """Display name of the generation."""
    steps: tuple[FunnelStep, ...]
    """Steps in the order of the pipeline."""


class EvidenceRow(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of evidence, over all problems."""

    name: str
    """Description, such as `mutants noticed by full`."""
    part: int
    """Number that it holds for."""
    whole: int
    """Number that it is a part of."""
    problems: int
    """Number of problems with this evidence."""


class BenchmarkDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`benchmark`: the page of the benchmark."""

    card: str
    """Dataset card in Markdown; empty if there is none."""
    lines: tuple[int, ...]
    """Per problem: lines of the reference."""
    question_words: tuple[int, ...]
    """Per problem: words in the question."""
    tests: tuple[int, ...]
    """Per problem: lines of its tests, or number of cases."""
    solved: tuple[float, ...]
    """Per problem: mean pass rate of the models, or -1."""
    correlation: tuple[float | None, ...]
    """Per problem: correlation with the rest score; None if unknown."""
    duplicates: tuple[tuple[int, int, float], ...]
    """Pairs of problems with similar questions, and their similarity."""
    evidence: tuple[EvidenceRow, ...]
    """Mutation, coverage and similar evidence."""
    flags: Mapping[str, int]
    """Flag → number of problems."""
    licences: Mapping[str, int]
    """Licence of the source → number of problems."""
    repositories: Mapping[str, int]
    """Source repository → number of problems."""
    funnels: tuple[Funnel, ...]
    """Funnels of the generations among the jobs."""


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """An item that is not done."""

    step: str
    """Name of the step."""
    item: str
    """Id of the item."""
    state: str
    """State of the item: waiting, failed, unscored, defect …"""
    reason: str
    """Why the item is not done."""


class RunDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`runs/KEY`: the page of one job, reloaded while it runs."""

    key: str
    """Key of the run."""
    folder: str
    """Folder as the user named it."""
    kind: str
    """Either evaluation or generation."""
    state: str
    """State of the job: running, done or unfinished."""
    total: int
    """Number of items to process."""
    steps: Mapping[str, Mapping[str, int]]
    """Step → state → number of items."""
    states: Mapping[str, int]
    """State (scored, unscored, defect, unanswered) → samples of an evaluation."""
    pending: Mapping[str, int]
    """State (unscored, unanswered) → samples that are merely still to be run: nothing went wrong."""
    totals: Mapping[str, int]
    """Step of an evaluation → number of samples or problems it has when finished."""
    troubles: tuple[Trouble, ...]
    """Items that failed or wait; only the first ones."""
    troubles_left_out: int
    """Number of such items not listed."""
    toolchains: Mapping[str, str]
    """Language → toolchain version."""
    manifest: Mapping[str, Any]
    """Manifest as it is on disk."""
    funnel: Funnel | None
    """Funnel of a generation; None for an evaluation."""


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Jobs on the same benchmark, shown together."""

    key: str
    """Key used in URLs."""
    title: str
    """Name of the benchmark."""
    fingerprint: str
    """Fingerprint of its problems; empty if a generation has none yet."""
    problems: int | None
    """Number of problems; None if they cannot be read."""
    evaluations: int
    """Number of evaluations among the jobs."""
    generations: int
    """Number of generations among the jobs."""
    running: int
    """Number of running jobs."""
    begun: str
    """Start time of the newest job, in UTC."""


class Groups(msgspec.Struct, frozen=True, kw_only=True):
    """`groups`: the job groups that a server shows."""

    groups: tuple[Group, ...]
    """Groups, the one with the newest job first."""
    faults: tuple[str, ...]
    """Unreadable jobs, with the reason."""


SITE_SCHEMA = 1
UNKNOWN = -1
"""Marks unknown values in lists of numbers."""


class Problems(msgspec.Struct, frozen=True, kw_only=True):
    """Properties of every problem for filtering, as columns."""

    ids: tuple[str, ...]
    """Ids of the problems."""
    languages: tuple[str, ...]
    """Names of all languages, sorted."""
    language: tuple[int, ...]
    """Per problem: index in `languages`."""
    difficulties: tuple[str, ...]
    """Names of all difficulties, easiest first."""
    difficulty: tuple[int, ...]
    """Per problem: index in `difficulties`, or -1."""
    tags: tuple[str, ...]
    """Names of all tags, sorted."""
    tagged: tuple[tuple[int, ...], ...]
    """Per problem: indexes in `tags`."""
    lengths: tuple[str, ...]
    """Names of all ranges of reference lines, shortest first."""
    length: tuple[int, ...]
    """Per problem: index in `lengths`, or -1."""


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the leaderboard: a model in one evaluation."""

    key: str
    """Key used in URLs and file names; also the key of its run."""
    name: str
    """Display name, unique within the report."""
    answers: str
    """Source of the answers: `provider:name`, or the digest of a file of samples."""
    samples: int
    """Highest number of samples of a problem."""
    turns: int
    """Highest number of turns of a sample."""
    running: bool
    """Whether its job is running."""
    states: Mapping[str, int]
    """State (scored, unscored, defect, unanswered) → number of samples."""
    pass_at_k: Mapping[str, Estimate]
    """pass@1, and other values of k that were requested."""
    after_turns: Estimate | None
    """pass@1 after the last turn; None for single-turn answers."""
    by_language: Mapping[str, Estimate]
    """Id of a language → pass@1."""
    cost_usd: float | None
    """Total cost of all answers in US dollars; None if unknown."""
    prompt_tokens: int | None
    """Prompt tokens of all answers; None if unknown."""
    completion_tokens: int | None
    """Completion tokens of all answers; None if unknown."""
    scored: tuple[int, ...]
    """Per problem: number of scored first-turn answers."""
    passed: tuple[int, ...]
    """Per problem: number of those that passed."""
    first: tuple[int, ...]
    """Per problem: 1 if the first scored answer passed, 0 if not, -1 if there is none."""
    turned: tuple[int, ...]
    """Per problem: samples whose result after the last turn is known; empty for single-turn answers."""
    mended: tuple[int, ...]
    """Per problem: number of those that passed in any turn; empty for single-turn answers."""
    left_out: tuple[int, ...] = ()
    """Indexes of problems that cannot judge it: those of other benchmarks, and those with a defect."""


class RunHead(msgspec.Struct, frozen=True, kw_only=True):
    """A job in the list of runs."""

    key: str
    """Key used in URLs and file names."""
    name: str
    """Name of its folder."""
    kind: str
    """Either evaluation or generation."""
    state: str
    """State of the job: running, done or unfinished."""
    begun: str
    """Start time in UTC."""


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """`site`: data for the leaderboard, the comparison and the filters."""

    title: str
    """Name of the benchmark."""
    fingerprint: str
    """Fingerprint of its problems; if jobs differ, of the main benchmark."""
    notes: tuple[str, ...]
    """Caveats for reading the numbers, such as jobs on different problems."""
    made: str
    """Time of writing in UTC."""
    version: str
    """Version of benchwright that wrote it."""
    live: bool
    """Whether a server builds the files on request."""
    problems: Problems
    """Problems of all jobs."""
    models: tuple[Model, ...]
    """Ranked models by pass@1, best first, then those with too few scored problems."""
    runs: tuple[RunHead, ...]
    """All jobs, evaluations and generations."""
    schema: int = SITE_SCHEMA
    """Schema version of these records."""


class Titles(msgspec.Struct, frozen=True, kw_only=True):
    """`titles`: one-line title of each problem."""

    titles: tuple[str, ...]
    """Titles in the order of `Problems.ids`."""


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens and cost of one model per problem, over all samples and turns."""

    completion_tokens: tuple[int, ...]
    """Per problem: completion tokens, or -1."""
    cost_usd: tuple[float, ...]
    """Per problem: cost in US dollars, or -1."""


class Spending(msgspec.Struct, frozen=True, kw_only=True):
    """`spending`: tokens and costs, for use with filters."""

    models: Mapping[str, Spent]
    """Key of a model → its spending."""


class ModelDetails(msgspec.Struct, frozen=True, kw_only=True):
    """`models/KEY`: the page of one model."""

    key: str
    """Key of the model."""
    metrics: Mapping[str, Mapping[str, Estimate]]
    """All metrics as in score.json: verdict_mix, failure_class, slices, turns, cost and so on."""
    pass_at_k: tuple[Estimate, ...]
    """pass@1, pass@2 … up to the number of samples."""
    reasons: Mapping[str, str]
    """State → an example reason."""
    verdicts: tuple[str, ...]
    """Names of the verdicts and states that occur."""
    verdict: tuple[int, ...]
    """Per problem: index in `verdicts` of the first answer's last turn, or -1."""
    failures: tuple[str, ...]
    """Names of the failure classes that occur."""
    failure: tuple[int, ...]
    """Per problem: index in `failures` of the first answer, or -1."""
