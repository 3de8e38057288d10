"""Calibrate a TestPlan by running the reference."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import msgspec

from benchwright.judging.canary import WANTED_SITES, valid_sites
from benchwright.judging.plan import CanarySite, Defect, SoftPlan, TestPlan, tests_digest
from benchwright.judging.question import Question, check_question, run_joined
from benchwright.judging.survey import idle_functions, survey
from benchwright.judging.verdict import Judgement, describe
from benchwright.languages import Language
from benchwright.languages.join import Joined, clean, join
from benchwright.sandbox.environment import provided_modules
from benchwright.sandbox.protocol import Sandbox, Stage


async def calibrate(
    sandbox: Sandbox, question: Question, reference: str, *, sites: int = WANTED_SITES
) -> TestPlan | Defect:
    """Return the plan of the tests, or what is wrong with them.

    With fewer `sites` than the default, the checks are not made soft, which saves several builds. One site is enough to
    know that the tests can fail, and a plan that will not confirm passes needs none.
    """
    question = msgspec.structs.replace(question, plan=None)
    language = check_question(question)
    if not question.tests.strip():
        return Defect(reason="no tests", detail="the problem has no tests")
    if not reference.strip():
        return Defect(reason="no reference", detail="the problem has no solution")
    joined = join(language, reference, question.tests)
    judgement = await run_joined(sandbox, question, language, joined)
    if not judgement.passed:
        missing = _unavailable_framework(language, question.tests) or missing_package(language, judgement)
        return Defect(reason="reference fails", detail=missing or describe(judgement))
    if not sites:
        return _plan(language, question, joined, judgement, [], None)
    soft = await survey(sandbox, question, language, reference) if sites >= WANTED_SITES else None
    skipped = {test.name for test in judgement.tests if test.status == "skipped"}
    if soft is not None and (defect := idle_tests(language, question, soft, skipped)) is not None:
        return defect
    if soft is not None and soft.alterable:
        return _plan(language, question, joined, judgement, [], soft)
    found = await valid_sites(sandbox, question, language, reference, wanted=sites)
    if not found:
        return Defect(reason="nothing can fail", detail=_why_nothing_fails(soft))
    return _plan(language, question, joined, judgement, found, soft)


def _unavailable_framework(language: Language, tests: str) -> str:
    for name, pattern in language.unavailable.items():
        if found := re.search(pattern, tests):
            return f"the tests use {found.expand(name)}, which is not installed here"
    return ""


def missing_package(language: Language, judgement: Judgement) -> str:
    """Name the package that a failing program lacks, with the command that provides it if there is one; empty if none
    is known to be missing."""
    texts = (judgement.message, *(stream for stage in judgement.execution.stages for stream in _printed(stage)))
    matches = (re.search(pattern, text) for pattern in language.missing for text in texts)
    name = next((match[1] for match in matches if match), "")
    if not name:
        return ""
    files = language.toolchain.files
    provided = (f"{each}." for each in provided_modules(*language.environments.values()))
    known = name in files or f"{name}.".replace("/", ".").startswith(tuple(each.replace("/", ".") for each in provided))
    paths = (path for each in files.values() for paths in each.any for path in paths)
    known = known or any(path.endswith(f"/include/{name}") for path in paths)
    known = known or any(name.startswith(each.provides) for each in files.values())
    hint = f": benchwright toolchains install {language.id}" if known else ""
    return f"{name} is not installed here{hint}"


def _printed(stage: Stage) -> Iterator[str]:
    for stream in (stage.stderr, stage.stdout):
        yield stream.data.decode(errors="replace")


def idle_tests(language: Language, question: Question, soft: SoftPlan, skipped: Collection[str] = ()) -> Defect | None:
    """Return the defect if a test function, or every check, did not run. `skipped` are tests that skip themselves."""
    named = {word for name in skipped for word in re.findall(r"\w+", name)}
    idle = idle_functions(language, question.tests, soft)
    missing = [(name, line) for name, line in idle if not named.issuperset(re.findall(r"\w+", name))]
    if missing:
        names = ", ".join(f"{name} (line {line})" for name, line in missing[:3])
        return Defect(reason="tests did not run", detail=f"{names}: nothing called or collected them")
    if soft.idle:
        lines = ", ".join(map(str, soft.idle_lines[:5]))
        return Defect(reason="tests did not run", detail=f"none of their checks ran (lines {lines})")
    return None


def _why_nothing_fails(soft: SoftPlan | None) -> str:
    if soft is None or not soft.ran:
        return "no altered value made the reference fail; do the tests only print?"
    return "the checks that ran pass whatever value they expect; do they only print?"


def _plan(
    language: Language,
    question: Question,
    joined: Joined,
    judgement: Judgement,
    sites: list[CanarySite],
    soft: SoftPlan | None,
) -> TestPlan:
    passed = tuple(sorted(test.name for test in judgement.tests if test.status == "passed"))
    skipped = sum(test.status == "skipped" for test in judgement.tests)
    return TestPlan(
        language=language.id,
        entry=joined.entry,
        framework=joined.framework,
        completions=len(passed) or 1,
        skipped=skipped,
        tests=passed,
        sites=tuple(sites),
        soft=soft,
        silent=joined.silent,
        toolchain=judgement.execution.toolchain,
        digest=tests_digest(clean(question.tests)),
    )
