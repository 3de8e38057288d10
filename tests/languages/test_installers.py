"""What an installation would do, and that it would do nothing twice."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.languages import Language, languages
from benchwright.languages.installers import apt, crates, debian, lacking, maven, npm, pypi, steps
from benchwright.languages.language import FileSet


@pytest.fixture(autouse=True)
def own_prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path))
    return tmp_path


def language(install: dict[str, tuple[str, ...]], tool: str = "no-such-tool", **files: FileSet) -> Language:
    shell = languages()["shell"]
    recipe = msgspec.structs.replace(shell.toolchain, tools={"bash": (tool,)}, install=install, files=files)
    return msgspec.structs.replace(shell, id="toy", toolchain=recipe, directory=Path("/nonexistent") / tool)


def test_packages_of_tools_and_of_files_come_together() -> None:
    files = FileSet(any=(("/nonexistent",),), install={"apt": ("b",), "npm": ("c@1",)})
    assert lacking(language({"apt": ("a", "b")}, lib=files)) == {"apt": ("a", "b"), "npm": ("c@1",)}


def test_the_system_s_packages_come_first_and_in_one_go() -> None:
    one, two = language({"apt": ("no-such-a",), "npm": ("x@1",)}), language({"apt": ("no-such-b",)})
    first, second, *others = steps([one, two])
    assert (first.root, first.argv[-1]) == (True, "update")
    assert second.argv[-2:] == ("no-such-a", "no-such-b") or {"no-such-a", "no-such-b"} <= set(second.argv)
    assert [step.argv[0] for step in others] == ["npm"]


def test_a_language_that_works_needs_nothing() -> None:
    complete = language({"apt": ("no-such-a",)}, tool="bash")
    assert lacking(complete) == {}
    assert list(steps([complete])) == []


def test_a_language_that_works_may_lack_files() -> None:
    files = FileSet(any=(("{prefix}/lib.jar",),), install={"maven": ("g:lib:1",)})
    assert lacking(language({"apt": ("no-such-a",)}, tool="bash", lib=files)) == {"maven": ("g:lib:1",)}


def test_installed_packages_of_the_system_are_left_alone(own_prefix: Path) -> None:
    assert list(apt.steps(("base-files",), "system", own_prefix)) == []


def test_npm_looks_at_the_version(own_prefix: Path) -> None:
    package = own_prefix / "npm" / "toy" / "node_modules" / "@scope" / "x" / "package.json"
    package.parent.mkdir(parents=True)
    package.write_text(json.dumps({"version": "1.2.3"}))
    assert list(npm.steps(("@scope/x@1.2.3",), "toy", own_prefix)) == []
    (step,) = npm.steps(("@scope/x@1.2.4",), "toy", own_prefix)
    assert "--ignore-scripts" in step.argv


def test_maven_looks_at_the_file(own_prefix: Path) -> None:
    (own_prefix / "maven").mkdir()
    (own_prefix / "maven" / "a-1.jar").touch()
    assert [step.what for step in maven.steps(("g:a:1", "g:b:2"), "toy", own_prefix)] == ["toy: g:b:2 from Maven"]


def test_wheels_are_not_built(own_prefix: Path) -> None:
    (step,) = pypi.steps(("some-tool==1.0",), "toy", own_prefix)
    assert "--only-binary" in step.argv
    (own_prefix / "pypi" / "toy" / "some_tool-1.0.dist-info").mkdir(parents=True)
    assert list(pypi.steps(("some-tool==1.0",), "toy", own_prefix)) == []


def test_another_release_is_one_folder(own_prefix: Path) -> None:
    (step,) = debian.steps(("swiftlang/trixie", "libc6-dev/trixie"), "toy", own_prefix)
    assert step.argv[-4:] == ("trixie", str(own_prefix / "debian" / "toy"), "swiftlang", "libc6-dev")
    (own_prefix / "debian" / "toy").mkdir(parents=True)
    (own_prefix / "debian" / "toy" / "packages").write_text("swiftlang libc6-dev\n")
    assert list(debian.steps(("swiftlang/trixie", "libc6-dev/trixie"), "toy", own_prefix)) == []
    with pytest.raises(UsageError, match="one release"):
        list(debian.steps(("a/trixie", "b/bullseye"), "toy", own_prefix))


def test_crates_are_fixed_in_their_versions(own_prefix: Path) -> None:
    packages = ("some-crate@1.2.3", "other/derive@0.1.0")
    (step,) = crates.steps(packages, "toy", own_prefix)
    manifest = step.argv[-1]
    assert 'some-crate = { version = "=1.2.3" }\nother = { version = "=0.1.0", features = ["derive"] }\n' in manifest
    folder = own_prefix / "crates" / "toy"
    folder.mkdir(parents=True)
    (folder / "Cargo.toml").write_text(manifest)
    assert list(crates.steps(packages, "toy", own_prefix)) == []
    assert list(crates.steps(("some-crate@1.2.4",), "toy", own_prefix))


def test_an_unknown_place_is_refused() -> None:
    with pytest.raises(UsageError, match="nothing installs from 'floppy'"):
        list(steps([language({"floppy": ("x",)})]))
