"""Choose which seeds become problems in which languages."""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Iterator, Sequence

import msgspec

from benchwright.generate.autocodegen.settings import Settings
from benchwright.seeds import Seed


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One seed in one language."""

    key: str
    """Unique key in the job."""
    seed: Seed
    """Seed that the problem starts from."""
    language: str
    """Id of the language of the problem."""
    targets: tuple[str, ...] = ()
    """Languages that the finished problem is translated to."""


def choose_items(seeds: Sequence[Seed], settings: Settings) -> list[Item]:
    """Return as many items as requested, if there are enough seeds. The languages take turns; each takes the next seed
    in its own language first, then any other. A seed is reused in another language only after all have been used."""
    made = [1 + len(_targets(settings, 0, language)) for language in settings.languages]
    wanted = math.ceil(settings.count * settings.oversample * len(made) / sum(made))
    pairs = itertools.islice(_pairs(seeds, settings.languages), wanted)
    return [
        Item(
            key=f"{language}-{seed.id}",
            seed=seed,
            language=language,
            targets=_targets(settings, index, language),
        )
        for index, (seed, language) in enumerate(pairs)
    ]


def _pairs(seeds: Sequence[Seed], languages: Sequence[str]) -> Iterator[tuple[Seed, str]]:
    given: set[tuple[str, str]] = set()
    for _ in languages:  # each round uses every seed once, in a new language
        used: set[str] = set()
        queues = {language: deque(sorted(seeds, key=lambda seed: seed.language != language)) for language in languages}
        while any(queues.values()):
            for language in languages:
                if seed := _next(queues[language], language, used, given):
                    used.add(seed.id)
                    given.add((seed.id, language))
                    yield seed, language


def _next(queue: deque[Seed], language: str, used: set[str], given: set[tuple[str, str]]) -> Seed | None:
    while queue:
        seed = queue.popleft()
        if seed.id not in used and (seed.id, language) not in given:
            return seed
    return None


def _targets(settings: Settings, index: int, language: str) -> tuple[str, ...]:
    """Cycle through the target languages, so that each gets its share."""
    others = [target for target in settings.translate_to if target != language]
    number = min(settings.translations, len(others))
    return tuple(others[(index * number + offset) % len(others)] for offset in range(number))
