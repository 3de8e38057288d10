"""Tables as CSV, JSON, and LaTeX with booktabs rules."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from benchwright.metrics.outcome import Estimate
from benchwright.report.results import Results
from benchwright.report.tables.records import Cell, DataTable, clean, shown

_ENDS = ("low", "high", "n")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters that start a formula in a spreadsheet."""


def csv_text(table: DataTable) -> str:
    """Render one table. A number with an interval takes four columns: value, low, high and n."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    wide = [any(isinstance(row[place], Estimate) for row in table.rows) for place in range(len(table.columns))]
    heads = (
        (column.name, *(f"{column.name} {end}" for end in _ENDS if broad))
        for column, broad in zip(table.columns, wide, strict=True)
    )
    writer.writerow([_text(head) for group in heads for head in group])
    for row in table.rows:
        writer.writerow([part for cell, broad in zip(row, wide, strict=True) for part in _parts(cell, broad)])
    return written.getvalue()


def json_text(results: Results, tables: Iterable[DataTable]) -> str:
    """Render all tables as one document, with rows keyed by column name."""
    document = {
        "benchmark": results.title,
        "fingerprint": results.fingerprint,
        "notes": results.notes,
        "jobs": [
            *({"job": model.folder, "kind": "evaluation", "model": model.name} for model in results.models),
            *({"job": str(each.folder), "kind": "generation"} for each in results.generations.values()),
        ],
        "tables": {table.name: _document(table) for table in tables},
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _document(table: DataTable) -> dict[str, Any]:
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    return {"title": table.title, "note": table.note, "columns": names, "rows": rows}


def _text(text: str) -> str:
    """Keep a text from becoming a formula: models choose their names, and a formula can fetch URLs."""
    return f"'{clean(text)}" if text.startswith(_FORMULA) else clean(text)


def _parts(cell: Cell, broad: bool) -> Iterator[object]:
    if isinstance(cell, Estimate):
        yield from (cell.value, cell.low, cell.high, cell.n)
    else:
        yield from (_text(cell) if isinstance(cell, str) else cell, *((None,) * len(_ENDS) if broad else ()))


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
    """Render all tables, each in its own float."""
    return "\n".join("\n".join(_table(table)) + "\n" for table in tables)


def escaped(text: str) -> str:
    """Escape text for LaTeX."""
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
    # A bracket at the start of a row would be parsed as an option of the preceding line break.
    return " & ".join(f"{{}}{escaped(cell)}" if cell.startswith("[") else escaped(cell) for cell in cells) + r" \\"
