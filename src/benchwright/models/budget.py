"""Track tokens and cost, and stop before the user's budget is exceeded."""

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
_HINT = 'write a table ["NAME"] per model, with prompt and completion in USD per million tokens'


class Price(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Price of a model in USD per million tokens."""

    prompt: float
    """Price of prompt tokens."""
    completion: float
    """Price of completion tokens, including reasoning."""
    cached: float | None = None
    """Price of prompt tokens that the endpoint has cached. None: the same as `prompt`."""
    batch: float = 1.0
    """Factor applied to all prices in a batch."""
    source: str = ""
    """Where the price was published."""
    as_of: str = ""
    """Month in which the price was valid, such as 2026-11."""

    def cost(self, prompt_tokens: int, completion_tokens: int, cached_tokens: int = 0, *, batch: bool = False) -> float:
        """Return the cost of a request in USD."""
        cached = self.prompt if self.cached is None else self.cached
        fresh_tokens = max(0, prompt_tokens - cached_tokens)
        total = fresh_tokens * self.prompt + cached_tokens * cached + completion_tokens * self.completion
        return total / _MILLION * (self.batch if batch else 1.0)


class Priced(Layer):
    """Adds the cost to answers for which the endpoint reports none."""

    def __init__(self, inner: Model, price: Price, *, batch: bool = False) -> None:
        super().__init__(inner)
        self._price = price
        self._batch = batch

    async def answer(self, request: Request) -> Answer:
        """Answer, and add the cost if the endpoint reported the tokens."""
        answer = await self.inner.answer(request)
        if answer.cost is not None or answer.prompt_tokens is None or answer.completion_tokens is None:
            return answer
        cost = self._price.cost(
            answer.prompt_tokens, answer.completion_tokens, answer.cached_tokens or 0, batch=self._batch
        )
        return msgspec.structs.replace(answer, cost=cost)


def find_price(name: str, own: Path | None) -> Price | None:
    """Look up the price of a model by its name, without a date suffix, or without the vendor prefix."""
    tables = [read_prices(own)] if own else []
    tables.append(_decode(resources.files(__package__).joinpath("prices.toml").read_bytes(), "prices.toml"))
    undated = _DATED.sub("", name)
    for table in tables:
        for known in (name, undated, name.rpartition("/")[2], undated.rpartition("/")[2]):
            if known in table:
                return table[known]
    return None


def read_prices(file: Path) -> dict[str, Price]:
    """Read a price table from a TOML file."""
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
    """Cost and tokens that were, or may be, spent."""

    cost: float = 0.0
    """Cost in USD, as far as prices are known."""
    tokens: int = 0
    """Prompt and completion tokens together."""

    def __add__(self, other: Spending) -> Spending:
        return Spending(cost=self.cost + other.cost, tokens=self.tokens + other.tokens)


class Ledger:
    """Tracks what is spent and reserved of one budget. Several models can share it."""

    def __init__(self, options: ModelOptions) -> None:
        self._options = options
        self.spent = Spending(cost=options.spent_cost, tokens=options.used_tokens)
        self._reserved: list[Spending] = []
        self._settled = asyncio.Event()

    async def reserve(self, most: Spending, *, priced: bool) -> None:
        """Reserve the maximum cost of a request. Raises BudgetSpent if the request alone could exceed the budget. If it
        could do so only together with requests in flight, wait for them: most cost less than their maximum."""
        while not self._fits(sum(self._reserved, self.spent) + most):
            if not self._fits(self.spent + most):
                raise self._refusal(priced)
            await self._settled.wait()
        self._reserved.append(most)

    def settle(self, reserved: Spending, spent: Spending) -> None:
        """Release a reservation and record what was spent."""
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
        return BudgetSpent(f"the next request could exceed the budget: {spent}", hint)


class Budgeted(Layer):
    """Charges answers, and the maximum cost of requests in flight, to the budget."""

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
        """Total spending of the budget so far."""
        return self._ledger.spent

    async def answer(self, request: Request) -> Answer:
        """Answer a request, or raise BudgetSpent before it is sent."""
        most = self._most(request)
        await self._ledger.reserve(most, priced=self._price is not None)
        spent = Spending()
        try:
            answer = await self.inner.answer(request)
            spent = _actual(request, answer, most)
            return answer
        except AnswerPending:
            # The request will be paid for once, when the batch runs.
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
