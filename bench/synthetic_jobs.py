"""Synthetic evaluations, as they look after judging. Nothing is run, and the same arguments give the same jobs."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import msgspec

from benchwright.evaluation.benchmark import BENCHMARK_FILE, save_problems
from benchwright.evaluation.engine import JudgedRecord
from benchwright.evaluation.finish import OPTIONS_FACT, SCORE_FILE, score
from benchwright.evaluation.outcomes import Tasks, results
from benchwright.evaluation.sample import ANSWER_STEP, JUDGE_STEP, Sample
from benchwright.evaluation.settings import Sampling, Settings
from benchwright.jobs import Job, open_job
from benchwright.jobs.manifest import new_manifest
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.judging.verdict import Place, Verdict
from benchwright.metrics.outcome import Options
from benchwright.problems import Problem, fingerprint

LANGUAGES = (
    *("python", "cpp", "java", "javascript", "typescript", "go", "shell", "csharp", "dart", "elixir"),
    *("julia", "kotlin", "perl", "php", "r", "racket", "ruby", "rust", "scala", "swift"),
)
TAGS = ("arrays", "strings", "graphs", "geometry", "parsing", "dates", "numbers", "simulation", "sorting", "trees")
_WORDS = (
    *("window", "ledger", "orbit", "parcel", "signal", "branch", "river", "copper", "lantern", "meadow", "quarry"),
    *("harbour", "thread", "basin", "timber", "valley", "merchant", "station", "granary", "circuit", "archive"),
    *("compass", "engine", "garden", "mirror", "plateau", "shelter", "tunnel", "wharf", "beacon"),
)
_FAILURES = (
    (Verdict.WRONG_ANSWER, "assertion failed", "expected 12, got 13"),
    (Verdict.RUNTIME_ERROR, "ValueError", "list index out of range"),
    (Verdict.COMPILE_ERROR, "exit code 1", "unexpected token"),
    (Verdict.TIME_LIMIT, "time limit", ""),
)
OPTIONS = Options(resamples=200)


def make_problems(count: int) -> list[Problem]:
    """Return `count` problems, cycling through all languages."""
    return [_problem(number) for number in range(count)]


def make_jobs(folder: Path, problems: list[Problem], models: int, *, n: int = 1) -> list[Path]:
    """Write `models` finished evaluations of the problems, strongest model first."""
    by_id = {problem.id: problem for problem in problems}
    mark = fingerprint(problems)
    made: list[Path] = []
    for number in range(models):
        place = folder / f"model-{number:02}"
        settings = Settings(benchmark=mark, answers=f"openai:{place.name}", sampling=Sampling(n=n))
        manifest = new_manifest("evaluation", settings.pinned(), {"benchmark": "synthetic"}, {"python": "3.11"})
        with open_job(place, manifest) as job:
            if made:
                shutil.copyfile(made[0] / BENCHMARK_FILE, place / BENCHMARK_FILE)
            save_problems(place, problems)
            _fill(job, problems, 0.9 - 0.7 * number / max(1, models), n)
            _finish(job, by_id, settings)
        made.append(place)
    return made


def _problem(number: int) -> Problem:
    random = Random(number)
    language = LANGUAGES[number % len(LANGUAGES)]
    story = " ".join(random.choices(_WORDS, k=180))
    body = "".join(
        f"    total += {random.randrange(100)}  # {random.choice(_WORDS)}\n" for _ in range(random.randrange(5, 90))
    )
    checks = "".join(f"    assert solve({value}) == {value + number}\n" for value in range(12))
    return Problem(
        id=f"{language}/{number:05}",
        language=language,
        question=f"Write a function `solve` for {random.choice(_WORDS)} {number}.\n\n{story}\n",
        canonical_solution=f"def solve(total):\n{body}    return total\n",
        tests={"demo": f"def test():\n{checks[:120]}", "full": f"def test():\n{checks}"},
        difficulty=("easy", "medium", "hard")[random.randrange(3)],
        tags=tuple(random.sample(TAGS, 2)),
        evidence={"mutation": {"tried": 10, "killed": random.randrange(6, 11)}},
    )


def _fill(job: Job, problems: list[Problem], strength: float, n: int) -> None:
    with job.store.transaction():
        job.store.note(OPTIONS_FACT, msgspec.json.encode(OPTIONS).decode())
        for problem in problems:
            for sample in range(n):
                random = Random(f"{job.manifest.pinned['answers']} {problem.id} {sample}")
                passed = 0.6 * Random(problem.id).random() + 0.4 * random.random() < strength
                _put(job, problem, sample, random, passed=passed)


def _put(job: Job, problem: Problem, number: int, random: Random, *, passed: bool) -> None:
    code = f"{problem.canonical_solution}# {random.random()}\n"
    tokens = random.randrange(200, 2000)
    sample = Sample(
        problem=problem.id,
        sample=number,
        raw=f"Here is what I would write.\n\n```{problem.language}\n{code}```\n",
        code=code,
        how="only block",
        finish_reason="stop",
        prompt_tokens=400,
        completion_tokens=tokens,
        cost=tokens * 1e-5,
        answer_s=tokens / 100,
    )
    verdict, reason, message = (Verdict.PASSED, "", "") if passed else random.choice(_FAILURES)
    full = SetJudgement(
        verdict=verdict,
        reason=reason,
        message=message,
        place=None if passed else Place(part="tests", line=3),
        stderr="" if passed else f"Traceback (most recent call last):\n{message}\n" * 4,
        wall_s=0.05,
        memory_bytes=12_000_000,
    )
    judged = SolutionJudgement(
        verdict=verdict,
        reason=reason,
        failed="" if passed else "full",
        sets={"demo": SetJudgement(verdict=Verdict.PASSED, wall_s=0.04, memory_bytes=11_000_000), "full": full},
        toolchain="made up",
    )
    job.store.put(ANSWER_STEP, sample.key, msgspec.json.encode(sample))
    job.store.put(JUDGE_STEP, sample.judge_key, msgspec.json.encode(JudgedRecord(judgement=judged)))


def _finish(job: Job, problems: dict[str, Problem], settings: Settings) -> None:
    """Write only the score: the other exports are not read."""
    outcomes = [each.outcome for each in results(job.store, problems, iter(Tasks(job, problems, settings)))]
    made = score(outcomes, OPTIONS, {}, {}, 0)
    (job.folder / SCORE_FILE).write_bytes(msgspec.json.encode(made))
