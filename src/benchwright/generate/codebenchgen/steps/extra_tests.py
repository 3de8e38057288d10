"""Another author writes further tests, from the description; the first that hold are kept beside the others."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.answers import read_tests
from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import fault_of, installed
from benchwright.generate.flag import Dropped
from benchwright.generate.soundness import checked
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 60
READS = ("code", "tests", "question", "requirements", "environment", "checked", "seed", "language")
WRITES = ("extra_tests", "extra_tried", "checked")
PROMPTS = ("extra_tests",)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask once more each time that the tests do not hold for the target; both test sets are proven then."""
    await installed(work, draft.language, draft.requirements)
    why = ""
    for sample in range(work.settings.samples):
        try:
            tests = await _asked(work, draft, sample)
            kind, _ = await fault_of(work, draft, tests, draft.environment)
            if kind:
                why = kind
                continue
            more = msgspec.structs.replace(draft, extra_tests=tests, extra_tried=sample + 1)
            proven = await checked(work.sandbox, more.problem, work.settings.reruns)
        except Dropped as dropped:  # one more try
            why = str(dropped)
            continue
        return msgspec.structs.replace(more, checked=proven)
    if work.settings.samples:
        work.protest("no further tests", f"none of {work.settings.samples} answers held, the last: {why}")
    return msgspec.structs.replace(draft, extra_tried=work.settings.samples)


async def _asked(work: Work[Settings], draft: Draft, sample: int) -> str:
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
