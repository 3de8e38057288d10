"""Problems that ask for a function in a file."""

from __future__ import annotations

import ast

import msgspec
import pytest

from benchwright.evaluation.prompts import (
    asks_for_function,
    default_prompt,
    find_prompt,
    first_request,
    prompts_digest,
    visible_file,
)
from benchwright.evaluation.settings import Sampling
from benchwright.judging.extract.answer import extract_answer
from benchwright.problems import Problem
from tests.evaluation.small_benchmark import problem

METHOD = Problem(
    id="p",
    language="python",
    question='Says \\d "hello".\n\nInputs: none.\n"""',
    canonical_solution="",
    prefix="class Greeter:\n    def hello(self):\n",
    suffix="\n    def bye(self):\n        return 1\n",
    entry_point="Greeter.hello",
    tests={"full": "assert Greeter().hello()"},
)
GO = msgspec.structs.replace(
    METHOD,
    language="go",
    prefix="package main\n\nfunc hello() string {\n",
    suffix="\n}\n",
    entry_point="hello",
)


def test_problems_that_ask_for_a_function() -> None:
    assert asks_for_function(METHOD)
    assert not asks_for_function(problem(1))
    assert asks_for_function(msgspec.structs.replace(METHOD, suffix=""))
    shown = msgspec.structs.replace(METHOD, suffix="", question=f"Complete:\n{METHOD.prefix}")
    assert not asks_for_function(shown)
    assert not asks_for_function(msgspec.structs.replace(METHOD, entry_point=""))


def test_the_instruction_is_the_docstring() -> None:
    shown = visible_file(METHOD)
    greeter = ast.parse(shown).body[0]
    assert isinstance(greeter, ast.ClassDef)
    hello = greeter.body[0]
    assert isinstance(hello, ast.FunctionDef)
    assert ast.get_docstring(hello) == METHOD.question.replace('"""', "'''")
    assert shown.count("def ") == 2


def test_an_existing_docstring_is_kept() -> None:
    documented = msgspec.structs.replace(METHOD, prefix=f'{METHOD.prefix}        """Says hello."""\n')
    shown = visible_file(documented)
    assert '        """Says hello."""\n        # Says \\d "hello".\n        #\n        # Inputs: none.\n' in shown


def test_other_languages_have_comments() -> None:
    assert visible_file(GO) == (
        'package main\n\nfunc hello() string {\n\t// Says \\d "hello".\n\t//\n\t// Inputs: none.\n\t// """\n'
        "\t// write this function\n}"
    )


@pytest.mark.parametrize("language", ["python", "go", "scheme"])
def test_the_model_sees_file_and_instruction_but_no_tests(language: str) -> None:
    asked = msgspec.structs.replace(GO if language == "go" else METHOD, language=language)
    system, user = first_request(default_prompt("chat"), "chat", asked, Sampling()).messages
    assert "Inputs: none." in user.content
    assert asked.prefix.split("\n")[0] in user.content
    assert asked.suffix.strip() in user.content
    assert "assert" not in user.content
    assert asked.entry_point in user.content
    assert "one function" in system.content


def test_a_named_prompt_is_used() -> None:
    _, user = first_request(find_prompt("function"), "chat", problem(1), Sampling()).messages
    assert "signature unchanged" in user.content
    _, user = first_request(find_prompt("chat"), "chat", METHOD, Sampling()).messages
    assert f"{METHOD.prefix}<HOLE>{METHOD.suffix.rstrip()}" in user.content
    request = first_request(find_prompt("infill"), "infill", METHOD, Sampling())
    assert request.prompt == METHOD.prefix


def test_the_digest_depends_on_the_prompts() -> None:
    chat = default_prompt("chat")
    assert prompts_digest(chat, "chat", [problem(1)]) == chat.digest
    assert prompts_digest(chat, "chat", [METHOD]) == find_prompt("function").digest
    assert prompts_digest(chat, "chat", [METHOD, problem(1)]) != chat.digest
    assert prompts_digest(chat, "chat", []) == chat.digest


def test_the_requested_answer_format_is_understood() -> None:
    found = extract_answer(METHOD, "```python\ndef hello(self):\n    return 'hello'\n```", "answer")
    scope: dict[str, type] = {}
    exec(found.code, scope)
    assert scope["Greeter"]().hello() == "hello"
    assert scope["Greeter"]().bye() == 1
