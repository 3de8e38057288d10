"""Worker process: computes the answers of one model, one at a time.

llama.cpp writes to the terminal, may terminate its process, and cannot be interrupted from within. In a separate
process it does no harm. It computes in one thread: its threads busy-wait for each other, and on a busy machine two of
them were measured to be fifteen times slower than one.

This file is run by path and imports nothing from benchwright. It reads lines of JSON, first settings, then {"chat",
"body"}, and answers each with one line. It exits when its input ends, so that it never outlives its parent.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import secrets
import sys
import threading
from typing import Any, BinaryIO


def main() -> None:
    """Load the model, then answer requests until the input ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    settings = json.loads(sys.stdin.buffer.readline())
    try:
        server = load(settings)
    except Exception as error:
        send(replies, {"failed": str(error)})
        return
    send(replies, {"ready": True})
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=read, args=(asked,), daemon=True).start()
    while True:
        send(replies, reply(server, json.loads(asked.get())))


def read(asked: queue.SimpleQueue[bytes]) -> None:
    """Read requests. Runs in a thread, so that the end of the input is noticed even while an answer is computed."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def load(settings: dict[str, Any]) -> Any:
    """Load the model and start its server."""
    xllamacpp: Any = importlib.import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = settings["file"]
    params.n_ctx = settings["context_tokens"]
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup = False
    # Earlier requests must not affect later answers.
    params.cache_prompt = False
    params.cache_ram_mib = 0
    # The server also listens on a loopback port; a random key keeps others out.
    params.api_keys = [secrets.token_hex(32)]
    params.ui = params.endpoint_slots = False
    params.verbosity = 1
    return xllamacpp.Server(params)


def reply(server: Any, asked: dict[str, Any]) -> Any:
    """Compute a reply in the OpenAI format, also for errors."""
    answer = server.handle_chat_completions if asked["chat"] else server.handle_completions
    try:
        return answer(asked["body"])
    except Exception as error:
        return {"error": {"code": 400, "message": f"{type(error).__name__}: {error}"}}


def send(replies: BinaryIO, message: Any) -> None:
    """Write a message as one line of JSON."""
    replies.write(json.dumps(message).encode() + b"\n")
    replies.flush()


if __name__ == "__main__":
    main()
