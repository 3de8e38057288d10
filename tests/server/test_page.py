"""The page in a real browser, against a real server."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser import browsing
from tests.server.browser import Visit, visiting
from tests.server.process import Server, started

pytestmark = pytest.mark.browser

DOUBLE = "def double(number):\n    return number * 2\n"
TESTS = (
    "def test_small():\n    assert double(2) == 4\n\n\ndef test_large():\n    assert double(50) == 101, 'too small'\n"
)
FOREVER = "while True:\n    pass\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests in this file."""
    with browsing() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """A fresh tab; afterwards, check that the page sent requests only to its own server."""
    with visiting(browser, server.url) as tab:
        yield tab
        tab.assert_quiet()


def test_the_worked_example_passes_immediately(visit: Visit) -> None:
    visit.open().page.locator("#run").click()
    visit.says("Passed")
    expect(visit.page.locator("#verdict")).to_have_attribute("data-tone", "good")
    expect(visit.page.locator(".tests li .state")).to_have_text("✓ passed")


def test_a_plain_run_shows_output_and_measurements_without_judging(visit: Visit) -> None:
    visit.open()
    visit.write("import sys\nprint('in:', sys.stdin.read(), sys.argv[1:])\n")
    visit.page.locator("#input-panel summary").click()
    visit.page.locator("#stdin").fill("zwölf")
    visit.page.locator("#args").fill("one\ntwo words")
    visit.page.locator("#run").click()
    visit.says("Finished")
    expect(visit.page.locator("#verdict .why")).to_contain_text("nothing was judged")
    expect(visit.page.locator("[data-stream=stdout] pre")).to_have_text("in: zwölf ['one', 'two words']\n")
    facts = visit.page.locator("#details .facts")
    for name in ("Queue", "Run", "CPU time", "Peak memory", "Exit", "Limits hit", "Total", "Toolchain"):
        expect(facts.locator("dt", has_text=re.compile(f"^{name}$"))).to_be_visible()
    expect(visit.page.locator("#details summary")).to_contain_text("guarantees enforced")


def test_a_failing_assertion_shows_each_test_and_links_to_its_line(visit: Visit) -> None:
    visit.open().run(DOUBLE, TESTS)
    visit.says("Wrong answer")
    expect(visit.page.locator("#verdict .why")).to_contain_text("1 of 2 tests passed")
    expect(visit.page.locator("#verdict .said")).to_contain_text("too small")
    expect(visit.page.locator(".tests li .state")).to_have_text(["✓ passed", "✕ failed"])
    visit.page.locator("#verdict button.place", has_text="line 6 of the tests").click()
    expect(visit.page.locator("#tests")).to_be_focused()
    stripe = visit.page.locator("#tests-panel .stripe").first
    expect(stripe).to_be_visible()
    expect(stripe).to_have_attribute("data-line", "6")


def test_canary_and_reference(visit: Visit) -> None:
    visit.open()
    right = TESTS.replace("101", "100")
    visit.page.locator("#canary").check()
    visit.page.locator("#use-reference").check()
    visit.page.locator("#reference").fill(DOUBLE)
    visit.run(DOUBLE, right)
    visit.says("Passed")
    canary = visit.page.locator("#details .card", has=visit.page.get_by_role("heading", name="Confirmation"))
    expect(canary.locator("li .state").first).to_have_text("✓ rejected")
    visit.run("class Equal(int):\n    def __eq__(self, other):\n        return True\n\n\ndouble = Equal\n", right)
    visit.says("Tampered")
    expect(canary.locator("li .state").first).to_have_text("✕ passed")
    visit.page.locator("#reference").fill("def double(number):\n    return None\n")
    visit.run(DOUBLE, right)
    visit.says("Problem defect")


@pytest.mark.language(name="c")
def test_error_and_build_output(visit: Visit) -> None:
    visit.open().run("raise ValueError('no luck')\n")
    visit.says("Runtime error")
    expect(visit.page.locator("[data-stream=stderr] pre")).to_contain_text("ValueError: no luck")
    visit.page.locator("#language").select_option("c")
    expect(visit.page.locator("#code")).to_have_value(re.compile("int"))
    visit.run("int main(void) { return oops; }\n")
    visit.says("Compile error")
    expect(visit.page.locator("#details .card h3", has_text="Build messages")).to_be_visible()


def test_timed_out_program(visit: Visit) -> None:
    visit.open().limit_wall(0.5)
    visit.run(FOREVER)
    visit.says("Time limit")
    expect(visit.page.locator("#details .facts")).to_contain_text("wall")


def test_cancelling_kills_the_program(visit: Visit, server: Server) -> None:
    visit.open().limit_wall(500)
    visit.write("import time\ntime.sleep(400)\n")
    visit.page.locator("#run").click()
    _until_running(server, 1)
    visit.page.locator("#cancel").click()
    visit.says("Cancelled")
    _until_running(server, 0)


def _until_running(server: Server, wanted: int) -> None:
    deadline = time.monotonic() + 60
    while f"\nbenchwright_running {wanted}.0" not in httpx.get(f"{server.url}/metrics").text:
        assert time.monotonic() < deadline


@pytest.mark.language(name="c")
def test_the_language_is_remembered_and_drafts_kept(visit: Visit) -> None:
    visit.open().write("mine = 1\n")
    visit.page.locator("#language").select_option("c")
    expect(visit.page.locator("#code")).to_have_value(re.compile("int"))
    visit.page.locator("#language").select_option("python")
    expect(visit.page.locator("#code")).to_have_value("mine = 1\n")
    visit.page.locator("#example").select_option("hello")
    expect(visit.page.locator("#code")).to_have_value(re.compile("print"))
    visit.page.locator("#language").select_option("c")
    visit.open()
    expect(visit.page.locator("#language")).to_have_value("c")


def test_the_page_works_with_the_keyboard_alone(visit: Visit) -> None:
    page, keyboard = visit.open().page, visit.page.keyboard
    page.locator("#language").focus()
    keyboard.type("Python")
    # Typing "P" selected another language for a moment: wait until the examples are Python's again.
    expect(page.locator("#language")).to_have_value("python")
    expect(page.locator("#example")).to_have_value("0")
    for _ in range(8):
        keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "code":
            break
    expect(page.locator("#code")).to_be_focused()
    keyboard.press("Control+A")
    keyboard.type("def double(number):\n")
    expect(page.locator("#code")).to_have_value("def double(number):\n")
    keyboard.press("Tab")
    keyboard.type("if number:\n")
    keyboard.press("Tab")
    keyboard.type("return number\nreturn 1")
    keyboard.press("Shift+Tab")
    expect(page.locator("#code")).to_have_value(
        "def double(number):\n    if number:\n        return number\n    return 1"
    )
    keyboard.press("Escape")
    keyboard.press("Tab")
    expect(page.locator("#tests-panel summary")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Control+A")
    keyboard.insert_text(TESTS)
    keyboard.press("Control+Enter")
    visit.says("Wrong answer")
    page.locator("#verdict button.place").focus()
    keyboard.press("Enter")
    expect(page.locator("#tests-panel .stripe").first).to_have_attribute("data-line", "2")


def test_text_typed_while_examples_load_is_kept(visit: Visit) -> None:
    page = visit.open().page

    def type_first(route: Route) -> None:
        page.locator("#code").fill("print('typed')")
        late = {"name": "late", "source": "print('late')", "stdin": "", "args": []}
        route.fulfill(json={"programs": [late]})

    page.route("**/page/examples/lua", type_first)
    page.locator("#language").select_option("lua")
    expect(page.locator("#example")).to_contain_text("late")
    expect(page.locator("#example")).to_have_value("")
    expect(page.locator("#code")).to_have_value("print('typed')")


def test_a_skipped_language_keeps_no_text_of_another(visit: Visit) -> None:
    page = visit.open().page
    python = page.locator("#code").input_value()

    def pass_over(route: Route) -> None:
        page.locator("#language").select_option("python")
        route.continue_()

    page.route("**/page/examples/lua", pass_over, times=1)
    page.locator("#language").select_option("lua")
    expect(page.locator("#language")).to_have_value("python")
    expect(page.locator("#code")).to_have_value(python)
    page.locator("#language").select_option("lua")
    expect(page.locator("#code")).not_to_have_value(python)


def test_token_is_asked_for_and_kept_in_the_tab(browser: Browser, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("a-token-long-enough-for-tests person\n")
    tokens.chmod(0o600)
    with started("--token-file", tokens) as guarded, visiting(browser, guarded.url) as tab:
        tab.page.goto(guarded.url)
        for token in ("a-wrong-token-of-some-length", "a-token-long-enough-for-tests"):
            expect(tab.page.locator("#token-dialog")).to_be_visible()
            tab.page.locator("#token").fill(token)
            tab.page.keyboard.press("Enter")
            if "wrong" in token:
                expect(tab.page.locator("#token-wrong")).to_be_visible()
        expect(tab.page.locator("body")).to_have_attribute("data-started", "yes")
        tab.run("print(1)\n")
        tab.says("Finished")
        assert "a-token" not in tab.page.evaluate("JSON.stringify(localStorage) + document.cookie")
        assert "a-token" in tab.page.evaluate("JSON.stringify(sessionStorage)")
        tab.assert_quiet()


def test_a_server_that_exited_gives_no_verdict(browser: Browser) -> None:
    with started() as short, visiting(browser, short.url) as tab:
        tab.open()
        short.stop()
        tab.run("print(1)\n")
        tab.says("No connection")
        expect(tab.page.locator("#verdict .why")).to_contain_text("says nothing about the program")
