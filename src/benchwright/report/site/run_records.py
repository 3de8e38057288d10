"""The data files of jobs: one as it runs, and the list of those that a server has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.report.site.benchmark_records import Funnel


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
