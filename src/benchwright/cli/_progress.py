"""Progress of long commands on standard error: a bar on a terminal, plain lines otherwise."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator


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
