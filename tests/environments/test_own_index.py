"""A private index on this machine: pages in HTML and JSON, and source downloads."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from benchwright.environments import CannotResolve, IndexUnreachable, Lock, Policy, install, resolve
from benchwright.environments.sdists import fetch, sdists_of
from benchwright.sandbox import LocalSandbox, Program
from tests.environments.packages import sdist

pytestmark = pytest.mark.slow


class Index:
    """A server with fixed content by path."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[str, bytes]] = {}
        self.asked: list[str] = []
        index = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                index.asked.append(self.path)
                kind, body = index.answers.get(self.path, ("", b""))
                self.send_response(200 if kind else 404)
                self.send_header("Content-Type", kind or "text/plain")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/simple"

    def offer(self, source: bytes, kind: str, digest: str) -> None:
        """Serve the source of `built` on a page of this kind."""
        file = "built-1.0.tar.gz"
        self.answers[f"/files/{file}"] = ("application/gzip", source)
        if kind == "html":
            page = f'<!DOCTYPE html><html><body><a href="../../files/{file}#sha256={digest}">{file}</a></body></html>'
            self.answers["/simple/built/"] = ("text/html", page.encode())
        else:
            entry = {"filename": file, "url": f"/files/{file}", "hashes": {"sha256": digest}}
            data = {"meta": {"api-version": "1.0"}, "name": "built", "files": [entry]}
            self.answers["/simple/built/"] = ("application/vnd.pypi.simple.v1+json", json.dumps(data).encode())


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """The only index that pip is configured to use."""
    made = Index()
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", made.address)
    yield made
    made.server.shutdown()
    made.server.server_close()


def made_and_run() -> tuple[Lock, str]:
    async def work() -> tuple[Lock, str]:
        async with LocalSandbox() as sandbox:
            lock = await resolve("python", ["built"], Policy(), sandbox)
            name = await install(lock, Policy(), sandbox)
            text = b"import built; print(built.NETWORK)"
            program = Program(language="python", files={"main.py": text}, environment=name)
            return lock, (await sandbox.run(program)).runs[0].stdout.data.decode()

    return asyncio.run(work())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["html", "json"])
def test_a_source_archive_from_the_index_is_built(index: Index, tmp_path: Path, kind: str) -> None:
    source = sdist(tmp_path).read_bytes()
    digest = hashlib.sha256(source).hexdigest()
    index.offer(source, kind, digest)
    lock, output = made_and_run()
    assert lock.packages[0].source == f"sha256:{digest}"
    assert output == "none\n"
    assert "127.0.0.1" not in lock.to_json().decode()


def test_a_source_with_another_hash_is_not_built(index: Index, tmp_path: Path) -> None:
    index.offer(sdist(tmp_path).read_bytes(), "json", "0" * 64)
    with pytest.raises(CannotResolve, match=r"built-1\.0\.tar\.gz does not match its hash"):
        made_and_run()
    assert "/files/built-1.0.tar.gz" in index.asked


def test_a_source_with_unreadable_python_versions_is_skipped(index: Index, tmp_path: Path) -> None:
    source = sdist(tmp_path).read_bytes()
    index.offer(source, "json", hashlib.sha256(source).hexdigest())
    kind, page = index.answers["/simple/built/"]
    data = json.loads(page)
    newer = {"filename": "built-2.0.tar.gz", "url": "/files/x", "hashes": {}, "requires-python": ">=3.5.*"}
    index.answers["/simple/built/"] = (kind, json.dumps({**data, "files": [newer, *data["files"]]}).encode())
    assert made_and_run()[0].packages[0].version == "1.0"


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [b'{"files": [', b"[]", b"null", b'{"files": ["x"]}', b'{"files": {}}', b"\xff"], ids=range(6)
)
def test_a_broken_index_page_does_not_mean_that_the_package_is_missing(index: Index, page: bytes) -> None:
    index.answers["/simple/built/"] = ("application/vnd.pypi.simple.v1+json", page)
    with pytest.raises(IndexUnreachable, match="unreadable page"):
        asyncio.run(sdists_of("built", Policy()))


def test_a_broken_address_is_one_line(index: Index) -> None:
    for address in ("http://[", "http://127.0.0.1:x/"):
        files = [{"filename": "built-1.0.tar.gz", "url": address}]
        index.answers["/simple/built/"] = ("application/json", json.dumps({"files": files}).encode())

        async def work() -> None:
            await fetch((await sdists_of("built", Policy()))[0], Policy())

        with pytest.raises(CannotResolve, match="the package index"):
            asyncio.run(work())


def test_without_an_index_the_hint_says_how_to_set_one(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(CannotResolve, match="no package index is configured") as caught:
        asyncio.run(sdists_of("built", Policy()))
    assert caught.value.hint == "set pip's index-url"


def test_index_urls_are_not_stored(index: Index, tmp_path: Path, home: Path) -> None:
    source = sdist(tmp_path).read_bytes()
    index.offer(source, "json", hashlib.sha256(source).hexdigest())
    lock, _ = made_and_run()
    kept = [*(home / lock.name).rglob("*"), *(tmp_path / "cache" / "environments" / "resolved").iterdir()]
    assert not [path for path in kept if path.is_file() and b"127.0.0.1" in path.read_bytes()]
