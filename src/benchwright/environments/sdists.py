"""Sources of Python packages: pip's index settings translated for uv, and source distributions."""

from __future__ import annotations

import ast
import asyncio
import functools
import hashlib
import html.parser
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import msgspec

from benchwright.environments.policy import Policy
from benchwright.environments.process import Bound, clean_environment, run_patiently
from benchwright.errors import CannotResolve, IndexUnreachable, UsageError

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
    """Find the uv next to the running interpreter, or the first one on PATH."""
    beside = Path(sys.executable).with_name("uv")
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("uv")
    if not found:
        raise UsageError(
            "uv is not installed; it is needed to resolve Python packages", "pip install 'benchwright[environments]'"
        )
    return found


def uv_environment(cache: Path, wheels: Path | None, links: tuple[Path, ...] = ()) -> dict[str, str]:
    """Return the environment variables for uv. If `wheels` is given, it replaces the index; `links` are further folders
    of wheels."""
    variables = {} if wheels else dict(_translated(_pip_variables()))
    found = [str(wheels)] if wheels else variables.pop("UV_FIND_LINKS", "").split(",")
    folders = ",".join([*filter(None, found), *map(str, links)])
    own = {"UV_CACHE_DIR": str(cache), "UV_NO_CONFIG": "1", "UV_PYTHON_DOWNLOADS": "never", "NO_COLOR": "1"}
    if wheels:
        own |= {"UV_OFFLINE": "1", "UV_NO_INDEX": "1"}
    return clean_environment(**variables, **own, **({"UV_FIND_LINKS": folders} if folders else {}))


def index_options(env: Mapping[str, str]) -> tuple[str, ...]:
    """Return the command-line options for settings that uv does not read from variables."""
    return ("--no-index",) if env.get("UV_NO_INDEX") else ()


def _pip_variables() -> tuple[tuple[str, str], ...]:
    names = sorted(name for name in os.environ if name.startswith(("PIP_", "UV_")))
    return tuple((name, os.environ[name]) for name in names)


@functools.lru_cache(maxsize=8)
def _translated(variables: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Translate pip's settings to uv's variables. Variables that the user set for uv take precedence."""
    settings = _configured() | {
        name.removeprefix("PIP_").lower().replace("_", "-"): value
        for name, value in variables
        if name.startswith("PIP_")
    }
    result = {of_uv: _words(of_uv, settings[of_pip]) for of_pip, of_uv in _OF_PIP.items() if settings.get(of_pip)}
    if settings.get("no-index", "").lower() in ("1", "true", "yes", "on"):
        result["UV_NO_INDEX"] = "1"
    result |= {name: value for name, value in variables if name in _OWN}
    return tuple(result.items())


def _words(name: str, value: str) -> str:
    """Convert separators: pip uses spaces, uv uses commas between folders."""
    return ",".join(value.split()) if name == "UV_FIND_LINKS" else " ".join(value.split())


def _configured() -> dict[str, str]:
    """Return the settings from pip's configuration files, as read by pip itself."""
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


_TYPES = "application/vnd.pypi.simple.v1+json, text/html;q=0.1"
_MOST_BYTES = 64 << 20
_MOST_PAGE_BYTES = 32 << 20


class Sdist(msgspec.Struct, frozen=True, kw_only=True):
    """A source distribution."""

    file: str
    """File name, which contains package and version."""
    version: str
    """Version of the package."""
    address: str
    """Path in the mirror, or URL in the index."""
    hash: str = ""
    """Hash as `sha256:…`. Empty: the index does not provide one."""
    python: str = ""
    """Specifier of the Python versions that it supports. Empty: any."""


async def sdists_of(name: str, policy: Policy) -> list[Sdist]:
    """All sdists of a package that are not yanked, in index order."""
    if policy.wheels is not None:
        paths = sorted(policy.wheels.iterdir())
        return list(_sdists(name, [{"filename": path.name, "url": str(path)} for path in paths]))
    address = await _index_address(policy)
    address = f"{address.rstrip('/')}/{name}/"
    page, kind, final = await _get(address, _MOST_PAGE_BYTES)
    files = _files_of(page) if "json" in kind else _Links(page.decode(errors="replace")).files
    return [msgspec.structs.replace(each, address=_joined(final, each.address)) for each in _sdists(name, files)]


class _Page(msgspec.Struct):
    """An index page in the JSON format."""

    files: list[dict[str, object]] = []


def _files_of(page: bytes) -> list[dict[str, object]]:
    try:
        return msgspec.json.decode(page, type=_Page).files
    except msgspec.DecodeError as error:
        raise IndexUnreachable(f"the package index sent an unreadable page: {error}", "retry later") from None


def _joined(page: str, address: str) -> str:
    try:
        return urljoin(page, address)
    except ValueError:
        raise CannotResolve("the package index sent an invalid URL", "choose other packages or versions") from None


async def fetch(sdist: Sdist, policy: Policy) -> bytes:
    """Download a source distribution and verify its hash, if the index provides one."""
    if policy.wheels is not None:
        data = await asyncio.to_thread(Path(sdist.address).read_bytes)
    else:
        data, _, _ = await _get(sdist.address, _MOST_BYTES)
    if sdist.hash and sdist.hash != f"sha256:{hashlib.sha256(data).hexdigest()}":
        raise CannotResolve(f"{sdist.file} does not match its hash", "choose other packages or versions")
    return data


def _sdists(name: str, files: list[dict[str, object]]) -> Iterator[Sdist]:
    from packaging.utils import InvalidSdistFilename, parse_sdist_filename
    from packaging.version import InvalidVersion

    for each in files:
        file = str(each.get("filename", ""))
        try:
            found, version = parse_sdist_filename(file)
        except (InvalidSdistFilename, InvalidVersion):
            continue
        python = str(each.get("requires-python") or "")
        if found == name and not each.get("yanked") and _is_readable(python):
            hashes = each.get("hashes")
            value = hashes.get("sha256") if isinstance(hashes, dict) else None
            yield Sdist(
                file=file,
                version=str(version),
                address=str(each.get("url", "")),
                hash=f"sha256:{value}" if value else "",
                python=python,
            )


def _is_readable(python: str) -> bool:
    """Whether the specifier is valid. Old packages use forms such as `>=3.5.*`, whose meaning is undefined."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(python)
    except InvalidSpecifier:
        return False
    return True


async def _index_address(policy: Policy) -> str:
    """Ask uv for the URL of its index: the configured one, or the public default."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "requirements.in").touch()
        env = uv_environment(folder / "cache", None)
        options = ("--quiet", "--no-header", "--emit-index-url", *index_options(env))
        argv = (find_uv(), "pip", "compile", *options, "requirements.in")
        done = await run_patiently(argv, folder=folder, env=env, bound=Bound(folder=folder, max_bytes=policy.max_bytes))
    address = next((line for line in done.stdout.splitlines() if line.startswith("--index-url ")), "")
    if not address:
        raise CannotResolve("no package index is configured", "set pip's index-url")
    return address.split()[1]


async def _get(address: str, most_bytes: int) -> tuple[bytes, str, str]:
    """Download a URL; returns the body, its content type, and the final URL after redirects."""
    import httpx

    trusted = _trusted()
    try:
        transport = httpx.AsyncHTTPTransport(verify=trusted, retries=2) if not _proxied() else None
        async with (
            httpx.AsyncClient(verify=trusted, transport=transport, timeout=_TIMEOUT_S, follow_redirects=True) as client,
            client.stream("GET", address, headers={"Accept": _TYPES}) as answer,
        ):
            answer.raise_for_status()
            body = bytearray()
            async for part in answer.aiter_bytes():
                body += part
                if len(body) > most_bytes:
                    raise CannotResolve(
                        f"a download from the index exceeds {most_bytes >> 20} MiB", "choose another version"
                    )
            return bytes(body), answer.headers.get("content-type", ""), str(answer.url)
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        kind = IndexUnreachable if status >= 500 or status == 429 else CannotResolve
        raise kind(f"the package index answered with status {status}", "choose other packages or versions") from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise IndexUnreachable(f"the package index did not answer: {type(error).__name__}", "retry later") from None


def _trusted() -> ssl.SSLContext:
    """Trust the certificates that pip and uv are configured to trust."""
    cert = uv_environment(Path(), None).get("SSL_CERT_FILE")
    return ssl.create_default_context(cafile=cert if cert and os.path.exists(cert) else None)


def _proxied() -> bool:
    """Whether proxies are configured. An explicit httpx transport would ignore them."""
    return any(os.environ.get(name) for name in ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY"))


class _Links(html.parser.HTMLParser):
    """Collects the files of an index page in HTML."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.files: list[dict[str, object]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        href = values.get("href")
        if tag == "a" and href:
            address, fragment = urldefrag(href)
            algorithm, _, value = fragment.partition("=")
            self.files.append(
                {
                    "filename": address.rpartition("/")[2],
                    "url": address,
                    "hashes": {algorithm: value},
                    "requires-python": values.get("data-requires-python"),
                    "yanked": "data-yanked" in values,
                }
            )
