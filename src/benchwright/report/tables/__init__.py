"""Results as tables for papers and READMEs."""

from benchwright.report.results import Results
from benchwright.report.tables.breakdowns import difficulty, failures, languages, turns, verdicts
from benchwright.report.tables.funnel import funnel
from benchwright.report.tables.leaderboard import leaderboard, pairs
from benchwright.report.tables.records import DataTable

TABLES = ("leaderboard", "languages", "difficulty", "verdicts", "failures", "turns", "pairs", "funnel")
"""Their names, in their order."""


def tables_of(results: Results) -> list[DataTable]:
    """All that have a row."""
    made = (leaderboard, languages, difficulty, verdicts, failures, turns, pairs, funnel)
    return [table for make in made if (table := make(results)).rows]


__all__ = ["TABLES", "DataTable", "tables_of"]
