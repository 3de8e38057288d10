"""How many tokens a request takes, before anybody has counted them."""

from __future__ import annotations

from benchwright.models.protocol import Answer, Request

_BYTES_PER_TOKEN = 3
"""Tokenizers reach about 4 in English and 3 in code: the estimate errs to the high side."""
_TOKENS_PER_MESSAGE = 8
"""Role and separators, as chat templates add them."""


def prompt_tokens(request: Request) -> int:
    """Estimate of what the model reads."""
    size = len(request.text.encode(errors="surrogatepass"))
    return -(-size // _BYTES_PER_TOKEN) + _TOKENS_PER_MESSAGE * max(1, len(request.messages))


def most_tokens(request: Request) -> int:
    """Estimate of what it reads, and the most that it may write."""
    return prompt_tokens(request) + request.max_tokens


def used_tokens(request: Request, answer: Answer) -> int:
    """What the endpoint counted; where it did not, what we must assume."""
    if answer.prompt_tokens is None or answer.completion_tokens is None:
        return most_tokens(request)
    return answer.prompt_tokens + answer.completion_tokens
