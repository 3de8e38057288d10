"""Prices of tokens, and cost estimates of runs."""

from __future__ import annotations

import asyncio
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.models import ModelOptions, Request, open_model
from benchwright.models.budget import Price, find_price
from benchwright.models.opening import estimate_cost
from benchwright.models.protocol import prompt_tokens
from tests.models.asking import chat
from tests.models.endpoint import Endpoint, answer

_OWN = '["tiny"]\nprompt = 100\ncached = 10\ncompletion = 1000\n'


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "prices.toml").write_text(_OWN)
    return tmp_path / "prices.toml"


def test_cost() -> None:
    price = Price(prompt=2.0, completion=8.0, cached=0.5, batch=0.5)
    assert price.cost(1_000_000, 500_000) == 6.0
    assert price.cost(1_000_000, 0, cached_tokens=400_000) == pytest.approx(1.4)
    assert price.cost(1_000_000, 500_000, batch=True) == 3.0
    assert Price(prompt=2.0, completion=8.0).cost(1_000_000, 0, cached_tokens=400_000) == 2.0


@pytest.mark.parametrize("name", ["gpt-4o", "gpt-4o-2024-08-06", "openai/gpt-4o", "openai/gpt-4o-20240806"])
def test_names(name: str) -> None:
    price = find_price(name, None)
    assert price is not None
    assert (price.prompt, price.completion) == (2.50, 10.00)


def test_unknown_names() -> None:
    assert find_price("gpt-4o-tuned", None) is None
    assert find_price("gpt-4", None) is None


def test_every_price_has_a_source() -> None:
    table = tomllib.loads(resources.files("benchwright.models").joinpath("prices.toml").read_text())
    assert table
    for name, fields in table.items():
        assert fields["source"], name
        assert fields["prompt"] < fields["completion"], name


def test_a_users_price_table_takes_precedence(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('["gpt-4o"]\nprompt = 1\ncompletion = 1\n')
    found = find_price("gpt-4o", tmp_path / "own.toml")
    assert found is not None
    assert found.prompt == 1
    assert find_price("o3", tmp_path / "own.toml") is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('["m"]\nprompt = 1\n', "completion"),
        ('["m"]\nprompt = "a"\ncompletion = 1\n', "prompt"),
        ('["m"]\nprompt = 1\ncompletion = 1\nper = "k"\n', "per"),
        ("prompt = \n", "own.toml"),
        ("prompt = 1\n", "own.toml"),
    ],
)
def test_bad_tables(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(UsageError, match=message):
        find_price("m", tmp_path / "own.toml")


def test_a_missing_table(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        find_price("m", tmp_path / "none.toml")


def test_answers_are_priced(endpoint: Endpoint, own: Path) -> None:
    details = {"prompt_tokens_details": {"cached_tokens": 4}}
    endpoint.always = answer({"prompt_tokens": 10, "completion_tokens": 5, **details})

    async def work() -> tuple[float | None, float]:
        model = open_model(f"openai:tiny@{endpoint.url}", ModelOptions(cache=False, prices=own))
        given = await model.answer(chat())
        await model.aclose()
        return given.cost, model.spent.cost

    expected = (6 * 100 + 4 * 10 + 5 * 1000) / 1e6
    cost, spent = asyncio.run(work())
    assert cost == pytest.approx(expected)
    assert spent == pytest.approx(expected)


def test_a_cost_limit_needs_a_price(endpoint: Endpoint) -> None:
    with pytest.raises(UsageError, match="the price of tiny is unknown") as caught:
        open_model(f"openai:tiny@{endpoint.url}", ModelOptions(cache=False, max_cost=1))
    assert "--prices" in caught.value.hint


def test_estimate(endpoint: Endpoint, own: Path, tmp_path: Path) -> None:
    requests = [chat("x" * 300, sample=number, max_tokens=1000) for number in range(10)]
    options = ModelOptions(prices=own, cache_folder=tmp_path)
    estimate = estimate_cost(f"openai:tiny@{endpoint.url}", requests, options, answer_tokens=200)
    read = 10 * prompt_tokens(requests[0])
    assert (estimate.requests, estimate.cached, estimate.prompt_tokens) == (10, 0, read)
    assert (estimate.completion_tokens, estimate.most_completion_tokens) == (2000, 10000)
    assert estimate.cost == pytest.approx((read * 100 + 2000 * 1000) / 1e6)
    assert estimate.most_cost == pytest.approx((read * 100 + 10000 * 1000) / 1e6)
    assert estimate.sentence().startswith(
        "10 requests: about 1,080 prompt tokens and 2,000 completion tokens, at most 10,000; "
    )
    assert not endpoint.bodies


def test_an_estimate_excludes_cached_answers(endpoint: Endpoint, own: Path, tmp_path: Path) -> None:
    requests = [chat(sample=number) for number in range(3)]
    options = ModelOptions(prices=own, cache_folder=tmp_path)

    async def work() -> None:
        model = open_model(f"openai:tiny@{endpoint.url}", options)
        await model.answer(requests[0])
        await model.aclose()

    asyncio.run(work())
    estimate = estimate_cost(f"openai:tiny@{endpoint.url}", requests, options)
    assert (estimate.requests, estimate.cached) == (2, 1)
    assert estimate.sentence().startswith("2 requests (1 more is cached): ")


def test_an_estimate_without_a_price(endpoint: Endpoint, tmp_path: Path) -> None:
    estimate = estimate_cost(f"openai:tiny@{endpoint.url}", [chat()], ModelOptions(cache_folder=tmp_path))
    assert estimate.cost is None
    assert estimate.sentence().startswith("1 request: about ")
    assert estimate.sentence().endswith("price unknown")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("def add(first: int, second: int) -> int:\n    return first + second\n", 20),
        ("Write a Python function that returns the sum of a list.", 12),
        ("你好，请写一个函数。", 14),
    ],
)
def test_tokens_are_estimated_on_the_high_side(text: str, tokens: int) -> None:
    """The true counts are those of SmolLM2's tokenizer."""
    assert tokens <= prompt_tokens(Request(kind="completion", prompt=text)) <= 3 * tokens
