"""A service with a benchmark, and helpers that send requests to /v1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest
from _pytest.mark import ParameterSet

from tests.conftest import in_language
from tests.server.process import started

DATASET = "primer"


def names_of(examples: Mapping[str, Any]) -> list[str | ParameterSet]:
    """Parametrize these bodies by name, marked with the language unless that is Python."""
    languages = {name: body["language"] for name, body in examples.items()}
    return [name if language == "python" else in_language(language, name) for name, language in languages.items()]


class Asking:
    """Sends requests to one service."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def post(self, path: str, body: object, status: int = 200) -> Any:
        """Send a request, check its status and return the JSON."""
        reply = self.client.post(f"/v1/{path}", json=body)
        assert reply.status_code == status, reply.text
        return reply.json()

    def python(self, source: str, status: int = 200, **more: Any) -> Any:
        """Run a Python program."""
        return self.post("execute", {"language": "python", "source": source, **more}, status)

    def get(self, path: str, status: int = 200) -> Any:
        """Send a request and return the JSON."""
        reply = self.client.get(f"/v1/{path}")
        assert reply.status_code == status, reply.text
        return reply.json()


@pytest.fixture(scope="module")
def asking() -> Iterator[Asking]:
    """A real `benchwright serve` with a small benchmark."""
    with (
        started("--benchmark", f"{DATASET}=builtin:primer", "--max-body", "1") as server,
        httpx.Client(base_url=server.url, timeout=120) as client,
    ):
        yield Asking(client)
