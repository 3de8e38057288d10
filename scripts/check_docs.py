"""Check that the documentation is complete and names only what exists in the code.

- Parts generated from the code (generated_docs.py): commands, records, formats, the Python API, the list of modules,
  and the results and baselines of bench/languages.py; `--write` regenerates them.
- docs/languages.md: every language `id`.
- docs/metrics.md: a section for every metric.
- Relative links in all documents, and the headings they point to.
- mkdocs.yml: every document is in the navigation.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import generated_docs

from benchwright import models
from benchwright.judging import plan, question, verdict
from benchwright.metrics import agreement, author_bias, compare, discrimination, outcome
from benchwright.problems import problem as problem_record
from benchwright.sandbox import protocol

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "benchwright"
BENCH = ROOT / "bench"

FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def read(name: str) -> str:
    """Return a document's text; empty if the file is missing, so that everything it should contain is reported."""
    path = ROOT / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def check_generated(write: bool) -> Iterator[str]:
    """Report generated parts that differ from what the code generates now."""
    for name, part, text in (
        ("docs/cli.md", "commands", generated_docs.commands()),
        ("docs/sandbox.md", "records", generated_docs.records(protocol)),
        ("docs/judge-examples.md", "examples", generated_docs.examples(ROOT / "tests" / "judging" / "examples")),
        ("docs/judge.md", "records", generated_docs.records(question, plan, verdict)),
        ("docs/models.md", "records", generated_docs.records(models.protocol)),
        ("docs/defects.md", "defects", generated_docs.defects()),
        ("docs/architecture.md", "modules", generated_docs.modules(PACKAGE)),
        ("docs/python.md", "api", generated_docs.python_api()),
        ("docs/formats.md", "formats", generated_docs.formats()),
        (
            "docs/metrics.md",
            "records",
            generated_docs.records(outcome, compare, author_bias, discrimination, agreement),
        ),
        ("docs/formats.md", "records", generated_docs.records(problem_record)),
        ("docs/performance.md", "levels", generated_docs.levels(BENCH / "results" / "languages.json")),
        ("docs/performance.md", "speed", generated_docs.speed(BENCH / "results" / "languages.json")),
        ("docs/performance.md", "baselines", generated_docs.baselines(BENCH / "bare.toml")),
    ):
        pattern = re.compile(rf"(<!-- generated: {part} -->\n).*?(<!-- end -->)", re.DOTALL)
        before = read(name)
        after = _put(pattern, text, before)
        if not pattern.search(before):
            yield f"{name}: no markers for the generated {part}"
        elif before != after and write:
            (ROOT / name).write_text(after, encoding="utf-8")
        elif before != after:
            yield f"{name}: the generated {part} are outdated; run scripts/check_docs.py --write"


def _put(pattern: re.Pattern[str], text: str, document: str) -> str:
    return pattern.sub(lambda match: f"{match[1]}{text}{match[2]}", document)


def check_languages() -> Iterator[str]:
    """Report languages that docs/languages.md does not list."""
    text = read("docs/languages.md")
    for path in sorted(PACKAGE.glob("languages/*/language.toml")):
        if f"`{path.parent.name}`" not in text:
            yield f"docs/languages.md: `{path.parent.name}` is missing"


def check_metrics() -> Iterator[str]:
    """Report metrics (modules that define `measure`) that no section of docs/metrics.md is about."""
    sections = "".join(re.split(r"^## ", read("docs/metrics.md"), flags=re.MULTILINE)[1:])
    for path in sorted(PACKAGE.glob("metrics/*.py")):
        is_metric = re.search(r"^def measure\(", path.read_text(encoding="utf-8"), re.MULTILINE)
        if is_metric and f"`{path.name}`" not in sections:
            yield f"docs/metrics.md: no section about `{path.name}`"


def check_links() -> Iterator[str]:
    """Report relative links whose file or heading does not exist."""
    for document in documents():
        for target in LINK.findall(FENCE.sub("", document.read_text(encoding="utf-8"))):
            path, _, heading = target.partition("#")
            found = document.parent / path if path else document
            if re.match(r"[a-z]+:", target):
                continue
            if not found.exists():
                yield f"{document.relative_to(ROOT)}: broken link to {target}"
            elif heading and found.suffix == ".md" and heading not in anchors(found):
                yield f"{document.relative_to(ROOT)}: no such heading: {target}"


def documents() -> Iterator[Path]:
    """Yield every document of the project."""
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))
    yield from sorted((ROOT / "docs").glob("*.md"))
    yield from sorted((ROOT / "examples").glob("*/README.md"))


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub and MkDocs make them."""
    headings = HEADING.findall(FENCE.sub("", document.read_text(encoding="utf-8")))
    words = (re.sub(r"\[([^\]]*)\]\([^)]*\)|[^\w\s-]", lambda match: match[1] or "", each) for each in headings)
    found: set[str] = set()
    for each in words:
        anchor = re.sub(r"\s", "-", each.strip().lower())
        # A repeated heading gets a number.
        found.add(anchor if anchor not in found else f"{anchor}-1")
    return found


def check_navigation() -> Iterator[str]:
    """Report documents that the site's navigation leaves out."""
    navigation = read("mkdocs.yml")
    for document in sorted((ROOT / "docs").glob("*.md")):
        if f" {document.name}" not in navigation:
            yield f"mkdocs.yml: {document.name} is missing from the navigation"


def main() -> int:
    """Print each problem; return 1 if there is any."""
    problems = [
        *check_generated(write="--write" in sys.argv),
        *check_languages(),
        *check_metrics(),
        *check_navigation(),
        *check_links(),
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
