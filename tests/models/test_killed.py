"""A killed run never pays for anything twice."""

from __future__ import annotations

import asyncio
import collections
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from benchwright.models import ModelOptions, open_model
from tests.models import client_program
from tests.models.asking import chat
from tests.models.endpoint import Endpoint

pytestmark = pytest.mark.slow

_COUNT = 40


def _start(endpoint: Endpoint, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, client_program.__file__, endpoint.url, str(folder), str(_COUNT)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("killed_after", [(1,), (5, 9), (20, 30, 35)])
def test_a_killed_run_resumes(endpoint: Endpoint, tmp_path: Path, killed_after: tuple[int, ...]) -> None:
    """The process is killed by SIGKILL after a given number of answers, whatever it is doing."""
    asked_when_answered: dict[str, int] = {}
    for answers in killed_after:
        process = _start(endpoint, tmp_path)
        assert process.stdout is not None
        answered = {line.strip() for line in itertools.islice(process.stdout, answers)}
        process.kill()
        process.wait()
        process.stdout.close()
        times = _times(endpoint)
        asked_when_answered = {text: times[text] for text in answered} | asked_when_answered
    last = _start(endpoint, tmp_path)
    printed, _ = last.communicate(timeout=120)
    assert last.returncode == 0
    assert set(printed.split("\n")) >= {f"answer to question {number}" for number in range(_COUNT)}
    times = _times(endpoint)
    assert {text: times[text] for text in asked_when_answered} == asked_when_answered
    # Only requests in flight at the time of the kill can have been sent twice.
    assert sum(times.values()) <= _COUNT + 3 * len(killed_after)


def _times(endpoint: Endpoint) -> collections.Counter[str]:
    return collections.Counter(f"answer to {prompt}" for prompt in list(endpoint.prompts))


def test_the_record_of_killed_runs_is_complete(endpoint: Endpoint, tmp_path: Path) -> None:
    process = _start(endpoint, tmp_path)
    assert process.stdout is not None
    list(itertools.islice(process.stdout, 7))
    process.kill()
    process.wait()
    process.stdout.close()
    record = tmp_path / "record.jsonl"
    with record.open("ab") as opened:
        opened.write(b'{"key": "half a li')
    assert _start(endpoint, tmp_path).wait(timeout=120) == 0
    asked = len(endpoint.bodies)
    assert _replayed(record) == [f"answer to question {number}" for number in range(_COUNT)]
    assert len(endpoint.bodies) == asked


def _replayed(record: Path) -> list[str]:
    async def work() -> list[str]:
        model = open_model(f"replay:{record}", ModelOptions())
        return [(await model.answer(chat(f"question {number}"))).text for number in range(_COUNT)]

    return asyncio.run(work())
