"""Fixtures that start the service as a process. For the in-process application, see `process.in_process`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.process import Server, started, started_probe


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A real `benchwright serve` on a free loopback port; `server.url` is its address."""
    with started() as running:
        yield running


@pytest.fixture(scope="session")
def probe() -> Iterator[Server]:
    """A real service with two workers and the API in tests/server/probe.py."""
    with started_probe(workers=2, concurrency=2) as running:
        yield running


@pytest.fixture
def probe_url(probe: Server) -> str:
    """Address of the probe service."""
    return probe.url
