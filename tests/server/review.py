"""Run `benchwright review` as a process, or its routes in this process."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchwright.report.reviewing.store import Reviews, find_reviewed
from benchwright.sandbox import LocalSandbox
from benchwright.server.app import build_app
from benchwright.server.review.run import review_api, review_service
from benchwright.server.review.session import Session

TOKEN = "a-token-of-these-tests"


@contextlib.asynccontextmanager
async def reviewing(job: Path, reviewer: str = "ada") -> AsyncIterator[httpx.AsyncClient]:
    """The routes over a job and a real sandbox, with a client that has the token."""
    async with LocalSandbox() as sandbox:
        with Reviews(job) as reviews:
            service = review_service(sandbox, TOKEN)
            app = build_app(service, (review_api(Session(find_reviewed(str(job)), reviews, reviewer)),))
            transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=("127.0.0.1", 1))
            headers = {"authorization": f"Bearer {TOKEN}"}
            url = "http://127.0.0.1:8000"
            async with httpx.AsyncClient(transport=transport, base_url=url, headers=headers, timeout=60) as client:
                yield client
            service.rates.close()


@dataclass
class Started:
    """The running command."""

    address: str
    process: subprocess.Popen[str]

    def interrupt(self) -> int:
        """Send Ctrl-C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)


@contextlib.contextmanager
def started(job: Path, *arguments: str) -> Iterator[Started]:
    """Run `benchwright review JOB` without opening a browser, for the duration of the block."""
    command = [sys.executable, "-m", "benchwright", "review", str(job), "--no-open", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline().strip()
        assert line.startswith("http://127.0.0.1:"), process.stderr.read()
        yield Started(line, process)
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=60)
        process.stdout.close()
        process.stderr.close()
