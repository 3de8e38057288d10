"""Open a model by `provider:name`. A provider is a module in `providers/` with `open(name, options)`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from benchwright.errors import UsageError
from benchwright.models import providers
from benchwright.models.budget import Budgeted, Ledger, Price, Priced, Spending, find_price
from benchwright.models.cache import AnswerStore, CachedModel, Memory, Remembered
from benchwright.models.layers import Concurrent, Encodable, Paced, Retrying
from benchwright.models.protocol import Answer, Model, ModelOptions, Request, Source, Traits
from benchwright.models.recordings import Recording
from benchwright.plugins import load_plugin, plugins


@cache
def provider_names() -> tuple[str, ...]:
    """Return the names of all providers: the modules in `providers/`, and plugins."""
    return tuple(sorted(_builtin() | plugins("providers", _builtin()).keys()))


@cache
def _builtin() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(providers.__path__))


def open_model(spec: str, options: ModelOptions, ledger: Ledger | None = None) -> OpenedModel:
    """Open the model `provider:name` with all its layers. Models with the same ledger share a budget."""
    return OpenedModel(spec, open_source(spec, options), options, ledger)


def open_source(spec: str, options: ModelOptions) -> Source:
    """Open the model without any layers."""
    provider, _, name = spec.partition(":")
    if provider not in provider_names() or not name:
        known = ", ".join(f"{provider}:…" for provider in provider_names())
        raise UsageError(f"unknown model {spec!r}", f"choose from {known}")
    source: Source = _module(provider).open(name, options)
    return source


def provider_traits(spec: str) -> Traits:
    """Return the properties of a model's provider. Does not open the model."""
    provider = spec.partition(":")[0]
    known = _module(provider) if provider in provider_names() else None
    traits: Traits = getattr(known, "TRAITS", Traits())
    return traits


def _module(provider: str) -> ModuleType:
    if provider in _builtin():
        return importlib.import_module(f"{providers.__name__}.{provider}")
    return load_plugin(plugins("providers", _builtin())[provider], "open")


class OpenedModel:
    """A model with all its layers.

    From the outside in: recording, cache lookup, concurrency limit, cache storage, budget, retries, rate limit,
    pricing, encodable text. Cached answers are not subject to any limit; each attempt of a retried request counts
    towards the rate.
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
        return Remembered(Concurrent(CachedModel(model, memory), options.concurrency), memory)

    @property
    def identity(self) -> str:
        """Distinguishes its answers from those of other models. Includes the effective base URL and extra body fields;
        for files, a hash of their content. Never contains a key or a password."""
        return self._source.identity

    @property
    def endpoint(self) -> str:
        """Base URL that requests go to, even if it comes from OPENAI_BASE_URL. Empty: no endpoint."""
        return self._source.endpoint

    @property
    def spent(self) -> Spending:
        """Spending so far, including earlier runs."""
        return self._budget.spent

    async def answer(self, request: Request) -> Answer:
        """Answer a request. Raises ModelError, AnswerPending, BudgetSpent or UsageError."""
        return await self._model.answer(request)

    async def flush(self) -> None:
        """Write pending requests to the batch file, for batch models. `aclose` does it too."""
        await self._source.flush()

    async def aclose(self) -> None:
        """Close connections and stop threads and processes."""
        await self._model.aclose()


def price_of(source: Source, options: ModelOptions) -> Price | None:
    """Return the price of a model. None if it is unknown, or if the model is not paid by the token."""
    price = find_price(source.price_name, options.prices) if source.price_name else None
    if options.max_cost is not None and source.price_name and price is None:
        hint = "pass a price table with --prices, or use --max-tokens-total instead"
        raise UsageError(f"--max-cost: the price of {source.price_name} is unknown", hint)
    return price


def _attempts(source: Source, options: ModelOptions, price: Price | None) -> Model:
    model: Model = Encodable(source)
    if price:
        model = Priced(model, price, batch=source.batch)
    if source.sends:
        model = Retrying(Paced(model, options), options)
    return model
