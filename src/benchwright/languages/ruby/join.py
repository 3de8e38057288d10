"""Join Ruby: the driver evaluates both texts at one top level, as if they were one script."""

from __future__ import annotations

import functools
import re

import msgspec

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.ruby.functions import Queries, mark_units
from benchwright.languages.syntax import Edits, parse

_QUERIES = Queries(
    functions="(program (method name: (identifier) @name) @function)",
    calls="(program (call !receiver method: (identifier) @name) @call) (program (identifier) @name @call)",
)
_EXITS = '((identifier) @name (#eq? @name "exit!"))'
_FRAMEWORKS = {
    "minitest": re.compile(rb"^[ \t\f\v]*require\s*\(?\s*['\"]minitest\b|^[^#\n]*\bMinitest::", re.MULTILINE),
    "test-unit": re.compile(rb"^[ \t\f\v]*require\s*\(?\s*['\"]test[/-]unit\b|^[^#\n]*\bTest::Unit::", re.MULTILINE),
    "rspec": re.compile(
        rb"^[ \t\f\v]*require\s*\(?\s*['\"]rspec\b|^[^#\n]*\bRSpec\.|^(?:describe|context)\b[^\n]*\bdo\b", re.MULTILINE
    ),
}
_FILES = re.compile(
    rb"""^([ \t]*(?:require_relative\b|require\b(?=[ (]+["'](?:\.|(?:\w+/)*(?:spec|test)_helper["'])))"""
    rb"""[ (]*["']([^"'\n]*?)(?:\.rb)?["'][ )]*)$""",
    re.MULTILINE,
)
"""Requirements of files next to the tests."""
_COMMENTS = re.compile(rb"(?:\s|#[^\n]*)*")


class _Tests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests, prepared for the driver, and what was found in them."""

    text: bytes
    called: bool
    framework: str


def join(parts: Parts) -> Joined:
    """Combine three files; the driver reads the other two."""
    tests = _tests(encode(parts.tests))
    driver = driver_file(__file__, "main.rb").replace(b"BENCHWRIGHT_FRAMEWORK", tests.framework.encode())
    return Joined(
        files={
            "main.rb": driver,
            "solution.rb": encode(parts.solution),
            "tests.rb": tests.text,
            **({"rspec.rb": driver_file(__file__, "rspec.rb")} if tests.framework == "rspec" else {}),
        },
        mode="tests",
        origins={"solution.rb": Origin(part="solution"), "tests.rb": Origin(part="tests")},
        entry="framework" if tests.framework else "call" if tests.called else "text",
        framework=tests.framework,
    )


@functools.lru_cache(maxsize=256)
def _tests(text: bytes) -> _Tests:
    """Insert marks after the tests in the text. A text without code is left unchanged."""
    # A file that is not there can only be the solution, under the name that the tests' author gave it.
    text = _FILES.sub(rb'\1 if File.exist?("\2.rb")', text)
    framework = next((name for name, pattern in _FRAMEWORKS.items() if pattern.search(text)), "")
    match = _COMMENTS.match(text)
    if framework or (match is not None and match.end() == len(text)):
        return _Tests(text=text, called=False, framework=framework)
    tree, edits = parse("ruby", text), Edits(text)
    calls = mark_units(tree, edits, _QUERIES, lambda name: f';BenchwrightUnit.("{name}")')
    if b"exit!" in text:
        # It would end the program before the driver could see that the tests did it.
        for found in tree.find(_EXITS):
            edits.replace(found["name"], "exit")
    end = next((node.start_byte for node in tree.root.children if node.type == "uninterpreted"), len(text))
    if calls:
        lines = "".join(f'{name};BenchwrightUnit.("{name}")\n' for name in calls)
        edits.insert(text.rfind(b"__END__", 0, end) if end < len(text) else end, f"\n{lines}")
    return _Tests(text=edits.apply(), called=bool(calls), framework="")
