"""Names of models for people and for addresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_LONGEST_KEY = 40
_UNSAFE = re.compile(r"[^a-z0-9]+")


def unique_keys(names: Iterable[str]) -> list[str]:
    """A short key for each name, safe in names of files and in addresses; equal ones are numbered."""
    found: list[str] = []
    for name in names:
        slug = _UNSAFE.sub("-", name.lower()).strip("-")[:_LONGEST_KEY].rstrip("-") or "job"
        key, number = slug, 1
        while key in found:
            number += 1
            key = f"{slug}-{number}"
        found.append(key)
    return found


def model_names(answers: Sequence[str], folders: Sequence[str]) -> list[str]:
    """A name for each evaluation: the model's own where it is enough, with its provider where two models have it, with
    the folder where one model has two jobs. A file of samples has only the folder."""
    specs = Counter(answers)
    own = Counter(_own(spec) for spec in specs)
    names = [
        folder if spec.startswith("samples:") or not spec else _own(spec) if own[_own(spec)] == 1 else spec
        for spec, folder in zip(answers, folders, strict=True)
    ]
    names = [
        f"{name} ({folder})" if names.count(name) > 1 and name != folder else name
        for name, folder in zip(names, folders, strict=True)
    ]
    return _numbered(names)


def _own(spec: str) -> str:
    """`openai:NAME@URL` → NAME, `python:module:function` → function, `replay:folder/file` → file."""
    provider, _, name = spec.partition(":")
    name = name or provider
    if provider == "openai":
        return name.partition("@")[0] or name
    if provider == "python":
        return name.rpartition(":")[2] or name
    if provider in ("replay", "local"):
        return name.rstrip("/").rpartition("/")[2] or name
    return name


def _numbered(names: Iterable[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        unique, number = name, 1
        while unique in found:
            number += 1
            unique = f"{name} {number}"
        found.append(unique)
    return found
