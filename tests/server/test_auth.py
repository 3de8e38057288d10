"""Access control: tokens, networks, proxies and other sites."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.server.auth import Authority, is_open_to_others, make_authority, read_tokens
from benchwright.server.call import Client, Unauthorized
from tests.cli.command import benchwright, complaint
from tests.server.probe import API
from tests.server.process import in_process

TOKEN = "0123456789abcdef0123"
LOCAL = {"host": "127.0.0.1:8080"}


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    """A file with three tokens."""
    file = tmp_path / "tokens"
    file.write_text(f"# tokens\n{TOKEN} alice 60 2\n\n{TOKEN}b bob 30  # slower\n{TOKEN}c\n")
    return file


def _with(token: str) -> dict[str, str]:
    return {**LOCAL, "authorization": f"Bearer {token}"}


def test_tokens_name_clients_and_their_limits(token_file: Path) -> None:
    authority = make_authority("0.0.0.0", token_file, ())
    assert authority.client("9.9.9.9", _with(TOKEN)) == Client(name="alice", requests_per_minute=60, concurrency=2)
    assert authority.client("9.9.9.9", _with(TOKEN + "b")) == Client(name="bob", requests_per_minute=30)
    assert authority.client("9.9.9.9", {"authorization": f"bearer  {TOKEN}c"}) == Client(name="token-5")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", f"Basic {TOKEN}", "Bearer wrong", f"Bearer {TOKEN}x", "é"])
def test_other_hosts_are_rejected_even_on_loopback(token_file: Path, header: str) -> None:
    authority = make_authority("127.0.0.1", token_file, ())
    with pytest.raises(Unauthorized):
        authority.client("127.0.0.1", {**LOCAL, "authorization": header})


def test_without_tokens_only_this_machine_has_access() -> None:
    authority = make_authority("127.0.0.1", None, ())
    for peer in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        authority.client(peer, LOCAL)
    for peer in ("10.0.0.1", "::2", "", "unix"):
        with pytest.raises(Unauthorized):
            authority.client(peer, {**LOCAL, "x-forwarded-for": "127.0.0.1"})


def test_requests_from_other_sites_are_rejected_on_this_machine() -> None:
    authority = make_authority("127.0.0.1", None, ())
    authority.client("127.0.0.1", {**LOCAL, "origin": "http://127.0.0.1:8080"})
    authority.client("127.0.0.1", {"host": "localhost:8080"})
    authority.client("127.0.0.1", {"host": "[::1]:8080"})
    for headers in (
        {**LOCAL, "origin": "http://evil.example"},
        {"host": "evil.example:8080"},
        {**LOCAL, "origin": "null"},
    ):
        with pytest.raises(Unauthorized):
            authority.client("127.0.0.1", headers)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example.:80", "local.evil.example", "[", "127.0.0.1.evil.example"]
)
def test_public_host_names_are_rejected_in_networks_too(host: str) -> None:
    authority = make_authority("0.0.0.0", None, ("10.0.0.0/8",))
    for headers in ({"host": host, "origin": f"http://{host}"}, {"host": host}, {"host": "10.0.0.1", "origin": host}):
        with pytest.raises(Unauthorized):
            authority.client("10.1.2.3", headers)


@pytest.mark.parametrize("host", ["10.0.0.1:8080", "[fd00::7]:80", "sandbox:8080", "sandbox.ns.svc.cluster.local", ""])
def test_addresses_and_private_names_are_allowed(host: str) -> None:
    authority = make_authority("0.0.0.0", None, ("10.0.0.0/8",))
    assert authority.client("10.1.2.3", {"host": host}).name == "10.1.2.3"
    assert authority.client("10.1.2.3", {"host": host, "origin": f"http://{host}"}).name == "10.1.2.3"


@pytest.mark.parametrize("header", ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"])
def test_proxied_requests_need_a_token(token_file: Path, header: str) -> None:
    headers = {**LOCAL, header: "203.0.113.9"}
    for authority in (make_authority("127.0.0.1", None, ()), make_authority("127.0.0.1", token_file, ("127.0.0.0/8",))):
        authority.client("127.0.0.1", LOCAL)
        with pytest.raises(Unauthorized):
            authority.client("127.0.0.1", headers)
    assert authority.client("127.0.0.1", {**_with(TOKEN), header: "203.0.113.9"}).name == "alice"


def test_allowed_networks_need_no_token_but_a_wrong_one_is_rejected(token_file: Path) -> None:
    authority = make_authority("0.0.0.0", token_file, ("10.1.0.0/16", "fd00::/8"))
    assert authority.client("10.1.2.3", {}).name == "10.1.2.3"
    assert authority.client("::ffff:10.1.2.3", {}).name == "10.1.2.3"
    assert authority.client("fd00::7", {}).name == "fd00::7"
    for peer, headers in (("10.2.0.1", {}), ("127.0.0.1", LOCAL), ("10.1.2.3", _with("wrong"))):
        with pytest.raises(Unauthorized):
            authority.client(peer, headers)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no token"),
        ("short", ":1: the token is shorter"),
        (f"{TOKEN} a x", ":1: could not convert"),
        (f"{TOKEN} a 0", ":1: rate and"),
        (f"{TOKEN} a inf", ":1: rate and"),
        (f"{TOKEN} a 1 0", ":1: rate and"),
        (f"{TOKEN} a 1 1 1", ":1: rate and"),
        (f"{TOKEN} a\n{TOKEN}2 a", ":2: duplicate name 'a'"),
    ],
)
def test_an_invalid_token_file_is_reported_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(text)
    with pytest.raises(UsageError) as wrong:
        dict(read_tokens(file))
    assert says in str(wrong.value)
    assert str(file) in str(wrong.value)
    assert TOKEN not in str(wrong.value)


def test_a_world_readable_token_file_is_reported(token_file: Path) -> None:
    token_file.chmod(0o600)
    assert not is_open_to_others(token_file)
    token_file.chmod(0o640)
    assert is_open_to_others(token_file)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "example.org"])
def test_the_service_does_not_listen_wider_without_tokens(host: str) -> None:
    lines = complaint(benchwright("serve", "--host", host, "--port", "0"))
    assert f"refusing to listen on {host}" in lines[0]
    assert "--token-file" in lines[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--allow-network", "10.0.0.1/8"), "--allow-network"),
        (("--token-file", "/nonexistent/tokens"), "/nonexistent/tokens"),
        (("--user", "nobody-of-that-name"), "user"),
        (("--benchmark", "="), "--benchmark"),
        (("--benchmark", "mine=/nonexistent/bench"), "--benchmark mine=/nonexistent/bench"),
        (("--host", "192.0.2.1", "--allow-network", "10.0.0.0/8"), "cannot listen on 192.0.2.1"),
    ],
)
def test_invalid_options_are_one_line_and_a_hint(arguments: tuple[str, ...], says: str) -> None:
    lines = complaint(benchwright("serve", "--port", "0", *arguments))
    assert says in lines[0] + lines[1]


def test_over_http_only_open_routes_need_no_token(token_file: Path) -> None:
    async def main() -> None:
        async with in_process([API], token_file=token_file, host="0.0.0.0") as app:
            refused = await app.client.get("/probe/echo/1")
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"] == "Bearer"
            assert (await app.client.get("/probe/state")).status_code == 200
            known = await app.client.get("/probe/echo/1", headers=_with(TOKEN))
            assert known.json()["client"] == "alice"
            assert TOKEN not in app.log.getvalue()

    asyncio.run(main())


def test_every_token_is_compared(token_file: Path) -> None:
    class Counting(dict[bytes, Client]):
        looked_at = 0

        def items(self):  # type: ignore[no-untyped-def]
            for item in super().items():
                Counting.looked_at += 1
                yield item

    authority = Authority(Counting(read_tokens(token_file)), (), local=False)
    assert authority.client("9.9.9.9", _with(TOKEN)).name == "alice"
    assert Counting.looked_at == 3
