"""Lineage names models without local folders."""

from __future__ import annotations

import pytest

from benchwright.evaluation.training.rows import without_folders


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("openai:org/model@http://127.0.0.1:8000/v1", "openai:org/model@http://127.0.0.1:8000/v1"),
        ("openai:/weights/of/somebody/model@http://127.0.0.1:8000/v1", "openai:model@http://127.0.0.1:8000/v1"),
        ("openai:/model@http://127.0.0.1:8000/v1", "openai:model@http://127.0.0.1:8000/v1"),
        ("openai:C:\\weights\\model", "openai:model"),
        ("/weights/of/somebody/model", "model"),
        ("org/model", "org/model"),
        ("python:module:function", "python:module:function"),
        ("samples:0123456789abcdef", "samples:0123456789abcdef"),
        ("", ""),
    ],
)
def test_a_model_name_omits_folders(name: str, shown: str) -> None:
    assert without_folders(name) == shown
