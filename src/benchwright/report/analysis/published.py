"""Figures published by others, from published.toml."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

import msgspec

Triple = tuple[float, float, float]
"""Mean, minimum and maximum."""


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """Source of published figures."""

    citation: str
    """Authors, year and title."""
    address: str
    """Link to the publication."""

    @property
    def short(self) -> str:
        """Authors, year and link, for captions."""
        return f"{self.citation.partition(',')[0]}, {self.address}"


class Dataset(msgspec.Struct, frozen=True, kw_only=True):
    """Diversity of a published dataset; None marks unpublished numbers."""

    examples: int
    """Number of problems in the dataset."""
    standard: int
    """Distinct standard libraries that the problems use."""
    external: int
    """Distinct external libraries that the problems use."""
    repositories: int | None = None
    """Number of source repositories."""
    topics: int | None = None
    """Number of topics of these repositories."""
    contributors: tuple[int, int] | None = None
    """Minimum and maximum number of contributors to a repository."""
    origin: str
    """Where the problems come from."""


class Datasets(msgspec.Struct, frozen=True, kw_only=True):
    """All published datasets."""

    source: str
    """Key of the citation."""
    rows: Mapping[str, Dataset]
    """Name of a dataset → its figures."""


class CodeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Complexity of a dataset's code."""

    tokens: Triple
    """Number of code tokens."""
    depth: Triple
    """Depth of the syntax tree."""
    variables: Triple
    """Number of variables in the code."""


class ComplexityFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Complexity of a published dataset."""

    source: str
    """Key of the citation."""
    dataset: str
    """Name of the dataset."""
    all: CodeFigures
    """Figures for context and target together."""
    target: CodeFigures
    """Figures for the target alone."""


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """A published table of numbers."""

    source: str
    """Key of the citation."""
    dataset: str
    """Dataset that the numbers describe."""
    columns: tuple[str, ...] = ()
    """Names of a row's numbers, if it has several."""
    k: tuple[int, ...] = ()
    """Values of k, if it is a pass@k table."""
    rows: Mapping[str, float | tuple[float, ...]]
    """Name of a row → its number or numbers."""


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """All published figures included with benchwright."""

    sources: Mapping[str, Citation]
    """Key of a citation → citation."""
    datasets: Datasets
    """Diversity of published datasets."""
    complexity: ComplexityFigures
    """Complexity of one dataset's code."""
    pass_at_k: Numbers
    """Results of models on it, in percent."""
    funnel: Numbers
    """Examples left after each step of its generation."""
    extra_tests: Numbers
    """Effect of additional tests, in percent."""
    revisions: Numbers
    """Solved after 0, 1, 2, … revisions, in percent."""
    test_author_bias: Numbers
    """pass@1 by author of the tests, in percent."""
    human_study: Numbers
    """Results of the human study, in percent."""
    autocodebench: Numbers
    """Counts of another benchmark."""


@functools.cache
def published() -> Published:
    """Load the figures once."""
    data = resources.files(__package__).joinpath("published.toml").read_bytes()
    return msgspec.toml.decode(data, type=Published)
