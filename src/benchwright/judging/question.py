"""What a solution is judged by, and one run of the two together."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import cycle, islice

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.decide import decide
from benchwright.judging.plan import PLAN_SCHEMA, TestPlan, tests_digest
from benchwright.judging.verdict import Judgement
from benchwright.languages import Language, find_language
from benchwright.languages.join import Joined, can_join, clean
from benchwright.sandbox.concurrent import run_with_retries
from benchwright.sandbox.protocol import MIB, Execution, Limits, Observable, Program, Run, Sandbox

CIRCUMSTANCES: tuple[dict[str, str], ...] = (
    {},
    {"TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "1", "PERL_HASH_SEED": "1"},
    {"TZ": "America/St_Johns", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "4711", "PERL_HASH_SEED": "ff"},
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "65537", "PERL_HASH_SEED": "ff00"},
)
"""Time zone, locale and hash seeds of each run in turn. Languages that draw their own seeds have a new one each time,
as every run starts from a fresh interpreter."""

_SURROUNDINGS = frozenset({"TZ", "LC_ALL"})

CLOCK_SHIFTS_S = (400 * 86400 + 20_467, -(400 * 86400 + 20_467))
"""Another year, month, day, weekday and hour, ahead and behind."""


def circumstances(runs: int) -> list[dict[str, str]]:
    """For so many runs."""
    return [CIRCUMSTANCES[number % len(CIRCUMSTANCES)] for number in range(max(1, runs))]


def seeds(runs: int) -> list[dict[str, str]]:
    """For so many runs, the hash seeds alone, none of them the usual one."""
    return [{name: value for name, value in env.items() if name not in _SURROUNDINGS} for env in _unusual(runs)]


def surroundings(runs: int) -> list[dict[str, str]]:
    """For so many runs, time zone and locale alone, none of them the usual one."""
    return [{name: value for name, value in env.items() if name in _SURROUNDINGS} for env in _unusual(runs)]


def _unusual(runs: int) -> list[dict[str, str]]:
    return list(islice(cycle(CIRCUMSTANCES[1:]), runs))


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a solution is judged by."""

    language: str
    """Language id."""
    tests: str
    """The tests' text."""
    plan: TestPlan | None = None
    """What is known about them. Without it nobody knows how many tests there should be, and a canary only shows that
    something can fail."""
    files: Mapping[str, bytes] = {}
    """Further files for the work folder."""
    env: Mapping[str, str] = {}
    """Environment variables on top of the language's own."""
    environment: str | None = None
    """A named set of installed packages."""
    limits: Limits | None = None
    """Of the run. None: the language's."""
    fresh: bool = False
    """Never start from a warm interpreter, for repeats that must not share its hash seed."""
    keep_bytes: int = MIB
    """How much of each output stream is recorded."""


def check_question(question: Question) -> Language:
    """The language, if the question makes sense."""
    language = find_language(question.language)
    if not can_join(language):
        raise UsageError(f"{language.id} programs cannot be judged by tests yet", "run them plainly, without tests")
    plan = question.plan
    if plan is not None and plan.schema != PLAN_SCHEMA:
        raise UsageError(f"the plan has version {plan.schema}, not {PLAN_SCHEMA}", "calibrate again")
    if plan is not None and (plan.language != language.id or plan.digest != tests_digest(clean(question.tests))):
        raise UsageError("the plan belongs to other tests", "calibrate again with the reference solution")
    return language


async def run_joined(sandbox: Sandbox, question: Question, language: Language, joined: Joined) -> Judgement:
    """Run a joined program and decide."""
    return (await run_often(sandbox, question, language, joined, ({},)))[0]


async def run_often(
    sandbox: Sandbox,
    question: Question,
    language: Language,
    joined: Joined,
    circumstances: Sequence[Mapping[str, str]],
    collect: tuple[str, ...] = (),
) -> list[Judgement]:
    """Build once, run under each of the circumstances (environment variables), and decide for each run alone."""
    runs = [Run(env=env) for env in circumstances]
    return await run_each(sandbox, question, language, joined, runs, collect=collect)


async def run_each(
    sandbox: Sandbox,
    question: Question,
    language: Language,
    joined: Joined,
    runs: Sequence[Run],
    observe: frozenset[Observable] = frozenset(),
    collect: tuple[str, ...] = (),
) -> list[Judgement]:
    """Build once, run in each of the ways, and decide for each run alone; its message is ours."""
    nonces = [secrets.token_hex(16) for _ in runs]
    program = Program(
        language=language.id,
        files={**question.files, **joined.files},
        mode=joined.mode,
        env=question.env,
        environment=question.environment,
        runs=tuple(
            msgspec.structs.replace(run, message=nonce.encode()) for run, nonce in zip(runs, nonces, strict=True)
        ),
        limits=question.limits,
        fresh=question.fresh,
        keep_bytes=question.keep_bytes,
        observe=observe,
        collect=collect,
    )
    return _decide(await run_with_retries(sandbox, program), joined, nonces, question.plan)


def _decide(execution: Execution, joined: Joined, nonces: list[str], plan: TestPlan | None) -> list[Judgement]:
    if not execution.runs:  # the build failed, for all of them
        return [decide(execution, joined, nonce, plan) for nonce in nonces]
    return [
        decide(msgspec.structs.replace(execution, runs=(stage,)), joined, nonce, plan)
        for stage, nonce in zip(execution.runs, nonces, strict=True)
    ]
