"""Packages of other releases of Debian, `package/release`, unpacked into a folder with a system of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.languages.installers.step import Step

_UNPACK = """
set -eu
release=$1
folder=$2
shift 2
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
[ -n "$mirror" ] || { echo "apt knows no mirror of Debian" >&2; exit 1; }
rm -rf "$folder" "$folder.half"
mkdir -p "$(dirname "$folder")"
packages=$(printf '%s,' "$@")
mmdebstrap --quiet --variant=extract --include="${packages%,}" --aptopt='Acquire::Retries "5"' \\
    "$release" "$folder.half" "$mirror"
cd "$folder.half"
rm -rf dev var/lib/apt var/cache/apt
# What the scripts of packages would have made; they are not run.
for name in bin sbin lib lib64; do
    [ -e "$name" ] || [ ! -d "usr/$name" ] || ln -s "usr/$name" "$name"
done
mkdir -p dev opt proc tmp etc/alternatives
echo "$@" >packages
mv "$folder.half" "$folder"
"""


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """One folder with all packages and what they depend on; apt checks what it gets against the release's signature."""
    names = [package.partition("/")[0] for package in packages]
    releases = {package.partition("/")[2] for package in packages}
    if len(releases) != 1 or "" in releases:
        raise UsageError(f"{language}: packages of one release are wanted, not {' '.join(packages)}", "package/release")
    folder = prefix / "debian" / language
    listed = folder / "packages"
    if not listed.is_file() or listed.read_text().split() != names:
        (release,) = releases
        argv = ("sh", "-c", _UNPACK, "sh", release, str(folder), *names)
        yield Step(what=f"{language}: {' '.join(names)} from Debian {release}", argv=argv)
