"""Licences are detected by their texts and by declarations in files, and checked against the allowed ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.seeds import SeedOptions, read_seeds
from benchwright.seeds.licences import is_allowed, licence_of_head, licence_of_text
from benchwright.seeds.sources import licence_above
from tests.seeds.trees import function, tree

_BSD = "Redistribution and use in source and binary forms, with or without modification, are permitted"
TEXTS = {
    "MIT": "Permission is hereby granted, free of charge, to any person\nobtaining a copy of this software",
    "Apache-2.0": "                Apache License\n          Version 2.0, January 2004\n",
    "BSD-3-Clause": f"{_BSD} ... Neither the name of the copyright holder nor ...",
    "BSD-2-Clause": f"{_BSD} ...",
    "ISC": "Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee",
    "MPL-2.0": "Mozilla Public License Version 2.0\n====",
    "GPL-2.0": "GNU GENERAL PUBLIC LICENSE\n   Version 2, June 1991",
    "GPL-3.0": "GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007",
    "LGPL-2.1": "GNU LESSER GENERAL PUBLIC LICENSE\n  Version 2.1, February 1999",
    "LGPL-3.0": "GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007 ... the GNU General Public License",
    "AGPL-3.0": "GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3, 19 November 2007 ... GNU General Public License",
    "Unlicense": "This is free and unencumbered software released into the public domain.",
    "CC0-1.0": "Creative Commons Legal Code\n\nCC0 1.0 Universal",
    "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2\n----",
    "": "All rights reserved. Ask us first.",
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str) -> None:
    assert licence_of_text(TEXTS[name]) == name


def test_heads() -> None:
    assert licence_of_head("// SPDX-License-Identifier: mit OR apache-2.0\n#include") == "MIT OR Apache-2.0"
    assert licence_of_head("/* SPDX-License-Identifier: GPL-2.0-only */") == "GPL-2.0-only"
    assert licence_of_head("# nothing") == ""


@pytest.mark.parametrize(
    ("licence", "allowed", "answer"),
    [
        ("MIT", (), True),
        ("", (), True),
        ("", ("permissive",), False),
        ("MIT", ("permissive",), True),
        ("GPL-3.0", ("permissive",), False),
        ("GPL-3.0", ("permissive", "gpl-3.0"), True),
        ("MIT OR GPL-3.0", ("permissive",), True),
        ("MIT AND GPL-3.0", ("permissive",), False),
        ("Apache-2.0 WITH LLVM-exception", ("apache-2.0",), True),
        ("(MIT OR GPL-3.0) AND ISC", ("permissive",), False),
    ],
)
def test_allowed_licences(licence: str, allowed: tuple[str, ...], answer: bool) -> None:
    assert is_allowed(licence, allowed) is answer


def test_a_files_own_licence_precedes_the_nearest_one(tmp_path: Path) -> None:
    folder = tree(
        tmp_path / "code",
        {
            "LICENSE": TEXTS["MIT"],
            "a.py": function("first"),
            "copied/COPYING": TEXTS["GPL-3.0"],
            "copied/b.py": function("second", 2),
            "copied/c.py": "# SPDX-License-Identifier: ISC\n\n" + function("third", 3),
            "both/LICENSE-MIT": TEXTS["MIT"],
            "both/LICENSE-APACHE": TEXTS["Apache-2.0"],
            "both/d.py": function("fourth", 4),
        },
    )
    everything = read_seeds(str(folder), SeedOptions(near_duplicate=0))
    assert {seed.origin.path: seed.origin.licence for seed in everything.seeds} == {
        "a.py": "MIT",
        "copied/b.py": "GPL-3.0",
        "copied/c.py": "ISC",
        "both/d.py": "Apache-2.0 AND MIT",
    }
    permissive = read_seeds(str(folder), SeedOptions(near_duplicate=0, licences=("permissive",)))
    assert {seed.origin.path for seed in permissive.seeds} == {"a.py", "both/d.py", "copied/c.py"}
    assert permissive.dropped == {"licence": 1}


def test_an_unknown_licence_is_not_permissive(tmp_path: Path) -> None:
    folder = tree(tmp_path / "code", {"a.py": function("first")})
    assert read_seeds(str(folder), SeedOptions(licences=("permissive",))).seeds == ()


def test_a_subfolder_has_the_licence_of_its_repository(tmp_path: Path) -> None:
    """Within the working copy, and no further."""
    part = tmp_path / "project" / "src" / "part"
    part.mkdir(parents=True)
    (tmp_path / "project" / "LICENSE").write_text((Path(__file__).parents[2] / "LICENSE").read_text())
    assert licence_above(part) == ""
    (tmp_path / "project" / ".git").mkdir()
    assert licence_above(part) == "Apache-2.0"
    (tmp_path / "project" / "src" / ".git").mkdir()
    assert licence_above(part) == ""
