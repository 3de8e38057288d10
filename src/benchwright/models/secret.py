"""Keys of endpoints. They are sent and never shown."""

from __future__ import annotations

import os

from benchwright.errors import UsageError

_SHORTEST = 8
"""What is shorter (`EMPTY`, for a server that wants any) hides nothing, and may be a part of any text."""


class Secret:
    """A text that shows itself only when asked to."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "***"

    def __bool__(self) -> bool:
        return bool(self._value)

    def reveal(self) -> str:
        """The text itself."""
        return self._value

    def hide_in(self, text: str) -> str:
        """The text without the secret, should it be in there."""
        return text.replace(self._value, "***") if len(self._value) >= _SHORTEST else text


def key_from(variable: str) -> Secret:
    """The key in an environment variable; empty if there is none."""
    value = os.environ.get(variable, "").strip()
    # Clients quote a header that they cannot send: such a key must not get there.
    if not (value.isascii() and value.isprintable()):
        raise UsageError(f"the key in {variable} has characters that no key has", "copy it again")
    return Secret(value)
