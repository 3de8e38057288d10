"""Notebooks: a real kernel in the sandbox, through the application."""

from __future__ import annotations

import asyncio
import base64
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchwright.errors import SandboxError, UsageError
from benchwright.sandbox.environment import load_environment
from benchwright.server.apis.jupyter import API, failure
from benchwright.server.call import Overloaded
from tests.sandbox.leftovers import assert_within, descendants
from tests.server.process import Server, in_process

pytestmark = pytest.mark.slow


class Notebooks:
    """Sends requests to one application."""

    def __init__(self, runner: asyncio.Runner, client: httpx.AsyncClient) -> None:
        self._runner = runner
        self._client = client

    def post(self, *bodies: dict[str, Any]) -> list[httpx.Response]:
        """Send all requests concurrently."""

        async def together() -> list[httpx.Response]:
            return await asyncio.gather(*(self._client.post("/run_jupyter", json=body) for body in bodies))

        return self._runner.run(together())

    def run(self, *cells: str, **fields: Any) -> dict[str, Any]:
        """Send one request and return the response."""
        (response,) = self.post({"cells": cells, **fields})
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer


@pytest.fixture(scope="module")
def notebooks() -> Iterator[Notebooks]:
    try:
        load_environment("jupyter")
    except UsageError as error:
        pytest.skip(f"toolchain missing: {error}")
    with asyncio.Runner() as runner:
        context = in_process([API], max_wall_s=60)
        app = runner.run(context.__aenter__())
        yield Notebooks(runner, app.client)
        runner.run(context.__aexit__(None, None, None))


def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def test_the_cells_share_a_kernel(notebooks: Notebooks) -> None:
    answer = notebooks.run("a = 6", "a * 7", "print(a)\nimport sys; _ = sys.stderr.write('no')", "Out[2] + 1")
    assert (answer["status"], answer["message"]) == ("Success", "")
    assert answer["cells"] == [
        {"stdout": "", "stderr": "", "display": [], "error": []},
        {"stdout": "", "stderr": "", "display": [{"text/plain": "42"}], "error": []},
        {"stdout": "6\n", "stderr": "no", "display": [], "error": []},
        {"stdout": "", "stderr": "", "display": [{"text/plain": "43"}], "error": []},
    ]
    driver = answer["driver"]
    assert driver.pop("execution_time") > 0
    assert driver == {"status": "Finished", "return_code": 0, "stdout": "", "stderr": ""}


def test_an_exception_is_reported_and_the_next_cells_run(notebooks: Notebooks) -> None:
    answer = notebooks.run("def f():\n    return 1 / 0\n\nf()", "raise ValueError('\\ud800')", "'went on'")
    (error,) = answer["cells"][0]["error"]
    assert (error["ename"], error["evalue"]) == ("ZeroDivisionError", "division by zero")
    assert "ZeroDivisionError" in error["traceback"][-1]
    assert answer["cells"][1]["error"][0]["evalue"] == "?"
    assert answer["cells"][2]["display"] == [{"text/plain": "'went on'"}]
    assert answer["status"] == "Success"


def test_rich_objects_are_displayed_in_all_their_forms(notebooks: Notebooks) -> None:
    image = "display(Image(b'\\x89PNG\\r\\n\\x1a\\n', format='png'))"
    answer = notebooks.run(f"from IPython.display import HTML, Image\n{image}\nHTML('<b>bold</b>')")
    picture, text = answer["cells"][0]["display"]
    assert base64.b64decode(picture["image/png"]) == b"\x89PNG\r\n\x1a\n"
    assert text["text/html"] == "<b>bold</b>"
    assert text["text/plain"] == "<IPython.core.display.HTML object>"


def test_output_of_subprocesses_and_of_c_code_belongs_to_the_cell(notebooks: Notebooks) -> None:
    shell = "word = 'shell'\n!echo $word; echo wrong >&2; exit 3"
    answer = notebooks.run(f"{shell}\n_exit_code", "import os\n_ = os.write(1, b'low\\n')\n_ = os.system('echo child')")
    assert answer["cells"][0]["stdout"] == "shell\nwrong\n"
    assert answer["cells"][0]["display"] == [{"text/plain": "3"}]
    assert answer["cells"][1]["stdout"] == "low\nchild\n"
    assert answer["driver"]["stdout"] == ""


def test_a_megabyte_of_output_and_invalid_utf8(notebooks: Notebooks) -> None:
    answer = notebooks.run("print('x' * 1_000_000)", "print('a\\ud800b')", "import os\n_ = os.write(1, b'\\xff!')")
    assert answer["cells"][0]["stdout"] == "x" * 1_000_000 + "\n"
    assert answer["cells"][1]["stdout"] == "a?b\n"
    assert answer["cells"][2]["stdout"].endswith("!")


def test_a_cell_that_times_out_is_interrupted(notebooks: Notebooks) -> None:
    sleep = "print('before', flush=True)\nimport time\ntime.sleep(60)"
    answer = notebooks.run("a = 1", sleep, "a", cell_timeout=1)
    assert (answer["status"], answer["message"]) == ("Failed", "the time of a cell (1 s) is over")
    assert (answer["driver"]["status"], answer["driver"]["return_code"]) == ("TimeLimitExceeded", None)
    assert answer["cells"][1]["stdout"] == "before\n"
    assert [error["ename"] for error in answer["cells"][1]["error"]] == ["KeyboardInterrupt", "TimeoutError"]
    assert [error["ename"] for error in answer["cells"][2]["error"]] == ["NotRun"]
    assert answer["driver"]["execution_time"] < 30


@pytest.mark.slow
def test_a_cell_that_ignores_interrupts_is_killed(notebooks: Notebooks) -> None:
    stubborn = "import time\nwhile True:\n    try: time.sleep(60)\n    except BaseException: pass"
    answer = notebooks.run("a = 1", stubborn, total_timeout=1, fetch_files=["x"])
    assert answer["message"] == "the time of all cells (1 s) is over"
    assert [error["ename"] for error in answer["cells"][1]["error"]] == ["TimeoutError"]
    assert answer["driver"]["execution_time"] < 30


def test_a_kernel_that_exits_in_a_cell(notebooks: Notebooks) -> None:
    answer = notebooks.run("print(1)", "import os\nos._exit(7)", "2")
    assert (answer["status"], answer["message"]) == ("Failed", "the kernel died: exit status 7")
    assert answer["cells"][0]["stdout"] == "1\n"
    assert [cell["error"][0]["ename"] for cell in answer["cells"][1:]] == ["KernelDied", "NotRun"]


def test_a_cell_that_kills_the_driver(notebooks: Notebooks) -> None:
    answer = notebooks.run("import os\nos.kill(os.getppid(), 9)")
    assert (answer["status"], answer["message"]) == ("Failed", "the driver was killed by signal 9")
    assert answer["driver"]["return_code"] == -9


def test_cells_that_make_files_read_only(notebooks: Notebooks) -> None:
    answer = notebooks.run("print(1)", "import os\nos.chmod('.', 0o500)")
    assert (answer["status"], answer["cells"][0]["stdout"]) == ("Success", "1\n")


def test_cells_that_break_the_driver(notebooks: Notebooks) -> None:
    """This must not count as a sandbox failure, which would run the cells again."""
    send = "import IPython\nk = IPython.get_ipython().kernel\nk.session.key = b'other'\nprint(2, flush=True)"
    answer = notebooks.run("print(1)", send, "3")
    assert answer["status"] == "Failed"
    assert answer["message"].startswith("the cells broke their driver: ValueError")
    assert answer["cells"][0]["stdout"] == "1\n"
    assert [error["ename"] for error in answer["cells"][2]["error"]] == ["NotRun"]


def test_cells_that_leave_no_way_to_report(notebooks: Notebooks) -> None:
    deeper = "for n in range(2000):\n    os.mkdir('d')\n    os.chdir('d')"  # than the driver can remove
    answer = notebooks.run(f"import os\nos.mkdir('.benchwright')\nos.chdir('.benchwright')\n{deeper}")
    assert answer["status"] == "Failed"
    assert answer["message"].startswith("the cells prevented the driver from writing its result: RecursionError")
    assert answer["driver"]["return_code"] == 3


def test_memory_has_a_limit(notebooks: Notebooks) -> None:
    answer = notebooks.run("b = bytearray(600 << 20)", memory_limit_MB=200)
    assert answer["status"] == "Failed"
    assert answer["message"].endswith("limit hit: memory")  # with or without the driver


def test_too_much_output_stops_the_notebook(notebooks: Notebooks) -> None:
    answer = notebooks.run("print('x' * 17_000_000)\nwhile True: pass", "1")
    assert (answer["status"], answer["message"]) == ("Failed", "the output of the cells exceeds the limit")
    assert answer["cells"][0]["stdout"].startswith("xxx")
    assert answer["cells"][0]["error"][-1]["ename"] == "OutputLimit"


def test_files_go_in_and_out(notebooks: Notebooks) -> None:
    answer = notebooks.run(
        "import os, sys\nprint(sorted(os.listdir('.')), open('data/in.txt').read(), sys.argv)",
        "import own\nfile = open('out.bin', 'wb')\nfile.write(bytes(own.numbers))",
        files={"data/in.txt": encoded(b"hello"), "own.py": encoded(b"numbers = [0, 255]")},
        fetch_files=["out.bin", "./data/in.txt", "missing"],
    )
    assert answer["cells"][0]["stdout"] == "['data', 'own.py'] hello ['ipykernel_launcher.py']\n"
    assert answer["files"] == {"out.bin": encoded(b"\x00\xff"), "./data/in.txt": encoded(b"hello")}


@pytest.mark.slow
def test_packages_of_the_environment(notebooks: Notebooks) -> None:
    answer = notebooks.run("import pandas, numpy\npandas.DataFrame({'n': numpy.arange(2)})")
    assert "<table" in answer["cells"][0]["display"][0]["text/html"]


def test_plots_are_pictures(notebooks: Notebooks) -> None:
    answer = notebooks.run("import matplotlib.pyplot as plt\n_ = plt.plot([1, 2])")
    (cell,) = answer["cells"]
    assert base64.b64decode(cell["display"][0]["image/png"]).startswith(b"\x89PNG")
    assert cell["stderr"] == ""


def test_concurrent_requests_do_not_see_each_other(notebooks: Notebooks) -> None:
    write = "open('/tmp/{0}', 'w').close()\nopen('{0}', 'w').close()\nname = {0!r}"
    look = "import os\nprint(name, sorted(os.listdir('.')), [n for n in os.listdir('/tmp') if len(n) == 3])"
    answers = notebooks.post(*({"cells": [write.format(name), look]} for name in ("one", "two")))
    said = [answer.json()["cells"][1]["stdout"] for answer in answers]
    assert said == ["one ['one'] ['one']\n", "two ['two'] ['two']\n"]


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"kernel": "ir"}, "kernel 'ir' is not available (the only kernel is python3)"),
        ({"total_timeout": 0}, "total_timeout is 0"),
        ({"total_timeout": 61}, "at most 60 s"),
        ({"cell_timeout": -1}, "cell_timeout is -1"),
        ({"memory_limit_MB": 10**7}, "memory_limit_MB"),
        ({"files": {"x": "%"}}, "not valid base64"),
        ({"files": {"../x": ""}}, "is not a valid path inside the work folder"),
        ({"files": {".benchwright/jupyter.py": ""}}, "a reserved folder"),
        ({"fetch_files": ["/etc/passwd"]}, "cannot collect"),
        ({"cells": "1"}, "Expected `array`"),
    ],
)
def test_invalid_values_are_rejected(notebooks: Notebooks, fields: dict[str, Any], word: str) -> None:
    (response,) = notebooks.post({"cells": ["1"], **fields})
    assert response.status_code == 422
    assert word in response.text


def test_a_missing_environment_is_a_server_failure_with_a_hint(
    notebooks: Notebooks, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BENCHWRIGHT_TOOLCHAINS", str(tmp_path))
    answer = notebooks.run("1")
    assert answer["status"] == "SandboxError"
    assert "benchwright toolchains install python" in answer["message"]


@pytest.mark.usefixtures("notebooks")
def test_a_disconnected_client_stops_its_kernel(server: Server) -> None:
    marker = f"600.{uuid.uuid4().int}"

    def running() -> bool:
        return any(marker in process.command for process in descendants(server.process.pid))

    async def scenario() -> None:
        body = {"cells": [f"!sleep {marker}"], "total_timeout": 300}
        async with httpx.AsyncClient(base_url=server.url, timeout=300) as client:
            call = asyncio.create_task(client.post("/run_jupyter", json=body))
            await asyncio.to_thread(assert_within, running, 60, lambda: "the cell did not start")
            call.cancel()
            await asyncio.wait({call})
            await asyncio.to_thread(assert_within, lambda: not running(), 10, lambda: "the cell still runs")
            answer = (await client.post("/run_jupyter", json={"cells": ["1"]})).json()
            assert answer["cells"][0]["display"] == [{"text/plain": "1"}]

    asyncio.run(scenario())


def test_internal_failures_and_overload() -> None:
    reply = failure(SandboxError("the launcher is gone"), None)
    assert (reply.status, reply.value.status) == (200, "SandboxError")
    assert failure(Overloaded("no room", 2.0), None).status == 504


def test_an_incomplete_environment_is_an_internal_failure(
    notebooks: Notebooks, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    packages_folder = tmp_path / "environments" / "jupyter" / "packages"
    packages_folder.mkdir(parents=True)
    definition = '[mounts]\npackages = "/opt/packages"\n[env]\nPYTHONPATH = "/opt/packages"\n'
    (packages_folder.parent / "environment.toml").write_text(definition)
    monkeypatch.setenv("BENCHWRIGHT_HOME", str(tmp_path))
    answer = notebooks.run("1")
    assert answer["status"] == "SandboxError"
    assert "No module named" in answer["message"]
    assert "benchwright toolchains install python" in answer["message"]
