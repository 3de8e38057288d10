"""One command of an installation."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A command that brings something here, and can be repeated."""

    what: str
    """For people."""
    argv: tuple[str, ...]
    """The command."""
    env: Mapping[str, str] = {}
    """Variables on top of ours."""
    root: bool = False
    """Whether only root can do it."""
