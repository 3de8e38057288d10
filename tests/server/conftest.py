"""The service for tests: as a process that listens, and as an application in this one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.process import Server, started


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A real `benchwright serve` on a free port of loopback; `server.url` is where."""
    with started() as running:
        yield running


@pytest.fixture
def loop_runner() -> Iterator[asyncio.Runner]:
    """One event loop for all that a test does."""
    with asyncio.Runner() as runner:
        yield runner
