"""Lines and branches that a Rust solution executes, measured by marks in its text.

Arguments of macros have no syntax tree and get no marks; neither does code that the compiler may have to evaluate.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.languages import coverage
from benchwright.languages.coverage import Executed, Traced
from benchwright.languages.join import Joined

TOOL = "marks"
_FILE = "solution.rs"
SHAPE = coverage.Shape(
    grammar="rust",
    mark="crate::benchwright_marks::at({});",
    blocks=frozenset({"block"}),
    not_run=frozenset({"use_declaration", "extern_crate_declaration", "macro_definition", "label", "empty_statement"}),
    ifs=frozenset({"if_expression", "let_declaration"}),
    loops=frozenset({"for_expression", "while_expression"}),
    arms=frozenset({"match_arm"}),
)
_NOTES = """
mod benchwright_marks {
    use std::sync::atomic::{AtomicBool, Ordering};
    const NOT_PASSED: AtomicBool = AtomicBool::new(false);
    static PASSED: [AtomicBool; COUNT] = [NOT_PASSED; COUNT];
    pub fn at(number: usize) {
        if !PASSED[number].swap(true, Ordering::Relaxed) {
            if let Ok(file) = ::std::fs::OpenOptions::new().write(true).open("/workspace/RESULT") {
                let _ = ::std::os::unix::fs::FileExt::write_at(&file, &[1], number as u64);
            }
        }
    }
}
"""


def trace(joined: Joined) -> Traced:
    """Add the module that records marks to the crate."""
    return coverage.trace(joined, _FILE, coverage.place_marks(SHAPE, joined.files[_FILE]), _NOTES)


def read(joined: Joined, files: Mapping[str, bytes]) -> Executed | None:
    """Read which marks were passed."""
    return coverage.read(coverage.place_marks(SHAPE, joined.files[_FILE]), files)
