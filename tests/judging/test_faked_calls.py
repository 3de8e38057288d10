"""Randomly generated problems, each with a solution that fakes one call and must never pass.

The problem: `f(n)` returns a list. The tests combine the language's idioms (`faked/`) in random order, with random
values. The fake returns the right list in all calls but one, where it returns a value that equals everything, or
disables the next comparison.
"""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from benchwright.judging import Question, TestPlan, calibrate, judge_tests
from benchwright.judging.verdict import describe
from benchwright.sandbox import LocalSandbox
from tests.conftest import in_language
from tests.judging.cases import in_sandbox


class Faker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to generate problems in a language. `@N` is an argument, `@W` the expected list, `@K` the faked call."""

    right: str
    fakes: tuple[str, ...]
    idioms: tuple[str, ...]
    frame: str
    """The tests, with `@CHECKS`."""
    list_form: str


FOLDER = Path(__file__).parent / "faked"
FAKERS = {file.stem: msgspec.toml.decode(file.read_bytes(), type=Faker) for file in sorted(FOLDER.glob("*.toml"))}
SEEDS = {"python": 6, "javascript": 4}
CHECKS = 6


def made(language: str, seed: int) -> tuple[str, str]:
    """Generate the tests of a problem, and a solution with one faked call."""
    rng = random.Random(f"{language} {seed}")
    faker = FAKERS[language]
    checks = []
    for _ in range(CHECKS):
        n = rng.randrange(2, 60)
        want = faker.list_form % f"{n}, {n * n + 1}"
        checks.append(rng.choice(faker.idioms).strip("\n").replace("@N", str(n)).replace("@W", want))
    tests = faker.frame.replace("@CHECKS", ("\n    " if language == "python" else "\n").join(checks))
    return tests, rng.choice(faker.fakes).replace("@K", str(rng.randrange(1, CHECKS + 1)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "seed"),
    [in_language(name, name, seed, id=f"{name}-{seed}") for name in FAKERS for seed in range(SEEDS.get(name, 2))],
)
def test_a_faked_call_never_passes(language: str, seed: int) -> None:
    tests, fake = made(language, seed)
    right = FAKERS[language].right

    async def run(sandbox: LocalSandbox) -> None:
        question = Question(language=language, tests=tests)
        plan = await calibrate(sandbox, question, right)
        assert isinstance(plan, TestPlan), f"{plan}\n{tests}"
        assert plan.evidence == "full", tests
        question = msgspec.structs.replace(question, plan=plan)
        for _ in range(2):
            judgement = await judge_tests(sandbox, question, right, canary=True)
            assert judgement.passed, f"{describe(judgement)}\n{tests}"
        judgement = await judge_tests(sandbox, question, fake, canary=True)
        assert not judgement.passed, f"{fake}\n{tests}"

    in_sandbox(run)
