"""Hooks of the documentation site: pages from outside docs/, and links that only work in the repository."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/plugin/README.md": "example-plugin.md",
}
"""File of the repository → page of the site."""
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside docs/."""
    make = type(next(iter(files))).generated
    for source, page in PAGES.items():
        files.append(make(config, page, content=_inside(source, (ROOT / source).read_text(encoding="utf-8"))))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links to the pages; a link to any other file outside docs/ becomes its path."""
    if page.file.src_uri in PAGES.values():
        return markdown
    return LINK.sub(lambda match: _link(match, Path("docs")), markdown)


def _inside(source: str, text: str) -> str:
    text = text.replace("](docs/images/", "](images/")
    return LINK.sub(lambda match: _link(match, Path(source).parent), text)


def _link(match: re.Match[str], folder: Path) -> str:
    target, _, heading = match[2].partition("#")
    if not target or re.match(r"[a-z]+:", target):
        return match[0]
    path = (ROOT / folder / target).resolve().relative_to(ROOT).as_posix()
    anchor = f"#{heading}" if heading else ""
    if path in PAGES:
        return f"[{match[1]}]({PAGES[path]}{anchor})"
    if path.startswith("docs/"):
        return f"[{match[1]}]({path.removeprefix('docs/')}{anchor})"
    return match[1] if match[1].strip("`") == path else f"{match[1]} (`{path}`)"
