"""`benchwright generate autocodegen`: turn code fragments into problems."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from benchwright.cli._generation import (
    StepOptions,
    commands,
    go,
    known_languages,
    language_names,
    read_step_options,
    reject_combination,
)
from benchwright.cli._options import (
    ASKING,
    ApiKeyEnv,
    Cache,
    Concurrency,
    ExtraBody,
    MaxCost,
    MaxTokensTotal,
    Prices,
    Record,
    RequestsPerMinute,
    TokensPerMinute,
    model_options,
    one_of,
)
from benchwright.errors import UsageError

_SEEDS, _QUALITY = "Seeds", "Quality"
_DECIDING = (
    "seeds",
    *("languages", "translate_to", "translations", "count", "oversample", "model", "critic_model", "solver_model"),
    *(
        "prompts",
        "temperature",
        "max_tokens",
        "seed_languages",
        "licences",
        "strictness",
        "step_options",
        "samples",
        "drop_solved",
    ),
    *("easy_above", "medium_above", "reruns", "mutants", "bugs", "against"),
)
"""Options that decide what is generated, which --resume and --replay take from the job or recording."""


@commands.command()
def autocodegen(
    context: typer.Context,
    seeds: Annotated[
        str,
        typer.Argument(
            metavar="SEEDS",
            help="Source file, folder, git repository (path or URL, optionally @commit), JSONL file or dataset.",
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="JOB", help="Job directory. Reuse the path to resume.")
    ] = None,
    languages: Annotated[
        str, typer.Option("--languages", metavar="NAMES", help="Languages to write problems in (comma-separated).")
    ] = "python,cpp,java,javascript,go,shell",
    translate_to: Annotated[
        str,
        typer.Option(
            "--translate-to", metavar="NAMES", help="Languages to translate finished problems to (comma-separated)."
        ),
    ] = "",
    translations: Annotated[
        int,
        typer.Option("--translations", metavar="N", min=1, help="Number of languages to translate each problem to."),
    ] = 1,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="Number of problems to generate.")] = 100,
    oversample: Annotated[
        float,
        typer.Option("--oversample", metavar="N", min=1.0, help="Seeds to try per requested problem."),
    ] = 2.0,
    model: Annotated[
        str,
        typer.Option(
            "--model", metavar="PROVIDER:NAME", help="Model that writes the problems.", rich_help_panel=ASKING
        ),
    ] = "",
    critic_model: Annotated[
        str,
        typer.Option(
            "--critic-model",
            metavar="PROVIDER:NAME",
            help="Model that reviews the problems. Default: --model.",
            rich_help_panel=ASKING,
        ),
    ] = "",
    solver_model: Annotated[
        str,
        typer.Option(
            "--solver-model",
            metavar="PROVIDER:NAME",
            help="Model that solves the problems. Default: --model.",
            rich_help_panel=ASKING,
        ),
    ] = "",
    prompts: Annotated[
        Path | None,
        typer.Option(
            "--prompts",
            metavar="FOLDER",
            help="Folder of Jinja templates that replace built-in prompts.",
            rich_help_panel=ASKING,
        ),
    ] = None,
    temperature: Annotated[
        float,
        typer.Option(
            "--temperature",
            metavar="N",
            min=0.0,
            help="Sampling temperature of solutions and answers.",
            rich_help_panel=ASKING,
        ),
    ] = 0.7,
    max_tokens: Annotated[
        int,
        typer.Option("--max-tokens", metavar="N", min=1, help="Maximum tokens per answer.", rich_help_panel=ASKING),
    ] = 8192,
    api_key_env: ApiKeyEnv = "OPENAI_API_KEY",
    extra_body: ExtraBody = "",
    record: Record = None,
    seed_languages: Annotated[
        str,
        typer.Option(
            "--seed-languages",
            metavar="NAMES",
            help="Use only fragments in these languages (comma-separated).",
            rich_help_panel=_SEEDS,
        ),
    ] = "",
    licences: Annotated[
        str,
        typer.Option(
            "--licences",
            metavar="NAMES",
            help="Use only code under these SPDX ids, or `permissive` (comma-separated).",
            rich_help_panel=_SEEDS,
        ),
    ] = "",
    step_options: StepOptions = None,
    strictness: Annotated[
        str,
        typer.Option(
            "--strictness",
            metavar="NAME",
            help="How readily to drop problems instead of flagging them: lenient, normal or strict.",
            rich_help_panel=_QUALITY,
        ),
    ] = "normal",
    samples: Annotated[
        int,
        typer.Option("--samples", metavar="N", min=1, help="Solver answers per problem.", rich_help_panel=_QUALITY),
    ] = 5,
    drop_solved: Annotated[
        bool,
        typer.Option(
            "--drop-solved/--keep-solved",
            help="Drop problems that the solver always solves.",
            rich_help_panel=_QUALITY,
        ),
    ] = True,
    easy_above: Annotated[
        float,
        typer.Option(
            "--easy-above",
            metavar="SHARE",
            min=0,
            max=1,
            help="Above this solve rate a problem is easy.",
            rich_help_panel=_QUALITY,
        ),
    ] = 0.67,
    medium_above: Annotated[
        float,
        typer.Option(
            "--medium-above",
            metavar="SHARE",
            min=0,
            max=1,
            help="Above this solve rate a problem is medium, otherwise hard.",
            rich_help_panel=_QUALITY,
        ),
    ] = 0.34,
    reruns: Annotated[
        int,
        typer.Option(
            "--reruns",
            metavar="N",
            min=1,
            help="Number of reference runs, to find flaky results.",
            rich_help_panel=_QUALITY,
        ),
    ] = 3,
    mutants: Annotated[
        int,
        typer.Option(
            "--mutants",
            metavar="N",
            min=0,
            help="Number of mutants to run the tests on.",
            rich_help_panel=_QUALITY,
        ),
    ] = 16,
    bugs: Annotated[
        int,
        typer.Option(
            "--bugs",
            metavar="N",
            min=0,
            help="Number of wrong solutions the model writes, to try the tests on.",
            rich_help_panel=_QUALITY,
        ),
    ] = 3,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="BENCH",
            help="Drop problems that resemble this benchmark. Repeatable.",
            rich_help_panel=_QUALITY,
        ),
    ] = None,
    concurrency: Concurrency = 16,
    requests_per_minute: RequestsPerMinute = None,
    tokens_per_minute: TokensPerMinute = None,
    max_cost: MaxCost = None,
    max_tokens_total: MaxTokensTotal = None,
    prices: Prices = None,
    cache: Cache = True,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print the seeds and the estimated cost, and exit.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Resume JOB with the options it was started with.")] = False,
    replay: Annotated[
        str, typer.Option("--replay", metavar="NAME", help="Replay a bundled recording, such as starter.")
    ] = "",
    only: Annotated[
        str,
        typer.Option("--only", metavar="NAMES", help="Limit this run to items in these languages (comma-separated)."),
    ] = "",
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="Limit this run to the first N items (after --only)."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the funnel as one JSON document.")] = False,
) -> None:
    """Turn code fragments into verified problems.

    A model turns each fragment into a solution. The solution runs in the sandbox, and its outputs become the expected
    values of the tests. The question is written last. Every result is verified and kept in the job directory.

    If the command is interrupted or killed, re-run it or use --resume: no request is sent twice. With `batch:` models
    it exits with code 3 whenever requests are waiting for answers.

    Exit code: 0 done, 2 incorrect usage, 3 some items are waiting for answers, or failed and will be retried.
    """
    from benchwright.generate.autocodegen.plan import plan, replayed, resumed
    from benchwright.generate.autocodegen.run import STEPS
    from benchwright.generate.autocodegen.settings import Settings
    from benchwright.generate.record import Strictness
    from benchwright.seeds import SeedOptions

    if out is None and not estimate:
        raise UsageError("--out is missing", "add --out JOB, the job directory to create or resume")
    options = model_options(context)
    if resume or replay:
        reject_combination(context, "--resume" if resume else "--replay", _DECIDING)
        planned = resumed(out or Path(), options) if resume else replayed(replay, options)
        go(planned, out, as_json, only, limit, estimate)
        return
    if not seeds or not model:
        missing = "SEEDS" if not seeds else "--model"
        hint = "for example `benchwright generate autocodegen src --model openai:NAME@URL --out job`"
        raise UsageError(f"{missing} is missing", hint)
    if medium_above > easy_above:
        raise UsageError("--medium-above is higher than --easy-above", "lower --medium-above or raise --easy-above")
    settings = Settings(
        languages=known_languages(languages),
        translate_to=known_languages(translate_to),
        translations=translations,
        count=count,
        oversample=oversample,
        strictness=cast(Strictness, one_of("--strictness", strictness, get_args(Strictness))),
        reruns=reruns,
        samples=samples,
        drop_solved=drop_solved,
        easy_above=easy_above,
        medium_above=medium_above,
        mutants=mutants,
        bugs=bugs,
        temperature=temperature,
        max_tokens=max_tokens,
        options=read_step_options(step_options or (), STEPS),
    )
    wanted = SeedOptions(languages=language_names(seed_languages), licences=tuple(filter(None, licences.split(","))))
    specs = {"model": model, "critic": critic_model or model, "solver": solver_model or model}
    planned = plan(seeds, wanted, settings, specs, options, prompts, against or [])
    go(planned, out, as_json, only, limit, estimate)
