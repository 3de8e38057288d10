"""Tables for LaTeX, with the rules of the booktabs package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchwright.report.tables.records import DataTable
from benchwright.report.tables.shown import shown

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "…": r"\ldots{}",
    "→": r"$\rightarrow$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def latex(tables: Iterable[DataTable]) -> str:
    """All tables, each in its own float."""
    return "\n".join("\n".join(_table(table)) + "\n" for table in tables)


def escaped(text: str) -> str:
    """Text that LaTeX prints as it stands."""
    return "".join(_SPECIAL.get(sign, sign) for sign in text)


def _table(table: DataTable) -> Iterator[str]:
    text = shown(table)
    aligned = "".join("r" if place in text.numbers else "l" for place in range(len(text.columns)))
    note = f" {text.note}" if text.note else ""
    yield "% needs \\usepackage{booktabs}"
    yield "\\begin{table}"
    yield "  \\centering"
    yield f"  \\caption{{{escaped(f'{text.title}.{note}')}}}"
    yield f"  \\label{{tab:{table.name}}}"
    yield f"  \\begin{{tabular}}{{{aligned}}}"
    yield "    \\toprule"
    yield f"    {_row(text.columns)}"
    yield "    \\midrule"
    for row in text.rows:
        yield f"    {_row(row)}"
    yield "    \\bottomrule"
    yield "  \\end{tabular}"
    yield "\\end{table}"


def _row(cells: Iterable[str]) -> str:
    # A bracket at the beginning of a row would be taken for an option of the line break before it.
    return " & ".join(f"{{}}{escaped(cell)}" if cell.startswith("[") else escaped(cell) for cell in cells) + r" \\"
