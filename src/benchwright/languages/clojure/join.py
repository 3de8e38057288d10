"""Join Clojure: the driver loads both texts one after the other, so that both keep their lines."""

from __future__ import annotations

import re

from benchwright.languages.join import SOLUTION_NAME, Joined, Origin, Parts, encode

_LOAD = re.compile(rf'\(load(?:-file)?\s+"(?:[^"\n]*/)?{SOLUTION_NAME}(?:\.cljc?)?"\s*\)')
_REQUIRED = re.compile(r"\(:?(?:require|use)\s+(?:[^()]|\([^()]*\))*\)")
_LIBRARY = re.compile(r"(?:[\[(]|(?<=\s)|')\s*([a-z][\w.*+!?-]*)(?=[\s\])])")
_NAMESPACE = re.compile(r"\((?:ns|in-ns)\s")


def join(parts: Parts) -> Joined:
    """Combine two files; the driver is already compiled."""
    framework = "deftest" in parts.tests
    return Joined(
        files={
            "Solution.clj": encode(_namespace(parts) + parts.solution),
            "Tests.clj": encode(_LOAD.sub("nil", parts.tests)),
        },
        mode="tests",
        origins={"Solution.clj": Origin(part="solution"), "Tests.clj": Origin(part="tests")},
        entry="framework" if framework else "text",
        framework="clojure.test" if framework else "",
        silent=("is",) if "clojure.test" in parts.tests else (),
    )


def _namespace(parts: Parts) -> str:
    """Return the declaration of the namespace that the tests expect of a solution without one."""
    if _NAMESPACE.search(parts.solution):
        return ""
    required = {name for each in _REQUIRED.findall(parts.tests) for name in _LIBRARY.findall(each)}
    return next((f"(ns {name}) " for name in sorted(required) if re.fullmatch(SOLUTION_NAME, name)), "")
