"""Mends the indentation with which an answer goes on with a function."""

from __future__ import annotations

import re

_STEP = 4
_OPENS = (":", "=", "->", "=>", "(", "[", "{", "\\")
_SPACE = re.compile(r"[ \t]*")


def fit_indentation(prefix: str, body: str) -> tuple[str, str]:
    """The body as the prefix needs it, and what was wrong with it: its first line has another indentation than the
    rest, or the whole was moved to the left. Only for languages in which indentation has a meaning."""
    lines = body.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled or not prefix.strip() or not (_is_blank_end(prefix) or body.startswith("\n")):
        return body, ""
    first = filled[0]
    begun = _width(prefix.rpartition("\n")[2]) if first == 0 and _is_blank_end(prefix) else 0
    given = _width(lines[first]) + begun
    second = _width(lines[filled[1]]) if len(filled) > 1 else None
    opens = lines[first].rstrip().endswith(_OPENS)
    wanted = _wanted(prefix, given, second if second is not None and not opens else None)
    if (given < len(wanted) and (second is None or second >= len(wanted) + opens)) or (
        given > len(wanted) and second == len(wanted) and not opens
    ):
        what = "indentation of the first line"
    elif given < len(wanted):
        lines = [wanted[given:] + line if line.strip() else line for line in lines]
        return _joined(prefix, lines), "indentation of the body"
    else:
        return body, ""
    lines[first] = wanted + lines[first].lstrip()
    return _joined(prefix, lines), what


def moved_right(text: str, place: str) -> str:
    """The text with the indentation that the first line of `place` has."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    missing = " " * (_width(place) - _width(first))
    return "\n".join(missing + line if line.strip() else line for line in text.split("\n"))


def _joined(prefix: str, lines: list[str]) -> str:
    """The lines; a line that the prefix has begun with spaces is begun anew."""
    start = "\n" if _is_blank_end(prefix) and not prefix.endswith("\n") else ""
    return start + "\n".join(lines)


def _is_blank_end(prefix: str) -> bool:
    return not prefix.rpartition("\n")[2].strip()


def _width(line: str) -> int:
    found = _SPACE.match(line)
    return found.end() if found else 0


def _wanted(prefix: str, given: int, second: int | None) -> str:
    """The indentation of the body that the prefix begins: that of its last line, or more where this opens the body. How
    much more, the answer itself tells if it can: by its first line or, if that has lost its own, by its second."""
    last = next(line for line in reversed(prefix.split("\n")) if line.strip())
    own = last[: _width(last)]
    if not last.rstrip().endswith(_OPENS):
        return own
    if given > len(own):
        step = given - len(own) if second is None or second >= given or second <= len(own) else second - len(own)
    else:
        step = second - len(own) if second is not None and second > len(own) else _STEP
    return own + ("\t" if own.endswith("\t") else " " * step)
