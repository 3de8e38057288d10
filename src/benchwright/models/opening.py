"""Open a model by `provider:name`, and estimate what a run with it costs. A provider is a module in `providers/` with
`open(name, options)`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache
from types import ModuleType

import msgspec

from benchwright.errors import UsageError
from benchwright.models import providers
from benchwright.models.budget import Budgeted, Ledger, Price, Priced, Spending, find_price
from benchwright.models.cache import AnswerStore, CachedModel, Memory, Remembered
from benchwright.models.layers import Concurrent, Encodable, Paced, Retrying
from benchwright.models.protocol import Answer, Model, ModelOptions, Request, Source, Traits, prompt_tokens
from benchwright.models.recordings import Recording
from benchwright.plugins import load_plugin, plugins

_TYPICAL_TOKENS = 500
"""Typical answer length: a function with a short explanation. Reasoning models generate many times as much."""


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


class CostEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """Estimated cost of all requests together."""

    requests: int
    """Number of requests that would be sent."""
    cached: int
    """Number of requests answered from the cache."""
    prompt_tokens: int
    """Estimated prompt tokens of all requests."""
    completion_tokens: int
    """Completion tokens if answers have a typical length."""
    most_completion_tokens: int
    """Completion tokens if every answer is as long as allowed."""
    cost: float | None
    """USD if answers have a typical length. None: price unknown."""
    most_cost: float | None
    """USD if every answer is as long as allowed. None: price unknown."""

    def sentence(self) -> str:
        """Summarize the estimate in one line."""
        cached = f" ({self.cached} more {'is' if self.cached == 1 else 'are'} cached)" if self.cached else ""
        sent = f"{self.requests} request{'s' * (self.requests != 1)}{cached}"
        tokens = (
            f"about {self.prompt_tokens:,} prompt tokens and {self.completion_tokens:,} completion tokens, "
            f"at most {self.most_completion_tokens:,}"
        )
        if self.cost is None or self.most_cost is None:
            return f"{sent}: {tokens}; price unknown"
        return f"{sent}: {tokens}; about {self.cost:.2f} USD, at most {self.most_cost:.2f} USD"


def estimate_cost(
    spec: str, requests: Iterable[Request], options: ModelOptions, answer_tokens: int = _TYPICAL_TOKENS
) -> CostEstimate:
    """Estimate the cost of requests without sending any. `answer_tokens`: length of a typical answer."""
    source = open_source(spec, options)
    price = price_of(source, options)
    store = AnswerStore(options.cache_folder) if options.cache and source.kept else None
    sent = cached = read = written = most = 0
    for request in requests:
        if store and store.get(source.identity, request):
            cached += 1
            continue
        sent += 1
        read += prompt_tokens(request)
        written += min(answer_tokens, request.max_tokens)
        most += request.max_tokens
    if store:
        store.close()
    free = None if source.price_name else 0.0
    return CostEstimate(
        requests=sent,
        cached=cached,
        prompt_tokens=read,
        completion_tokens=written,
        most_completion_tokens=most,
        cost=price.cost(read, written, batch=source.batch) if price else free,
        most_cost=price.cost(read, most, batch=source.batch) if price else free,
    )
