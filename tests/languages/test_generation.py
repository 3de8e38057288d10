"""The instructions that languages give to models that write problems."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.languages import Generation, find_language, languages
from benchwright.languages.registry import load, read_language

EXAMPLES = ("solution", "inputs", "tests")
TABLE = """\
[generation]
naming = "small letters"
idioms = ["Write toys."]
tests = ["Call them."]

[toolchain]"""


@pytest.mark.parametrize("language_id", sorted(languages()))
def test_every_language_describes_its_generation(language_id: str) -> None:
    said = find_language(language_id).generation
    assert said.naming
    assert "\n" not in said.naming
    assert len(said.idioms) >= 3
    assert len(said.tests) >= 2
    sentences = (*said.idioms, *said.tests, *said.file)
    assert [sentence for sentence in sentences if not sentence.endswith(".")] == []
    assert [sentence for sentence in sentences if "\n" in sentence or "\u2014" in sentence] == []


@pytest.mark.parametrize("language_id", sorted(languages()))
def test_every_language_has_the_worked_example(language_id: str) -> None:
    language = find_language(language_id)
    files = sorted(file.name for file in (language.directory / "generation").iterdir() if file.is_file())
    assert files == sorted(f"{name}{language.extensions[0]}" for name in EXAMPLES)
    for name in EXAMPLES:
        lines = language.generation_example(name).splitlines()
        assert 5 <= len(lines) <= 25, name
        assert [line for line in lines if len(line) > 120 or line != line.rstrip()] == []


def test_reads_the_table_and_the_example(write_language: Callable[..., Path]) -> None:
    file = write_language("toy", "[toolchain]", TABLE)
    (file.parent / "generation").mkdir()
    (file.parent / "generation" / "solution.toy").write_text("zwölf\n", encoding="utf-8")
    language = read_language(file)
    assert language.generation == Generation(naming="small letters", idioms=("Write toys.",), tests=("Call them.",))
    assert language.generation_example("solution") == "zwölf\n"
    assert language.generation_example("tests") == ""


def test_a_language_may_say_nothing(write_language: Callable[..., Path]) -> None:
    language = read_language(write_language())
    assert language.generation == Generation()
    assert [language.generation_example(name) for name in EXAMPLES] == ["", "", ""]


def test_an_unknown_field_is_named(write_language: Callable[..., Path], tmp_path: Path) -> None:
    file = write_language("toy", "[toolchain]", TABLE.replace("idioms", "idoms"))
    with pytest.raises(UsageError) as caught:
        load(tmp_path / "languages")
    assert str(caught.value).startswith(f"{file}: ")
    assert "`idoms`" in str(caught.value)
