"""Texts of programs and models, so that they can be shown: nothing in them moves the cursor, changes colours, turns the
direction of writing, or passes for a line of ours."""

from __future__ import annotations

_LONGEST_LINE = 2000


def printable(text: str) -> str:
    """A name that the program chose, so that it cannot pass for a line of ours."""
    return text if text.isprintable() else ascii(text)


def printable_lines(text: str, longest: int = _LONGEST_LINE) -> list[str]:
    """The lines of a text, with its control characters written out; very long ones are cut, and say so."""
    return [printable_line(line, longest) for line in text.replace("\r\n", "\n").split("\n")]


def printable_line(line: str, longest: int = _LONGEST_LINE) -> str:
    """One line of such a text."""
    shown = line[:longest].expandtabs(4)
    if not shown.isprintable():
        shown = "".join(letter if letter.isprintable() else _escaped(letter) for letter in shown)
    return f"{shown} […{len(line) - longest} more characters]" if len(line) > longest else shown


def one_line(text: str, width: int) -> str:
    """All of a text in one line of at most so many signs."""
    shown = printable_line(" ".join(text[: 4 * width].split()))
    return shown if len(shown) <= width else f"{shown[: max(width - 1, 0)]}…"


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", errors="surrogatepass").decode()
