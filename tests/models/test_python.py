"""Python functions as models."""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import BudgetSpent, ModelError, UsageError
from benchwright.models import Answer, ModelOptions, Request, open_model
from tests.models.asking import chat

_MODULE = """
from __future__ import annotations
import threading
from benchwright.errors import BudgetSpent
from benchwright.models import Answer, Request

together = threading.Barrier(3)

def text(prompt): return f"{type(prompt).__name__} {prompt}"
def request(asked: Request) -> str: return f"{asked.max_tokens} {asked.text}"
async def later(prompt: str) -> str: return f"later {prompt}"
def answer(prompt: str) -> Answer: return Answer(text="a", completion_tokens=3, answer_s=7.0)
def number(prompt): return 3
def fails(prompt): raise ValueError("out of ideas")
def poor(prompt): raise BudgetSpent("no money")
def together_only(prompt):
    together.wait(timeout=30)
    return threading.current_thread().name
class Callable:
    def __call__(self, asked: Request) -> str: return f"object {asked.max_tokens}"
    def method(self, prompt): return "method"
    async def awaited(self, asked: Request): return f"awaited {asked.max_tokens}"
instance = Callable()
nothing = 3
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_functions.py").write_text(_MODULE)
    (tmp_path / "my_broken.py").write_text("import none_such")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.delitem(sys.modules, "my_functions", raising=False)


def ask(name: str, *requests: Request) -> list[Answer]:
    async def work() -> list[Answer]:
        model = open_model(f"python:{name}", ModelOptions())
        try:
            return list(await asyncio.gather(*(model.answer(request) for request in requests or [chat("hi")])))
        finally:
            await model.aclose()

    return asyncio.run(work())


@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("text", "str hi"),
        ("request", "2048 hi"),
        ("later", "later hi"),
        ("instance", "object 2048"),
        ("instance.method", "method"),
        ("instance.awaited", "awaited 2048"),
    ],
)
def test_functions(function: str, text: str) -> None:
    (given,) = ask(f"my_functions:{function}")
    assert given.text == text
    assert given.answer_s is not None


def test_a_function_may_return_an_answer_record() -> None:
    assert ask("my_functions:answer") == [Answer(text="a", completion_tokens=3, answer_s=7.0)]


def test_functions_run_concurrently_outside_the_event_loop() -> None:
    names = {one.text for one in ask("my_functions:together_only", *(chat(str(number)) for number in range(3)))}
    assert len(names) == 3
    assert threading.current_thread().name not in names


def test_answers_are_not_cached() -> None:
    """The function may change under the same name."""
    assert not any(one.cached for one in [*ask("my_functions:text"), *ask("my_functions:text")])


def test_a_function_that_raises() -> None:
    with pytest.raises(ModelError, match="my_functions:fails raised ValueError: out of ideas"):
        ask("my_functions:fails")


def test_benchwright_errors_are_reraised() -> None:
    with pytest.raises(BudgetSpent, match="no money"):
        ask("my_functions:poor")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("my_functions", "is not of the form"),
        ("my_functions:none", "has no attribute 'none'"),
        ("my_functions:nothing", "is not callable"),
        ("my_functions:number", "returned int"),
        ("none_such:f", "No module named 'none_such'"),
        ("my_broken:f", "No module named 'none_such'"),
    ],
)
def test_invalid_names(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ask(name)


def test_all_messages_are_in_the_text() -> None:
    request: Any = chat("b")
    assert ask("my_functions:text", request)[0].text == "str b"
