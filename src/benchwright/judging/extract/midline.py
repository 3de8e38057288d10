"""Continue a line that the prefix begins, such as `return `, with an answer that may repeat its words."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.judging.extract.reading import Reading


def on_line(prefix: str, middle: str, suffix: str, reading: Reading, *, apart: bool) -> str | None:
    """Return the middle as it continues the last line of the prefix; None if it starts a line of its own.

    The grammar decides; if it accepts both, a line that ends with a blank, or continues after the hole, is unfinished.
    """
    begun = prefix.rpartition("\n")[2]
    if not begun.strip() or (middle.startswith("\n") and not apart):
        return None
    rest = suffix.partition("\n")[0].strip()
    unfinished = not apart or begun[-1].isspace() or bool(rest)
    found = [(_errors(prefix + each + suffix, reading), each) for each in _forms(begun, middle, rest, reading, apart)]
    least, best = min(found, key=lambda each: each[0])
    below = _errors(f"{prefix}\n{middle.rstrip()}{suffix if suffix[:1] == chr(10) else chr(10) + suffix}", reading)
    return best if least < below or (unfinished and least == below) or not apart else None


def _forms(begun: str, middle: str, rest: str, reading: Reading, apart: bool) -> Iterator[str]:
    """Yield the middle without the words of the line before and after it, and as it is."""
    body = middle.strip("\n").rstrip() if apart else middle
    words = begun.strip()
    own = body.lstrip()
    forms = [own if apart else body]
    after = own[len(words) :]
    if own.startswith(words) and not (words[-1:].isalnum() and (after[:1].isalnum() or after[:1] == "_")):
        forms.insert(0, after.lstrip() if begun[-1].isspace() else after)
    for form in forms:
        if rest and form.rstrip().endswith(rest):
            yield form.rstrip().removesuffix(rest)
        yield form


def _errors(code: str, reading: Reading) -> float:
    return reading.errors(code) or 0.0
