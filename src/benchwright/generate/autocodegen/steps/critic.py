"""A second model checks the question against the tests by eight rules."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft, Review
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.sections import record_of
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 80
READS = ("question", "solution", "demo_tests", "full_tests", "language")
WRITES = ("review",)
PROMPTS = ("critic",)
ASKS = (Ask(prompt="critic", role="critic", reads=3300, writes=100),)
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
    """The critic's verdict on one rule."""

    violated: bool
    """Whether the rule is violated."""
    why: str = ""
    """What is wrong, in a sentence."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """One finding per rule; an answer without all of them is unusable."""

    signature: Finding
    """Finding on the rule `signature` of RULES."""
    randomness: Finding
    """Finding on the rule `randomness` of RULES."""
    target: Finding
    """Finding on the rule `target` of RULES."""
    precision: Finding
    """Finding on the rule `precision` of RULES."""
    exceptions: Finding
    """Finding on the rule `exceptions` of RULES."""
    execution: Finding
    """Finding on the rule `execution` of RULES."""
    irrelevant: Finding
    """Finding on the rule `irrelevant` of RULES."""
    other: Finding
    """Finding on the rule `other` of RULES."""


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask the critic, and flag violations."""
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
