"""Opening `provider:name`, and the layers around the model."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchwright.errors import BudgetSpent, UsageError
from benchwright.models import Answer, ModelOptions, OpenedModel, open_model
from benchwright.models.opening import provider_names
from tests.models.asking import chat
from tests.models.endpoint import Endpoint, status


def test_providers_are_found() -> None:
    assert provider_names() == ("batch", "local", "openai", "python", "replay")


@pytest.mark.parametrize("spec", ["", "gpt-4o", "openai:", "none:gpt", ":x", "__init__:x"])
def test_unknown_models(spec: str) -> None:
    with pytest.raises(UsageError, match="unknown model") as caught:
        open_model(spec, ModelOptions())
    assert "openai:…" in caught.value.hint


def test_a_model_keeps_its_name(endpoint: Endpoint) -> None:
    spec = f"openai:tiny@{endpoint.url}"
    assert open_model(spec, ModelOptions(cache=False)).name == spec


def test_the_current_endpoint_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same spec means two models if the environment specifies two URLs."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-0123456789")
    options = ModelOptions(cache=False, extra_body={"top_k": 5})
    found = []
    for url in ("http://127.0.0.1:1/v1/", "http://127.0.0.1:2/v1"):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        model = open_model("openai:tiny", options)
        found.append((model.name, model.endpoint, model.identity))
    assert found == [
        ("openai:tiny", "http://127.0.0.1:1/v1", 'openai:tiny@http://127.0.0.1:1/v1{"top_k": 5}'),
        ("openai:tiny", "http://127.0.0.1:2/v1", 'openai:tiny@http://127.0.0.1:2/v1{"top_k": 5}'),
    ]


def test_a_model_without_an_endpoint(tmp_path: Path) -> None:
    model = open_model("batch:tiny", ModelOptions(batch_folder=tmp_path))
    assert (model.endpoint, model.identity) == ("", "batch:tiny")


def test_each_attempt_counts_for_the_rate_and_each_answer_for_the_budget(endpoint: Endpoint, tmp_path: Path) -> None:
    """A failure, its retry, a cached answer, and one request too many."""
    endpoint.script = [status(500)]

    async def work() -> tuple[list[Answer], OpenedModel]:
        options = ModelOptions(cache_folder=tmp_path, backoff_s=0.001, requests_per_minute=100, max_tokens_total=100)
        model = open_model(f"openai:tiny@{endpoint.url}", options)
        given = [await model.answer(chat(max_tokens=50)) for _ in range(2)]
        with pytest.raises(BudgetSpent):
            await model.answer(chat(max_tokens=90))
        await model.aclose()
        return given, model

    given, model = asyncio.run(work())
    assert [one.cached for one in given] == [False, True]
    assert len(endpoint.bodies) == 2
    assert model.spent.tokens == 15
