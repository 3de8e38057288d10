"""Read the sources of training data: jobs and files of problems, grouped by problem."""

from __future__ import annotations

import contextlib
import heapq
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluation.asking import continue_chat
from benchwright.evaluation.benchmark import load_problems
from benchwright.evaluation.outcomes import Result, problem_defects, results, stored_tasks
from benchwright.evaluation.prompts import FOLDER, default_prompt, find_prompt, first_request, fitting_prompt
from benchwright.evaluation.rejudge import settings_of
from benchwright.evaluation.sample import PLAN_STEP, Sample, sample_key
from benchwright.evaluation.settings import Sampling, Settings
from benchwright.evaluation.training.rows import Answers, Lineage, Tally, without_folders
from benchwright.jobs import Manifest, Store, read_job
from benchwright.jobs.manifest import MANIFEST_FILE, read_manifest
from benchwright.judging.solution import ProblemPlan, SolutionJudgement
from benchwright.models import Message
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem, fingerprint, read_problems

PROBLEMS_FILE = "problems.jsonl"
"""Where a job that generates problems writes them."""


class TrainingSource(msgspec.Struct, frozen=True, kw_only=True):
    """Problems and, for an evaluation, the samples judged with them."""

    name: str
    """Name of the job directory or the file, without parent folders."""
    benchmark: str
    """Fingerprint of the problems."""
    problems: Mapping[str, Problem]
    """The problems by id."""
    prompt: Prompt
    """Prompt that the rows' questions are written with."""
    settings: Settings | None = None
    """Settings of an evaluation; None for problems alone."""
    model: str = ""
    """Source of the answers; empty for problems alone."""
    store: Store | None = None
    """Samples, plans and judgements of an evaluation; None for problems alone."""
    defects: Mapping[str, tuple[str, str]] = {}
    """Problem that cannot judge answers → its state and the reason."""

    def plan(self, problem: Problem) -> ProblemPlan | None:
        """Return the plan of a problem; None if it was never planned."""
        kept = self.store.done(PLAN_STEP, problem.id) if self.store else None
        return msgspec.json.decode(kept, type=ProblemPlan) if kept else None

    def lineage(self, problem: Problem) -> Lineage:
        """Return the part of the lineage shared by all rows of a problem."""
        prompt = fitting_prompt(self.prompt, "chat", problem)
        return Lineage(job=self.name, benchmark=self.benchmark, digest=problem.digest, prompt=prompt.digest)


@contextlib.contextmanager
def open_sources(paths: Sequence[str], prompt: Prompt | None = None) -> Iterator[list[TrainingSource]]:
    """Open each path, with its own prompt unless one is given."""
    with contextlib.ExitStack() as stack:
        yield [_open(path, prompt, stack) for path in dict.fromkeys(paths)]


def _open(path: str, prompt: Prompt | None, stack: contextlib.ExitStack) -> TrainingSource:
    folder = Path(path)
    if not (folder / MANIFEST_FILE).exists():
        return _of_problems(path, read_problems(path, known_languages=True), prompt)
    manifest = read_manifest(folder)
    if manifest.kind == "generation":
        made = folder / PROBLEMS_FILE
        if not made.exists():
            raise UsageError(f"{path} has no {PROBLEMS_FILE}", "finish the job first")
        return _of_problems(path, read_problems(made, "benchwright", known_languages=True), prompt)
    if manifest.kind != "evaluation":
        hint = "pass evaluations, jobs that generated problems, or files of problems"
        raise UsageError(f"{path} is a job of unsupported kind {manifest.kind}", hint)
    return _of_evaluation(folder, manifest, prompt, stack)


def _of_problems(path: str, problems: Sequence[Problem], prompt: Prompt | None) -> TrainingSource:
    return TrainingSource(
        name=Path(path).resolve().name,
        benchmark=fingerprint(problems),
        problems={problem.id: problem for problem in problems},
        prompt=prompt or default_prompt("chat"),
    )


def _of_evaluation(
    folder: Path, manifest: Manifest, prompt: Prompt | None, stack: contextlib.ExitStack
) -> TrainingSource:
    settings = settings_of(manifest)
    store = stack.enter_context(read_job(folder)).store
    return TrainingSource(
        name=folder.resolve().name,
        benchmark=settings.benchmark,
        problems=load_problems(folder, settings.benchmark),
        prompt=prompt or _own_prompt(folder, settings),
        settings=settings,
        model=without_folders(str(manifest.pinned.get("model", settings.answers)).partition("{")[0]),
        store=store,
        defects=problem_defects(store),
    )


def _own_prompt(folder: Path, settings: Settings) -> Prompt:
    """Return the prompt that the model was asked with, if it was a chat; otherwise the default chat prompt."""
    if settings.from_file or settings.mode != "chat" or not settings.prompt:
        return default_prompt("chat")
    built_in = (Prompt(file) for file in sorted(FOLDER.glob("*.jinja")))
    if {*settings.prompt.split("+")} == {find_prompt(name).digest for name in ("chat", "function")}:
        return default_prompt("chat")  # each problem with its fitting prompt
    if found := next((each for each in built_in if each.digest == settings.prompt), None):
        return found
    raise UsageError(f"{folder} used a custom prompt ({settings.prompt})", "pass its file with --prompt")


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """A judged sample."""

    source: TrainingSource
    """The job that contains the sample."""
    sample: Sample
    """The answer and its code."""
    judgement: SolutionJudgement
    """Judgement of the answer."""
    before: tuple[tuple[Sample, SolutionJudgement], ...] = ()
    """Earlier turns of the sample, which failed."""

    def lineage(self, problem: Problem) -> Lineage:
        """Return where the sample comes from."""
        settings = self.source.settings
        return msgspec.structs.replace(
            self.source.lineage(problem),
            model=self.source.model,
            endpoint_model=without_folders(self.sample.model),
            asked=settings.prompt if settings else "",
            sample=self.sample.sample,
            turn=self.sample.turn,
            verdict=self.judgement.verdict.value,
            canary=settings.canary if settings else None,
            toolchain=self.judgement.toolchain,
        )


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A problem with its judged samples, from all sources that have it."""

    problem: Problem
    """The problem that the samples answer."""
    sources: tuple[TrainingSource, ...]
    """Sources with this problem, in the order given."""
    attempts: tuple[Attempt, ...] = ()
    """Judged samples in a stable order: by sample, turn and source."""

    @property
    def defect(self) -> str:
        """Return `defect` or `unscored` if the problem cannot judge answers; empty if it can, or was never tried."""
        found = (source.defects[self.problem.id][0] for source in self.sources if self.problem.id in source.defects)
        return next(found, "")

    @property
    def plan(self) -> ProblemPlan | None:
        """Return the plan of the problem; None if it was never planned."""
        return next((plan for source in self.sources if (plan := source.plan(self.problem))), None)

    def lineage(self, plan: ProblemPlan | None) -> Lineage:
        """Return where the problem comes from, and the toolchain its reference was run with."""
        toolchains = [each.toolchain for each in plan.plans.values()] if plan else []
        made = self.sources[0].lineage(self.problem)
        return msgspec.structs.replace(made, toolchain=toolchains[0] if toolchains else "")

    @property
    def unanswered(self) -> bool:
        """Whether an evaluation has the problem, but no judged sample of it."""
        return not self.attempts and any(source.store for source in self.sources)


_Found = tuple[bytes, TrainingSource, str, Result | None]
"""Sort key, source, problem id, and a sample; None means the problem itself."""


def groups(sources: Sequence[TrainingSource], tally: Tally, *, samples: bool) -> Iterator[Group]:
    """Yield every problem by id, with its judged samples if `samples`. Different problems with the same id are kept
    separate."""
    streams = [stream for source in sources for stream in _streams(source, samples)]
    merged = heapq.merge(*streams, key=lambda found: found[0])
    for _, same_id in itertools.groupby(merged, key=lambda found: found[2]):
        distinct: dict[tuple[str, ...], list[_Found]] = {}
        for found in same_id:
            distinct.setdefault(_identity(found[1].problems[found[2]]), []).append(found)
        for same in distinct.values():
            having = tuple(source for _, source, _, result in same if result is None)
            problem = having[0].problems[same[0][2]]
            yield Group(problem=problem, sources=having, attempts=tuple(_attempts(same, tally)))


def _streams(source: TrainingSource, samples: bool) -> Iterator[Iterator[_Found]]:
    """Yield streams in the order of the store: by UTF-8 bytes."""
    yield ((_key(name), source, name, None) for name in sorted(source.problems, key=_key))
    if samples and source.store is not None:
        found = results(source.store, source.problems, stored_tasks(source.store))
        yield (
            (sample_key(each.outcome.problem, each.outcome.sample, each.outcome.turn).encode(), source, name, each)
            for each in found
            for name in (each.outcome.problem,)
        )


def _key(problem: str) -> bytes:
    """Return a key that sorts just before the problem's samples."""
    return f"{problem}#".encode()


def _identity(problem: Problem) -> tuple[str, ...]:
    return problem.language, problem.question, problem.prefix, problem.suffix, problem.digest


def _attempts(found: Sequence[_Found], tally: Tally) -> Iterator[Attempt]:
    before: dict[tuple[int, int], list[tuple[Sample, SolutionJudgement]]] = {}
    for _, source, _, result in found:
        if result is None:
            continue
        if result.sample is None or result.judgement is None:
            tally.leave_out(result.outcome.state)
            continue
        turns = before.setdefault((id(source), result.sample.sample), [])
        yield Attempt(source=source, sample=result.sample, judgement=result.judgement, before=tuple(turns))
        turns.append((result.sample, result.judgement))


def question(source: TrainingSource, problem: Problem) -> tuple[Message, ...]:
    """Return the messages that ask a chat model about a problem."""
    system = source.settings.system if source.settings else ""
    return first_request(source.prompt, "chat", problem, Sampling(), system=system).messages


def whole_chat(problem: Problem, attempt: Attempt) -> tuple[Message, ...]:
    """Return the whole chat: the question, the earlier attempts, and the feedback on each."""
    settings = attempt.source.settings
    asked = first_request(
        attempt.source.prompt, "chat", problem, Sampling(), system=settings.system if settings else ""
    )
    return continue_chat(asked, problem, attempt.before, settings.feedback if settings else "tests").messages


def answer_text(problem: Problem, attempt: Attempt, answers: Answers) -> str:
    """Return the assistant's text. A completion or bare solution is not an answer to a question, so its code is
    fenced."""
    if answers == "raw" and attempt.sample.kind == "answer":
        return attempt.sample.raw
    return fenced(problem, attempt.sample.code)


def fenced(problem: Problem, code: str) -> str:
    """Return the code as a clean answer: one block, containing only the hole's content if there is a hole."""
    if problem.suffix and code.startswith(problem.prefix) and code.endswith(problem.suffix):
        code = code[len(problem.prefix) : len(code) - len(problem.suffix)]
    longest = max((len(run) for run in re.findall("`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    body = code.strip("\n")
    return f"{fence}{problem.language}\n{body}\n{fence}"


def plain_code(code: str) -> str:
    """Normalize whitespace at line ends and around the code, so that equal code compares equal."""
    return "\n".join(line.rstrip() for line in code.strip().splitlines())
