"""A scripted model that answers the prompts of generation. Its problems are made from numbered seeds, and the seed's
number determines what is deliberately wrong with an answer."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from benchwright.models import Answer, Request
from benchwright.seeds import Harvest, Origin, Seed

CASES = [([1, 2, 3], 4), ([], 0), ([5], 5), ([9, -9, 0], 3), ([2, 2], 100), ([7, 8], 1), ([-1], -1), ([4, 4, 4], 8)]


def seed(number: int) -> Seed:
    """Return the seed with this number."""
    words = "\n".join(f"    word_{number}_{index} = {index} * {number}" for index in range(12))
    text = f"def shift(values):\n    # {number}\n{words}\n    return [value + {number} for value in values]\n"
    return Seed(
        id=f"{number:08x}00000000",
        text=text,
        language="python",
        kind="function",
        origin=Origin(source="made", path=f"{number}.py", licence="MIT"),
    )


def rows(count: int) -> str:
    """Write the same seeds as a file of rows."""
    made = ({"text": each.text, "language": "python", "licence": "MIT"} for each in harvest(count).seeds)
    return "".join(json.dumps(row) + "\n" for row in made)


def harvest(count: int) -> Harvest:
    """Return `count` seeds, numbered from 1."""
    return Harvest(seeds=tuple(seed(number) for number in range(1, count + 1)), read=count, dropped={})


def shift(number: int, values: list[int], limit: int) -> list[int]:
    """Compute what the solutions compute."""
    return [value + number for value in values if value + number <= limit + number]


def solution(number: int) -> str:
    """Return the reference of a problem."""
    return (
        f"def shift_{number}(values, limit):\n"
        f"    result = []\n"
        f"    for value in values:\n"
        f"        if value <= limit:\n"
        f"            result.append(value + {number})\n"
        f"    return result\n"
    )


def program(number: int, cases: list[tuple[list[int], int]]) -> str:
    """Return a program that prints inputs and outputs."""
    calls = "".join(f"    print({values}, {limit}, shift_{number}({values}, {limit}))\n" for values, limit in cases)
    return f"def test():\n{calls}\n\ntest()\n"


def checks(number: int, cases: list[tuple[list[int], int]]) -> str:
    """Return tests made from the inputs and outputs."""
    calls = "".join(
        f"    assert shift_{number}({values}, {limit}) == {shift(number, values, limit)}\n" for values, limit in cases
    )
    return f"def test():\n{calls}\n\ntest()\n"


def question(number: int) -> str:
    """Return the question of a problem."""
    examples = "".join(
        f"- `shift_{number}({values}, {limit})` returns `{shift(number, values, limit)}`\n"
        for values, limit in CASES[:2]
    )
    return (
        f"Write a Python function `shift_{number}(values: list[int], limit: int) -> list[int]`. It leaves out the "
        f"values that are larger than the limit and adds {number} to each of the others, in their order.\n\n"
        f"Examples:\n\n{examples}"
    )


def section(name: str, text: str) -> str:
    """Wrap a text in tags, as the prompts request."""
    return f"<{name}>\n```python\n{text}```\n</{name}>\n"


def answer(request: Request) -> str:
    """Give a good answer to any of the prompts."""
    system, user = request.messages[0].content, request.messages[1].content
    return _ANSWERS[next(word for word in _ANSWERS if word in system)](_number(user), request.sample)


def counted(request: Request) -> str:
    """Answer, and log the request to the file named by an environment variable."""
    with open(os.environ["SCRIPTED_LOG"], "a") as log:
        log.write(f"{request.key}\n")
    return answer(request)


def clumsy(request: Request) -> str:
    """Give unusable answers: always for seed 1, at the first attempt for seed 2, never for the others."""
    number = _number(request.messages[1].content)
    if number == 1 or (number == 2 and len(request.messages) == 2):
        return "I am sorry, but here is something else."
    return answer(request)


def _number(user: str) -> int:
    found = re.search(r"shift_(\d+)|# (\d+)", user)
    assert found, user
    return int(found[1] or found[2])


def _solution(number: int, _: int) -> str:
    return (
        section("solution", solution(number))
        + section("demo_inputs", program(number, CASES[:2]))
        + section("full_inputs", program(number, CASES))
    )


def _tests(number: int, _: int) -> str:
    return section("demo_tests", checks(number, CASES[:2])) + section("full_tests", checks(number, CASES))


def _bugs(number: int, _: int) -> str:
    return section("bug", solution(number).replace("<=", "<")) + section("bug", solution(number).replace("[]", "[0]"))


def _question(number: int, _: int) -> str:
    return f"<question>\n{question(number)}</question>"


def _critic(_: int, __: int) -> str:
    rules = ("signature", "randomness", "target", "precision", "exceptions", "execution", "irrelevant", "other")
    return json.dumps({rule: {"violated": False, "why": ""} for rule in rules})


def _solve(number: int, sample: int) -> str:
    """Solve the problem correctly every other time."""
    code = solution(number) if sample % 2 else solution(number).replace("<=", "<")
    return f"```python\n{code}```"


def _tags(number: int, _: int) -> str:
    names = ("Functions & Modules", "Algorithms & Problem Solving", "Functional Programming")
    return json.dumps({"category": names[number % 3], "tags": ["lists"]})


_ANSWERS: dict[str, Callable[[int, int], str]] = {
    "prepares programming exercises": _solution,
    "writes precise tests": _tests,
    "mistakes that others make": _bugs,
    "You write programming exercises": _question,
    "You review": _critic,
    "Solve the task": _solve,
    "into categories": _tags,
}


def fickle(request: Request) -> str:
    """Give outputs that depend on the order of a set."""
    return _changed(request, _solution, "    return result\n", "    print({'a', 'b', 'c', 'd'})\n    return result\n")


def crashing(request: Request) -> str:
    """Give inputs on which the solution fails."""
    return _changed(request, _solution, "    return result\n", "    return result[0]\n")


def silent(request: Request) -> str:
    """Give programs that print nothing."""
    return _changed(request, _solution, "    print(", "    (lambda *_: None)(")


def endless(request: Request) -> str:
    """Give programs that print far too much."""
    return _changed(request, _solution, "    print(", "    print('x' * 300000, ")


def wrong_tests(request: Request) -> str:
    """Give expected values that were made up."""
    return _changed(request, _tests, "== [", "== [0, ")


def no_checks(request: Request) -> str:
    """Give tests that check nothing."""
    return re.sub(r"assert (.*) == .*", r"\1", answer(request)) if _is(request, _tests) else answer(request)


def forgiving(request: Request) -> str:
    """Give tests that an empty solution passes."""
    lenient = re.sub(r"assert (.*) == (.*)", r"assert (\1 or \2) == \2", answer(request))
    return lenient if _is(request, _tests) else answer(request)


def easy(request: Request) -> str:
    """Solve the problem correctly every time."""
    return answer(msgspec.structs.replace(request, sample=1)) if _is(request, _solve) else answer(request)


def disputing(request: Request) -> str:
    """Give solutions that all misunderstand the question in the same way."""
    if not _is(request, _solve):
        return answer(request)
    code = solution(_number(request.messages[1].content)).replace("<=", "<")
    return f"```python\n# {request.sample}\n{code}```"


def flaky(request: Request) -> str:
    """Give tests that pass in only one time zone."""
    return _changed(request, _tests, "def test():\n", "import os\n\n\ndef test():\n    assert 'TZ' not in os.environ\n")


def harmless(request: Request) -> str:
    """Propose a mistake that is equivalent to the reference, among others."""
    extra = section("bug", solution(_number(request.messages[1].content)) + "# as before\n")
    return extra + answer(request) if _is(request, _bugs) else answer(request)


def halting(request: Request) -> str:
    """Fail once at the second answer of the solver; log all requests."""
    log = Path(os.environ["SCRIPTED_LOG"])
    before = log.read_text() if log.exists() else ""
    log.write_text(f"{before}{request.key}\n")
    if _is(request, _solve) and request.sample == 1 and request.key not in before:
        raise ValueError("not now")
    return answer(request)


def failing(request: Request) -> str:
    """Give solutions that are wrong, each in its own way."""
    if not _is(request, _solve):
        return answer(request)
    code = solution(_number(request.messages[1].content)).replace("value + ", f"value + {request.sample + 1} + ")
    return f"```python\n{code}```"


def weak_and_clumsy(request: Request) -> str:
    """Give inputs that reveal little, even when asked for better ones."""
    return "No idea." if "give themselves away" in request.messages[0].content else weak(request)


def nameless(request: Request) -> str:
    """Give questions that do not name the function."""
    return _changed(request, _question, "shift_", "move_")


def half_characters(request: Request) -> str:
    """Put half of an emoji among the tags."""
    return _changed(request, _tags, '"lists"', '"\\ud83d"')


def strict_critic(request: Request) -> str:
    """Act as a critic that finds something."""
    if not _is(request, _critic):
        return answer(request)
    found = json.loads(answer(request))
    found["target"] = {"violated": True, "why": "it tests nothing that is asked"}
    return json.dumps(found)


def weak(request: Request) -> str:
    """Give inputs that reveal little at first."""
    number = _number(request.messages[1].content)
    if _is(request, _solution):
        return (
            section("solution", solution(number))
            + section("demo_inputs", program(number, CASES[:2]))
            + section("full_inputs", program(number, CASES[1:2]))
        )
    if "give themselves away" in request.messages[0].content:
        return section("full_inputs", program(number, CASES))
    if _is(request, _tests):
        many = str(CASES[-1][0]) in request.messages[1].content
        return section("demo_tests", checks(number, CASES[:2])) + section(
            "full_tests", checks(number, CASES if many else CASES[1:2])
        )
    return answer(request)


def counted_tokens(request: Request) -> Answer:
    """Give answers with token counts."""
    return Answer(text=answer(request), prompt_tokens=1000, completion_tokens=500)


def _is(request: Request, kind: Callable[[int, int], str]) -> bool:
    system = request.messages[0].content
    return next((found for word, found in _ANSWERS.items() if word in system), None) is kind


def _changed(request: Request, kind: Callable[[int, int], str], before: str, after: str) -> str:
    return answer(request).replace(before, after) if _is(request, kind) else answer(request)
