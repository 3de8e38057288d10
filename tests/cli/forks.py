"""Run commands in forks of a process that has imported everything, because imports take most of the time of a command.

Each fork gets the requested arguments, variables, folder and stream, and exits like the interpreter.
tests/cli/command.py starts it with the number of the socket to take requests from.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import socket
import sys

import benchwright.cli
import benchwright.languages

PRELOADED = (
    "benchwright.evaluation",
    "benchwright.generate",
    "benchwright.judging",
    "benchwright.metrics",
    "benchwright.models",
    "benchwright.report",
    "benchwright.sandbox",
    "tree_sitter",
    "typer._adapters",
)


def serve(requests: socket.socket) -> bool:
    """Answer requests with exit codes until the socket closes. Return True in a fork, which must run its command."""
    while True:
        message, streams, _, _ = socket.recv_fds(requests, 1 << 20, 3)
        if not message:
            return False
        child = os.fork()
        if child == 0:
            requests.close()
            become(json.loads(message), streams)
            return True
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        requests.sendall(json.dumps(os.waitstatus_to_exitcode(status)).encode())


def become(request: dict[str, object], streams: list[int]) -> None:
    """Set the process up like a fresh `python -m benchwright` with these arguments."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    arguments, variables, folder = request["arguments"], request["variables"], request["folder"]
    assert isinstance(arguments, list)
    assert isinstance(variables, dict)
    os.chdir(str(folder))
    os.environ.clear()
    os.environ.update(variables)
    added = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path not in sys.path]
    sys.path[:] = [str(folder), *added, *sys.path[1:]]
    sys.argv = ["benchwright", *arguments]


if __name__ == "__main__":
    for name in PRELOADED:
        importlib.import_module(name)
    benchwright.cli.command()
    benchwright.languages.languages()
    if serve(socket.socket(fileno=int(sys.argv[1]))):
        runpy.run_module("benchwright", run_name="__main__", alter_sys=True)
