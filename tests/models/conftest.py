"""A separate endpoint for each test, without the user's API key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.models import endpoint as endpoints


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[endpoints.Endpoint]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with endpoints.endpoint() as running:
        yield running
