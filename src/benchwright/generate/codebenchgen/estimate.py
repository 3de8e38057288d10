"""About what a generation by this method takes."""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.estimate import Estimate, estimated
from benchwright.models import ModelOptions

_TOKENS = {
    "sandboxing": (2200, 1600),
    "tests": (2400, 1300),
    "debug": (4500, 1500),
    "instruction": (2800, 450),
    "extra_tests": (2900, 1300),
}
"""Prompt → tokens that it takes to read and to write: averages of the bundled recording, at four characters a token."""
_MENDED = 0.5
"""Rounds of mending that an example takes on average: less than half pass at once, by the published funnel."""


def estimate(targets: int, settings: Settings, specs: Mapping[str, str], options: ModelOptions) -> Estimate:
    """Without asking any model. Files that are asked for again come on top, what is dropped does not."""
    asked = {
        "model": dict.fromkeys(("sandboxing", "tests", "instruction"), targets)
        | {"debug": round(targets * _MENDED) if settings.rounds else 0},
        "tester": {"extra_tests": targets if settings.samples else 0},
    }
    return estimated(asked, _TOKENS, specs, options)
