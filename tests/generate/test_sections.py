"""Parsing model answers, in all the forms in which they come."""

from __future__ import annotations

import msgspec
import pytest

from benchwright.generate.sections import Unparsable, every_section, prose, record_of, sections


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


def test_words_around_a_fence_are_not_code() -> None:
    assert sections("<x>\nFirst:\n```\ncode\n```\nThat is all.\n</x>", "x") == {"x": "code\n"}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("<x>\nFirst:\n```\ncode\n```\n</x>", "First:\n```\ncode\n```\n"),
        ("<x>\n```\none\n```\nand\n```\ntwo\n```\n</x>", "```\none\n```\nand\n```\ntwo\n```\n"),
        ("<x>\n```python\none\n```\n</x>", "```python\none\n```\n"),
        ("<x>\n```markdown\nAll of it.\n```\n</x>", "All of it.\n"),
    ],
)
def test_fences_in_prose_are_kept(answer: str, text: str) -> None:
    assert prose(answer, "x") == text


def test_empty_prose_is_rejected() -> None:
    with pytest.raises(Unparsable, match="<x> is empty"):
        prose("<x>\n\n</x>", "x")


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
def test_missing_sections_are_reported(answer: str, complaint: str) -> None:
    with pytest.raises(Unparsable, match=complaint):
        sections(answer, "x")


def test_everything_missing_is_reported_at_once() -> None:
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
        ("[" * 5000, "no JSON object"),
    ],
)
def test_a_json_object_of_the_wrong_shape_is_rejected(answer: str, complaint: str) -> None:
    with pytest.raises(Unparsable, match=complaint):
        record_of(answer, Pair)


def test_a_lone_surrogate_is_replaced() -> None:
    assert record_of('{"a": 1, "b": "\\ud83d!"}', Pair) == Pair(a=1, b="\ufffd!")
