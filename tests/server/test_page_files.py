"""The page's files over HTTP: security headers, caching, packaging."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import httpx
import pytest

from benchwright.languages import languages
from benchwright.server.apis.page import FOLDER, page_files
from tests.server.process import Server


def test_the_page_loads_nothing_from_other_hosts(server: Server) -> None:
    answer = httpx.get(server.url)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    rules = dict(rule.strip().split(" ", 1) for rule in answer.headers["content-security-policy"].split(";"))
    assert rules == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "connect-src": "'self'",
        "img-src": "'self' data:",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
    }
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("page.js", "text/javascript; charset=utf-8"),
        ("page.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_unchanged_files_are_sent_once(server: Server, name: str, media_type: str) -> None:
    first = httpx.get(f"{server.url}/page/{name}")
    assert (first.status_code, first.headers["content-type"]) == (200, media_type)
    assert first.text == (FOLDER / name).read_text(encoding="utf-8")
    again = httpx.get(f"{server.url}/page/{name}", headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    other = httpx.get(f"{server.url}/page/{name}", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize("name", ["none.js", "..%2fapi.py", "%2e%2e%2fapis%2fpage.py", "examples", "page.js%00"])
def test_nothing_else_is_served(server: Server, name: str) -> None:
    assert httpx.get(f"{server.url}/page/{name}").status_code == 404


def test_every_language_has_an_example(server: Server) -> None:
    for language in languages():
        found = httpx.get(f"{server.url}/page/examples/{language}").json()
        assert found["language"] == language
        assert found["solution"]
        assert found["tests"]
        assert len(found["programs"]) > 1
    assert httpx.get(f"{server.url}/page/examples/klingon").status_code == 404


def test_files_refer_only_to_each_other() -> None:
    for name, file in page_files().items():
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", file.text), name
        assert not re.search(r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval)\b", file.text), name
        for path in re.findall(r'(?:href|src|from)[= ]"/page/([^"]+)"', file.text):
            assert path in page_files(), f"{name} names {path}"


def test_packed_data_contains_the_files() -> None:
    root = Path(__file__).parents[2]
    packed = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert any(FOLDER.is_relative_to(root / folder) for folder in packed["packages"])
    assert "exclude" not in packed
