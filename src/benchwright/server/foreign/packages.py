"""Packages that a program takes for granted: other sandboxes have them installed."""

from __future__ import annotations

import re

from benchwright.languages import Language
from benchwright.languages.environments import packages_folder


def environment_of(language: Language, *texts: str) -> str | None:
    """The language's package set of which a text imports something, where it is installed."""
    for name, packages in language.environments.items():
        modules = "|".join(re.escape(pin.partition("==")[0]) for pin in packages.pypi)
        # Blanks only at the start: one that takes newlines too needs quadratic time for a text of empty lines.
        mention = re.compile(rf"^[ \t\f]*(?:import|from)[ \t][^#\n]*\b(?:{modules})\b", re.MULTILINE)
        if any(map(mention.search, texts)) and packages_folder(language, name).is_dir():
            return name
    return None
