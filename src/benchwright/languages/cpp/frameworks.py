"""Test frameworks of C++ and C: find out which one the tests use, and let our main function run it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from benchwright.languages.join import driver_file


class Framework(msgspec.Struct, frozen=True, kw_only=True):
    """A framework whose headers the tests include."""

    name: str
    """Name in plans, and in the names of the driver's functions."""
    headers: str
    """Pattern of the headers that belong to it."""
    mode: str = "framework"
    """Mode of the language that builds with it."""
    header: str = ""
    """The header to precompile, if that saves time."""
    macros: str = ""
    """Pattern of names that its header takes away from a text that follows it."""


GTEST = Framework(
    name="gtest",
    headers=r"(?:gtest|gmock)/g(?:test|mock)[\w.-]*",
    header="gtest/gtest.h",
    macros=r"testing|(?:TEST|FAIL|SUCCEED|ADD_FAILURE|(?:TYPED|EXPECT|ASSERT|GTEST|INSTANTIATE)_)\w*",
)
CATCH2 = Framework(
    name="catch2",
    headers=r"(?:catch2/[\w./-]+|catch(?:_amalgamated)?\.hpp)",
    header="catch2/catch.hpp",
    macros="Catch|(?:CATCH|CHECK|REQUIRE|SECTION|DYNAMIC|INFO|WARN|FAIL|SUCCEED|CAPTURE|GENERATE|TEST|TEMPLATE|METHOD|REGISTER|"
    r"SCENARIO|GIVEN|WHEN|THEN|AND|BENCHMARK|ANON|STATIC|INTERNAL)\w*",
)
DOCTEST = Framework(name="doctest", headers=r"doctest(?:/doctest)?\.h")
CMOCKA = Framework(name="cmocka", headers=r"cmocka\.h", mode="cmocka")
CHECK = Framework(name="check", headers=r"check\.h", mode="check")

_INCLUDE = r'^[ \t]*#[ \t]*include[ \t]*[<"]{}[>"]'
_OWN_MAIN = re.compile(
    rb"^([ \t]*)#[ \t]*define[ \t]+(?:CATCH_CONFIG_(?:MAIN|RUNNER)|DOCTEST_CONFIG_IMPLEMENT\w*)\b[^\n]*", re.MULTILINE
)


def find_framework(known: tuple[Framework, ...], tests: str) -> Framework | None:
    """Return the framework that the tests include."""
    return next((each for each in known if re.search(_INCLUDE.format(each.headers), tests, re.MULTILINE)), None)


def framework_text(joiner: str, ending: str, framework: Framework) -> bytes:
    """Return the code to insert between solution and tests for a framework."""
    text = driver_file(joiner, f"framework.{ending}").replace(b"BENCHWRIGHT_NAME", framework.name.encode())
    own = f"{framework.name}.{ending}"
    return text + (driver_file(joiner, own) if (Path(joiner).parent / "driver" / own).is_file() else b"")


def without_own_main(tests: bytes) -> bytes:
    """Remove the requests for a framework's own code and main function, which are prepared with the toolchain."""
    return _OWN_MAIN.sub(rb"\1", tests)


def may_come_first(framework: Framework, solution: str) -> bool:
    """Whether the framework's header changes nothing of a solution that follows it. The names of the standard library
    that it makes visible matter only to `using namespace`."""
    if re.search(rf"\b(?:{framework.macros})\b", solution):
        return False
    return "using namespace" not in solution or "<bits/stdc++.h>" in solution
