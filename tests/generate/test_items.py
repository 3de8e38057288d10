"""Which seeds become problems in which languages."""

from __future__ import annotations

from collections import Counter

import msgspec

from benchwright.generate.autocodegen.items import choose_items
from benchwright.generate.autocodegen.settings import Settings
from benchwright.seeds import Seed
from tests.generate.scripted import seed


def _seeds(*languages: str) -> list[Seed]:
    return [msgspec.structs.replace(seed(number), language=language) for number, language in enumerate(languages)]


def _settings(languages: tuple[str, ...], count: int, **more: object) -> Settings:
    return Settings(languages=languages, count=count, oversample=1.0, **more)  # type: ignore[arg-type]


def test_languages_alternate_and_prefer_their_own_seeds() -> None:
    items = choose_items(_seeds("go", "python", "python", "go"), _settings(("python", "go"), 4))
    assert [item.language for item in items] == ["python", "go", "python", "go"]
    assert all(item.seed.language == item.language for item in items)


def test_a_seed_is_reused_last_and_only_in_another_language() -> None:
    items = choose_items(_seeds("c", "c", "c"), _settings(("python", "go"), 100))
    assert len(items) == 6
    assert len({item.key for item in items}) == 6
    assert len({item.seed.id for item in items[:3]}) == 3


def test_more_seeds_are_tried_than_requested() -> None:
    settings = msgspec.structs.replace(_settings(("python",), 4), oversample=1.5)
    assert len(choose_items(_seeds(*["python"] * 20), settings)) == 6


def test_translations_count_and_all_targets_get_their_share() -> None:
    settings = _settings(("python", "go"), 24, translate_to=("ruby", "go", "perl"), translations=2)
    items = choose_items(_seeds(*["python"] * 30), settings)
    assert len(items) == 8
    targets = Counter(target for item in items for target in item.targets)
    assert set(targets) == {"ruby", "go", "perl"}
    assert all(len(set(item.targets)) == 2 and item.language not in item.targets for item in items)


def test_the_same_seeds_give_the_same_items() -> None:
    seeds, settings = _seeds(*["go", "c", "python"] * 10), _settings(("python", "go", "ruby"), 25)
    assert choose_items(seeds, settings) == choose_items(seeds, settings)
