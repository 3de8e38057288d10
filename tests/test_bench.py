"""The baselines of bench/languages.py: one for each language, with commands that can be filled in."""

from __future__ import annotations

import pytest
from bench.bare import baselines

from benchwright.judging.throughput import example_of
from benchwright.languages import find_language, languages
from benchwright.languages.join import can_join, join
from benchwright.languages.language import placeholders

BASELINES = baselines()


def test_every_language_that_can_be_judged_has_a_baseline() -> None:
    assert {each.id for each in languages().values() if can_join(each)} <= set(BASELINES)


@pytest.mark.parametrize("name", BASELINES)
def test_commands_name_only_what_exists(name: str) -> None:
    baseline = BASELINES[name]
    language = find_language(baseline.language or name)
    known = {*language.toolchain.tools, *language.toolchain.files, "prepared", "work", "cache", "driver"}
    assert placeholders((baseline.prepare, baseline.build, baseline.run, *baseline.env.values())) <= known


@pytest.mark.parametrize("name", [name for name in BASELINES if BASELINES[name].names])
def test_renamed_files_exist(name: str) -> None:
    baseline = BASELINES[name]
    example = example_of(find_language(baseline.language or name))
    solution, tests = (baseline.solution, baseline.tests) if baseline.solution else (example.solution, example.tests)
    assert set(baseline.names) <= set(join(example.language, solution, tests).files)
