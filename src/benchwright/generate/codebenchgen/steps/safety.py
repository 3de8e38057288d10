"""What the sandbox saw decides whether an example is safe and says the same each time."""

from __future__ import annotations

import msgspec

from benchwright.generate.codebenchgen.draft import Draft
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.codebenchgen.trial import installed
from benchwright.generate.flag import Dropped
from benchwright.generate.work import Work
from benchwright.judge.observe import Seen, observe_tests
from benchwright.judge.question import Question

ORDER = 45
READS = ("code", "tests", "requirements", "environment", "language")
WRITES = ("seen",)


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Run it once more with everything watched, and at other times."""
    await installed(work, draft.language, draft.requirements)
    question = Question(language=draft.language, tests=draft.tests, environment=draft.environment)
    seen = await observe_tests(work.sandbox, question, draft.code)
    _object(work, seen)
    return msgspec.structs.replace(draft, seen=seen)


def _object(work: Work[Settings], seen: Seen) -> None:
    if seen.random:
        raise Dropped("depends on chance", "it passes with some seeds and fails with others")
    if seen.clock_dependent:
        work.protest("depends on time", "it fails on another date")
    if seen.local:
        work.protest("depends on place", "it fails in another time zone or locale")
    if seen.outside:
        work.protest("network", f"it tries to reach {', '.join(sorted(seen.outside)[:5])}")
    if seen.denied_calls:
        work.protest("denied calls", f"it is refused {', '.join(sorted(seen.denied_calls)[:5])}")
    if seen.processes:
        work.protest("processes", f"it starts {', '.join(dict.fromkeys(seen.processes[:5]))}")
    if seen.files:  # by number: temporary files have another name each time
        work.protest("files left", f"it leaves {len(seen.files)} files behind")
