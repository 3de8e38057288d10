"""Progress lines, readable rates and durations."""

from __future__ import annotations

import pytest

from benchwright.cli._evaluation import EvaluationProgress
from benchwright.cli._output import counted, rate_text, time_text
from benchwright.evaluation.engine import Progress
from benchwright.evaluation.finish import Score


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


@pytest.mark.parametrize(("number", "text"), [(0, "0 problems"), (1, "1 problem"), (2, "2 problems")])
def test_one_thing_is_singular(number: int, text: str) -> None:
    assert counted(number, "problem") == text


def test_the_first_line_reports_the_pending_samples(capsys: pytest.CaptureFixture[str]) -> None:
    progress = EvaluationProgress()
    update = progress.begin(1)
    assert capsys.readouterr().err == "1 sample to run.\n"
    update(Progress(problem="made/1", state="passed"))
    progress.end()
    assert capsys.readouterr().err.startswith("1/1 samples, ")


@pytest.mark.parametrize(
    ("kept", "line"),
    [
        (None, "30 samples to run."),
        (0, "30 samples to run; existing results are kept."),
        (20, "10 of 30 samples to run; existing results are kept."),
    ],
)
def test_a_resumed_job_reports_that_results_are_kept(
    kept: int | None, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    EvaluationProgress(kept=kept).begin(30)
    assert capsys.readouterr().err == f"{line}\n"


@pytest.mark.parametrize(
    ("states", "line"),
    [
        ({"scored": 1}, "Nothing to do: the only sample is judged."),
        ({"scored": 30}, "Nothing to do: all 30 samples are judged."),
        (
            {"defect": 4, "scored": 26},
            "Nothing to do: all 30 samples are judged, or excluded for a defect (4).",
        ),
    ],
)
def test_a_finished_job_reports_nothing_to_do(
    states: dict[str, int], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    count = sum(states.values())
    score = Score(problems=count, samples=count, states=states, metrics={})
    progress = EvaluationProgress(finished=score)
    progress.begin(count)(Progress(problem="made/1", state="passed"))
    progress.end()
    assert capsys.readouterr().err == f"{line}\n"
