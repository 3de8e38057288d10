"""The probes do what their language says, here without a sandbox: what they show is the data, not the isolation."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from benchwright.errors import ToolchainMissing
from benchwright.languages import Language, Probe, fill, find_toolchain, languages
from benchwright.languages.prepare import prepared_folder

PROBES = [(language, probe) for language in languages().values() for probe in language.probes]


def run(argv: tuple[str, ...], language: Language, work: Path, stdin: str = "") -> subprocess.CompletedProcess[bytes]:
    env = {"PATH": os.defpath, **language.env}
    return subprocess.run(argv, cwd=work, env=env, input=stdin.encode(), capture_output=True, timeout=60, check=False)


def outcome(language: Language, probe: Probe, work: Path) -> tuple[str, str]:
    """Verdict and standard output."""
    toolchain = find_toolchain(language)
    tools = {**toolchain.tools, **toolchain.files}
    if language.toolchain.prepare:
        tools["prepared"] = str(prepared_folder(language, toolchain))
    (work / language.source).write_bytes(language.probe_source(probe))
    if language.build and run(fill(language.build, tools, language.source, str(work)), language, work).returncode:
        return "compile_error", ""
    argv = (*fill(language.run, tools, language.source, str(work)), *probe.args)
    finished = run(argv, language, work, probe.stdin)
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
