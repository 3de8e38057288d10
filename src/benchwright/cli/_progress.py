"""Progress of long commands on standard error: a bar on a terminal, plain lines otherwise."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator


def rate_text(per_s: float) -> str:
    """How fast it goes, in the unit in which that is a number to read: `3.2/s`, `12.5/min`, `4.0/h`."""
    if per_s >= 1:
        return f"{per_s:.1f}/s"
    return f"{60 * per_s:.1f}/min" if 60 * per_s >= 1 else f"{3600 * per_s:.1f}/h"


def time_text(seconds: float) -> str:
    """A time as people say it: `40 s`, `12 min`, `1 h 54 min`, `3 d 2 h`."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h" if hours else f"{days} d"


@contextlib.contextmanager
def progress_of(total: int, word: str) -> Iterator[Callable[[str], None]]:
    """Gives a function to call after each of `total` pieces, with a few words about it."""
    if not sys.stderr.isatty():
        yield _lines(total, word)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(word, total=total)
        yield lambda said: bar.update(task, advance=1, description=f"{word} {said}")


def _lines(total: int, word: str) -> Callable[[str], None]:
    done = 0

    def advance(said: str) -> None:
        nonlocal done
        done += 1
        print(f"{word} {done}/{total} {said}", file=sys.stderr)

    return advance
