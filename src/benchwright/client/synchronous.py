"""The client for code without an event loop: the asynchronous one, driven by a thread of its own."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Concatenate, ParamSpec, TypeVar

from benchwright.client.asynchronous import AsyncClient
from benchwright.client.loop import LoopThread

P = ParamSpec("P")
T = TypeVar("T")


def _waiting(
    method: Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Client, P], T]:
    """The same method for callers that wait."""

    @functools.wraps(method)
    def call(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return client._loop.run(method(client._client, *args, **kwargs))

    return call


def _iterating(
    method: Callable[Concatenate[AsyncClient, P], AsyncIterator[T]],
) -> Callable[Concatenate[Client, P], Iterator[T]]:
    """The same items for callers that wait for each."""

    @functools.wraps(method)
    def call(client: Client, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return client._loop.iterate(method(client._client, *args, **kwargs))

    return call


class Client:
    """AsyncClient without `async`: the same methods, arguments and results. Any thread may use it."""

    def __init__(self, url: str, **options: Any) -> None:
        """The options are those of AsyncClient."""
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
        """End what is under way, and close the connections."""
        self._loop.run(self._client.aclose())
        self._loop.close()
