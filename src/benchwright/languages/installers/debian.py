"""Install packages of other Debian releases, `package/release`, into a folder with its own root file system."""

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
[ -n "$mirror" ] || { echo "apt has no Debian mirror configured" >&2; exit 1; }
rm -rf "$folder" "$folder.half"
mkdir -p "$(dirname "$folder")"
packages=$(printf '%s,' "$@")
mmdebstrap --quiet --variant=extract --include="${packages%,}" --aptopt='Acquire::Retries "5"' \\
    "$release" "$folder.half" "$mirror"
cd "$folder.half"
rm -rf dev var/lib/apt var/cache/apt
# What the packages' scripts would have created; they are not run.
for name in bin sbin lib lib64; do
    [ -e "$name" ] || [ ! -d "usr/$name" ] || ln -s "usr/$name" "$name"
done
mkdir -p dev opt proc tmp etc/alternatives
echo "$@" >packages
mv "$folder.half" "$folder"
"""


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """Install all packages and their dependencies into one folder; apt verifies the release's signature."""
    names = [package.partition("/")[0] for package in packages]
    releases = {package.partition("/")[2] for package in packages}
    if len(releases) != 1 or "" in releases:
        raise UsageError(f"{language}: not from one Debian release: {' '.join(packages)}", "write package/release")
    folder = prefix / "debian" / language
    listed = folder / "packages"
    if not listed.is_file() or listed.read_text().split() != names:
        (release,) = releases
        argv = ("sh", "-c", _UNPACK, "sh", release, str(folder), *names)
        yield Step(what=f"{language}: {' '.join(names)} from Debian {release}", argv=argv)
