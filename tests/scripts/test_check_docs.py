"""`scripts/check_docs.py` reports what the documentation lacks."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def check_docs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    return importlib.import_module("check_docs")


def test_a_metric_without_a_section(check_docs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "docs/metrics.md": "# Metrics\n\nNot a section: `other.py`.\n\n## Known\n\n`known.py`.\n",
        "package/metrics/known.py": "def measure(outcomes, options):\n    return {}\n",
        "package/metrics/other.py": "def measure(outcomes, options):\n    return {}\n",
        "package/metrics/helper.py": "def mean(values):\n    return 0.0\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(check_docs, "ROOT", tmp_path)
    monkeypatch.setattr(check_docs, "PACKAGE", tmp_path / "package")
    assert list(check_docs.check_metrics()) == ["docs/metrics.md: no section about `other.py`"]
