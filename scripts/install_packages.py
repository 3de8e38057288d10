"""Install a requirements file, every package pinned with its hashes, next to the Python that runs this script.

python scripts/install_packages.py requirements/dev.txt [OPTIONS OF pip install]

uv takes seconds where pip takes a minute. It is installed first, at the version that requirements/dev.txt pins, and
gets pip's settings (index, certificates, folders of wheels). If it is not available or fails, pip does the work. It
compiles no modules: Python compiles those that are imported.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

PINS = Path(__file__).parents[1] / "requirements" / "dev.txt"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")
UV = Path(sys.executable).with_name("uv")
VARIABLES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
}
"""Settings of pip → variables of uv."""


def main(arguments: Sequence[str]) -> int:
    """Return the exit code of the installer."""
    settings = pip_settings()
    file, *options = arguments
    packages = ("install", "--require-hashes", "-r", file, *options)
    if "no-index" not in settings and install_uv():
        if run((str(UV), "pip", *packages, "--quiet", "--python", sys.executable), uv_variables(settings)):
            return 0
        print("uv failed; installing with pip", file=sys.stderr)
    return 0 if run((*PIP, *packages)) else 1


def install_uv() -> bool:
    """Install the pinned uv unless it is already there. Return whether it runs."""
    pin = re.search(r"^uv==(\S+).*\n(?:.*\\\n)*.*--hash.*\n", PINS.read_text(), re.MULTILINE)
    if pin is None:
        return False
    if not UV.exists():
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(pin[0])
            file.flush()
            run((*PIP, "install", "--require-hashes", "--no-deps", "-r", file.name))
    return UV.exists() and run((str(UV), "--version"), quiet=True)


def pip_settings() -> dict[str, str]:
    """Return pip's settings from its files and variables."""
    listed = subprocess.run((*PIP, "config", "list"), capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^(?:global|install|:env:)\.([\w-]+)='(.*)'$", listed, re.MULTILINE)
    return {name: value.replace("\\n", " ") for name, value in found}


def uv_variables(settings: Mapping[str, str]) -> dict[str, str]:
    """Translate pip's settings. Variables that are set for uv take precedence."""
    separators = {"UV_FIND_LINKS": ","}
    translated = {
        variable: separators.get(variable, " ").join(settings[name].split())
        for name, variable in VARIABLES.items()
        if settings.get(name)
    }
    return {**translated, "UV_NO_CONFIG": "1", "UV_PYTHON_DOWNLOADS": "never"}


def run(command: Sequence[str], variables: Mapping[str, str] | None = None, *, quiet: bool = False) -> bool:
    """Run a command and return whether it succeeded."""
    output = subprocess.DEVNULL if quiet else None
    env = {**(variables or {}), **os.environ}
    return subprocess.run(command, env=env, stdout=output, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
