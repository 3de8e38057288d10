"""The functions that trainers call, with the arguments that trainers pass."""

from __future__ import annotations

import asyncio
import gc
import json
import math
from collections.abc import Iterator

import pytest

from benchwright.errors import SandboxError, UsageError
from benchwright.rewards import compute_score, trl_reward, verl
from benchwright.rewards.trl import completion_text
from tests.rewards.tasks import HALF, RIGHT, TESTS, WRONG, verifier
from tests.sandbox.leftovers import assert_gone, launchers
from tests.sandbox.modes import service

pytestmark = pytest.mark.slow

NOBODY_LISTENS = "http://127.0.0.1:9"


@pytest.fixture(autouse=True)
def nothing_stays_open() -> Iterator[None]:
    """Unreferenced reward functions, and verl's sessions once cleared, are closed."""
    before = launchers()
    yield
    verl._session.cache_clear()
    gc.collect()
    assert_gone([launcher for launcher in launchers() if launcher not in before])


def chat(text: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": text}]


def test_trl_with_rows_of_the_export() -> None:
    reward = trl_reward(mode="fraction")
    completions = [RIGHT, WRONG, HALF]
    rows = [verifier()] * 3
    assert reward(["p"] * 3, completions, verifier=rows, problem=["p/1"] * 3, trainer_state=object()) == [1.0, 0.0, 0.5]
    assert reward.__name__ == "benchwright_fraction"


def test_trl_with_messages_tests_and_json() -> None:
    reward = trl_reward("local", language="python")
    assert reward(prompts=[chat("q")], completions=[chat(RIGHT)], tests=[TESTS]) == [1.0]
    assert reward(prompts=["q"], completions=[chat(WRONG)], verifier=[json.dumps(verifier())]) == [0.0]


def test_trl_asynchronous_with_a_service() -> None:
    reward = trl_reward(service().url, asynchronous=True)
    assert asyncio.iscoroutinefunction(reward)

    async def train() -> list[float | None]:
        return list(await reward(prompts=["q"] * 2, completions=[RIGHT, WRONG], verifier=[verifier()] * 2))

    assert asyncio.run(train()) == [1.0, 0.0]
    assert asyncio.run(train()) == [1.0, 0.0]  # in another event loop


def test_trl_columns_without_data() -> None:
    with pytest.raises(UsageError, match="neither a column"):
        trl_reward()(["q"], [RIGHT])
    with pytest.raises(UsageError, match="language"):
        trl_reward()(["q"], [RIGHT], tests=[TESTS])
    with pytest.raises(UsageError, match="reward mode"):
        trl_reward(mode="much")


def test_unscored_is_none_for_trl_and_an_error_for_verl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.sandbox.remote._BACK_OFF_S", 0.0)
    assert trl_reward(NOBODY_LISTENS, language="python")(["q"], [RIGHT], tests=[TESTS]) == [None]
    extra = {"language": "python"}
    with pytest.raises(SandboxError, match="unscored"):
        compute_score("source", RIGHT, TESTS, extra, sandbox=NOBODY_LISTENS)
    assert math.isnan(compute_score("source", RIGHT, TESTS, extra, sandbox=NOBODY_LISTENS, unscored="nan"))


def test_verl() -> None:
    truth = json.dumps(verifier())
    assert compute_score("source", RIGHT, truth, {"problem": "p/1", "split": "train"}) == 1.0
    assert compute_score("source", HALF, truth, None, mode="fraction", some_option=1) == 0.5
    assert compute_score("source", WRONG, TESTS, {"language": "python"}, sandbox=service().url) == 0.0
    with pytest.raises(UsageError, match="unscored="):
        compute_score("source", RIGHT, truth, unscored="zero")


def test_verl_needs_a_language_for_tests_as_text() -> None:
    with pytest.raises(UsageError, match=r"tests as text need extra_info\.language"):
        compute_score("benchwright", "def f(): return 1", "assert f()==1", {})
    with pytest.raises(UsageError, match="the verifier is not a JSON object"):
        compute_score("benchwright", RIGHT, "{broken", {})


def test_text_of_a_completion() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    messages = [{"role": "assistant", "content": "x"}, {"role": "tool", "content": "t"}]
    assert [completion_text(each) for each in ("text", messages, [{"role": "assistant", "content": parts}], [])] == [
        "text",
        "x",
        "ab",
        "",
    ]
