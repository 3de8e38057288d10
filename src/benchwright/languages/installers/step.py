"""A single command of an installation."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A command that installs something and can be repeated."""

    what: str
    """Description for people."""
    argv: tuple[str, ...]
    """The command and its arguments."""
    env: Mapping[str, str] = {}
    """Variables added to the current environment."""
    root: bool = False
    """Whether the command needs root."""
