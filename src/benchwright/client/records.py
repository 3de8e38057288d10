"""What a service says of itself."""

from __future__ import annotations

import msgspec


class ServedLanguage(msgspec.Struct, frozen=True, kw_only=True):
    """A language that the service knows."""

    id: str
    """Language id."""
    name: str = ""
    """For people."""
    aliases: tuple[str, ...] = ()
    """Further names."""
    toolchain: str = ""
    """The toolchain's name and version; empty where it is not installed there."""
    available: bool = True
    """Whether programs in it can be run."""


class Languages(msgspec.Struct, frozen=True, kw_only=True):
    """All of them."""

    languages: tuple[ServedLanguage, ...]
    """In order of their ids."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the service takes work now."""

    ready: bool
    """Whether it does."""
    why: str = ""
    """What it says where it does not."""
