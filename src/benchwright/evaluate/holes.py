"""Problems that ask for a function of a file: which they are, and the file as a model sees it."""

from __future__ import annotations

import re

from benchwright.problems import Problem

_HASH = ("python", "ruby", "perl", "r", "julia", "elixir", "shell", "powershell", "tcl", "nim", "coffeescript", "awk")
_SLASHES = (
    "javascript",
    "typescript",
    "java",
    "go",
    "rust",
    "cpp",
    "c",
    "csharp",
    "kotlin",
    "scala",
    "swift",
    "dart",
    "php",
    "d",
    "zig",
    "groovy",
)
_COMMENTS = {**dict.fromkeys(_HASH, "#"), **dict.fromkeys(_SLASHES, "//"), "lua": "--", "haskell": "--"}
_MARK = "write this function"
_STEP = "    "


def asks_for_function(problem: Problem) -> bool:
    """Whether the problem is a file with a hole in a function that has a name. A question that shows the code itself is
    asked as its author wrote it."""
    if not problem.entry_point or not problem.prefix.strip():
        return False
    return bool(problem.suffix.strip()) or problem.prefix.strip() not in problem.question


def file_shown(problem: Problem) -> str:
    """The file with the instruction as a docstring, or a comment, where the body is missing; empty where the
    language's comments are not known."""
    sign = _COMMENTS.get(problem.language, "")
    if not sign:
        return ""
    indentation, begun = _indentation(problem), problem.prefix.rpartition("\n")[2]
    lines = _docstring(problem) if problem.language == "python" and not _is_documented(problem) else []
    lines = lines or [f"{sign} {line}".rstrip() for line in problem.question.strip().split("\n")]
    hole = "\n".join(f"{indentation}{line}" if line else "" for line in (*lines, f"{sign} {_MARK}"))
    start = "\n" if begun.strip() else ""
    end = "" if problem.suffix.startswith("\n") or not problem.suffix else "\n"
    return f"{problem.prefix}{start}{hole if start else hole.removeprefix(begun)}{end}{problem.suffix}".strip("\n")


def _docstring(problem: Problem) -> list[str]:
    text = problem.question.strip().replace("\\", "\\\\").replace('"""', "'''")
    return [f'"""{text.split(chr(10))[0]}', *text.split("\n")[1:], '"""'] if "\n" in text else [f'"""{text}"""']


def _is_documented(problem: Problem) -> bool:
    return problem.prefix.rstrip().endswith(('"""', "'''"))


def _indentation(problem: Problem) -> str:
    """That of the body: of the line before, or more where that opens it."""
    last = next((line for line in reversed(problem.prefix.split("\n")) if line.strip()), "")
    found = re.match(r"[ \t]*", last)
    own = found[0] if found else ""
    if last.rstrip().endswith((":", "{", "(", "=", "->", "do", "then")):
        return own + ("\t" if own.endswith("\t") or problem.language == "go" else _STEP)
    return own
