"""About what a generation takes, before it takes anything."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from benchwright.models import ModelOptions
from benchwright.models.budget import find_price


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """Of all requests together, if no item is dropped and no answer has to be mended."""

    requests: int
    """How many."""
    prompt_tokens: int
    """What models read."""
    completion_tokens: int
    """What they write."""
    cost: float | None
    """USD; None if a price is not known."""

    def sentence(self) -> str:
        """In words."""
        tokens = f"{self.prompt_tokens:,} tokens to read and {self.completion_tokens:,} to write"
        cost = "the price is not known" if self.cost is None else f"{self.cost:.2f} USD"
        return f"about {self.requests:,} requests if nothing is dropped: {tokens}; {cost}"


def estimated(
    asked: Mapping[str, Mapping[str, int]],
    tokens: Mapping[str, tuple[int, int]],
    specs: Mapping[str, str],
    options: ModelOptions,
) -> Estimate:
    """Without asking any model: role → prompt → how often, and prompt → tokens that it takes to read and to write."""
    requests = read = written = 0
    cost: float | None = 0.0
    for role, prompts in asked.items():
        role_read = sum(count * tokens[prompt][0] for prompt, count in prompts.items())
        role_written = sum(count * tokens[prompt][1] for prompt, count in prompts.items())
        paid = _cost(specs[role], options, role_read, role_written)
        cost = None if cost is None or paid is None else cost + paid
        requests += sum(prompts.values())
        read, written = read + role_read, written + role_written
    return Estimate(requests=requests, prompt_tokens=read, completion_tokens=written, cost=cost)


def _cost(spec: str, options: ModelOptions, read: int, written: int) -> float | None:
    """By the name alone: nothing is opened, so no key is needed."""
    provider, _, name = spec.partition(":")
    if provider not in ("openai", "batch"):
        return 0.0
    price = find_price(name.partition("@")[0], options.prices)
    return price.cost(read, written, batch=provider == "batch") if price else None
