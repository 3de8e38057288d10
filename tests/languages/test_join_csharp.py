"""What the C# joiner itself does; the build changes the texts, which the corpus covers."""

from __future__ import annotations

from benchwright.languages.csharp.join import join
from benchwright.languages.join import Origin, Parts

SOLUTION = "public static class A { public static int One() => 1; }\n"


def test_both_texts_are_unchanged() -> None:
    joined = join(Parts(solution=SOLUTION, tests="using System;\nConsole.WriteLine(A.One());"))
    assert joined.files == {
        "Solution.cs": SOLUTION.encode(),
        "Tests.cs": b"using System;\nConsole.WriteLine(A.One());",
    }
    assert joined.origins == {"Solution.cs": Origin(part="solution"), "Tests.cs": Origin(part="tests")}
    assert joined.silent == ()


def test_assertions_removed_by_release_builds_are_listed_once() -> None:
    tests = (
        "Debug.Assert(A.One() == 1); System.Diagnostics.Trace . Assert(true); Debug.Assert(true); MyDebug.Assert(1);"
    )
    assert join(Parts(solution=SOLUTION, tests=tests)).silent == ("Debug.Assert", "Trace.Assert")


def test_invalid_utf8_round_trips() -> None:
    assert join(Parts(solution="// \udcff", tests="")).files["Solution.cs"] == b"// \xff"
