"""Lines and branches that a Go solution executes, measured by marks in its text."""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.languages import coverage
from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined
from benchwright.languages.syntax import Edits, Tree

TOOL = "marks"
_FILE = "solution.go"
SHAPE = coverage.Shape(
    grammar="go",
    mark="benchwright_mark({});",
    blocks=frozenset({"statement_list"}),
    not_run=frozenset({"const_declaration", "type_declaration", "empty_statement"}),
    ifs=frozenset({"if_statement"}),
    loops=frozenset({"for_statement"}),
    arms=frozenset({"expression_case", "type_case", "default_case", "communication_case"}),
)
_IMPORTS = '; import benchwright_os "os"; import benchwright_atomic "sync/atomic"'
_NOTES = """
var benchwright_passed [COUNT + 1]uint32
func benchwright_mark(number int) {
    if benchwright_atomic.SwapUint32(&benchwright_passed[number], 1) == 0 {
        if file, failure := benchwright_os.OpenFile("/workspace/RESULT", benchwright_os.O_WRONLY, 0); failure == nil {
            file.WriteAt([]byte{1}, int64(number))
            file.Close()
        }
    }
}
"""


def trace(joined: Joined) -> Traced:
    """Add the code that records marks to the solution's file; its imports go on the line of the package clause."""
    marked = coverage.place_marks(SHAPE, joined.files[_FILE])
    edits = Edits(marked.text)
    for match in Tree("go", marked.text).find("(package_clause) @package"):
        edits.insert(match["package"].end_byte, _IMPORTS)
    return coverage.trace(joined, _FILE, coverage.Marked(text=edits.apply(), marks=marked.marks), _NOTES)


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read which marks were passed."""
    return coverage.read(coverage.place_marks(SHAPE, joined.files[_FILE]), files)
