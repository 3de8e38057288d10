"""The synchronous client: the asynchronous one, driven by a background thread."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Concatenate, ParamSpec, TypeVar

from benchwright.client.asynchronous import AsyncClient
from benchwright.sandbox.concurrent import LoopThread

P = ParamSpec("P")
T = TypeVar("T")


def _waiting(
    method: Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Client, P], T]:
    """Make a synchronous method from an asynchronous one."""

    @functools.wraps(method)
    def call(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return client._loop.run(method(client._client, *args, **kwargs))

    return call


def _iterating(
    method: Callable[Concatenate[AsyncClient, P], AsyncIterator[T]],
) -> Callable[Concatenate[Client, P], Iterator[T]]:
    """Make a generator method from an asynchronous one."""

    @functools.wraps(method)
    def call(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return client._loop.iterate(method(client._client, *args, **kwargs))

    return call


class Client:
    """Synchronous version of AsyncClient, with the same methods, arguments and results. Any thread can use it."""

    def __init__(self, url: str, **options: Any) -> None:
        """Accept the same options as AsyncClient."""
        self._client = AsyncClient(url, **options)
        self._loop = LoopThread()

    execute = _waiting(AsyncClient.execute)
    run_many = _iterating(AsyncClient.run_many)
    batch = _iterating(AsyncClient.batch)
    judge = _waiting(AsyncClient.judge)
    judge_problem = _waiting(AsyncClient.judge_problem)
    languages = _waiting(AsyncClient.languages)
    health = _waiting(AsyncClient.health)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Cancel everything in progress and close the connections."""
        self._loop.run(self._client.aclose())
        self._loop.close()
