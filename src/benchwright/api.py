"""The public functions. Each is synchronous, and also works inside a running event loop, as in a notebook.

For many programs or verdicts, open a `LocalSandbox` once and use `benchwright.judging` with it: each call here opens
its own sandbox, which takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from benchwright.errors import UsageError
from benchwright.evaluation.finish import Score
from benchwright.evaluation.prompts import default_prompt, find_prompt
from benchwright.evaluation.run import Source, settings_for
from benchwright.evaluation.run import evaluate as run_evaluation
from benchwright.evaluation.settings import Sampling
from benchwright.judging import Defect, Judgement, ProblemDefect, Question, calibrate, judge_tests
from benchwright.languages import find_language, language_of_file
from benchwright.metrics.outcome import Options
from benchwright.models import ModelOptions
from benchwright.problems import Problem, read_problems
from benchwright.sandbox import Execution, Limits, Program, Run
from benchwright.sandbox.concurrent import LoopThread
from benchwright.sandbox.remote import open_sandbox

_Result = TypeVar("_Result")


def run(
    source: str | Path,
    *,
    language: str = "",
    stdin: str | bytes = "",
    args: Sequence[str] = (),
    limits: Limits | None = None,
    environment: str | None = None,
    sandbox: str = "",
) -> Execution:
    """Run one program in the sandbox.

    Args:
        source: The program: its text, or the path of its file.
        language: Name of its language. Inferred from the file extension if you pass a path.
        stdin: What the program reads from standard input.
        args: Its arguments.
        limits: Time, memory and output. Default: those of the language.
        environment: Name of a package environment, or `none`. Default: chosen by what the program imports.
        sandbox: `local`, or the address of a service. Default: $BENCHWRIGHT_SANDBOX, then local.

    Returns:
        What happened, stage by stage: exit status, output, time, memory, limits hit.

    Raises:
        UsageError: No such language or file, or invalid limits.
        SandboxError: The sandbox itself failed. This says nothing about the program.
    """
    code, chosen = _text_of(source, language)
    found = find_language(chosen)
    program = Program(
        language=found.id,
        files={found.source: code.encode(errors="surrogateescape")},
        runs=(Run(stdin=stdin.encode() if isinstance(stdin, str) else stdin, args=tuple(args)),),
        limits=limits,
        environment=environment,
    )

    async def work() -> Execution:
        async with open_sandbox(sandbox) as opened:
            return await opened.run(program)

    return _wait(work())


def judge(
    solution: str | Path,
    tests: str | Path,
    *,
    language: str = "",
    reference: str | Path | None = None,
    limits: Limits | None = None,
    environment: str | None = None,
    sandbox: str = "",
) -> Judgement:
    """Judge a solution by tests. A pass is confirmed by altered tests, which a correct solution must fail.

    Args:
        solution: The solution: its text, or the path of its file.
        tests: The tests: their text, or the path of their file.
        language: Name of the language. Inferred from the file extension if you pass a path.
        reference: A solution that is known to be correct, as text or path. The tests are calibrated with it, and a pass
            then usually has full evidence; without it, at most sampled.
        limits: Time, memory and output of a run. Default: those of the language.
        environment: Name of a package environment, or `none`. Default: chosen by what the program imports.
        sandbox: `local`, or the address of a service. Default: $BENCHWRIGHT_SANDBOX, then local.

    Returns:
        The verdict, with its reason, its place and the evidence behind it.

    Raises:
        UsageError: No such language or file.
        ProblemDefect: The reference fails the tests, or the tests cannot fail.
        SandboxError: The sandbox itself failed. This says nothing about the solution.
    """
    code, chosen = _text_of(solution, language)
    text, _ = _text_of(tests, chosen)
    question = Question(language=chosen, tests=text, limits=limits, environment=environment)

    async def work() -> Judgement:
        async with open_sandbox(sandbox) as opened:
            planned = question
            if reference is not None:
                plan = await calibrate(opened, question, _text_of(reference, chosen)[0])
                if isinstance(plan, Defect):
                    raise ProblemDefect(plan)
                planned = Question(language=chosen, tests=text, limits=limits, environment=environment, plan=plan)
            return await judge_tests(opened, planned, code, canary=True)

    return _wait(work())


def evaluate(
    benchmark: str | Path | Iterable[Problem],
    *,
    out: str | Path,
    model: str = "",
    samples: str | Path | None = None,
    n: int = 1,
    temperature: float = 0.0,
    max_tokens: int = 2048,
    prompt: str = "",
    k: Sequence[int] = (1,),
    languages: Iterable[str] = (),
    limit: int | None = None,
    options: ModelOptions | None = None,
    sandbox: str = "",
) -> Score:
    """Score a model, or a file of its answers, on a benchmark. Repeat the same call to resume the job.

    Args:
        benchmark: Problems, or the name of a benchmark: a file, a folder, a built-in name such as `starter`, a dataset.
        out: The job's directory, which keeps every answer and verdict.
        model: The model to ask: `openai:gpt-5@https://…`, `local:smollm2`. Pass either this or `samples`.
        samples: A file of answers, in one of the formats in docs/evaluation.md.
        n: Answers per problem.
        temperature: Sampling temperature; 0 is greedy.
        max_tokens: Maximum tokens per answer.
        prompt: Name or file of a prompt. Default: `chat`, or `function` for problems with a hole.
        k: Values of k for pass@k.
        languages: Evaluate only problems in these languages. Default: all.
        limit: Evaluate only the first N problems.
        options: Connection options: concurrency, retries, budget.
        sandbox: `local`, or the address of a service. Default: $BENCHWRIGHT_SANDBOX, then local.

    Returns:
        The score: metrics with intervals, counts, and what could not be scored.

    Raises:
        UsageError: Invalid arguments, or a job that was started with different ones.
        SandboxUnavailable: No sandbox can run on this machine.
    """
    if bool(model) == bool(samples):
        raise UsageError("pass either model or samples", "as in model='local:smollm2' or samples='answers.jsonl'")
    named = isinstance(benchmark, str | Path)
    known = list(read_problems(str(benchmark)) if isinstance(benchmark, str | Path) else benchmark)
    wanted = {find_language(each).id for each in languages}
    chosen = [problem for problem in known if not wanted or problem.language in wanted][:limit]
    problems = {problem.id: problem for problem in chosen}
    if samples:
        others = {problem.id: problem for problem in known if problem.id not in problems}
        source = Source(samples=Path(samples), others=others)
    else:
        asked = find_prompt(prompt) if prompt else default_prompt("chat")
        source = Source(model=model, options=options or ModelOptions(), prompt=asked)
    settings = settings_for(problems, source, sampling=Sampling(n=n, temperature=temperature, max_tokens=max_tokens))
    unpinned = {"benchmark": str(benchmark) if named else "", "samples": str(samples or ""), "sandbox": sandbox}
    work = run_evaluation(
        Path(out), problems, settings, source, options=Options(k=tuple(k)), unpinned=unpinned, sandbox=sandbox
    )
    return _wait(work).score


def _text_of(source: str | Path, language: str) -> tuple[str, str]:
    """Return the text and its language, which is inferred from a path's extension unless given."""
    if isinstance(source, str):
        if not language:
            raise UsageError("the language is missing", "pass language='python', or a Path to a file")
        return source, language
    try:
        text = source.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise UsageError(f"cannot read {source}: {error.strerror}", "check the path") from None
    if language:
        return text, language
    found = language_of_file(source)
    if found is None:
        raise UsageError(f"cannot infer the language from {source}", "pass language=")
    return text, found.id


def _wait(work: Coroutine[Any, Any, _Result]) -> _Result:
    loop = LoopThread()
    try:
        return loop.run(work)
    finally:
        loop.close()
