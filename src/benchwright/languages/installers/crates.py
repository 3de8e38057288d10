"""Install Rust crates, `name@version` or `name/feature@version` (`name/-default/feature@version` without the default
features), vendored together so that nothing is fetched later."""

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
    name, _, version = package.partition("@")
    name, *features = name.split("/")
    fields = [f'version = "={version}"']
    if "-default" in features:
        features.remove("-default")
        fields.append("default-features = false")
    if features:
        fields.append(f"features = [{', '.join(map(json.dumps, features))}]")
    return f"{name} = {{ {', '.join(fields)} }}\n"
