"""Let another author write additional tests from the description; the first usable ones are kept next to the
others."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.rules import read_tests
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import fault_of, installed, objections
from benchwright.generate.estimate import Ask
from benchwright.generate.record import Dropped
from benchwright.generate.soundness import checked
from benchwright.generate.work import Work
from benchwright.judging.observe import observe_tests
from benchwright.judging.question import Question
from benchwright.languages import find_language

ORDER = 60
READS = ("code", "tests", "question", "requirements", "environment", "checked", "seed", "language")
WRITES = ("extra_tests", "extra_tried", "extra_seen", "checked")
PROMPTS = ("extra_tests",)
ASKS = (
    Ask(prompt="extra_tests", role="tester", reads=2900, writes=1300, times=lambda settings: bool(settings.samples)),
)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for tests until some hold for the target, at most `samples` times, and verify both test sets."""
    await installed(work, draft.language, draft.requirements)
    why = ""
    for sample in range(work.settings.samples):
        try:
            return await _proven(work, draft, await _requested(work, draft, sample), sample + 1)
        except Dropped as dropped:  # retry
            why = str(dropped)
    if work.settings.samples:
        work.flag("no further tests", f"none of {work.settings.samples} answers held, the last: {why}")
    return msgspec.structs.replace(draft, extra_tried=work.settings.samples)


async def _proven(work: Work[Settings], draft: Draft, tests: str, tried: int) -> Draft:
    """Return the draft with the tests if they hold, and are as sound and safe as the first author's; otherwise
    Dropped."""
    kind, _ = await fault_of(work, draft, tests, draft.environment)
    if kind:
        raise Dropped(kind)
    more = msgspec.structs.replace(draft, extra_tests=tests, extra_tried=tried)
    proven = await checked(work.sandbox, more.problem, work.settings.reruns)
    question = Question(language=draft.language, tests=tests, environment=draft.environment)
    seen = await observe_tests(work.sandbox, question, draft.code)
    found = [(rule, f"augmented tests: {detail}") for rule, detail in objections(seen)]
    for rule, detail in found:
        if work.dropped_by(rule):
            raise Dropped(rule, detail)
    for rule, detail in found:
        work.flag(rule, detail)
    return msgspec.structs.replace(more, checked=proven, extra_seen=seen)


async def _requested(work: Work[Settings], draft: Draft, sample: int) -> str:
    language = find_language(draft.language)
    return await work.ask(
        "tester",
        "extra_tests",
        lambda answer: read_tests(work.settings, language, draft.seed, draft.code, answer),
        temperature=work.settings.temperature if work.settings.samples > 1 else 0.0,
        sample=sample,
        repairs=0,
        draft=draft,
        settings=work.settings,
        language=language,
    )
