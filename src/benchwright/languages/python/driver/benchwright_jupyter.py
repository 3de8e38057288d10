"""Run the cells of a notebook in a kernel, inside the sandbox.

The kernel is a child process in which everything is already imported, which takes most of a kernel's start. Both
exchange Jupyter's messages over local sockets. Reads `request.json` next to the script, writes `result.json` there.
"""

import codecs
import json
import os
import secrets
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import types

sys.modules["debugpy"] = None  # nobody attaches a debugger, and importing it takes longer than everything else
import ipykernel.debugger  # noqa: E402

del sys.modules["debugpy"]

import ipykernel.ipkernel  # noqa: E402
import ipykernel.kernelapp  # noqa: E402
import IPython.core.completerlib  # noqa: E402
import IPython.core.debugger  # noqa: E402
import IPython.core.oinspect  # noqa: E402
import tornado.platform.asyncio  # noqa: E402
import tornado.queues  # noqa: E402
import traitlets.config  # noqa: E402
import zmq  # noqa: E402
from jupyter_client.jsonutil import json_default  # noqa: E402
from jupyter_client.session import Session, json_packer  # noqa: E402

_INTERRUPT_S = 1.0
"""Time that an interrupted cell, or a kernel that is shutting down, may still take."""
_START_S = 20.0
"""Time that a kernel may take to start on a busy machine; not taken from the cells' time."""
_TICK_MS = 50
_SILENCED = 3
"""Exit status if the cells left no way to write the results."""
_SHELL, _IOPUB, _STDIN, _CONTROL, _HEARTBEAT = range(1, 6)


class Stopped(Exception):
    """No more cells can run."""

    def __init__(self, name, message):
        super().__init__(message)
        self.name = name


def _pack(value):
    """A single lone surrogate would otherwise lose the whole message."""
    try:
        return json_packer(value)
    except UnicodeEncodeError:
        return json.dumps(value, default=json_default).encode()


class _KernelApp(ipykernel.kernelapp.IPKernelApp):
    def init_iopub(self, context):
        context.sndhwm = 0  # by default output is dropped if it is read more slowly than it arrives
        self.session.pack = _pack
        super().init_iopub(context)


def _system(shell, command):
    """Run `!command` without the terminal that the sandbox lacks."""
    command = shell.var_expand(command, depth=1)
    with subprocess.Popen(
        command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while data := process.stdout.read1():
            sys.stdout.write(decoder.decode(data))
        sys.stdout.write(decoder.decode(b"", True))
    shell.user_ns["_exit_code"] = process.returncode


def _fonts(file):
    """The sandbox has no /etc/fonts, and plotting libraries would complain about that in a cell's output."""
    with open(file, "w", encoding="utf-8") as output:
        output.write("<fontconfig><dir>/usr/share/fonts</dir><cachedir>/tmp/fontconfig</cachedir></fontconfig>")
    os.environ["FONTCONFIG_FILE"] = file


def serve(place, key, ready):
    """Run a kernel until it is asked to shut down."""
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it repeats there what it has already sent as messages
    _fonts(f"{place}-fonts.xml")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["ipykernel_launcher.py"]
    sys.path.insert(0, "")
    names = ("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port")
    config = traitlets.config.Config(
        Session={"key": key}, HistoryManager={"enabled": False}, IPCompleter={"use_jedi": False}
    )
    app = _KernelApp.instance(
        config=config,
        transport="ipc",
        ip=place,
        connection_file=f"{place}.json",
        log_level=50,
        quiet=True,
        **dict(zip(names, (_SHELL, _IOPUB, _STDIN, _CONTROL, _HEARTBEAT))),
    )
    app.initialize([])
    app.shell.system = types.MethodType(_system, app.shell)
    os.write(ready, b".")
    os.close(ready)
    app.start()


class Kernel:
    """This side of the connection to a kernel."""

    def __init__(self, process, place, key, most_bytes):
        self._process = process
        self._ending = None
        self._place = place
        self._session = Session(key=key)
        self._left_bytes = most_bytes
        self._cells = {}

    def connect(self, deadline):
        """Wait until it is ready."""
        context = zmq.Context()
        self._shell = self._socket(context, zmq.DEALER, _SHELL)
        self._control = self._socket(context, zmq.DEALER, _CONTROL)
        self._iopub = self._socket(context, zmq.SUB, _IOPUB)
        self._iopub.subscribe(b"")
        # Messages published before the subscription is known are lost: ask until one arrives.
        while not self._receive():
            self._session.send(self._shell, "kernel_info_request")
            if self.ended() or time.monotonic() > deadline:
                raise Stopped("NoKernel", self.ended() or "no answer")

    def _socket(self, context, kind, port):
        socket = context.socket(kind)
        socket.linger = 0
        socket.rcvhwm = 0
        socket.connect(f"ipc://{self._place}-{port}")
        return socket

    def _receive(self, wait_ms=_TICK_MS):
        """Return the next message of the output channel, or None after a timeout."""
        if not self._iopub.poll(wait_ms):
            return None
        parts = self._iopub.recv_multipart()
        self._left_bytes -= sum(map(len, parts))
        _, parts = self._session.feed_identities(parts)
        return self._session.deserialize(parts)

    def run(self, code, cell, deadline, which_time):
        """Run one cell to its end, and record its output in `cell`."""
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": False}
        identity = self._session.send(self._shell, "execute_request", content)["header"]["msg_id"]
        self._cells[identity] = cell
        if self._wait(identity, deadline):
            return
        self.signal(signal.SIGINT)
        self._wait(identity, time.monotonic() + _INTERRUPT_S)
        raise Stopped("TimeoutError", f"{which_time} is over")

    def _wait(self, identity, deadline):
        """Record output until the cell is done; False if it is not done in time."""
        while deadline is None or time.monotonic() < deadline:
            message = self._receive()
            if message is None:
                if self.ended():
                    raise Stopped("KernelDied", f"the kernel died: {self.ended()}")
            elif self._record(message) and message["parent_header"].get("msg_id") == identity:
                return True
            if self._left_bytes < 0:
                raise Stopped("OutputLimit", "the output of the cells exceeds the limit")
        return False

    def _record(self, message):
        """Whether the message reports that a cell is done."""
        kind, content = message["msg_type"], message["content"]
        if kind == "status":
            return content["execution_state"] == "idle"
        cell = self._cells.get(message["parent_header"].get("msg_id"))
        if cell is None:
            return False
        if kind == "stream":
            cell[content["name"]].append(content["text"])
        elif kind in ("display_data", "execute_result"):
            cell["display"].append(content["data"])
        elif kind == "error":
            cell["error"].append({name: content[name] for name in ("ename", "evalue", "traceback")})
        return False

    def signal(self, number):
        """Send a signal to the kernel and what it started."""
        if not self.ended():
            os.killpg(self._process, number)

    def ended(self):
        """Return how the kernel exited; empty while it runs."""
        if not self._ending:
            process, status = os.waitpid(self._process, os.WNOHANG)
            if process:
                code = os.waitstatus_to_exitcode(status)
                self._ending = f"signal {-code}" if code < 0 else f"exit status {code}"
        return self._ending

    def close(self):
        """Let it exit, so that files are written and exit functions called; then force it."""
        if not self.ended():
            self._session.send(self._control, "shutdown_request", {"restart": False})
        deadline = time.monotonic() + _INTERRUPT_S
        while not self.ended() and time.monotonic() < deadline:
            time.sleep(0.002)
        self.signal(signal.SIGKILL)
        while message := self._receive(0):
            self._record(message)


def run_cells(kernel, request, cells):
    """Run the cells in order, even after one that raised an exception."""
    total = time.monotonic() + request["total_timeout_s"]
    for code, cell in zip(request["cells"], cells):
        cell["error"].clear()
        deadline, which = total, f"the time of all cells ({request['total_timeout_s']:g} s)"
        if request["cell_timeout_s"] and time.monotonic() + request["cell_timeout_s"] < total:
            deadline = time.monotonic() + request["cell_timeout_s"]
            which = f"the time of a cell ({request['cell_timeout_s']:g} s)"
        try:
            kernel.run(code, cell, deadline, which)
        except Stopped as reason:
            cell["error"].append(_error(reason.name, str(reason)))
            raise


def main():
    """Handle one request."""
    folder = os.path.dirname(os.path.abspath(sys.argv[0]))
    with open(os.path.join(folder, "request.json"), encoding="utf-8") as file:
        request = json.load(file)
    shutil.rmtree(folder)  # the cells have the work folder to themselves
    sys.path.remove(folder)
    place, key = os.path.join(tempfile.mkdtemp(), "kernel"), secrets.token_hex(16).encode()
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        serve(place, key, writing)
        return
    os.close(writing)
    kernel = Kernel(process, place, key, request["most_bytes"])
    not_run = _error("NotRun", "a cell before this one ended the kernel")
    cells = [{"stdout": [], "stderr": [], "display": [], "error": [not_run]} for _ in request["cells"]]
    stopped, began = None, False
    try:
        started = time.monotonic()
        if not select.select([reading], [], [], _START_S)[0] or not os.read(reading, 1):
            raise Stopped("NoKernel", "it did not start")
        kernel.connect(started + _START_S)
        began = True
        run_cells(kernel, request, cells)
        kernel.close()
    except Stopped as reason:
        stopped = {"name": reason.name, "message": str(reason)}
        kernel.signal(signal.SIGKILL)
    except Exception as error:
        if not began:
            raise
        # Invalid messages, closed sockets: the cells can cause all of it.
        stopped = {"name": "Lost", "message": f"the cells broke their driver: {type(error).__name__}: {error}"}
        kernel.signal(signal.SIGKILL)
    try:
        _write(folder, {"stopped": stopped, "cells": cells})
    except Exception:
        traceback.print_exc()
        os._exit(_SILENCED)
    os._exit(0)  # nothing is left to do, and shutting the interpreter down takes time


def _error(name, message):
    return {"ename": name, "evalue": message, "traceback": []}


def _write(folder, result):
    for cell in result["cells"]:
        cell["stdout"], cell["stderr"] = "".join(cell["stdout"]), "".join(cell["stderr"])
    os.chmod(os.path.dirname(folder), 0o755)  # the cells may have removed the write permission
    if os.path.isdir(folder) and not os.path.islink(folder):
        shutil.rmtree(folder)
    elif os.path.lexists(folder):
        os.unlink(folder)
    os.mkdir(folder)
    with open(os.path.join(folder, "result.json"), "wb") as file:
        file.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
