"""Let the model write tests for the target."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.rules import read_tests
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 20
READS = ("code", "seed", "language")
WRITES = ("tests",)
PROMPTS = ("tests",)
ASKS = (Ask(prompt="tests", reads=2400, writes=1300),)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for tests, and retry if they do not meet the requirements."""
    language = find_language(draft.language)
    tests = await work.ask(
        "model",
        "tests",
        lambda answer: read_tests(work.settings, language, draft.seed, draft.code, answer),
        repairs=work.settings.attempts,
        draft=draft,
        settings=work.settings,
        language=language,
    )
    return msgspec.structs.replace(draft, tests=tests)
