"""Rate limits of clients."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from benchwright.server.call import Client, Overloaded
from benchwright.server.queue import Rates
from tests.server.probe import API
from tests.server.process import in_process

SLOW = Client(name="slow", requests_per_minute=1)


def _taken(rates: Rates, client: Client, most: int = 1000) -> int:
    for count in range(most):
        try:
            rates.take(client)
        except Overloaded:
            return count
    return most


def test_a_client_may_burst_for_ten_seconds() -> None:
    rates = Rates()
    assert _taken(rates, Client(name="a", requests_per_minute=60)) in (10, 11)
    assert _taken(rates, SLOW) == 1
    assert _taken(rates, Client(name="free")) == 1000
    rates.close()


def test_a_rate_limit_error_has_retry_after() -> None:
    rates = Rates()
    rates.take(SLOW)
    with pytest.raises(Overloaded) as refused:
        rates.take(SLOW)
    assert 59 < refused.value.retry_after_s <= 60
    assert refused.value.limited
    rates.close()


def test_workers_share_their_counters() -> None:
    rates = Rates()
    rates.enter([SLOW])
    child = os.fork()
    if child == 0:
        rates.take(SLOW)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert _taken(rates, SLOW) == 0
    rates.close()


def test_over_http_a_rate_limit_is_429_with_retry_after(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text("0123456789abcdef one 1\n")

    async def main() -> None:
        async with in_process([API], token_file=file) as app:
            headers = {"authorization": "Bearer 0123456789abcdef"}
            assert (await app.client.get("/probe/echo/1", headers=headers)).status_code == 200
            refused = await app.client.get("/probe/echo/1", headers=headers)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
            assert (await app.client.get("/probe/state", headers=headers)).status_code == 200

    asyncio.run(main())
