"""Let the model rewrite the source so that the target runs on its own."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.rules import read_code
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.packages import can_install
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 10
READS = ("seed", "language")
WRITES = ("code", "requirements")
PROMPTS = ("sandboxing",)
ASKS = (Ask(prompt="sandboxing", reads=2200, writes=1600),)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for a file, and retry if it does not meet the requirements."""
    language = find_language(draft.language)
    code, requirements = await work.ask(
        "model",
        "sandboxing",
        lambda answer: read_code(work.settings, language, draft.seed, answer),
        repairs=work.settings.attempts,
        seed=draft.seed,
        settings=work.settings,
        packages=work.packages is not None and can_install(language.id),
        language=language,
    )
    return msgspec.structs.replace(draft, code=code, requirements=requirements)
