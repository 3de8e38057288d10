"""What a wheel must have in it."""

from __future__ import annotations

from pathlib import Path

import hatch_build
import pytest


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(hatch_build.WITHOUT_PAGES, raising=False)
    folder = tmp_path / hatch_build.EXPLORER
    folder.mkdir(parents=True)
    for name in hatch_build.PAGES:
        (folder / name).touch()
    return tmp_path


def initialize(root: Path, version: str) -> str:
    """What the build says; there are no C files, so that it always fails in the end."""
    hook = hatch_build.NativeBuildHook(str(root), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    with pytest.raises(SystemExit) as ended:
        hook.initialize(version, {"artifacts": []})
    return str(ended.value)


def test_a_wheel_builds_pages_that_are_missing(root: Path) -> None:
    script = root / "scripts/build-frontend"
    script.parent.mkdir()
    built = root / hatch_build.EXPLORER / "review.js"
    built.unlink()
    script.write_text(f"#!/bin/sh\ntouch '{built}'\n")
    script.chmod(0o755)
    initialize(root, "editable")
    assert not built.exists()
    assert "the pages" not in initialize(root, "standard")
    assert built.exists()


def test_a_wheel_without_the_pages_is_rejected(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = root / "scripts/build-frontend"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\nexit 1\n")
    script.chmod(0o755)
    assert "the pages" not in initialize(root, "standard")
    (root / hatch_build.EXPLORER / "review.js").unlink()
    assert "the pages cannot be built (review.js missing)" in initialize(root, "standard")
    monkeypatch.setenv(hatch_build.WITHOUT_PAGES, "1")
    assert "the pages" not in initialize(root, "standard")
