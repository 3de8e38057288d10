"""The record of a problem."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A task, a solution that is known to be right, and tests that tell right from wrong."""

    id: str
    """Unique in its benchmark."""
    language: str
    """Language id."""
    question: str
    """What the solver is asked."""
    canonical_solution: str
    """The reference."""
    tests: Mapping[str, str]
    """Name of a test set (`full`, `demo`) → its text."""
    difficulty: str = ""
    """easy, medium or hard; empty where unknown."""
    wrong_solutions: tuple[str, ...] = ()
    """Solutions that the full tests must refuse."""
    hack_solutions: tuple[str, ...] = ()
    """Solutions that try to get a pass without solving the problem."""

    @property
    def digest(self) -> str:
        """Tells its reference and tests from any others."""
        texts = (self.language, self.canonical_solution, *(text for _, text in sorted(self.tests.items())))
        data = "\0".join(texts).encode(errors="surrogateescape")
        return hashlib.sha256(data).hexdigest()[:16]
