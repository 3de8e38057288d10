"""Compiler services: faster builds, with the same result as a build in a separate process."""

from __future__ import annotations

import asyncio
import functools
import os
import re
import signal
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.languages import find_language
from benchwright.sandbox import Execution, Limits, LocalSandbox, Program, compilers
from benchwright.sandbox.launcher import Answer, Launcher, Service
from benchwright.sandbox.plan import Plan, plan_program
from benchwright.sandbox.wire import StageOrder, StageOutcome, entries
from tests.conftest import in_language
from tests.sandbox import programs
from tests.sandbox.leftovers import Process, descendants
from tests.sandbox.programs import Bench, until

bench = programs.bench

TEXTS = tomllib.loads(Path(__file__).with_name("compilers.toml").read_text())
EACH = [in_language(name) for name in TEXTS]
DEPTH = 4000


def program(language: str, text: str, **options: Any) -> Program:
    nested = "(" * DEPTH + "1" + ")" * DEPTH
    return Program(
        language=language, files={find_language(language).source: text.replace("NESTED", nested).encode()}, **options
    )


def hello(language: str, text: str = "hello", **options: Any) -> Program:
    return program(language, TEXTS[language]["hello"].replace("TEXT", text), **options)


def output(execution: Execution) -> bytes:
    assert execution.build is not None
    assert execution.runs, execution.build.stderr.data
    return execution.runs[0].stdout.data


def is_warm(execution: Execution) -> bool:
    assert execution.build is not None
    return execution.build.warm


async def warmed(sandbox: LocalSandbox, language: str) -> None:
    """Start the service: the first build of a kind is made without it."""
    assert [is_warm(await sandbox.run(hello(language, f"warm {number}"))) for number in range(2)] == [False, True]


class Built(msgspec.Struct, frozen=True):
    """A program, built and run."""

    warm: bool
    exit_code: int | None
    files: dict[str, bytes]
    errors: bytes
    output: bytes


class Session(msgspec.Struct, frozen=True):
    """What one service did, and the same programs built alone."""

    served: list[Built]
    alone: list[Built]
    status: dict[str, str]
    """Of the service's process, from /proc."""
    shared: list[str]
    """Namespaces that it shares with this process."""


async def build(sandbox: LocalSandbox, chosen: Program) -> Built:
    outcomes: list[StageOutcome] = []
    original = LocalSandbox._build

    async def noted(self: LocalSandbox, launcher: Launcher, plan: Plan, order: StageOrder) -> StageOutcome:
        outcomes.append(await original(self, launcher, plan, order))
        return outcomes[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LocalSandbox, "_build", noted)
        execution = await sandbox.run(chosen)
    (outcome,) = outcomes
    assert execution.build is not None
    files = {entry.path: entry.content for entry in entries(outcome.archive)}
    printed = execution.runs[0].stdout.data if execution.runs else b""
    return Built(outcome.warm, execution.build.exit_code, files, execution.build.stderr.data, printed)


@functools.cache
def session(language: str) -> Session:
    """Build everything in one service, then the programs that are compared alone."""
    pairs = TEXTS[language]["pairs"]
    compared = [program(language, TEXTS[language]["other"]), *(program(language, pair["second"]) for pair in pairs)]
    before = [hello(language, "before"), *(program(language, pair["first"]) for pair in pairs)]

    async def main() -> Session:
        served = []
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, language)
            (process,) = services()
            status, shared = status_of(process), shared_namespaces(process)
            for first, second in zip(before, compared, strict=True):
                await sandbox.run(first)
                served.append(await build(sandbox, second))
        async with LocalSandbox(concurrency=1, warm=False) as sandbox:
            alone = [await build(sandbox, second) for second in compared]
        return Session(served, alone, status, shared)

    return asyncio.run(main())


def status_of(process: Process) -> dict[str, str]:
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def shared_namespaces(process: Process) -> list[str]:
    kinds = ("pid", "mnt", "net", "user", "ipc", "uts")
    return [
        kind for kind in kinds if os.readlink(f"/proc/{process.pid}/ns/{kind}") == os.readlink(f"/proc/self/ns/{kind}")
    ]


@pytest.mark.parametrize(
    ("language", "number"),
    [
        in_language(language, language, number + 1, id=f"{language}-{number}")
        for language, texts in TEXTS.items()
        for number in range(len(texts["pairs"]))
    ],
)
def test_a_build_does_not_depend_on_the_one_before(language: str, number: int) -> None:
    served, alone = session(language).served[number], session(language).alone[number]
    assert (served.warm, alone.warm) == (True, False)
    assert served.files == alone.files
    assert served.errors == alone.errors
    assert served.output == alone.output != b""


@pytest.mark.parametrize("language", EACH)
def test_a_failed_build_is_repeated_alone(language: str) -> None:
    """A service must not fail a program, whatever state it is in. The messages are those of a fresh compiler."""
    served, alone = session(language).served[0], session(language).alone[0]
    assert (served.warm, alone.warm) == (False, False)
    assert (served.exit_code, served.errors) == (1, alone.errors)


@pytest.mark.parametrize("language", EACH)
def test_a_service_is_confined_like_a_build(language: str) -> None:
    status = session(language).status
    assert session(language).shared == []
    assert (status["Seccomp"], status["NoNewPrivs"], int(status["CapEff"], 16)) == ("2", "1", 0)
    assert "0" not in status["Uid"].split()
    assert services() == []


WITH_HOSTILE = [in_language(name) for name, texts in TEXTS.items() if "hostile" in texts]


@pytest.mark.parametrize("language", WITH_HOSTILE)
def test_hostile_programs_neither_run_in_a_service_nor_change_it(language: str) -> None:
    """Most of them end the process that runs them. The service is called directly: what it declines is not built."""
    texts = TEXTS[language]
    witness = program(language, texts["witness"])

    async def main() -> tuple[dict[str, int | None], list[Answer | None]]:
        async with LocalSandbox(concurrency=1) as sandbox:
            order, _ = plan_program(witness).service_order() or pytest.fail("the language has no service")
            service = (await sandbox._connect()).start_service(order)
            before = await ask(service, witness)
            statuses = {each["name"]: status(await ask(service, hostile(language, each))) for each in texts["hostile"]}
            return statuses, [before, await ask(service, witness)]

    statuses, (before, after) = asyncio.run(main())
    assert statuses == {each["name"]: each["status"] for each in texts["hostile"]}
    assert status(before) == 0
    assert before is not None
    assert after is not None
    assert before.data == after.data


async def ask(service: Service, chosen: Program) -> Answer | None:
    plan = plan_program(chosen)
    _, arguments = plan.service_order() or pytest.fail("the program gets a fresh compiler")
    return await service.ask(compilers._encode(arguments, plan.files))


def status(answer: Answer | None) -> int | None:
    """The exit status; None if the service ended instead."""
    return None if answer is None else int.from_bytes(answer.data[:4], "little", signed=True)


def hostile(language: str, entry: dict[str, str]) -> Program:
    if "solution" not in entry:
        return program(language, entry["text"])
    tests = find_language(language).mode("tests").source
    files = {tests: entry["text"], tests.replace("Tests", "Solution"): entry["solution"]}
    files[".arguments"] = "benchwright.Driver\n"
    return Program(language=language, mode="tests", files={path: text.encode() for path, text in files.items()})


SERVICE = re.compile(r"benchwright\.Service|dotnet serve")


def services() -> list[Process]:
    """The processes of services below this one."""
    return [each for each in descendants(os.getpid()) if SERVICE.search(each.command)]


@pytest.mark.language(name="java")
def test_a_killed_service_costs_nothing_but_time() -> None:
    async def main() -> list[tuple[bool, bytes]]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            (process,) = services()
            os.kill(process.pid, signal.SIGSTOP)  # a build is waiting when it dies
            waiting = asyncio.ensure_future(sandbox.run(hello("java", "first")))
            await until(lambda: busy(sandbox))
            os.kill(process.pid, signal.SIGKILL)
            done = [await waiting, await sandbox.run(hello("java", "second"))]
            return [(is_warm(each), output(each)) for each in done]

    assert asyncio.run(main()) == [(False, b"first\n"), (True, b"second\n")]


def busy(sandbox: LocalSandbox) -> bool:
    return bool(sandbox._compilers._busy)


@pytest.mark.language(name="java")
def test_a_cancelled_build_takes_its_service_with_it() -> None:
    async def main() -> list[tuple[bool, bytes]]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            (process,) = services()
            os.kill(process.pid, signal.SIGSTOP)
            waiting = asyncio.ensure_future(sandbox.run(hello("java", "never")))
            await until(lambda: busy(sandbox))
            waiting.cancel()
            await asyncio.wait([waiting])
            done = [await sandbox.run(hello("java", "next"))]
            assert process.pid not in {each.pid for each in services()}
            return [(is_warm(each), output(each)) for each in done]

    assert asyncio.run(main()) == [(True, b"next\n")]


@pytest.mark.language(name="java")
def test_a_service_that_does_not_answer_in_time_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    java = find_language("java")
    assert java.service is not None
    quick = msgspec.structs.replace(java, service=msgspec.structs.replace(java.service, limits={"wall_s": 15.0}))
    monkeypatch.setattr("benchwright.sandbox.plan.find_language", lambda _: quick)

    async def main() -> tuple[bool, bytes]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            (process,) = services()
            os.kill(process.pid, signal.SIGSTOP)
            done = await sandbox.run(hello("java", "in time"))
            return is_warm(done), output(done)

    assert asyncio.run(main()) == (False, b"in time\n")


@pytest.mark.language(name="java")
def test_an_idle_service_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "IDLE_S", 0.5)

    async def main() -> bytes:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            await until(lambda: not services())
            return output(await sandbox.run(hello("java", "again")))

    assert asyncio.run(main()) == b"again\n"


@pytest.mark.language(name="java")
def test_a_service_is_replaced_after_many_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "MOST_BUILDS", 2)

    async def main() -> list[int]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            pids = []
            for number in range(4):
                assert is_warm(await sandbox.run(hello("java", str(number))))
                pids += [each.pid for each in services()]
            return pids

    assert len(set(asyncio.run(main()))) == 2


@pytest.mark.language(name="java")
def test_a_service_that_fails_a_correct_program_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> tuple[bool, bytes, list[Process], bool]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            with monkeypatch.context() as patch:
                patch.setattr(compilers, "_outcome", lambda *_: None)
                done = await sandbox.run(hello("java", "correct"))
            await until(lambda: not services())
            return is_warm(done), output(done), services(), is_warm(await sandbox.run(hello("java", "next")))

    assert asyncio.run(main()) == (False, b"correct\n", [], True)


@pytest.mark.language(name="java")
def test_a_service_that_declines_a_program_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "_DECLINED", 0)

    async def main() -> tuple[bool, bytes, bool]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            before = services()
            with monkeypatch.context() as patch:
                patch.setattr(compilers, "_outcome", lambda *_: None)
                done = await sandbox.run(hello("java", "declined"))
            return is_warm(done), output(done), services() == before != []

    assert asyncio.run(main()) == (False, b"declined\n", True)


@pytest.mark.language(name="java")
def test_a_service_may_use_more_cpu_time_than_one_build() -> None:
    """The launcher measures each build; the kernel's limit would apply to all of them together."""

    async def main() -> tuple[str, str]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            (process,) = services()
            return (await sandbox.guarantees()).cpu, cpu_limit(process)

    enforced, limit = asyncio.run(main())
    assert limit == "unlimited" or enforced != "enforced"


def cpu_limit(process: Process) -> str:
    (limit,) = re.findall(r"Max cpu time +(\S+)", Path(f"/proc/{process.pid}/limits").read_text())
    return str(limit)


@pytest.mark.language(name="java")
@pytest.mark.parametrize("name", ["large", "deep"])
def test_what_the_launcher_would_treat_differently_is_built_afresh(name: str) -> None:
    package = "package " + ".".join(["p"] * (compilers.MOST_DEPTH + 1)) + ";\n" if name == "deep" else ""
    comment = "// " + "x" * compilers.MOST_SOURCE_BYTES if name == "large" else ""
    text = package + TEXTS["java"]["hello"].replace("TEXT", name) + comment

    async def main() -> bool:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            return is_warm(await sandbox.run(program("java", text)))

    assert not asyncio.run(main())


@pytest.mark.language(name="java")
def test_idle_services_are_stopped_after_the_sandbox_was_closed_and_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "IDLE_S", 0.5)

    async def main() -> None:
        sandbox = LocalSandbox(concurrency=1)
        await warmed(sandbox, "java")
        await sandbox.aclose()
        async with sandbox:
            assert is_warm(await sandbox.run(hello("java", "once more")))
            await until(lambda: not services())

    asyncio.run(main())


@pytest.mark.language(name="java")
def test_without_memory_there_is_no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "_SERVICE_BYTES", 1 << 60)

    async def main() -> list[bool]:
        async with LocalSandbox(concurrency=1) as sandbox:
            return [is_warm(await sandbox.run(hello("java", str(number)))) for number in range(3)]

    assert asyncio.run(main()) == [False] * 3


def has_service(chosen: Program) -> bool:
    return plan_program(chosen).service_order() is not None


@pytest.mark.language(name="java")
@pytest.mark.parametrize(
    "options",
    [{"env": {"JAVA_TOOL_OPTIONS": "-version"}}, {"build_limits": Limits()}, {"fresh": True}],
    ids=["variables", "limits", "fresh"],
)
def test_what_a_client_chooses_never_reaches_a_service(options: dict[str, Any]) -> None:
    assert has_service(hello("java"))
    assert not has_service(hello("java", **options))


@pytest.mark.parametrize(
    ("language", "path"),
    [
        in_language(language, language, path, id=f"{language}-{path}")
        for language, path in (
            ("java", "META-INF/services/com.sun.source.util.Plugin"),
            ("java", "META-INF/services/javax.annotation.processing.Processor"),
            ("java", "Evil.class"),
            ("java", "lib.jar"),
            ("java", "javac.options"),
            ("java", "data/Words.java"),
            ("scala", "misc/scala-devel/plugins/evil.jar"),
            ("scala", "scalac-plugin.xml"),
            ("scala", "Evil.tasty"),
            ("groovy", "META-INF/services/org.codehaus.groovy.transform.ASTTransformation"),
            ("groovy", "META-INF/groovy/org.codehaus.groovy.runtime.ExtensionModule"),
            ("groovy", "Evil.class"),
            ("groovy", "evil/Evil.groovy"),
        )
    ],
)
def test_files_that_a_compiler_could_load_never_reach_a_service(language: str, path: str) -> None:
    chosen = hello(language)
    assert not has_service(msgspec.structs.replace(chosen, files={**chosen.files, path: b"Evil\n"}))


PLUGIN = """
import com.sun.source.util.*;
public class Evil implements Plugin {
    public String getName() { return "evil"; }
    public boolean autoStart() { return true; }
    public void init(JavacTask task, String... arguments) { throw new Error("the plugin ran"); }
}
class Main { public static void main(String[] a) { System.out.println("built"); } }
"""


@pytest.mark.language(name="java")
def test_a_compiled_plugin_is_gone_before_the_next_build() -> None:
    """The compiler looks for plugins among the classes in the work folder. A build can make such a class, but nothing
    makes a later one find it."""

    async def main() -> list[tuple[bool, bytes]]:
        async with LocalSandbox(concurrency=1) as sandbox:
            await warmed(sandbox, "java")
            done = [await sandbox.run(program("java", PLUGIN)), await sandbox.run(hello("java", "next"))]
            return [(is_warm(each), output(each)) for each in done]

    assert asyncio.run(main()) == [(True, b"built\n"), (True, b"next\n")]


@pytest.mark.language(name="java")
def test_services_in_every_mode(bench: Bench) -> None:
    builds = [bench.run(hello("java", f"{bench.mode} {number}")) for number in range(3)]
    assert [output(each) for each in builds] == [f"{bench.mode} {number}\n".encode() for number in range(3)]
    assert is_warm(builds[-1])
