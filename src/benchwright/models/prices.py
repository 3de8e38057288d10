"""What tokens cost. `prices.toml` has a few public models; users name a table of their own for the rest."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.models.layer import Layer
from benchwright.models.protocol import Answer, Model, Request

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
