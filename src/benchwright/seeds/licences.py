"""Licences: detected in licence files and in the headers of source files, and checked against the allowed ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

FILE = re.compile(r"(?i)^(licen[cs]e|copying|unlicense|copyright)([-_.][\w.-]*)?$")
"""File names of licences."""
_HEAD_BYTES = 3000
_SPDX = re.compile(r"SPDX-License-Identifier:\s*([A-Za-z0-9.+() -]*[A-Za-z0-9.+)])")
_PERMISSIVE = (
    *("MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC", "Unlicense", "CC0-1.0"),
    *("PSF-2.0", "Python-2.0", "Zlib", "BSL-1.0"),
)
_COPYLEFT = tuple(
    f"{family}-{version}{ending}"
    for family, versions in (("GPL", "23"), ("LGPL", "23"), ("AGPL", "3"))
    for version in (f"{number}.0" for number in versions)
    for ending in ("", "-only", "-or-later")
)
_KNOWN = {
    name.casefold(): name for name in (*_PERMISSIVE, *_COPYLEFT, "MPL-2.0", "LGPL-2.1", "LGPL-2.1-only", "EPL-2.0")
}
_SIGNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("AGPL-3.0", ("gnu affero general public license", "version 3")),
    ("LGPL-3.0", ("gnu lesser general public license", "version 3, 29 june 2007")),
    ("LGPL-2.1", ("gnu lesser general public license", "version 2.1, february 1999")),
    ("LGPL-2.0", ("gnu library general public license", "version 2, june 1991")),
    ("GPL-3.0", ("gnu general public license", "version 3, 29 june 2007")),
    ("GPL-2.0", ("gnu general public license", "version 2, june 1991")),
    ("MPL-2.0", ("mozilla public license version 2.0",)),
    ("Apache-2.0", ("apache license", "version 2.0, january 2004")),
    ("PSF-2.0", ("python software foundation license version 2",)),
    ("CC0-1.0", ("cc0 1.0 universal",)),
    ("Unlicense", ("this is free and unencumbered software released into the public domain",)),
    ("MIT", ("permission is hereby granted, free of charge, to any person obtaining a copy",)),
    ("ISC", ("permission to use, copy, modify, and or distribute this software for any purpose",)),
    ("ISC", ("permission to use, copy, modify, and distribute this software for any purpose",)),
    ("BSD-3-Clause", ("redistribution and use in source and binary forms", "neither the name")),
    ("BSD-3-Clause", ("redistribution and use in source and binary forms", "may not be used to endorse")),
    ("BSD-2-Clause", ("redistribution and use in source and binary forms",)),
)
"""The first entry whose phrases all occur wins; licences that quote others come first."""


def licence_of_text(text: str) -> str:
    """Return the SPDX id of a licence text; empty if it is unknown."""
    flat = re.sub(r"[\s*#/;]+", " ", text).casefold()
    return next((name for name, signs in _SIGNS if all(sign in flat for sign in signs)), "")


def licence_of_head(text: str) -> str:
    """Return the licence that a source file declares in its header; empty if none."""
    found = _SPDX.search(text[:_HEAD_BYTES])
    return normal(found[1]) if found else ""


def normal(expression: str) -> str:
    """Normalize the spelling of known ids in an SPDX expression."""
    words = re.findall(r"[A-Za-z0-9.+-]+|[()]", expression)
    kept = (
        word.upper() if word.upper() in ("AND", "OR", "WITH") else _KNOWN.get(word.casefold(), word) for word in words
    )
    return " ".join(kept).replace("( ", "(").replace(" )", ")")


def is_allowed(licence: str, allowed: Iterable[str]) -> bool:
    """Whether the licence, or one alternative of it, is allowed. An unknown licence is only allowed if all are."""
    wanted = {name.casefold() for name in _expanded(allowed)}
    if not wanted:
        return True
    flat = re.sub(r"(?i)\s+with\s+\S+", "", licence.casefold())
    if "(" in flat:  # not worth a parser: everything it names must be allowed
        flat = re.sub(r"[()]", " ", flat).replace(" or ", " and ")
    return any(
        all(part.strip() in wanted for part in choice.split(" and ")) for choice in flat.split(" or ") if choice.strip()
    )


def _expanded(allowed: Iterable[str]) -> Iterable[str]:
    for name in allowed:
        if name.casefold() == "permissive":
            yield from _PERMISSIVE
        else:
            yield name


class Licences:
    """The licence files of one tree."""

    def __init__(self, above: str = "") -> None:
        """`above` is the licence of whatever contains the tree."""
        self._above = above
        self._of_folder: dict[str, list[str]] = {}

    def add(self, path: str, text: str) -> None:
        """Add a licence file."""
        name = licence_of_text(text)
        names = self._of_folder.setdefault(str(PurePosixPath(path).parent), [])
        if name and name not in names:
            names.append(name)

    def of(self, path: str) -> str:
        """Return the licence of the nearest folder that has one. If a folder has several licence files, all of them
        apply: it is unknown whether the owner offers a choice."""
        for folder in PurePosixPath(path).parents:
            names = self._of_folder.get(str(folder))
            if names:
                return " AND ".join(sorted(names))
        return self._above
