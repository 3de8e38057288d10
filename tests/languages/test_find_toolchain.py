from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import in_language

from benchwright.errors import ToolchainMissing
from benchwright.languages import Language, find_language, find_toolchain, languages
from benchwright.languages.registry import load
from benchwright.languages.toolchain import (
    SYSTEM_DIRECTORIES,
    CommandFailed,
    fill_command,
    forget_toolchains,
    is_inside,
    output_of,
)

BASE_PYTHON = os.path.realpath(sys._base_executable)  # type: ignore[attr-defined]
VERSION_OF_PYTHON = "Python " + sys.version.split()[0]


@pytest.fixture
def toy(write_language: Callable[..., Path], tmp_path: Path) -> Language:
    write_language()
    return load(tmp_path / "languages")["toy"]


def set_path(monkeypatch: pytest.MonkeyPatch, *folders: Path | str) -> None:
    monkeypatch.setenv("PATH", ":".join(map(str, folders)))


@pytest.mark.parametrize("language_id", [in_language(name) for name in languages()])
def test_found_toolchains_work_with_only_their_homes(language_id: str) -> None:
    found = find_toolchain(find_language(language_id))
    for path in found.tools.values():
        assert os.path.isabs(path)
        assert os.access(found.root + path, os.X_OK)
        assert is_inside(os.path.realpath(path), (*SYSTEM_DIRECTORIES, *found.homes))
    assert any(character.isdigit() for character in found.version)
    assert not any(is_inside(home, SYSTEM_DIRECTORIES) for home in found.homes)


def test_looks_behind_a_shim(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_command(tmp_path / "shims/python3", f'exec "{BASE_PYTHON}" "$@"')
    set_path(monkeypatch, tmp_path / "shims")
    found = find_toolchain(find_language("python"))
    assert found.tools == {"python": BASE_PYTHON}
    assert found.version == VERSION_OF_PYTHON
    assert not any(is_inside(home, [str(tmp_path)]) for home in found.homes)


def test_looks_behind_a_virtual_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    set_path(monkeypatch, tmp_path / "venv/bin")
    found = find_toolchain(find_language("python"))
    assert found.tools == {"python": BASE_PYTHON}
    assert not any(is_inside(home, [str(tmp_path)]) for home in found.homes)


def test_search_continues_after_a_broken_candidate(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_command(tmp_path / "broken/python3", "echo 'python3: no version is set' >&2; exit 127")
    write_command(tmp_path / "works/python3", f'exec "{BASE_PYTHON}" "$@"')
    set_path(monkeypatch, tmp_path / "broken", tmp_path / "works")
    assert find_toolchain(find_language("python")).tools == {"python": BASE_PYTHON}


def test_the_reason_of_a_broken_toolchain_is_reported(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = write_command(tmp_path / "broken/python3", "echo 'python3: no version is set' >&2; exit 127")
    set_path(monkeypatch, tmp_path / "broken")
    with pytest.raises(ToolchainMissing) as caught:
        find_toolchain(find_language("python"))
    assert str(caught.value) == f"python: {broken} does not work: python3: no version is set"


def test_missing_toolchains_name_the_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Language
) -> None:
    set_path(monkeypatch, tmp_path)
    with pytest.raises(ToolchainMissing, match=r"cpp: no g\+\+ or c\+\+ on PATH") as caught:
        find_toolchain(find_language("cpp"))
    assert "toolchains install cpp (apt: g++)" in caught.value.hint
    with pytest.raises(ToolchainMissing) as caught:
        find_toolchain(toy)
    assert caught.value.hint == "benchwright toolchains install toy (apt: toy-tools); or from its home page"


def test_the_folder_of_a_tool_elsewhere_is_shown(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Language
) -> None:
    tool = write_command(tmp_path / "opt/bin/toy", "echo warning >&2; echo toy 1.2 beta")
    (tmp_path / "links").mkdir()
    (tmp_path / "links/toy").symlink_to(tool)
    set_path(monkeypatch, tmp_path / "links")
    found = find_toolchain(toy)
    assert (found.tools, found.homes) == ({"toy": str(tool)}, (str(tool.parent),))
    assert found.version == "toy 1.2"


def test_the_version_may_come_on_standard_error(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Language
) -> None:
    write_command(tmp_path / "bin/toy", "echo toy 7 >&2")
    set_path(monkeypatch, tmp_path / "bin")
    assert find_toolchain(toy).version == "toy 7"


def test_a_toolchain_with_an_unreadable_version_is_skipped(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Language
) -> None:
    tool = write_command(tmp_path / "bin/toy", "echo something else")
    set_path(monkeypatch, tmp_path / "bin")
    with pytest.raises(ToolchainMissing, match=f"{tool} does not report a recognizable version"):
        find_toolchain(toy)


def test_commands_see_only_selected_environment_variables(
    write_command: Callable[[Path, str], Path],
    write_language: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_language("toy", "[[probes]]", 'keep_env = ["TOY_ROOT"]\n[[probes]]')
    write_command(tmp_path / "bin/toy", 'echo "toy $SECRET/$TOY_ROOT/$HOME/$PWD"')
    set_path(monkeypatch, tmp_path / "bin")
    monkeypatch.setenv("SECRET", "secret")
    monkeypatch.setenv("TOY_ROOT", "root")
    monkeypatch.setenv("HOME", "home")
    assert find_toolchain(load(tmp_path / "languages")["toy"]).version == "toy /root/home//"


def test_relative_entries_of_path_do_not_count(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Language
) -> None:
    write_command(tmp_path / "bin/toy", "echo toy 1")
    monkeypatch.chdir(tmp_path / "bin")
    set_path(monkeypatch, "", ".", "../bin")
    with pytest.raises(ToolchainMissing, match="no toy on PATH"):
        find_toolchain(toy)


def test_the_home_directory_is_never_visible(
    write_command: Callable[[Path, str], Path],
    write_language: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_language("toy", "[[probes]]", 'resolve = { toy = ["{toy}", "where"] }\n[[probes]]')
    tool = tmp_path / "user/bin/toy"
    write_command(tool, f'if [ "$1" = where ]; then echo {tool}; echo {tmp_path}/user; else echo toy 1; fi')
    set_path(monkeypatch, tool.parent)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    with pytest.raises(ToolchainMissing, match=f"needs {tmp_path}/user"):
        find_toolchain(load(tmp_path / "languages")["toy"])


def test_a_mismatched_tool_is_skipped(
    write_command: Callable[[Path, str], Path],
    write_language: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_language("toy", '{ toy = ["toy"] }', '{ toy = ["toy"], helper = ["helper"] }')
    file = tmp_path / "languages/toy/language.toml"
    file.write_text(file.read_text().replace('"--version"]', '"--version", "{helper}"]'))
    write_command(tmp_path / "one/toy", f'[ "$2" = {tmp_path}/two/helper ] && echo toy 1')
    write_command(tmp_path / "one/helper", "")
    write_command(tmp_path / "two/helper", "")
    set_path(monkeypatch, tmp_path / "one", tmp_path / "two")
    found = find_toolchain(load(tmp_path / "languages")["toy"])
    assert found.tools == {"toy": f"{tmp_path}/one/toy", "helper": f"{tmp_path}/two/helper"}
    assert found.homes == (f"{tmp_path}/one", f"{tmp_path}/two")


def test_existing_extra_paths_are_visible(
    write_command: Callable[[Path, str], Path],
    write_language: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_language("toy", "[[probes]]", f'paths = ["{tmp_path}/etc/toy-*", "{tmp_path}/absent"]\n[[probes]]')
    write_command(tmp_path / "bin/toy", "echo toy 1")
    (tmp_path / "etc/toy-17").mkdir(parents=True)
    set_path(monkeypatch, tmp_path / "bin")
    found = find_toolchain(load(tmp_path / "languages")["toy"])
    assert found.homes == (f"{tmp_path}/etc/toy-17", f"{tmp_path}/bin")


def test_toolchains_are_found_once_per_path(
    write_command: Callable[[Path, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Language
) -> None:
    write_command(tmp_path / "one/toy", f"echo call >> {tmp_path}/calls; echo toy 1")
    write_command(tmp_path / "two/toy", "echo toy 2")
    set_path(monkeypatch, tmp_path / "one")
    assert [find_toolchain(toy).version for _ in range(2)] == ["toy 1", "toy 1"]
    assert (tmp_path / "calls").read_text() == "call\n"
    set_path(monkeypatch, tmp_path / "two")
    assert find_toolchain(toy).version == "toy 2"


def test_new_installations_are_found_by_a_new_search(
    write_language: Callable[..., Path],
    write_command: Callable[[Path, str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recipe = 'hint = "or from its home page"'
    write_language("toy", recipe, f'{recipe}\n\n[toolchain.files.lib]\nany = [["{{prefix}}/lib.toy"]]')
    toy = load(tmp_path / "languages")["toy"]
    write_command(tmp_path / "bin/toy", "echo toy 1")
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path))
    set_path(monkeypatch, tmp_path / "bin")
    assert find_toolchain(toy).files == {}
    (tmp_path / "lib.toy").touch()
    forget_toolchains()
    assert find_toolchain(toy).files == {"lib": f"{tmp_path}/lib.toy"}


def test_commands_can_do_without_files_that_provide_named_packages(
    write_language: Callable[..., Path],
    write_command: Callable[[Path, str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recipe = 'hint = "or from its home page"'
    sets = (
        '[toolchain.files.lib]\nany = [["{prefix}/lib.toy"]]\n\n[toolchain.files.more]\nany = [["{prefix}/more.toy"]]'
    )
    write_language("toy", recipe, f'{recipe}\n\n{sets}\nprovides = ["more"]')
    toy = load(tmp_path / "languages")["toy"]
    write_command(tmp_path / "bin/toy", "echo toy 1")
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path))
    set_path(monkeypatch, tmp_path / "bin")
    found = find_toolchain(toy)
    assert fill_command(toy, found, ("{toy}", "-p", "a:{more}"), "main.toy")[1:] == ("-p", "a:")
    with pytest.raises(ToolchainMissing, match="toy: lib is not installed"):
        fill_command(toy, found, ("{toy}", "{lib}"), "main.toy")


def test_a_hanging_command_is_killed_with_its_children(tmp_path: Path) -> None:
    started = time.monotonic()
    script = f"(sleep 1; touch {tmp_path}/survived) & sleep 60"
    with pytest.raises(CommandFailed, match=r"no answer within 0\.3 s"):
        output_of(["/bin/sh", "-c", script], timeout_s=0.3)
    assert time.monotonic() - started < 50
    time.sleep(1.2)
    assert not (tmp_path / "survived").exists()


def test_a_command_gets_no_input() -> None:
    assert output_of(["/bin/cat"], timeout_s=10) == ("", "")
