"""Runs a language's probes in the real sandbox: a language counts only if all of them give what they must."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from benchwright.errors import ToolchainMissing
from benchwright.judging.decide import judge_plain
from benchwright.languages import Language, Probe, Toolchain, find_toolchain
from benchwright.sandbox.protocol import Program, Run, Sandbox


class ProbeResult(msgspec.Struct, frozen=True, kw_only=True):
    """One probe."""

    name: str
    """Its name."""
    passed: bool
    """Whether it gave what it must."""
    detail: str
    """What was wrong."""
    wall_s: float
    """Time of build and run."""


class LanguageStatus(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a language on this machine."""

    language: str
    """Language id."""
    name: str
    """Name for people."""
    found: bool
    """Whether its toolchain is here."""
    toolchain: str
    """Version; empty if missing."""
    hint: str
    """How to get it, if missing."""
    probes: tuple[ProbeResult, ...] = ()
    """Results, where probes were run."""

    @property
    def works(self) -> bool:
        """Found, and no probe failed."""
        return self.found and all(probe.passed for probe in self.probes)


def look_up(language: Language) -> LanguageStatus:
    """Whether the toolchain is here, without running anything in the sandbox."""
    try:
        toolchain: Toolchain | None = find_toolchain(language)
        hint = ""
    except ToolchainMissing as error:
        toolchain, hint = None, error.hint
    return LanguageStatus(
        language=language.id,
        name=language.name,
        found=toolchain is not None,
        toolchain=toolchain.version if toolchain else "",
        hint=hint,
    )


async def probe(language: Language, sandbox: Sandbox) -> LanguageStatus:
    """Look it up and run its probes, each fresh and, where interpreters are kept warm, warm as well."""
    status = look_up(language)
    if not status.found:
        return status
    results = [await _run(language, item, sandbox) for item in language.probes]
    return msgspec.structs.replace(status, probes=tuple(results))


async def probe_all(languages: Iterable[Language], sandbox: Sandbox) -> list[LanguageStatus]:
    """Probe several languages."""
    return [await probe(language, sandbox) for language in languages]


async def _run(language: Language, item: Probe, sandbox: Sandbox) -> ProbeResult:
    run = Run(stdin=item.stdin.encode(), args=item.args)
    runs = (run, run) if language.warm else (run,)
    program = Program(language=language.id, files={language.source: language.probe_source(item)}, runs=runs)
    judgement = judge_plain(await sandbox.run(program))
    problems = []
    if judgement.verdict != item.verdict:
        problems.append(f"{judgement.verdict} ({judgement.reason}) instead of {item.verdict}")
    for stage in judgement.execution.runs:
        if item.stdout is not None and stage.stdout.data != item.stdout.encode():
            problems.append(f"printed {stage.stdout.data[:80]!r}")
    wall_s = sum(stage.wall_s for stage in judgement.execution.stages)
    return ProbeResult(name=item.name, passed=not problems, detail="; ".join(problems), wall_s=wall_s)
