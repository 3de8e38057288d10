"""Lines and branches that a C++ or C solution executes, measured by marks in its text.

The compiler's own tool counts the branches that the compiler generates, many more than the source contains.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from benchwright.languages import coverage
from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined, driver_file

TOOL = "marks"
SHAPE = coverage.Shape(
    grammar="cpp",
    mark="benchwright_mark({});",
    block="compound_statement",
    blocks=frozenset({"compound_statement", "case_statement"}),
    not_run=frozenset(
        {
            *("case_statement", "type_definition", "alias_declaration", "using_declaration"),
            *("static_assert_declaration", "struct_specifier", "class_specifier", "enum_specifier"),
            *("union_specifier", "function_definition", "namespace_alias_definition"),
        }
    ),
    ifs=frozenset({"if_statement"}),
    loops=frozenset({"for_statement", "for_range_loop", "while_statement"}),
    arms=frozenset({"case_statement"}),
    ternaries=frozenset({"conditional_expression"}),
    test="benchwright_test({}, !!(",
)
_PARTS = re.compile(rb'(.*^#line 1 "solution\.\w+"\n)(.*?)(^#line 1 "tests\..*)', re.DOTALL | re.MULTILINE)


def trace(joined: Joined) -> Traced:
    """Instrument the single text: declarations go before the solution, definitions after everything else."""
    ((name, text),) = joined.files.items()
    before, solution, after = _parts(text)
    marked = coverage.place_marks(SHAPE, solution)
    head, line = before[: before.rindex(b"#line")], before[before.rindex(b"#line") :]
    whole = head + driver_file(__file__, "marks.h") + line + marked.text + after
    notes = driver_file(__file__, "notes.h").decode()
    return coverage.trace(joined, name, coverage.Marked(text=whole, marks=marked.marks), notes)


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read which marks were passed."""
    (text,) = joined.files.values()
    return coverage.read(coverage.place_marks(SHAPE, _parts(text)[1]), files)


def _parts(text: bytes) -> tuple[bytes, bytes, bytes]:
    found = _PARTS.fullmatch(text)
    return (found[1], found[2], found[3]) if found else (b"#line 1\n", b"", text)
