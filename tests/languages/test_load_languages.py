from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.languages.registry import index_extensions, index_names, load


def test_reads_a_language(write_language: Callable[..., Path], tmp_path: Path) -> None:
    file = write_language()
    language = load(tmp_path / "languages")["toy"]
    assert (language.id, language.name, language.directory) == ("toy", "Toy", file.parent)
    assert language.build == ()
    assert not language.warm
    assert language.probe_source(language.probes[0]) == b"hello"


def test_sorted_by_id_and_other_folders_ignored(write_language: Callable[..., Path], tmp_path: Path) -> None:
    for language_id in ("zebra", "ant"):
        write_language(language_id)
    (tmp_path / "languages" / "__pycache__").mkdir()
    assert list(load(tmp_path / "languages")) == ["ant", "zebra"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('name = "Toy"\n', "", "`name`"),
        ('name = "Toy"', 'name = "Toy"\nnmae = 1', "`nmae`"),
        ('name = "Toy"', "name = 3", "Expected `str`"),
        ('name = "Toy"', "name = ", "Invalid value"),
        ('name = "Toy"', 'name = "Toy"\nid = "other"', "id must not be set"),
        ("{source}", "{sorce}", "run: unknown placeholder {sorce}; expected one of prepared, source, toy, work"),
        ('["{toy}", "--version"]', '["{source}"]', "toolchain.version: unknown placeholder {source}"),
        ('["{toy}", "--version"]', "[]", "toolchain.version: the command is empty"),
        ("'(toy \\S+)'", "'(toy'", "unterminated subpattern"),
        ("[[probes]]", 'resolve = { cat = ["/bin/cat"] }\n[[probes]]', "'cat' is not one of the tools"),
        ("[[probes]]", 'resolve = { toy = ["{source}"] }\n[[probes]]', "resolve.toy: unknown placeholder {source}"),
        ('{ toy = ["toy"] }', '{ toy = ["toy"], work = ["x"] }', "'work' is not a valid tool name"),
        ('{ toy = ["toy"] }', '{ toy = ["toy"], Toy = ["x"] }', "'Toy' is not a valid tool name"),
        ('{ toy = ["toy"] }', "{ toy = [] }", "toolchain.tools.toy: no commands"),
        ('[".toy"]', '["toy"]', "'toy' must start with a dot"),
        ('"hello.toy"', '"absent.toy"', "'hello' has no file probes/absent.toy"),
        ('"hello.toy"', '"hello.toy"\nverdict = "fine"', "Invalid enum value 'fine'"),
        ('"hello.toy"\n', '"hello.toy"\n[[probes]]\nname = "hello"\nfile = "hello.toy"\n', "duplicate name 'hello'"),
        ('[[probes]]\nname = "hello"\nfile = "hello.toy"\n', "[limits]\n", "missing required field `probes`"),
    ],
)
def test_wrong_data_is_reported_with_its_file(
    write_language: Callable[..., Path], tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    file = write_language("toy", old, new)
    with pytest.raises(UsageError) as caught:
        load(tmp_path / "languages")
    assert str(caught.value).startswith(f"{file}: ")
    assert complaint in str(caught.value)


def test_a_name_belongs_to_one_language(write_language: Callable[..., Path], tmp_path: Path) -> None:
    write_language("first", 'name = "Toy"', 'name = "First"\naliases = ["Shared"]')
    second = write_language("second", 'name = "Toy"', 'name = "Second"\nnames = { piston = ["shared"] }')
    with pytest.raises(UsageError) as caught:
        index_names(load(tmp_path / "languages"))
    assert str(caught.value) == f"{second}: the name 'shared' is already used by first"


def test_an_extension_belongs_to_one_language(write_language: Callable[..., Path], tmp_path: Path) -> None:
    write_language("first")
    write_language("second")
    with pytest.raises(UsageError, match=r"second.*the extension '\.toy' is already used by first"):
        index_extensions(load(tmp_path / "languages"))
