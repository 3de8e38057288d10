"""Join CoffeeScript: the build, which uses the language's own parser, writes what the JavaScript driver reads."""

from __future__ import annotations

import re

from benchwright.languages.javascript.join import PARAMETERS, Tests, joined
from benchwright.languages.join import Joined, Parts, encode

_FRAMEWORK = re.compile(r"""['"]node:test['"]""")
_CALLS = re.compile(r"^(?!class\b|[\w$.]+ *=|import\b|export\b|#)\S", re.MULTILINE)
_SILENT = re.compile(r"\bconsole\.assert\b")


def join(parts: Parts) -> Joined:
    """Pass on the texts unchanged; the build rewrites them."""
    tests = Tests(
        text=b"",
        asynchronous=False,
        strict=False,
        called=() if _CALLS.search(parts.tests) else ("tests",),
        framework="node:test" if _FRAMEWORK.search(parts.tests) else "",
        silent=("console.assert",) if _SILENT.search(parts.tests) else (),
        empty=False,
    )
    files = {
        "solution.coffee": encode(parts.solution),
        "tests.coffee": encode(parts.tests),
        "tests.facts": encode(f"{tests.framework}\n{PARAMETERS}"),
    }
    return joined(files, tests, ending="coffee")
