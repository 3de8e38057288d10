"""Repositories are read at a commit, from their objects; whatever they contain, nothing in them runs."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.seeds import Harvest, SeedOptions, read_seeds
from benchwright.seeds.repository import public_name
from tests.seeds.trees import commit, function, git, repository, tree


def _paths(harvest: Harvest) -> set[str]:
    return {seed.origin.path for seed in harvest.seeds}


def test_only_committed_files_are_read(tmp_path: Path) -> None:
    folder = repository(tmp_path / "project", {"src/a.py": function("first")})
    number = git(folder, "rev-parse", "HEAD")
    tree(folder, {"src/b.py": function("uncommitted", 2), "src/a.py": function("changed", 3)})
    (seed,) = read_seeds(str(folder), SeedOptions()).seeds
    assert seed.text == function("first")
    assert (seed.origin.source, seed.origin.path, seed.origin.commit) == ("project", "src/a.py", number)
    assert (seed.origin.line, seed.origin.end_line) == (1, 6)
    assert str(tmp_path) not in repr(seed)


def test_a_commit_can_be_named_in_three_ways(tmp_path: Path) -> None:
    folder = repository(tmp_path / "project", {"a.py": function("first")})
    first = git(folder, "rev-parse", "HEAD")
    git(folder, "tag", "old")
    tree(folder, {"a.py": function("second", 2)})
    commit(folder)
    for source, options in (
        (f"{folder}@{first}", SeedOptions()),
        (f"{folder}@{first[:8]}", SeedOptions()),
        (f"{folder}@old", SeedOptions()),
        (str(folder), SeedOptions(commit="old")),
        (f"file://{folder}@old", SeedOptions()),
        (f"file://{folder}@{first}", SeedOptions()),
        (f"file://{folder}@{first[:8]}", SeedOptions()),
    ):
        (seed,) = read_seeds(source, options).seeds
        assert seed.text == function("first"), source
        assert seed.origin.commit == first
        assert seed.origin.source == "project"
    (seed,) = read_seeds(f"file://{folder}").seeds
    assert seed.text == function("second", 2)


def test_a_bare_repository(tmp_path: Path) -> None:
    folder = repository(tmp_path / "project", {"a.py": function("first")})
    git(tmp_path, "clone", "--quiet", "--bare", str(folder), "bare.git")
    assert _paths(read_seeds(str(tmp_path / "bare.git"))) == {"a.py"}


@pytest.mark.parametrize(
    ("ending", "commit_named", "message"),
    [
        ("@0123456789", "", "has no commit 0123456789"),
        ("", "--upload-pack=touch", "has no commit --upload-pack=touch"),
        ("@one", "two", "two commits are given"),
    ],
)
def test_a_missing_commit(tmp_path: Path, ending: str, commit_named: str, message: str) -> None:
    folder = repository(tmp_path / "project", {"a.py": function("first")})
    with pytest.raises(UsageError, match=message):
        read_seeds(f"{folder}{ending}", SeedOptions(commit=commit_named))


def test_an_empty_repository_has_no_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "empty")
    with pytest.raises(UsageError, match="empty has no commit HEAD"):
        read_seeds(str(tmp_path / "empty"))


@pytest.mark.parametrize("source", ["ext::sh -c 'touch /tmp/x'", "ftp://host/repo", "fd::17"])
def test_other_transports_are_rejected(source: str) -> None:
    with pytest.raises(UsageError, match="unsupported address"):
        read_seeds(source)


def test_a_fetch_error_omits_the_password(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot fetch") as raised:
        read_seeds("https://maria:" + "tr0ub4dor@127.0.0.1:1/project.git")
    assert "tr0ub4dor" not in str(raised.value)


def test_no_hook_filter_monitor_or_submodule_runs(tmp_path: Path) -> None:
    inner = repository(tmp_path / "inner", {"inner.py": function("inner")})
    folder = repository(
        tmp_path / "hostile", {"a.py": function("first"), ".gitattributes": "*.py filter=evil diff=evil\n"}
    )
    git(folder, "submodule", "add", "--quiet", str(inner), "inner")
    commit(folder)
    ran = tmp_path / "ran"
    program = tmp_path / "evil"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    hooks = folder / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"):
        (hooks / name).write_text(program.read_text())
        (hooks / name).chmod(0o755)
    for key in (
        *(
            "core.fsmonitor",
            "core.sshCommand",
            "core.askPass",
            "core.pager",
            "core.gitProxy",
            "uploadpack.packObjectsHook",
        ),
        *("filter.evil.smudge", "filter.evil.process", "diff.evil.textconv", "alias.ls-tree", "credential.helper"),
    ):
        git(folder, "config", key, str(program))
    git(folder, "config", "core.hooksPath", str(hooks))
    for source in (str(folder), f"file://{folder}"):
        assert _paths(read_seeds(source)) == {"a.py"}
    assert not ran.exists()


def test_a_missing_object_is_not_fetched_from_a_remote(tmp_path: Path) -> None:
    folder = repository(tmp_path / "hostile", {"a.py": function("first"), "b.py": function("second", 2)})
    lost = git(folder, "rev-parse", "HEAD:b.py")
    (folder / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    ran = tmp_path / "ran"
    for key, value in (
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "evil"),
        ("remote.evil.promisor", "true"),
        ("remote.evil.url", f"ext::sh -c touch% {ran}"),
        ("protocol.ext.allow", "always"),
        ("protocol.allow", "always"),
    ):
        git(folder, "config", key, value)
    with contextlib.suppress(UsageError):  # some versions of git list missing objects, others do not
        assert _paths(read_seeds(str(folder))) == {"a.py"}
    assert not ran.exists()
    subprocess.run(
        ["git", "-C", str(folder), "cat-file", "-p", lost],
        env={**os.environ, "GIT_ALLOW_PROTOCOL": "ext"},
        capture_output=True,
        check=False,
    )
    assert ran.exists()  # the attack works without protection


def test_repository_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "outside.py"
    secret.write_text(function("outside"))
    folder = repository(tmp_path / "project", {"a.py": function("first")})
    (folder / "link.py").symlink_to(secret)
    commit(folder)
    assert _paths(read_seeds(str(folder))) == {"a.py"}


def test_git_environment_variables_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = repository(tmp_path / "other", {"other.py": function("other", 2)})
    folder = repository(tmp_path / "project", {"a.py": function("first")})
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert _paths(read_seeds(str(folder))) == {"a.py"}


def test_the_remote_names_the_source_without_its_password(tmp_path: Path) -> None:
    folder = repository(tmp_path / "project", {"a.py": function("first")})
    git(folder, "remote", "add", "origin", "https://maria:" + "tr0ub4dor@example.invalid/team/project.git")
    (seed,) = read_seeds(str(folder)).seeds
    assert seed.origin.source == "https://example.invalid/team/project"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://user:pw@host.invalid/a/b.git", "https://host.invalid/a/b"),
        ("https://host.invalid/a/b?token=1", "https://host.invalid/a/b"),
        ("git@host.invalid:team/b.git", "host.invalid:team/b"),
        ("file:///home/maria/b.git", "b"),
        ("owner/name", "owner/name"),
        ("npm:name@1.2.3", "npm:name@1.2.3"),
        ("go:example.org/x@v1", "go:example.org/x@v1"),
    ],
)
def test_public_names(address: str, name: str) -> None:
    assert public_name(address) == name


def test_names_that_are_not_utf8_are_tolerated(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / os.fsdecode(b"caf\xe9.py")).write_text(function("coffee"))
    repository(folder, {"a.py": function("first", 2)})
    harvest = read_seeds(str(folder), SeedOptions(near_duplicate=0))
    assert len(harvest.seeds) == 2
    for seed in harvest.seeds:
        seed.origin.path.encode()
