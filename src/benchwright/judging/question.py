"""The tests that judge a solution, and how to run the two together."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import cycle, islice

import msgspec

from benchwright.errors import UsageError
from benchwright.judging.decide import decide
from benchwright.judging.plan import PLAN_SCHEMA, TestPlan, tests_digest
from benchwright.judging.verdict import Judgement, Verdict
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
"""Time zone, locale and hash seeds of the runs, in turn. Languages that draw their own seeds get a new one each time,
because every run starts from a fresh interpreter."""

_FAILURES = frozenset({Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR})
_SURROUNDINGS = frozenset({"TZ", "LC_ALL"})

CLOCK_SHIFTS_S = (400 * 86400 + 20_467, -(400 * 86400 + 20_467))
"""A different year, month, day, weekday and hour, ahead and behind."""


def circumstances(runs: int) -> list[dict[str, str]]:
    """Return the environment variables for `runs` runs, starting with the defaults."""
    return [CIRCUMSTANCES[number % len(CIRCUMSTANCES)] for number in range(max(1, runs))]


def seeds(runs: int) -> list[dict[str, str]]:
    """Return only the hash seeds for `runs` runs, none of them the default."""
    return [{name: value for name, value in env.items() if name not in _SURROUNDINGS} for env in _unusual(runs)]


def locales(runs: int) -> list[dict[str, str]]:
    """Return only the time zone and locale for `runs` runs, none of them the default."""
    return [{name: value for name, value in env.items() if name in _SURROUNDINGS} for env in _unusual(runs)]


def _unusual(runs: int) -> list[dict[str, str]]:
    return list(islice(cycle(CIRCUMSTANCES[1:]), runs))


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The tests that judge a solution, and how to run them."""

    language: str
    """Language id of the solution and the tests."""
    tests: str
    """Source text of the tests."""
    plan: TestPlan | None = None
    """The calibrated plan. Without it the expected number of tests is unknown, and altered tests are
    compared only with the solution's own runs."""
    files: Mapping[str, bytes] = {}
    """Additional files for the work folder, by path."""
    env: Mapping[str, str] = {}
    """Environment variables added to the language's own."""
    environment: str | None = None
    """Name of a package environment; `none` for no packages. None: chosen by what solution and tests import."""
    limits: Limits | None = None
    """Limits of the run; None for the language's defaults."""
    fresh: bool = False
    """Never start from a warm interpreter, for repeats that must not share its hash seed."""
    keep_bytes: int = MIB
    """How many bytes of each output stream to record."""


def check_question(question: Question) -> Language:
    """Validate the question and return its language."""
    language = find_language(question.language)
    if not can_join(language):
        raise UsageError(f"{language.id} programs cannot be judged by tests yet", "run the program without tests")
    plan = question.plan
    if plan is not None and plan.schema != PLAN_SCHEMA:
        raise UsageError(f"the plan has schema version {plan.schema}, not {PLAN_SCHEMA}", "recalibrate the tests")
    if plan is not None and (plan.language != language.id or plan.digest != tests_digest(clean(question.tests))):
        raise UsageError("the plan was made for other tests", "calibrate these tests with the reference solution")
    return language


async def run_joined(sandbox: Sandbox, question: Question, language: Language, joined: Joined) -> Judgement:
    """Run a joined program once and decide the verdict."""
    return (await run_with_environments(sandbox, question, language, joined, ({},)))[0]


async def run_with_environments(
    sandbox: Sandbox,
    question: Question,
    language: Language,
    joined: Joined,
    circumstances: Sequence[Mapping[str, str]],
    collect: tuple[str, ...] = (),
) -> list[Judgement]:
    """Build once, run with each set of environment variables, and decide each run separately."""
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
    """Build once, run in each of the given ways, and decide each run separately. Failing runs are repeated in the mode
    that knows where they fail, if the language has one."""
    judgements = await _run_in_mode(sandbox, question, joined, runs, observe, collect)
    explained = language.mode(joined.mode).explained
    failing = [number for number, judgement in enumerate(judgements) if judgement.verdict in _FAILURES]
    if explained and failing:
        joined = msgspec.structs.replace(joined, mode=explained)
        again = [runs[number] for number in failing]
        repeated = await _run_in_mode(sandbox, question, joined, again, observe, collect)
        for number, judgement in zip(failing, repeated, strict=True):
            if judgement.verdict in _FAILURES:
                judgements[number] = judgement
    return judgements


async def _run_in_mode(
    sandbox: Sandbox,
    question: Question,
    joined: Joined,
    runs: Sequence[Run],
    observe: frozenset[Observable],
    collect: tuple[str, ...],
) -> list[Judgement]:
    """Build and run in the joined program's mode. Each run gets a nonce as its message."""
    nonces = [secrets.token_hex(16) for _ in runs]
    program = Program(
        language=question.language,
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
    if not execution.runs:  # the build failed, so every run gets the same verdict
        return [decide(execution, joined, nonce, plan) for nonce in nonces]
    return [
        decide(msgspec.structs.replace(execution, runs=(stage,)), joined, nonce, plan)
        for stage, nonce in zip(execution.runs, nonces, strict=True)
    ]
