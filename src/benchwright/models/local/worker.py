"""Computes answers of one model, one at a time, in a process of its own.

llama.cpp writes to the terminal, may end the process it is in, and cannot be stopped from within: here it harms nobody.
It computes in one thread. Its threads wait for each other without sleeping: on a busy machine two of them were measured
to be fifteen times slower than one.

Run by its path, it imports nothing of ours. It reads lines of JSON, first settings, then {"chat", "body"}, and answers
each by a line. It ends when its input ends, so that it never outlives who started it.
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
    """Load the model, then answer until the input ends."""
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
    """In a thread, so that the end of the input is seen also while an answer is computed."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def load(settings: dict[str, Any]) -> Any:
    """The model, ready to answer."""
    xllamacpp: Any = importlib.import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = settings["file"]
    params.n_ctx = settings["context_tokens"]
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup = False
    # What was computed before must not change what is computed now.
    params.cache_prompt = False
    params.cache_ram_mib = 0
    # It also listens on a port of the loopback device: nobody knows the key.
    params.api_keys = [secrets.token_hex(32)]
    params.ui = params.endpoint_slots = False
    params.verbosity = 1
    return xllamacpp.Server(params)


def reply(server: Any, asked: dict[str, Any]) -> Any:
    """In the OpenAI format, also where it failed."""
    answer = server.handle_chat_completions if asked["chat"] else server.handle_completions
    try:
        return answer(asked["body"])
    except Exception as error:
        return {"error": {"code": 400, "message": f"{type(error).__name__}: {error}"}}


def send(replies: BinaryIO, message: Any) -> None:
    """One line."""
    replies.write(json.dumps(message).encode() + b"\n")
    replies.flush()


if __name__ == "__main__":
    main()
