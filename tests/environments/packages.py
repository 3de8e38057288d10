"""Tiny hand-written packages for an offline mirror, without a registry."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

_WHEEL = "Wheel-Version: 1.0\nGenerator: made\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

BACKEND = """
import os, socket, zipfile

def build_wheel(folder, config_settings=None, metadata_directory=None):
    try:
        socket.create_connection(("192.0.2.1", 80), timeout=5)
        network = "reached"
    except OSError:
        network = "none"
    text = f"PLACE = {os.getcwd()!r}\\nNETWORK = {network!r}\\n"
    name = "WHEEL_NAME"
    with zipfile.ZipFile(os.path.join(folder, name + "-py3-none-any.whl"), "w") as archive:
        for path, content in {
            "built.py": text,
            f"{name}.dist-info/METADATA": "Metadata-Version: 2.1\\nName: built\\nVersion: 1.0\\n",
            f"{name}.dist-info/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
            f"{name}.dist-info/RECORD": "",
        }.items():
            archive.writestr(zipfile.ZipInfo(path), content)
    return name + "-py3-none-any.whl"
"""
"""Builds a wheel that records where it was built and what was reachable from there."""


def wheel(
    folder: Path, name: str, version: str, *, needs: tuple[str, ...] = (), files: Mapping[str, str] | None = None
) -> Path:
    """Write a wheel with a module of the same name that has a VERSION."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {each}\n" for each in needs)
    contents = {f"{name}.py": f"VERSION = {version!r}\n", **(files or {})}
    contents |= {f"{info}/METADATA": metadata, f"{info}/WHEEL": _WHEEL, f"{info}/RECORD": ""}
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, text in contents.items():
            archive.writestr(zipfile.ZipInfo(each), text)
    return path


def sdist(folder: Path, *, backend: str = BACKEND, wheel_name: str = "built-1.0") -> Path:
    """The source of `built` 1.0, which brings its own build backend."""
    folder.mkdir(parents=True, exist_ok=True)
    project = '[build-system]\nrequires = []\nbuild-backend = "maker"\nbackend-path = ["."]\n'
    texts = {"pyproject.toml": project, "maker.py": backend.replace("WHEEL_NAME", wheel_name)}
    texts["PKG-INFO"] = "Metadata-Version: 2.1\nName: built\nVersion: 1.0\n"
    path = folder / "built-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in texts.items():
            member = tarfile.TarInfo(f"built-1.0/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return path
