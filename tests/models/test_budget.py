"""No request is sent that could exceed the budget."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import AnswerPending, BudgetSpent, ModelError
from benchwright.models import Answer, ModelOptions, Request
from benchwright.models.budget import Budgeted, Ledger, Price, Spending
from benchwright.models.protocol import most_tokens, prompt_tokens
from tests.models.asking import Slow, chat
from tests.models.virtual_time import run

_PRICE = Price(prompt=1.0, completion=2.0)
_MOST = _PRICE.cost(prompt_tokens(chat("x")), 1000)
"""Maximum cost of one request below, in USD."""


def _request(number: int) -> Request:
    return chat("x", max_tokens=1000, sample=number)


def _answers(cost: float | None) -> Slow:
    return Slow(answer_s=1, reply=lambda request: Answer(text="", cost=cost, prompt_tokens=10, completion_tokens=10))


async def _ask(model: Budgeted, count: int) -> list[object]:
    return await asyncio.gather(*(model.answer(_request(number)) for number in range(count)), return_exceptions=True)


def test_a_cost_limit_is_kept() -> None:
    slow = _answers(_MOST)
    model = Budgeted(slow, ModelOptions(max_cost=3.5 * _MOST), _PRICE)
    given = run(_ask(model, 5))
    assert [type(one).__name__ for one in given] == ["Answer"] * 3 + ["BudgetSpent"] * 2
    assert len(slow.times_s) == 3
    assert model.spent.cost == pytest.approx(3 * _MOST)


def test_tokens() -> None:
    each = most_tokens(_request(0))
    slow = Slow(reply=lambda request: Answer(text=""))
    model = Budgeted(slow, ModelOptions(max_tokens_total=2 * each), None)
    given = run(_ask(model, 3))
    assert [type(one).__name__ for one in given] == ["Answer", "Answer", "BudgetSpent"]
    assert model.spent.tokens == 2 * each


def test_requests_in_flight_count_at_their_maximum_cost() -> None:
    """At their maximum cost, only two fit concurrently; as they turn out to be cheap, all fit one after another."""
    slow = _answers(_MOST / 100)
    given = run(_ask(Budgeted(slow, ModelOptions(max_cost=2.5 * _MOST), _PRICE), 7))
    assert all(isinstance(one, Answer) for one in given)
    assert slow.most_under_way == 2
    assert slow.times_s == [0, 0, 1, 1, 2, 2, 3]


def test_a_failure_costs_nothing() -> None:
    def fail(request: Request) -> Answer:
        raise ModelError("no")

    model = Budgeted(Slow(reply=fail), ModelOptions(max_cost=1.5 * _MOST), _PRICE)
    assert {type(one) for one in run(_ask(model, 5))} == {ModelError}
    assert model.spent == Spending()


def test_a_cancelled_request_frees_its_slot() -> None:
    slow = _answers(_MOST)
    model = Budgeted(slow, ModelOptions(max_cost=1.5 * _MOST), _PRICE)

    async def work() -> object:
        first = asyncio.create_task(model.answer(_request(0)))
        await asyncio.sleep(0)
        second = asyncio.create_task(model.answer(_request(1)))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert isinstance(run(work()), Answer)


def test_spending_of_earlier_runs_counts() -> None:
    model = Budgeted(_answers(_MOST), ModelOptions(max_cost=1.5 * _MOST, spent_cost=_MOST), _PRICE)
    with pytest.raises(BudgetSpent, match="USD spent"):
        run(model.answer(_request(0)))


def test_an_answer_without_token_counts_is_charged_the_maximum() -> None:
    model = Budgeted(Slow(reply=lambda request: Answer(text="")), ModelOptions(), _PRICE)
    run(model.answer(_request(0)))
    assert model.spent == Spending(cost=_MOST, tokens=most_tokens(_request(0)))


def test_requests_that_wait_for_a_batch_are_counted_once() -> None:
    def later(request: Request) -> Answer:
        raise AnswerPending("later")

    model = Budgeted(Slow(reply=later), ModelOptions(max_cost=2.5 * _MOST), _PRICE)

    async def work() -> list[str]:
        kinds = []
        for number in (0, 0, 1, 2):
            try:
                await model.answer(_request(number))
            except (AnswerPending, BudgetSpent) as error:
                kinds.append(type(error).__name__)
        return kinds

    assert run(work()) == ["AnswerPending", "AnswerPending", "AnswerPending", "BudgetSpent"]


def test_models_with_one_ledger_share_a_budget() -> None:
    options = ModelOptions(max_cost=3.5 * _MOST)
    ledger = Ledger(options)
    first, second = (Budgeted(_answers(_MOST), options, _PRICE, ledger=ledger) for _ in range(2))

    async def ask_both() -> list[object]:
        return [*await _ask(first, 2), *await _ask(second, 2)]

    given = run(ask_both())
    assert sum(isinstance(each, Answer) for each in given) == 3
    assert isinstance(given[3], BudgetSpent)
    assert first.spent == second.spent
