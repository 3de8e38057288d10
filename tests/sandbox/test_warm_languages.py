"""Warm interpreters of languages other than Python: runs do the same as fresh ones. See also test_channels.py."""

from __future__ import annotations

import asyncio
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from benchwright.languages import find_language, languages
from benchwright.sandbox import Execution, Limits, Program, Run, Stage
from benchwright.sandbox.protocol import MIB
from tests.conftest import in_language
from tests.sandbox import programs
from tests.sandbox.programs import Bench
from tests.sandbox.test_warm import warm_stage

bench = programs.bench

TEXTS: dict[str, dict[str, dict[str, str]]] = tomllib.loads(Path(__file__).with_name("warm.toml").read_text())
HELPERS = {
    "ruby": ("helper.rb", b"VALUE = 7\n"),
    "php": ("helper.php", b"<?php\nreturn 7;\n"),
    "r": ("helper.R", b"VALUE <- 7\n"),
    "racket": ("helper.rkt", b"#lang racket/base\n(provide value)\n(define value 7)\n"),
}
INPUT = "first\nzweite Zeile ü\nrest".encode()


def cases(kind: str) -> list[object]:
    return [
        in_language(language, language, name, id=f"{language}-{name}")
        for language, kinds in TEXTS.items()
        for name in kinds[kind]
    ]


def program(language: str, text: str, *, fresh: bool = False, message: bytes | None = None) -> Program:
    name, content = HELPERS[language]
    files = {find_language(language).source: text.removeprefix("\n").encode(), name: content}
    return Program(language=language, files=files, runs=(Run(stdin=INPUT, message=message),), fresh=fresh)


def described(stage: Stage) -> tuple[object, ...]:
    """What a stage did, without addresses in memory."""
    texts = (
        re.sub(r"0x[0-9a-f]+|(?<=C stack usage)[ \d]+", "", each.data.decode()) for each in (stage.stdout, stage.stderr)
    )
    return (*texts, stage.exit_code, stage.signal, stage.reply)


@pytest.mark.parametrize(("language", "name"), cases("same"))
def test_same_as_fresh(bench: Bench, language: str, name: str) -> None:
    text, message = TEXTS[language]["same"][name], b"message\n" if name == "message" else None
    warm = warm_stage(bench, program(language, text, message=message))
    fresh = bench.stage(program(language, text, fresh=True, message=message))
    assert not fresh.warm
    assert described(warm) == described(fresh)


@pytest.mark.parametrize(("language", "name"), cases("chance"))
def test_chance_differs_from_warm_run_to_warm_run(bench: Bench, language: str, name: str) -> None:
    stages = [warm_stage(bench, program(language, TEXTS[language]["chance"][name])) for _ in range(3)]
    assert [stage.exit_code for stage in stages] == [0] * 3, stages[0].stderr.data
    assert len({stage.stdout.data for stage in stages}) == 3


PLAIN = {
    "ruby": "puts 'hello'",
    "php": "<?php echo 'hello';",
    "r": "cat('hello')",
    "racket": "#lang racket/base\n(display 'hello)",
}
ENOUGH_MIB = {"ruby": 32, "php": 32, "r": 128, "racket": 256}
"""Memory limits, in MiB, with which a program that prints a word starts warm."""


@pytest.mark.parametrize("language", [in_language(each, each, id=each) for each in PLAIN])
def test_the_shared_memory_of_the_interpreter_does_not_end_a_run(bench: Bench, language: str) -> None:
    """Some of it was counted twice in the moment before the program was confined."""
    limited = msgspec.structs.replace(
        program(language, PLAIN[language]), limits=Limits(memory_bytes=ENOUGH_MIB[language] * MIB)
    )
    warm_stage(bench, limited)
    for _ in range(10):
        stage = bench.stage(limited)
        assert (stage.warm, stage.limits_hit, stage.exit_code) == (True, (), 0), stage


@pytest.mark.parametrize("language", [in_language(each, each, id=each) for each in ("r", "racket")])
def test_less_memory_than_the_interpreter_needs_starts_fresh(bench: Bench, language: str) -> None:
    limits = Limits(memory_bytes=(ENOUGH_MIB[language] - 1) * MIB)
    limited = msgspec.structs.replace(program(language, PLAIN[language]), limits=limits)
    assert not any(bench.stage(limited).warm for _ in range(3))


@pytest.mark.language(name="ruby")
def test_timers_of_a_run_leave_others_their_own(bench: Bench) -> None:
    """Ruby's interpreter has a timer. The kernel limits timers per user, but slots share none of that limit."""
    hoard = """
        import ctypes, time
        libc, made = ctypes.CDLL(None), ctypes.c_void_p()
        count = sum(libc.timer_create(1, None, ctypes.byref(made)) == 0 for _ in range(5000))
        time.sleep(1)  # the others run meanwhile
        print(count)
    """
    plain = program("ruby", PLAIN["ruby"])
    warm_stage(bench, plain)

    async def both() -> tuple[Execution, list[Execution]]:
        hog = asyncio.create_task(bench.sandbox.run(programs.python(hoard)))
        others = []
        while not hog.done():
            others.append(await bench.sandbox.run(plain))
        return await hog, others

    hog, others = bench.do(both())
    assert int(hog.runs[0].stdout.data) > 1000
    assert {each.runs[0].stdout.data for each in others} == {b"hello\n"}


@pytest.mark.parametrize(
    ("first", "warm"),
    [("#!/usr/bin/ruby", True), ("#!/usr/bin/env ruby", True), ("#!/usr/bin/ruby -w", False), ("#!/bin/sh", False)],
)
@pytest.mark.language(name="ruby")
def test_ruby_starts_fresh_if_its_script_sets_options(bench: Bench, first: str, warm: bool) -> None:
    stages = [bench.stage(program("ruby", f"{first}\np $VERBOSE\n")) for _ in range(3)]
    assert stages[-1].warm == warm
    assert len({stage.stdout.data for stage in stages}) == 1


def test_every_warm_language_is_compared() -> None:
    warm = {language.id for language in languages().values() if language.warm}
    assert warm == {"python", *TEXTS}
    assert all(len(kinds["same"]) >= 15 for kinds in TEXTS.values())
