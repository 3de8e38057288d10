"""`benchwright generate autocodegen`: fragments of code become problems."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from benchwright.cli._generation import commands, go, known_languages, language_names, refuse_with
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
    *("prompts", "temperature", "max_tokens", "seed_languages", "licences", "strictness", "samples", "drop_solved"),
    *("easy_above", "medium_above", "reruns", "mutants", "bugs", "against"),
)
"""Options that decide what is made."""


@commands.command()
def autocodegen(
    context: typer.Context,
    seeds: Annotated[
        str,
        typer.Argument(
            metavar="SEEDS", help="Source file, folder, git repository (path or URL, @commit), JSONL, or dataset."
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="JOB", help="Job directory; the same one goes on.")
    ] = None,
    languages: Annotated[
        str, typer.Option("--languages", metavar="NAMES", help="Languages to write problems in (comma list).")
    ] = "python,cpp,java,javascript,go,shell",
    translate_to: Annotated[
        str, typer.Option("--translate-to", metavar="NAMES", help="Languages to translate finished problems to.")
    ] = "",
    translations: Annotated[
        int, typer.Option("--translations", min=1, help="Into how many of them each problem is translated.")
    ] = 1,
    count: Annotated[int, typer.Option("--count", min=1, help="Problems wanted.")] = 100,
    oversample: Annotated[
        float, typer.Option("--oversample", min=1.0, help="Seeds tried for each problem wanted.")
    ] = 2.0,
    model: Annotated[
        str, typer.Option("--model", metavar="PROVIDER:NAME", help="Who writes.", rich_help_panel=ASKING)
    ] = "",
    critic_model: Annotated[
        str, typer.Option("--critic-model", metavar="PROVIDER:NAME", help="Who reviews.", rich_help_panel=ASKING)
    ] = "",
    solver_model: Annotated[
        str, typer.Option("--solver-model", metavar="PROVIDER:NAME", help="Who solves.", rich_help_panel=ASKING)
    ] = "",
    prompts: Annotated[
        Path | None,
        typer.Option("--prompts", metavar="FOLDER", help="Jinja files that replace ours.", rich_help_panel=ASKING),
    ] = None,
    temperature: Annotated[
        float, typer.Option("--temperature", min=0.0, help="Of solutions and answers.", rich_help_panel=ASKING)
    ] = 0.7,
    max_tokens: Annotated[int, typer.Option("--max-tokens", min=1, rich_help_panel=ASKING)] = 8192,
    api_key_env: ApiKeyEnv = "OPENAI_API_KEY",
    extra_body: ExtraBody = "",
    record: Record = None,
    seed_languages: Annotated[
        str, typer.Option("--seed-languages", metavar="NAMES", help="Only such fragments.", rich_help_panel=_SEEDS)
    ] = "",
    licences: Annotated[
        str,
        typer.Option("--licences", metavar="NAMES", help="Only these SPDX ids, or permissive.", rich_help_panel=_SEEDS),
    ] = "",
    strictness: Annotated[
        str, typer.Option("--strictness", help="lenient, normal or strict.", rich_help_panel=_QUALITY)
    ] = "normal",
    samples: Annotated[
        int, typer.Option("--samples", min=1, help="Answers of the solver per problem.", rich_help_panel=_QUALITY)
    ] = 5,
    drop_solved: Annotated[
        bool,
        typer.Option("--drop-solved/--keep-solved", help="Drop what is always solved.", rich_help_panel=_QUALITY),
    ] = True,
    easy_above: Annotated[
        float, typer.Option("--easy-above", min=0, max=1, help="Solve rate.", rich_help_panel=_QUALITY)
    ] = 0.67,
    medium_above: Annotated[
        float, typer.Option("--medium-above", min=0, max=1, help="Solve rate.", rich_help_panel=_QUALITY)
    ] = 0.34,
    reruns: Annotated[
        int, typer.Option("--reruns", min=1, help="Runs of the reference.", rich_help_panel=_QUALITY)
    ] = 3,
    mutants: Annotated[
        int, typer.Option("--mutants", min=0, help="Wrong variants of the reference.", rich_help_panel=_QUALITY)
    ] = 16,
    bugs: Annotated[
        int, typer.Option("--bugs", min=0, help="Wrong variants by the model.", rich_help_panel=_QUALITY)
    ] = 3,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="BENCH", help="Not like these problems. Repeatable.", rich_help_panel=_QUALITY
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
        bool, typer.Option("--estimate", help="Show the seeds and about what it costs, and end.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with JOB as it was begun.")] = False,
    replay: Annotated[
        str, typer.Option("--replay", metavar="NAME", help="Make a recording that comes with us again, as starter.")
    ] = "",
    only: Annotated[
        str, typer.Option("--only", metavar="NAMES", help="Keep to items of these languages now (comma list).")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the funnel as one JSON document.")] = False,
) -> None:
    """Turn code fragments into verified problems: solution, outputs, tests, question, and all the proofs.

    The job directory keeps everything. The same command, or --resume, goes on with a job that was stopped, however it
    was stopped, and asks no model twice. With batch: models it ends with exit code 3 when requests wait for answers.

    Exit code: 0 done, 2 wrong use, 3 some items wait for answers or failed and will be tried again.
    """
    from benchwright.generate.autocodegen.plan import begun, plan, recorded
    from benchwright.generate.autocodegen.settings import Settings
    from benchwright.generate.record import Strictness
    from benchwright.seeds import SeedOptions

    if out is None and not estimate:
        raise UsageError("--out is missing", "name the job's directory")
    options = model_options(context)
    if resume or replay:
        refuse_with(context, "--resume" if resume else "--replay", _DECIDING)
        planned = begun(out or Path(), options) if resume else recorded(replay, options)
        go(planned, out, as_json, only, estimate)
        return
    if not seeds or not model:
        missing = "SEEDS" if not seeds else "--model"
        hint = "as in `benchwright generate autocodegen src --model openai:NAME@URL --out job`"
        raise UsageError(f"{missing} is missing", hint)
    if medium_above > easy_above:
        raise UsageError("--medium-above is more than --easy-above", "a problem that is easy is solved more often")
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
    )
    wanted = SeedOptions(languages=language_names(seed_languages), licences=tuple(filter(None, licences.split(","))))
    specs = {"model": model, "critic": critic_model or model, "solver": solver_model or model}
    planned = plan(seeds, wanted, settings, specs, options, prompts, against or [])
    go(planned, out, as_json, only, estimate)
