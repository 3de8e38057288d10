# control: a future import after a docstring and comments, data classes, pickling of its own classes, typing at run time.
"""Spans."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, get_type_hints


@dataclass(order=True, frozen=True)
class Span:
    low: int
    high: int
    notes: list[str] = field(default_factory=list, compare=False)


class Pair(NamedTuple):
    low: int
    high: int


class Sized(Protocol):
    def size(self) -> int: ...


assert get_type_hints(Span)["low"] is int


def merge(spans: list[tuple[int, int]]) -> list[Pair]:
    merged: list[Pair] = []
    for span in pickle.loads(pickle.dumps(copy.deepcopy(sorted(Span(*span) for span in spans)))):
        match span:
            case Span(low=low, high=high) if low > high:
                raise ValueError(span)
            case Span(low=low, high=high):
                if merged and low <= (last := merged[-1]).high + 1:
                    merged[-1] = last._replace(high=max(high, last.high))
                else:
                    merged.append(Pair(low, high))
    return pickle.loads(pickle.dumps(merged))


def covered(spans: list[tuple[int, int]]) -> int:
    return sum(high - low + 1 for low, high in merge(spans))


def label(spans: list[tuple[int, int]]) -> str:
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in merge(spans))
