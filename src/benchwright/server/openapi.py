"""The OpenAPI 3.1 description, generated from the routes and the records' field docstrings."""

from __future__ import annotations

import ast
import functools
import inspect
import itertools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from benchwright.server.api import Api, Lines, Route, Text


def field_docs(types: Sequence[Any]) -> Mapping[str, Mapping[str, str]]:
    """Record name → field → docstring, for every record that the types contain."""
    found: dict[str, dict[str, str]] = {}
    for record in _records(types):
        docs: dict[str, str] = {}
        for base in reversed(record.__mro__):
            docs |= _own_docs(base)
        # If several records share a name, msgspec qualifies each with its module.
        found[record.__name__] = found[f"{record.__module__}.{record.__qualname__}"] = docs
    return found


def _records(types: Sequence[Any]) -> Iterator[type]:
    """Yield the Structs in the types, including those of nested fields."""
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
    except (OSError, TypeError):  # without source there are no docstrings
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


_STATUSES = {
    200: "The response.",
    400: "The request is invalid, or exceeds a limit of the server.",
    401: "The token is missing or wrong.",
    413: "The body is too large.",
    422: "The body does not match the schema, or the tests in it are defective.",
    429: "The client has reached its limit.",
    500: "The server failed; this says nothing about the program.",
    503: "The server is overloaded, is shutting down, or failed; this says nothing about the program.",
    504: "The server is overloaded.",
}
_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")


def describe(apis: Sequence[Api]) -> dict[str, Any]:
    """Build the whole document."""
    types = [kind for api in apis for route in api.routes for kind in _types(route)]
    shapes, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    docs = field_docs(types)
    schemas = dict(zip(map(repr, types), shapes, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for api in apis:
        for route in api.routes:
            path = _PARAMETER.sub(r"{\1}", route.path)
            paths.setdefault(path, {})[route.method.lower()] = _operation(api, route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "benchwright",
            "version": own_version(),
            "summary": "Runs untrusted programs in a sandbox and judges solutions.",
        },
        "tags": [{"name": api.name} for api in apis],
        "security": [{"token": []}, {}],
        "paths": paths,
        "components": {
            "schemas": {name: _documented(schema, docs.get(name, {})) for name, schema in components.items()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(api: Api, route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": route.name, "summary": route.summary, "tags": [api.name]}
    names = _PARAMETER.findall(route.path)
    if names:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    if route.open:
        operation["security"] = []
    if route.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {
                "application/json": {
                    "schema": schemas[repr(route.body)],
                    "examples": {name: {"value": value} for name, value in route.examples.items()},
                }
            },
        }
    operation["responses"] = {
        str(status): _response(status, answer, schemas) for status, answer in (route.answers or {200: Any}).items()
    }
    return operation


def _response(status: int, answer: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    description = _STATUSES.get(status, "See the summary.")
    if isinstance(answer, Text):
        return {"description": description, "content": {answer.media_type: {"schema": {"type": "string"}}}}
    if isinstance(answer, Lines):
        # The schema describes one line: OpenAPI cannot describe a stream of lines before version 3.2.
        schema = {"type": "string", "contentMediaType": "application/json", "contentSchema": schemas[repr(answer.of)]}
        return {"description": description, "content": {answer.media_type: {"schema": schema}}}
    return {"description": description, "content": {"application/json": {"schema": schemas[repr(answer)]}}}


def _types(route: Route) -> Iterator[Any]:
    if route.body is not None:
        yield route.body
    for answer in (route.answers or {200: Any}).values():
        if isinstance(answer, Lines):
            yield answer.of
        elif not isinstance(answer, Text):
            yield answer


def _documented(schema: dict[str, Any], docs: Mapping[str, str]) -> dict[str, Any]:
    """Add the field docstrings to the schema as descriptions."""
    properties = {
        field: {**shape, "description": docs[field]} if field in docs else shape
        for field, shape in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties} if properties else schema


def own_version() -> str:
    """Return the version of the installed package."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("benchwright")
    except PackageNotFoundError:
        return "0"
