"""Hostile questions, answers and outputs: the page shows them as text."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from benchwright.evaluation.sample import Sample
from benchwright.judging.solution import SetJudgement, SolutionJudgement
from benchwright.judging.verdict import Place, TestResult, Verdict
from benchwright.languages.registry import languages
from benchwright.problems import Problem
from tests.browser import tab
from tests.report.answered import Answered, ProblemTab, evaluation, site

pytestmark = pytest.mark.browser

MARKUP = '<img src=x onerror="window.hit=1"><script>window.hit=1;alert(1)</script></script>&lt;b&gt;'
LINKS = (
    "[one](javascript:alert(1)) [two](data:text/html,<script>alert(1)</script>) <javascript:alert(2)> "
    "[three](https://example.invalid/page) ![four](https://example.invalid/pixel.png) [five](vbscript:x)\n\n"
    "![six][far]\n\n[far]: https://example.invalid/second.png\n"
)
CONTROLS = "\x1b[31mred\x1b[0m \x1b]0;title\x07after \x00\x08 \x9b31m \u2028 \ufeff end"
BIDI = "abc \u202e\u2067 drawkcab \u200f"
ODD = f"{MARKUP} {CONTROLS} {BIDI}"
NAMES = ("__proto__", "constructor", "hasOwnProperty", "toString", MARKUP)
"""Names of test sets: properties that every script object has, and markup."""
DEEP = ">" * 3000 + "x\n\n" + "[" * 3000 + "]" * 3000 + "\n\n" + "*a **b " * 2000 + "\n\n" + "- " * 900 + "x\n"
LONG_LINE = "x" * 1_000_000
MANY_LINES = "line\n" * 200_000
BOMBS = (
    "word " * 20_000,
    *("(" * 1500, "a" * 1900, "/*" * 900, '"\\' * 900, "$(" * 900, "`${" * 600, "<" * 1800, "{{" * 900, "@" * 1900),
    *("1e" * 900, "'" * 1900, "<<<A\n" * 400, "/" * 1900, "r#" * 900, "a.b" * 600, "=> " * 600, "\\" * 1900),
)


def _answer(problem: str, code: str, *, sample: int = 0, raw: str = ODD, output: str = ODD) -> Answered:
    failure = SetJudgement(
        verdict=Verdict.WRONG_ANSWER,
        reason=ODD,
        place=Place(part="solution", line=1),
        message=ODD,
        stdout=output,
        stderr=ODD,
        tests=(TestResult(name=ODD, status="failed", message=ODD),),
    )
    made = Sample(
        problem=problem, sample=sample, raw=raw, reasoning=ODD, code=code, how=ODD, repairs=(ODD,), finish_reason=ODD
    )
    sets = dict.fromkeys(NAMES, failure)
    return Answered(
        made, SolutionJudgement(verdict=Verdict.WRONG_ANSWER, reason=ODD, failed="__proto__", sets=sets, toolchain=ODD)
    )


def _problem(name: str, question: str, language: str = "python") -> Problem:
    return Problem(
        id=name,
        language=language,
        question=question,
        canonical_solution=ODD,
        tests=dict.fromkeys(NAMES, ODD),
        difficulty="__proto__",
        tags=(MARKUP, "__proto__", BIDI),
        lineage={"__proto__": {"model": ODD}, "seed": {"licence": ODD}, "constructor": [ODD]},
        evidence={"flags": [{"rule": ODD}], "toString": LONG_LINE[:5000], "mutation": "none"},
    )


PROBLEMS = [
    _problem(f"odd/{MARKUP}", f"{ODD}\n\n{LINKS}\n\n| a | b |\n|---|--:|\n| {MARKUP} | x |\n\n```html\n{ODD}\n```\n"),
    _problem("long/line", LONG_LINE),
    _problem("many/lines", MANY_LINES),
    _problem("deep", DEEP),
]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site in which every text is hostile."""
    folder = tmp_path_factory.mktemp("explorer")
    outputs = {"long/line": LONG_LINE, "many/lines": MANY_LINES}
    answers = [
        _answer(problem.id, outputs.get(problem.id, ODD), output=outputs.get(problem.id, ODD)) for problem in PROBLEMS
    ]
    return site(folder / "site", [evaluation(folder / "job", MARKUP, PROBLEMS, answers)])


@pytest.fixture
def opened(browser: Browser, url: str) -> Iterator[ProblemTab]:
    """A tab; afterwards, check that no foreign text became an element and no other request was made."""
    with tab(browser, url, ProblemTab, viewport={"width": 1366, "height": 900}) as each:
        yield each
        assert each.page.evaluate("window.hit") is None
        assert each.page.locator("main :is(img, script, iframe, object, form, style)").count() == 0
        assert (
            each.page.locator(
                "main a:not([href^='#'], [href^='https://example.invalid/']):not([aria-disabled])"
            ).count()
            == 0
        )
        each.assert_quiet()


def _views(page: Page) -> list[str]:
    """Open every tab and yield what each shows."""
    shown = []
    for button in page.get_by_role("tab").all():
        button.click()
        shown.append(button.locator("xpath=../..").locator("[role=tabpanel]").inner_text())
    return shown


def test_markup_is_text_in_every_view(opened: ProblemTab) -> None:
    page = opened.show(f"problem/{quote(PROBLEMS[0].id, safe='')}")
    expect(page.locator("h1")).to_contain_text(MARKUP)
    expect(page.locator(".markdown")).to_contain_text(
        '<img src=x onerror="window.hit=1"><script>window.hit=1;alert(1)</script>'
    )
    expect(page.locator(".answer .why")).to_contain_text("in test set __proto__")
    shown = _views(page)
    assert len([text for text in shown if "window.hit=1;alert(1)</script>" in text]) >= 1 + len(NAMES) + 3
    for name in NAMES:
        expect(page.get_by_role("tab", name=f"Tests: {name}")).to_be_attached()


@pytest.mark.parametrize("name", ["leaderboard", "problems"])
def test_names_in_lists(opened: ProblemTab, name: str) -> None:
    opened.page.goto(f"{opened.url}/index.html#/{name}")
    expect(opened.page.locator("main")).to_contain_text("onerror=")


def test_links_and_images(opened: ProblemTab) -> None:
    page = opened.show(f"problem/{quote(PROBLEMS[0].id, safe='')}")
    question = page.locator(".markdown")
    expect(question).to_contain_text("one (javascript:alert(1))")
    expect(question).to_contain_text("[image: four, https://example.invalid/pixel.png]")
    expect(question).to_contain_text("[image: six, https://example.invalid/second.png]")
    link = question.get_by_role("link")
    expect(link).to_have_text("three")
    assert link.get_attribute("rel") == "noreferrer noopener"
    expect(question).to_contain_text("(https://example.invalid/page)")


def test_hidden_characters_are_made_visible(opened: ProblemTab) -> None:
    page = opened.show("problem/deep?view=output")
    stream = page.get_by_label("Standard error").first
    expect(stream).to_contain_text(
        "red after ␀␈ ⟨U+009B⟩31m ⟨U+2028⟩ ⟨U+FEFF⟩ end abc ⟨U+202E⟩⟨U+2067⟩ drawkcab ⟨U+200F⟩"
    )
    assert stream.evaluate("element => getComputedStyle(element).unicodeBidi") == "isolate"


@pytest.mark.parametrize("problem", ["long/line", "many/lines"])
def test_long_texts_are_cut_with_a_note(opened: ProblemTab, problem: str) -> None:
    page = opened.show(f"problem/{problem.replace('/', '%2F')}?view=output")
    note = page.locator(".problem-question .rest")
    expect(note).to_contain_text("2,000")
    assert len(page.locator("main").inner_text()) < 400_000
    note.get_by_role("button", name="Show all").click()
    expect(note).to_have_count(0)
    whole = "element => element.textContent.trim().length"
    assert page.locator(".problem-question .markdown").evaluate(whole) > 900_000


def test_nested_markdown(opened: ProblemTab) -> None:
    page = opened.show("problem/deep")
    expect(page.locator(".markdown")).to_contain_text("[[[[")


def test_lone_surrogates_and_prototypes_in_the_tools(opened: ProblemTab) -> None:
    page = opened.show("problem/deep")
    assert page.evaluate("benchwrightCode.highlight('x', '__proto__')") is None
    assert page.evaluate("benchwrightCode.highlight('x', 'constructor')") is None
    assert page.evaluate(r"benchwrightCode.markdown('a \ud800 b [x](java\nscript:alert(1))').length") == 1


def test_no_grammar_hangs_on_hostile_text(opened: ProblemTab) -> None:
    """Every grammar reads every bomb to its end and returns exactly the text."""
    page = opened.show("problem/deep")
    names = sorted(languages())
    script = """([names, bombs]) => names.flatMap((name) => bombs.map((bomb) => {
        const lines = benchwrightCode.highlight(bomb, name);
        return lines === null || lines.map((line) => line.map((each) => each.text).join("")).join("\\n") === bomb;
    }))"""
    assert all(page.evaluate(script, [names, list(BOMBS)]))
    unknown = [name for name in names if page.evaluate("name => benchwrightCode.highlight('x', name) === null", name)]
    assert unknown == ["zig"]
