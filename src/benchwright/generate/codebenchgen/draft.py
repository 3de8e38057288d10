"""The draft of an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.environments import Lock
from benchwright.generate.soundness import Checked
from benchwright.judging.coverage import TargetCoverage
from benchwright.judging.observe import Observed
from benchwright.languages import find_language
from benchwright.languages.functions import Function, around, find_function
from benchwright.languages.join import encode
from benchwright.metrics.complexity import Complexity
from benchwright.problems import Problem
from benchwright.seeds import Origin, Seed

FULL, AUGMENTED, BOTH = "full", "augmented", "both"
"""The tests of the first author, those of the second, and the two together."""


_NO_SEED = Seed(id="", text="", language="", kind="function", origin=Origin(source=""))


class Noticed(msgspec.Struct, frozen=True, kw_only=True):
    """How many small wrong variants of the target a test set detects."""

    tried: int
    """Number of variants that compile."""
    killed: int
    """Number of variants that the tests reject."""
    survivors: tuple[str, ...] = ()
    """Variants that pass, each as `line 3: < → <=`. Some of them are equivalent to the target."""

    @property
    def share(self) -> float | None:
        """Share of tried variants that are detected; None if none could be tried."""
        return self.killed / self.tried if self.tried else None


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that the steps read and write."""

    language: str = ""
    """Input: the language of the source."""
    seed: Seed = _NO_SEED
    """Input: the source with its target."""
    code: str = ""
    """The rewritten file, in which the target runs on its own."""
    requirements: tuple[str, ...] = ()
    """Packages that the file needs."""
    lock: Lock | None = None
    """These packages with all dependencies, pinned; None if it needs none."""
    environment: str | None = None
    """The environment that contains them; None if it needs none."""
    tests: str = ""
    """The first author's tests."""
    first_passed: bool = False
    """Whether they passed before any repair."""
    rounds: int = 0
    """Number of repair rounds until they passed."""
    checked: Checked | None = None
    """What running the reference has shown."""
    seen: Observed | None = None
    """What the sandbox observed during the first author's tests."""
    question: str = ""
    """The description of the target for the solver."""
    extra_tests: str = ""
    """The second author's tests; empty if none were usable."""
    extra_seen: Observed | None = None
    """What the sandbox observed during the second author's tests."""
    extra_tried: int = 0
    """Number of the second author's answers that were tried."""
    mutation: Mapping[str, Noticed] = {}
    """Test set → which variants of the target it detects."""
    coverage: Mapping[str, TargetCoverage] = {}
    """Test set → what it covers of the target."""
    complexity: Mapping[str, Complexity] = {}
    """`all` and `target` → complexity of the file and of the target."""
    notes: Mapping[str, Any] = {}
    """Results of steps without a field here, by name; they become part of the problem's evidence."""

    @property
    def function(self) -> Function | None:
        """The target in the file."""
        return find_function(find_language(self.language), self.code, self.seed.target)

    @property
    def body_lines(self) -> tuple[int, int]:
        """The first and the last line of what a solver writes."""
        function, data = self.function, encode(self.code)
        assert function is not None
        last = data[: function.body_end].rstrip()
        return data.count(b"\n", 0, function.body_start) + 1, last.count(b"\n") + 1

    @property
    def problem(self) -> Problem:
        """Return the draft as a problem, as far as it is complete; the id is assigned later."""
        function = self.function
        prefix, suffix = around(self.code, function) if function else ("", "")
        everything = self.complexity.get("all")
        return Problem(
            id="draft",
            language=self.language,
            question=self.question,
            canonical_solution=self.code,
            tests={FULL: self.tests} | ({AUGMENTED: self.extra_tests} if self.extra_tests else {}),
            prefix=prefix,
            suffix=suffix,
            entry_point=self.seed.target,
            libraries=everything.imports_external if everything else (),
            environment=self.environment,
        )
