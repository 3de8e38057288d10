"""The benchmarks that the dataset endpoints serve, read once, and the plans of their problems, made once."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Mapping

from benchwright.judge.solution import ProblemPlan, plan_problem
from benchwright.languages import find_language
from benchwright.problems import Problem, builtin_names, read_problems
from benchwright.sandbox.protocol import Sandbox
from benchwright.server.failures import InvalidRequest
from benchwright.server.service import Service


class Datasets:
    """What one service serves."""

    def __init__(self, benchmarks: Mapping[str, str]) -> None:
        self._benchmarks = dict(benchmarks) or {name: f"builtin:{name}" for name in builtin_names()}
        self._problems: dict[str, dict[str, Problem]] = {}
        self._plans: dict[tuple[str, str], ProblemPlan] = {}
        self._turns: dict[str, asyncio.Lock] = {}

    @property
    def names(self) -> list[str]:
        """Of the benchmarks."""
        return sorted(self._benchmarks)

    async def problems(self, name: str, language: str = "") -> list[Problem]:
        """The problems of a benchmark, of one language where it is named."""
        found = (await self._read(name)).values()
        wanted = find_language(language).id if language else ""
        return [problem for problem in found if wanted in ("", problem.language)]

    async def problem(self, name: str, key: str | int | None) -> Problem:
        """One problem, by its id or by its number in the benchmark."""
        problems = await self._read(name)
        if isinstance(key, int) and str(key) not in problems and 0 <= key < len(problems):
            return list(problems.values())[key]
        try:
            return problems[str(key)]
        except KeyError:
            raise InvalidRequest(f"{name} has no problem {key!r}", "POST /list_ids lists them") from None

    async def plan(self, sandbox: Sandbox, name: str, problem: Problem) -> ProblemPlan:
        """What is known about the problem; the first that asks makes it, and the others wait."""
        async with self._turn(f"{name}#{problem.id}"):
            key = (name, problem.id)
            if key not in self._plans:
                self._plans[key] = await plan_problem(sandbox, problem)
            return self._plans[key]

    async def _read(self, name: str) -> dict[str, Problem]:
        if name not in self._benchmarks:
            raise InvalidRequest(f"there is no dataset {name!r}", f"there are: {', '.join(self.names)}")
        async with self._turn(name):
            if name not in self._problems:
                problems = await asyncio.to_thread(read_problems, self._benchmarks[name])
                self._problems[name] = {problem.id: problem for problem in problems}
            return self._problems[name]

    def _turn(self, key: str) -> asyncio.Lock:
        return self._turns.setdefault(key, asyncio.Lock())


_of_service: weakref.WeakKeyDictionary[Service, Datasets] = weakref.WeakKeyDictionary()


def datasets_of(service: Service) -> Datasets:
    """The service's benchmarks."""
    if service not in _of_service:
        _of_service[service] = Datasets(service.settings.benchmarks)
    return _of_service[service]
