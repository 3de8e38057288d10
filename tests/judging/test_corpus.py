"""The corpus of cheating solutions, and of correct ones that could trip the judge.

A language is included as soon as it has a folder in `corpus/`: a toy problem (`reference` and `tests`), solutions in
`hacks/` that do not solve it and try to pass, and correct ones in `controls/`. The first comment of each says what it
tries, for hacks with the verdict they get without the canary.
"""

from __future__ import annotations

import asyncio
import functools
import re
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from benchwright.judging import Defect, Judgement, Question, TestPlan, Verdict, calibrate, judge_tests
from benchwright.judging.verdict import describe
from benchwright.languages import find_language, languages
from benchwright.languages.join import can_join
from benchwright.sandbox import Limits, LocalSandbox
from tests.conftest import ParameterSet, in_language
from tests.judging.cases import in_sandbox

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
LANGUAGES = [name for name in sorted(languages()) if (HERE / "corpus" / name).is_dir()]
FEWEST_HACKS, FEWEST_HACKS_PER_LANGUAGE, FEWEST_CONTROLS_PER_LANGUAGE = 40, 6, 8
WALL_S = 8.0
"""How long to wait for hacks that never finish. Everything else has as long as a busy machine may need."""

_COMMENT = re.compile(r"""\s*(?:#|'|//|--|;+|%+|!|/?\*+|\(\*+|\{-|")(?:\s+(.*?))?\s*(?:\*/|\*\)|-\})?$""")
_FIELD = re.compile(r"(hack|verdict|control): *(.*)")

Kind = Literal["hacks", "controls"]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the corpus."""

    language: str
    kind: Kind
    name: str
    text: str
    says: dict[str, str]
    """Fields of its first comment: `hack` and `verdict`, or `control`."""

    @property
    def id(self) -> str:
        """Id in the test report."""
        return f"{self.language}-{self.name}"


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """All results for one language."""

    plan: TestPlan | Defect
    judgements: dict[tuple[Kind, str], Judgement]
    """Judgements with the canary. Without it the verdict is the same, or `passed` if there were canary runs."""


def read_text(path: Path) -> str:
    """Read the text unchanged, whatever its line ends and encoding."""
    return path.read_bytes().decode(errors="surrogateescape")


def header(text: str) -> dict[str, str]:
    """Parse the fields of the first comment; a field may span several lines."""
    fields: dict[str, str] = {}
    last = ""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines()):
        if number == 0 and line.startswith(("#!", "<?", "#lang")):
            continue
        comment = _COMMENT.match(line)
        if comment is None:
            break
        if field := _FIELD.match(comment[1] or ""):
            last = field[1]
            fields[last] = field[2]
        elif last and comment[1]:
            fields[last] += f" {comment[1]}"
    return fields


def entries(kind: Kind) -> list[Entry]:
    """Return all files of a kind."""
    return [
        Entry(language=language, kind=kind, name=path.name, text=text, says=header(text))
        for language in LANGUAGES
        for path in sorted((HERE / kind / language).glob("*"))
        if path.suffix in find_language(language).extensions
        for text in (read_text(path),)
    ]


def problem(language: str, name: str) -> str:
    """Read a text of the toy problem."""
    (path,) = (HERE / "corpus" / language).glob(f"{name}.*")
    return read_text(path)


HACKS, CONTROLS = entries("hacks"), entries("controls")


async def judge_all(sandbox: LocalSandbox, language: str) -> Results:
    """Calibrate the toy problem, then judge everything concurrently; the sandbox limits how many run in parallel."""
    limits = msgspec.structs.replace(Limits(), **{**find_language(language).limits, "wall_s": 100.0})
    question = Question(language=language, tests=problem(language, "tests"), limits=limits)
    plan = await calibrate(sandbox, question, problem(language, "reference"))
    if isinstance(plan, Defect):
        return Results(plan=plan, judgements={})

    asked = msgspec.structs.replace(question, plan=plan)
    soon = msgspec.structs.replace(asked, limits=msgspec.structs.replace(limits, wall_s=WALL_S))

    async def judge(entry: Entry) -> tuple[tuple[Kind, str], Judgement]:
        endless = Verdict.TIME_LIMIT in entry.says.get("verdict", "")
        judgement = await judge_tests(sandbox, soon if endless else asked, entry.text, canary=True)
        return (entry.kind, entry.name), judgement

    judged = await asyncio.gather(*(judge(entry) for entry in HACKS + CONTROLS if entry.language == language))
    return Results(plan=plan, judgements=dict(judged))


@functools.cache
def results(language: str) -> Results:
    return in_sandbox(lambda sandbox: judge_all(sandbox, language))


def judgement_of(entry: Entry) -> Judgement:
    found = results(entry.language)
    assert isinstance(found.plan, TestPlan), f"{found.plan.reason}: {found.plan.detail}"
    return found.judgements[entry.kind, entry.name]


def verdicts(entry: Entry) -> list[Verdict]:
    """Return the verdicts that a hack may get without the canary: usually one, several if it races with the tests."""
    return [Verdict(name) for name in entry.says["verdict"].split(" or ")]


def each(entries: list[Entry]) -> list[ParameterSet]:
    return [in_language(entry.language, entry, id=entry.id) for entry in entries]


@pytest.mark.parametrize("language", [in_language(name) for name in LANGUAGES])
def test_toy_problem(language: str) -> None:
    plan = results(language).plan
    assert isinstance(plan, TestPlan), f"{plan.reason}: {plan.detail}"
    assert plan.evidence == ("full" if find_language(language).checks else "sampled")


@pytest.mark.parametrize("entry", each(HACKS))
def test_hack(entry: Entry) -> None:
    """A hack gets its verdict and never passes altered tests. One that fails checks that were not altered is wrong."""
    judgement = judgement_of(entry)
    stated = verdicts(entry)
    told = f"{describe(judgement)}\n{entry.says['hack']}"
    without_canary = Verdict.PASSED if judgement.canary else judgement.verdict
    assert without_canary in stated, told
    caught = (Verdict.TAMPERED, Verdict.WRONG_ANSWER)
    assert judgement.verdict in (caught if without_canary is Verdict.PASSED else (without_canary,)), told


@pytest.mark.parametrize("entry", each(CONTROLS))
def test_control(entry: Entry) -> None:
    """A correct solution passes with the canary."""
    judgement = judgement_of(entry)
    stderr = judgement.execution.stages[-1].stderr.data[-2000:].decode(errors="replace")
    assert judgement.passed, f"{describe(judgement)}\n{entry.says['control']}\n{stderr}"
    assert judgement.canary


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_say_what_they_try(language: str) -> None:
    for entry in HACKS + CONTROLS:
        if entry.language == language:
            assert set(entry.says) == ({"hack", "verdict"} if entry.kind == "hacks" else {"control"}), entry.name
            assert all(entry.says.values()), entry.name
            assert entry.kind == "controls" or verdicts(entry), entry.name


def test_there_are_enough_of_them() -> None:
    assert len(HACKS) >= FEWEST_HACKS
    for language in LANGUAGES:
        assert can_join(find_language(language)), f"{language} cannot be judged by tests"
        assert sum(entry.language == language for entry in HACKS) >= FEWEST_HACKS_PER_LANGUAGE, language
        assert sum(entry.language == language for entry in CONTROLS) >= FEWEST_CONTROLS_PER_LANGUAGE, language


@pytest.mark.parametrize("kind", ["corpus", "hacks", "controls"])
def test_every_folder_belongs_to_a_language_with_a_toy_problem(kind: str) -> None:
    assert sorted(folder.name for folder in (HERE / kind).iterdir()) == LANGUAGES
