"""Checks that the documentation names what the code has, and nothing that is not there.

- README.md: the file tree, a fenced block with a line for `src/benchwright/`, one entry per line, nested by indentation
  or with drawn branches. `<id>` stands for any name.
- docs/cli.md: a heading for each command with its full name; its options below.
- docs/sandbox.md: a heading for each record of the sandbox's protocol; its `fields` below.
- docs/languages.md: every language `id`.
- Relative links in all of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import typer.main

from benchwright.cli import app
from benchwright.sandbox import protocol

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "benchwright"

FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) +(.*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")
TREE_ENTRY = re.compile(r"^([\s│├└─|`-]*)([^\s│├└─|`-]\S*)", re.MULTILINE)


def read(name: str) -> str:
    """A document's text; empty when it does not exist, so that each thing it should name is reported."""
    path = ROOT / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def names(text: str, word: str) -> bool:
    """Whether text has the word as a whole, where a hyphen is part of a word."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def sections(text: str, title: str) -> str:
    """All text under the headings that have this title in them; subsections belong to their section."""
    text = FENCE.sub(lambda fence: re.sub("^#", " #", fence[0], flags=re.MULTILINE), text)
    headings = list(HEADING.finditer(text))
    found = []
    for index, heading in enumerate(headings):
        if names(heading[2], title):
            following = (other.start() for other in headings[index + 1 :] if len(other[1]) <= len(heading[1]))
            found.append(text[heading.end() : next(following, len(text))])
    return "\n".join(found)


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


def check_cli() -> Iterator[str]:
    """Each visible command has its heading and each of its options is below it."""
    text = read("docs/cli.md")
    for name, command in walk("benchwright", typer.main.get_command(app)):
        is_group = hasattr(command, "commands")
        section = text if is_group else sections(text, name)
        if not section:
            yield f"docs/cli.md: no heading for `{name}`"
            continue
        for option in visible_options(command):
            if not names(section, option):
                yield f"docs/cli.md: `{name}` lacks {option}"


def walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """A command and all below it, by full name."""
    if not command.hidden:
        yield name, command
        for child_name, child in getattr(command, "commands", {}).items():
            yield from walk(f"{name} {child_name}", child)


def visible_options(command: Any) -> Iterator[str]:
    """Long and short spellings of a command's options."""
    for parameter in command.params:
        if parameter.param_type_name == "option" and not parameter.hidden:
            yield from (*parameter.opts, *parameter.secondary_opts)


def check_records() -> Iterator[str]:
    """Each record of the sandbox's protocol has its heading and each of its fields is below it."""
    text = read("docs/sandbox.md")
    for record in vars(protocol).values():
        if not (isinstance(record, type) and issubclass(record, msgspec.Struct)):
            continue
        section = sections(text, record.__name__)
        if not section:
            yield f"docs/sandbox.md: no heading for {record.__name__}"
            continue
        for field in msgspec.structs.fields(record):
            if f"`{field.name}`" not in section:
                yield f"docs/sandbox.md: {record.__name__} lacks `{field.name}`"


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
        *check_cli(),
        *check_records(),
        *check_languages(),
        *check_links(),
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
