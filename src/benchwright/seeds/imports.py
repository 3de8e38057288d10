"""Which imports are of a tree's own modules."""

from __future__ import annotations

import re
import sys

from benchwright.languages.imports import QUOTED, Import

_PRAGMA = re.compile(r"use\s+[a-z]+\b(?!::)")
"""Such as Perl's `use strict`."""


class OwnModules:
    """What a tree calls its own modules: a fragment that needs one of them cannot stand alone."""

    def __init__(self, paths: list[str], go_module: str = "") -> None:
        tops: set[str] = set()
        for path in paths:
            parts = path.split("/")
            parts = parts[1:] if parts[0] in ("src", "lib", "Lib", "source", "python") and len(parts) > 1 else parts
            tops.add(parts[0].split(".")[0])
        self._tops = frozenset(tops) - sys.stdlib_module_names
        self._go_module = go_module

    def has(self, each: Import, package: str) -> bool:
        """Whether the import is of the tree's own: relative, quoted as such, in the file's own package, or named as a
        file or folder at the top of the tree."""
        module = each.module
        if not module or module.startswith("<") or _PRAGMA.match(each.text):
            return False
        if module.startswith((".", '"')) or each.text.startswith("require_relative"):
            return True
        first, *others = re.split(r"[./:\\]+", module)
        if first in ("crate", "super", "self"):
            return True
        if self._go_module and (module == self._go_module or module.startswith(f"{self._go_module}/")):
            return True
        if "/" in module and "internal" in (first, *others):
            return True
        own = re.split(r"[.\\:]+", package)[:2]
        if package and len(own) == len([first, *others][:2]) == 2 and [first, *others][:2] == own:
            return True
        # An address in quotes after `import` names files by dots, and everything else by packages.
        return first in self._tops and not (each.text.startswith("import") and QUOTED.search(each.text))
