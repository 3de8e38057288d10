"""Stops before more is spent than the user allows."""

from __future__ import annotations

import asyncio

import msgspec

from benchwright.errors import AnswerPending, BudgetSpent
from benchwright.models.layer import Layer
from benchwright.models.options import ModelOptions
from benchwright.models.prices import Price
from benchwright.models.protocol import Answer, Model, Request
from benchwright.models.tokens import most_tokens, prompt_tokens, used_tokens


class Spending(msgspec.Struct, frozen=True, kw_only=True):
    """What is or may be spent."""

    cost: float = 0.0
    """USD, as far as prices are known."""
    tokens: int = 0
    """Read and written."""

    def __add__(self, other: Spending) -> Spending:
        return Spending(cost=self.cost + other.cost, tokens=self.tokens + other.tokens)


class Ledger:
    """What is spent and reserved of one budget. Several models may have it in common."""

    def __init__(self, options: ModelOptions) -> None:
        self._options = options
        self.spent = Spending(cost=options.spent_cost, tokens=options.used_tokens)
        self._reserved: list[Spending] = []
        self._settled = asyncio.Event()

    async def reserve(self, most: Spending, *, priced: bool) -> None:
        """Refused if it could exceed the budget although no other request were under way; if only the others could be
        the reason, it waits for them, since most cost less than they may."""
        while not self._fits(sum(self._reserved, self.spent) + most):
            if not self._fits(self.spent + most):
                raise self._refusal(priced)
            await self._settled.wait()
        self._reserved.append(most)

    def settle(self, reserved: Spending, spent: Spending) -> None:
        """What was reserved is free again; what was spent is not."""
        self._reserved.remove(reserved)
        self.spent += spent
        self._settled.set()
        self._settled = asyncio.Event()

    def _fits(self, total: Spending) -> bool:
        cost, tokens = self._options.max_cost, self._options.max_tokens_total
        return (cost is None or total.cost <= cost) and (tokens is None or total.tokens <= tokens)

    def _refusal(self, priced: bool) -> BudgetSpent:
        spent = f"{self.spent.tokens} tokens used"
        if priced or self.spent.cost:
            spent += f", {self.spent.cost:.4f} USD spent"
        hint = "raise --max-cost or --max-tokens-total"
        return BudgetSpent(f"the budget has no room for another request: {spent}", hint)


class Budgeted(Layer):
    """Counts what answers cost, and what those under way may cost at most, against the budget."""

    def __init__(
        self,
        inner: Model,
        options: ModelOptions,
        price: Price | None,
        *,
        batch: bool = False,
        ledger: Ledger | None = None,
    ) -> None:
        super().__init__(inner)
        self._price = price
        self._batch = batch
        self._ledger = ledger or Ledger(options)
        self._pending: set[str] = set()

    @property
    def spent(self) -> Spending:
        """Of the whole budget so far."""
        return self._ledger.spent

    async def answer(self, request: Request) -> Answer:
        """The answer, or BudgetSpent before it is asked for."""
        most = self._most(request)
        await self._ledger.reserve(most, priced=self._price is not None)
        spent = Spending()
        try:
            answer = await self.inner.answer(request)
            spent = _actual(request, answer, most)
            return answer
        except AnswerPending:
            # It will be paid for, once, by whoever runs the batch.
            if request.key not in self._pending:
                self._pending.add(request.key)
                spent = most
            raise
        finally:
            self._ledger.settle(most, spent)

    def _most(self, request: Request) -> Spending:
        cost = 0.0
        if self._price:
            cost = self._price.cost(prompt_tokens(request), request.max_tokens, batch=self._batch)
        return Spending(cost=cost, tokens=most_tokens(request))


def _actual(request: Request, answer: Answer, most: Spending) -> Spending:
    cost = most.cost if answer.cost is None else answer.cost
    return Spending(cost=cost, tokens=used_tokens(request, answer))
