"""Counts tokens and prices, and stops before more is spent than the user allows."""

from __future__ import annotations

import asyncio
import re
from importlib import resources
from pathlib import Path

import msgspec

from benchwright.errors import AnswerPending, BudgetSpent, UsageError
from benchwright.models.layers import Layer
from benchwright.models.protocol import Answer, Model, ModelOptions, Request, most_tokens, prompt_tokens, used_tokens

_MILLION = 1_000_000
_DATED = re.compile(r"[-@](\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
_HINT = 'a model is a table: ["NAME"], then prompt and completion, in USD per million tokens'


class Price(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """USD per million tokens."""

    prompt: float
    """For what is read."""
    completion: float
    """For what is written, reasoning included."""
    cached: float | None = None
    """For what the endpoint had read before; as `prompt` if not told."""
    batch: float = 1.0
    """The share of all this that is paid for a batch."""
    source: str = ""
    """Where the price is published."""
    as_of: str = ""
    """When it was so, as in 2026-11."""

    def cost(self, prompt_tokens: int, completion_tokens: int, cached_tokens: int = 0, *, batch: bool = False) -> float:
        """USD."""
        cached = self.prompt if self.cached is None else self.cached
        fresh_tokens = max(0, prompt_tokens - cached_tokens)
        total = fresh_tokens * self.prompt + cached_tokens * cached + completion_tokens * self.completion
        return total / _MILLION * (self.batch if batch else 1.0)


class Priced(Layer):
    """Says what an answer cost, where the endpoint did not."""

    def __init__(self, inner: Model, price: Price, *, batch: bool = False) -> None:
        super().__init__(inner)
        self._price = price
        self._batch = batch

    async def answer(self, request: Request) -> Answer:
        """The answer with its cost, if its tokens were counted."""
        answer = await self.inner.answer(request)
        if answer.cost is not None or answer.prompt_tokens is None or answer.completion_tokens is None:
            return answer
        cost = self._price.cost(
            answer.prompt_tokens, answer.completion_tokens, answer.cached_tokens or 0, batch=self._batch
        )
        return msgspec.structs.replace(answer, cost=cost)


def find_price(name: str, own: Path | None) -> Price | None:
    """The price of a model: by its name, without the date at its end, or without the maker before it."""
    tables = [read_prices(own)] if own else []
    tables.append(_decode(resources.files(__package__).joinpath("prices.toml").read_bytes(), "prices.toml"))
    undated = _DATED.sub("", name)
    for table in tables:
        for known in (name, undated, name.rpartition("/")[2], undated.rpartition("/")[2]):
            if known in table:
                return table[known]
    return None


def read_prices(file: Path) -> dict[str, Price]:
    """A table of the user's."""
    try:
        return _decode(file.read_bytes(), str(file))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "check the path") from None


def _decode(data: bytes, name: str) -> dict[str, Price]:
    try:
        return msgspec.toml.decode(data, type=dict[str, Price])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{name}: {error}", _HINT) from None


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
