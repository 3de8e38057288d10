"""Install packages of Debian and Ubuntu."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchwright.languages.installers.step import Step

ONE_COMMAND = True
_APT = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120")
_INSTALL = """
install() {
    apt-get -qq -o DPkg::Lock::Timeout=120 -o DPkg::Options::=--force-unsafe-io -o Acquire::Retries=3 \\
        install -y --no-install-recommends "$@"
}
install "$@" && exit
failed=
for package; do install "$package" || failed="$failed $package"; done
[ -z "$failed" ] || { echo "not installed:$failed" >&2; exit 1; }
"""
"""One package that this release lacks must not prevent the others from being installed. Unsafe I/O: the disk is not
synced after each package, which takes most of the time on some machines."""
_QUIET = {"DEBIAN_FRONTEND": "noninteractive"}


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """Yield one refresh of the package lists and one installation of everything missing."""
    missing = tuple(package for package in packages if not _is_installed(package))
    if missing:
        yield Step(what="refresh the package lists", argv=(*_APT, "update"), env=_QUIET, root=True)
        argv = ("sh", "-c", _INSTALL, "sh", *missing)
        yield Step(what=f"install {' '.join(missing)}", argv=argv, env=_QUIET, root=True)


def _is_installed(package: str) -> bool:
    try:
        query = ["dpkg-query", "-W", "-f", "${db:Status-Status}", package]
        return subprocess.run(query, capture_output=True, check=False).stdout == b"installed"
    except OSError:  # not Debian; the step will fail with a message
        return False
