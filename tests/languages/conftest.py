"""Language directories and commands created for a single test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

MINIMAL = """\
name = "Toy"
extensions = [".toy"]
source = "main.toy"
run = ["{toy}", "{source}"]

[toolchain]
tools = { toy = ["toy"] }
version = ["{toy}", "--version"]
version_pattern = '(toy \\S+)'
install = { apt = ["toy-tools"] }
hint = "or from its home page"

[[probes]]
name = "hello"
file = "hello.toy"
"""

WriteLanguage = Callable[..., Path]
WriteCommand = Callable[[Path, str], Path]


@pytest.fixture
def write_language(tmp_path: Path) -> WriteLanguage:
    """Write a language that is valid except for one replaced text; returns the file."""

    def write(language_id: str = "toy", old: str = "", new: str = "") -> Path:
        assert old in MINIMAL
        file = tmp_path / "languages" / language_id / "language.toml"
        (file.parent / "probes").mkdir(parents=True)
        (file.parent / "probes" / "hello.toy").write_text("hello")
        file.write_text(MINIMAL.replace(old, new) if old else MINIMAL)
        return file

    return write


@pytest.fixture
def write_command() -> WriteCommand:
    """Write an executable shell script; returns its path."""

    def write(path: Path, text: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    return write
