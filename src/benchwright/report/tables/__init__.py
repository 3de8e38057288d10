"""Results as tables for papers and READMEs."""

from benchwright.report.results import Results
from benchwright.report.tables.records import DataTable
from benchwright.report.tables.results import (
    difficulty,
    failures,
    funnel,
    languages,
    leaderboard,
    pairs,
    turns,
    verdicts,
)

TABLES = ("leaderboard", "languages", "difficulty", "verdicts", "failures", "turns", "pairs", "funnel")
"""Names of the tables, in order."""


def tables_of(results: Results) -> list[DataTable]:
    """Build all tables that have rows."""
    made = (leaderboard, languages, difficulty, verdicts, failures, turns, pairs, funnel)
    return [table for make in made if (table := make(results)).rows]


__all__ = ["TABLES", "DataTable", "tables_of"]
