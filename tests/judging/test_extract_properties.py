"""Properties that hold for any answer in any language."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchwright.judging.extract import extract
from benchwright.judging.extract.answer import extract_answer
from benchwright.languages import Language, languages
from benchwright.problems import Problem

LANGUAGES = list(languages().values())
PIECES = [
    "```", "````", "~~~", "```python", "```c++", "\n", "\n\n", "  ", "\t", "<think>", "</think>", "<answer>",
    "</answer>",
    "[PYTHON]", "[/PYTHON]", "<code>", "</code>", "<|im_end|>", "</s>", "Here is the code:", "This works, as you see.",
    "def f(x):", "    return x", "return x", "}", "{", "end", "(", ")", '"""', "'", "`", "#", "//", "/*", "*/", "<?php",
    "class A {", "defmodule A do", "function f() {", "import x", "package main", "\r\n", "\ufeff", "\0", "é", "\ud800",
    "<|channel|>analysis<|message|>", "<|channel|>final<|message|>", "analysis", "assistantfinal", "> ", "- ", "1. ",
]  # fmt: skip

any_language = st.sampled_from(LANGUAGES)
any_text = st.text(st.characters(exclude_categories=()), max_size=300)
any_answer = st.one_of(
    any_text, st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=40).map("".join)
)
any_names = st.sets(st.sampled_from(["f", "A", "A.f", "x", "}", "main"]))


@settings(deadline=None)  # a grammar is loaded on first use
@given(any_answer, any_language, any_names, any_answer, any_answer, st.sampled_from(["", "f", "main"]))
def test_any_text_is_taken(
    raw: str, language: Language, names: set[str], prefix: str, suffix: str, entry_point: str
) -> None:
    for before, after in (("", ""), (prefix, ""), (prefix, suffix)):
        found = extract(raw, language, names=names, prefix=before, suffix=after, entry_point=entry_point)
        assert bool(found.code.strip()) != bool(found.flaw)
        found.code.encode(errors="surrogateescape")


any_long_answer = st.tuples(any_answer, st.sampled_from(PIECES), st.sampled_from([100, 2500]), any_answer).map(
    lambda drawn: f"{drawn[0]}{drawn[1] * drawn[2]}{drawn[3]}"
)


@settings(deadline=None)  # a grammar is loaded on first use
@given(any_long_answer, any_language, any_answer, st.sampled_from(["", "length"]))
@example("P" + " " * 5000 + "x", LANGUAGES[0], "", "")
@example("P\n" + " " * 5000 + "x", LANGUAGES[0], "", "")
def test_any_answer_to_any_problem_is_understood(raw: str, language: Language, tests: str, finish_reason: str) -> None:
    problem = Problem(id="", language=language.id, question="", canonical_solution="", tests={"full": tests})
    extract_answer(problem, raw, "answer", finish_reason).code.encode(errors="surrogateescape")


@settings(deadline=None)  # a grammar is loaded on first use
@given(any_answer, any_language)
def test_the_same_answer_gives_the_same_code(raw: str, language: Language) -> None:
    assert extract(raw, language) == extract(raw, language)


lines = st.text(st.characters(codec="utf-8", exclude_characters="\r\n<[◁\ufeff"), max_size=40)
programs = st.lists(lines, min_size=1, max_size=12).map("\n".join).filter(str.strip)


@settings(deadline=None)  # a grammar is loaded on first use
@given(programs, any_language, st.data(), st.sampled_from("`~"), st.booleans())
def test_a_block_comes_back_as_it_is(code: str, language: Language, data: st.DataObject, sign: str, talk: bool) -> None:
    """Whatever it contains, in any language, under any of the language's names."""
    name = data.draw(st.sampled_from([name for name in language.all_names() if "`" not in name]))
    fence = sign * (3 + max(code.count("`"), code.count("~")))
    block = f"{fence}{name}\n{code}\n{fence}"
    found = extract(f"Here is the code:\n\n{block}\n\nIt works, as you can see.\n" if talk else block, language)
    added = language.answers.preamble
    assert found.code in (f"{code}\n", f"{added}{code}\n")
    assert (found.blocks, found.flaw) == (1, "")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.id)
def test_programs_come_back_from_any_wrapping(language: Language) -> None:
    """Real programs, namely the probes: unchanged, in blocks, in lists, in tags, between prose."""
    for probe in language.probes:
        source = language.probe_source(probe).decode().replace("\r\n", "\n")
        if not source.strip() or probe.name in (
            "syntax_error",
            "compile_error",
            "unfinished_text",
            "unfinished_function",
        ):
            continue
        code = source if source.endswith("\n") else f"{source}\n"
        moved = "".join(f"   {line}\n" for line in code.removesuffix("\n").split("\n"))
        for raw in (
            code,
            f"```{language.id}\n{code}```\n",
            f"```\n{code}```",
            f"Here is the program that you want:\n\n{code}\nIt prints what it was asked for.\n",
            f"1. First:\n\n   ~~~{language.name}\n{moved}   ~~~\n\n2. Run it.\n",
            f"[{language.id.upper()}]\n{code}[/{language.id.upper()}]\n",
            f"<think>\nHm.\n```\nx\n```\n</think>\n```{language.id}\n{code}```<|im_end|>",
            f"Run\n```console\n$ ./run.sh --with --many --options\n```\nwith\n```{language.id}\n{code}```\n",
            f"````md\n# Program\n\n```{language.id}\n{code}```\n````\n",
        ):
            found = extract(raw, language)
            assert found.code.removeprefix(language.answers.preamble).strip("\n") == code.removeprefix(
                language.answers.preamble
            ).strip("\n")
