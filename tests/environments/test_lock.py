"""Locks: content-based names, and validation of untrusted locks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from benchwright.environments import Lock, Package
from benchwright.environments.resolving import lock_from
from benchwright.errors import UsageError

HASH = "sha256:" + "0" * 64
SIX = Package(name="six", version="1.17.0", hashes=(HASH,))
MS = Package(name="ms", version="2.1.3", hashes=("sha512-6Flz==",), place="node_modules/ms")


def lock(*packages: Package, requirements: tuple[str, ...] = ("six",), language: str = "python") -> Lock:
    return Lock(language=language, requirements=requirements, packages=packages)


def changed(package: Package, **fields: Any) -> Package:
    return msgspec.structs.replace(package, **fields)


def test_the_name_is_derived_from_the_packages() -> None:
    name = lock(SIX).name
    assert name == "python-58e1b8bd10ea27005235e20e93d2bf9b"
    assert lock(SIX, requirements=("six>=1",)).name == name
    others = [changed(SIX, version="1.16.0"), changed(SIX, hashes=("sha256:" + "1" * 64,)), changed(SIX, name="sax")]
    assert len({name, lock().name, lock(SIX, MS).name, *(lock(other).name for other in others)}) == 6


def test_a_built_package_is_identified_by_its_source() -> None:
    source = "sha256:" + "2" * 64
    here = changed(SIX, source=source)
    there = changed(SIX, source=source, hashes=("sha256:" + "3" * 64,))
    assert lock(here).name == lock(there).name != lock(SIX).name


def test_a_source_archive_is_not_a_wheel_with_the_same_hash() -> None:
    assert lock(changed(SIX, source=HASH)).name != lock(SIX).name


def test_every_installer_setting_is_part_of_the_key() -> None:
    variants: list[dict[str, Any]] = [
        {},
        {"os": ["nowhere"], "optional": True},
        {"inBundle": True},
        {"dependencies": {}},
    ]
    names = {lock(changed(MS, details=each), language="javascript", requirements=("ms@*",)).name for each in variants}
    assert len(names) == len(variants)


def test_json_round_trips() -> None:
    for each in (lock(SIX), lock(MS, language="javascript", requirements=("ms@*",))):
        assert lock_from(msgspec.json.decode(each.to_json())) == each


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "six\n--index-url http://127.0.0.1/"},
        {"version": "1 --hash=x"},
        {"version": "1\n-e ."},
        {"name": "-r"},
        {"hashes": ()},
        {"hashes": ("md5:00",)},
        {"hashes": (HASH, "sha256:zz")},
        {"source": "x"},
        {"place": "node_modules/six"},
        {"details": {"resolved": "http://127.0.0.1/"}},
    ],
)
def test_a_hostile_python_package_is_rejected(fields: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="problems:3: invalid package"):
        lock_from(msgspec.to_builtins(lock(changed(SIX, **fields))), "problems:3")


@pytest.mark.parametrize(
    "fields",
    [
        {"place": "node_modules/../../x"},
        {"place": "/etc/x"},
        {"place": ""},
        {"hashes": ()},
        {"version": "file:../x"},
        {"version": "http://127.0.0.1/x.tgz"},
        {"details": {"resolved": "http://127.0.0.1/"}},
        {"details": {"hasInstallScript": True}},
        {"details": {"dependencies": {"x": "git+ssh://127.0.0.1/x"}}},
        {"details": {"dependencies": {"x": "npm:../y"}}},
        {"details": {"dependencies": ["x"]}},
    ],
)
def test_a_hostile_npm_package_is_rejected(fields: dict[str, Any]) -> None:
    hostile = lock(changed(MS, **fields), language="javascript", requirements=("ms@*",))
    with pytest.raises(UsageError, match="invalid package"):
        lock_from(msgspec.to_builtins(hostile))


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        {"language": "python", "requirements": ["six"], "packages": ["six==1"]},
        {"language": "python", "requirements": ["-r x"], "packages": []},
        {"language": "python", "requirements": ["six", "six"], "packages": []},
        {"language": "typescript", "requirements": [], "packages": []},
        {"language": "go", "requirements": [], "packages": []},
    ],
)
def test_an_invalid_lock_is_a_one_line_error(data: object) -> None:
    with pytest.raises(UsageError) as caught:
        lock_from(data)
    assert caught.value.hint
