"""One answer to one problem, as the page of the problem shows it."""

from __future__ import annotations

import shlex
from pathlib import Path

from benchwright.evaluate.outcomes import Result
from benchwright.judge.solution import SetJudgement
from benchwright.judge.verdict import Place
from benchwright.report.site.problem_records import Answer, JudgedSet, SingleTest, Where
from benchwright.report.site.texts import MOST_CHARACTERS, cut

_MOST_MESSAGE = 4000
_MOST_TESTS = 500


def answer_of(result: Result, model: str, job: Path) -> Answer:
    """The record of a sample; `job` is its folder as the user named it."""
    outcome, sample, judged = result.outcome, result.sample, result.judgement
    texts = (sample.raw, sample.reasoning, sample.code) if sample else ("", "", "")
    return Answer(
        model=model,
        sample=outcome.sample,
        turn=outcome.turn,
        state=outcome.state,
        why=result.why,
        raw=cut(texts[0]),
        reasoning=cut(texts[1]),
        code=cut(texts[2]),
        cut=any(len(text) > MOST_CHARACTERS for text in texts),
        how=sample.how if sample else "",
        repairs=sample.repairs if sample else (),
        flaw=sample.flaw if sample else "",
        finish_reason=sample.finish_reason if sample else "",
        verdict=outcome.verdict,
        reason=outcome.reason,
        failed=judged.failed if judged else "",
        failure=outcome.failure,
        sets={name: _judged_set(each) for name, each in judged.sets.items()} if judged else {},
        toolchain=judged.toolchain if judged else "",
        prompt_tokens=outcome.prompt_tokens,
        completion_tokens=outcome.completion_tokens,
        cost_usd=outcome.cost,
        answer_s=outcome.answer_s,
        rerun=rerun_command(job, outcome.problem, outcome.sample, outcome.turn) if sample else "",
    )


def rerun_command(job: Path, problem: str, sample: int, turn: int) -> str:
    """What judges one answer again, for a shell."""
    # Options first: a problem or a folder may begin with a dash.
    options = ["--sample", str(sample), "--turn", str(turn), "--run"]
    return shlex.join(["benchwright", "show", *options, "--", str(job), problem])


def _judged_set(judged: SetJudgement) -> JudgedSet:
    return JudgedSet(
        verdict=judged.verdict.value,
        reason=judged.reason,
        place=_where(judged.place),
        message=cut(judged.message, _MOST_MESSAGE),
        stdout=judged.stdout,
        stderr=judged.stderr,
        tests=tuple(
            SingleTest(
                name=cut(test.name, _MOST_MESSAGE),
                status=test.status,
                place=_where(test.place),
                message=cut(test.message, _MOST_MESSAGE),
            )
            for test in judged.tests[:_MOST_TESTS]
        ),
        canaries=len(judged.canary),
        wall_s=judged.wall_s,
        memory_bytes=judged.memory_bytes,
    )


def _where(place: Place | None) -> Where | None:
    return Where(part=place.part, line=place.line) if place else None
