"""Hostile program output: the page shows it as text."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import browsing
from tests.server.browser import Visit, visiting
from tests.server.process import Server

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror=\"window.hit=1\"><script>window.hit=1;alert(1)</script><a href='javascript:alert(1)'>x</a>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests in this file."""
    with browsing() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """A fresh tab; afterwards, check that the page sent requests only to its own server."""
    with visiting(browser, server.url) as tab:
        yield tab.open()
        assert tab.page.evaluate("window.hit") is None
        assert tab.page.locator(".result :is(img, script, a, iframe, svg)").count() == 0
        tab.assert_quiet()


def test_markup_is_always_shown_as_text(visit: Visit) -> None:
    tests = f"def test():\n    print({MARKUP!r})\n    assert double(1) == 3, {MARKUP!r}\n"
    visit.run("def double(number):\n    return number * 2\n", tests)
    visit.says("Wrong answer")
    expect(visit.page.locator("#verdict .said")).to_contain_text("<script>window.hit=1;alert(1)</script>")
    expect(visit.page.locator("[data-stream=stdout] pre")).to_have_text(MARKUP + "\n")


def test_markup_in_the_name_of_an_error(visit: Visit) -> None:
    visit.run(f"class Odd(Exception): pass\nOdd.__name__ = Odd.__qualname__ = {MARKUP!r}\nraise Odd({MARKUP!r})\n")
    visit.says("Runtime error")
    expect(visit.page.locator("[data-stream=stderr] pre")).to_contain_text("onerror")


def test_terminal_codes_and_controls(visit: Visit) -> None:
    visit.run(r"print('\x1b[31mred\x1b[0m \x1b]0;title\x07after \x00\x08 \x1b[2Jend \r here')")
    visit.says("Finished")
    expect(visit.page.locator("[data-stream=stdout] pre")).to_have_text("red after ␀␈ end ␍ here\n")
    assert visit.page.title() == "benchwright"


def test_text_direction_marks_do_not_outlive_the_output(visit: Visit) -> None:
    visit.run(r"print('abc \u202e\u2067 drawkcab')")
    style = "element => getComputedStyle(element).unicodeBidi"
    assert visit.page.locator("[data-stream=stdout] pre").evaluate(style) == "isolate"
    expect(visit.page.locator("[data-stream=stdout] h3")).to_have_text("Standard output")


def test_long_lines_are_cut_with_a_note(visit: Visit) -> None:
    start = time.monotonic()
    visit.run("print('x' * 900_000)")
    visit.says("Finished")
    stdout = visit.page.locator("[data-stream=stdout]")
    expect(stdout).to_contain_text("900,001 bytes")
    expect(stdout.locator(".notice")).to_contain_text("cut at 4,000 characters")
    assert len(stdout.locator("pre").inner_text()) < 5_000
    assert time.monotonic() - start < 60


def test_output_above_the_servers_limit(visit: Visit) -> None:
    visit.run("import sys\nfor number in range(400_000): sys.stdout.write(f'{number:07}\\n')\n")
    visit.says("Finished")
    stdout = visit.page.locator("[data-stream=stdout]")
    expect(stdout).to_contain_text("3,200,000 bytes")
    expect(stdout.locator("pre .note")).to_contain_text("2,151,424 bytes omitted")
    expect(stdout.locator(".notice")).to_contain_text("kept 1.0 MiB of 3.1 MiB")


def test_bytes_that_are_not_text(visit: Visit) -> None:
    visit.run("import sys\nsys.stdout.buffer.write(b'\\xff\\xfe ok')\n")
    visit.says("Finished")
    expect(visit.page.locator("[data-stream=stdout] pre")).to_have_text("\ufffd\ufffd ok")
