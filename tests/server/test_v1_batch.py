"""/v1/batch over HTTP: order of completion, failing items, a client that disconnects."""

from __future__ import annotations

import asyncio
import json
import socket
import uuid
from typing import Any
from urllib.parse import urlsplit

import pytest

from benchwright.server.apis.v1 import records
from tests.sandbox.programs import processes_with, until
from tests.server import v1
from tests.server.process import Server
from tests.server.v1 import Asking

asking = v1.asking


def execute(name: str, source: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "execute": {"language": "python", "source": source, **more}}


def lines(asking: Asking, items: list[Any]) -> list[Any]:
    with asking.client.stream("POST", "/v1/batch", json={"items": items}) as reply:
        assert reply.status_code == 200, reply.read()
        assert reply.headers["content-type"] == "application/x-ndjson"
        return [json.loads(line) for line in reply.iter_lines()]


@pytest.mark.slow
@pytest.mark.parametrize("name", records.BATCH_EXAMPLES)
def test_the_examples_work(asking: Asking, name: str) -> None:
    answers = lines(asking, records.BATCH_EXAMPLES[name]["items"])
    assert {line["id"]: line["ok"]["verdict"] for line in answers} == {"first": "passed", "second": "passed"}


def test_lines_arrive_in_order_of_completion(asking: Asking) -> None:
    """The first item would run for ten minutes; the others are reported meanwhile, and disconnecting then stops it."""
    mark = uuid.uuid4().hex
    slow = execute("slow", "import time; time.sleep(600)", args=[mark], limits={"wall_s": 600})
    quick = [execute(f"quick {number}", f"print({number})") for number in range(20)]
    with asking.client.stream("POST", "/v1/batch", json={"items": [slow, *quick]}) as reply:
        lines = map(json.loads, reply.iter_lines())
        printed = {line["id"]: line["ok"]["runs"][0]["stdout"] for _, line in zip(quick, lines, strict=False)}
        assert processes_with(mark)
    assert printed == {f"quick {number}": f"{number}\n" for number in range(20)}
    asyncio.run(until(lambda: not processes_with(mark)))


def test_a_failing_item_does_not_stop_the_others(asking: Asking) -> None:
    judged = {"language": "python", "solution": "x = 1", "tests": "assert x == 1\n", "reference": "x = 2"}
    items = [
        {"id": "unknown", "execute": {"language": "klingon", "source": ""}},
        execute("too much", "", limits={"wall_s": 10_000}),
        {"id": "defect", "judge": judged},
        execute("crash", "raise ValueError"),
        execute("fine", "print(1)"),
    ]
    answers = {line["id"]: line for line in lines(asking, items)}
    statuses = {name: answers[name]["error"]["status"] for name in ("unknown", "too much", "defect")}
    assert statuses == {"unknown": 400, "too much": 400, "defect": 422}
    assert answers["defect"]["error"]["defect"]["reason"] == "reference fails"
    assert answers["crash"]["ok"]["verdict"] == "runtime_error"
    assert answers["fine"]["ok"]["verdict"] == "passed"
    assert all(("ok" in line) != ("error" in line) for line in answers.values())


@pytest.mark.parametrize(
    ("items", "status", "word"),
    [
        ([execute("a", ""), execute("a", "")], 400, "items[1].id"),
        ([{"id": "a"}], 400, "items[0]"),
        ([{**execute("a", ""), "judge": {}}], 400, "items[0]"),
        ([execute(str(number), "") for number in range(1001)], 400, "1001"),
        ([execute("a", "", stdin=1)], 422, "$.items[0].execute.stdin"),
        ([{"execute": {"language": "python"}}], 422, "id"),
    ],
)
def test_an_invalid_batch_is_rejected_as_a_whole(asking: Asking, items: list[Any], status: int, word: str) -> None:
    assert word in asking.post("batch", {"items": items}, status)["error"]


def test_an_empty_batch_has_no_lines(asking: Asking) -> None:
    assert lines(asking, []) == []


def test_a_disconnected_client_cancels_everything(server: Server) -> None:
    mark = uuid.uuid4().hex
    source = f"import time, sys; print(flush=True); time.sleep(600)  # {mark}"
    items = [
        execute("first", "print(1)"),
        execute("second", source, args=[mark]),
        execute("third", source, args=[mark]),
    ]
    body = json.dumps({"items": items}).encode()
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port)) as connection:
        head = f"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body)
        asyncio.run(until(lambda: bool(processes_with(mark))))
    asyncio.run(until(lambda: not processes_with(mark)))
