"""Request and response bodies of /v1, with examples that the tests send. Fields ending in `_base64` hold bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from benchwright.judging import CanaryRun, Defect, Judgement, Place, TestPlan, TestResult, Verdict
from benchwright.judging.decide import judge_plain
from benchwright.judging.extract import Extraction
from benchwright.judging.plan import Evidence
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.problems import Case, Checker
from benchwright.sandbox.json_records import ExecutionRecord, execution_fields
from benchwright.sandbox.protocol import MIB, Execution, Observable


class LimitChanges(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of a stage; omitted fields use the language's default."""

    wall_s: float | None = None
    """Wall-clock time in seconds."""
    cpu_s: float | None = None
    """CPU time in seconds, summed over all processes."""
    memory_bytes: int | None = None
    """Memory of all processes together, including files they write."""
    processes: int | None = None
    """Processes and threads alive at the same time."""
    open_files: int | None = None
    """File descriptors per process."""
    disk_bytes: int | None = None
    """Bytes written to the work folder, /tmp and /dev/shm together."""
    output_limit_bytes: int | None = None
    """Bytes on standard output and standard error together; the program is killed if it writes more."""


class RunRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One run of a program."""

    stdin: str = ""
    """Complete standard input, as text."""
    stdin_base64: bytes | None = None
    """Standard input as bytes; excludes `stdin`."""
    args: tuple[str, ...] = ()
    """Command-line arguments, without the program name."""
    env: Mapping[str, str] = {}
    """Environment variables of this run, added to the program's."""
    message_base64: bytes | None = None
    """Up to 4 KiB that the program can read from descriptor 3; it may then reply on descriptor 4."""
    clock_shift_s: int = 0
    """Seconds by which the program's clock is ahead; negative values set it back."""


class ExecuteRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program: one build, if the language has one, and one or more runs of the result."""

    language: str
    """Id or alias of a language, as in /v1/languages."""
    source: str | None = None
    """Text of the main file, if its name does not matter."""
    files: Mapping[str, str] = {}
    """Files of the work folder: relative path → text."""
    files_base64: Mapping[str, bytes] = {}
    """More files of the work folder: relative path → bytes."""
    mode: str = ""
    """Which of the language's modes to build and run with. Empty: the default mode."""
    environment: str | None = None
    """Package environment to use; `none` for no packages. Null: chosen by what the program imports."""
    env: Mapping[str, str] = {}
    """Environment variables for the build and all runs."""
    stdin: str = ""
    """Standard input, if there is a single run."""
    stdin_base64: bytes | None = None
    """Standard input as bytes; excludes `stdin`."""
    args: tuple[str, ...] = ()
    """Command-line arguments, if there is a single run."""
    runs: tuple[RunRequest, ...] | None = None
    """Several runs of one build, in place of `stdin` and `args`. No run sees files that another wrote."""
    limits: LimitChanges | None = None
    """Limits for each run."""
    build_limits: LimitChanges | None = None
    """Limits for the build."""
    keep_bytes: int = MIB
    """How much of each output stream to keep: half from its start, half from its end."""
    collect: tuple[str, ...] = ()
    """Files to return after each run: relative paths, or patterns with * and ?."""
    collect_limit_bytes: int = 16 * MIB
    """Maximum size of the returned files per run."""
    observe: tuple[Observable, ...] = ()
    """Events to watch for; each slows the run down."""
    fresh: bool = False
    """Whether to never start from a warm interpreter."""


class ProblemName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A problem of a benchmark that this server serves."""

    dataset: str
    """Name of the benchmark."""
    id: str
    """Id of the problem in the benchmark."""


class JudgeRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A solution, and what to judge it against: a served problem, tests or cases."""

    solution: str | None = None
    """Code to judge, used unchanged."""
    answer: str | None = None
    """Model output from which the code is extracted; replaces `solution`."""
    problem: ProblemName | None = None
    """Served problem to judge against; it defines language, tests and limits."""
    language: str = ""
    """Id or alias of a language; required without `problem`."""
    tests: str | None = None
    """Text of the tests, in the same language."""
    cases: tuple[Case, ...] = ()
    """Inputs and expected outputs of a program; replaces `tests`."""
    checker: Checker = Checker()
    """How to compare outputs; only with `cases`."""
    reference: str | None = None
    """A correct solution. It runs first, once for many requests, to calibrate the tests: they must pass it, and be able
    to fail."""
    plan: TestPlan | None = None
    """Plan from an earlier calibration of the tests; replaces `reference`."""
    canary: bool = False
    """Whether to confirm a pass against altered tests that a correct solution must fail."""
    early_stop: bool = False
    """Whether to stop at the first failed case or test set; the verdict is the same."""
    files: Mapping[str, str] = {}
    """More files next to the tests: relative path → text."""
    files_base64: Mapping[str, bytes] = {}
    """More files next to the tests: relative path → bytes."""
    environment: str | None = None
    """Package environment to use; `none` for no packages. Null: chosen by what the program imports."""
    env: Mapping[str, str] = {}
    """Environment variables; only with `tests`."""
    limits: LimitChanges | None = None
    """Limits for each run."""


class BatchItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One program to run or one solution to judge."""

    id: str
    """Unique id in the batch, repeated in the item's line."""
    execute: ExecuteRequest | None = None
    """Request body of /v1/execute."""
    judge: JudgeRequest | None = None
    """Request body of /v1/judge."""


class BatchRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Many programs and judgements."""

    items: tuple[BatchItem, ...]
    """Items, each with either `execute` or `judge`."""


class RunVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Outcome of one run."""

    verdict: Verdict
    """Verdict of the run; `passed` means exit status 0 and no limit hit."""
    reason: str
    """Short reason; empty for a pass."""


class ExecuteAnswer(ExecutionRecord, frozen=True, kw_only=True, tag_field="kind", tag="execution"):
    """Result of a program. Nothing was judged: `passed` only means that it exited cleanly."""

    verdict: Verdict
    """Verdict of the first stage that failed, else `passed`."""
    reason: str
    """Short reason; empty for a pass."""
    judged: bool = False
    """Always false: no tests were involved."""
    verdicts: tuple[RunVerdict, ...] = ()
    """Verdict of each run, in order."""

    @classmethod
    def of(cls, execution: Execution) -> ExecuteAnswer:
        """Convert an execution, with a verdict for each run."""
        whole = judge_plain(execution)
        single = (judge_plain(msgspec.structs.replace(execution, runs=(run,))) for run in execution.runs)
        return cls(
            **execution_fields(execution),
            verdict=whole.verdict,
            reason=whole.reason,
            verdicts=tuple(RunVerdict(verdict=each.verdict, reason=each.reason) for each in single),
        )


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Code extracted from a model's answer."""

    code: str
    """The code that was judged."""
    how: str
    """Rule that selected the code."""
    flaw: str
    """Flaw of the answer itself: no code, refusal, truncated; usually empty."""

    @classmethod
    def of(cls, extraction: Extraction) -> Found:
        """Convert an extraction."""
        return cls(code=extraction.code, how=extraction.how, flaw=extraction.flaw)


class JudgeAnswer(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="judgement"):
    """Verdict on a solution, from tests or cases."""

    verdict: Verdict
    """Verdict on the solution."""
    reason: str
    """Short reason; empty for a plain pass."""
    judged: bool
    """Always true: tests or cases were run."""
    place: Place | None
    """Where it failed, if known."""
    message: str
    """Message of the failed check or the error."""
    tests: tuple[TestResult, ...]
    """Results of individual tests or cases, if they can be distinguished."""
    canary: tuple[CanaryRun, ...]
    """Runs against altered tests; empty if there were none."""
    evidence: Evidence | None
    """Evidence for a pass by tests: full, sampled or completion."""
    execution: ExecutionRecord
    """Details of the build and the runs."""
    found: Found | UnsetType = UNSET
    """Code extracted from `answer`; absent if the request had a `solution`."""

    @classmethod
    def of(cls, judgement: Judgement, found: Extraction | None = None) -> JudgeAnswer:
        """Convert a judgement, with the extracted code if there is any."""
        return cls(
            verdict=judgement.verdict,
            reason=judgement.reason,
            judged=judgement.judged,
            place=judgement.place,
            message=judgement.message,
            tests=judgement.tests,
            canary=judgement.canary,
            evidence=judgement.evidence,
            execution=ExecutionRecord.of(judgement.execution),
            found=Found.of(found) if found else UNSET,
        )


class ProblemAnswer(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="problem"):
    """Verdict on a solution, from all test sets of a problem."""

    verdict: Verdict
    """Verdict of the first test set that did not pass, else `passed`."""
    reason: str
    """Short reason from that test set."""
    failed: str
    """Name of that test set; empty for a pass."""
    sets: Mapping[str, SetJudgement]
    """Name of a test set → its judgement."""
    toolchain: str
    """Toolchain that was used, with its version."""
    judged: bool = True
    """Always true: tests or cases were run."""
    found: Found | UnsetType = UNSET
    """Code extracted from `answer`; absent if the request had a `solution`."""

    @classmethod
    def of(cls, judgement: SolutionJudgement, found: Extraction | None = None) -> ProblemAnswer:
        """Convert a judgement, with the extracted code if there is any."""
        return cls(
            verdict=judgement.verdict,
            reason=judgement.reason,
            failed=judgement.failed,
            sets=judgement.sets,
            toolchain=judgement.toolchain,
            found=Found.of(found) if found else UNSET,
        )


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request failed. Never a verdict."""

    error: str
    """What is wrong, in one line."""
    hint: str
    """How to fix it."""
    status: int
    """HTTP status code; also present in the lines of a batch."""
    defect: Defect | UnsetType = UNSET
    """What is wrong with the tests, if they are defective."""
    retry_after_s: float | UnsetType = UNSET
    """Seconds to wait before retrying, if the server is overloaded."""


class BatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """Result of one item of a batch."""

    id: str
    """Id of the item."""
    ok: ExecuteAnswer | JudgeAnswer | ProblemAnswer | UnsetType = UNSET
    """Response of /v1/execute or /v1/judge."""
    error: Failure | UnsetType = UNSET
    """Why the item failed."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server is alive, or accepts work."""

    status: str
    """`ok`, or what is wrong."""


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """Name and version of the server."""

    name: str
    """Always `benchwright`, the program's name."""
    version: str
    """Version of the installed package."""
    schema: int
    """Schema version of execution records."""


EXECUTE_EXAMPLES: dict[str, Any] = {
    "one program": {
        "language": "python",
        "source": "print(sum(map(int, input().split())))",
        "stdin": "1 2 3",
        "limits": {"wall_s": 5, "memory_bytes": 268435456},
    },
    "built once, run often": {
        "language": "shell",
        "source": 'read name\necho "hello $name"',
        "runs": [{"stdin": "Ada"}, {"stdin": "Grace"}],
    },
    "files in and out": {
        "language": "python",
        "files": {
            "main.py": "from pathlib import Path\nPath('out.txt').write_text(Path('in.txt').read_text().upper())",
            "in.txt": "quiet",
        },
        "collect": ["out.txt"],
    },
}

JUDGE_EXAMPLES: dict[str, Any] = {
    "by tests": {
        "language": "python",
        "solution": "def double(x):\n    return 2 * x\n",
        "tests": "assert double(4) == 8\nassert double(-1) == -2\n",
    },
    "with a reference and canaries": {
        "language": "python",
        "answer": "Here it is:\n```python\ndef double(x):\n    return x + x\n```\n",
        "tests": "assert double(4) == 8\nassert double(-1) == -2\n",
        "reference": "def double(x):\n    return 2 * x\n",
        "canary": True,
    },
    "by cases": {
        "language": "shell",
        "solution": "read a b\necho $((a + b))",
        "cases": [{"stdin": "1 2\n", "stdout": "3\n"}, {"stdin": "20 22\n", "stdout": "42\n"}],
    },
}

BATCH_EXAMPLES: dict[str, Any] = {
    "a program and a judgement": {
        "items": [
            {"id": "first", "execute": EXECUTE_EXAMPLES["one program"]},
            {"id": "second", "judge": JUDGE_EXAMPLES["by tests"]},
        ]
    }
}
