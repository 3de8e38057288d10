"""Runs a program that prints, several times under different circumstances, and takes what it always prints."""

from __future__ import annotations

import msgspec

from benchwright.generate.flag import Dropped
from benchwright.judge.calibrate import describe
from benchwright.judge.question import Question
from benchwright.judge.tests import judge_tests
from benchwright.sandbox import Sandbox

CIRCUMSTANCES: tuple[dict[str, str], ...] = (
    {},
    {"TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "1", "PERL_HASH_SEED": "1"},
    {"TZ": "America/St_Johns", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "4711", "PERL_HASH_SEED": "ff"},
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "65537", "PERL_HASH_SEED": "ff00"},
)
"""Time zone, locale and hash seeds of each run in turn. Languages that draw their own seeds have a new one each time,
as every run starts from a fresh interpreter."""

_MOST_BYTES = 256 * 1024
"""Of output: more than a test text can hold."""


async def printed(sandbox: Sandbox, language: str, solution: str, program: str, runs: int) -> str:
    """All that it prints; Dropped if it does not end well, prints nothing or too much, or not the same each time."""
    first = ""
    for number in range(max(1, runs)):
        env = CIRCUMSTANCES[number % len(CIRCUMSTANCES)]
        text = await _once(sandbox, Question(language=language, tests=program, env=env, fresh=True), solution)
        if number and text != first:
            raise Dropped("unstable output", _difference(first, text, env))
        first = text
    return first


async def _once(sandbox: Sandbox, question: Question, solution: str) -> str:
    judgement = await judge_tests(sandbox, msgspec.structs.replace(question, keep_bytes=4 * _MOST_BYTES), solution)
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
    circumstances = " ".join(f"{name}={value}" for name, value in env.items())
    return f"{before[:80]!r}, then {after[:80]!r} with {circumstances or 'nothing changed'}"
