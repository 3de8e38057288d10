"""`benchwright generate codebenchgen`: functions of real code become evaluation examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from benchwright.cli._generation import commands, go, known_languages, refuse_with
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

_TARGETS, _QUALITY, _PACKAGES = "Targets", "Quality", "Packages"
_DECIDING = (
    *("source", "function", "count", "model", "test_model", "prompts", "temperature", "max_tokens", "languages"),
    *("licences", "min_lines", "max_lines", "max_context", "strictness", "attempts", "rounds", "samples", "reruns"),
    *("mutants", "against", "packages", "allow", "deny", "wheels"),
)
"""Options that decide what is made."""


@commands.command()
def codebenchgen(
    context: typer.Context,
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE", help="Folder, git repository (path or URL, @commit), source file, or JSONL of fragments."
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="JOB", help="Job directory; the same one goes on.")
    ] = None,
    function: Annotated[
        list[str] | None,
        typer.Option(
            "--function", metavar="PATTERN", help="Only these: path::qualified.name, with * and ?. Repeatable."
        ),
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="At most so many targets are tried.")] = 100,
    model: Annotated[
        str, typer.Option("--model", metavar="PROVIDER:NAME", help="Who rewrites.", rich_help_panel=ASKING)
    ] = "",
    test_model: Annotated[
        str,
        typer.Option("--test-model", metavar="PROVIDER:NAME", help="Who adds tests.", rich_help_panel=ASKING),
    ] = "",
    prompts: Annotated[
        Path | None,
        typer.Option("--prompts", metavar="FOLDER", help="Jinja files that replace ours.", rich_help_panel=ASKING),
    ] = None,
    temperature: Annotated[
        float, typer.Option("--temperature", min=0.0, help="Of further tests.", rich_help_panel=ASKING)
    ] = 0.7,
    max_tokens: Annotated[int, typer.Option("--max-tokens", min=1, rich_help_panel=ASKING)] = 8192,
    api_key_env: ApiKeyEnv = "OPENAI_API_KEY",
    extra_body: ExtraBody = "",
    record: Record = None,
    languages: Annotated[
        str, typer.Option("--languages", metavar="NAMES", help="Only such targets.", rich_help_panel=_TARGETS)
    ] = "",
    licences: Annotated[
        str,
        typer.Option(
            "--licences", metavar="NAMES", help="Only these SPDX ids, or permissive.", rich_help_panel=_TARGETS
        ),
    ] = "",
    min_lines: Annotated[int, typer.Option("--min-lines", min=1, help="Of a target.", rich_help_panel=_TARGETS)] = 5,
    max_lines: Annotated[int, typer.Option("--max-lines", min=1, help="Of a target.", rich_help_panel=_TARGETS)] = 80,
    max_context: Annotated[
        int, typer.Option("--max-context", min=200, help="Bytes of the file around it.", rich_help_panel=_TARGETS)
    ] = 12000,
    strictness: Annotated[
        str, typer.Option("--strictness", help="lenient, normal or strict.", rich_help_panel=_QUALITY)
    ] = "normal",
    attempts: Annotated[
        int,
        typer.Option("--attempts", min=0, help="Further tries at unmet requirements.", rich_help_panel=_QUALITY),
    ] = 3,
    rounds: Annotated[
        int, typer.Option("--rounds", min=0, help="Of mending what fails.", rich_help_panel=_QUALITY)
    ] = 3,
    samples: Annotated[
        int, typer.Option("--samples", min=0, help="Tries at further tests.", rich_help_panel=_QUALITY)
    ] = 5,
    reruns: Annotated[
        int, typer.Option("--reruns", min=1, help="Runs of the reference.", rich_help_panel=_QUALITY)
    ] = 3,
    mutants: Annotated[
        int, typer.Option("--mutants", min=0, help="Wrong variants of the target.", rich_help_panel=_QUALITY)
    ] = 16,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="BENCH", help="Not like these problems. Repeatable.", rich_help_panel=_QUALITY
        ),
    ] = None,
    packages: Annotated[
        bool,
        typer.Option("--packages/--no-packages", help="Install what examples need.", rich_help_panel=_PACKAGES),
    ] = True,
    allow: Annotated[
        str, typer.Option("--allow", metavar="NAMES", help="Only these packages.", rich_help_panel=_PACKAGES)
    ] = "",
    deny: Annotated[
        str, typer.Option("--deny", metavar="NAMES", help="Never these packages.", rich_help_panel=_PACKAGES)
    ] = "",
    wheels: Annotated[
        Path | None,
        typer.Option(
            "--wheels", metavar="FOLDER", help="Install from here; ask no registry.", rich_help_panel=_PACKAGES
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
        bool, typer.Option("--estimate", help="Show the targets and about what it costs, and end.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with JOB as it was begun.")] = False,
    replay: Annotated[
        str, typer.Option("--replay", metavar="NAME", help="Make a recording that comes with us again.")
    ] = "",
    only: Annotated[
        str, typer.Option("--only", metavar="NAMES", help="Keep to targets of these languages now (comma list).")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the funnel as one JSON document.")] = False,
) -> None:
    """Turn functions of real code into evaluation examples: file with a hole, description, two authors' tests.

    Targets are chosen by size, calls, imports and documentation, or named by --function. The job directory keeps
    everything. The same command, or --resume, goes on with a job that was stopped, however it was stopped, and asks no
    model twice. With batch: models it ends with exit code 3 when requests wait for answers.

    Exit code: 0 done, 2 wrong use, 3 some items wait for answers or failed and will be tried again.
    """
    from benchwright.generate.codebenchgen.plan import begun, plan, recorded
    from benchwright.generate.codebenchgen.settings import Settings
    from benchwright.generate.record import Strictness
    from benchwright.seeds import TargetOptions

    if out is None and not estimate:
        raise UsageError("--out is missing", "name the job's directory")
    options = model_options(context)
    if resume or replay:
        refuse_with(context, "--resume" if resume else "--replay", _DECIDING)
        planned = begun(out or Path(), options) if resume else recorded(replay, options)
        go(planned, out, as_json, only, estimate)
        return
    if not source or not model:
        missing = "SOURCE" if not source else "--model"
        hint = "as in `benchwright generate codebenchgen src --model openai:NAME@URL --out job`"
        raise UsageError(f"{missing} is missing", hint)
    settings = Settings(
        count=count,
        attempts=attempts,
        rounds=rounds,
        samples=samples,
        packages=packages,
        allow=_comma_list(allow),
        deny=_comma_list(deny),
        strictness=cast(Strictness, one_of("--strictness", strictness, get_args(Strictness))),
        reruns=reruns,
        mutants=mutants,
        temperature=temperature,
        max_tokens=max_tokens,
    )
    wanted = TargetOptions(
        functions=tuple(function or ()),
        languages=known_languages(languages),
        licences=_comma_list(licences),
        min_lines=min_lines,
        max_lines=max_lines,
        max_context_bytes=max_context,
        most=count,
    )
    specs = {"model": model, "tester": test_model or model}
    planned = plan(source, wanted, settings, specs, options, prompts, against or [], wheels)
    go(planned, out, as_json, only, estimate)


def _comma_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
