"""Generate the page's TypeScript types from the records of its data files. `--write` updates them; otherwise they are
compared.

Both sides share one source: a field that is renamed in Python no longer compiles in the page.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchwright.metrics.outcome import Estimate
from benchwright.report import reviewing
from benchwright.report.site import problem_page, records

FILE = Path(__file__).parents[1] / "frontend/src/types.ts"
_HEAD = "// Made by scripts/frontend_types.py from the records of the data files: edit those.\n"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def typescript(kind: Any) -> str:
    """Translate a Python type to TypeScript."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    if origin in (typing.Union, types.UnionType):
        return " | ".join(map(typescript, arguments))
    if origin is typing.Literal:
        return " | ".join(f'"{each}"' for each in arguments)
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        inner = typescript(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(typescript, arguments))}]"
    if origin in (Mapping, dict):
        return f"Record<{typescript(arguments[0])}, {typescript(arguments[1])}>"
    raise TypeError(f"no TypeScript for {kind}")


def interface(record: type[msgspec.Struct]) -> str:
    """Return a record as an interface, with the first line of its docstring."""
    hints = typing.get_type_hints(record)
    fields = "".join(f"  {name}: {typescript(hints[name])};\n" for name in record.__struct_fields__)
    return f"/** {(record.__doc__ or '').splitlines()[0]} */\nexport interface {record.__name__} {{\n{fields}}}\n"


def everything() -> str:
    """Return the contents of the whole file."""
    found: dict[str, type[msgspec.Struct]] = {"Estimate": Estimate}
    for module in (records, problem_page, reviewing):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
                found[value.__name__] = value
    return "\n".join([_HEAD, *map(interface, found.values())])


def main() -> int:
    """Compare, or write with `--write`."""
    text = everything()
    if "--write" in sys.argv[1:]:
        FILE.write_text(text)
        return 0
    if not FILE.exists() or FILE.read_text() != text:
        print("frontend/src/types.ts is outdated; run scripts/frontend_types.py --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
