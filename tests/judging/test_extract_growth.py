"""The work on hostile answers grows no faster than the answer.

It is counted, not timed: function calls, and bytes passed to a parser.
"""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from benchwright.judging.extract import extract
from benchwright.judging.extract.reading import MOST_BYTES
from benchwright.languages import find_language
from benchwright.languages.syntax import parse

HOSTILE = {
    "backticks": "`",
    "fences": "```\n",
    "fences of a language": "```python\ndef f(): pass\n",
    "openings": "~~~a\n",
    "late openings": "x ```python\n",
    "blocks in lines": "```a```\n",
    "reasoning begun": "<think>",
    "reasoning, again and again": "<think></think>",
    "reasoning ended": "</think>\n",
    "square tags": "[PYTHON]\n",
    "angle tags": "<code>\n",
    "answers": "<answer>\n",
    "special words": "<|im_end|> x ",
    "blanks": " ",
    "empty lines": "\n",
    "indented ticks": "          `\n",
    "quotes": "> ",
    "items": "- ",
    "stars": "**a",
    "dots": "a.b.",
    "brackets": "(",
    "prose": "Here is the function that you want to have. ",
    "paragraphs": "Here is the function that you want to have.\n\n",
    "functions": "def f():\n    return 1\n\n",
    "statements": "x = 1\n",
    "zeros": "\0",
    "lists of JSON": "[",
    "texts of JSON": '"a\\n',
    "tags of any name": "<a-b>\n",
    "patches": "```diff\n-a\n+b\n```\n",
    "commands of notebooks": "!pip install x\n",
    "prompts": ">>> x = 1\n",
    "replacements": "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
    "blocks of replacements": "```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n",
    "commands that write files": "```sh\ncat > a.py <<'EOF'\nx = 1\nEOF\n```\n",
    "single backticks": "`a + b` ",
    "classes": "```python\nclass A:\n    x = 1\n```\n",
    "methods alone": "```python\n    def f(self):\n        pass\n```\n",
    "programs": "```python\nprint(input())\n```\n",
    "references": "```python\nfrom a import b\n```\n",
    "numbered lines": "1 x\n",
    "sentences with code": "This is (a) sentence, with f(x) in it.\n\n",
}
PREFIX = 'def f(x):\n    """Does."""\n'
SMALL, LARGE = 34_000, 68_000


def work(
    raw: str, language: str, prefix: str, monkeypatch: pytest.MonkeyPatch, *, suffix: str = "", entry_point: str = ""
) -> tuple[int, int]:
    """Return how many calls an answer takes, and how many bytes are parsed."""
    calls = parsed = 0

    def counted(grammar: str, text: bytes) -> object:
        nonlocal parsed
        parsed += len(text)
        return parse(grammar, text)

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    monkeypatch.setattr("benchwright.judging.extract.reading.parse", counted)
    sys.setprofile(count)
    try:
        extract(
            raw, find_language(language), names={"f", "solve"}, prefix=prefix, suffix=suffix, entry_point=entry_point
        )
    finally:
        sys.setprofile(None)
        monkeypatch.undo()
    return calls, parsed


@pytest.mark.slow
@pytest.mark.parametrize("prefix", ["", PREFIX], ids=["answer", "completion"])
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("language", ["python", "visual_basic"])
def test_growth(language: str, kind: str, prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def repeated(size: int) -> str:
        return (HOSTILE[kind] * (size // len(HOSTILE[kind]) + 1))[:size]

    extract("", find_language(language))
    small, _ = work(repeated(SMALL), language, prefix, monkeypatch)
    large, parsed = work(repeated(LARGE), language, prefix, monkeypatch)
    assert large <= 1.3 * (LARGE / SMALL) * small + 3000
    assert parsed <= 8 * MOST_BYTES


def test_texts_that_repeat_themselves_are_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model in a loop: parsers take time quadratic in its length."""
    loop = "```go\npackage main\n\nfunc f() {}\n" + '"' * 20_000 + "\n```\n"
    assert work(loop, "go", "", monkeypatch)[1] == 0
    assert extract(loop, find_language("go")).code.startswith("package main")


BLOCKS = {
    "helpers": "```python\ndef h{0}(x):\n    y = {0}\n    return h{1}(x)\n```\n",
    "revisions": "```python\ndef f{0}(x):\n    return {1} * x\n```\n",
}


@pytest.mark.parametrize("kind", BLOCKS)
def test_growth_of_blocks_that_belong_together(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block defines what the one before it needs, or revises the first."""

    def blocks(count: int) -> str:
        first = "".join(f"def f{number}(x):\n    return {number}\n\n" for number in range(60))
        rest = "".join(BLOCKS[kind].format(number, number + 1) for number in range(count))
        return f"```python\n{first}def f(x):\n    return h0(f1(x))\n```\n{rest}"

    extract("", find_language("python"))
    small, _ = work(blocks(60), "python", "", monkeypatch)
    large, parsed = work(blocks(120), "python", "", monkeypatch)
    assert large <= 1.3 * 2 * small + 3000
    assert parsed <= 8 * MOST_BYTES


CHAINS = {
    "functions": "def helper_{0}(x):\n    return helper_{1}(x)\n",
    "values": "value_{0} = [value_{1} + {0}]\n",
    "statements": "table_{0} = {{}}\ntable_{1}[{0}] = 1\n",
    "loops": "for item_{0} in range({0}):\n    helper_{0}.append(item_{1})\n",
}


@pytest.mark.parametrize("kind", CHAINS)
def test_growth_of_what_a_function_needs(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part needs the next one, as in the answer of a model in a loop."""

    def chain(count: int) -> str:
        parts = "".join(CHAINS[kind].format(number, number + 1) for number in range(count))
        return f"```python\ndef f(x):\n    return helper_0(x) + value_0[x] + table_0[x]\n\n{parts}```\n"

    assert len(chain(400)) < MOST_BYTES
    extract("", find_language("python"))
    suffix = "\n\ndef other():\n    return f(1)\n"
    small, _ = work(chain(200), "python", PREFIX, monkeypatch, suffix=suffix, entry_point="f")
    large, parsed = work(chain(400), "python", PREFIX, monkeypatch, suffix=suffix, entry_point="f")
    assert large <= 1.3 * 2 * small + 3000
    assert parsed <= 8 * MOST_BYTES
