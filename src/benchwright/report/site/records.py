"""What the explorer's data files hold. The page's types are made from these records: scripts/frontend_types.py.

Each file is one record, loaded when it is needed: `site` at once, the others by their key. Lists that have one entry
for each problem are in the order of `Problems.ids`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.metrics.outcome import Estimate

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
