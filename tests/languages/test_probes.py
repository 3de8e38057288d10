"""What the probes of each language must cover; tests/judging/test_probe.py verifies in the sandbox that they pass."""

from __future__ import annotations

import pytest

from benchwright.languages import languages


@pytest.mark.parametrize("language_id", list(languages()))
def test_every_language_shows_output_input_and_failure(language_id: str) -> None:
    probes = languages()[language_id].probes
    assert {"hello", "stdin"} <= {probe.name for probe in probes}
    assert any(probe.stdin and probe.stdout for probe in probes)
    assert any(probe.verdict == "runtime_error" for probe in probes)
    assert any(probe.verdict == "compile_error" for probe in probes) == bool(languages()[language_id].build)
