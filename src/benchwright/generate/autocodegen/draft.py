"""A problem in the making."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.generate.soundness import Checked
from benchwright.judging.coverage import Coverage
from benchwright.problems import Problem
from benchwright.seeds import Seed


class Mutation(msgspec.Struct, frozen=True, kw_only=True):
    """How many small wrong variants of the reference the full tests notice."""

    tried: int = 0
    """Variants that compile."""
    killed: int = 0
    """Those that the full tests refuse."""
    invalid: int = 0
    """Variants that did not compile: they say nothing."""
    survivors: tuple[str, ...] = ()
    """Those that pass, each as `line 3: < → <=`. Some are no mistakes at all."""
    proposed: int = 0
    """Of the tried: those that a model proposed."""

    @property
    def share(self) -> float | None:
        """Of the tried, how many are noticed; None if none could be tried."""
        return self.killed / self.tried if self.tried else None


class Solving(msgspec.Struct, frozen=True, kw_only=True):
    """What came of solving the problem from its question alone."""

    samples: int
    """Answers that were drawn."""
    passed: int
    """Those that pass both test sets."""
    verdicts: tuple[str, ...]
    """Of each answer."""
    disputed: str = ""
    """What several failing answers agree on against the tests; empty if nothing."""

    @property
    def rate(self) -> float:
        """The share that passed."""
        return self.passed / self.samples


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """What the critic found: rule → what is wrong; empty where nothing is."""

    violations: Mapping[str, str] = {}
    """Of the eight rules."""


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that the steps read and write."""

    language: str = ""
    """Given: the language that the problem is for."""
    seed: Seed | None = None
    """Given: the code that it begins with."""
    source: Problem | None = None
    """Given to a translation: the problem that it is translated from."""
    solution: str = ""
    """The reference."""
    demo_inputs: str = ""
    """A program that prints a few inputs with their outputs."""
    full_inputs: str = ""
    """The same for many."""
    demo_output: str = ""
    """What the first of them printed."""
    full_output: str = ""
    """What the second printed."""
    demo_tests: str = ""
    """The public tests."""
    full_tests: str = ""
    """The private tests."""
    bugs: tuple[str, ...] = ()
    """Wrong solutions that a model proposed."""
    checked: Checked | None = None
    """What running the reference has shown."""
    mutation: Mutation | None = None
    """What the full tests notice."""
    strengthened: bool = False
    """Whether the full tests are a second, stronger version."""
    wrong: tuple[str, ...] = ()
    """Proposed solutions that the full tests refuse."""
    coverage: Coverage | None = None
    """What the full tests run."""
    question: str = ""
    """What the solver is asked."""
    review: Review | None = None
    """What the critic found."""
    solving: Solving | None = None
    """What came of solving it."""
    difficulty: str = ""
    """easy, medium or hard."""
    category: str = ""
    """One of the categories."""
    tags: tuple[str, ...] = ()
    """What else it is about."""

    @property
    def problem(self) -> Problem:
        """As a problem, as far as it has come; the id is given later."""
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
