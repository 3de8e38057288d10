"""What records say of their fields: the texts under them, read from the source once."""

from __future__ import annotations

import ast
import functools
import inspect
import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec


def field_docs(types: Sequence[Any]) -> Mapping[str, Mapping[str, str]]:
    """Name of a record → field → what it says, for all records that the types are made of."""
    found: dict[str, dict[str, str]] = {}
    for record in _records(types):
        docs: dict[str, str] = {}
        for base in reversed(record.__mro__):
            docs |= _own_docs(base)
        # Where several have one name, a description calls each by its module as well.
        found[record.__name__] = found[f"{record.__module__}.{record.__qualname__}"] = docs
    return found


def _records(types: Sequence[Any]) -> Iterator[type]:
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


def _own_docs(record: type) -> Mapping[str, str]:
    if not issubclass(record, msgspec.Struct) or record is msgspec.Struct:
        return {}
    return _docs_of_module(record.__module__).get(record.__name__, {})


@functools.cache
def _docs_of_module(name: str) -> Mapping[str, Mapping[str, str]]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[name]))
    except (OSError, TypeError):  # no source, no words
        return {}
    return {node.name: dict(_texts(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _texts(record: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, text in itertools.pairwise(record.body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
        ):
            yield field.target.id, " ".join(str(text.value.value).split())
