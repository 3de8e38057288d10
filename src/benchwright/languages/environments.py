"""Where the package sets of languages lie once they are installed."""

from __future__ import annotations

import re
from pathlib import Path

from benchwright.languages.language import Language, PackageSet
from benchwright.languages.registry import languages
from benchwright.languages.toolchain import find_tools, toolchains_prefix


def package_set(name: str) -> tuple[Language, PackageSet] | None:
    """The package set of this name, with its language."""
    for language in languages().values():
        if name in language.environments:
            return language, language.environments[name]
    return None


def packages_folder(language: Language, name: str) -> Path:
    """Compiled packages suit one version of the toolchain, so each has its own folder."""
    return Path(toolchains_prefix()) / "pypi" / f"{language.id}-{name}-{short_version(language)}"


def short_version(language: Language) -> str:
    """Major and minor, as in `3.11`."""
    found = re.search(r"\d+\.\d+", find_tools(language).version)
    return found[0] if found else ""
