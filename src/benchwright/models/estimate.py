"""Estimate the cost of a run before any request is sent."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from benchwright.models.cache import AnswerStore
from benchwright.models.opening import open_source, price_of
from benchwright.models.protocol import ModelOptions, Request, prompt_tokens

_TYPICAL_TOKENS = 500
"""Typical answer length: a function with a short explanation. Reasoning models generate many times as much."""


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
