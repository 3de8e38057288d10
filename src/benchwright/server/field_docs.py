"""What records say of their fields: the texts under them, read from the source once."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec


def field_docs(types: tuple[Any, ...]) -> Mapping[str, Mapping[str, str]]:
    """Name of a record → field → what it says, for all records that the types are made of."""
    found: dict[str, dict[str, str]] = {}
    for record in _records(types):
        if record.__name__ not in found:
            found[record.__name__] = {}
            for base in reversed(record.__mro__):
                found[record.__name__] |= _own_docs(base)
    return found


def _records(types: tuple[Any, ...]) -> Iterator[type]:
    """The Structs in the types, and in the types of their fields."""
    waiting = [msgspec.inspect.type_info(each) for each in types]
    seen: set[type] = set()
    while waiting:
        info: Any = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info.cls
            waiting += [field.type for field in info.fields]
        for name in ("item_type", "key_type", "value_type", "type"):
            if isinstance(getattr(info, name, None), msgspec.inspect.Type):
                waiting.append(getattr(info, name))
        for name in ("types", "item_types"):
            waiting += getattr(info, name, ())


def _own_docs(record: type) -> dict[str, str]:
    if not issubclass(record, msgspec.Struct) or record is msgspec.Struct:
        return {}
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(record))).body[0]
    except (OSError, TypeError, SyntaxError):
        return {}
    docs: dict[str, str] = {}
    field = ""
    for node in body.body if isinstance(body, ast.ClassDef) else ():
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            field = node.target.id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and field:
            docs[field] = " ".join(str(node.value.value).split())
            field = ""
        else:
            field = ""
    return docs
