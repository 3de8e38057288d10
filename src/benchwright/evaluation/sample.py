"""The record of a sample: one answer to one problem, as it came and as it was understood."""

from __future__ import annotations

import hashlib

import msgspec

ANSWER_STEP = "answer"
"""Step of a job in which samples are kept, by their keys."""
JUDGE_STEP = "judge"
"""Step in which judgements are kept, by problem and code: equal codes are judged once."""
PLAN_STEP = "plan"
"""Step in which it is kept what is known about each problem."""


class Bill(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer cost, as any record of one has it."""

    prompt_tokens: int | None = None
    """Tokens that were read."""
    completion_tokens: int | None = None
    """Tokens that were written."""
    cost: float | None = None
    """USD."""
    cached: bool = False
    """Whether it came from the cache, and so cost nothing this time."""


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to one problem."""

    problem: str
    """The problem's id."""
    sample: int = 0
    """Which of the problem's answers."""
    turn: int = 1
    """Which attempt of this one, counted from 1; later ones were told what failed."""
    raw: str
    """The answer as it came."""
    reasoning: str = ""
    """What was set apart as reasoning, by the endpoint or by tags."""
    code: str
    """What is judged."""
    how: str = ""
    """How the code was found in the answer."""
    repairs: tuple[str, ...] = ()
    """What was mended in it."""
    flaw: str = ""
    """What is wrong with the answer itself: no code, refusal, truncated."""
    kind: str = "answer"
    """What the raw text is: an `answer` to a question, a `completion` of the prefix, or a `solution` as it stands."""
    finish_reason: str = ""
    """Why the model stopped."""
    prompt_tokens: int | None = None
    """Tokens that it read."""
    completion_tokens: int | None = None
    """Tokens that it wrote."""
    cost: float | None = None
    """USD."""
    cached: bool = False
    """Whether the answer came from the cache, and so cost nothing this time."""
    answer_s: float | None = None
    """How long it took to answer."""
    model: str = ""
    """The model's name as its endpoint gave it."""

    @property
    def key(self) -> str:
        """Its name in the job."""
        return sample_key(self.problem, self.sample, self.turn)

    @property
    def judge_key(self) -> str:
        """The name of its judgement in the job."""
        code = hashlib.sha256(self.code.encode(errors="surrogateescape")).hexdigest()[:32]
        return f"{self.problem}#{code}"


def sample_key(problem: str, sample: int, turn: int) -> str:
    """The name of a sample in its job; the numbers are padded so that names sort as they count."""
    return f"{problem}#{sample:05}.{turn:02}"


def parse_key(key: str) -> tuple[str, int, int]:
    """Problem, sample and turn of such a name."""
    problem, _, numbers = key.rpartition("#")
    sample, _, turn = numbers.partition(".")
    return problem, int(sample), int(turn)
