"""/v1/judge: judges a solution or a model's answer against a served problem, tests or cases."""

from __future__ import annotations

import functools
import hashlib

import msgspec

from benchwright.errors import UsageError
from benchwright.judging import Defect, Judgement, Question, TestPlan, calibrate, judge_output, judge_tests
from benchwright.judging.extract import Extraction
from benchwright.judging.extract.answer import extract_answer
from benchwright.judging.question import check_question
from benchwright.judging.solution import ProblemPlan, judge_solution
from benchwright.judging.verdict import describe
from benchwright.languages import Language, find_language, find_toolchain
from benchwright.languages.join import can_join, join
from benchwright.problems import Problem
from benchwright.server.apis.v1.execute import all_files, run_limits
from benchwright.server.apis.v1.records import JudgeAnswer, JudgeRequest, ProblemAnswer
from benchwright.server.benchmarks import find_problem, plans_of
from benchwright.server.call import Call
from benchwright.server.service import Settings
from benchwright.server.trial import check_parse_time

_SET = "full"
_WITH_TESTS = ("plan", "canary", "files", "files_base64", "env")
"""Fields that only apply to tests."""
_OF_PROBLEM = ("language", "tests", "cases", "checker", "reference", "plan", "environment", "limits")
"""Fields that a served problem already defines."""


async def judge(call: Call, request: JudgeRequest) -> JudgeAnswer | ProblemAnswer:
    """Judge the request against whatever it names."""
    answer = await _judge(call, request)
    call.service.measures.verdict(answer.verdict, judged=True)
    return answer


async def _judge(call: Call, request: JudgeRequest) -> JudgeAnswer | ProblemAnswer:
    if (request.solution is None) == (request.answer is None):
        raise UsageError("the request needs either solution or answer", "send exactly one of the two")
    if request.problem is not None:
        return await _by_problem(call, request)
    problem = _own_problem(request, call.service.settings)
    await _try(request, problem)
    solution, found = _solution(request, problem)
    if request.cases:
        return JudgeAnswer.of(await _by_cases(call, request, problem, solution), found)
    question = _question(call, request, problem, solution)
    if request.reference is not None:
        question = msgspec.structs.replace(question, plan=await _learnt(call, question, request.reference))
    return JudgeAnswer.of(await judge_tests(call.sandbox, question, solution, canary=request.canary), found)


async def _by_problem(call: Call, request: JudgeRequest) -> ProblemAnswer:
    assert request.problem is not None
    _refuse(request, _OF_PROBLEM + _WITH_TESTS[2:], "cannot be combined with problem", "the problem defines it")
    problem = await find_problem(call.service, request.problem.dataset, request.problem.id)
    await _try(request, problem)
    solution, found = _solution(request, problem)
    plan = await plans_of(call.service).of_problem(problem, call.sandbox)
    judgement = await judge_solution(
        call.sandbox, problem, plan, solution, canary=request.canary, early_stop=request.early_stop
    )
    return ProblemAnswer.of(judgement, found)


def _own_problem(request: JudgeRequest, settings: Settings) -> Problem:
    """Convert the request to a problem, after refusing invalid combinations."""
    language = find_language(request.language)
    if (request.tests is None) == (not request.cases):
        raise UsageError("the request needs either tests or cases", "send exactly one of the two, or name a problem")
    if request.cases:
        _refuse(request, _WITH_TESTS, "needs tests", "omit it when judging by cases")
    elif not can_join(language):
        raise UsageError(f"{language.id} programs cannot be judged by tests yet", "use cases instead")
    if request.reference is not None and request.plan is not None:
        raise UsageError("reference and plan cannot be combined", "send only one of the two")
    _check_amounts(request, settings)
    return Problem(
        id="",
        language=language.id,
        question="",
        canonical_solution=request.reference or "",
        tests={} if request.tests is None else {_SET: request.tests},
        cases={_SET: request.cases} if request.cases else {},
        checker=request.checker,
        environment=request.environment,
    )


def _check_amounts(request: JudgeRequest, settings: Settings) -> None:
    """Each case and each altered check is a run, and the position of a check must be within the tests."""
    sites = request.plan.sites if request.plan else ()
    for name, amount in (("cases", len(request.cases)), ("plan.sites", len(sites))):
        if amount > settings.max_batch:
            raise UsageError(f"{name} has {amount} entries", f"this server allows at most {settings.max_batch}")
    size = len((request.tests or "").encode())
    if any(not 0 <= site.start <= site.end <= size for site in sites):
        raise UsageError("plan.sites contains a position outside the tests", "recalibrate with the reference solution")


def _refuse(request: JudgeRequest, names: tuple[str, ...], why: str, hint: str) -> None:
    defaults = JudgeRequest()
    for name in names:
        if getattr(request, name) != getattr(defaults, name):
            raise UsageError(f"{name} {why}", hint)


async def _try(request: JudgeRequest, problem: Problem) -> None:
    """Refuse texts whose parsing would block all other requests."""

    def read() -> None:
        solution, _ = _solution(request, problem)
        for tests in problem.tests.values():
            join(find_language(problem.language), solution, tests)

    await check_parse_time(read, request.solution or request.answer or "", request.tests or "", request.reference or "")


def _solution(request: JudgeRequest, problem: Problem) -> tuple[str, Extraction | None]:
    if request.solution is not None:
        return request.solution, None
    found = extract_answer(problem, request.answer or "", "answer")
    return found.code, found


def _question(call: Call, request: JudgeRequest, problem: Problem, solution: str) -> Question:
    language = find_language(problem.language)
    tests = problem.tests[_SET]
    question = Question(
        language=language.id,
        tests=tests,
        plan=request.plan,
        files=all_files(request.files, request.files_base64),
        env=request.env,
        environment=request.environment,
    )
    check_question(question)
    mode = join(language, solution, tests).mode
    return msgspec.structs.replace(question, limits=run_limits(language, mode, request.limits, call.service.settings))


async def _learnt(call: Call, question: Question, reference: str) -> TestPlan:
    async def make() -> ProblemPlan:
        found = await calibrate(call.sandbox, question, reference)
        if isinstance(found, Defect):
            # One failure may be chance on a busy machine, and a defect blocks these tests for all requests.
            found = await calibrate(call.sandbox, question, reference)
        return ProblemPlan(defects={_SET: found}) if isinstance(found, Defect) else ProblemPlan(plans={_SET: found})

    key = _digest(find_language(question.language), msgspec.json.encode(question), reference)
    return (await plans_of(call.service).get_or_make(key, make)).plans[_SET]


async def _by_cases(call: Call, request: JudgeRequest, problem: Problem, solution: str) -> Judgement:
    language = find_language(problem.language)
    judged = functools.partial(
        judge_output,
        call.sandbox,
        language,
        cases=request.cases,
        checker=request.checker,
        limits=run_limits(language, "", request.limits, call.service.settings),
        environment=request.environment,
    )

    async def check_reference() -> ProblemPlan:
        judgement = await judged(solution=problem.canonical_solution)
        detail = "" if judgement.passed else describe(judgement)
        return ProblemPlan(defects={_SET: Defect(reason="reference fails", detail=detail)} if detail else {})

    if request.reference is not None:
        asked = msgspec.json.encode((problem, request.limits))
        await plans_of(call.service).get_or_make(_digest(language, asked, request.reference), check_reference)
    return await judged(solution=solution, early_stop=request.early_stop)


def _digest(language: Language, asked: bytes, reference: str) -> str:
    """Hash everything that a plan depends on in this process."""
    parts = (asked, reference.encode(), find_toolchain(language).version.encode())
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
