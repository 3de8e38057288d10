"""`benchwright evaluate`: a model's answers to a benchmark become numbers."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from benchwright.cli import EXIT_UNSCORED, app
from benchwright.cli._options import (
    ASKING,
    LIMITS,
    ApiKeyEnv,
    Cache,
    Concurrency,
    ExtraBody,
    MaxCost,
    MaxTokensTotal,
    Prices,
    Record,
    RequestsPerMinute,
    SandboxOption,
    TokensPerMinute,
    choose_prompt,
    ks_for,
    model_options,
    one_of,
    refuse_with_samples,
)
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluation.run import Evaluated, Source
    from benchwright.evaluation.settings import Settings
    from benchwright.metrics.outcome import Options
    from benchwright.models import ModelOptions
    from benchwright.models.estimate import CostEstimate
    from benchwright.models.prompt import Prompt
    from benchwright.problems import Problem

_JUDGING = "Judging"


@app.command()
def evaluate(
    context: typer.Context,
    bench: Annotated[
        str, typer.Argument(metavar="BENCH", help="File, folder, built-in name or Hugging Face dataset of problems.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="JOB", help="Job directory; the same one goes on.")],
    model: Annotated[
        str, typer.Option("--model", metavar="PROVIDER:NAME", help="Who answers, as in openai:NAME@URL, local:smollm2.")
    ] = "",
    samples: Annotated[
        Path | None, typer.Option("--samples", metavar="FILE", help="Or a file of answers that you have already.")
    ] = None,
    file_format: Annotated[
        str, typer.Option("--format", metavar="NAME", help="Format of the problems. Default: by their fields.")
    ] = "",
    languages: Annotated[
        str, typer.Option("--languages", metavar="NAMES", help="Only problems in these languages (comma list).")
    ] = "",
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Only the first so many problems.")] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Leave bad rows out and count them.")] = False,
    n: Annotated[int, typer.Option("-n", "--n", min=1, help="Answers per problem.", rich_help_panel=ASKING)] = 1,
    k: Annotated[str, typer.Option("--k", metavar="LIST", help="The k of pass@k, as in 1,5.")] = "1",
    temperature: Annotated[float, typer.Option("--temperature", min=0.0, rich_help_panel=ASKING)] = 0.0,
    top_p: Annotated[float, typer.Option("--top-p", min=0.0, max=1.0, rich_help_panel=ASKING)] = 1.0,
    max_tokens: Annotated[int, typer.Option("--max-tokens", min=1, rich_help_panel=ASKING)] = 2048,
    stop: Annotated[
        list[str] | None, typer.Option("--stop", help="End an answer before this. Repeatable.", rich_help_panel=ASKING)
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="For endpoints that draw reproducibly.", rich_help_panel=ASKING)
    ] = None,
    system: Annotated[
        str, typer.Option("--system", metavar="TEXT", help="System prompt.", rich_help_panel=ASKING)
    ] = "",
    prompt: Annotated[
        str,
        typer.Option(
            "--prompt",
            metavar="FILE",
            help="Jinja file to ask with, or fim-qwen, fim-starcoder …",
            rich_help_panel=ASKING,
        ),
    ] = "",
    mode: Annotated[str, typer.Option("--mode", help="chat, completion or infill.", rich_help_panel=ASKING)] = "chat",
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=20, help="Attempts, each told what failed.", rich_help_panel=ASKING)
    ] = 1,
    feedback: Annotated[
        str, typer.Option("--feedback", help="What is told: compile, tests, full or none.", rich_help_panel=ASKING)
    ] = "tests",
    codet: Annotated[
        int,
        typer.Option(
            "--codet",
            metavar="NUMBER",
            min=0,
            help="Choose among the answers by so many test programs of the model's own.",
            rich_help_panel=ASKING,
        ),
    ] = 0,
    concurrency: Concurrency = 16,
    requests_per_minute: RequestsPerMinute = None,
    tokens_per_minute: TokensPerMinute = None,
    max_cost: MaxCost = None,
    max_tokens_total: MaxTokensTotal = None,
    prices: Prices = None,
    api_key_env: ApiKeyEnv = "OPENAI_API_KEY",
    extra_body: ExtraBody = "",
    record: Record = None,
    cache: Cache = True,
    canary: Annotated[
        bool,
        typer.Option("--canary/--no-canary", help="Confirm each pass with altered tests.", rich_help_panel=_JUDGING),
    ] = True,
    early_stop: Annotated[
        bool,
        typer.Option("--early-stop", help="No more test sets than it takes to fail.", rich_help_panel=_JUDGING),
    ] = False,
    sandbox: SandboxOption = "",
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what asking would cost, and end.", rich_help_panel=LIMITS)
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the score as one JSON document.")] = False,
) -> None:
    """Score a model, or a file of its answers, on a benchmark: answer, extract the code, judge it, measure.

    The job directory keeps everything. The same command goes on with a job that was stopped, however it was stopped,
    and never asks or judges twice.

    Exit code: 0 done, 2 wrong use, 3 some samples are not answered or not scored yet.
    """
    from benchwright.evaluation.run import settings_for
    from benchwright.evaluation.settings import Feedback, Mode, Sampling
    from benchwright.metrics.outcome import Options

    if bool(model) == bool(samples):
        raise UsageError("name either --model or --samples", "as in --model local:smollm2, or --samples answers.jsonl")
    asked = cast(Mode, one_of("--mode", mode, get_args(Mode)))
    if samples:
        refuse_with_samples(n=n > 1, turns=turns > 1, codet=codet > 0, max_cost=max_cost is not None, estimate=estimate)
    if turns > 1 and asked != "chat":
        raise UsageError("--turns needs --mode chat", "only a chat can be told what failed")
    measured = Options(k=ks_for(k, n if model else None))
    problems, others = _problems(bench, file_format, languages, limit, lenient)
    options = model_options(context, out / "batch")
    source = _source(model, samples, options, choose_prompt(prompt, asked), lenient, others)
    settings = settings_for(
        problems,
        source,
        mode=asked,
        system=system,
        sampling=Sampling(
            n=n, temperature=temperature, top_p=top_p, max_tokens=max_tokens, stop=tuple(stop or ()), seed=seed
        ),
        turns=turns,
        feedback=cast(Feedback, one_of("--feedback", feedback, get_args(Feedback))),
        codet=codet,
        canary=canary,
        early_stop=early_stop,
    )
    if estimate:
        typer.echo(_estimate(problems, settings, source).sentence())
        return
    if source.model and (expected := _estimate(problems, settings, source)).cost:
        print(expected.sentence(), file=sys.stderr)
    unpinned: dict[str, Any] = {
        "benchmark": bench,
        "samples": str(samples or ""),
        "languages": languages,
        "limit": limit,
    }
    unpinned["sandbox"] = sandbox or "local"
    done = _run(out, problems, settings, source, measured, unpinned)
    _report(done, out, settings, as_json)


def _problems(
    bench: str, file_format: str, languages: str, limit: int | None, lenient: bool
) -> tuple[dict[str, Problem], dict[str, Problem]]:
    """Those to evaluate, and the others of the benchmark."""
    from benchwright.cli._options import choose_problems, chosen_problems

    known = choose_problems([bench], file_format, "", lenient=lenient, known_languages=True)
    chosen = {problem.id: problem for problem in chosen_problems(known, languages)[:limit]}
    return chosen, {problem.id: problem for problem in known if problem.id not in chosen}


def _source(
    model: str,
    samples: Path | None,
    options: ModelOptions,
    prompt: Prompt,
    lenient: bool,
    others: dict[str, Problem],
) -> Source:
    from benchwright.evaluation.run import Source

    if samples is not None:
        return Source(samples=samples, lenient=lenient, others=others)
    return Source(model=model, options=options, prompt=prompt)


def _run(
    out: Path,
    problems: dict[str, Problem],
    settings: Settings,
    source: Source,
    options: Options,
    unpinned: dict[str, Any],
) -> Evaluated:
    from benchwright.cli._evaluation import EvaluationProgress
    from benchwright.evaluation.run import evaluate as run_evaluation
    from benchwright.jobs.job import STORE_FILE

    asked = "to ask for and judge" if source.model else "to judge"
    known = ", without those that the job has" if (out / STORE_FILE).exists() else ""
    progress = EvaluationProgress(what=f"{asked}{known}")
    work = run_evaluation(
        out,
        problems,
        settings,
        source,
        options=options,
        unpinned=unpinned,
        begin=progress.begin,
        sandbox=str(unpinned["sandbox"]),
    )
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on with {out}", file=sys.stderr)
        raise
    finally:
        progress.end()


def _report(done: Evaluated, out: Path, settings: Settings, as_json: bool) -> None:
    from benchwright.cli._evaluation import print_score
    from benchwright.cli._output import print_json

    if done.loaded and done.loaded.skipped:
        print(f"left out {len(done.loaded.skipped)} rows, the first: {done.loaded.skipped[0]}", file=sys.stderr)
    if as_json:
        import msgspec

        left_out = list(done.loaded.skipped) if done.loaded else []
        about = {"job": str(out), "settings": msgspec.to_builtins(settings), "left_out": left_out}
        print_json({**about, **msgspec.to_builtins(done.score)})
    else:
        print_score(done.score)
        named = shlex.quote(str(out))
        typer.echo(f"job: {out}")
        typer.echo(f"next: benchwright show {named}, or benchwright report {named} --out DIR")
    if not done.score.complete:
        raise typer.Exit(EXIT_UNSCORED)


def _estimate(problems: dict[str, Problem], settings: Settings, source: Source) -> CostEstimate:
    from benchwright.evaluation.prompts import first_request
    from benchwright.models.estimate import estimate_cost

    if not source.prompt:
        raise UsageError("a file of samples costs nothing", "--estimate is for --model")
    requests = (
        first_request(source.prompt, settings.mode, problem, settings.sampling, sample=number, system=settings.system)
        for problem in problems.values()
        for number in range(settings.sampling.n)
    )
    return estimate_cost(source.model, requests, source.options)
