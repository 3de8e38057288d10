"""OpenRLHF's reward endpoint: splits completions from their prompts and judges them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from benchwright.errors import SandboxError
from benchwright.rewards.rewarder import Reward, Rewarder, check_mode, task_of_verifier
from benchwright.sandbox.json_records import Failure
from benchwright.server.api import Api, Route
from benchwright.server.apis.sandbox import failure
from benchwright.server.benchmarks import plans_of
from benchwright.server.call import Call, InvalidRequest
from benchwright.server.queue import WaitingSandbox
from benchwright.server.reply import Reply

_PLAIN = ("</s>", "<eos>", "<end_of_turn>")
_MARKED = re.compile(r"<\|[^|<>]{1,40}\|>")
_LONGEST_MARKED = 44


def without_ending(completion: str) -> str:
    """Strip the tokens that end a turn, which trainers leave in completions. Works from the right, one token at a time:
    a search from the left takes quadratic time on long runs of whitespace."""
    kept = len(completion)
    while True:
        end = _before_blanks(completion, kept)
        start = _token_start(completion, end)
        if start is None:
            return completion if kept == len(completion) else completion[:kept].rstrip()
        kept = start


def _before_blanks(text: str, end: int) -> int:
    while end and text[end - 1].isspace():
        end -= 1
    return end


def _token_start(text: str, end: int) -> int | None:
    for token in _PLAIN:
        if text.endswith(token, 0, end):
            return end - len(token)
    if not text.endswith("|>", 0, end):
        return None
    start = text.rfind("<|", max(0, end - _LONGEST_MARKED), end)
    return start if start >= 0 and _MARKED.fullmatch(text, start, end) else None


_SPECIAL = r"<\|[^|<>]{1,40}\|>|</?s>|<(?:bos|eos|pad|start_of_turn|end_of_turn)>"
_SKIPPED = re.compile(rf"\s+|{_SPECIAL}")
"""What a round trip through a tokenizer may add, drop or change."""


def after_prompt(text: str, prompt: str) -> str | None:
    """Return what follows the prompt in the text. None if the text does not contain the prompt, even when whitespace
    and special tokens are ignored: the completion cannot be separated then."""
    bare = _SKIPPED.sub("", prompt)
    if not bare:
        return text.removeprefix(prompt)
    before, found, after = text.partition(prompt)
    if found and not _SKIPPED.sub("", before):
        return after
    if _SKIPPED.sub("", text).startswith(bare):
        return _without_marks(_text_after(text, len(bare)), _text_after(prompt, len(bare)))
    return after if found else None


def _text_after(text: str, count: int) -> str:
    """Return what follows the first `count` characters, not counting the skipped ones."""
    start = 0
    for skipped in _SKIPPED.finditer(text):
        if skipped.start() - start >= count:
            break
        count -= skipped.start() - start
        start = skipped.end()
    return text[start + count :]


def _without_marks(text: str, ending: str) -> str:
    """Strip the special tokens that the prompt ended with. Others belong to the model."""
    for mark in re.findall(_SPECIAL, ending):
        bare = text.lstrip()
        text = bare.removeprefix(mark) if bare.startswith(mark) else text
    return text


_PATIENCE_S = 60.0
"""Seconds to wait for room. OpenRLHF waits 180 s for the response."""
_AHEAD = 2
"""Samples in progress per program slot, so that no slot is idle between samples."""


class RewardBody(msgspec.Struct, frozen=True, kw_only=True):
    """Request as OpenRLHF sends it."""

    query: tuple[str, ...]
    """Prompt and completion as one text, per sample."""
    prompts: tuple[str, ...]
    """Prompt of each sample."""
    labels: tuple[str | dict[str, Any], ...]
    """Verifier of each sample as JSON: that of an exported row, or `tests` as text with a `language` and an optional
    `reference`."""


class RewardAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Response as OpenRLHF reads it."""

    rewards: tuple[float | None, ...]
    """One reward per sample. None only if the request has `unscored=null`."""
    scores: tuple[float | None, ...]
    """Same values as `rewards`; OpenRLHF filters groups by them."""
    extra_logs: Mapping[str, tuple[float, ...]]
    """Per-sample values for OpenRLHF's logs: `passed` and `unscored`."""


async def rewards(call: Call) -> Reply:
    """Judge all completions of a request. If a sample is unscored, the whole request fails and the trainer retries: its
    tensors cannot hold a missing reward, and 0 would be wrong."""
    body: RewardBody = call.body
    if not len(body.query) == len(body.prompts) == len(body.labels):
        raise InvalidRequest("query, prompts and labels differ in length", "send one of each for every sample")
    most = call.service.settings.max_batch
    if len(body.query) > most:
        raise InvalidRequest(f"query has {len(body.query)} entries", f"send at most {most} per request")
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
        raise InvalidRequest(
            f"query[{at}] does not contain prompts[{at}]", "send the prompt unchanged at the start of the query"
        )
    tasks = [task_of_verifier(label) for label in body.labels]
    pairs = [(task, text) for task, text in zip(tasks, completions, strict=True) if text is not None]
    try:
        scored = iter(await rewarder.rewards(pairs))
    finally:
        rewarder.cancel()  # in case the client disconnected
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
    """Return what follows the prompt, without end-of-turn tokens; None if the prompt is missing, because code in it is
    not the model's."""
    after = after_prompt(query, prompt)
    return None if after is None else without_ending(after)


def _refuse_unscored(made: list[Reward]) -> None:
    missing = [reward for reward in made if reward.value is None]
    if missing:
        raise SandboxError(
            f"{len(missing)} of {len(made)} are unscored, the first: {missing[0].why}", "retry the request"
        )


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
            summary="Judge completions and return rewards in OpenRLHF's format.",
            handle=rewards,
            body=RewardBody,
            answers={200: RewardAnswer, 422: Failure, 429: Failure, 503: Failure},
            examples={"double": _EXAMPLE},
        ),
    ),
    failure=failure,
)
