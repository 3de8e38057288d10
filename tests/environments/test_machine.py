"""Which packages support this machine."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from benchwright.environments import CannotResolve, Package, Policy
from benchwright.environments.policy import places_wanted, suits

ELSEWHERE = {"os": ["nowhere"], "optional": True}


def package(place: str, **details: Any) -> Package:
    name = place.rpartition("node_modules/")[2]
    return Package(name=name, version="1.0.0", hashes=("sha512-x",), place=place, details=details)


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        ({}, True),
        ({"os": [sys.platform]}, True),
        ({"os": ["nowhere"]}, False),
        ({"os": [f"!{sys.platform}"]}, False),
        ({"os": ["!nowhere"]}, True),
        ({"os": "any"}, True),
        ({"os": ["nowhere", sys.platform], "cpu": ["nothing"]}, False),
    ],
)
def test_machines_that_a_package_names(details: dict[str, Any], expected: bool) -> None:
    assert suits(package("node_modules/x", **details)) is expected


def test_only_packages_for_other_platforms_may_be_missing() -> None:
    packages = [
        package("node_modules/a", dependencies={"b": "1"}, optionalDependencies={"c": "1", "d": "1", "e": "1"}),
        package("node_modules/a/node_modules/b", dependencies={"a": "1"}),
        package("node_modules/b"),
        package("node_modules/c", optional=True),
        package("node_modules/d", dependencies={"f": "1"}, **ELSEWHERE),
        package("node_modules/e", dependencies={"g": "1"}, optional=True),
        package("node_modules/f", optional=True),
        package("node_modules/g", **ELSEWHERE),
    ]
    expected = {"node_modules/a", "node_modules/a/node_modules/b", "node_modules/b", "node_modules/c"}
    assert places_wanted(packages, ["a"]) == expected


def test_calling_a_package_optional_does_not_hide_it_from_the_limit() -> None:
    policy = Policy(max_packages=1)
    policy.check_packages((package("node_modules/a"), package("node_modules/b", **ELSEWHERE)))
    with pytest.raises(CannotResolve, match="2 packages exceed the limit of 1"):
        policy.check_packages((package("node_modules/a"), package("node_modules/b", optional=True)))
