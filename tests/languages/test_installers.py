"""What an installation would do, and that it does nothing twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.languages import Language, languages
from benchwright.languages.installers import Task, apt, crates, debian, maven, missing_packages, npm, pypi, tasks
from benchwright.languages.installers.run import Done, Watcher, install
from benchwright.languages.installers.step import Step
from benchwright.languages.language import FileSet


@pytest.fixture(autouse=True)
def own_prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path))
    return tmp_path


def language(install: dict[str, tuple[str, ...]], tool: str = "no-such-tool", **files: FileSet) -> Language:
    shell = languages()["shell"]
    recipe = msgspec.structs.replace(shell.toolchain, tools={"bash": (tool,)}, install=install, files=files)
    return msgspec.structs.replace(shell, id="toy", toolchain=recipe, directory=Path("/nonexistent") / tool)


def test_packages_of_tools_and_files_are_installed_together() -> None:
    files = FileSet(any=(("/nonexistent",),), install={"apt": ("b",), "npm": ("c@1",)})
    assert missing_packages(language({"apt": ("a", "b")}, lib=files)) == {"apt": ("a", "b"), "npm": ("c@1",)}


def test_system_packages_are_installed_first_in_one_call() -> None:
    one, two = language({"apt": ("no-such-a",), "npm": ("x@1",)}), language({"apt": ("no-such-b",)})
    two = msgspec.structs.replace(two, id="other")
    system, *others = tasks([one, two])
    first, second = system.steps
    assert (first.root, first.argv[-1]) == (True, "update")
    assert {"no-such-a", "no-such-b"} <= set(second.argv)
    assert [(task.name, "apt" in task.after) for task in others] == [("toy", True), ("other", True)]
    assert [step.argv[0] for task in others for step in task.steps] == ["npm"]


def test_all_artifacts_are_downloaded_in_one_step() -> None:
    one = language({"maven": ("g:a:1", "g:b:1")})
    two = msgspec.structs.replace(language({"maven": ("g:b:1", "g:c:1")}), id="other")
    found = {task.name: task for task in tasks([one, two])}
    (step,) = found["maven"].steps
    assert step.what == "all languages: a b c from Maven"
    assert found["toy"].after >= {"maven"} <= found["other"].after


def test_a_working_language_needs_no_installation() -> None:
    complete = language({"apt": ("no-such-a",)}, tool="bash")
    assert missing_packages(complete) == {}
    assert tasks([complete]) == []


def test_a_working_language_may_lack_optional_files() -> None:
    files = FileSet(any=(("{prefix}/lib.jar",),), install={"maven": ("g:lib:1",)})
    assert missing_packages(language({"apt": ("no-such-a",)}, tool="bash", lib=files)) == {"maven": ("g:lib:1",)}


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
    assert [step.what for step in maven.steps(("g:a:1", "g:b:2"), "toy", own_prefix)] == ["toy: b from Maven"]


def test_wheels_are_not_built(own_prefix: Path) -> None:
    (step,) = pypi.steps(("some-tool==1.0",), "toy", own_prefix)
    assert "--only-binary" in step.argv
    (own_prefix / "pypi" / "toy" / "some_tool-1.0.dist-info").mkdir(parents=True)
    assert list(pypi.steps(("some-tool==1.0",), "toy", own_prefix)) == []


def test_packages_from_another_release_share_one_folder(own_prefix: Path) -> None:
    (step,) = debian.steps(("swiftlang/trixie", "libc6-dev/trixie"), "toy", own_prefix)
    assert step.argv[-4:] == ("trixie", str(own_prefix / "debian" / "toy"), "swiftlang", "libc6-dev")
    (own_prefix / "debian" / "toy").mkdir(parents=True)
    (own_prefix / "debian" / "toy" / "packages").write_text("swiftlang libc6-dev\n")
    assert list(debian.steps(("swiftlang/trixie", "libc6-dev/trixie"), "toy", own_prefix)) == []
    with pytest.raises(UsageError, match="one Debian release"):
        list(debian.steps(("a/trixie", "b/bullseye"), "toy", own_prefix))


def test_crates_are_pinned(own_prefix: Path) -> None:
    packages = ("some-crate@1.2.3", "other/derive@0.1.0")
    (step,) = crates.steps(packages, "toy", own_prefix)
    manifest = step.argv[-1]
    assert 'some-crate = { version = "=1.2.3" }\nother = { version = "=0.1.0", features = ["derive"] }\n' in manifest
    folder = own_prefix / "crates" / "toy"
    folder.mkdir(parents=True)
    (folder / "Cargo.toml").write_text(manifest)
    assert list(crates.steps(packages, "toy", own_prefix)) == []
    assert list(crates.steps(("some-crate@1.2.4",), "toy", own_prefix))


def test_an_unknown_installer_is_rejected() -> None:
    with pytest.raises(UsageError, match="no installer for 'floppy'"):
        tasks([language({"floppy": ("x",)})])


class Seen(Watcher):
    """Records all steps."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def started(self, what: str) -> None:
        self.said.append(f"start {what}")

    def finished(self, done: Done) -> None:
        self.said.append(f"end {done.what}")


def step(what: str, script: str) -> Step:
    return Step(what=what, argv=("sh", "-c", script))


def test_a_task_waits_for_those_before_it(tmp_path: Path) -> None:
    seen = Seen()
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    first = Task(name="first", steps=(step("one", f"touch {one}"), step("two", f"mv {one} {two}")))
    second = Task(name="second", steps=(step("three", f"mv {two} {three}"),), after=frozenset({"first"}))
    assert install([second, first], [], seen) == []
    assert seen.said == [f"{event} {what}" for what in ("one", "two", "three") for event in ("start", "end")]
    assert three.exists()


def test_a_task_does_not_wait_for_others(tmp_path: Path) -> None:
    """Each needs the other to run at the same time."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = Task(name="writer", steps=(step("write", f"echo >{fifo}"),))
    reader = Task(name="reader", steps=(step("read", f"cat {fifo}"),))
    assert install([writer, reader], [], Watcher()) == []


@pytest.mark.slow
def test_a_failed_step_is_retried_and_the_rest_continues(tmp_path: Path) -> None:
    flaky = step("flaky", f"[ -e {tmp_path}/once ] || {{ touch {tmp_path}/once; exit 1; }}")
    broken = step("broken", "echo no such package >&2; exit 1")
    (failed,) = install([Task(name="a", steps=(broken,)), Task(name="b", steps=(flaky,))], [], Watcher())
    assert (failed.what, failed.problem) == ("broken", "no such package")
    assert failed.by_hand == broken.argv


def test_a_toolchain_is_prepared_once_its_task_has_finished(tmp_path: Path) -> None:
    toy = language({}, tool="bash")
    prepare = ("sh", "-c", f'cp {tmp_path}/brought "$1"/', "sh", "{prepared}")
    toy = msgspec.structs.replace(toy, toolchain=msgspec.structs.replace(toy.toolchain, prepare=prepare))
    bring = Task(name="toy", steps=(step("bring", f"echo whole >{tmp_path}/brought"),))
    assert install([bring], [toy], Watcher()) == []
    (folder,) = (path for path in (tmp_path / "prepared").iterdir() if path.is_dir())
    assert (folder / "brought").read_text() == "whole\n"


def test_an_unknown_package_is_not_an_installation_failure() -> None:
    (failed,) = install([], [language({})], Watcher())
    assert not failed.blocking
    assert "no-such-tool" in failed.problem
