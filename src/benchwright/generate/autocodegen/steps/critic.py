"""A second model holds the question against the tests by eight rules."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft, Review
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.sections import record_of
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 80
READS = ("question", "solution", "demo_tests", "full_tests", "language")
WRITES = ("review",)
PROMPTS = ("critic",)
TRACKS = frozenset({"direct"})

RULES = {
    "signature": "the names, parameters or types that the question gives are not those that the tests use",
    "randomness": "a right solution could give another result at another time, or results depend on chance or order",
    "target": "the tests check something else than what the question asks for",
    "precision": "numbers are compared more exactly than a right solution can promise, or rounding is left open",
    "exceptions": "the tests swallow failures, so that a wrong solution could pass",
    "execution": "the tests cannot run as they stand, or need files, network or packages that are not there",
    "irrelevant": "the question demands things that no test checks and that a solver cannot see a reason for",
    "other": "anything else that would make a careful solver fail, such as behaviour that is tested and never said",
}
"""Rule → when it is violated."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What the critic says of one rule."""

    violated: bool
    """Whether it is."""
    why: str = ""
    """In a sentence."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """One finding per rule; a missing one is an answer that is not as asked."""

    signature: Finding
    """The rule of this name, as the others are."""
    randomness: Finding
    """See RULES."""
    target: Finding
    """See RULES."""
    precision: Finding
    """See RULES."""
    exceptions: Finding
    """See RULES."""
    execution: Finding
    """See RULES."""
    irrelevant: Finding
    """See RULES."""
    other: Finding
    """See RULES."""


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask, and object to what is violated."""
    answered = await work.ask(
        "critic",
        "critic",
        lambda answer: record_of(answer, Answered),
        draft=draft,
        language=find_language(draft.language),
        rules=RULES,
    )
    findings: dict[str, Finding] = msgspec.structs.asdict(answered)
    violations = {rule: finding.why for rule, finding in findings.items() if finding.violated}
    for rule, why in violations.items():
        work.flag("critic", f"{rule}: {why}")
    return msgspec.structs.replace(draft, review=Review(violations=violations))
