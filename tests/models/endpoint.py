"""A real HTTP server on loopback that speaks the OpenAI format and can misbehave."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["Handler", dict[str, Any]], None]


class Endpoint(ThreadingHTTPServer):
    """Answers every request: first as scripted in `script`, then normally."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Behaviour] = []
        self.always: Behaviour = answer()
        self.bodies: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.keys: list[str | None] = []
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def prompts(self) -> list[str]:
        """The last message of each request, in order of arrival."""
        return [prompt_of(body) for body in self.bodies]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with self.server.lock:
            self.server.bodies.append(body)
            self.server.paths.append(self.path)
            self.server.keys.append(self.headers.get("authorization"))
            behaviour = self.server.script.pop(0) if self.server.script else self.server.always
        behaviour(self, body)

    def reply(self, status: int, payload: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-length": str(len(payload)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def prompt_of(body: dict[str, Any]) -> str:
    return str(body["messages"][-1]["content"] if "messages" in body else body["prompt"])


def answer(usage: dict[str, Any] | None = None, **message: Any) -> Behaviour:
    """A normal answer with these fields in its message."""

    def behave(handler: Handler, body: dict[str, Any]) -> None:
        handler.reply(200, json.dumps(reply_to(body, usage, **message)).encode())

    return behave


def reply_to(body: dict[str, Any], usage: dict[str, Any] | None = None, **message: Any) -> dict[str, Any]:
    text = f"answer to {prompt_of(body)}"
    choice: dict[str, Any] = {"index": 0, "finish_reason": "stop"}
    if "messages" in body:
        choice["message"] = {"role": "assistant", "content": text, **message}
    else:
        choice["text"] = text
    return {
        "model": f"{body['model']}-2026",
        "choices": [choice],
        "usage": usage or {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


def status(code: int, error: Any = "no", headers: dict[str, str] | None = None) -> Behaviour:
    """A failure with this text or object as the error."""

    def behave(handler: Handler, body: dict[str, Any]) -> None:
        handler.reply(code, json.dumps({"error": error}).encode(), headers)

    return behave


def raw(payload: bytes) -> Behaviour:
    """A success with these bytes as the body."""
    return lambda handler, body: handler.reply(200, payload)


def drop(handler: Handler, body: dict[str, Any]) -> None:
    """Close the connection without an answer."""
    handler.close_connection = True
    handler.connection.close()


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """A running endpoint."""
    server = Endpoint()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
