"""Endpoints that speak the OpenAI format or variants of it, over real connections."""

from __future__ import annotations

import asyncio
import logging
import threading
import traceback
from typing import Any

import pytest

from benchwright.errors import ModelError, UsageError
from benchwright.models import Answer, Message, ModelOptions, Request, open_model
from benchwright.models.opening import open_source
from tests.models.asking import ask, chat
from tests.models.endpoint import Endpoint, Handler, answer, raw, status

_KEY = "sk-secret-0123456789"


def test_a_chat(endpoint: Endpoint) -> None:
    messages = (Message(role="system", content="be brief"), Message(role="user", content="hi"))
    given = ask(endpoint, Request(messages=messages, temperature=0.3, top_p=0.9, max_tokens=7, stop=("#",), seed=5))
    assert endpoint.paths == ["/v1/chat/completions"]
    assert endpoint.bodies == [
        {
            "model": "tiny",
            "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "hi"}],
            "max_tokens": 7,
            "temperature": 0.3,
            "top_p": 0.9,
            "stop": ["#"],
            "seed": 5,
        }
    ]
    assert (given.text, given.finish_reason, given.model) == ("answer to hi", "stop", "tiny-2026")
    assert (given.prompt_tokens, given.completion_tokens, given.cost, given.ignored) == (10, 5, None, ())
    assert given.answer_s is not None
    assert given.answer_s > 0


def test_a_completion(endpoint: Endpoint) -> None:
    given = ask(endpoint, Request(kind="completion", prompt="def f(", max_tokens=3))
    assert endpoint.paths == ["/v1/completions"]
    assert endpoint.bodies == [{"model": "tiny", "prompt": "def f(", "max_tokens": 3, "temperature": 0.0}]
    assert given.text == "answer to def f("


def test_infill(endpoint: Endpoint) -> None:
    ask(endpoint, Request(kind="infill", prompt="def f(", suffix="return x"))
    assert endpoint.paths == ["/v1/completions"]
    assert endpoint.bodies[0]["suffix"] == "return x"


def test_additional_fields(endpoint: Endpoint) -> None:
    ask(endpoint, extra_body={"reasoning_effort": "low", "temperature": 1})
    assert endpoint.bodies[0]["reasoning_effort"] == "low"
    assert endpoint.bodies[0]["temperature"] == 1


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_stored_separately(endpoint: Endpoint, field: str) -> None:
    usage = {
        "prompt_tokens": 10,
        "completion_tokens": 50,
        "completion_tokens_details": {"reasoning_tokens": 45},
        "prompt_tokens_details": {"cached_tokens": 8},
        "cost": 0.25,
    }
    endpoint.script = [answer(usage, content="<think>a</think>42", **{field: "six times seven"})]
    given = ask(endpoint)
    assert (given.text, given.reasoning) == ("<think>a</think>42", "six times seven")
    assert (given.completion_tokens, given.reasoning_tokens, given.cached_tokens, given.cost) == (50, 45, 8, 0.25)


def test_reasoning_that_used_up_all_tokens(endpoint: Endpoint) -> None:
    endpoint.script = [answer(content=None, reasoning_content="let me think")]
    assert (given := ask(endpoint)).text == ""
    assert given.reasoning == "let me think"


def test_a_refusal(endpoint: Endpoint) -> None:
    endpoint.script = [answer(content=None, refusal="I cannot help with that")]
    assert (given := ask(endpoint)).text == "I cannot help with that"
    assert given.finish_reason == "refusal"


def test_content_in_parts(endpoint: Endpoint) -> None:
    endpoint.script = [answer(content=[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])]
    assert ask(endpoint).text == "ab"


def test_a_question_refused_by_the_endpoint(endpoint: Endpoint) -> None:
    endpoint.script = [status(400, {"code": "content_filter", "message": "no"})]
    assert (given := ask(endpoint)).text == ""
    assert given.finish_reason == "content_filter"


def _rejecting(*names: str, how: str = "openai") -> Any:
    """Make the endpoint reject requests with one of these parameters."""

    def behave(handler: Handler, body: dict[str, Any]) -> None:
        name = next((name for name in names if name in body), None)
        if name is None:
            return answer()(handler, body)
        if how == "pydantic":
            error: Any = [{"type": "extra_forbidden", "loc": ["body", name], "msg": "Extra inputs are not permitted"}]
            return status(422, {"detail": error})(handler, body)
        message = f"Unsupported parameter: '{name}' is not supported with this model."
        if name == "max_tokens":
            message += " Use 'max_completion_tokens' instead."
        return status(400, {"message": message, "code": "unsupported_parameter", "param": name})(handler, body)

    return behave


def test_max_tokens_has_two_names(endpoint: Endpoint) -> None:
    endpoint.always = _rejecting("max_tokens")
    given = ask(endpoint, chat(max_tokens=9))
    assert endpoint.bodies[-1]["max_completion_tokens"] == 9
    assert len(endpoint.bodies) == 2
    assert given.ignored == ()


@pytest.mark.parametrize("how", ["openai", "pydantic"])
def test_rejected_parameters_are_omitted(endpoint: Endpoint, how: str) -> None:
    endpoint.always = _rejecting("temperature", "top_p", "seed", how=how)
    given = ask(endpoint, chat(top_p=0.5, seed=3))
    assert given.ignored == ("seed", "temperature", "top_p")
    assert len(endpoint.bodies) == 4
    assert not {"temperature", "top_p", "seed"} & set(endpoint.bodies[-1])


def test_rejected_parameters_are_remembered(endpoint: Endpoint) -> None:
    endpoint.always = _rejecting("max_tokens", "temperature")

    async def several() -> None:
        model = open_model(f"openai:tiny@{endpoint.url}", ModelOptions(cache=False))
        await model.answer(chat("first"))
        await asyncio.gather(*(model.answer(chat(str(number))) for number in range(5)))
        await model.aclose()

    asyncio.run(several())
    assert len(endpoint.bodies) == 3 + 5


def test_rejected_stop_sequences_are_applied_locally(endpoint: Endpoint) -> None:
    endpoint.always = _rejecting("stop")
    given = ask(endpoint, chat("one two three", stop=("three", "two")))
    assert given.text == "answer to one "
    assert given.ignored == ()


def test_an_endpoint_without_system_messages(endpoint: Endpoint) -> None:
    endpoint.script = [status(400, {"message": "System role not supported"})]
    messages = (Message(role="system", content="be brief"), Message(role="user", content="hi"))
    ask(endpoint, Request(messages=messages))
    assert endpoint.bodies[-1]["messages"] == [{"role": "user", "content": "be brief\n\nhi"}]


def test_a_required_parameter_is_never_omitted(endpoint: Endpoint) -> None:
    endpoint.always = _rejecting("max_tokens", "max_completion_tokens")
    with pytest.raises(UsageError, match="max_completion_tokens"):
        ask(endpoint)
    assert len(endpoint.bodies) == 2


def test_the_key_is_sent(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f" {_KEY}\n")
    ask(endpoint)
    monkeypatch.setenv("OTHER", "other")
    ask(endpoint, api_key_env="OTHER")
    monkeypatch.delenv("OPENAI_API_KEY")
    ask(endpoint)
    assert endpoint.keys == [f"Bearer {_KEY}", "Bearer other", None]


@pytest.mark.parametrize("code", [400, 401, 500])
def test_the_key_is_never_shown(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", _KEY)
    caplog.set_level(logging.DEBUG)
    endpoint.always = status(code, f"Incorrect API key provided: {_KEY}")
    with pytest.raises((UsageError, ModelError)) as caught:
        ask(endpoint, retries=1)
    shown = "".join(traceback.TracebackException.from_exception(caught.value, capture_locals=True).format())
    assert "Incorrect API key" in shown
    assert _KEY not in shown
    assert _KEY not in caplog.text
    assert caught.value.__cause__ is None


def test_the_key_is_not_in_a_broken_reply(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", _KEY)
    endpoint.always = raw(f"key {_KEY} accepted".encode())
    with pytest.raises(ModelError, match=r"key \*\*\* accepted") as caught:
        ask(endpoint, retries=0)
    assert _KEY not in str(caught.value)


def test_the_key_is_not_in_any_repr(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", _KEY)
    source = open_source(f"openai:tiny@{endpoint.url}", ModelOptions())
    assert _KEY not in repr(vars(source))
    assert _KEY not in source.identity + source.name


@pytest.mark.parametrize("key", ["two\nlines", "schlüssel"])
def test_a_key_with_invalid_characters(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(UsageError, match="OPENAI_API_KEY") as caught:
        ask(endpoint)
    assert key not in str(caught.value)


def test_the_official_endpoint_needs_a_key(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="no key") as caught:
        open_model("openai:gpt-4o", ModelOptions(cache=False))
    assert caught.value.hint == "export OPENAI_API_KEY=…"
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    open_model("openai:gpt-4o", ModelOptions(cache=False))


def test_the_base_url_of_the_environment(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{endpoint.url}/")

    async def once() -> Answer:
        model = open_model("openai:@cf/tiny", ModelOptions(cache=False))
        given = await model.answer(chat())
        await model.aclose()
        return given

    assert asyncio.run(once()).text == "answer to hello"
    assert endpoint.bodies[0]["model"] == "@cf/tiny"


@pytest.mark.parametrize(
    "url", ["http://", "https://user:pass@host/v1", "https://host/v1?key=abc", "http://host:99999/v1", "http://[::1/v1"]
)
def test_invalid_addresses(url: str) -> None:
    with pytest.raises(UsageError):
        open_model(f"openai:tiny@{url}", ModelOptions(cache=False))


def test_many_concurrent_requests(endpoint: Endpoint) -> None:
    """The allowed number of requests reaches the endpoint concurrently, and no more."""
    together = threading.Barrier(4)

    def wait_for_three_others(handler: Handler, body: dict[str, Any]) -> None:
        together.wait(timeout=30)
        answer()(handler, body)

    endpoint.always = wait_for_three_others

    async def several() -> list[Answer]:
        model = open_model(f"openai:tiny@{endpoint.url}", ModelOptions(cache=False, concurrency=4))
        given = await asyncio.gather(*(model.answer(chat(str(number))) for number in range(12)))
        await model.aclose()
        return given

    assert [one.text for one in asyncio.run(several())] == [f"answer to {number}" for number in range(12)]
