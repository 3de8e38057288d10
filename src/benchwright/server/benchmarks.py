"""The benchmarks that a server serves, read when somebody first asks for one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from benchwright.errors import UsageError
from benchwright.problems import Problem, builtin_names
from benchwright.problems.read import read_problems
from benchwright.server.service import Service

_read: WeakKeyDictionary[Service, dict[str, dict[str, Problem]]] = WeakKeyDictionary()


def served(service: Service) -> Mapping[str, str]:
    """Name → benchmark: those of the settings, or those that come with us where none are named."""
    return service.settings.benchmarks or {name: f"builtin:{name}" for name in builtin_names()}


async def problems_of(service: Service, name: str) -> Mapping[str, Problem]:
    """The problems of a served benchmark, by id."""
    known = _read.setdefault(service, {})
    if name not in known:
        benchmarks = served(service)
        if name not in benchmarks:
            raise UsageError(f"no dataset {name!r} is served here", f"there are: {', '.join(sorted(benchmarks))}")
        problems = await asyncio.to_thread(read_problems, benchmarks[name])
        known[name] = {problem.id: problem for problem in problems}
    return known[name]


async def find_problem(service: Service, name: str, problem_id: str) -> Problem:
    """One of them."""
    problems = await problems_of(service, name)
    if problem_id not in problems:
        hint = f"it has {len(problems)}, such as {next(iter(problems))}"
        raise UsageError(f"{name} has no problem {problem_id!r}", hint)
    return problems[problem_id]
