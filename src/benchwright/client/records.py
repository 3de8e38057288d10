"""What a service says of itself."""

from __future__ import annotations

import msgspec


class ServedLanguage(msgspec.Struct, frozen=True, kw_only=True):
    """A language whose toolchain is there."""

    id: str
    """The name used everywhere."""
    name: str
    """The name for people."""
    toolchain: str
    """Name and version."""
    aliases: tuple[str, ...]
    """Further names by which it can be asked for."""
    source: str
    """File name of the main source."""
    builds: bool
    """Whether programs are built before they run."""
    tests: bool
    """Whether solutions can be judged by tests; by cases they always can."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the service takes work now."""

    ready: bool
    """Whether it does."""
    why: str = ""
    """What it says where it does not."""
