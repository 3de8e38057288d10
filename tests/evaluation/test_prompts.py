"""Prompts are rendered from Jinja files; each mode builds the right request."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.evaluation.prompts import default_prompt, find_prompt, first_request
from benchwright.evaluation.settings import Sampling
from benchwright.models.prompt import Prompt, next_request
from benchwright.problems import Problem
from tests.evaluation.small_benchmark import problem

PREFIX = 'def double(x: int) -> int:\n    """Twice x."""\n'


def completion_problem(question: str = PREFIX, suffix: str = "") -> Problem:
    """Return a problem that starts with code."""
    return Problem(
        id="p",
        language="python",
        question=question,
        canonical_solution="",
        prefix=PREFIX,
        suffix=suffix,
        tests={"full": ""},
    )


def test_chat_asks_the_question_in_a_users_message() -> None:
    request = first_request(default_prompt("chat"), "chat", problem(1), Sampling(temperature=0.5))
    system, user = request.messages
    assert (system.role, user.role) == ("system", "user")
    assert "Python" in system.content
    assert user.content == problem(1).question
    assert request.temperature == 0.5


def test_chat_shows_the_code_to_complete_once() -> None:
    (_, user) = first_request(default_prompt("chat"), "chat", completion_problem(), Sampling()).messages
    assert user.content.count("def double") == 1
    assert user.content.startswith("Complete this Python code")
    asked = completion_problem(question=f"Double it.\n{PREFIX}")
    (_, user) = first_request(default_prompt("chat"), "chat", asked, Sampling()).messages
    assert user.content.count("def double") == 1
    asked = completion_problem(question="Double it.")
    (_, user) = first_request(default_prompt("chat"), "chat", asked, Sampling()).messages
    assert user.content.startswith("Double it.")
    assert user.content.count("def double") == 1


def test_chat_shows_the_hole() -> None:
    asked = completion_problem(question="Fill it.", suffix="\nprint(double(2))\n")
    (_, user) = first_request(default_prompt("chat"), "chat", asked, Sampling()).messages
    assert f"{PREFIX}<HOLE>\nprint(double(2))" in user.content


def test_completion_mode_continues_the_code() -> None:
    assert first_request(default_prompt("completion"), "completion", completion_problem(), Sampling()).prompt == PREFIX
    shots = completion_problem(question=f"### Task\n```python\n{PREFIX}")
    request = first_request(default_prompt("completion"), "completion", shots, Sampling())
    assert request.prompt == shots.question


def test_completion_stops_where_the_benchmark_says() -> None:
    asked = msgspec.structs.replace(completion_problem(), stop=("\ndef", "\nclass"))
    sampling = Sampling(stop=("###",))
    assert first_request(default_prompt("completion"), "completion", asked, sampling).stop == (
        "###",
        "\ndef",
        "\nclass",
    )
    assert first_request(default_prompt("chat"), "chat", asked, sampling).stop == ("###",)


def test_infill_sends_both_sides() -> None:
    asked = completion_problem(suffix="\nprint(double(2))\n")
    request = first_request(default_prompt("infill"), "infill", asked, Sampling())
    assert (request.kind, request.prompt, request.suffix) == ("infill", PREFIX, "\nprint(double(2))\n")


def test_samples_of_a_problem_are_different_requests() -> None:
    prompt, sampling = default_prompt("chat"), Sampling(seed=7)
    first = first_request(prompt, "chat", problem(1), sampling, sample=0)
    second = first_request(prompt, "chat", problem(1), sampling, sample=1)
    assert first.key != second.key
    assert (first.seed, second.seed) == (7, 8)


def test_a_next_turn_keeps_the_chat() -> None:
    first = first_request(default_prompt("chat"), "chat", problem(1), Sampling())
    second = next_request(first, "def f(): pass", "It fails.")
    assert second.messages[:2] == first.messages
    assert [(each.role, each.content) for each in second.messages[2:]] == [
        ("assistant", "def f(): pass"),
        ("user", "It fails."),
    ]


def test_a_custom_system_prompt() -> None:
    request = first_request(default_prompt("chat"), "chat", problem(1), Sampling(), system="Be brief.")
    assert request.messages[0].content == "Be brief."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{% block user %}{{ problem.nothing }}{% endblock %}", "nothing"),
        ("{% block user %}", ":1: "),
        ("no blocks", "no block 'user'"),
    ],
)
def test_a_bad_prompt_file_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "own.jinja"
    file.write_text(text)
    with pytest.raises(UsageError, match=said):
        first_request(Prompt(file), "chat", problem(1), Sampling())


@pytest.mark.parametrize("name", ["fim-codellama", "fim-deepseek", "fim-qwen", "fim-starcoder"])
def test_marks_for_a_gap_in_one_text(name: str) -> None:
    asked = completion_problem(suffix="\nprint(double(2))\n")
    prompt = first_request(find_prompt(name), "completion", asked, Sampling()).prompt
    before, _, after = prompt.partition(PREFIX)
    assert before.startswith("<")
    assert "print(double(2))" in after
    assert prompt.endswith(">")


def test_an_unknown_prompt_lists_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        find_prompt("fim-nobody")
    assert caught.value.hint == (
        "pass a Jinja file, or choose from chat, completion, fim-codellama, fim-deepseek, fim-qwen, fim-starcoder, "
        "function, infill"
    )
