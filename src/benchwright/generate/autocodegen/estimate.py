"""About what a generation by this method takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.generate.autocodegen.items import Item
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Estimate, estimated
from benchwright.models import ModelOptions

_TOKENS = {
    "solution": (1600, 1700),
    "tests": (3000, 1350),
    "bugs": (900, 1500),
    "question": (2400, 900),
    "critic": (3300, 100),
    "solve": (950, 700),
    "tags": (1850, 30),
    "translate": (4800, 3300),
}
"""Prompt → tokens that it takes to read and to write: averages of the bundled recording, at four characters a token."""


def estimate(items: Sequence[Item], settings: Settings, specs: Mapping[str, str], options: ModelOptions) -> Estimate:
    """Without asking any model. Weak tests and answers that are sent back come on top, what is dropped does not."""
    number = len(items)
    asked = {
        "model": dict.fromkeys(("solution", "tests", "question", "tags"), number)
        | {"bugs": number if settings.bugs else 0, "translate": sum(len(item.targets) for item in items)},
        "critic": {"critic": number},
        "solver": {"solve": number * settings.samples},
    }
    return estimated(asked, _TOKENS, specs, options)
