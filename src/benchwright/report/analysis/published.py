"""Figures that others published, from published.toml."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

import msgspec

Triple = tuple[float, float, float]
"""Mean, lowest and highest."""


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """Where figures were published."""

    citation: str
    """Authors, year and title."""
    address: str
    """Where to find it."""

    @property
    def short(self) -> str:
        """For captions: authors, year, address."""
        return f"{self.citation.partition(',')[0]}, {self.address}"


class Dataset(msgspec.Struct, frozen=True, kw_only=True):
    """How varied a published dataset is; None where it was not published."""

    examples: int
    """How many problems it has."""
    standard: int
    """Different libraries of the language that they use."""
    external: int
    """Different other libraries."""
    repositories: int | None = None
    """Repositories that they come from."""
    topics: int | None = None
    """Topics of these repositories."""
    contributors: tuple[int, int] | None = None
    """Fewest and most contributors of a repository."""
    origin: str
    """Where its problems come from."""


class Datasets(msgspec.Struct, frozen=True, kw_only=True):
    """Published datasets."""

    source: str
    """Name of the citation."""
    rows: Mapping[str, Dataset]
    """Name → dataset."""


class CodeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Complexity of a dataset's code."""

    tokens: Triple
    """Code tokens."""
    depth: Triple
    """Depth of the syntax tree."""
    variables: Triple
    """Variables."""


class ComplexityFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Complexity of a published dataset."""

    source: str
    """Name of the citation."""
    dataset: str
    """Which dataset."""
    all: CodeFigures
    """Context and target together."""
    target: CodeFigures
    """The target alone."""


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """A published table of numbers."""

    source: str
    """Name of the citation."""
    dataset: str
    """Which dataset they are of."""
    columns: tuple[str, ...] = ()
    """What the numbers of a row are, where there are several."""
    k: tuple[int, ...] = ()
    """The k of pass@k, where it is a table of those."""
    rows: Mapping[str, float | tuple[float, ...]]
    """Name of a row → its number or numbers."""


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """All published figures that we know."""

    sources: Mapping[str, Citation]
    """Name → citation."""
    datasets: Datasets
    """How varied datasets are."""
    complexity: ComplexityFigures
    """How complex the code of one of them is."""
    pass_at_k: Numbers
    """What models reached on it, in percent."""
    funnel: Numbers
    """What was left after each step of making it."""
    extra_tests: Numbers
    """What further tests changed, in percent."""
    revisions: Numbers
    """Solved after 0, 1, 2, … revisions, in percent."""
    test_author_bias: Numbers
    """Pass@1 by who wrote the tests, in percent."""
    human_study: Numbers
    """What people said and did, in percent."""
    autocodebench: Numbers
    """Counts of another benchmark."""


@functools.cache
def published() -> Published:
    """The figures, read once."""
    data = resources.files(__package__).joinpath("published.toml").read_bytes()
    return msgspec.toml.decode(data, type=Published)
