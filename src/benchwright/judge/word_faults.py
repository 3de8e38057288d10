"""Finds faults in a text word by word, for languages that have no grammar of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.judge.faults import Fault, merged
from benchwright.judge.swaps import INFIX, TRUTHS
from benchwright.languages import Syntax
from benchwright.languages.join import encode

_TEXTS = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|/\*[\s\S]*?\*/|\$/[\s\S]*?/\$'
_WORD = (
    r"(?P<truth>\b(?:true|false)\b)|(?P<number>(?<![\w.])\d+(?![\w.]))"
    r"|(?P<operator>(?<=\s)[^\s\w\"']+(?=\s)|(?<=\s)[A-Za-z]+(?=\s))"
)
_DECIDES = re.compile(
    r"\s*(?:if|elseif|else if|while|until|do|loop|return|case|when)\b|.*\b(?:if|unless|test)\b", re.IGNORECASE
)
"""Lines in which a `=` compares, where it can."""

_NEEDS = re.compile(r"\s*(?:import|imports|package|require|use|using)\b|.*\bexit\b", re.IGNORECASE)


def find_word_faults(text: bytes, syntax: Syntax) -> Iterator[Fault]:
    """Swapped operators between blanks, other constants and truth values; nothing in texts and comments."""
    code = text.decode(errors="surrogateescape")
    swaps = merged({kind: pairs for kind, pairs in INFIX.items() if kind not in ("bits", "step")}, syntax.swaps)
    single = "" if syntax.comment == "'" else r"|'(?:\\.|[^'\\\n])*'"
    comment = rf"|(?<!\S){re.escape(syntax.comment)}[^\n]*|{re.escape(syntax.comment)} [^\n]*"
    for found in re.finditer(f"{_TEXTS}{single}{comment}|{_WORD}", code, re.IGNORECASE):
        line = code[code.rfind("\n", 0, found.start()) + 1 : found.start()]
        if _NEEDS.match(line):
            continue
        for operator, after in _changes(found, swaps, line):
            start = len(encode(code[: found.start()]))
            yield Fault(operator=operator, start=start, end=start + len(encode(found[0])), after=after)


def _changes(found: re.Match[str], swaps: dict[str, tuple[str, str]], line: str) -> Iterator[tuple[str, str]]:
    word = found[0]
    if found["truth"]:
        after = TRUTHS[word.lower()]
        yield "boolean", after.capitalize() if word[0].isupper() else after
    elif found["number"] and len(word) < 5 and (word == "0" or word[0] != "0"):
        yield from (("constant", str(other)) for other in (int(word) + 1, int(word) - 1) if other >= 0)
    elif found["operator"] and word.lower() in swaps and (word != "=" or _DECIDES.match(line)):
        kind, after = swaps[word.lower()]
        yield kind, after.capitalize() if word[0].isupper() else after
