"""What models answer, in all the ways in which they do."""

from __future__ import annotations

import msgspec
import pytest

from benchwright.generate.sections import Unparsable, every_section, record_of, sections


class Pair(msgspec.Struct, frozen=True):
    a: int
    b: str = ""


@pytest.mark.parametrize(
    "answer",
    [
        "<x>\ncode\n</x>",
        "<x>code</x>",
        "Here you are:\n\n<x>\n```python\ncode\n```\n</x>\nBye.",
        "<x>\n\n~~~\ncode\n~~~\n\n</x>",
        "<x>\n````md\ncode\n````\n</x>",
        "<think>\n<x>no</x>\n</think>\n<x>code</x>",
        "<x>code</x>\n<x>a second time</x>",
        "<x>\r\ncode\r\n</x>".replace("\r", ""),
    ],
)
def test_a_section_is_found(answer: str) -> None:
    assert sections(answer, "x") == {"x": "code\n"}


def test_a_fence_inside_a_text_stays() -> None:
    assert sections("<x>\nFirst:\n```\ncode\n```\n</x>", "x") == {"x": "First:\n```\ncode\n```\n"}


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("", "no <x>"),
        ("I cannot help with that.", "no <x>"),
        ("<x>code", "no <x>"),
        ("<X>code</X>", "no <x>"),
        ("x: code", "no <x>"),
        ("<x></x>", "<x> is empty"),
        ("<x>\n```python\n```\n</x>", "<x> is empty"),
        ("<think>\n<x>code</x>", "no <x>"),
    ],
)
def test_what_is_missing_is_said(answer: str, complaint: str) -> None:
    with pytest.raises(Unparsable, match=complaint):
        sections(answer, "x")


def test_all_that_is_missing_is_said_at_once() -> None:
    with pytest.raises(Unparsable, match="no <b> and no <c>"):
        sections("<a>1</a>", "a", "b", "c")


def test_every_section_in_order() -> None:
    assert every_section("<x>1</x> and <x>\n```\n2\n```\n</x><x></x>", "x") == ["1\n", "2\n"]


@pytest.mark.parametrize(
    "answer",
    [
        '{"a": 1}',
        '```json\n{"a": 1}\n```',
        'Sure:\n```\n{"a": 1}\n```\nDone.',
        'The answer is {"a": 1}.',
        '<think>\n{"a": 2}\n</think>\n{"a": 1}',
        '{"a": 1, "more": [1, 2]}',
    ],
)
def test_a_json_object_is_found(answer: str) -> None:
    assert record_of(answer, Pair) == Pair(a=1)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ('{"a": 1', "no JSON object"),
        ("{'a': 1}", "no JSON object"),
        ('{"b": "x"}', "missing required field `a`"),
        ('{"a": "one"}', r"Expected `int`, got `str` - at `\$\.a`"),
        ("null", "no JSON object"),
    ],
)
def test_a_json_object_that_is_not_as_asked_is_refused(answer: str, complaint: str) -> None:
    with pytest.raises(Unparsable, match=complaint):
        record_of(answer, Pair)
