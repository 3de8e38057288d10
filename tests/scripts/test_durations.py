"""`scripts/durations.py` groups tests by folder."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "durations.py"


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("tests/judging/hacks/test_all.py::test_it[a/b]", "judging"),
        ("tests/test_docs.py::test_a_guide_block_runs[README.md-0]", "test_docs.py"),
    ],
)
def test_the_folder_of_a_test(name: str, folder: str) -> None:
    assert runpy.run_path(str(SCRIPT))["folder_of"](name) == folder
