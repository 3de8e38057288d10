"""The OpenAPI description is valid, complete, and matches the running service."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from schemathesis import GenerationMode

from benchwright.server.api import Api, Route
from benchwright.server.apis import find_apis
from benchwright.server.openapi import describe
from tests.server.process import started

V1 = next(api for api in find_apis() if api.name == "v1")
CHECKS = (
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
)
_EXAMPLES = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with started() as server:
        yield server.url


@pytest.fixture(scope="module")
def document(url: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{url}/v1/openapi.json", timeout=60).json()
    return found


@pytest.fixture(scope="module")
def schema() -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_dict(_narrowed(describe([V1])))


def test_the_service_describes_all_its_routes(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    described = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert described == {(route.method, route.path) for api in find_apis() for route in api.routes}
    assert document == json.loads(msgspec.json.encode(describe(find_apis())))


def test_names_of_operations_differ() -> None:
    names = [route.name for api in find_apis() for route in api.routes]
    assert len(names) == len(set(names))


def test_schemas_are_valid_and_every_field_is_described(document: dict[str, Any]) -> None:
    described = describe([V1])["components"]["schemas"]
    for name, schema in described.items():
        Draft202012Validator.check_schema(schema)
        bare = [field for field, shape in schema.get("properties", {}).items() if "description" not in shape]
        assert [field for field in bare if field != "kind"] == [], name


@pytest.mark.parametrize(
    "route", [route for route in V1.routes if route.body is not None], ids=lambda route: route.name
)
def test_examples_match_their_schema(document: dict[str, Any], route: Route) -> None:
    body = document["paths"][route.path]["post"]["requestBody"]["content"]["application/json"]
    validator = Draft202012Validator({**body["schema"], "components": document["components"]})
    assert body["examples"]
    for example in body["examples"].values():
        validator.validate(example["value"])


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
@pytest.mark.parametrize(
    "route", [route for route in V1.routes if route.body is not None], ids=lambda route: route.name
)
@pytest.mark.language(name="shell")
def test_every_response_matches_its_description(
    url: str, schema: schemathesis.BaseSchema, route: Route, mode: GenerationMode
) -> None:
    """Valid and invalid bodies generated from the description never make the service fail."""
    operation = schema[route.path][route.method]
    statuses: Counter[int] = Counter()

    @seed(8)
    @settings(_EXAMPLES, max_examples=25)
    @given(operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        reply = case.call_and_validate(base_url=url, checks=list(CHECKS), timeout=60)
        statuses[reply.status_code] += 1

    ask()
    assert sum(statuses.values()) >= 12, statuses
    assert statuses[200] if mode is GenerationMode.POSITIVE else statuses[422], statuses


def test_get_routes_match_their_description(url: str, schema: schemathesis.BaseSchema) -> None:
    looked_at = [route for route in V1.routes if route.method == "GET"]
    for route in looked_at:
        reply = schema[route.path]["GET"].Case().call_and_validate(base_url=url, checks=list(CHECKS), timeout=60)
        assert reply.status_code == 200, route.path
    assert len(looked_at) == 7


def _narrowed(document: dict[str, Any]) -> dict[str, Any]:
    """Restrict language names to a few, so that some requests run, and run quickly."""
    for record in ("ExecuteRequest", "JudgeRequest"):
        document["components"]["schemas"][record]["properties"]["language"] = {"enum": ["python", "shell", "klingon"]}
    return document


class Version(msgspec.Struct):
    """A record with the same name as one in the API."""

    number: int
    """Field of the test's record."""


def test_records_with_the_same_name_are_distinguished() -> None:
    own = msgspec.structs.replace(V1.routes[-1], path="/other", answers={200: Version})
    schemas = describe([V1, Api(name="other", routes=(own,), failure=V1.failure)])["components"]["schemas"]
    assert "Version" not in schemas
    assert schemas[f"{__name__}.Version"]["properties"]["number"]["description"] == "Field of the test's record."
    ours = schemas["benchwright.server.apis.v1.records.Version"]["properties"]
    assert ours["name"]["description"] == "Always `benchwright`, the program's name."
