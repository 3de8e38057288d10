"""Every API counts its verdicts, and separates judged solutions from plain runs."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.rewards.tasks import RIGHT, WRONG, verifier
from tests.server.process import in_process

_GRADED = {"dataset": "primer", "completion": "```python\npass\n```"}


def counted(path: str, body: dict[str, Any]) -> dict[str, float]:
    """Return the verdicts that one request adds."""

    async def ask() -> str:
        async with in_process() as app:
            if "dataset" in body:
                body["id"] = (await app.client.post("/list_ids", json={"dataset": body["dataset"]})).json()[0]
            answer = await app.client.post(path, json=body)
            assert answer.status_code == 200, answer.text
            return (await app.client.get("/metrics")).text

    lines = [line for line in asyncio.run(ask()).splitlines() if line.startswith("benchwright_verdicts_total{")]
    return {line.split("{")[1].split("}")[0]: float(line.split()[-1]) for line in lines}


PLAIN = {'judged="false",verdict="passed"': 1.0}
WRONG_ANSWER = {'judged="true",verdict="wrong_answer"': 1.0}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/execute", {"language": "python", "source": "1"}),
        ("/run_code", {"language": "python", "code": "1"}),
        ("/submit", {"src_uid": "1", "lang": "python", "source_code": "1"}),
        ("/api/v2/execute", {"language": "python", "version": "*", "files": [{"content": "1"}]}),
    ],
)
def test_plain_runs(path: str, body: dict[str, Any]) -> None:
    assert counted(path, body) == PLAIN


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/judge", {"language": "python", "solution": "n = 1", "tests": "assert n == 2"}),
        ("/submit", {"src_uid": "1", "lang": "python", "func_code": "n = 1", "main_code": "assert n == 2"}),
    ],
)
def test_judgements(path: str, body: dict[str, Any]) -> None:
    assert counted(path, body) == WRONG_ANSWER


def test_grades_and_rewards() -> None:
    (graded,) = counted("/submit", dict(_GRADED))
    assert graded.startswith('judged="true"')
    body = {
        "query": [f"Do it.\n{RIGHT}", f"Do it.\n{WRONG}"],
        "prompts": ["Do it.\n"] * 2,
        "labels": [json.dumps(verifier())] * 2,
    }
    assert counted("/v1/rewards/openrlhf", body) == {
        'judged="true",verdict="passed"': 1.0,
        **WRONG_ANSWER,
    }
