"""Requests cannot read each other's files or output."""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any

import httpx
import pytest

from tests.server.process import Server

REQUESTS = 48
PROGRAM = """
import json, os, sys, time
nonce = sys.stdin.read()
folders = [os.getcwd(), "/tmp", "/dev/shm", "/var/tmp"]
before = [os.path.join(folder, name) for folder in folders if os.path.isdir(folder) for name in os.listdir(folder)]
for folder in folders:
    try:
        with open(os.path.join(folder, nonce), "w") as file:
            file.write(nonce)
    except OSError:
        pass
time.sleep(0.1)
after = [name for folder in folders if os.path.isdir(folder) for name in os.listdir(folder)]
others = [name for name in os.listdir("/proc") if name.isdigit() and int(name) > os.getpid()]
print(json.dumps({"nonce": nonce, "before": before, "after": sorted(set(after)), "others": others}))
"""


@pytest.mark.slow
def test_concurrent_requests_are_isolated(server: Server) -> None:
    async def ask() -> list[tuple[str, Any]]:
        async with httpx.AsyncClient(base_url=server.url, timeout=120) as client:
            return await asyncio.gather(*(one(client) for _ in range(REQUESTS)))

    async def one(client: httpx.AsyncClient) -> tuple[str, Any]:
        nonce = uuid.uuid4().hex
        body = {"language": "python", "source": PROGRAM, "stdin": nonce, "collect": ["*"]}
        reply = await client.post("/v1/execute", json=body)
        assert reply.status_code == 200, reply.text
        return nonce, reply.json()

    for nonce, answer in asyncio.run(ask()):
        run = answer["runs"][0]
        seen = json.loads(run["stdout"])
        assert seen["nonce"] == nonce
        assert seen["before"] == ["/workspace/main.py"]
        assert seen["after"] == sorted([nonce, "main.py"])
        assert seen["others"] == []
        assert sorted(run["files_base64"]) == sorted([nonce, "main.py"])
        assert run["stderr"] == ""
