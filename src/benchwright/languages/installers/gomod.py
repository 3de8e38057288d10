"""Install packages of Go modules, `path@version`, vendored together so that nothing is fetched later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.languages.installers.step import Step

_VENDOR = """
set -eu
folder=$1
shift
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
printf 'module wanted\\n\\ngo 1.19\\n' >go.mod
printf 'package wanted\\n\\n' >wanted.go
for package; do printf 'import _ "%s"\\n' "${package%@*}" >>wanted.go; done
export GOFLAGS=-mod=mod GOTOOLCHAIN=local GOWORK=off
go get "$@"
go mod vendor
"""


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """Vendor all packages and their dependencies into one folder; Go verifies the registry's checksums."""
    folder = prefix / "gomod" / language
    listed = folder / "vendor" / "modules.txt"
    versions = {package.rpartition("@")[2] for package in packages}
    if listed.is_file() and all(f" {version}\n" in listed.read_text() for version in versions):
        return
    argv = ("sh", "-c", _VENDOR, "sh", str(folder), *packages)
    yield Step(what=f"{language}: {' '.join(packages)} from the Go module proxy", argv=argv)
