"""Join Clojure: the driver loads both texts one after the other, so that both keep their lines."""

from __future__ import annotations

from benchwright.languages.join import Joined, Origin, Parts, encode


def join(parts: Parts) -> Joined:
    """Combine two files; the driver is already compiled."""
    framework = "deftest" in parts.tests
    return Joined(
        files={"Solution.clj": encode(parts.solution), "Tests.clj": encode(parts.tests)},
        mode="tests",
        origins={"Solution.clj": Origin(part="solution"), "Tests.clj": Origin(part="tests")},
        entry="framework" if framework else "text",
        framework="clojure.test" if framework else "",
        silent=("is",) if "clojure.test" in parts.tests else (),
    )
