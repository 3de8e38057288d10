"""The record of a sample: one answer to one problem, raw and with its code extracted."""

from __future__ import annotations

import hashlib

import msgspec

ANSWER_STEP = "answer"
"""Step of a job that stores samples by key."""
JUDGE_STEP = "judge"
"""Step that stores judgements by problem and code: identical code is judged once."""
PLAN_STEP = "plan"
"""Step that stores the plan of each problem."""


class Bill(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer cost; shared by all records of answers."""

    prompt_tokens: int | None = None
    """Number of prompt tokens; None if unknown."""
    completion_tokens: int | None = None
    """Number of completion tokens; None if unknown."""
    cost: float | None = None
    """Cost in USD; None if unknown."""
    cached: bool = False
    """Whether it came from the cache and therefore cost nothing this time."""


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to one problem."""

    problem: str
    """Id of the problem."""
    sample: int = 0
    """Number of the sample among the problem's samples, from 0."""
    turn: int = 1
    """Number of the attempt, from 1. Later attempts were given feedback on what failed."""
    raw: str
    """The model's answer, unchanged."""
    reasoning: str = ""
    """Reasoning that the endpoint or tags marked as such."""
    code: str
    """The code that is judged."""
    how: str = ""
    """How the code was found in the answer."""
    repairs: tuple[str, ...] = ()
    """What was repaired in the code."""
    flaw: str = ""
    """What is wrong with the answer: no code, refusal, truncated."""
    kind: str = "answer"
    """What the raw text is: an `answer` to a question, a `completion` of the prefix, or a complete `solution`."""
    finish_reason: str = ""
    """Why the model stopped, as reported by the endpoint."""
    prompt_tokens: int | None = None
    """Number of prompt tokens; None if unknown."""
    completion_tokens: int | None = None
    """Number of completion tokens; None if unknown."""
    cost: float | None = None
    """Cost in USD; None if unknown."""
    cached: bool = False
    """Whether it came from the cache and therefore cost nothing this time."""
    answer_s: float | None = None
    """Time the answer took, in seconds; None if unknown."""
    model: str = ""
    """Name of the model as reported by its endpoint."""

    @property
    def key(self) -> str:
        """Key of the sample in the job."""
        return sample_key(self.problem, self.sample, self.turn)

    @property
    def judge_key(self) -> str:
        """Key of its judgement in the job."""
        code = hashlib.sha256(self.code.encode(errors="surrogateescape")).hexdigest()[:32]
        return f"{self.problem}#{code}"


def sample_key(problem: str, sample: int, turn: int) -> str:
    """Return a sample's key in its job. The numbers are padded so that keys sort numerically."""
    return f"{problem}#{sample:05}.{turn:02}"


def parse_key(key: str) -> tuple[str, int, int]:
    """Return the problem, sample and turn of a key."""
    problem, _, numbers = key.rpartition("#")
    sample, _, turn = numbers.partition(".")
    return problem, int(sample), int(turn)
