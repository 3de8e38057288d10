"""Cut fragments out of a file: functions and classes with their comments, and small files as a whole."""

from __future__ import annotations

import re

import msgspec

from benchwright.languages import Language
from benchwright.languages.imports import Import, imports_of
from benchwright.languages.join import clean, encode
from benchwright.languages.syntax import Tree
from benchwright.seeds.parts import Part, parts_of
from benchwright.seeds.seed import Kind

_WORD = re.compile(r"[^\W\d]\w*")
_SYMBOL = re.compile(r"[^\s()\[\]{}\"'`;,]+")
_ACTS = re.compile("^(for|while|until|if|case|switch|foreach|match)")
"""Top-level statements that make a file without functions a program."""


class Fragment(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a file."""

    text: str
    """Text of the fragment, without imports from other parts of the file."""
    imports: tuple[Import, ...] = ()
    """Imports of the file whose names the fragment mentions."""
    kind: Kind
    """What the fragment is: function, class or file."""
    names: frozenset[str] = frozenset()
    """Names that the fragment defines."""
    line: int
    """First line in the file, from 1."""
    end_line: int
    """Last line in the file, from 1."""
    code_lines: int
    """Number of lines, without comments above it."""
    broken: bool = False
    """Whether the grammar reports errors in it."""

    @property
    def words(self) -> frozenset[str]:
        """All words, including those in comments and strings; and everything between spaces and brackets, because names
        in Lisps may contain any character."""
        return frozenset(_WORD.findall(self.text)).union(_SYMBOL.findall(self.text))


class CutFile(msgspec.Struct, frozen=True, kw_only=True):
    """The fragments and names of a file."""

    whole: Fragment | None
    """The whole file, if it is more than one definition."""
    fragments: tuple[Fragment, ...]
    """Functions and classes of the file."""
    names: frozenset[str]
    """Names that the file defines at its top level."""
    package: str = ""
    """Package or namespace that the file declares; empty if none."""
    imports: tuple[Import, ...] = ()
    """All imports of the file."""


def cut(text: str, language: Language | None, *, row: bool = False) -> CutFile:
    """Cut a text into fragments. Without a grammar for the language, there is only the whole text."""
    text = clean(text)
    if language is None or language.syntax is None or language.answers.pattern:
        return CutFile(whole=_file_fragment(text, text.count("\n"), broken=False), fragments=(), names=frozenset())
    tree = Tree(language.syntax.grammar, encode(text))
    parts = parts_of(tree, language)
    imports = tuple(each for part in parts if part.kind == "import" for each in imports_of(_text(tree, part)))
    groups = _groups(parts)
    substance = [part for part in parts if part.kind in ("function", "class", "other")]
    definitions = any(part.kind == "function" or part.acts for part in parts)
    acts = any(_ACTS.match(part.type) for part in parts)
    alone = len(groups) == 1 and len(substance) == len([part for part in groups[0] if part.kind != "above"])
    code_lines = text.count("\n") if row else sum(part.end_row - part.row + 1 for part in substance)
    wanted = (definitions or acts or row) and not (alone and groups)
    names = frozenset(name for part in parts if part.kind not in ("above", "head") for name in part.names)
    return CutFile(
        whole=_file_fragment(text, code_lines, broken=tree.has_errors, names=names) if wanted else None,
        fragments=tuple(_fragment(tree, group, imports) for group in groups),
        names=names,
        package=_package(text),
        imports=imports,
    )


def _groups(parts: list[Part]) -> list[list[Part]]:
    """Group definitions with the comments directly above them; clauses and methods of the same definition form one
    group."""
    groups: list[list[Part]] = []
    above: list[Part] = []
    last: Part | None = None
    for part in parts:
        if above and part.row - above[-1].end_row > 1:
            above = []
        if part.kind == "above":
            above.append(part)
            continue
        if part.kind in ("function", "class"):
            if last is not None and _continues(last, part):
                groups[-1] += [*above, part]
            else:
                groups.append([*above, part])
                last = part
        else:
            last = None
        above = []
    return [group for group in groups if any(part.kind == "function" or part.acts for part in group)]


def _continues(first: Part, part: Part) -> bool:
    """Whether a part is another clause of the first, or a method of it that is written outside."""
    if part.owner:
        return part.owner in first.names or part.owner == first.owner
    return bool(part.names) and first.names == part.names and first.kind == part.kind


def _fragment(tree: Tree, group: list[Part], imports: tuple[Import, ...]) -> Fragment:
    start, end = group[0].start, group[-1].end
    line_start = tree.text.rfind(b"\n", 0, start) + 1
    if not tree.text[line_start:start].strip():
        start = line_start
    text = tree.text[start:end].decode(errors="surrogateescape").rstrip() + "\n"
    words = frozenset(_WORD.findall(text))
    main = next(part for part in group if part.kind != "above")
    return Fragment(
        text=_dedented(text),
        imports=tuple(each for each in imports if each.names & words or each.blanket),
        kind="class" if main.kind == "class" else "function",
        names=frozenset(name for part in group for name in part.names),
        line=group[0].row + 1,
        end_line=group[-1].end_row + 1,
        code_lines=sum(part.end_row - part.row + 1 for part in group if part.kind != "above"),
        broken=any(part.broken for part in group),
    )


def _file_fragment(text: str, code_lines: int, *, broken: bool, names: frozenset[str] = frozenset()) -> Fragment:
    lines = max(1, len(text.splitlines()))
    return Fragment(
        text=text.strip("\n") + "\n",
        kind="file",
        names=names,
        line=1,
        end_line=lines,
        code_lines=code_lines,
        broken=broken,
    )


def _dedented(text: str) -> str:
    """Remove the indentation that a namespace added."""
    lines = text.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines) if margin else text


def _text(tree: Tree, part: Part) -> str:
    return tree.text[part.start : part.end].decode(errors="surrogateescape").strip()


_PACKAGE = re.compile(r"(?m)^\s*(?:package|namespace|module)\s+([\w.\\:]+)")


def _package(text: str) -> str:
    found = _PACKAGE.search(text[:4000])
    return found[1] if found else ""
