"""Finds the completion in a text that holds the prompt as well, which went through a tokenizer in between."""

from __future__ import annotations

import re

_SPECIAL = r"<\|[^|<>]{1,40}\|>|</?s>|<(?:bos|eos|pad|start_of_turn|end_of_turn)>"
_SKIPPED = re.compile(rf"\s+|{_SPECIAL}")
"""What a round trip through a tokenizer may add, drop or change."""


def after_prompt(text: str, prompt: str) -> str | None:
    """What follows the prompt in the text; None where it does not hold the prompt, not even with other space and other
    special tokens: then nobody can tell whose words are whose."""
    bare = _SKIPPED.sub("", prompt)
    if not bare:
        return text.removeprefix(prompt)
    before, found, after = text.partition(prompt)
    if found and not _SKIPPED.sub("", before):
        return after
    if _SKIPPED.sub("", text).startswith(bare):
        return _without_marks(_rest(text, len(bare)), _rest(prompt, len(bare)))
    return after if found else None


def _rest(text: str, count: int) -> str:
    """What follows so many characters, where those that are skipped do not count."""
    start = 0
    for skipped in _SKIPPED.finditer(text):
        if skipped.start() - start >= count:
            break
        count -= skipped.start() - start
        start = skipped.end()
    return text[start + count :]


def _without_marks(text: str, ending: str) -> str:
    """The text without the special tokens that the prompt ended with. Others are the model's own."""
    for mark in re.findall(_SPECIAL, ending):
        bare = text.lstrip()
        text = bare.removeprefix(mark) if bare.startswith(mark) else text
    return text
