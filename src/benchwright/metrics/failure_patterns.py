"""Reads failure_class.toml: what the compilers and runtimes of each language say."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

_ORDER = ("memory", "compile", "name_or_import", "type", "runtime")
"""Where a text speaks of several, the first decides: an undefined name often brings type errors with it."""

Rules = tuple[tuple[str, re.Pattern[str]], ...]
"""Pairs of a failure class and what tells it; the first that is found decides."""


class Patterns(msgspec.Struct, frozen=True, kw_only=True):
    """What tells failures of one language apart."""

    error: re.Pattern[str]
    """How a compiler's diagnostic begins."""
    aside: re.Pattern[str]
    """How one begins that does not count."""
    build: Rules
    """For one diagnostic."""
    run: Rules
    """For one uncaught exception, or a line of error output."""
    goes_on: bool
    """Whether a program of the language goes on after an error."""


@functools.cache
def patterns_of(language: str) -> Patterns:
    """The patterns of the language, then of the one it is like, then the general ones."""
    data = _data()
    tables: list[Mapping[str, Any]] = []
    name: str | None = language
    while name in data["languages"]:
        tables.append(data["languages"][name])
        name = tables[-1].get("like")
    tables.append(data["general"])
    return Patterns(
        error=_any(table["error"] for table in tables if "error" in table),
        aside=_any(table["aside"] for table in tables if "aside" in table),
        build=_rules(tables, "build"),
        run=_rules(tables, "run"),
        goes_on=any(table.get("goes_on", False) for table in tables),
    )


def _rules(tables: Sequence[Mapping[str, Any]], stage: str) -> Rules:
    """Table by table, and in each by class; names of exceptions go with what is said in a run."""
    head = tables[-1]["head"]
    rules: list[tuple[str, re.Pattern[str]]] = []
    for table, name in product(tables, _ORDER):
        expressions = list(table.get(stage, {}).get(name, ()))
        if stage == "run" and (raised := "|".join(table.get("raises", {}).get(name, ()))):
            expressions += [rf"{head}(?:{raised})(?![\w.-])", rf"\((?:{raised})\)$"]
        if expressions:
            rules.append((name, _any(expressions)))
    return tuple(rules)


def _any(expressions: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{expression})" for expression in expressions), re.MULTILINE)


@functools.cache
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("failure_class.toml").read_text(encoding="utf-8"))
