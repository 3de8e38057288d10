"""An example in the making."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.environments import Lock
from benchwright.generate.soundness import Checked
from benchwright.judging.coverage import TargetCoverage
from benchwright.judging.observe import Seen
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
    """How many small wrong variants of the target tests notice."""

    tried: int
    """Variants that compile."""
    killed: int
    """Those that the tests refuse."""
    survivors: tuple[str, ...] = ()
    """Those that pass, each as `line 3: < → <=`. Some are no mistakes at all."""

    @property
    def share(self) -> float | None:
        """Of the tried, how many are noticed; None if none could be tried."""
        return self.killed / self.tried if self.tried else None


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that the steps read and write."""

    language: str = ""
    """Given: the language."""
    seed: Seed = _NO_SEED
    """Given: the source with its target."""
    code: str = ""
    """The file in which the target can be run by itself."""
    requirements: tuple[str, ...] = ()
    """Packages that it needs."""
    lock: Lock | None = None
    """Those with all that they need, pinned; None where it needs none."""
    environment: str | None = None
    """The package set that holds them."""
    tests: str = ""
    """The first author's tests."""
    first_passed: bool = False
    """Whether they passed before anything was mended."""
    rounds: int = 0
    """How often something was mended until they passed."""
    checked: Checked | None = None
    """What running the reference has shown."""
    seen: Seen | None = None
    """What the sandbox saw of it."""
    question: str = ""
    """What a solver is told about the target."""
    extra_tests: str = ""
    """The second author's tests; empty where none held."""
    extra_seen: Seen | None = None
    """What the sandbox saw of those."""
    extra_tried: int = 0
    """How many of the second author's answers were tried."""
    mutation: Mapping[str, Noticed] = {}
    """Test set → which variants of the target it notices."""
    coverage: Mapping[str, TargetCoverage] = {}
    """Test set → what it runs of the target."""
    complexity: Mapping[str, Complexity] = {}
    """`all` and `target` → how complex it is."""

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
        """As a problem, as far as it has come; the id is given later."""
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
