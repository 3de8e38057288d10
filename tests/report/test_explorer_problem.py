"""The page of a problem: the question, every model's answers, and where they failed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from benchwright.evaluation.sample import Sample
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.judging.verdict import Place, TestResult, Verdict
from benchwright.problems import Case, Problem
from tests.browser import tab
from tests.report.answered import Answered, ProblemTab, evaluation, site

pytestmark = pytest.mark.browser

WRONG = "def double(number):\n    return number + 2\n"
RIGHT = "def double(number):\n    return number * 2\n"
TESTS = "def test():\n    assert double(2) == 4\n    assert double(3) == 6\n"


def _problem(name: str, **fields: object) -> Problem:
    known = {"question": "# Double\n\nDouble a `number`.\n", "canonical_solution": RIGHT, "tests": {"full": TESTS}}
    return Problem(id=name, language="python", **{**known, **fields})  # type: ignore[arg-type]


PROBLEMS = [
    _problem("easy/one", difficulty="easy", tags=("numbers",)),
    _problem(
        "hard/two",
        difficulty="hard",
        evidence={"mutation": {"tried": 14, "killed": 12}, "flags": []},
        lineage={"seed": {"licence": "Apache-2.0"}},
    ),
    _problem("easy/three", difficulty="easy", tests={}, cases={"full": (Case(stdin="2\n", stdout="4\n"),)}),
]


def _failed(sample: int, turn: int) -> Answered:
    failure = SetJudgement(
        verdict=Verdict.WRONG_ANSWER,
        reason="AssertionError",
        place=Place(part="tests", line=3),
        message="5 is not 6",
        stderr="Traceback: 5 is not 6\n",
        tests=(TestResult(name="test_three", status="failed", message="5 is not 6"),),
    )
    judgement = SolutionJudgement(
        verdict=Verdict.WRONG_ANSWER, reason="AssertionError", failed="full", sets={"full": failure}, toolchain="3.11"
    )
    return Answered(Sample(problem="easy/one", sample=sample, turn=turn, raw=WRONG, code=WRONG), judgement)


def _passed(problem: str, sample: int = 0, turn: int = 1) -> Answered:
    sets = {"full": SetJudgement(verdict=Verdict.PASSED)}
    answer = Sample(problem=problem, sample=sample, turn=turn, raw=RIGHT, code=RIGHT, how="only block")
    return Answered(answer, SolutionJudgement(verdict=Verdict.PASSED, sets=sets))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two models: one passes in its first turn, one in its second."""
    folder = tmp_path_factory.mktemp("explorer")
    learns = [_failed(0, 1), _passed("easy/one", 0, 2), _passed("hard/two"), _passed("easy/three")]
    knows = [_passed(problem.id) for problem in PROBLEMS]
    jobs = [
        evaluation(folder / "learns", "learns", PROBLEMS, learns, turns=2),
        evaluation(folder / "knows", "knows", PROBLEMS, knows),
    ]
    return site(folder / "site", jobs)


@pytest.fixture
def opened(browser: Browser, url: str) -> Iterator[ProblemTab]:
    """A tab that must request nothing but the site."""
    with tab(browser, url, ProblemTab, viewport={"width": 1366, "height": 900}) as each:
        yield each
        each.assert_quiet()


def _card(page: Page, model: str) -> str:
    return f"article.answer[aria-label^='{model},']"


def test_a_failed_answer_shows_why(opened: ProblemTab) -> None:
    page = opened.show("problem/easy%2Fone?model=learns&sample=0&turn=1")
    expect(page.locator(".markdown h3")).to_have_text("Double")
    card = page.locator(_card(page, "learns"))
    expect(card.locator(".why")).to_contain_text("wrong answer in test set full: AssertionError")
    expect(card.locator(".failure .output")).to_have_text("5 is not 6")
    expect(card.locator(".spot [data-marked]")).to_contain_text("assert double(3) == 6")
    card.get_by_role("button", name="Go to line").click()
    expect(card.get_by_role("tab", name="Failed test")).to_have_attribute("aria-selected", "true")
    expect(card.locator(".tab-panel [data-marked]")).to_be_in_viewport()
    card.get_by_role("tab", name="Output").click()
    expect(card.get_by_label("Standard error")).to_have_text("Traceback: 5 is not 6")
    expect(card.locator(".single")).to_contain_text("test_three")
    expect(card.locator(".command")).to_contain_text("--sample 0 --turn 1")


def test_turns_are_compared_by_sign(opened: ProblemTab) -> None:
    page = opened.show("problem/easy%2Fone?model=learns&turn=2&view=turns")
    lines = page.locator(".diff-line")
    expect(lines).to_contain_text(["def double", "− ", "+ "])
    expect(page.locator(".diff-line[data-sign='+']")).to_have_text("+     return number * 2\n")


def test_the_url_contains_the_answers_side_by_side(opened: ProblemTab) -> None:
    page = opened.show("problem/easy%2Fone?a=knows")
    expect(page.locator("article.answer")).to_have_count(1)
    page.get_by_role("button", name="learns, sample 0, turn 1: wrong answer").click()
    expect(page.locator("article.answer")).to_have_count(2)
    assert "a=knows,0,1&b=learns,0,1" in page.url
    page.reload()
    expect(page.locator("article.answer")).to_have_count(2)
    page.get_by_role("button", name="Close knows").click()
    expect(page.locator("article.answer")).to_have_count(1)
    assert "a=learns,0,1" in page.url


def test_neighbours_within_the_filters(opened: ProblemTab) -> None:
    page = opened.show("problem/easy%2Fone?difficulty=easy")
    expect(page.locator(".problem-steps")).to_contain_text("1 of 2 selected")
    page.keyboard.press("j")
    expect(page.locator("h1")).to_have_text("easy/three")
    expect(page.locator(".problem-steps")).to_contain_text("2 of 2 selected")
    page.keyboard.press("k")
    expect(page.locator("h1")).to_have_text("easy/one")


def test_evidence_and_cases(opened: ProblemTab) -> None:
    page = opened.show("problem/hard%2Ftwo?part=evidence")
    expect(page.locator(".facts")).to_contain_text("12 of 14")
    expect(page.locator(".problem-parts")).to_contain_text("Apache-2.0")
    page = opened.show("problem/easy%2Fthree?part=tests-full")
    expect(page.get_by_label("Expected output of case 1")).to_have_text("4")


def test_an_unknown_problem(opened: ProblemTab) -> None:
    opened.page.goto(f"{opened.url}/index.html#/problem/nothing")
    expect(opened.page.locator(".empty")).to_contain_text("There is no problem nothing.")


@pytest.mark.parametrize("width", [1366, 390])
def test_the_page_does_not_scroll_sideways(browser: Browser, url: str, width: int) -> None:
    with tab(browser, url, ProblemTab, viewport={"width": width, "height": 800}) as narrow:
        page = narrow.show("problem/easy%2Fone?a=knows&b=learns,0,1&c=learns,0,2")
        expect(page.locator("article.answer")).to_have_count(3)
        assert page.locator(".problem-steps").evaluate(
            "steps => steps.closest('.heading').getBoundingClientRect().bottom >= steps.getBoundingClientRect().bottom"
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
