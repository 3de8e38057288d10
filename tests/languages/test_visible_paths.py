from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchwright.languages.toolchain import is_inside, outermost_homes, reachable, shows_too_much


def test_nested_paths_are_compared_by_whole_names() -> None:
    assert is_inside("/usr/bin/x", ["/usr"])
    assert is_inside("/usr", ["/usr"])
    assert is_inside("/x", ["/"])
    assert not is_inside("/usrlocal/x", ["/usr"])


def test_a_link_chain_inside_visible_folders_is_kept(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/tool-2").touch()
    (tmp_path / "bin/tool").symlink_to("tool-2")
    assert reachable(f"{tmp_path}/bin/tool", [str(tmp_path)]) == f"{tmp_path}/bin/tool"


def test_a_link_chain_through_the_outside_is_resolved(tmp_path: Path) -> None:
    for folder in ("home", "alternatives"):
        (tmp_path / folder).mkdir()
    (tmp_path / "home/tool-2").touch()
    (tmp_path / "alternatives/tool").symlink_to("../home/tool-2")
    (tmp_path / "home/tool").symlink_to(tmp_path / "alternatives/tool")
    assert reachable(f"{tmp_path}/home/tool", [f"{tmp_path}/home"]) == f"{tmp_path}/home/tool-2"


def test_a_linked_folder_is_resolved(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/tool").touch()
    (tmp_path / "link").symlink_to("real")
    assert reachable(f"{tmp_path}/link/tool", [f"{tmp_path}/real"]) == f"{tmp_path}/real/tool"


def test_circular_links_do_not_loop(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert reachable(f"{tmp_path}/a", [str(tmp_path)])


def test_homes_leave_out_system_nested_and_absent_directories(tmp_path: Path) -> None:
    (tmp_path / "home/lib").mkdir(parents=True)
    (tmp_path / "link").symlink_to("home")
    given = ["/usr/lib", "/lib", f"{tmp_path}/absent", f"{tmp_path}/home/lib", f"{tmp_path}/home", f"{tmp_path}/link"]
    assert outermost_homes(given) == (f"{tmp_path}/home", f"{tmp_path}/link")


def test_the_home_directory_is_not_mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    assert shows_too_much("/")
    assert shows_too_much(os.path.realpath(tmp_path))
    assert shows_too_much(os.path.realpath(tmp_path / "user"))
    assert not shows_too_much(os.path.realpath(tmp_path / "user/.pyenv/versions/3"))
