"""The bodies and answers of /v1, with examples that the tests send. Fields ending in `_base64` hold bytes."""

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
    """Limits of a stage; what is left out is the language's default."""

    wall_s: float | None = None
    """Seconds on the clock."""
    cpu_s: float | None = None
    """Seconds of processor time, of all processes together."""
    memory_bytes: int | None = None
    """Memory of all processes together, the files they write included."""
    processes: int | None = None
    """Processes and threads alive at once."""
    open_files: int | None = None
    """Descriptors per process."""
    disk_bytes: int | None = None
    """What is written to work folder, /tmp and /dev/shm together."""
    output_limit_bytes: int | None = None
    """Bytes on standard output and standard error together; one more and the program is killed."""


class RunRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One start of a program."""

    stdin: str = ""
    """All of standard input."""
    stdin_base64: bytes | None = None
    """The same as bytes; not both."""
    args: tuple[str, ...] = ()
    """Arguments after the program's own name."""
    env: Mapping[str, str] = {}
    """Environment variables of this run on top of the program's."""
    message_base64: bytes | None = None
    """At most 4 KiB that the program can read from descriptor 3; it may then answer on descriptor 4."""
    clock_shift_s: int = 0
    """So many seconds the clock is ahead for the program; negative: behind."""


class ExecuteRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program: one build, where the language has one, and one or more runs over its result."""

    language: str
    """Id or alias, as in /v1/languages."""
    source: str | None = None
    """The main file's text, where the file need not be named."""
    files: Mapping[str, str] = {}
    """The work folder: relative path → text."""
    files_base64: Mapping[str, bytes] = {}
    """Further files of it: relative path → bytes."""
    mode: str = ""
    """Which of the language's ways to build and run. Empty: the plain one."""
    environment: str | None = None
    """A named set of installed packages."""
    env: Mapping[str, str] = {}
    """Environment variables of build and runs."""
    stdin: str = ""
    """Standard input of the only run."""
    stdin_base64: bytes | None = None
    """The same as bytes; not both."""
    args: tuple[str, ...] = ()
    """Arguments of the only run."""
    runs: tuple[RunRequest, ...] | None = None
    """Several runs of one build, in place of `stdin` and `args`. None sees what another wrote."""
    limits: LimitChanges | None = None
    """Of each run."""
    build_limits: LimitChanges | None = None
    """Of the build."""
    keep_bytes: int = MIB
    """How much of each output stream is kept: its first and its last half of this."""
    collect: tuple[str, ...] = ()
    """Files to hand back after each run: relative paths, or patterns with * and ?."""
    collect_limit_bytes: int = 16 * MIB
    """A run hands back at most this much."""
    observe: tuple[Observable, ...] = ()
    """What to watch for; each costs time."""
    fresh: bool = False
    """Never start from a warm interpreter."""


class ProblemName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A problem of a benchmark that this server serves."""

    dataset: str
    """Name of the benchmark."""
    id: str
    """Of the problem in it."""


class JudgeRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A solution, and what it is judged by: a problem of the server's, or tests, or cases."""

    solution: str | None = None
    """Code, taken as it is."""
    answer: str | None = None
    """What a model wrote, in which the code is looked for; in place of `solution`."""
    problem: ProblemName | None = None
    """Judge by this problem; language, tests and limits are its own."""
    language: str = ""
    """Id or alias, where there is no problem."""
    tests: str | None = None
    """Text of tests in the same language."""
    cases: tuple[Case, ...] = ()
    """Inputs and expected outputs of a program, in place of tests."""
    checker: Checker = Checker()
    """How outputs are compared, where there are cases."""
    reference: str | None = None
    """A right solution. It is run first, and once for many requests: the tests must accept it and nothing less."""
    plan: TestPlan | None = None
    """What was learnt about the tests before, in place of `reference`."""
    canary: bool = False
    """Run a solution that passes again with tests that nothing right can pass."""
    early_stop: bool = False
    """Stop at the first case or test set that fails; the verdict is the same."""
    files: Mapping[str, str] = {}
    """Further files beside the tests: relative path → text."""
    files_base64: Mapping[str, bytes] = {}
    """Further files beside the tests: relative path → bytes."""
    environment: str | None = None
    """A named set of installed packages."""
    env: Mapping[str, str] = {}
    """Environment variables, where there are tests."""
    limits: LimitChanges | None = None
    """Of each run."""


class BatchItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One program or one judgement of a batch."""

    id: str
    """Unique in the batch; its line has it again."""
    execute: ExecuteRequest | None = None
    """As in /v1/execute."""
    judge: JudgeRequest | None = None
    """As in /v1/judge."""


class BatchRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Many programs and judgements."""

    items: tuple[BatchItem, ...]
    """Each with either `execute` or `judge`."""


class RunVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """How one run ended."""

    verdict: Verdict
    """`passed`: exit status 0 and no limit hit."""
    reason: str
    """Why, in a few words."""


class ExecuteAnswer(ExecutionRecord, frozen=True, kw_only=True, tag_field="kind", tag="execution"):
    """What happened to a program. Nothing was judged: `passed` only means that it ended well."""

    verdict: Verdict
    """Of the first stage that did not end well."""
    reason: str
    """Why, in a few words; empty for a pass."""
    judged: bool = False
    """Always false."""
    verdicts: tuple[RunVerdict, ...] = ()
    """Of each run, in order."""

    @classmethod
    def of(cls, execution: Execution) -> ExecuteAnswer:
        """With the plain verdict."""
        whole = judge_plain(execution)
        single = (judge_plain(msgspec.structs.replace(execution, runs=(run,))) for run in execution.runs)
        return cls(
            **execution_fields(execution),
            verdict=whole.verdict,
            reason=whole.reason,
            verdicts=tuple(RunVerdict(verdict=each.verdict, reason=each.reason) for each in single),
        )


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The code that was found in an answer."""

    code: str
    """What was judged."""
    how: str
    """The rule that chose it."""
    flaw: str
    """What is wrong with the answer itself: no code, refusal, truncated; mostly empty."""

    @classmethod
    def of(cls, extraction: Extraction) -> Found:
        """What there is to tell."""
        return cls(code=extraction.code, how=extraction.how, flaw=extraction.flaw)


class JudgeAnswer(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="judgement"):
    """The verdict of a solution by tests or cases."""

    verdict: Verdict
    """What it earned."""
    reason: str
    """Why, in a few words; empty for a plain pass."""
    judged: bool
    """Always true."""
    place: Place | None
    """Where it failed, when that can be known."""
    message: str
    """What the failed check or the error said."""
    tests: tuple[TestResult, ...]
    """The single tests or cases, where they can be told apart."""
    canary: tuple[CanaryRun, ...]
    """The runs with altered tests; empty where none were made."""
    evidence: Evidence | None
    """What stands behind a pass by tests: full, sampled or completion."""
    execution: ExecutionRecord
    """What happened."""
    found: Found | UnsetType = UNSET
    """Only there if the solution was looked for in an answer."""

    @classmethod
    def of(cls, judgement: Judgement, found: Extraction | None = None) -> JudgeAnswer:
        """The judgement, and the code if it was looked for."""
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
    """The verdict of a solution by all test sets of a problem."""

    verdict: Verdict
    """That of the first test set that it did not pass."""
    reason: str
    """The reason of that set."""
    failed: str
    """Name of that set."""
    sets: Mapping[str, SetJudgement]
    """Name of a test set → what it said."""
    toolchain: str
    """What it was judged with."""
    judged: bool = True
    """Always true."""
    found: Found | UnsetType = UNSET
    """Only there if the solution was looked for in an answer."""

    @classmethod
    def of(cls, judgement: SolutionJudgement, found: Extraction | None = None) -> ProblemAnswer:
        """The judgement, and the code if it was looked for."""
        return cls(
            verdict=judgement.verdict,
            reason=judgement.reason,
            failed=judgement.failed,
            sets=judgement.sets,
            toolchain=judgement.toolchain,
            found=Found.of(found) if found else UNSET,
        )


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is no answer. Never a verdict."""

    error: str
    """One line."""
    hint: str
    """What to do about it."""
    status: int
    """The status of HTTP; a line of a batch has no other."""
    defect: Defect | UnsetType = UNSET
    """What is wrong with the tests, if they can judge nobody."""
    retry_after_s: float | UnsetType = UNSET
    """When to try again, if there is no room now."""


class BatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one item of a batch."""

    id: str
    """The item's."""
    ok: ExecuteAnswer | JudgeAnswer | ProblemAnswer | UnsetType = UNSET
    """As /v1/execute or /v1/judge would answer."""
    error: Failure | UnsetType = UNSET
    """Why there is none."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server lives, and whether it takes work."""

    status: str
    """ok, or why not."""


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """What this is."""

    name: str
    """Of the program."""
    version: str
    """Its version."""
    schema: int
    """Version of the records of executions."""


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
