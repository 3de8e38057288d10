"""Trees, repositories and texts for the tests of seeds."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

FUNCTION = '''\
def {name}(values):
    """Count how often each value of {name} occurs."""
    counts = {{}}
    for value in values:
        counts[value] = counts.get(value, 0) + {number}
    return sorted(counts.items())
'''


def function(name: str, number: int = 1) -> str:
    """Return a Python function that passes all filters."""
    return FUNCTION.format(name=name, number=number)


def tree(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files to a folder."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def git(folder: Path, *arguments: str) -> str:
    """Run a git command as the owner of the repository."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    who = {
        f"GIT_{role}_{part}": "tests@example.invalid" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")
    }
    command = ["git", "-C", str(folder), "-c", "protocol.file.allow=always", *arguments]
    env = {**kept, **who, "GIT_CONFIG_GLOBAL": "/dev/null"}
    return subprocess.run(command, env=env, capture_output=True, check=True, text=True).stdout.strip()


def repository(folder: Path, files: Mapping[str, str]) -> Path:
    """Create a repository with one commit."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    tree(folder, files)
    commit(folder)
    return folder


def commit(folder: Path) -> str:
    """Commit everything; return the commit's hash."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=all")
    return git(folder, "rev-parse", "HEAD")
