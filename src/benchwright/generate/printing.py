"""Runs a program that prints, several times under different circumstances, and takes what it always prints."""

from __future__ import annotations

from benchwright.generate.flag import Dropped
from benchwright.judge.calibrate import describe
from benchwright.judge.circumstances import circumstances
from benchwright.judge.question import Question
from benchwright.judge.tests import judge_often
from benchwright.judge.verdict import Judgement
from benchwright.sandbox import Sandbox

_MOST_BYTES = 256 * 1024
"""Of output: more than a test text can hold."""


async def printed(sandbox: Sandbox, language: str, solution: str, program: str, runs: int) -> str:
    """All that it prints; Dropped if it does not end well, prints nothing or too much, or not the same each time."""
    question = Question(language=language, tests=program, fresh=True, keep_bytes=4 * _MOST_BYTES)
    under = circumstances(runs)
    judgements = await judge_often(sandbox, question, solution, under)
    texts = [_text(judgement) for judgement in judgements]
    for text, env in zip(texts, under, strict=True):
        if text != texts[0]:
            raise Dropped("unstable output", _difference(texts[0], text, env))
    return texts[0]


def _text(judgement: Judgement) -> str:
    if not judgement.passed:
        raise Dropped("inputs fail", describe(judgement))
    stream = judgement.execution.runs[-1].stdout
    if stream.cut or stream.length > _MOST_BYTES:
        raise Dropped("output too large", f"{stream.length} bytes")
    try:
        text = stream.data.decode()
    except UnicodeDecodeError:
        raise Dropped("output is no text", "it is not UTF-8") from None
    if not text.strip():
        raise Dropped("nothing printed", "the program ended well and printed nothing")
    return text


def _difference(first: str, other: str, env: dict[str, str]) -> str:
    pairs = zip((*first.splitlines(), "(end)"), (*other.splitlines(), "(end)"), strict=False)
    before, after = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    changed = " ".join(f"{name}={value}" for name, value in env.items())
    return f"{before[:80]!r}, then {after[:80]!r} with {changed or 'nothing changed'}"
