"""Checks that the documentation names what the code has, and nothing that is not there.

- README.md: the file tree, a fenced block with a line for `src/benchwright/`, one entry per line, nested by indentation
  or with drawn branches. `<id>` stands for any name.
- docs/cli.md, docs/sandbox.md, docs/judge.md, docs/formats.md, docs/metrics.md, docs/defects.md: the parts made
  from the code (generated_docs.py); `--write` makes them anew.
- docs/languages.md: every language `id`.
- Relative links in all of them.
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

FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")
TREE_ENTRY = re.compile(r"^([\s│├└─|`-]*)([^\s│├└─|`-]\S*)", re.MULTILINE)


def read(name: str) -> str:
    """A document's text; empty when it does not exist, so that each thing it should name is reported."""
    path = ROOT / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def check_generated(write: bool) -> Iterator[str]:
    """The parts made from the code are as the code would make them now."""
    for name, part, text in (
        ("docs/cli.md", "commands", generated_docs.commands()),
        ("docs/sandbox.md", "records", generated_docs.records(protocol)),
        ("docs/judge.md", "examples", generated_docs.examples(ROOT / "tests" / "judging" / "examples")),
        ("docs/judge.md", "records", generated_docs.records(question, plan, verdict)),
        ("docs/models.md", "records", generated_docs.records(models.protocol)),
        ("docs/defects.md", "defects", generated_docs.defects()),
        ("docs/formats.md", "formats", generated_docs.formats()),
        (
            "docs/metrics.md",
            "records",
            generated_docs.records(outcome, compare, author_bias, discrimination, agreement),
        ),
        ("docs/formats.md", "records", generated_docs.records(problem_record)),
    ):
        pattern = re.compile(rf"(<!-- generated: {part} -->\n).*?(<!-- end -->)", re.DOTALL)
        before = read(name)
        after = _put(pattern, text, before)
        if not pattern.search(before):
            yield f"{name}: no place for the generated {part}"
        elif before != after and write:
            (ROOT / name).write_text(after, encoding="utf-8")
        elif before != after:
            yield f"{name}: the generated {part} are not up to date; run scripts/check_docs.py --write"


def _put(pattern: re.Pattern[str], text: str, document: str) -> str:
    return pattern.sub(lambda match: f"{match[1]}{text}{match[2]}", document)


def check_tree() -> Iterator[str]:
    """The README's file tree and the package agree."""
    tree = next((fence for fence in FENCE.findall(read("README.md")) if "src/benchwright/" in fence), "")
    if not tree:
        yield "README.md: no file tree (a fenced block with a line for src/benchwright/)"
        return
    listed = set(tree_paths(tree))
    for path in sorted(listed):
        if not any(ROOT.glob(re.sub(r"<[^>]*>", "*", path))):
            yield f"README.md: the file tree has {path}, which does not exist"
    for module in top_level_modules():
        if module not in listed:
            yield f"README.md: the file tree lacks {module}"


def tree_paths(tree: str) -> Iterator[str]:
    """Paths from the root, read from the indentation of each entry."""
    parents: list[tuple[int, Path]] = []
    for line in tree.splitlines()[1:-1]:
        if entry := TREE_ENTRY.match(line):
            column = len(entry[1])
            parents = [parent for parent in parents if parent[0] < column]
            path = (parents[-1][1] if parents else Path()) / entry[2]
            parents.append((column, path))
            if path != Path():
                yield path.as_posix()


def top_level_modules() -> Iterator[str]:
    """Modules and packages directly in the package, as paths from the root."""
    for path in sorted(PACKAGE.iterdir()):
        is_module = path.suffix == ".py" and not path.name.startswith("__")
        if is_module or (path / "__init__.py").exists():
            yield path.relative_to(ROOT).as_posix()


def check_languages() -> Iterator[str]:
    """Each language is listed."""
    text = read("docs/languages.md")
    for path in sorted(PACKAGE.glob("languages/*/language.toml")):
        if f"`{path.parent.name}`" not in text:
            yield f"docs/languages.md: lacks `{path.parent.name}`"


def check_links() -> Iterator[str]:
    """Relative links lead to a file."""
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for target in LINK.findall(FENCE.sub("", read(str(document)))):
            path = target.partition("#")[0]
            if not re.match(r"[a-z]+:", target) and not (document.parent / path).exists():
                yield f"{document.relative_to(ROOT)}: link to {target}, which does not exist"


def main() -> int:
    """Print each problem; 1 when there is any."""
    problems = [
        *check_tree(),
        *check_generated(write="--write" in sys.argv),
        *check_languages(),
        *check_links(),
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
