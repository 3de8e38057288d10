"""Lines and branches that a Java solution executes, measured by marks in its text."""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.languages import coverage
from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined

TOOL = "marks"
_FILE = "Solution.java"
SHAPE = coverage.Shape(
    grammar="java",
    mark="BenchwrightMarks.at({});",
    blocks=frozenset({"block", "constructor_body", "switch_block_statement_group"}),
    not_run=frozenset(
        {
            *("switch_label", "explicit_constructor_invocation"),
            *("class_declaration", "interface_declaration", "enum_declaration", "record_declaration"),
        }
    ),
    ifs=frozenset({"if_statement"}),
    loops=frozenset({"for_statement", "enhanced_for_statement", "while_statement"}),
    arms=frozenset({"switch_block_statement_group", "switch_rule"}),
    ternaries=frozenset({"ternary_expression"}),
    test="BenchwrightMarks.test({}, ",
    gives="yield ",
)
_NOTES = """
final class BenchwrightMarks {
    private static final java.util.concurrent.atomic.AtomicIntegerArray PASSED =
        new java.util.concurrent.atomic.AtomicIntegerArray(COUNT);
    static void at(int number) {
        if (PASSED.getAndSet(number, 1) != 0) return;
        try (java.io.RandomAccessFile file = new java.io.RandomAccessFile("/workspace/RESULT", "rw")) {
            file.seek(number);
            file.write(1);
        } catch (java.io.IOException failure) {
            return;
        }
    }
    static boolean test(int number, boolean condition) {
        at(condition ? number : number + 1);
        return condition;
    }
}
"""


def trace(joined: Joined) -> Traced:
    """Add the class that records marks to the solution's file."""
    return coverage.trace(joined, _FILE, coverage.place_marks(SHAPE, joined.files[_FILE]), _NOTES)


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read which marks were passed."""
    return coverage.read(coverage.place_marks(SHAPE, joined.files[_FILE]), files)
