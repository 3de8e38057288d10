"""The data file of the benchmark: its distributions, its evidence, and how it was made."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


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
