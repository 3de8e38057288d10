"""What the Visual Basic joiner itself does; the build changes the texts, which the corpus covers."""

from __future__ import annotations

from benchwright.languages.join import Origin, Parts
from benchwright.languages.visual_basic.join import join

SOLUTION = "Module A\nEnd Module\n"


def test_both_texts_are_unchanged() -> None:
    joined = join(Parts(solution=SOLUTION, tests="Sub Main()\nEnd Sub"))
    assert joined.files == {"Solution.vb": SOLUTION.encode(), "Tests.vb": b"Sub Main()\nEnd Sub"}
    assert joined.origins == {"Solution.vb": Origin(part="solution"), "Tests.vb": Origin(part="tests")}
    assert joined.silent == ()


def test_assertions_removed_by_release_builds_are_listed_once() -> None:
    tests = "Debug.Assert(1 = 1)\ndebug.assert(True)\nSystem.Diagnostics.Trace.Assert(True)\nMyDebug.Assert(1)\n"
    assert join(Parts(solution=SOLUTION, tests=tests)).silent == ("Debug.Assert", "Trace.Assert")
