"""The snippets of the documents, run as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.rewards.tasks import HALF, RIGHT, verifier
from tests.sandbox.modes import service

DOCS = Path(__file__).parents[2] / "docs"
EXPECTED = {
    "trl": "[1.0, 0.5]\n",
    "openrlhf": "[1.0, 0.5]\n",
    "verl": "1.0\n0.5\n",
    "client": "b'hello\\n'\n[0, 1]\npassed\n",
}


def snippets() -> dict[str, str]:
    texts = (DOCS / "rewards.md").read_text() + (DOCS / "clients.md").read_text()
    return dict(re.findall(r"<!-- run: (\w+) -->\n```python\n(.*?)```", texts, re.DOTALL))


def test_all_are_run() -> None:
    assert snippets().keys() == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_snippet(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    given: dict[str, Any] = {
        "url": service().url,
        "prompts": ["Double it: ", "Double it: "],
        "completions": [RIGHT, HALF],
        "verifiers": [verifier(), verifier()],
    }
    exec(snippets()[name], given)
    assert capsys.readouterr().out == EXPECTED[name]
