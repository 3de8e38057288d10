"""`benchwright generate codebenchgen`: turn functions of real code into evaluation examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from benchwright.cli._generation import (
    StepOptions,
    commands,
    go,
    known_languages,
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

_TARGETS, _QUALITY, _PACKAGES = "Targets", "Quality", "Packages"
_DECIDING = (
    *("source", "function", "count", "model", "test_model", "prompts", "temperature", "max_tokens", "languages"),
    *(
        "licences",
        "min_lines",
        "max_lines",
        "max_context",
        "strictness",
        "step_options",
        "attempts",
        "rounds",
        "samples",
        "reruns",
    ),
    *("mutants", "against", "packages", "allow", "deny", "wheels"),
)
"""Options that decide what is generated, which --resume and --replay take from the job or recording."""


@commands.command()
def codebenchgen(
    context: typer.Context,
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="Folder, git repository (path or URL, optionally @commit), source file or JSONL file of fragments.",
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="JOB", help="Job directory. Reuse the path to resume.")
    ] = None,
    function: Annotated[
        list[str] | None,
        typer.Option(
            "--function",
            metavar="PATTERN",
            help="Use only these functions: path::qualified.name, with * and ?. Repeatable.",
        ),
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="Try at most N targets.")] = 100,
    model: Annotated[
        str,
        typer.Option("--model", metavar="PROVIDER:NAME", help="Model that rewrites the code.", rich_help_panel=ASKING),
    ] = "",
    test_model: Annotated[
        str,
        typer.Option(
            "--test-model",
            metavar="PROVIDER:NAME",
            help="Model that writes additional tests. Default: --model.",
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
            help="Sampling temperature of additional tests.",
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
    languages: Annotated[
        str,
        typer.Option(
            "--languages",
            metavar="NAMES",
            help="Use only targets in these languages (comma-separated).",
            rich_help_panel=_TARGETS,
        ),
    ] = "",
    licences: Annotated[
        str,
        typer.Option(
            "--licences",
            metavar="NAMES",
            help="Use only code under these SPDX ids, or `permissive` (comma-separated).",
            rich_help_panel=_TARGETS,
        ),
    ] = "",
    min_lines: Annotated[
        int,
        typer.Option("--min-lines", metavar="N", min=1, help="Minimum lines of a target.", rich_help_panel=_TARGETS),
    ] = 5,
    max_lines: Annotated[
        int,
        typer.Option("--max-lines", metavar="N", min=1, help="Maximum lines of a target.", rich_help_panel=_TARGETS),
    ] = 80,
    max_context: Annotated[
        int,
        typer.Option(
            "--max-context",
            metavar="BYTES",
            min=200,
            help="Maximum bytes of the file around a target.",
            rich_help_panel=_TARGETS,
        ),
    ] = 12000,
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
    attempts: Annotated[
        int,
        typer.Option(
            "--attempts",
            metavar="N",
            min=0,
            help="Retries for a file or tests that do not meet the requirements.",
            rich_help_panel=_QUALITY,
        ),
    ] = 3,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            metavar="N",
            min=0,
            help="Repair rounds for failing code or tests.",
            rich_help_panel=_QUALITY,
        ),
    ] = 3,
    samples: Annotated[
        int,
        typer.Option("--samples", metavar="N", min=0, help="Attempts at additional tests.", rich_help_panel=_QUALITY),
    ] = 5,
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
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="BENCH",
            help="Drop examples that resemble this benchmark. Repeatable.",
            rich_help_panel=_QUALITY,
        ),
    ] = None,
    packages: Annotated[
        bool,
        typer.Option(
            "--packages/--no-packages", help="Install the packages that examples need.", rich_help_panel=_PACKAGES
        ),
    ] = True,
    allow: Annotated[
        str,
        typer.Option(
            "--allow",
            metavar="NAMES",
            help="Allow only these packages (comma-separated).",
            rich_help_panel=_PACKAGES,
        ),
    ] = "",
    deny: Annotated[
        str,
        typer.Option(
            "--deny", metavar="NAMES", help="Refuse these packages (comma-separated).", rich_help_panel=_PACKAGES
        ),
    ] = "",
    wheels: Annotated[
        Path | None,
        typer.Option(
            "--wheels",
            metavar="FOLDER",
            help="Install only from this folder of wheels, without a registry.",
            rich_help_panel=_PACKAGES,
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
        bool, typer.Option("--estimate", help="Print the targets and the estimated cost, and exit.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Resume JOB with the options it was started with.")] = False,
    replay: Annotated[str, typer.Option("--replay", metavar="NAME", help="Replay a bundled recording.")] = "",
    only: Annotated[
        str,
        typer.Option("--only", metavar="NAMES", help="Limit this run to targets in these languages (comma-separated)."),
    ] = "",
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="Limit this run to the first N targets (after --only)."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the funnel as one JSON document.")] = False,
) -> None:
    """Turn functions of real code into evaluation examples.

    An example is a file with a function left out, a description of that function, and tests by two authors. Targets are
    chosen by size, calls, imports and documentation, or named with --function. The job directory keeps everything.

    If the command is interrupted or killed, re-run it or use --resume: no request is sent twice. With `batch:` models
    it exits with code 3 whenever requests are waiting for answers.

    Exit code: 0 done, 2 incorrect usage, 3 some items are waiting for answers, or failed and will be retried.
    """
    from benchwright.generate.codebenchgen.plan import plan, replayed, resumed
    from benchwright.generate.codebenchgen.run import STEPS
    from benchwright.generate.codebenchgen.settings import Settings
    from benchwright.generate.record import Strictness
    from benchwright.seeds import TargetOptions

    if out is None and not estimate:
        raise UsageError("--out is missing", "add --out JOB, the job directory to create or resume")
    options = model_options(context)
    if resume or replay:
        reject_combination(context, "--resume" if resume else "--replay", _DECIDING)
        planned = resumed(out or Path(), options) if resume else replayed(replay, options)
        go(planned, out, as_json, only, limit, estimate)
        return
    if not source or not model:
        missing = "SOURCE" if not source else "--model"
        hint = "for example `benchwright generate codebenchgen src --model openai:NAME@URL --out job`"
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
        options=read_step_options(step_options or (), STEPS),
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
    go(planned, out, as_json, only, limit, estimate)


def _comma_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
