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
    if outside := [address for address in seen.network if not _is_loopback(address)]:
        work.protest("network", f"it tries to reach {', '.join(outside[:5])}")
    if seen.denied_calls:
        work.protest("denied calls", f"it is refused {', '.join(sorted(seen.denied_calls)[:5])}")
    if seen.processes:
        work.protest("processes", f"it starts {', '.join(dict.fromkeys(seen.processes[:5]))}")
    if seen.files:
        work.protest("files left", f"it leaves {', '.join(sorted(seen.files)[:5])}")


def _is_loopback(address: str) -> bool:
    """Its own servers are its own affair; a name server is asked only for what is elsewhere."""
    host, _, port = address.rpartition(":")
    return port != "53" and (host.startswith("127.") or host.strip("[]") == "::1")
