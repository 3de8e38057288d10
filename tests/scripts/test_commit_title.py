"""Titles of commits that the hook accepts and refuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

HOOK = Path(__file__).parents[2] / "scripts" / "commit-title"


@pytest.mark.parametrize(
    ("title", "accepted"),
    [
        ("Group report pages by benchmark", True),
        ("Process rows in order", True),
        ("Merge branch 'main'", True),
        ("a small fix", False),
        ("Fixed a bug", False),
        ("Adds a metric", False),
        ("Adding a metric", False),
        ("Add a metric.", False),
        ("Add " + 69 * "x", False),
        ("Add " + 68 * "x", True),
    ],
)
def test_a_title(title: str, accepted: bool, tmp_path: Path) -> None:
    message = tmp_path / "message"
    message.write_text(f"{title}\n\nWhy.\n# a comment\n")
    done = subprocess.run((HOOK, message), capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is accepted, done.stderr
