"""Rewards for OpenRLHF, which asks a remote reward model by HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.errors import SandboxError
from benchwright.rewards.reward import Reward, check_mode
from benchwright.rewards.rewarder import Rewarder
from benchwright.rewards.task import task_of_verifier
from benchwright.sandbox.failure import Failure
from benchwright.server.api import Api, Route
from benchwright.server.apis.sandbox import failure
from benchwright.server.call import Call
from benchwright.server.completion import after_prompt
from benchwright.server.ending_tokens import without_ending
from benchwright.server.failures import InvalidRequest
from benchwright.server.plans import plans_of
from benchwright.server.reply import Reply
from benchwright.server.waiting import WaitingSandbox

_PATIENCE_S = 60.0
"""For a program without room. OpenRLHF waits 180 s for the answer."""
_AHEAD = 2
"""Samples under way for each program that may run, so that none has to wait for the next one."""


class RewardBody(msgspec.Struct, frozen=True, kw_only=True):
    """What OpenRLHF sends."""

    query: tuple[str, ...]
    """Prompt and completion in one text, for each sample."""
    prompts: tuple[str, ...]
    """The prompts alone."""
    labels: tuple[str | dict[str, Any], ...]
    """The verifiers of exported rows, or `tests` as text with a `language` and perhaps a `reference`; as JSON."""


class RewardAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What OpenRLHF reads."""

    rewards: tuple[float | None, ...]
    """One for each sample. None only where `unscored=null` was asked for."""
    scores: tuple[float | None, ...]
    """The same, by which OpenRLHF filters groups."""
    extra_logs: Mapping[str, tuple[float, ...]]
    """For its logs: which passed, and which are unscored."""


async def rewards(call: Call) -> Reply:
    """Judge all completions of a request. What could not be scored fails the request, so that the trainer asks again:
    its tensors have no place for a missing reward, and 0 would be a lie."""
    body: RewardBody = call.body
    if not len(body.query) == len(body.prompts) == len(body.labels):
        raise InvalidRequest("query, prompts and labels differ in length", "send one of each for every sample")
    most = call.service.settings.max_batch
    if len(body.query) > most:
        raise InvalidRequest(f"query: {len(body.query)} are too many", f"send at most {most} at once")
    rewarder = Rewarder(
        WaitingSandbox(call.sandbox, _PATIENCE_S),
        mode=check_mode(call.query.get("mode", "binary")),
        canary=call.query.get("canary", "true") != "false",
        make_plan=plans_of(call.service).of_sent,
        window=_AHEAD * call.service.queue.concurrency,
    )
    completions = [completion_of(query, prompt) for query, prompt in zip(body.query, body.prompts, strict=True)]
    strict = call.query.get("unscored", "fail") != "null"
    if strict and None in completions:
        at = completions.index(None)
        raise InvalidRequest(f"query[{at}] does not hold prompts[{at}]", "nobody can tell where the completion begins")
    tasks = [task_of_verifier(label) for label in body.labels]
    pairs = [(task, text) for task, text in zip(tasks, completions, strict=True) if text is not None]
    try:
        scored = iter(await rewarder.rewards(pairs))
    finally:
        rewarder.cancel()  # of a client that went away
    made = [Reward(value=None, why="no prompt in the query") if text is None else next(scored) for text in completions]
    for reward in made:
        if reward.verdict:
            call.service.measures.verdict(reward.verdict, judged=True)
    if strict:
        _refuse_unscored(made)
    values = tuple(reward.value for reward in made)
    logs = {
        "passed": tuple(float(reward.verdict == "passed") for reward in made),
        "unscored": tuple(float(reward.value is None) for reward in made),
    }
    return Reply(value=RewardAnswer(rewards=values, scores=values, extra_logs=logs))


def completion_of(query: str, prompt: str) -> str | None:
    """What follows the prompt, without the tokens that end it; None where the prompt is not there: code in it is not
    the model's."""
    after = after_prompt(query, prompt)
    return None if after is None else without_ending(after)


def _refuse_unscored(made: list[Reward]) -> None:
    missing = [reward for reward in made if reward.value is None]
    if missing:
        raise SandboxError(f"{len(missing)} of {len(made)} are unscored, the first: {missing[0].why}", "ask again")


_VERIFIER = {
    "language": "python",
    "tests": {"full": "assert double(2) == 4\n"},
    "reference": "def double(x):\n    return 2 * x\n",
    "digest": "4e7ad73d1a71bd35",
    "limits": {},
}
_EXAMPLE = {
    "query": ["Write double(x).\n```python\ndef double(x):\n    return x + x\n```"],
    "prompts": ["Write double(x).\n"],
    "labels": [_VERIFIER],
}

API = Api(
    name="openrlhf",
    routes=(
        Route(
            method="POST",
            path="/v1/rewards/openrlhf",
            name="openrlhf_rewards",
            summary="Rewards of completions, as OpenRLHF asks for them.",
            handle=rewards,
            body=RewardBody,
            answers={200: RewardAnswer, 422: Failure, 429: Failure, 503: Failure},
            examples={"double": _EXAMPLE},
        ),
    ),
    failure=failure,
)
