from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UnknownLanguage
from benchwright.languages import find_language, language_of_file, languages
from benchwright.sandbox.protocol import Limits


def test_languages_are_loaded_and_sorted() -> None:
    ids = list(languages())
    assert {"cpp", "python", "shell"} <= set(ids)
    assert ids == sorted(ids)


def test_every_directory_is_a_language() -> None:
    folder = next(iter(languages().values())).directory.parent
    directories = {path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert directories - {"installers"} == set(languages())


def test_every_probe_file_belongs_to_a_probe() -> None:
    for language in languages().values():
        used = {probe.file for probe in language.probes}
        there = {path.name for path in (language.directory / "probes").iterdir() if path.is_file()}
        assert there == used, language.id


def test_changed_limits_are_limits_of_the_sandbox() -> None:
    known = {field.name for field in msgspec.structs.fields(Limits)}
    for language in languages().values():
        assert language.limits.keys() | language.build_limits.keys() <= known, language.id


@pytest.mark.parametrize(
    ("name", "language_id"),
    [
        ("python", "python"),
        ("Python", "python"),
        (" PY3 ", "python"),
        ("python3.10", "python"),
        ("C++", "cpp"),
        ("CPP", "cpp"),
        ("g++", "cpp"),
        ("bash", "shell"),
        ("Shell", "shell"),
        ("shellscript", "shell"),
    ],
)
def test_a_language_is_found_by_any_name(name: str, language_id: str) -> None:
    assert find_language(name).id == language_id


@pytest.mark.parametrize(("name", "nearest"), [("pyton", "python"), ("bahs", "bash"), ("Shel", "shell")])
def test_unknown_language_names_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(UnknownLanguage, match=name) as caught:
        find_language(name)
    assert f"did you mean {nearest}" in caught.value.hint
    assert "`benchwright languages`" in caught.value.hint


def test_no_suggestion_without_a_similar_name() -> None:
    with pytest.raises(UnknownLanguage) as caught:
        find_language("qqqqqqqqqqqq")
    assert caught.value.hint == "`benchwright languages` lists all"


@pytest.mark.parametrize(
    ("path", "language_id"),
    [
        ("main.py", "python"),
        (Path("a.b/solution.test.PY"), "python"),
        ("/x/y.C", "cpp"),
        ("y.c++", "cpp"),
        ("run.sh", "shell"),
        ("Makefile", None),
        ("directory.py/README", None),
        ("notes.txt", None),
    ],
)
def test_language_of_a_file(path: str | Path, language_id: str | None) -> None:
    found = language_of_file(path)
    assert (found.id if found else None) == language_id
