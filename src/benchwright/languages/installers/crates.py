"""Install Rust crates, vendored together so that nothing is fetched later: `name@version`, `name/feature@version`,
`name/-default/feature@version` without the default features, or `other=name@version` for a second version under another
name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from benchwright.languages.installers.step import Step

_VENDOR = """
set -eu
folder=$1
rm -rf "$folder" "$folder.new"
mkdir -p "$folder.new/src"
cd "$folder.new"
printf %s "$2" >Cargo.toml
: >src/lib.rs
cargo vendor --quiet >/dev/null
mv "$folder.new" "$folder"
"""
_MANIFEST = """\
[package]
name = "wanted"
version = "0.0.0"
edition = "2021"

[dependencies]
"""


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """Vendor all crates and their dependencies into one folder; Cargo verifies the registry's checksums."""
    folder = prefix / "crates" / language
    manifest = _MANIFEST + "".join(map(_dependency, packages))
    try:
        if (folder / "Cargo.toml").read_text() == manifest:
            return
    except OSError:
        pass
    argv = ("sh", "-c", _VENDOR, "sh", str(folder), manifest)
    yield Step(what=f"{language}: {' '.join(packages)} from crates.io", argv=argv)


def _dependency(package: str) -> str:
    """Return the manifest line that requires exactly this version."""
    named, _, version = package.partition("@")
    named, *features = named.split("/")
    other, _, name = named.rpartition("=")
    fields = [f'package = "{name}"'] if other else []
    fields.append(f'version = "={version}"')
    if "-default" in features:
        features.remove("-default")
        fields.append("default-features = false")
    if features:
        fields.append(f"features = [{', '.join(map(json.dumps, features))}]")
    return f"{other or name} = {{ {', '.join(fields)} }}\n"
