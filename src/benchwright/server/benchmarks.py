"""The benchmarks that a server serves. Configured ones are read before it listens, bundled ones on first use."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from benchwright.errors import SandboxError, UsageError
from benchwright.problems import Problem, builtin_names
from benchwright.problems.read import read_problems
from benchwright.server.service import Service


def read_benchmarks(benchmarks: Mapping[str, str]) -> dict[str, Mapping[str, Problem]]:
    """Read the problems of each benchmark, by id; raise UsageError if one cannot be read."""
    return {name: _read(name, place) for name, place in benchmarks.items()}


def served(service: Service) -> Mapping[str, str]:
    """Name → benchmark: the configured ones, or the bundled ones if none are configured."""
    return service.settings.benchmarks or {name: f"builtin:{name}" for name in builtin_names()}


async def problems_of(service: Service, name: str) -> Mapping[str, Problem]:
    """Read the problems of a served benchmark, by id."""
    known = service.problems
    if name not in known:
        benchmarks = served(service)
        if name not in benchmarks:
            raise UsageError(f"no dataset {name!r} is served here", f"choose one of {', '.join(sorted(benchmarks))}")
        try:
            known[name] = await asyncio.to_thread(_read, name, benchmarks[name])
        except UsageError as error:
            # The operator's fault: do not blame the client, and do not reveal paths on the server.
            service.log.write("error", error.sentence, benchmark=name)
            raise SandboxError(f"dataset {name!r} cannot be read", "see the server's log") from error
    return known[name]


async def find_problem(service: Service, name: str, problem_id: str) -> Problem:
    """Find one problem of a served benchmark."""
    problems = await problems_of(service, name)
    if problem_id not in problems:
        hint = f"it has {len(problems)} problems, such as {next(iter(problems))}"
        raise UsageError(f"{name} has no problem {problem_id!r}", hint)
    return problems[problem_id]


def _read(name: str, place: str) -> dict[str, Problem]:
    try:
        return {problem.id: problem for problem in read_problems(place)}
    except UsageError as error:
        raise UsageError(f"--benchmark {name}={place}: {error}", error.hint) from error
