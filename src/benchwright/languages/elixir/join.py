"""Join Elixir: the driver, which is prepared with the toolchain, compiles and runs both texts."""

from __future__ import annotations

from benchwright.languages.join import Joined, Origin, Parts, encode


def join(parts: Parts) -> Joined:
    """Combine two files; the driver makes the necessary changes to the tests in their syntax tree."""
    framework = "ExUnit.Case" in parts.tests
    return Joined(
        files={"solution.ex": encode(parts.solution), "tests.exs": encode(parts.tests)},
        mode="tests",
        origins={"solution.ex": Origin(part="solution"), "tests.exs": Origin(part="tests")},
        entry="framework" if framework else "text",
        framework="ExUnit" if framework else "",
    )
