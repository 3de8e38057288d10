"""The probes do what their language says, here without a sandbox: what they show is the data, not the isolation."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from benchwright.errors import ToolchainMissing
from benchwright.languages import Language, Probe, fill, find_toolchain, languages
from benchwright.languages.language import PREPARED_PLACE
from benchwright.languages.prepare import prepared_folder
from benchwright.languages.root import inside

PROBES = [(language, probe) for language in languages().values() for probe in language.probes]


def run(argv: tuple[str, ...], language: Language, work: Path, stdin: str = "") -> subprocess.CompletedProcess[bytes]:
    env = {"PATH": os.defpath, **language.env}
    return subprocess.run(argv, cwd=work, env=env, input=stdin.encode(), capture_output=True, timeout=60, check=False)


def command(language: Language, template: tuple[str, ...], work: Path, args: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What a template stands for here, in the toolchain's own system if it has one."""
    toolchain = find_toolchain(language)
    tools = {**toolchain.tools, **toolchain.files}
    prepared = str(prepared_folder(language, toolchain)) if language.toolchain.prepare else ""
    if not toolchain.root:
        return (*fill(template, {**tools, "prepared": prepared}, language.source, str(work)), *args)
    shown = {str(work): "/opt/work"} | ({prepared: PREPARED_PLACE} if prepared else {})
    return inside(toolchain.root, (*fill(template, tools, language.source, "/opt/work"), *args), shown)


def outcome(language: Language, probe: Probe, work: Path) -> tuple[str, str]:
    """Verdict and standard output."""
    (work / language.source).write_bytes(language.probe_source(probe))
    if language.build and run(command(language, language.build, work), language, work).returncode:
        return "compile_error", ""
    finished = run(command(language, language.run, work, probe.args), language, work, probe.stdin)
    return "runtime_error" if finished.returncode else "passed", finished.stdout.decode()


@pytest.mark.parametrize(("language", "probe"), PROBES, ids=[f"{each.id}-{probe.name}" for each, probe in PROBES])
def test_probe(language: Language, probe: Probe, tmp_path: Path) -> None:
    try:
        verdict, stdout = outcome(language, probe, tmp_path)
    except ToolchainMissing as error:
        pytest.skip(f"toolchain missing: {error}")
    assert verdict == probe.verdict
    assert probe.stdout is None or stdout == probe.stdout


@pytest.mark.parametrize("language_id", list(languages()))
def test_every_language_shows_output_input_and_failure(language_id: str) -> None:
    probes = languages()[language_id].probes
    assert {"hello", "stdin"} <= {probe.name for probe in probes}
    assert any(probe.stdin and probe.stdout for probe in probes)
    assert any(probe.verdict == "runtime_error" for probe in probes)
    assert any(probe.verdict == "compile_error" for probe in probes) == bool(languages()[language_id].build)
