"""Run the benchmarks, write results/latest.json and print a table.

    python bench/run.py [NAME …]
    python bench/run.py languages [LANGUAGE …]    writes results/languages.json instead

Every number comes with a baseline measured in the same run on the same machine; only the ratio is meaningful.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.measure import Row
from benchwright.cli._output import print_table

RESULTS = Path(__file__).parent / "results"
LANGUAGES = "languages"
"""Takes half an hour, so it runs only if it is named."""
BENCHMARKS = ("overhead", "python_rate", "judge", "evaluation", "generation", "report", "service", "load", "soak")


def main() -> None:
    """Run all benchmarks, or those named on the command line."""
    if sys.argv[1:2] == [LANGUAGES]:
        _print(asyncio.run(importlib.import_module("bench.languages").bench(sys.argv[2:])))
        return
    rows: list[Row] = []
    for name in sys.argv[1:] or BENCHMARKS:
        print(f"{name} …", file=sys.stderr)
        rows += asyncio.run(importlib.import_module(f"bench.{name}").bench())
    machine = {"processors": os.cpu_count(), "kernel": platform.release(), "load_before": os.getloadavg()[0]}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "latest.json").write_text(json.dumps({"machine": machine, "rows": rows}, indent=2) + "\n")
    _print(rows)


def _print(rows: list[Row]) -> None:
    print_table(
        ("what", "measured", "baseline", "unit", "ratio", "target"),
        [
            (
                row["what"],
                f"{row['measured']:.2f}",
                f"{row['baseline']:.2f}",
                row["unit"],
                f"{row['ratio']:.2f}",
                row["target"],
            )
            for row in rows
        ],
    )


if __name__ == "__main__":
    main()
