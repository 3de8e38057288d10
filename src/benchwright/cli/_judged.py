"""The part of `benchwright run` that judges by tests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import typer

from benchwright.cli import EXIT_FAILED
from benchwright.cli._files import read_bytes, read_text, replacement_of
from benchwright.cli._output import print_json
from benchwright.errors import UsageError
from benchwright.judge import Defect, Question, TestPlan, calibrate, judge_tests
from benchwright.judge.sites import WANTED_SITES
from benchwright.languages import find_language

if TYPE_CHECKING:
    from benchwright.judge import Judgement
    from benchwright.sandbox import Program
    from benchwright.sandbox.protocol import Sandbox


class JudgedRun(msgspec.Struct, frozen=True, kw_only=True):
    """What the user said about tests."""

    tests: Path | None
    reference: Path | None
    plan: Path | None
    save_plan: Path | None
    canary: bool
    as_json: bool

    def check(self, program: Program) -> None:
        """Refuse what makes no sense together."""
        if self.tests is None:
            given = {"--reference": self.reference, "--plan": self.plan, "--save-plan": self.save_plan}
            for option in [name for name, value in given.items() if value] + ["--canary"] * self.canary:
                raise UsageError(f"{option} needs tests", "name them with --tests")
            return
        if program.runs[0].args or program.runs[0].stdin or program.collect or program.observe:
            raise UsageError("tests take no arguments, input, --collect or --observe", "run the program plainly")
        if self.save_plan and not self.reference:
            raise UsageError("--save-plan has nothing to keep", "name a right solution with --reference")

    async def judge(self, sandbox: Sandbox, program: Program, tests: Path) -> Judgement:
        """Learn the plan where there is a reference, then judge."""
        own_name = find_language(program.language).source
        question = Question(
            language=program.language,
            tests=read_text(tests),
            files={name: content for name, content in program.files.items() if name != own_name},
            env=program.env,
            environment=program.environment,
            limits=program.limits,
        )
        question = msgspec.structs.replace(question, plan=await self._plan(sandbox, question))
        if self.canary and question.plan is None:
            print("note: without --reference or --plan a canary only shows that something can fail", file=sys.stderr)
        solution = program.files[own_name].decode(errors="surrogateescape")
        return await judge_tests(sandbox, question, solution, canary=self.canary)

    async def _plan(self, sandbox: Sandbox, question: Question) -> TestPlan | None:
        if self.reference is None:
            return _read_plan(self.plan) if self.plan else None
        sites = WANTED_SITES if self.canary or self.save_plan else 1
        plan = await calibrate(sandbox, question, read_text(self.reference), sites=sites)
        if isinstance(plan, Defect):
            if self.as_json:
                print_json({"defect": {"reason": plan.reason, "detail": plan.detail}})
            print(f"error: the tests cannot judge anybody: {plan.reason}: {plan.detail}", file=sys.stderr)
            raise typer.Exit(EXIT_FAILED)
        if self.save_plan:
            _write_plan(plan, self.save_plan)
        return plan


def _read_plan(file: Path) -> TestPlan:
    try:
        return msgspec.json.decode(read_bytes(file), type=TestPlan)
    except msgspec.DecodeError as error:
        raise UsageError(f"{file} is no test plan: {error}", "--save-plan writes one") from None


def _write_plan(plan: TestPlan, file: Path) -> None:
    with replacement_of(file) as opened:
        opened.write(msgspec.json.format(msgspec.json.encode(plan), indent=2).decode() + "\n")
