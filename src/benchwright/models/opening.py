"""`provider:name` → a model. A provider is a module in `providers/` with `open(name, options)`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from benchwright.errors import UsageError
from benchwright.models import providers
from benchwright.models.budget import Budgeted, Ledger, Price, Priced, Spending, find_price
from benchwright.models.cache import AnswerStore, Kept, Memory, Remembered
from benchwright.models.layers import Concurrent, Encodable, Paced, Retrying
from benchwright.models.protocol import Answer, Model, ModelOptions, Request, Source
from benchwright.models.recordings import Recording


@cache
def provider_names() -> tuple[str, ...]:
    """Found by listing the folder."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(providers.__path__)))


def open_model(spec: str, options: ModelOptions, ledger: Ledger | None = None) -> OpenedModel:
    """The model that `provider:name` means, with everything around it; models with one ledger share a budget."""
    return OpenedModel(spec, open_source(spec, options), options, ledger)


def open_source(spec: str, options: ModelOptions) -> Source:
    """The model alone."""
    provider, _, name = spec.partition(":")
    if provider not in provider_names() or not name:
        known = ", ".join(f"{provider}:…" for provider in provider_names())
        raise UsageError(f"no model is called {spec!r}", f"a model is one of {known}")
    module = importlib.import_module(f"{providers.__name__}.{provider}")
    source: Source = module.open(name, options)
    return source


class OpenedModel:
    """A model as users have it.

    From the outside in: recorded, answered from the cache, so many at once, kept in the cache, within the budget,
    retried, at a certain rate, priced, made encodable. What the cache answers meets no limit; each attempt of a request
    that is asked again counts for the rate.
    """

    def __init__(self, spec: str, source: Source, options: ModelOptions, ledger: Ledger | None = None) -> None:
        self.name = spec
        self.price = price_of(source, options)
        self._source = source
        attempts = _attempts(source, options, self.price)
        self._budget = Budgeted(attempts, options, self.price, batch=source.batch, ledger=ledger)
        model = self._limited(self._budget, options)
        if options.record:
            model = Recording(model, options.record)
        self._model = model

    def _limited(self, model: Model, options: ModelOptions) -> Model:
        if not options.cache or not self._source.kept:
            return Concurrent(model, options.concurrency)
        memory = Memory(AnswerStore(options.cache_folder), self._source.identity)
        return Remembered(Concurrent(Kept(model, memory), options.concurrency), memory)

    @property
    def identity(self) -> str:
        """What tells its answers from those of others: with the base URL that is in force and further fields of the
        body, by content where it is a file. Never a key or a password."""
        return self._source.identity

    @property
    def endpoint(self) -> str:
        """The base URL that requests go to, also if only OPENAI_BASE_URL names it; empty where they go to none."""
        return self._source.endpoint

    @property
    def spent(self) -> Spending:
        """So far, with what earlier runs spent."""
        return self._budget.spent

    async def answer(self, request: Request) -> Answer:
        """The answer, or ModelError, AnswerPending, BudgetSpent or UsageError."""
        return await self._model.answer(request)

    async def flush(self) -> None:
        """A batch model writes the requests that wait for answers; `aclose` does it too."""
        await self._source.flush()

    async def aclose(self) -> None:
        """Ends connections, threads and processes."""
        await self._model.aclose()


def price_of(source: Source, options: ModelOptions) -> Price | None:
    """None if it is unknown, or if nothing is paid by the token."""
    price = find_price(source.price_name, options.prices) if source.price_name else None
    if options.max_cost is not None and source.price_name and price is None:
        hint = "give a table by --prices, or limit --max-tokens-total instead"
        raise UsageError(f"--max-cost: the price of {source.price_name} is not known", hint)
    return price


def _attempts(source: Source, options: ModelOptions, price: Price | None) -> Model:
    model: Model = Encodable(source)
    if price:
        model = Priced(model, price, batch=source.batch)
    if source.sends:
        model = Retrying(Paced(model, options), options)
    return model
