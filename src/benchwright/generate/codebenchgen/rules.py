"""Read the model answers of this method, and check files and tests by rules that need no run."""

from __future__ import annotations

import re

from benchwright.environments import parse_requirements, requirements_from_imports
from benchwright.errors import UsageError
from benchwright.generate.codebenchgen.settings import Settings
from benchwright.generate.packages import can_install
from benchwright.generate.record import Dropped
from benchwright.generate.sections import Unparsable, given_sections, sections
from benchwright.judging.canary import find_candidates
from benchwright.languages import Language
from benchwright.languages.functions import Function, find_function
from benchwright.languages.join import clean, encode
from benchwright.metrics.complexity import measure_complexity
from benchwright.seeds import Seed

_TELLING = re.compile(r"\w\W*\w")
_NO_CHECK = re.compile(r"\s*(?:if __name__\b|import\b|from\b|return\b|(?:const|let|var)\b[^=]*=\s*require\b)")
_REQUIREMENTS = "requirements not met"


def refuse_code(settings: Settings, language: Language, seed: Seed, code: str) -> None:
    """Raise Unparsable with the requirement that a rewritten file does not meet."""
    target = target_in(language, code, seed.target)
    source = find_function(language, seed.text, seed.target)
    if source is not None and source.parameters != target.parameters:
        raise _not_met(f"the parameters of {seed.target} were {source.parameters} and are now {target.parameters}")
    _refuse_lengths(settings, language, code, text_of(code, target))
    _refuse_lost("the source", seed.text, code, settings.kept_above)
    if source is not None:
        kept = text_of(code, target)
        _refuse_lost(seed.target, text_of(seed.text, source), kept, settings.target_kept_above)


def refuse_shrunk(settings: Settings, language: Language, name: str, before: str, after: str) -> None:
    """Raise Unparsable if a repair made the file, or the target in it, much smaller."""
    parts = {
        "the file": (before, after),
        name: tuple(text_of(text, target_in(language, text, name)) for text in (before, after)),
    }
    for what, (old, new) in parts.items():
        if tokens_of(language, new) < settings.shrunk_below * tokens_of(language, old):
            raise _not_met(f"{what} has lost much of its code; fix it without leaving anything out")


def refuse_tests(settings: Settings, language: Language, name: str, code: str, tests: str, least: int = 0) -> None:
    """Raise Unparsable with what the tests lack."""
    found = assertions_in(language, tests, code)
    least = max(least, settings.assertions)
    if found < least:
        raise _not_met(f"the tests have {found} assertions that can be told; at least {least} are asked for")
    called = name.rpartition(".")[2]
    if not re.search(rf"(?<!\w){re.escape(called)}(?!\w)", tests):
        raise _not_met(f"the tests do not call {name}")
    if _binds(tests, name):
        raise _not_met(f"the tests define or replace {name}; they must use that of the file")


def _binds(tests: str, name: str) -> bool:
    """Whether the tests bind the target's name to something else. Their own objects may have methods of any name."""
    owner, _, last = name.rpartition(".")
    word, patched = re.escape(last), rf"""patch(?:\.object)?\([^\n]*["'](?:[\w.]*\.)?{re.escape(last)}["']"""
    if owner:
        patterns = [rf"(?<!\w){re.escape(owner.rpartition('.')[2])}\.(?:prototype\.)?{word}\s*=(?!=)", patched]
    else:
        patterns = [
            rf"^[ \t]*(?:async\s+)?(?:def|function|func|fn|fun|class)\s+{word}\b",
            rf"^[ \t]*(?:const|let|var|auto)\s+{word}\b",
            rf"^[ \t]*{word}\s+=\s",
            rf"\bimport\b[^\n]*\bas\s+{word}\b",
            rf"globals\(\)\[.{word}.\]",
            patched,
        ]
    return any(re.search(pattern, tests, re.MULTILINE) for pattern in patterns)


def target_in(language: Language, code: str, name: str) -> Function:
    """Return the target, which must occur once and have a body on its own lines."""
    target = find_function(language, code, name)
    if target is None:
        raise _not_met(f"there is no function {name}, or more than one")
    if target.broken:
        raise _not_met(f"{name} does not parse as {language.name}")
    if target.body_end <= target.body_start or not (target.in_lines or target.delimited):
        raise _not_met(f"{name} has no body on lines of its own")
    return target


def assertions_in(language: Language, tests: str, code: str) -> int:
    """Count checks that can be recognized by their form: places where an altered value would make the tests fail.
    Places in the same lines are one check."""
    lines = clean(tests).split("\n")
    spans = {
        (each.site.line, each.last_line) for each in find_candidates(language, tests, code) if each.tier != "table"
    }
    count = end = 0
    for first, last in sorted(spans):
        count += first > end and not _NO_CHECK.match(lines[first - 1])
        end = max(end, last)
    return count


def text_of(code: str, function: Function) -> str:
    """Return the function's source."""
    return encode(code)[function.start : function.end].decode(errors="surrogateescape")


def tokens_of(language: Language, code: str) -> int:
    """Count the tokens of code."""
    found = measure_complexity(language.id, code)
    return found.tokens if found is not None else len(re.findall(r"\w+|[^\w\s]", code))


def kept_share(source: str, code: str) -> float:
    """Return the share of the source's significant lines that are still in the code, in any place."""
    lines = [" ".join(line.split()) for line in source.splitlines() if _TELLING.search(line)]
    there = {" ".join(line.split()) for line in code.splitlines()}
    return sum(line in there for line in lines) / len(lines) if lines else 1.0


def _refuse_lengths(settings: Settings, language: Language, code: str, target: str) -> None:
    bounds = (
        ("the file", tokens_of(language, code), settings.min_tokens_of_code, settings.max_tokens_of_code),
        ("the target", tokens_of(language, target), settings.min_target_tokens, settings.max_target_tokens),
    )
    for what, tokens, least, most in bounds:
        if not least <= tokens <= most:
            raise _not_met(f"{what} has {tokens} tokens of code; {least} to {most} are asked for")


def _refuse_lost(what: str, source: str, code: str, least: float) -> None:
    share = kept_share(source, code)
    if share < least:
        raise _not_met(f"only {share:.0%} of the lines of {what} are still there; keep at least {least:.0%}")


def _not_met(message: str) -> Unparsable:
    return Unparsable(message, reason=_REQUIREMENTS)


_IMPOSSIBLE = re.compile(r"<impossible>(.*?)</impossible>", re.DOTALL)
_NONE = re.compile(r"(?i)^\s*[-*(]*\s*(none|n/a|empty|standard library( only)?)\W*$")


def read_code(settings: Settings, language: Language, seed: Seed, answer: str) -> tuple[str, tuple[str, ...]]:
    """Return the rewritten file, and the packages that it needs."""
    given = given_sections(answer, "code", "requirements")
    if "code" not in given and (why := _IMPOSSIBLE.search(answer)):
        raise Dropped("impossible", " ".join(why[1].split())[:300])
    code = sections(answer, "code")["code"]
    refuse_code(settings, language, seed, code)
    return code, read_requirements(language, given.get("requirements", ""), code)


def read_requirements(language: Language, text: str, code: str) -> tuple[str, ...]:
    """Return the packages that are named, otherwise those that the imports need."""
    if not can_install(language.id):
        return ()
    lines = [re.sub(r"^[-*]\s+", "", line.strip()).strip("`") for line in text.splitlines()]
    named = [line for line in lines if line and not line.startswith("#")]
    named = [line for line in named if not _NONE.match(line)]
    try:
        return parse_requirements(language.id, named) if named else requirements_from_imports(language.id, code)
    except UsageError as error:
        raise Unparsable(f"<requirements>: {error}; give names of packages, one on each line") from None


def read_tests(settings: Settings, language: Language, seed: Seed, code: str, answer: str) -> str:
    """Return the tests, if they meet the requirements."""
    tests = sections(answer, "tests")["tests"]
    refuse_tests(settings, language, seed.target, code, tests)
    return tests


def read_repair(
    settings: Settings,
    language: Language,
    seed: Seed,
    before: tuple[str, str, tuple[str, ...]],
    least: int,
    answer: str,
) -> tuple[str, str, tuple[str, ...]]:
    """Return file, tests and packages after a repair; parts that are not given are kept. Nothing may become much
    smaller."""
    given = given_sections(answer, "code", "tests", "requirements")
    if not (given.get("code") or given.get("tests") or "requirements" in given):
        raise Unparsable("there is no <code>, <tests> or <requirements> section that is closed by its end tag")
    code, tests = given.get("code") or before[0], given.get("tests") or before[1]
    refuse_code(settings, language, seed, code)
    refuse_shrunk(settings, language, seed.target, before[0], code)
    refuse_tests(settings, language, seed.target, code, tests, least)
    is_new = "requirements" in given or "code" in given
    packages = read_requirements(language, given.get("requirements", ""), code) if is_new else before[2]
    return code, tests, packages
