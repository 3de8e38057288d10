"""The code found in realistic answers; the answers are in tests/judging/extract/answers.

Some are written one by one; others are made from the templates and solutions there. Accuracy per language, with misses:
`scripts/test tests/judging/test_extract_answers.py -k accuracy -s`.
"""

from __future__ import annotations

import ast
import difflib
import functools
import html
import json
import re
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchwright.judging.extract import extract, names_of_tests
from benchwright.languages import find_language

FOLDER = Path(__file__).parent / "extract" / "answers"
_MARKED = re.compile("⟦(.*?)⟧", re.DOTALL)


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer, with the code to judge marked in it or given separately."""

    id: str
    language: str
    raw: str
    tests: str = ""
    """Tests, from which the names are taken."""
    prefix: str = ""
    suffix: str = ""
    entry_point: str = ""
    code: str = ""
    miss: str = ""
    """Why a wrong result is accepted for now."""

    @property
    def wanted(self) -> str:
        """The code to judge."""
        return self.code or "\n".join(_MARKED.findall(self.raw))

    def found(self) -> str:
        """Extract the code."""
        language = find_language(self.language)
        return extract(
            self.raw.replace("⟦", "").replace("⟧", ""),
            language,
            names=names_of_tests(language, self.tests) if self.tests else (),
            prefix=self.prefix,
            suffix=self.suffix,
            entry_point=self.entry_point,
        ).code


class Solution(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A solution in pieces."""

    language: str
    file: str
    name: str
    tests: str
    head: str
    helper: str
    function: str
    draft: str
    """An earlier version of the function, with a mistake."""
    usage: str

    def joined(self, *pieces: str) -> str:
        """Join some of the pieces."""
        return "\n".join(piece.strip("\n") + "\n" for name in pieces if (piece := str(getattr(self, name))))

    def filled(self, template: str) -> str:
        """Fill the placeholders of a template."""
        code, draft = self.joined("head", "helper", "function"), self.joined("head", "helper", "draft")
        diff = difflib.unified_diff(
            draft.splitlines(), code.splitlines(), f"a/{self.file}", f"b/{self.file}", "", "", 3, ""
        )
        values = {
            "code": code,
            "tag": self.language,
            "json": json.dumps(code),
            "html": html.escape(code, quote=False),
            "diff": "\n".join(diff),
            "indented": "".join(f"    {line}\n" if line else "\n" for line in code.splitlines()),
            **{field: getattr(self, field).strip("\n") for field in self.__struct_fields__},
        }
        return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]).rstrip("\n"), template)


_USUAL = ("head", "helper", "function")


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to present a solution."""

    name: str
    raw: str
    order: tuple[str, ...] = _USUAL
    """Order of the pieces in the code to judge."""
    sorted: frozenset[str] = frozenset()
    """Languages that need helpers before the code that uses them, so that the pieces come in their usual order."""
    crlf: bool = False
    """Whether lines end as on Windows."""
    miss: dict[str, str] = {}
    """Language → why a wrong result is accepted for now."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _written() -> list[Answer]:
    found = []
    for file in sorted(FOLDER.glob("*.toml")):
        data = _read(file.stem)
        common = {"language": data["language"]} if "language" in data else {}
        found += [msgspec.convert(common | answer, Answer) for answer in data.get("answer", ())]
    return found


def _made() -> list[Answer]:
    solutions = msgspec.convert(_read("solutions")["solution"], list[Solution])
    return [
        Answer(
            id=f"{solution.language}: {template.name}",
            language=solution.language,
            tests=solution.tests,
            raw=solution.filled(template.raw).replace("\n", "\r\n" if template.crlf else "\n"),
            code=solution.joined(*(_USUAL if solution.language in template.sorted else template.order)),
            miss=template.miss.get(solution.language, ""),
        )
        for template in msgspec.convert(_read("templates")["template"], list[Template])
        for solution in solutions
    ]


WRITTEN = _written()
ANSWERS = {answer.id: answer for answer in (*WRITTEN, *_made())}


def same_code(language: str, one: str, other: str) -> bool:
    """Whether two texts are the same code: Python by its syntax tree, others by their lines, without empty lines and
    white space at their ends."""
    if language == "python":
        try:
            return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
        except SyntaxError:
            pass
    return _lines(one) == _lines(other)


def _lines(code: str) -> list[str]:
    return [line.rstrip() for line in code.split("\n") if line.strip()]


@functools.cache
def _is_right(name: str) -> bool:
    answer = ANSWERS[name]
    return same_code(answer.language, answer.found(), answer.wanted)


@pytest.mark.parametrize("name", ANSWERS)
def test_the_code_is_found(name: str, request: pytest.FixtureRequest) -> None:
    answer = ANSWERS[name]
    if answer.miss:
        request.applymarker(pytest.mark.xfail(reason=answer.miss, strict=True))
    if not _is_right(name):
        assert _lines(answer.found()) == _lines(answer.wanted)
        pytest.fail("the syntax trees differ")


def test_there_are_enough_answers() -> None:
    assert len(WRITTEN) >= 150
    assert len(ANSWERS) >= 300
    assert len({answer.id for answer in WRITTEN}) == len(WRITTEN)
    assert len({answer.language for answer in ANSWERS.values()}) >= 20


def test_accuracy(capsys: pytest.CaptureFixture[str]) -> None:
    by_language: dict[str, list[str]] = defaultdict(list)
    for name, answer in ANSWERS.items():
        by_language[answer.language].append(name)
    wrong = [name for name in ANSWERS if not _is_right(name)]
    with capsys.disabled():
        print()
        for language, names in sorted(by_language.items()):
            missed = [name for name in names if name in wrong]
            print(f"{language:12} {len(names) - len(missed)}/{len(names)} {', '.join(missed)}".rstrip())
        print(f"{'all':12} {1 - len(wrong) / len(ANSWERS):.1%}")
    assert {name for name in wrong if not ANSWERS[name].miss} == set()
