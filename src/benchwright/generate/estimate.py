"""Estimate what a generation costs before it starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from benchwright.models import ModelOptions
from benchwright.models.budget import find_price
from benchwright.models.opening import provider_traits


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A request that a step makes for each item. The token counts are averages of the bundled recording."""

    prompt: str
    """Name of the prompt."""
    role: str = "model"
    """Role of the model that is asked."""
    reads: int
    """Prompt tokens per request."""
    writes: int
    """Completion tokens per request."""
    times: Callable[[Any], float] = lambda _: 1.0
    """Requests per item, depending on the settings."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """Totals over all requests, if no item is dropped and no answer needs a repair."""

    requests: int
    """Number of requests to models."""
    prompt_tokens: int
    """Prompt tokens of all requests."""
    completion_tokens: int
    """Completion tokens of all requests."""
    cost: float | None
    """Cost in USD; None if a price is unknown."""

    def sentence(self) -> str:
        """Return the estimate as a sentence."""
        tokens = f"{self.prompt_tokens:,} prompt and {self.completion_tokens:,} completion tokens"
        cost = "price unknown" if self.cost is None else f"{self.cost:.2f} USD"
        sent = f"about {self.requests:,} request{'s' * (self.requests != 1)}"
        return f"{sent} if nothing is dropped: {tokens}; {cost}"


def estimated(asks: Iterable[tuple[Ask, float]], specs: Mapping[str, str], options: ModelOptions) -> Estimate:
    """Add up requests, each with the number of times it is made. No model is asked."""
    requests = read = written = 0.0
    cost: float | None = 0.0
    for ask, times in asks:
        paid = _cost(specs[ask.role], options, round(times * ask.reads), round(times * ask.writes))
        cost = None if cost is None or paid is None else cost + paid
        requests += times
        read, written = read + times * ask.reads, written + times * ask.writes
    return Estimate(requests=round(requests), prompt_tokens=round(read), completion_tokens=round(written), cost=cost)


def _cost(spec: str, options: ModelOptions, read: int, written: int) -> float | None:
    """Look up the price by the model's name alone: nothing is opened, so no API key is needed."""
    traits = provider_traits(spec)
    if not traits.priced:
        return 0.0
    price = find_price(spec.partition(":")[2].partition("@")[0], options.prices)
    return price.cost(read, written, batch=traits.batch) if price else None
