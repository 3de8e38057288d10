"""Which requirements are accepted."""

from __future__ import annotations

import pytest

from benchwright.environments import CannotResolve, parse_requirements
from benchwright.errors import UsageError


def test_python_requirements_have_one_form() -> None:
    lines = [" PyYAML >=6,<7", "pyyaml<7,>=6", "zope.interface", "Requests[Socks,security]~=2.0"]
    assert parse_requirements("python", lines) == ("pyyaml<7,>=6", "requests[security,socks]~=2.0", "zope-interface")


def test_npm_requirements_have_one_form() -> None:
    lines = ["ms", "@scope/name@^1.2", "a@>=1.0.0 <2", "a@1.x || 2.0.0", "b@latest", "ms@*"]
    expected = ("@scope/name@^1.2", "a@1.x || 2.0.0", "a@>=1.0.0 <2", "b@latest", "ms@*")
    assert parse_requirements("typescript", lines) == expected


HOSTILE = [
    "",
    "   ",
    "--index-url http://127.0.0.1/simple",
    "-r other.txt",
    "-e .",
    "git+https://127.0.0.1/x.git",
    "x @ https://127.0.0.1/x.whl",
    "x@file:///etc/passwd",
    "../x",
    "./x",
    "/etc/passwd",
    "x; import os",
    "x; python_version > '3'",
    "x\n--index-url http://127.0.0.1/",
    "x\n",
    "x\r--pre",
    "x\0y",
    "x --hash=sha256:00",
    "x && touch /tmp/y",
    "$(touch /tmp/y)",
    "x===1; rm -rf",
    "x # comment",
    "ｘ",
    "x" * 300,
]


@pytest.mark.parametrize("line", HOSTILE)
def test_python_accepts_nothing_else(line: str) -> None:
    with pytest.raises(UsageError, match="not a plain requirement") as caught:
        parse_requirements("python", ["six", line])
    assert "\n" not in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    "line",
    [
        *HOSTILE,
        "x@file:../y",
        "x@git+ssh://127.0.0.1/y",
        "x@npm:y@1",
        "x@github:a/b",
        "a/b",
        "x@http://127.0.0.1/x.tgz",
        "x@1;2",
        "x@--registry=http://127.0.0.1",
        "@../x",
        "-g",
        "x@1.0.0/../y",
    ],
)
def test_npm_accepts_nothing_else(line: str) -> None:
    with pytest.raises(UsageError, match="not a plain requirement"):
        parse_requirements("javascript", ["ms", line])


def test_a_language_without_packages_is_reported() -> None:
    with pytest.raises(CannotResolve, match="packages cannot be installed for Go"):
        parse_requirements("go", ["x"])
