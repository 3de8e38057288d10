"""The draft of a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.generate.soundness import Checked
from benchwright.judging.coverage import Coverage
from benchwright.problems import Problem
from benchwright.seeds import Seed


class Mutation(msgspec.Struct, frozen=True, kw_only=True):
    """How many small wrong variants of the reference the full tests detect."""

    tried: int = 0
    """Number of variants that compile."""
    killed: int = 0
    """Number of variants that the full tests reject."""
    invalid: int = 0
    """Number of variants that do not compile; they are inconclusive."""
    survivors: tuple[str, ...] = ()
    """Variants that pass, each as `line 3: < → <=`. Some of them are equivalent to the reference."""
    proposed: int = 0
    """Number of tried variants that a model proposed."""

    @property
    def share(self) -> float | None:
        """Share of tried variants that are detected; None if none could be tried."""
        return self.killed / self.tried if self.tried else None


class Solving(msgspec.Struct, frozen=True, kw_only=True):
    """Result of solving the problem from its question alone."""

    samples: int
    """Number of answers sampled."""
    passed: int
    """Number of answers that pass both test sets."""
    verdicts: tuple[str, ...]
    """Verdict of each answer."""
    disputed: str = ""
    """What several failing answers agree on, against the tests; empty if nothing."""

    @property
    def rate(self) -> float:
        """The share of answers that passed."""
        return self.passed / self.samples


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The critic's findings by rule."""

    violations: Mapping[str, str] = {}
    """Rule → what is wrong, for each of the eight rules; empty if nothing is."""


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that the steps read and write."""

    language: str = ""
    """Input: the language that the problem is for."""
    seed: Seed | None = None
    """Input: the code that it starts from."""
    source: Problem | None = None
    """Input of a translation: the problem that it is translated from."""
    solution: str = ""
    """The reference, written by the model."""
    demo_inputs: str = ""
    """A program that prints a few inputs with their outputs."""
    full_inputs: str = ""
    """A program that prints many inputs with their outputs."""
    demo_output: str = ""
    """Output of the program with few inputs."""
    full_output: str = ""
    """Output of the program with many inputs."""
    demo_tests: str = ""
    """The public tests, which solvers see."""
    full_tests: str = ""
    """The private tests, which solvers do not see."""
    bugs: tuple[str, ...] = ()
    """Wrong solutions that a model proposed."""
    checked: Checked | None = None
    """What running the reference has shown."""
    mutation: Mutation | None = None
    """How many wrong variants the full tests detect."""
    strengthened: bool = False
    """Whether the full tests are a second, stronger version."""
    wrong: tuple[str, ...] = ()
    """Proposed wrong solutions that the full tests reject."""
    coverage: Coverage | None = None
    """Lines of the reference that the full tests run."""
    question: str = ""
    """The question, as the solver sees it."""
    review: Review | None = None
    """The critic's findings by rule."""
    solving: Solving | None = None
    """Result of solving it from the question alone."""
    difficulty: str = ""
    """One of easy, medium or hard."""
    category: str = ""
    """One of AutoCodeBench's categories."""
    tags: tuple[str, ...] = ()
    """Further topics of the problem."""
    notes: Mapping[str, Any] = {}
    """Results of steps without a field here, by name; they become part of the problem's evidence."""

    @property
    def problem(self) -> Problem:
        """Return the draft as a problem, as far as it is complete; the id is assigned later."""
        return Problem(
            id="draft",
            language=self.language,
            question=self.question,
            canonical_solution=self.solution,
            tests={"demo": self.demo_tests, "full": self.full_tests},
            difficulty=self.difficulty,
            tags=tuple(dict.fromkeys(tag for tag in (self.category, *self.tags) if tag)),
            wrong_solutions=self.wrong,
        )
