"""Try a draft in the sandbox, and report what is wrong: packages, then tests, then tests without the target."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from benchwright.environments import CannotResolve, IndexUnreachable, Lock
from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.record import Dropped
from benchwright.generate.work import Work
from benchwright.judging.observe import Observed, watch_tests
from benchwright.judging.question import Question
from benchwright.judging.tests import judge_tests
from benchwright.judging.verdict import Judgement
from benchwright.languages import find_language
from benchwright.languages.functions import without_body
from benchwright.sandbox.protocol import Stage

_MOST_CHARACTERS = 3000
"""Maximum characters of each stream."""


def feedback_for(judgement: Judgement, code: str, tests: str, seen: Observed | None = None) -> str:
    """Describe a judgement for the model, with the program's output."""
    return "\n".join(_lines(judgement, {"solution": code, "tests": tests}, seen)) + "\n"


def _lines(judgement: Judgement, texts: dict[str, str], seen: Observed | None) -> Iterator[str]:
    reason = f" ({judgement.reason})" if judgement.reason else ""
    yield f"- Verdict: {judgement.verdict}{reason}"
    if place := judgement.place:
        lines = texts[place.part].splitlines()
        quoted = f": `{lines[place.line - 1].strip()}`" if 0 < place.line <= len(lines) else ""
        where = "the file" if place.part == "solution" else "the tests"
        yield f"- Where: line {place.line} of {where}{quoted}"
    if judgement.message:
        yield f"- Message: {judgement.message[:_MOST_CHARACTERS]}"
    for test in judgement.tests:
        message = f": {test.message[:300]}" if test.message else ""
        yield f"- Test {test.name}: {test.status}{message}"
    for stage in judgement.execution.stages:
        yield from _stage(stage)
    if seen is not None:
        yield from _observed(seen)


def _stage(stage: Stage) -> Iterator[str]:
    ended = f"signal {stage.signal}" if stage.signal is not None else f"exit code {stage.exit_code}"
    hit = f", limits hit: {', '.join(stage.limits_hit)}" if stage.limits_hit else ""
    yield f"- The {stage.name} ended with {ended} after {stage.wall_s:.1f} s{hit}"
    for name, stream in (("standard output", stage.stdout), ("standard error", stage.stderr)):
        if text := stream.data.decode(errors="replace").strip():
            yield f"- Its {name}:\n\n```text\n{_cut(text, stage.name == 'build')}\n```\n"


def _observed(seen: Observed) -> Iterator[str]:
    """Describe what reaches outside the program."""
    for what, found in (
        ("It tried to reach", seen.outside),
        ("It was refused the system calls", seen.denied_calls),
        ("It started", seen.processes),
    ):
        if found:
            yield f"- {what}: {', '.join(list(found)[:10])}"


def _cut(text: str, beginning: bool) -> str:
    """Shorten output: the first lines of a compiler are the most useful ones; of a run, the last lines are."""
    if len(text) <= _MOST_CHARACTERS:
        return text
    return f"{text[:_MOST_CHARACTERS]}\n[…]" if beginning else f"[…]\n{text[-_MOST_CHARACTERS:]}"


def objections(seen: Observed) -> Iterator[tuple[str, str]]:
    """Yield rule and detail of each objection. Dropped if nothing can be verified: whatever the strictness, tests must
    be deterministic."""
    if seen.random:
        raise Dropped("depends on chance", "it passes with some seeds and fails with others")
    if not seen.passed:
        raise Dropped("fails when watched", "; ".join(seen.failures)[:300])
    if seen.clock_dependent:
        yield "depends on time", "it fails on another date"
    if seen.local:
        yield "depends on place", "it fails in another time zone or locale"
    if seen.outside:
        yield "network", f"it tries to reach {', '.join(sorted(seen.outside)[:5])}"
    if seen.denied_calls:
        yield "denied calls", f"it is refused {', '.join(sorted(seen.denied_calls)[:5])}"
    if seen.processes:
        yield "processes", f"it starts {', '.join(dict.fromkeys(seen.processes[:5]))}"
    if seen.files:  # by number: names of temporary files vary
        yield "files left", f"it leaves {len(seen.files)} files behind"


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """Result of trying a draft."""

    environment: str | None = None
    """The environment that was used; None if it needs none."""
    lock: Lock | None = None
    """Packages of the environment; None if it needs none."""
    fault: str = ""
    """What is wrong, in words for the model that repairs it; empty if nothing is."""
    kind: str = ""
    """Kind of the fault, in one or two words."""


async def tried(work: Work[Settings], draft: Draft) -> Trial:
    """Check that the draft's tests pass, and only because of the target."""
    try:
        lock, environment = await installed(work, draft.language, draft.requirements)
    except IndexUnreachable:
        raise
    except CannotResolve as error:
        return Trial(fault=f"- The packages cannot be installed: {error}\n", kind="packages")
    found = Trial(environment=environment, lock=lock)
    kind, fault = await fault_of(work, draft, draft.tests, environment)
    return msgspec.structs.replace(found, kind=kind, fault=fault)


async def fault_of(work: Work[Settings], draft: Draft, tests: str, environment: str | None) -> tuple[str, str]:
    """Return what is wrong with the tests, in a word and in full; empty texts if nothing is."""
    question = Question(language=draft.language, tests=tests, environment=environment)
    judgement = await judge_tests(work.sandbox, question, draft.code)
    if not judgement.passed:
        seen = await watch_tests(work.sandbox, question, draft.code)
        return judgement.verdict.value, feedback_for(judgement, draft.code, tests, seen)
    function = draft.function
    assert function is not None  # the rules have checked that it exists
    empty = without_body(find_language(draft.language), draft.code, function)
    if (await judge_tests(work.sandbox, question, empty)).passed:
        return "trivial tests", f"- The tests pass also when the body of {draft.seed.target} is removed.\n"
    return "", ""


async def installed(
    work: Work[Settings], language: str, requirements: tuple[str, ...]
) -> tuple[Lock | None, str | None]:
    """Install the requirements and return their lock and environment; None and None if nothing is required."""
    if not requirements:
        return None, None
    if work.packages is None:
        raise CannotResolve(f"no packages are installed here: {', '.join(requirements)}", "")
    lock = await work.packages.lock(language, requirements)
    return lock, await work.packages.install(lock)
