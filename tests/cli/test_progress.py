"""Rates and times as people read them."""

from __future__ import annotations

import pytest

from benchwright.cli._evaluation import EvaluationProgress
from benchwright.cli._output import rate_text, time_text
from benchwright.evaluation.engine import Progress


@pytest.mark.parametrize(
    ("per_s", "text"), [(12.34, "12.3/s"), (1, "1.0/s"), (0.5, "30.0/min"), (0.0137, "49.3/h"), (0, "0.0/h")]
)
def test_slow_rates_are_by_the_minute_or_hour(per_s: float, text: str) -> None:
    assert rate_text(per_s) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "0 s"),
        (99, "99 s"),
        (120, "2 min"),
        (3590, "1 h"),
        (6840, "1 h 54 min"),
        (29529, "8 h 12 min"),
        (266_400, "3 d 2 h"),
    ],
)
def test_long_times_are_in_hours_and_minutes(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_the_first_line_says_at_once_what_there_is_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    progress = EvaluationProgress(what="to ask for and judge")
    hear = progress.begin(1)
    assert capsys.readouterr().err == "1 answer to ask for and judge\n"
    hear(Progress(problem="made/1", state="passed"))
    progress.end()
    assert capsys.readouterr().err.startswith("1/1 samples, ")
