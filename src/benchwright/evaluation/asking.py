"""Ask a model for an answer, and after a failure for another one, with feedback on what failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from benchwright.evaluation.engine import with_code
from benchwright.evaluation.prompts import FOLDER, asks_for_function, first_request
from benchwright.evaluation.sample import Sample
from benchwright.evaluation.settings import Feedback, Settings
from benchwright.judging.extract.answer import Kind
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.judging.verdict import Place, TestResult, Verdict
from benchwright.languages import find_language
from benchwright.models import Model, Request
from benchwright.models.prompt import Prompt, next_request
from benchwright.problems import Problem

_MOST_CHARACTERS = 2000
"""Maximum characters of an error in feedback."""
_MOST_OUTPUT = 1000
"""Maximum characters of a message, or of the program's output, in full feedback."""
_MOST_TESTS = 10
"""Maximum number of tests to name per status."""
_LONGEST = 200
"""Maximum characters of a quoted line, a test's name or its message."""


class FailureFeedback(msgspec.Struct, frozen=True, kw_only=True):
    """Feedback given to the model about a failed attempt."""

    verdict: str = ""
    """Verdict of the attempt; empty if it is withheld."""
    reason: str = ""
    """Reason in a few words; empty if withheld."""
    text: str = ""
    """Output of the failed check or the error; empty if withheld."""


def feedback_for(
    judgement: SolutionJudgement, feedback: Feedback, *, tests: Mapping[str, str] | None = None, solution: str = ""
) -> FailureFeedback:
    """Return the feedback for a failed attempt. `none` withholds everything; `compile` and `tests` include only what a
    compiler or the public tests would show anyone; `full` includes everything known, with the lines where it failed."""
    failed = judgement.sets.get(judgement.failed)
    if feedback == "none" or failed is None:
        return FailureFeedback()
    if feedback == "full":
        sets = {name: each for name, each in judgement.sets.items() if each.verdict is not Verdict.PASSED}
        reports = (_report(name, each, (tests or {}).get(name, ""), solution) for name, each in sets.items())
        return FailureFeedback(verdict=failed.verdict.value, reason=failed.reason, text="\n\n".join(reports))
    if feedback == "compile" and failed.verdict is not Verdict.COMPILE_ERROR:
        return FailureFeedback()
    if judgement.failed != "demo":
        # Compilers quote the offending lines, and a message may contain the expected value.
        return FailureFeedback(verdict=failed.verdict.value, text=_place(failed.place) if _in_solution(failed) else "")
    return FailureFeedback(verdict=failed.verdict.value, reason=failed.reason, text=_text(failed))


def _text(failed: SetJudgement) -> str:
    built = failed.verdict is Verdict.COMPILE_ERROR
    # Some compilers print everything to standard output.
    output = failed.stderr or (failed.stdout if built else "")
    text = "\n".join(part for part in (_place(failed.place), failed.message, output) if part.strip())
    # The first error of a compiler is the most useful one; of a run, the last lines are.
    return _cut(text, _MOST_CHARACTERS, end=not built)


def _report(name: str, failed: SetJudgement, tests: str, solution: str) -> str:
    """Describe everything known about a test set that failed."""
    built = failed.verdict is Verdict.COMPILE_ERROR
    texts = {"tests": tests, "solution": solution}
    lines = [
        f"Tests {name}: {failed.verdict.value}{f' ({failed.reason})' if failed.reason else ''}",
        _place_with_line(failed.place, texts),
        _cut(failed.message, _MOST_OUTPUT, end=False),
        *_results(failed.tests, texts),
    ]
    for title, output in (("printed", failed.stdout), ("errors", failed.stderr)):
        if output.strip():
            lines += [f"{title}:", _cut(output.strip("\n"), _MOST_OUTPUT, end=not built)]
    return "\n".join(line for line in lines if line.strip())


def _results(tests: tuple[TestResult, ...], texts: Mapping[str, str]) -> Iterator[str]:
    """Describe the individual tests, if they can be distinguished."""
    if not tests:
        return
    named = {status: [test.name for test in tests if test.status == status] for status in ("passed", "skipped")}
    lists = "".join(f"; {status}: {_some(names)}" for status, names in named.items() if names)
    yield f"{len(named['passed'])} of {len(tests)} tests passed{lists}"
    failed = [test for test in tests if test.status == "failed"]
    for test in failed[:_MOST_TESTS]:
        parts = (test.name, _place_with_line(test.place, texts))
        message = _cut(" ".join(test.message.split()), _LONGEST, end=False)
        yield f"failed: {', '.join(filter(None, parts)).rstrip(':')}{f': {message}' if message else ''}"
    if len(failed) > _MOST_TESTS:
        yield f"and {len(failed) - _MOST_TESTS} more"


def _some(names: list[str]) -> str:
    left = len(names) - _MOST_TESTS
    return ", ".join(name[:_LONGEST] for name in names[:_MOST_TESTS]) + (f" and {left} more" if left > 0 else "")


def _place(place: Place | None) -> str:
    return f"line {place.line} of the {place.part}:" if place else ""


def _place_with_line(place: Place | None, texts: Mapping[str, str]) -> str:
    lines = texts.get(place.part, "").split("\n") if place else []
    line = lines[place.line - 1].strip() if place and 0 < place.line <= len(lines) else ""
    return f"{_place(place)} {_cut(line, _LONGEST, end=False)}".strip() if line else _place(place)


def _in_solution(failed: SetJudgement) -> bool:
    return failed.place is not None and failed.place.part == "solution"


def _cut(text: str, most: int, *, end: bool) -> str:
    """Shorten a text that is too long to its start or its end."""
    if len(text) <= most:
        return text
    return f"[…]\n{text[-most:]}" if end else f"{text[:most]}\n[…]"


class ModelAnswerer:
    """Gets answers from a model."""

    def __init__(self, model: Model, prompt: Prompt, settings: Settings) -> None:
        self._model = model
        self._prompt = prompt
        self._settings = settings

    async def answer(self, problem: Problem, sample: int, before: Sequence[tuple[Sample, SolutionJudgement]]) -> Sample:
        """Return the next attempt, given the failed ones before it."""
        answer = await self._model.answer(self.request(problem, sample, before))
        kind: Kind = "answer" if self._settings.mode == "chat" else "completion"
        made = Sample(
            problem=problem.id,
            sample=sample,
            turn=len(before) + 1,
            raw=answer.text,
            code="",
            kind=kind,
            reasoning=answer.reasoning,
            finish_reason=answer.finish_reason,
            prompt_tokens=answer.prompt_tokens,
            completion_tokens=answer.completion_tokens,
            cost=answer.cost,
            cached=answer.cached,
            answer_s=answer.answer_s,
            model=answer.model,
        )
        return with_code(problem, made)

    def request(self, problem: Problem, sample: int, before: Sequence[tuple[Sample, SolutionJudgement]]) -> Request:
        """Return the request for the next attempt."""
        settings = self._settings
        request = first_request(
            self._prompt, settings.mode, problem, settings.sampling, sample=sample, system=settings.system
        )
        return continue_chat(request, problem, before, settings.feedback)


def continue_chat(
    request: Request, problem: Problem, before: Sequence[tuple[Sample, SolutionJudgement]], feedback: Feedback
) -> Request:
    """Continue the chat after failed attempts, with feedback on each."""
    if not before:
        return request
    prompt = Prompt(FOLDER / "feedback.jinja")
    for attempt, judgement in before:
        function = problem.entry_point if asks_for_function(problem) else ""
        shown = feedback_for(judgement, feedback, tests=problem.tests, solution=attempt.code)
        values = {"feedback": shown, "language": find_language(problem.language), "function": function}
        request = next_request(request, attempt.raw, prompt.render("user", **values).strip())
    return request
