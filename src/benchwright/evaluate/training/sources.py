"""What training data is made from: jobs of evaluations, jobs that made problems, and files of problems."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.again import settings_of
from benchwright.evaluate.benchmark import kept_problems
from benchwright.evaluate.outcomes import problem_defects
from benchwright.evaluate.prompts import FOLDER, default_prompt, find_prompt, fitting_prompt
from benchwright.evaluate.sample import PLAN_STEP
from benchwright.evaluate.settings import Settings
from benchwright.evaluate.training.lineage import Lineage, without_folders
from benchwright.jobs import Manifest, Store, read_job
from benchwright.jobs.manifest import MANIFEST_FILE, read_manifest
from benchwright.judge.solution import ProblemPlan
from benchwright.models.prompt import Prompt
from benchwright.problems import Problem, fingerprint, read_problems

PROBLEMS_FILE = "problems.jsonl"
"""What a job that makes problems has made."""


class TrainingSource(msgspec.Struct, frozen=True, kw_only=True):
    """Problems, and for an evaluation the samples that were judged by them."""

    name: str
    """Of the job's folder or the file, without the folders above it."""
    benchmark: str
    """Fingerprint of the problems."""
    problems: Mapping[str, Problem]
    """By id."""
    prompt: Prompt
    """What the rows' questions are written with."""
    settings: Settings | None = None
    """Of an evaluation."""
    model: str = ""
    """Who answered."""
    store: Store | None = None
    """Of an evaluation: its samples, plans and judgements."""
    defects: Mapping[str, tuple[str, str]] = {}
    """Problem → what state it is in that judges nobody, and why."""

    def plan(self, problem: Problem) -> ProblemPlan | None:
        """What is known about the problem's tests; None where nobody looked."""
        kept = self.store.done(PLAN_STEP, problem.id) if self.store else None
        return msgspec.json.decode(kept, type=ProblemPlan) if kept else None

    def lineage(self, problem: Problem) -> Lineage:
        """What is the same for all rows of a problem."""
        prompt = fitting_prompt(self.prompt, "chat", problem)
        return Lineage(job=self.name, benchmark=self.benchmark, digest=problem.digest, prompt=prompt.digest)


@contextlib.contextmanager
def open_sources(paths: Sequence[str], prompt: Prompt | None = None) -> Iterator[list[TrainingSource]]:
    """Each of the paths, with its own prompt unless one is given."""
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
            raise UsageError(f"{path} has no {PROBLEMS_FILE}", "let the job come to its end first")
        return _of_problems(path, read_problems(made, "benchwright", known_languages=True), prompt)
    if manifest.kind != "evaluation":
        hint = "name evaluations, jobs that generated problems, or files of problems"
        raise UsageError(f"{path} is a job of another kind ({manifest.kind})", hint)
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
        problems=kept_problems(folder, settings.benchmark),
        prompt=prompt or _own_prompt(folder, settings),
        settings=settings,
        model=without_folders(str(manifest.decides.get("model", settings.answers)).partition("{")[0]),
        store=store,
        defects=problem_defects(store),
    )


def _own_prompt(folder: Path, settings: Settings) -> Prompt:
    """The one that the model was asked with, for a chat; other answers are given the question of a chat."""
    if settings.from_file or settings.mode != "chat" or not settings.prompt:
        return default_prompt("chat")
    ours = (Prompt(file) for file in sorted(FOLDER.glob("*.jinja")))
    if {*settings.prompt.split("+")} == {find_prompt(name).digest for name in ("chat", "function")}:
        return default_prompt("chat")  # each problem with the one that fits it
    if found := next((each for each in ours if each.digest == settings.prompt), None):
        return found
    raise UsageError(f"{folder} was asked with a prompt of its own ({settings.prompt})", "give the file by --prompt")
