"""`benchwright serve --jobs`: the explorer of a running job, in a real browser."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser import Tab, browsing, tab
from tests.server.process import Server, started

pytestmark = pytest.mark.browser

ANSWERER = """
import os

def waits(request):
    # One byte of the pipe lets one answer through.
    assert os.read(int(os.environ["GATE"]), 1)
    return "```python\\nanswer = 1\\n```"
"""
TOKEN = "a-token-of-the-test-0123"


@dataclass
class Evaluation:
    """An evaluation whose answers wait for the test."""

    process: subprocess.Popen[bytes]
    gate: int

    def let_through(self, answers: int) -> None:
        os.write(self.gate, b"." * answers)


@pytest.fixture(scope="module")
def jobs() -> Iterator[Path]:
    """A folder that workers of any user can read: pytest's own folders are private."""
    folder = Path(tempfile.mkdtemp(prefix="benchwright-test-jobs-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def server(jobs: Path) -> Iterator[Server]:
    """A server started on an empty folder."""
    with started("--jobs", jobs) as running:
        yield running


@contextlib.contextmanager
def evaluating(folder: Path, out: Path) -> Iterator[Evaluation]:
    (folder / "gated.py").write_text(ANSWERER)
    read, write = os.pipe()
    command = ["evaluate", "starter", "--languages", "python", "--limit", "3", "--no-cache", "--concurrency", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "benchwright", *command, "--model", "python:gated:waits", "--out", str(out)],
        env={**os.environ, "GATE": str(read), "PYTHONPATH": os.pathsep.join((str(folder), *sys.path))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(read,),
    )
    os.close(read)
    try:
        yield Evaluation(process, write)
    finally:
        os.close(write)
        process.wait(timeout=60)


def data_of(url: str, key: str, **options: Any) -> Any:
    answer = httpx.get(f"{url}/data/{key}.js", timeout=60, **options)
    answer.raise_for_status()
    return msgspec.json.decode(answer.text[answer.text.index(",") + 1 : answer.text.rindex(")")])


def test_a_running_job_is_followed_to_its_end(server: Server, jobs: Path, tmp_path: Path) -> None:
    report = f"{server.url}/report"
    assert data_of(report, "groups") == {"groups": [], "faults": []}
    with browsing() as browser, tab(browser, server.url, Tab) as opened:
        page = opened.page
        page.goto(f"{report}/")
        expect(page.get_by_text("There are no jobs yet.")).to_be_visible()
        with evaluating(tmp_path, jobs / "gated") as evaluation:
            # The job appears without a restart, and the only benchmark opens automatically.
            page.wait_for_url(re.compile(r"/report/[0-9a-f]{12}/"))
            group = page.url.rstrip("/")
            page.goto(f"{group}/#/runs")
            page.get_by_role("link", name="gated").click()
            expect(page.locator(".run-state")).to_have_text("▶running")
            evaluation.let_through(1)
            expect(page.locator(".progress li", has_text="answer")).to_contain_text("1 of 3")
            expect(page.locator(".progress li", has_text="judge")).to_contain_text("1 of 3")
            # The first item is enough to estimate the speed.
            expect(page.locator(".facts")).to_contain_text("per minute")
            expect(page.locator(".facts")).to_contain_text("Waiting for an answer")
            expect(page.get_by_role("heading", name="Failed (0)")).to_be_visible()
            expect(page.get_by_text("benchwright rejudge")).to_have_count(0)
            evaluation.let_through(2)
            expect(page.locator(".run-state")).to_have_text("✓done")
            expect(page.locator("[data-done]")).to_contain_text("3 of 3")
            expect(page.get_by_text("benchwright rejudge")).to_be_visible()
            assert evaluation.process.wait(timeout=60) == 0
        opened.assert_quiet()


def test_unchanged_data_is_sent_once(server: Server, jobs: Path, tmp_path: Path) -> None:
    (group,) = data_of(f"{server.url}/report", "groups")["groups"]
    assert group["problems"] == 3
    address = f"{server.url}/report/{group['key']}/data/site.js"
    first = httpx.get(address, timeout=60)
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-type"] == "text/plain; charset=utf-8"
    assert httpx.get(address, headers={"If-None-Match": first.headers["etag"]}, timeout=60).status_code == 304
    head = httpx.head(address, timeout=60)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", first.headers["etag"])


@pytest.mark.parametrize(
    "path",
    [
        "nothing/data/site.js",
        "GROUP/data/secret.js",
        "GROUP/data/site.txt",
        "GROUP/data/runs/..%2F..%2Fmanifest.js",
        "GROUP/data/problems/99999.js",
        "GROUP/data/problems/-1.js",
        "GROUP/data/models/%00.js",
        "GROUP/assets/..%2Fpage.py",
        "assets/page.py",
    ],
)
def test_missing_items_are_not_found(server: Server, path: str) -> None:
    (group,) = data_of(f"{server.url}/report", "groups")["groups"]
    answer = httpx.get(f"{server.url}/report/{path.replace('GROUP', group['key'])}", timeout=60)
    assert answer.status_code == 404, answer.text


def test_the_root_page_links_to_the_results(server: Server) -> None:
    assert '<a href="/report/" id="report-link">' in httpx.get(server.url).text


def test_data_needs_a_token_and_the_page_asks_for_it(jobs: Path, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"{TOKEN}\n")
    with started("--jobs", jobs, "--token-file", tokens) as server, browsing() as browser:
        assert httpx.get(f"{server.url}/report/data/groups.js").status_code == 401
        assert httpx.get(f"{server.url}/report/assets/explorer.js").status_code == 200
        with tab(browser, server.url, Tab) as opened:
            page = opened.page
            page.goto(f"{server.url}/report/")
            page.get_by_label("Token", exact=True).fill("a-token-that-is-wrong")
            page.get_by_role("button", name="Use token").click()
            expect(page.get_by_text("The server did not accept that token.")).to_be_visible()
            page.get_by_label("Token", exact=True).fill(TOKEN)
            page.get_by_role("button", name="Use token").click()
            page.wait_for_url(re.compile(r"/report/[0-9a-f]{12}/"))
            expect(page.locator("body")).to_have_attribute("data-ready", "yes")


@pytest.mark.root
def test_unreadable_jobs_are_reported_to_the_user(tmp_path: Path) -> None:
    from benchwright.errors import UsageError
    from benchwright.server.measures import Log
    from benchwright.server.privileges import user_to_become
    from benchwright.server.reports import check_jobs

    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(UsageError, match="nobody cannot read"):
        check_jobs((closed,), user_to_become(None), Log(), read_all=False)
    check_jobs((closed,), user_to_become(None), Log(), read_all=True)
    with pytest.raises(UsageError, match="does not exist"):
        check_jobs((tmp_path / "none",), None, Log(), read_all=False)
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is a file, not a job directory"):
        check_jobs((tmp_path / "file",), user_to_become(None), Log(), read_all=False)
