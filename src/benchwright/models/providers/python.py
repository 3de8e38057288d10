"""`python:module:function`: a Python function as a model."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import sys
import time
import typing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from benchwright.errors import BenchwrightError, ModelError, UsageError
from benchwright.models.protocol import Answer, ModelOptions, Request, Source

_HINT = "use python:my_module:my_function, with a module in the current folder or an installed package"


def open(name: str, options: ModelOptions) -> Source:
    """Open the function given by `module:function`."""
    module, _, function = name.partition(":")
    if not module or not function:
        raise UsageError(f"python:{name} is not of the form python:module:function", _HINT)
    return FunctionModel(name, _load(module, function), options.concurrency)


def _load(module: str, function: str) -> Callable[..., Any]:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found: Any = importlib.import_module(module)
        for part in function.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise UsageError(f"cannot load python:{module}:{function}: {type(error).__name__}: {error}", _HINT) from error
    if not callable(found):
        raise UsageError(f"python:{module}:{function} is not callable", _HINT)
    loaded: Callable[..., Any] = found
    return loaded


def _wants_request(function: Callable[..., Any]) -> bool:
    """Whether the first parameter is annotated as Request. If annotations cannot be read, it takes text."""
    called = function if inspect.isroutine(function) or inspect.isclass(function) else type(function).__call__
    try:
        parameters = iter(inspect.signature(function).parameters)
        return typing.get_type_hints(called).get(next(parameters, "")) is Request
    except (TypeError, ValueError, NameError, AttributeError):
        return False


class FunctionModel(Source):
    """Calls the function with the prompt's text, or with the Request if its parameter is annotated as one."""

    def __init__(self, name: str, function: Callable[..., Any], concurrency: int) -> None:
        super().__init__(f"python:{name}")
        self._function = function
        self._takes_request = _wants_request(function)
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="benchwright-python")

    async def answer(self, request: Request) -> Answer:
        """Call the function, which returns a str or an Answer."""
        given: Request | str = request if self._takes_request else request.text
        started_s = time.monotonic()
        try:
            returned = await self._call(given)
        except BenchwrightError:
            raise
        except Exception as error:
            raise ModelError(f"{self.name} raised {type(error).__name__}: {error}") from error
        answer_s = time.monotonic() - started_s
        if isinstance(returned, str):
            return Answer(text=returned, answer_s=answer_s)
        if isinstance(returned, Answer):
            return returned if returned.answer_s is not None else msgspec.structs.replace(returned, answer_s=answer_s)
        raise UsageError(f"{self.name} returned {type(returned).__name__}", "return a str or an Answer")

    async def _call(self, given: Request | str) -> object:
        if inspect.iscoroutinefunction(self._function):
            return await self._function(given)
        returned = await asyncio.get_running_loop().run_in_executor(self._threads, self._function, given)
        return await returned if inspect.isawaitable(returned) else returned

    async def aclose(self) -> None:
        """Cancel calls that have not started."""
        self._threads.shutdown(wait=False, cancel_futures=True)
