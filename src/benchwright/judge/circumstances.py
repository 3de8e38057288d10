"""Circumstances that no verdict may depend on: time zone, locale, hash seeds, the date."""

from __future__ import annotations

from itertools import cycle, islice

CIRCUMSTANCES: tuple[dict[str, str], ...] = (
    {},
    {"TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "1", "PERL_HASH_SEED": "1"},
    {"TZ": "America/St_Johns", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "4711", "PERL_HASH_SEED": "ff"},
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "65537", "PERL_HASH_SEED": "ff00"},
)
"""Time zone, locale and hash seeds of each run in turn. Languages that draw their own seeds have a new one each time,
as every run starts from a fresh interpreter."""

_SURROUNDINGS = frozenset({"TZ", "LC_ALL"})

CLOCK_SHIFTS_S = (400 * 86400 + 20_467, -(400 * 86400 + 20_467))
"""Another year, month, day, weekday and hour, ahead and behind."""


def circumstances(runs: int) -> list[dict[str, str]]:
    """For so many runs."""
    return [CIRCUMSTANCES[number % len(CIRCUMSTANCES)] for number in range(max(1, runs))]


def seeds(runs: int) -> list[dict[str, str]]:
    """For so many runs, the hash seeds alone, none of them the usual one."""
    return [{name: value for name, value in env.items() if name not in _SURROUNDINGS} for env in _unusual(runs)]


def surroundings(runs: int) -> list[dict[str, str]]:
    """For so many runs, time zone and locale alone, none of them the usual one."""
    return [{name: value for name, value in env.items() if name in _SURROUNDINGS} for env in _unusual(runs)]


def _unusual(runs: int) -> list[dict[str, str]]:
    return list(islice(cycle(CIRCUMSTANCES[1:]), runs))
