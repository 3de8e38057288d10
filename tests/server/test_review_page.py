"""The review page in a real browser, on a real `benchwright review`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchwright.report.reviewing.store import read_reviews
from tests.browser import browsing
from tests.report.reviewed import generation_job, problem
from tests.server.browser import Visit, visiting
from tests.server.review import Started, started
from tests.server.test_page_looks import UNNAMED, WEAK_TEXTS

pytestmark = pytest.mark.browser

MARKUP = (
    "<img src=x onerror=\"window.hit=1\"><script>window.hit=1</script><a href='javascript:alert(1)'>x</a>\x1b[31m\u202e"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests in this file."""
    with browsing() as running:
        yield running


def job_in(folder: Path) -> Path:
    """A job with three problems, one of them hostile."""
    hostile = problem(f"z{MARKUP}", f"{MARKUP}\n\n{MARKUP}")
    return generation_job(folder, [problem("first"), problem("second"), hostile])


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """The running command, for tests that do not change decisions that others rely on."""
    with started(job_in(tmp_path_factory.mktemp("review") / "job")) as running:
        yield running


def opened(tab: Visit, review: Started) -> Page:
    """The page as the command opens it."""
    tab.page.goto(review.address)
    expect(tab.page.locator("#answer")).to_be_visible()
    return tab.page


def test_a_problem_is_solved_rated_and_accepted(browser: Browser, tmp_path: Path) -> None:
    job = job_in(tmp_path / "job")
    with started(job) as review:
        with visiting(browser, review.address.partition("/#")[0]) as tab:
            solve_rate_and_accept(tab, review)
            tab.assert_quiet()
        assert review.interrupt() == 0
    (found,) = read_reviews(job)
    assert (found.problem, found.decision, found.note) == ("first", "accepted", "clear enough")
    assert (found.difficulty, found.clarity, found.test_quality) == (2, 5, 4)
    assert [attempt.verdict for attempt in found.attempts] == ["wrong_answer", "passed"]
    assert found.draft == found.attempts[-1].code == "def double(number):\n    return number * 2"


def solve_rate_and_accept(tab: Visit, review: Started) -> None:
    """Solve the first problem on the second attempt, rate it and accept it."""
    page = opened(tab, review)
    assert "token" not in page.url
    expect(page.locator(".review-list a[aria-current]")).to_contain_text("Write double(number).")
    answer = page.get_by_label("Your solution")
    answer.fill("def double(number):\n    return 4")
    # Works anywhere, even where Enter alone does something else.
    page.get_by_role("button", name="Accept").press("Control+Enter")
    expect(page.locator("#result .review-verdict")).to_contain_text("wrong answer")
    page.get_by_role("button", name="line 3 of the tests").click()
    expect(page.locator(".code-line[data-marked]")).to_contain_text("double(5) == 10")
    answer.fill("def double(number):")
    answer.press("End")
    answer.press("Enter")
    answer.press("Tab")
    answer.press_sequentially("return number * 2")
    answer.press("Control+Enter")
    expect(page.locator("#result .review-verdict")).to_contain_text("passed")
    expect(page.locator("#run-state")).to_have_text("solved on attempt 2")
    page.get_by_role("group", name="Difficulty").get_by_label("2").check()
    page.get_by_role("group", name="Clarity").get_by_label("5").check()
    page.locator(".review-verdict").click()  # leave the fields, so that keys are shortcuts
    page.keyboard.press("4")
    page.get_by_label("Note").fill("clear enough")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(".review-progress")).to_contain_text("1 of 3 decided")
    expect(page.locator(".saved")).to_have_text("✓ saved")
    page.get_by_role("link", name="Summary").click()
    expect(page.get_by_role("row", name="solved within two tries 100.0 1 43.8")).to_be_visible()


def test_saved_changes_survive_a_reload(browser: Browser, review: Started) -> None:
    with visiting(browser, review.address.partition("/#")[0]) as tab:
        page = opened(tab, review)
        expect(page.get_by_role("heading", name="Question").locator("..")).to_contain_text("first")
        page.keyboard.press("j")
        expect(page.get_by_role("heading", name="Question").locator("..")).to_contain_text("second")
        page.get_by_label("Your solution").fill("half an answer")
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        page.keyboard.press("c")
        page.get_by_text("question", exact=True).click()
        page.get_by_label("Corrected question").fill("Write `double`, please.")
        expect(page.locator(".saved")).to_have_text("✓ saved")
        page.reload()
        expect(page.get_by_label("Your solution")).to_have_value("half an answer")
        expect(page.get_by_label("Corrected question")).to_have_value("Write `double`, please.")
        page.get_by_role("button", name="Check correction").click()
        expect(page.get_by_text("The corrected problem is sound.")).to_be_visible()


def test_a_hostile_problem_is_shown_as_text(browser: Browser, review: Started) -> None:
    with visiting(browser, review.address.partition("/#")[0]) as tab:
        page = opened(tab, review)
        page.locator(".review-list li").last.locator("a").click()
        expect(page.locator(".review-problem .markdown")).to_contain_text("<script>window.hit=1</script>")
        expect(page.locator(".review-problem .markdown")).to_contain_text("⟨U+202E⟩")
        page.get_by_label("Your solution").fill(f"def double(number):\n    raise ValueError({MARKUP!r})\n")
        page.locator("#run").click()
        expect(page.locator("#result")).to_contain_text("<script>window.hit=1</script>")
        assert page.evaluate("window.hit") is None
        assert page.locator("main :is(img, script, iframe)").count() == 0
        tab.assert_quiet()


def test_without_the_token_the_page_explains_what_to_do(browser: Browser, review: Started) -> None:
    with visiting(browser, review.address.partition("/#")[0]) as tab:
        tab.page.goto(review.address.partition("#")[0])
        expect(tab.page.get_by_role("alert")).to_contain_text("full URL")


@pytest.mark.parametrize(("width", "scheme", "number"), [(1366, "light", 1), (390, "dark", 3)])
def test_it_can_be_read_at_every_width(browser: Browser, review: Started, width: int, scheme: str, number: int) -> None:
    options = {"viewport": {"width": width, "height": 850}, "color_scheme": scheme}
    with visiting(browser, review.address.partition("/#")[0], **options) as tab:
        page = opened(tab, review)
        page.locator(".review-list li", has_text=f"{number} · python").locator("a").evaluate("link => link.click()")
        page.get_by_role("button", name="Correct").click()
        for _ in range(2):
            assert page.evaluate(WEAK_TEXTS) == []
            assert page.evaluate(UNNAMED) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.get_by_role("link", name="Summary").click()
            expect(page.get_by_role("heading", name="Ratings")).to_be_visible()
