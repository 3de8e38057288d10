"""How plots look: few colours, which people with any kind of colour vision tell apart (Okabe and Ito 2008)."""

from __future__ import annotations

from typing import Any

OURS, STANDARD, EXTERNAL, DARK = "#0072B2", "#56B4E9", "#E69F00", "#333333"
GREEN, PURPLE, VERMILION, YELLOW, GREY = "#009E73", "#CC79A7", "#D55E00", "#F0E442", "#999999"
SERIES = (OURS, EXTERNAL, GREEN, PURPLE, VERMILION, STANDARD, DARK)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")

STYLE: dict[Any, Any] = {
    # Ids in the file come from this, not from chance; letters stay text, which can be searched and is small.
    "svg.hashsalt": "benchwright",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "savefig.dpi": 110,
    "text.parse_math": False,
}
_LONGEST = 32


def trim(name: str) -> str:
    """A name that fits beside a plot."""
    shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return "".join(letter if letter.isprintable() else "?" for letter in shown)
