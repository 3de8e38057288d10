"""The steps of AutoCodeGen declare correctly what they read and write."""

from __future__ import annotations

import msgspec
import pytest

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.run import DIRECT, PROMPTS, TRANSLATION
from benchwright.generate.engine import needs
from benchwright.generate.work import load_prompts

GIVEN = {
    "direct": {"seed", "language"},
    "translation": {
        "source",
        "seed",
        "language",
        "bugs",
        "full_inputs",
        "full_output",
        "difficulty",
        "category",
        "tags",
    },
}


@pytest.mark.parametrize(("track", "steps"), [("direct", DIRECT), ("translation", TRANSLATION)])
def test_every_field_is_written_before_it_is_read(track: str, steps: tuple) -> None:  # type: ignore[type-arg]
    fields = {field.name for field in msgspec.structs.fields(Draft)}
    known = set(GIVEN[track])
    for step in steps:
        assert set(step.reads) <= known, step.name
        assert set(step.writes) <= fields, step.name
        known |= set(step.writes)


def test_independent_steps_may_run_concurrently() -> None:
    needed = needs(DIRECT)
    assert "tests" not in needed["bugs"]
    assert not {"critic", "difficulty", "tags"} & (needed["critic"] | needed["difficulty"] | needed["tags"])
    assert {"question", "strengthen"} <= needed["difficulty"]
    assert needed["solution"] == frozenset()


def test_every_asking_step_has_a_prompt() -> None:
    names = set(load_prompts(PROMPTS))
    asked = {prompt for step in (*DIRECT, *TRANSLATION) for prompt in step.prompts}
    assert names == asked | {"language", "repair"}
