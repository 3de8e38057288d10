"""`benchwright evaluate`: score a model, or a file of its answers, on a benchmark."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from benchwright.cli import EXIT_UNSCORED, app
from benchwright.cli._help import EVALUATE
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
    from benchwright.cli._evaluation import EvaluationProgress
    from benchwright.evaluation.run import Evaluated, Source
    from benchwright.evaluation.settings import Settings
    from benchwright.metrics.outcome import Options
    from benchwright.models import ModelOptions
    from benchwright.models.opening import CostEstimate
    from benchwright.models.prompt import Prompt
    from benchwright.problems import Problem

_JUDGING = "Judging"


@app.command(rich_help_panel=EVALUATE)
def evaluate(
    context: typer.Context,
    bench: Annotated[
        str, typer.Argument(metavar="BENCH", help="File, folder, built-in benchmark or Hugging Face dataset.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="JOB", help="Job directory. Reuse the path to resume.")],
    model: Annotated[
        str,
        typer.Option(
            "--model", metavar="PROVIDER:NAME", help="Model to ask, such as openai:NAME@URL or local:smollm2."
        ),
    ] = "",
    samples: Annotated[
        Path | None, typer.Option("--samples", metavar="FILE", help="Judge existing answers from this file instead.")
    ] = None,
    file_format: Annotated[
        str, typer.Option("--format", metavar="NAME", help="Format of BENCH. Default: detected.")
    ] = "",
    languages: Annotated[
        str,
        typer.Option(
            "--languages", metavar="NAMES", help="Evaluate only problems in these languages (comma-separated)."
        ),
    ] = "",
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Evaluate only the first N problems.")
    ] = None,
    lenient: Annotated[
        bool,
        typer.Option("--lenient", help="Skip and count invalid rows; accept empty answers as answers without code."),
    ] = False,
    n: Annotated[
        int, typer.Option("-n", "--n", metavar="N", min=1, help="Answers per problem.", rich_help_panel=ASKING)
    ] = 1,
    k: Annotated[str, typer.Option("--k", metavar="LIST", help="Values of k for pass@k, as in 1,5.")] = "1",
    temperature: Annotated[
        float,
        typer.Option("--temperature", metavar="N", min=0.0, help="Sampling temperature.", rich_help_panel=ASKING),
    ] = 0.0,
    top_p: Annotated[
        float,
        typer.Option(
            "--top-p", metavar="N", min=0.0, max=1.0, help="Nucleus sampling threshold (top_p).", rich_help_panel=ASKING
        ),
    ] = 1.0,
    max_tokens: Annotated[
        int,
        typer.Option("--max-tokens", metavar="N", min=1, help="Maximum tokens per answer.", rich_help_panel=ASKING),
    ] = 2048,
    stop: Annotated[
        list[str] | None,
        typer.Option(
            "--stop", metavar="TEXT", help="Stop sequence; removed from the answer. Repeatable.", rich_help_panel=ASKING
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="Seed to send, for endpoints that support it.", rich_help_panel=ASKING
        ),
    ] = None,
    system: Annotated[
        str,
        typer.Option(
            "--system", metavar="TEXT", help="System prompt; replaces the one in --prompt.", rich_help_panel=ASKING
        ),
    ] = "",
    prompt: Annotated[
        str,
        typer.Option(
            "--prompt",
            metavar="FILE",
            help="Jinja file, or a built-in prompt such as chat, function or fim-qwen.",
            rich_help_panel=ASKING,
        ),
    ] = "",
    mode: Annotated[
        str,
        typer.Option("--mode", metavar="NAME", help="chat, completion or infill.", rich_help_panel=ASKING),
    ] = "chat",
    turns: Annotated[
        int,
        typer.Option(
            "--turns",
            metavar="N",
            min=1,
            max=20,
            help="Turns per sample; each later turn gets feedback on the one before.",
            rich_help_panel=ASKING,
        ),
    ] = 1,
    feedback: Annotated[
        str,
        typer.Option(
            "--feedback",
            metavar="NAME",
            help="Feedback given to the model: compile, tests, full or none.",
            rich_help_panel=ASKING,
        ),
    ] = "tests",
    codet: Annotated[
        int,
        typer.Option(
            "--codet",
            metavar="N",
            min=0,
            help="Select among the answers with N test programs written by the model (CodeT).",
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
        typer.Option("--early-stop", help="Skip the remaining test sets after a failure.", rich_help_panel=_JUDGING),
    ] = False,
    environment: Annotated[
        str | None,
        typer.Option(
            "--environment",
            metavar="NAME",
            help="Package environment, or none. Default: the problem's, or chosen by imports.",
            rich_help_panel=_JUDGING,
        ),
    ] = None,
    sandbox: SandboxOption = "",
    estimate: Annotated[
        bool,
        typer.Option(
            "--estimate", help="Estimate tokens and cost, then exit without asking the model.", rich_help_panel=LIMITS
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the score as one JSON document.")] = False,
) -> None:
    """Score a model, or a file of its answers, on a benchmark.

    Asks the model, extracts the code from its answers, judges it in the sandbox, and computes the metrics. The job
    directory keeps everything. If the command is interrupted or killed, re-run it to resume: existing answers and
    verdicts are reused.

    Exit code: 0 done, 2 incorrect usage, 3 some samples are still unanswered or unscored.
    """
    from benchwright.evaluation.run import settings_for
    from benchwright.evaluation.settings import Feedback, Mode, Sampling
    from benchwright.metrics.outcome import Options

    if model and samples:
        raise UsageError("--model and --samples cannot be combined", "remove one of them")
    if not model and not samples:
        raise UsageError("pass --model or --samples", "for example --model local:smollm2, or --samples answers.jsonl")
    asked = cast(Mode, one_of("--mode", mode, get_args(Mode)))
    if samples:
        refuse_with_samples(n=n > 1, turns=turns > 1, codet=codet > 0, max_cost=max_cost is not None, estimate=estimate)
    if turns > 1 and asked != "chat":
        raise UsageError("--turns needs --mode chat", "remove --turns or --mode: only a chat can get feedback")
    measured = Options(k=ks_for(k, n if model else None))
    problems, others = _problems(bench, file_format, languages, limit, lenient)
    if environment is not None:
        problems = _in_environment(problems, environment, sandbox)
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
        environment=environment,
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
    """Return the problems to evaluate, and the other problems of the benchmark."""
    from benchwright.cli._options import choose_problems, chosen_problems

    known = choose_problems([bench], file_format, "", lenient=lenient, known_languages=True)
    chosen = {problem.id: problem for problem in chosen_problems(known, languages)[:limit]}
    return chosen, {problem.id: problem for problem in known if problem.id not in chosen}


def _in_environment(problems: dict[str, Problem], name: str, sandbox: str) -> dict[str, Problem]:
    import msgspec

    from benchwright.sandbox.environment import load_environment

    if not sandbox:
        load_environment(name)  # an unknown one fails here, not once per problem
    return {id: msgspec.structs.replace(problem, environment=name) for id, problem in problems.items()}


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
    from benchwright.evaluation.run import evaluate as run_evaluation

    progress = _progress(out, settings)
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
        print("Interrupted. Re-run the same command to resume.", file=sys.stderr)
        raise
    finally:
        progress.end()


def _progress(out: Path, settings: Settings) -> EvaluationProgress:
    """Return the progress of a new job, or of one that already has results."""
    import sqlite3

    from benchwright.cli._evaluation import EvaluationProgress
    from benchwright.evaluation.finish import REJUDGING_FACT
    from benchwright.evaluation.reading import score_on_disk
    from benchwright.evaluation.sample import JUDGE_STEP
    from benchwright.jobs import State, read_job
    from benchwright.jobs.job import STORE_FILE

    if not (out / STORE_FILE).exists():
        return EvaluationProgress()
    try:
        with read_job(out) as job:
            score = score_on_disk(job)
            judged = job.store.count(JUDGE_STEP).get(State.DONE, 0)
            # With several turns a judged answer may need a retry, and while rejudging its verdict may be an old one.
            certain = settings.turns == 1 and not settings.from_file and not job.store.fact(REJUDGING_FACT)
    except (UsageError, sqlite3.Error):  # reported when the job is opened to run it
        return EvaluationProgress(kept=0)
    if score is not None and score.complete:
        return EvaluationProgress(finished=score)
    return EvaluationProgress(kept=judged if certain else 0)


def _report(done: Evaluated, out: Path, settings: Settings, as_json: bool) -> None:
    from benchwright.cli._evaluation import print_score
    from benchwright.cli._output import counted, print_json

    if done.loaded and done.loaded.skipped:
        skipped = done.loaded.skipped
        print(f"skipped {counted(len(skipped), 'row')}, first: {skipped[0]}", file=sys.stderr)
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
    from benchwright.models.opening import estimate_cost

    if not source.prompt:
        raise UsageError("--estimate needs --model", "remove --estimate: a file of samples costs nothing")
    requests = (
        first_request(source.prompt, settings.mode, problem, settings.sampling, sample=number, system=settings.system)
        for problem in problems.values()
        for number in range(settings.sampling.n)
    )
    return estimate_cost(source.model, requests, source.options)
