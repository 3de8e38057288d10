"""What a run would cost, before it costs anything."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from benchwright.models.cache import AnswerStore
from benchwright.models.opening import open_source, price_of
from benchwright.models.protocol import ModelOptions, Request, prompt_tokens

_TYPICAL_TOKENS = 500
"""Of an answer: a function with a short explanation. Models that reason write many times as much."""


class CostEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """Of all requests together."""

    requests: int
    """Those that would be sent."""
    cached: int
    """Those that the cache answers."""
    prompt_tokens: int
    """What they have to read, about."""
    completion_tokens: int
    """What answers of ordinary length would be."""
    most_completion_tokens: int
    """If every answer were as long as allowed."""
    cost: float | None
    """USD for answers of ordinary length; None if the price is not known."""
    most_cost: float | None
    """USD if every answer were as long as allowed."""

    def sentence(self) -> str:
        """In words."""
        sent = f"{self.requests} requests" + (f" ({self.cached} more are in the cache)" if self.cached else "")
        tokens = (
            f"about {self.prompt_tokens:,} tokens to read and {self.completion_tokens:,} to write, "
            f"at most {self.most_completion_tokens:,}"
        )
        if self.cost is None or self.most_cost is None:
            return f"{sent}: {tokens}; the price is not known"
        return f"{sent}: {tokens}; about {self.cost:.2f} USD, at most {self.most_cost:.2f} USD"


def estimate_cost(
    spec: str, requests: Iterable[Request], options: ModelOptions, answer_tokens: int = _TYPICAL_TOKENS
) -> CostEstimate:
    """Without asking the model. `answer_tokens` is how long an ordinary answer is thought to be."""
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
