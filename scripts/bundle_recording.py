"""Bundle a finished generation: its recording for `--replay NAME`, and its problems as the built-in benchmark NAME.

    .venv/bin/python scripts/bundle_recording.py JOB ANSWERS NAME

JOB is the job directory, ANSWERS the file that the job wrote with `--record`.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import msgspec

from benchwright.generate.packages import LOCK_STEP, LOCKS_FILE
from benchwright.generate.production import SEEDS_FILE
from benchwright.generate.publish import PROBLEMS_FILE
from benchwright.jobs import read_job

PACKAGE = Path(__file__).parents[1] / "src" / "benchwright"


def main() -> None:
    """Bundle the generation that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("name")
    given = parser.parse_args()
    write_recording(given.job, given.answers, PACKAGE / "recordings" / given.name)
    if (given.job / PROBLEMS_FILE).exists():
        folder = PACKAGE / "benchmarks" / given.name
        folder.mkdir(exist_ok=True)
        shutil.copyfile(given.job / PROBLEMS_FILE, folder / "problems.jsonl")
        shutil.copyfile(given.job / "README.md", folder / "card.md")


def write_recording(folder: Path, answers: Path, target: Path) -> None:
    """Write what a replay reads. Answers are sorted, so that re-recording changes as few lines as possible."""
    with read_job(folder) as job:
        # A replay has its own models, and uses the current prompts.
        settings = {**job.manifest.pinned, "models": {}, "prompts": {}}
        toolchains = job.manifest.toolchains
        locks = [item.data + b"\n" for item in job.store.items(LOCK_STEP)]
    target.mkdir(exist_ok=True)
    shutil.copyfile(folder / SEEDS_FILE, target / SEEDS_FILE)
    _write_json(target / "settings.json", settings)
    _write_json(target / "toolchains.json", toolchains)
    (target / "answers.jsonl").write_bytes(b"".join(sorted(answers.read_bytes().splitlines(keepends=True))))
    if locks:
        (target / LOCKS_FILE).write_bytes(b"".join(sorted(locks)))


def _write_json(file: Path, value: object) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")


if __name__ == "__main__":
    main()
