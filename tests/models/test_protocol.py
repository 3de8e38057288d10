"""Equal requests have equal keys, and different requests have different ones."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from benchwright.models import Message, Request
from tests.models.asking import chat


def test_the_key_depends_on_every_field() -> None:
    base = chat("hello")
    others = {
        "kind": "completion",
        "messages": (Message(role="system", content="hello"),),
        "prompt": "x",
        "suffix": "x",
        "sample": 1,
        "temperature": 0.5,
        "top_p": 0.5,
        "max_tokens": 1,
        "stop": ("x",),
        "seed": 0,
    }
    assert set(others) == set(Request.__struct_fields__)
    keys = {msgspec.structs.replace(base, **{name: value}).key for name, value in others.items()}
    assert len(keys | {base.key}) == len(others) + 1


def test_equal_requests_have_equal_keys() -> None:
    assert chat(temperature=0, top_p=1).key == chat(temperature=0.0, top_p=1.0).key
    decoded = msgspec.json.decode(msgspec.json.encode(chat("ä", temperature=1)), type=Request)
    assert decoded.key == chat("ä", temperature=1.0).key


def test_the_key_never_changes() -> None:
    """Users' cached answers, which they have paid for, are found by this key."""
    assert chat("hello").key == "bc0386459cf3f54f0e51354dfe614729b4b2b19716e4ff18c85cc27629003d3a"


def test_a_lone_surrogate_has_a_key() -> None:
    assert chat("\ud800").key != chat("\ud801").key


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        (chat("one"), "one"),
        (Request(messages=(Message(role="system", content="a"), Message(role="user", content="b"))), "a\n\nb"),
        (Request(kind="completion", prompt="p"), "p"),
        (Request(kind="infill", prompt="p", suffix="s"), "ps"),
    ],
)
def test_text(request_: Request, text: str) -> None:
    assert request_.text == text


def test_importing_models_is_fast() -> None:
    program = "import sys, benchwright.models; print([m for m in ('httpx', 'xllamacpp', 'jinja2') if m in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"
