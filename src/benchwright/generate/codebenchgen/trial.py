"""Tries a draft in the sandbox: packages first, then the tests, then the tests without the target's body."""

from __future__ import annotations

import msgspec

from benchwright.environments import CannotResolve, IndexUnreachable, Lock
from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.told import tell
from benchwright.generate.work import Work
from benchwright.judge.observe import watch_tests
from benchwright.judge.question import Question
from benchwright.judge.tests import judge_tests
from benchwright.languages import find_language
from benchwright.languages.functions import without_body


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it."""

    environment: str | None = None
    """The package set that was used."""
    lock: Lock | None = None
    """What is in it."""
    fault: str = ""
    """What is wrong, in words for whoever mends it; empty where nothing is."""
    kind: str = ""
    """Of the fault, in one or two words."""


async def tried(work: Work[Settings], draft: Draft) -> Trial:
    """Whether the draft's tests pass, and only because of the target."""
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
    """What is wrong with tests, in a word and with all that is known; empty texts where nothing is."""
    question = Question(language=draft.language, tests=tests, environment=environment)
    judgement = await judge_tests(work.sandbox, question, draft.code)
    if not judgement.passed:
        seen = await watch_tests(work.sandbox, question, draft.code)
        return judgement.verdict.value, tell(judgement, draft.code, tests, seen)
    function = draft.function
    assert function is not None  # the rules have seen it
    empty = without_body(find_language(draft.language), draft.code, function)
    if (await judge_tests(work.sandbox, question, empty)).passed:
        return "trivial tests", f"- The tests pass also when the body of {draft.seed.target} is removed.\n"
    return "", ""


async def installed(
    work: Work[Settings], language: str, requirements: tuple[str, ...]
) -> tuple[Lock | None, str | None]:
    """The requirements' lock and environment, which is there then; None and None where nothing is required."""
    if not requirements:
        return None, None
    if work.packages is None:
        raise CannotResolve(f"no packages are installed here: {', '.join(requirements)}", "")
    lock = await work.packages.lock(language, requirements)
    return lock, await work.packages.install(lock)
