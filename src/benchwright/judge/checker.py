"""Asks a problem's own checking program what it says to an output; it runs in the sandbox like any other program."""

from __future__ import annotations

from benchwright.errors import CheckerFailed, SandboxError
from benchwright.judge.ending import build_fault, ending, limit_fault
from benchwright.languages import find_language
from benchwright.problems import Case, Checker
from benchwright.sandbox.protocol import Execution, Program, Sandbox, Stage

_ATTEMPTS = 3
_SHOWN = 500


async def accepts(sandbox: Sandbox, checker: Checker, case: Case, actual: bytes) -> bool:
    """What the checking program says: exit status 0 or 1. Anything else is its own failure."""
    language = find_language(checker.language)
    files = {"input": encoded(case.stdin), "expected": encoded(case.stdout), "actual": actual}
    files[language.mode("").source] = encoded(checker.source)
    execution = await run_patiently(sandbox, Program(language=language.id, files=files))
    last = execution.stages[-1]
    if last.name == "run" and not limit_fault(last) and last.exit_code in (0, 1):
        return last.exit_code == 0
    why = build_fault(last) if last.name == "build" else (limit_fault(last) or ("", ending(last)))[1]
    raise CheckerFailed(
        f"the checking program of the problem failed in its {last.name} ({why}): {last_line(last.stderr.data)}",
        "it must end with exit status 0 or 1",
    )


async def run_patiently(sandbox: Sandbox, program: Program) -> Execution:
    """Run, and again if the sandbox itself failed."""
    for _ in range(_ATTEMPTS - 1):
        try:
            return await sandbox.run(program)
        except SandboxError:
            continue
    return await sandbox.run(program)


def last_line(output: bytes) -> str:
    """Where most runtimes name the error."""
    lines = _lines(output)
    return lines[-1] if lines else ""


def first_line(stage: Stage) -> str:
    """Where most compilers name it."""
    lines = _lines(stage.stderr.data) or _lines(stage.stdout.data)
    return lines[0] if lines else ""


def _lines(output: bytes) -> list[str]:
    return [line.strip()[:_SHOWN] for line in output.decode(errors="replace").splitlines() if line.strip()]


def encoded(text: str) -> bytes:
    """Also what is no text: half of a surrogate pair is kept as it is."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")
