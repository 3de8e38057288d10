"""`openai:NAME` and `openai:NAME@URL`: models behind an OpenAI-compatible endpoint. Keys are sent and never shown."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchwright.errors import ModelBusy, UsageError
from benchwright.models.protocol import Answer, ModelOptions, Request, Source, Traits
from benchwright.models.wire import (
    Dialect,
    answer_of,
    body_of,
    complaint_of,
    failure,
    is_filtered,
    path_of,
    without_rejected,
)

if TYPE_CHECKING:
    import httpx


TRAITS = Traits(priced=True)

_SHORTEST = 8
"""Shorter keys, such as `EMPTY` for a server that accepts any, are not secret and may occur in any text."""


class Secret:
    """A string that is not shown by accident."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "***"

    def __bool__(self) -> bool:
        return bool(self._value)

    def reveal(self) -> str:
        """Return the actual value."""
        return self._value

    def hide_in(self, text: str) -> str:
        """Mask the secret in a text."""
        return text.replace(self._value, "***") if len(self._value) >= _SHORTEST else text


def key_from(variable: str) -> Secret:
    """Read the key from an environment variable. Empty if it is unset."""
    value = os.environ.get(variable, "").strip()
    # HTTP clients quote a header that they cannot send in their errors, so reject such a key first.
    if not (value.isascii() and value.isprintable()):
        raise UsageError(f"the key in {variable} contains invalid characters", "copy the key again")
    return Secret(value)


OFFICIAL_URL = "https://api.openai.com/v1"
_URL_HINT = "use the form openai:NAME@http://localhost:8000/v1"
_CONNECT_TIMEOUT_S = 30.0


def open(name: str, options: ModelOptions) -> Source:
    """Open a model at the endpoint given in the name or in OPENAI_BASE_URL."""
    # A model's name may contain an @.
    model, *url = re.split(r"@(?=https?://)", name, maxsplit=1)
    base_url = _checked_url(url[0] if url else os.environ.get("OPENAI_BASE_URL") or OFFICIAL_URL)
    key = key_from(options.api_key_env)
    needed = base_url == OFFICIAL_URL or options.api_key_env != ModelOptions().api_key_env
    if needed and not key:
        raise UsageError(f"no key for {base_url} in {options.api_key_env}", f"export {options.api_key_env}=…")
    return OpenAIModel(model, base_url, key, options)


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise UsageError(f"{url!r} is not the URL of an endpoint", _URL_HINT)
    if parts.username or parts.password or parts.query or parts.fragment:
        # The name is written to manifests and logs.
        message = "a base URL must not contain credentials, a query or a fragment"
        raise UsageError(message, "name the variable with the key in --api-key-env")
    return url.rstrip("/")


class OpenAIModel(Source):
    """Client for one endpoint. It learns which parameters the endpoint rejects."""

    kept = True

    def __init__(self, name: str, base_url: str, key: Secret, options: ModelOptions) -> None:
        super().__init__(f"openai:{name}@{base_url}")
        self.price_name = name
        extra = json.dumps(options.extra_body, sort_keys=True) if options.extra_body else ""
        self.identity = self.name + extra
        self.endpoint = base_url
        self._model = name
        self._base_url = base_url
        self._key = key
        self._options = options
        self._client: httpx.AsyncClient | None = None
        official = base_url == OFFICIAL_URL
        self._dialect = Dialect(token_limit="max_completion_tokens" if official else "max_tokens")

    async def answer(self, request: Request) -> Answer:
        """Make one attempt. A request that is rejected because of a parameter is resent without it."""
        tried = set()
        while True:
            dialect = self._dialect
            tried.add(dialect)
            body = body_of(request, self._model, dialect, self._options.extra_body)
            started_s = time.monotonic()
            reply = await self._post(path_of(request), body)
            if reply.is_success:
                return self._read(_text(reply), request, dialect, time.monotonic() - started_s)
            complaint = complaint_of(reply.status_code, reply.headers, self._key.hide_in(_text(reply)))
            if is_filtered(complaint):
                return Answer(text="", finish_reason="content_filter")
            changed = without_rejected(complaint, dialect, body)
            if changed is None or changed in tried:
                raise failure(complaint, self._model, self._base_url, self._options.api_key_env)
            self._dialect = _joined(self._dialect, changed)

    def _read(self, text: str, request: Request, dialect: Dialect, answer_s: float) -> Answer:
        try:
            reply = json.loads(text)
            # Routers report a failure of the endpoint behind them with a success status.
            if isinstance(reply, dict) and reply.get("error") and not reply.get("choices"):
                complaint = complaint_of(502, {}, self._key.hide_in(text))
                raise ValueError(complaint.message)
            return answer_of(reply, request, dialect, answer_s)
        except ValueError as error:
            start = self._key.hide_in(" ".join(text.split()))[:100]
            raise ModelBusy(f"{self._base_url} sent an invalid answer: {error} (it starts with {start!r})") from None

    async def _post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        import httpx

        client = self._open_client()
        unreachable = False
        try:
            async with asyncio.timeout(self._options.timeout_s):
                return await client.post(f"{self._base_url}{path}", content=json.dumps(body).encode())
        except TimeoutError:
            problem = f"no answer in {self._options.timeout_s:.0f} s"
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            problem, unreachable = f"cannot connect: {error}", True
        except httpx.HTTPError as error:
            problem = f"the connection broke: {str(error) or type(error).__name__}"
        # `from None`: the original exception references the request, which contains the key.
        raise ModelBusy(f"{self._base_url}: {self._key.hide_in(problem)}", unreachable=unreachable) from None

    def _open_client(self) -> httpx.AsyncClient:
        import httpx

        if self._client is None:
            headers = {"content-type": "application/json", "user-agent": "benchwright"}
            if self._key:
                headers["authorization"] = f"Bearer {self._key.reveal()}"
            here = urlsplit(self._base_url).hostname in ("localhost", "127.0.0.1", "::1")
            self._client = httpx.AsyncClient(
                headers=headers,
                timeout=httpx.Timeout(None, connect=_CONNECT_TIMEOUT_S),
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=self._options.concurrency),
                trust_env=not here,  # a proxy cannot reach this machine's loopback
            )
        return self._client

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()


def _text(reply: httpx.Response) -> str:
    return reply.content.decode(errors="replace")


def _joined(before: Dialect, learned: Dialect) -> Dialect:
    """Merge two dialects: concurrent requests learn independently, and nothing must be forgotten."""
    without = before.without | learned.without
    return Dialect(token_limit=learned.token_limit, without=without, system=before.system and learned.system)
