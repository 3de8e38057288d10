"""Which operator becomes which other one in a mutant. A language adds or changes some by `syntax.swaps`."""

from __future__ import annotations

from collections.abc import Mapping

INFIX: Mapping[str, Mapping[str, str]] = {
    "arithmetic": {
        "+": "-", "-": "+", "*": "/", "/": "*", "//": "*", "%": "*", "**": "*",
        "+.": "-.", "-.": "+.", "*.": "/.", "/.": "*.",
        "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
    },
    "comparison": {
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
        "-eq": "-ne", "-ne": "-eq", "-lt": "-le", "-le": "-lt", "-gt": "-ge", "-ge": "-gt",
        ".eq.": ".ne.", ".ne.": ".eq.", ".lt.": ".le.", ".le.": ".lt.", ".gt.": ".ge.", ".ge.": ".gt.",
    },
    "logic": {
        "&&": "||", "||": "&&", "and": "or", "or": "and", "andalso": "orelse", "orelse": "andalso",
        ".and.": ".or.", ".or.": ".and.", "-and": "-or", "-or": "-and",
    },
    "bits": {"&": "|", "|": "&"},
    "step": {"|>": " "},
}  # fmt: skip
"""Kind → operator between its operands → what it becomes. A step of a chain is left out."""

PREFIX: Mapping[str, Mapping[str, str]] = {
    "arithmetic": {
        "+": "-", "-": "+", "*": "+", "/": "*", "inc": "dec", "dec": "inc", "1+": "1-", "1-": "1+", "add1": "sub1",
        "sub1": "add1", "min": "max", "max": "min", "quotient": "remainder", "remainder": "quotient",
    },
    "comparison": {
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "zero?": "positive?", "even?": "odd?", "odd?": "even?",
        "evenp": "oddp", "oddp": "evenp", "empty?": "not-empty",
    },
    "logic": {"and": "or", "or": "and", "when": "unless", "unless": "when"},
}  # fmt: skip
"""The same where operators stand before their operands."""

CALLS: Mapping[str, str] = {"min": "max", "max": "min", "Min": "Max", "Max": "Min"}
"""Functions that are called as `max(`."""

TRUTHS: Mapping[str, str] = {
    "true": "false", "false": "true", ".true.": ".false.", ".false.": ".true.", "$true": "$false", "$false": "$true",
    "#t": "#f", "#f": "#t", "#true": "#false", "#false": "#true",
}  # fmt: skip
"""Truth values of all languages."""
