"""Turning a Program into stages for the launcher."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from benchwright.errors import UsageError
from benchwright.languages import find_language, find_toolchain
from benchwright.languages.language import PREPARED_PLACE
from benchwright.sandbox import BUILD_LIMITS, Limits, Program, Run
from benchwright.sandbox.plan import Plan, check_limits, plan_program, preloaded_modules
from benchwright.sandbox.wire import Flag, entries, pack_files
from tests.sandbox.programs import cpp, python


def plan_of(**options: Any) -> Plan:
    return plan_program(python("print(1)", **options))


def order_of(run: Run = Run(), *, warm: bool = False, **options: Any) -> Any:  # noqa: B008
    plan = plan_of(**options)
    return plan.run_order(run, plan.files, warm=warm)


# Commands and files


def test_a_search_path_of_the_mode_goes_before_the_programs() -> None:
    """Otherwise a judged program with packages would not find benchwright's driver."""
    env = dict(line.split("=", 1) for line in plan_of(mode="tests", env={"PYTHONPATH": "/opt/own"}).env)
    assert env["PYTHONPATH"] == f"{PREPARED_PLACE}:/opt/own"


def test_python_has_no_build_and_runs_its_main_file() -> None:
    plan = plan_of(files={"more": b"m"})
    order = plan.run_order(Run(args=("a", "b c"), stdin=b"in", message=b"m"), plan.files, warm=False)
    assert plan.build_order() is None
    assert order.argv == (find_toolchain(find_language("python")).tools["python"], "/workspace/main.py", "a", "b c")
    assert (order.stdin, order.message) == (b"in", b"m")
    assert {entry.path: entry.content for entry in entries(order.archive)} == {"main.py": b"print(1)", "more": b"m"}


@pytest.mark.language(name="cpp")
def test_cpp_is_built_and_keeps_its_work_folder() -> None:
    plan = plan_program(cpp("int main() {}", keep_bytes=77))
    order = plan.build_order()
    assert order is not None
    assert order.argv[-1] == "/workspace/main.cpp"
    assert (order.limits, order.flags, order.keep_bytes) == (BUILD_LIMITS, Flag.KEEP_WORK, 77)
    assert order.collect_limit_bytes == BUILD_LIMITS.disk_bytes + len(order.archive)
    assert plan.run_order(Run(), b"left", warm=True).argv == ("/workspace/.program",)
    assert plan.run_order(Run(), b"left", warm=True).archive == b"left"


def test_limits_are_the_programs_or_the_languages() -> None:
    own = Limits(wall_s=1)
    assert order_of().limits == Limits()
    assert order_of(limits=own).limits == own
    language = msgspec.structs.replace(find_language("python"), limits={"wall_s": 5.0})
    plan = msgspec.structs.replace(plan_of(), language=language)
    assert plan.run_limits == Limits(wall_s=5.0)


@pytest.mark.language(name="cpp")
def test_cpp_build_limits_are_the_programs() -> None:
    order = plan_program(cpp("", build_limits=Limits(wall_s=2))).build_order()
    assert order is not None
    assert order.limits == Limits(wall_s=2)


def test_what_is_asked_for_is_passed_on() -> None:
    order = order_of(keep_bytes=5, collect=("a", "*.b"), collect_limit_bytes=6, observe=frozenset({"calls", "files"}))
    assert (order.keep_bytes, order.collect, order.collect_limit_bytes) == (5, ("a", "*.b"), 6)
    assert order.flags == Flag.OBSERVE_CALLS | Flag.OBSERVE_FILES


# Environment variables


def test_variables_come_in_layers() -> None:
    env = dict(line.split("=", 1) for line in plan_of(env={"PYTHONHASHSEED": "7", "NEW": "a=b"}).env)
    assert (env["PYTHONHASHSEED"], env["NEW"], env["PYTHONDONTWRITEBYTECODE"]) == ("7", "a=b", "1")
    assert (env["HOME"], env["USER"], env["LANG"]) == ("/tmp", "runner", "C.UTF-8")


def test_path_begins_with_the_toolchain_and_names_no_folder_twice() -> None:
    plan = plan_of()
    folders = dict(line.split("=", 1) for line in plan.env)["PATH"].split(":")
    assert any(plan.toolchain.tools["python"].startswith(f"{folder}/") for folder in folders)
    assert len(folders) == len(set(folders))
    assert folders[-3:] == ["/usr/local/bin", "/usr/bin", "/bin"]


def test_a_shifted_clock_is_one_runs_own() -> None:
    plan = plan_of(env={"LD_PRELOAD": "/opt/own.so"})
    shifted = plan.run_order(Run(clock_shift_s=-5), plan.files, warm=False).env
    assert "LD_PRELOAD=/opt/benchwright/clock.so:/opt/own.so" in shifted
    assert "BENCHWRIGHT_CLOCK_SHIFT_S=-5" in shifted
    assert "LD_PRELOAD=/opt/own.so" in plan.run_order(Run(), plan.files, warm=False).env


def test_names_are_asked_for_only_where_that_is_observed() -> None:
    assert b"hosts: files\n" in plan_of().root
    assert b"hosts: files dns files\n" in plan_of(observe=frozenset({"network"})).root
    assert order_of(observe=frozenset({"network"})).flags == Flag.OBSERVE_NETWORK


# Warm


def test_a_plain_run_can_be_warm() -> None:
    assert order_of(warm=True).warm
    assert not order_of(warm=False).warm


@pytest.mark.parametrize(
    ("run", "options"),
    [
        (Run(args=("a",)), {}),
        (Run(env={"SEED": "1"}), {}),
        (Run(env={"PYTHONHASHSEED": "2"}), {}),
        (Run(env={"PYTHONHASHSEED": "1", "PERL_HASH_SEED": "ff"}), {}),
        (Run(env={"PYTHONHASHSEED": "1", "PERL_HASH_SEED": "1", "PYTHONWARNINGS": "all"}), {}),
        (Run(), {"env": {"PYTHONHASHSEED": "1"}}),
        (Run(clock_shift_s=1), {}),
        (Run(), {"fresh": True}),
        (Run(), {"observe": frozenset({"processes"})}),
        (Run(), {"observe": frozenset({"network"})}),
    ],
    ids=[
        *("arguments", "variable", "other value", "unusual pair", "another variable", "program's variable"),
        *("clock", "fresh", "processes", "network"),
    ],
)
def test_a_run_that_cannot_be_warm(run: Run, options: dict[str, Any]) -> None:
    assert not order_of(run, warm=True, **options).warm


def test_interpreters_are_shared_by_equal_variables_only() -> None:
    assert order_of(warm=True).warm == order_of(Run(stdin=b"other"), warm=True, keep_bytes=3).warm
    assert order_of(warm=True).warm != order_of(warm=True, env={"SEED": "1"}).warm


def test_a_fixed_value_of_a_variable_has_its_own_interpreter() -> None:
    seeded = order_of(Run(env={"PYTHONHASHSEED": "1", "PERL_HASH_SEED": "1"}), warm=True)
    assert seeded.warm
    assert seeded.warm != order_of(warm=True).warm
    assert seeded.warm != order_of(Run(env={"PYTHONHASHSEED": "4711", "PERL_HASH_SEED": "ff"}), warm=True).warm


@pytest.mark.parametrize(
    ("path", "preloads"), [("data/cases.txt", True), ("bisect.py", False), ("lib/bisect.py", False)]
)
def test_nothing_is_preloaded_that_a_file_could_replace(path: str, preloads: bool) -> None:
    """The program may add the file's folder to the search path."""
    files = {"main.py": b"import collections\n", path: b""}
    assert bool(preloaded_modules([("collections", "bisect")], files)) == preloads


def test_the_program_does_not_see_the_hook() -> None:
    order = order_of(warm=True)
    assert b"LD_PRELOAD=" in order.warm
    assert not any(line.startswith(("LD_PRELOAD=", "BENCHWRIGHT_WARM=")) for line in order.env)


# Refusals

BAD_PATHS = ["", "/a", "..", "../a", "a/..", "a/../b", ".", "./a", "a/.", "a//b", "a/", "/", "a\0b", "a" * 1025]
LONG_PATHS = ["a" * 256, "d/" + "ü" * 128, "unpaired\ud800"]
"""Linux file names are limited to 255 bytes, and a lone surrogate cannot be encoded."""


@pytest.mark.parametrize("path", BAD_PATHS + LONG_PATHS, ids=lambda path: ascii(path)[:20])
def test_bad_path(path: str) -> None:
    with pytest.raises(UsageError) as caught:
        plan_of(files={path: b""})
    assert caught.value.hint


@pytest.mark.parametrize("path", ["a", "a/b/c", ".a", "..a", "a..", "a b", "ü" * 127, "-", "\n", "...", "caf\udce9"])
def test_good_path(path: str) -> None:
    plan = plan_of(files={path: b"x"})
    assert plan.files == pack_files({"main.py": b"print(1)", path: b"x"})


@pytest.mark.parametrize("paths", [("a", "a/b"), ("a/b", "a"), ("main.py/x",)])
def test_a_path_cannot_be_file_and_folder(paths: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        plan_of(files=dict.fromkeys(paths, b""))


@pytest.mark.parametrize(
    "options",
    [
        {"runs": ()},
        {"env": {"": "x"}},
        {"env": {"A=B": "x"}},
        {"env": {"A": "x\0"}},
        {"env": {"A\0": "x"}},
        {"runs": (Run(), Run(args=("a\0b",)))},
        {"runs": (Run(message=bytes(4097)),)},
        {"keep_bytes": -1},
        {"collect_limit_bytes": -1},
        {"collect": ("a\0b",)},
        {"collect": ("/etc/passwd",)},
        {"collect": ("a/../../b",)},
        {"runs": (Run(args=("unpaired\ud800",)),)},
        {"environment": "no-such-environment"},
        {"limits": Limits(wall_s=0)},
        {"build_limits": Limits(memory_bytes=-1)},
    ],
    ids=str,
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        plan_of(**options)
    assert caught.value.hint


@pytest.mark.parametrize("files", [{}, {"main.cpp": b""}, {"folder/main.py": b""}])
def test_missing_main_file(files: dict[str, bytes]) -> None:
    with pytest.raises(UsageError, match=r"main\.py"):
        plan_program(Program(language="python", files=files))


@pytest.mark.parametrize("value", [0, -1, math.inf, math.nan])
@pytest.mark.parametrize("name", Limits.__struct_fields__)
def test_limits_under_which_nothing_runs(name: str, value: float) -> None:
    with pytest.raises(UsageError, match=name):
        check_limits(msgspec.structs.replace(Limits(), **{name: value}))


def test_default_limits_are_the_documented_ones() -> None:
    mib = 1 << 20
    assert Limits() == Limits(
        wall_s=30,
        cpu_s=10,
        memory_bytes=1024 * mib,
        processes=128,
        open_files=1024,
        disk_bytes=64 * mib,
        output_limit_bytes=64 * mib,
    )
    assert (BUILD_LIMITS.wall_s, BUILD_LIMITS.memory_bytes) == (60, 2048 * mib)
    assert Program(language="python", files={}).keep_bytes == mib
    check_limits(Limits())
    check_limits(BUILD_LIMITS)
