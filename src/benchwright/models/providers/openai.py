"""Keys of endpoints. They are sent and never shown."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchwright.errors import ModelBusy, UsageError
from benchwright.models.protocol import Answer, ModelOptions, Request, Source
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


_SHORTEST = 8
"""What is shorter (`EMPTY`, for a server that wants any) hides nothing, and may be a part of any text."""


class Secret:
    """A text that shows itself only when asked to."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "***"

    def __bool__(self) -> bool:
        return bool(self._value)

    def reveal(self) -> str:
        """The text itself."""
        return self._value

    def hide_in(self, text: str) -> str:
        """The text without the secret, should it be in there."""
        return text.replace(self._value, "***") if len(self._value) >= _SHORTEST else text


def key_from(variable: str) -> Secret:
    """The key in an environment variable; empty if there is none."""
    value = os.environ.get(variable, "").strip()
    # Clients quote a header that they cannot send: such a key must not get there.
    if not (value.isascii() and value.isprintable()):
        raise UsageError(f"the key in {variable} has characters that no key has", "copy it again")
    return Secret(value)


OFFICIAL_URL = "https://api.openai.com/v1"
_URL_HINT = "as in openai:NAME@http://localhost:8000/v1"
_CONNECT_TIMEOUT_S = 30.0


def open(name: str, options: ModelOptions) -> Source:
    """The model at the endpoint that the name or OPENAI_BASE_URL says."""
    # A model's name may have an @ itself.
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
        # The name stands in manifests and logs.
        raise UsageError("a base URL is only an address", "name a variable that holds the key by --api-key-env")
    return url.rstrip("/")


class OpenAIModel(Source):
    """One client; it learns what the endpoint does not take."""

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
        """One attempt; what is rejected for a parameter is sent again without it."""
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
            # Routers give the failure of the endpoint behind them as a success of their own.
            if isinstance(reply, dict) and reply.get("error") and not reply.get("choices"):
                complaint = complaint_of(502, {}, self._key.hide_in(text))
                raise ValueError(complaint.message)
            return answer_of(reply, request, dialect, answer_s)
        except ValueError as error:
            start = self._key.hide_in(" ".join(text.split()))[:100]
            raise ModelBusy(f"{self._base_url} gave no usable answer: {error} (it begins: {start!r})") from None

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
            problem, unreachable = f"no connection: {error}", True
        except httpx.HTTPError as error:
            problem = f"the connection broke: {str(error) or type(error).__name__}"
        # `from None`: the client's own exception holds the request, and that holds the key.
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
                trust_env=not here,  # no proxy leads to this machine
            )
        return self._client

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._client is not None:
            await self._client.aclose()


def _text(reply: httpx.Response) -> str:
    return reply.content.decode(errors="replace")


def _joined(before: Dialect, learned: Dialect) -> Dialect:
    """Requests learn at the same time; nothing that one learned is forgotten."""
    without = before.without | learned.without
    return Dialect(token_limit=learned.token_limit, without=without, system=before.system and learned.system)
