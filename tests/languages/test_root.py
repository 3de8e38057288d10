"""Toolchains in a folder with its own root file system: found there, prepared there, shown instead of the machine's."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from benchwright.errors import ToolchainMissing
from benchwright.languages import Language, find_toolchain
from benchwright.languages.prepare import prepared_folder
from benchwright.languages.registry import load
from benchwright.sandbox.plan import root_blob

pytestmark = pytest.mark.language(name="c")

TOOL = r"""
#include <stdio.h>

/* Copies its second argument to its first; without arguments it tells its version. */
int main(int count, char **arguments) {
    if (count < 3) return puts(fopen("/usr/bin/env", "r") ? "not alone" : "toy 3.1") < 0;
    FILE *from = fopen(arguments[2], "r"), *to = fopen(arguments[1], "w");
    if (!from || !to) return 1;
    for (int c; (c = fgetc(from)) != EOF;) fputc(c, to);
    return fclose(to);
}
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a root file system whose only file is a statically linked program."""
    compiler = shutil.which("cc") or pytest.skip("toolchain missing: cc")
    root = tmp_path / "prefix" / "debian" / "toy"
    for folder in ("usr/bin", "dev", "proc", "tmp", "opt"):
        (root / folder).mkdir(parents=True)
    (root / "bin").symlink_to("usr/bin")
    (tmp_path / "toy.c").write_text(TOOL)
    subprocess.run([compiler, "-static", "-o", root / "usr/bin/toy", tmp_path / "toy.c"], check=True)
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path / "prefix"))
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "cache"))
    return root


@pytest.fixture
def toy(write_language: Callable[..., Path], tmp_path: Path) -> Language:
    file = write_language("toy", "[[probes]]", 'root = "{prefix}/debian/toy"\n[[probes]]')
    prepare = 'prepare = ["{toy}", "{prepared}/copy", "{language}/probes/hello.toy"]'
    file.write_text(file.read_text().replace("[[probes]]", f"{prepare}\n[[probes]]"))
    return load(tmp_path / "languages")["toy"]


def test_tools_are_found_by_their_relative_paths(root: Path, toy: Language) -> None:
    found = find_toolchain(toy)
    assert (found.tools, found.root) == ({"toy": "/usr/bin/toy"}, str(root))
    assert (found.version, found.homes) == ("toy 3.1", ())


def test_one_on_path_comes_first(
    root: Path,
    toy: Language,
    write_command: Callable[[Path, str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tool = write_command(tmp_path / "bin/toy", "echo toy 1")
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    found = find_toolchain(toy)
    assert (found.tools, found.root, found.version) == ({"toy": str(tool)}, "", "toy 1")


def test_a_broken_toolchain_is_reported(root: Path, toy: Language) -> None:
    (root / "usr/bin/toy").write_text("no program")
    with pytest.raises(ToolchainMissing, match=f"no toy on PATH; {root} does not work"):
        find_toolchain(toy)


def test_without_the_folder_only_path_is_shown(root: Path, toy: Language) -> None:
    shutil.rmtree(root)
    with pytest.raises(ToolchainMissing, match=r"toy: no toy on PATH$"):
        find_toolchain(toy)


def test_it_is_prepared_inside_and_for_every_user(root: Path, toy: Language) -> None:
    folder = prepared_folder(toy, find_toolchain(toy))
    assert (folder / "copy").read_text() == "hello"
    assert folder.stat().st_mode & 0o555 == 0o555
    assert (folder / "copy").stat().st_mode & 0o444 == 0o444
    assert list((root / "opt").iterdir()) == []


def test_the_sandbox_shows_its_system_folders(root: Path) -> None:
    fields = root_blob((), (), (), str(root)).split(b"\0")
    lines = list(zip(fields[0::3], fields[1::3], fields[2::3], strict=False))
    assert (b"B", os.fsencode(root / "usr"), b"/usr") in lines
    assert (b"L", b"usr/bin", b"/bin") in lines
    assert not any(target in (b"/lib", b"/sbin") for _, _, target in lines)
