"""A separate home and cache for each test, and checks whether registries are reachable."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from benchwright.environments import IndexUnreachable, Policy, resolve
from benchwright.sandbox import LocalSandbox, Sandbox

Work = Callable[[Sandbox], Awaitable[object]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder in which the test's environments are installed."""
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "home" / "environments"


@pytest.fixture
def pypi() -> None:
    """Skip the test if PyPI is unreachable."""
    _require("python", "six")


@pytest.fixture
def npm() -> None:
    """Skip the test if npm's registry is unreachable."""
    _require("javascript", "ms")


def _require(language: str, package: str) -> None:
    async def ask() -> None:
        async with LocalSandbox() as sandbox:
            await resolve(language, [package], Policy(timeout_s=60), sandbox)

    try:
        asyncio.run(ask())
    except IndexUnreachable as error:
        pytest.skip(f"package index unreachable: {error}")
