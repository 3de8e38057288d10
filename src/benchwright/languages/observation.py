"""What is to be seen in every run of a language, whatever the program does."""

from __future__ import annotations

import msgspec


class Observation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the runtime and our driver do by themselves, so that nobody takes it for the program's doing."""

    usual_processes: tuple[str, ...] = ()
    """Paths of the programs that they start, with * and ?, each as often as it is started."""
    usual_forks: int = 0
    """How many processes they create."""
    usual_denied_calls: tuple[str, ...] = ()
    """System calls that they try in vain."""
    own_clock: bool = False
    """Whether programs ask the kernel for the time by themselves, so that a shifted clock does not fool them."""
