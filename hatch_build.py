"""Build the sandbox's C programs when a wheel or an editable install is made.

`python hatch_build.py` rebuilds only these, after a change to a C file.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NATIVE = Path("src/benchwright/sandbox/native")
EXPLORER = Path("src/benchwright/report/site/assets")
PAGES = ("explorer.js", "review.js", "code.js", "groups.js", "explorer.css", "icon.svg", "LICENCES.txt")
"""The files that `make frontend` builds."""
WITHOUT_PAGES = "BENCHWRIGHT_WITHOUT_FRONTEND"
"""Environment variable that builds a wheel without them."""
FLAGS = ("-std=gnu17", "-O2", "-Wall", "-Wextra", "-D_GNU_SOURCE", "-pthread")


class BuildError(Exception):
    """A part is missing or cannot be built; the message is shown to the user."""


class Target(NamedTuple):
    """One binary and how it is linked."""

    name: str
    sources: tuple[str, ...]
    """Patterns; each must match a file."""
    link: tuple[tuple[str, ...], ...]
    """Ways to link, the preferred one first."""
    libraries: tuple[str, ...] = ()


TARGETS = (
    # Static, because it starts in file systems without libraries; linked dynamically on machines without libc.a.
    Target("benchwright-launcher", ("launcher_*.c", "run_*.c"), link=(("-static",), ())),
    Target(
        "benchwright-warm.so",
        ("warm*.c", "run_*.c"),
        link=(("-shared", "-fPIC", "-fvisibility=hidden"),),
        libraries=("-ldl",),
    ),
    Target(
        "benchwright-clock.so",
        ("clock.c",),
        link=(("-shared", "-fPIC", "-fvisibility=hidden"),),
        libraries=("-ldl",),
    ),
)


class NativeBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled programs into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build for `standard` and `editable` wheels; an editable install uses the files in place."""
        try:
            if version == "standard":
                require_pages(Path(self.root))
            build_all(Path(self.root))
        except BuildError as error:
            sys.exit(f"error: {error}")
        build_data["artifacts"].append(f"/{NATIVE}/bin/benchwright-*")
        # Built earlier by `make frontend`, because npm may be missing where a package is installed.
        build_data["artifacts"].append(f"/{EXPLORER}/*")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-linux_{platform.machine()}"


def require_pages(root: Path) -> None:
    """Build missing pages now: a wheel without them would fail only when somebody opens a report."""
    missing = [name for name in PAGES if not (root / EXPLORER / name).is_file()]
    if not missing or os.environ.get(WITHOUT_PAGES):
        return
    built = subprocess.run([root / "scripts/build-frontend"], stdin=subprocess.DEVNULL, check=False)
    if built.returncode != 0:
        raise BuildError(
            f"the pages cannot be built ({', '.join(missing)} missing): they need npm or PyPI; "
            f"set {WITHOUT_PAGES}=1 to do without reports and reviews"
        )


def build_all(root: Path) -> None:
    """Bring every target up to date."""
    native = root / NATIVE
    # Every target depends on all inputs, as in the Makefile: a build takes only a second.
    newest = max(path.stat().st_mtime_ns for path in (Path(__file__), *native.glob("*.[ch]")))
    for target in TARGETS:
        output = native / "bin" / target.name
        if not output.exists() or output.stat().st_mtime_ns <= newest:
            build(target, native, output)


def build(target: Target, native: Path, output: Path) -> None:
    """Compile and link one target, in the first way that works."""
    sources = find_sources(target, native)
    compiler = find_compiler()
    output.parent.mkdir(exist_ok=True)
    # Renamed when complete, so that another build or a running program never sees a partial file.
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".build-") as folder:
        finished = Path(folder, target.name)
        for link in target.link:
            command = [*compiler, *FLAGS, *link, "-o", str(finished), *sources, *target.libraries]
            result = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
            if result.returncode == 0:
                break
        sys.stderr.write(result.stderr)
        if result.returncode != 0:
            raise BuildError(f"could not build {target.name}: {shlex.join(command)}")
        finished.replace(output)


def find_sources(target: Target, native: Path) -> list[str]:
    """Return the target's C files, in an order that does not depend on the file system."""
    sources: list[str] = []
    for pattern in target.sources:
        matches = sorted(str(path) for path in native.glob(pattern))
        if not matches:
            raise BuildError(f"{native / pattern} is missing, {target.name} cannot be built")
        sources += matches
    return sources


def find_compiler() -> list[str]:
    """Return the C compiler's command; $CC may contain options."""
    for command in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        words = shlex.split(command)
        if words and shutil.which(words[0]):
            return words
    raise BuildError("no C compiler found; get one with: apt-get install gcc libc6-dev")


if __name__ == "__main__":
    try:
        build_all(Path(__file__).resolve().parent)
    except BuildError as error:
        sys.exit(f"error: {error}")
