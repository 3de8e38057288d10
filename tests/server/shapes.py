"""Documented response shapes of other sandboxes: each key with its allowed types."""

from __future__ import annotations

from typing import Any

NUMBER = (int, float)
NONE = type(None)

Shape = dict[str, Any]


def check(value: Any, shape: Shape) -> None:
    """Assert that the keys match exactly and each value has an allowed type; a nested shape is checked recursively."""
    assert set(value) == set(shape)
    for name, wanted in shape.items():
        if isinstance(wanted, dict):
            check(value[name], wanted)
        else:
            types = wanted if isinstance(wanted, tuple) else (wanted,)
            assert type(value[name]) in types, name


EXTENSIONS: Shape = {
    **dict.fromkeys(("server_ip", "language", "path", "cmd", "stdout", "stderr", "outcome", "src_uid"), str),
    **dict.fromkeys(("timeout", "process_cpu_util", "process_cpu_time", "process_exec_time", "exec_runtime"), NUMBER),
    **dict.fromkeys(("exit_code", "process_peak_memory"), int),
}
OUTCOMES: Shape = {
    **dict.fromkeys(("src_uid", "all_code", "exec_cout", "exec_outcome"), str),
    **dict.fromkeys(("exec_compile_message", "exec_runtime_message"), str),
    "response_extensions": EXTENSIONS,
}

COMMAND: Shape = {
    "status": str,
    "execution_time": NUMBER,
    "return_code": (int, NONE),
    "stdout": str,
    "stderr": str,
}
RUN_RESULT: Shape = {
    "status": str,
    "message": str,
    "compile_result": (dict, NONE),
    "run_result": (dict, NONE),
    "executor_pod_name": (str, NONE),
    "files": dict,
}
GRADED: Shape = {
    "id": str,
    "accepted": bool,
    "extracted_code": str,
    "full_code": str,
    "test_code": str,
    "tests": list,
    "extracted_type": str,
    "extra": dict,
}

STAGE: Shape = {
    **dict.fromkeys(("stdout", "stderr", "output"), str),
    "code": (int, NONE),
    **dict.fromkeys(("signal", "message", "status"), (str, NONE)),
    **dict.fromkeys(("memory", "cpu_time", "wall_time"), int),
}
EXECUTED: Shape = {"language": str, "version": str, "run": STAGE}
RUNTIME: Shape = {"language": str, "version": str, "aliases": list, "runtime": str}


def check_run_result(value: dict[str, Any]) -> None:
    """Check SandboxFusion's result of a program, including its stages."""
    check(value, RUN_RESULT)
    for stage in filter(None, (value["compile_result"], value["run_result"])):
        check(stage, COMMAND)
