"""Tokens that end a turn, which trainers leave in completions."""

from __future__ import annotations

import re

_PLAIN = ("</s>", "<eos>", "<end_of_turn>")
_MARKED = re.compile(r"<\|[^|<>]{1,40}\|>")
_LONGEST_MARKED = 44


def without_ending(completion: str) -> str:
    """The completion without the tokens at its end. Taken off from the right, one by one: a search from the left needs
    quadratic time for long runs of blanks."""
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
