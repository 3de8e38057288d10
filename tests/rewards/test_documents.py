"""Run the snippets of the documentation unchanged."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.problems import write_problems
from tests.cli.command import benchwright
from tests.rewards.tasks import DOUBLE, HALF, PROBLEM, RIGHT, TESTS
from tests.sandbox.modes import service

DOCS = Path(__file__).parents[2] / "docs"
EXPECTED = {
    "trl": "[1.0, 0.5]\n",
    "openrlhf": "[1.0, 0.5]\n",
    "verl": "1.0\n0.5\n",
    "client": "b'hello\\n'\n[0, 1]\npassed\n",
}


# Each has its own function, in a different order than in the export.
OTHER = msgspec.structs.replace(
    PROBLEM,
    id="p/2",
    question="Make it twice as much.",
    canonical_solution=DOUBLE.replace("double", "twice"),
    tests={"full": TESTS.replace("double(", "twice(")},
)
PROBLEMS = [OTHER, PROBLEM]
ANSWERS = {"p/1": RIGHT, "p/2": HALF.replace("double", "twice")}


class Tokenizer:
    """Has a chat template, like those in `transformers`."""

    def apply_chat_template(
        self, messages: list[dict[str, str]], *, tokenize: bool, add_generation_prompt: bool
    ) -> str:
        assert not tokenize
        turns = "".join(f"<|im_start|>{each['role']}\n{each['content']}<|im_end|>\n" for each in messages)
        return turns + "<|im_start|>assistant\n" * add_generation_prompt


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the document's command was run."""
    folder = tmp_path_factory.mktemp("rows")
    (folder / "problems.jsonl").write_text("".join(write_problems(PROBLEMS, "benchwright").lines))
    (command,) = re.findall(r"```sh\nbenchwright (export .*)\n```", (DOCS / "rewards.md").read_text())
    done = benchwright(*shlex.split(command), folder=folder)
    assert done.returncode == 0, done.stderr
    return folder


def snippets() -> dict[str, str]:
    texts = (DOCS / "rewards.md").read_text() + (DOCS / "clients.md").read_text()
    return dict(re.findall(r"<!-- run: (\w+) -->\n```python\n(.*?)```", texts, re.DOTALL))


def test_all_are_run() -> None:
    assert snippets().keys() == EXPECTED.keys() | {"rows"}


@pytest.mark.parametrize("name", EXPECTED)
def test_snippet(
    name: str, exported: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(exported)
    given: dict[str, Any] = {"url": service().url, "answers": ANSWERS, "tokenizer": Tokenizer()}
    exec(snippets()["rows"], given)
    exec(snippets()[name], given)
    assert capsys.readouterr().out == EXPECTED[name]
