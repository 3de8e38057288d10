"""Where Python packages come from here: pip's own settings, said in uv's words.

uv does not read pip's configuration, and users have set theirs for pip. The addresses stay in memory and in the
variables of the commands: none reaches a lock or any other file.
"""

from __future__ import annotations

import ast
import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from benchwright.environments.process import clean_environment
from benchwright.errors import UsageError

_OWN = ("UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS", "UV_INSECURE_HOST")
_OF_PIP = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
}
_TIMEOUT_S = 60.0


def find_uv() -> str:
    """The uv beside our interpreter, else the first on PATH."""
    beside = Path(sys.executable).with_name("uv")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("uv")
    if not found:
        raise UsageError(
            "uv is not installed, which resolves Python packages", "pip install 'benchwright[environments]'"
        )
    return found


def uv_environment(cache: Path, wheels: Path | None, links: tuple[Path, ...] = ()) -> dict[str, str]:
    """Variables for uv. `wheels` alone is asked if it is given; `links` are further folders of wheels."""
    variables = {} if wheels else dict(_translated(_pip_variables()))
    found = [str(wheels)] if wheels else variables.pop("UV_FIND_LINKS", "").split(",")
    folders = ",".join([*filter(None, found), *map(str, links)])
    own = {"UV_CACHE_DIR": str(cache), "UV_NO_CONFIG": "1", "UV_PYTHON_DOWNLOADS": "never", "NO_COLOR": "1"}
    if wheels:
        own |= {"UV_OFFLINE": "1", "UV_NO_INDEX": "1"}
    return clean_environment(**variables, **own, **({"UV_FIND_LINKS": folders} if folders else {}))


def index_options(env: Mapping[str, str]) -> tuple[str, ...]:
    """What uv must be told by an option, since no variable of its own says it."""
    return ("--no-index",) if env.get("UV_NO_INDEX") else ()


def _pip_variables() -> tuple[tuple[str, str], ...]:
    names = sorted(name for name in os.environ if name.startswith(("PIP_", "UV_")))
    return tuple((name, os.environ[name]) for name in names)


@functools.lru_cache(maxsize=8)
def _translated(variables: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """uv's variables for pip's settings; those that the user set for uv go before them."""
    settings = _configured() | {
        name.removeprefix("PIP_").lower().replace("_", "-"): value
        for name, value in variables
        if name.startswith("PIP_")
    }
    result = {theirs: _words(theirs, settings[ours]) for ours, theirs in _OF_PIP.items() if settings.get(ours)}
    if settings.get("no-index", "").lower() in ("1", "true", "yes", "on"):
        result["UV_NO_INDEX"] = "1"
    result |= {name: value for name, value in variables if name in _OWN}
    return tuple(result.items())


def _words(name: str, value: str) -> str:
    """pip separates by blanks; uv separates folders by commas."""
    return ",".join(value.split()) if name == "UV_FIND_LINKS" else " ".join(value.split())


def _configured() -> dict[str, str]:
    """What pip's configuration files say, as pip itself reads them."""
    argv = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    kept = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "PIP_CONFIG_FILE", "VIRTUAL_ENV")
    env = clean_environment(**{name: os.environ[name] for name in kept if name in os.environ})
    try:
        done = subprocess.run(argv, capture_output=True, text=True, env=env, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return {}
    found: dict[str, str] = {}
    for section in ("global.", "install."):
        for line in done.stdout.splitlines():
            name, _, value = line.partition("=")
            if name.startswith(section):
                found[name.removeprefix(section)] = _unquoted(value)
    return found


def _unquoted(value: str) -> str:
    try:
        return str(ast.literal_eval(value))
    except (ValueError, SyntaxError):
        return value
