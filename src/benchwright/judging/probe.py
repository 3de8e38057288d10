"""Run a language's probes in the real sandbox. A language is supported only if all of them behave as expected."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from benchwright.errors import ToolchainMissing
from benchwright.judging.decide import judge_plain
from benchwright.languages import Language, Probe, Toolchain, find_toolchain
from benchwright.sandbox.protocol import Program, Run, Sandbox


class ProbeResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one probe."""

    name: str
    """Name of the probe, as in the language's file."""
    passed: bool
    """Whether the probe behaved as expected."""
    detail: str
    """What was wrong; empty if it passed."""
    wall_s: float
    """Wall-clock time of build and run, in seconds."""


class LanguageStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a language on this machine."""

    language: str
    """Language id, such as `python`."""
    name: str
    """Display name of the language."""
    found: bool
    """Whether its toolchain is installed."""
    toolchain: str
    """Version of the toolchain; empty if it is missing."""
    hint: str
    """How to install the toolchain; empty if it was found."""
    probes: tuple[ProbeResult, ...] = ()
    """Results of the probes; empty if none were run."""

    @property
    def works(self) -> bool:
        """Whether the toolchain was found and no probe failed."""
        return self.found and all(probe.passed for probe in self.probes)


def look_up(language: Language) -> LanguageStatus:
    """Check whether the toolchain is installed, without running anything in the sandbox."""
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
    """Look up a language and run its probes, each fresh and, if interpreters are kept warm, also warm."""
    status = look_up(language)
    if not status.found:
        return status
    results = [await _run(language, item, sandbox) for item in language.probes]
    return msgspec.structs.replace(status, probes=tuple(results))


async def probe_all(languages: Iterable[Language], sandbox: Sandbox) -> list[LanguageStatus]:
    """Probe several languages, one after another."""
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
