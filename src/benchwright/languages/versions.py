"""Versions of toolchains, for records of what was made with what."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.errors import ToolchainMissing, UnknownLanguage
from benchwright.languages.registry import find_language
from benchwright.languages.toolchain import find_toolchain


def toolchain_versions(names: Iterable[str]) -> dict[str, str]:
    """Language → version of its toolchain here; `missing` where there is none."""
    found: dict[str, str] = {}
    for name in sorted(set(names)):
        try:
            found[name] = find_toolchain(find_language(name)).version
        except (ToolchainMissing, UnknownLanguage):
            found[name] = "missing"
    return found
