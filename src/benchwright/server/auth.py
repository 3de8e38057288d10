"""Access control: bearer tokens, and peers that do not need one."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import socket
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from benchwright.errors import UsageError
from benchwright.server.call import Client, Unauthorized

_HINT = "send the header `Authorization: Bearer TOKEN`"
_SHORTEST = 16
_OF_PROXIES = frozenset({"forwarded", "via", "x-real-ip"})
_PRIVATE_ZONES = (".localhost", ".local", ".internal", ".home.arpa")
"""Zones in which nobody can register a public name."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Authority:
    """Identifies clients. With tokens configured, only peers in `networks` may omit one; without tokens, only peers on
    this machine. The peer is the other end of the connection: headers that name a different address are ignored."""

    def __init__(self, tokens: Mapping[bytes, Client], networks: tuple[Network, ...], *, local: bool) -> None:
        """`tokens` maps digests to clients. With `local`, peers on this machine need no token."""
        self._tokens = tokens
        self._networks = networks
        self._local = local

    @property
    def known(self) -> list[Client]:
        """Clients that have a token."""
        return list(self._tokens.values())

    def client(self, peer: str, headers: Mapping[str, str]) -> Client:
        """Identify the client; raise `Unauthorized` if it is unknown."""
        token = _bearer(headers.get("authorization", ""))
        if token is not None and self._tokens:
            return self._known(token)
        address = _address(peer)
        if not (self._local and address.is_loopback) and not any(address in network for network in self._networks):
            raise Unauthorized("a token is required", _HINT)
        _refuse_forwarded(headers)
        refuse_other_sites(headers)
        return Client(name=str(address))

    def _known(self, token: str) -> Client:
        """Compare against every token, each in constant time, so that the duration reveals nothing."""
        digest = digest_of(token)
        found: Client | None = None
        for known, client in self._tokens.items():
            if hmac.compare_digest(known, digest):
                found = client
        if found is None:
            raise Unauthorized("unknown token", _HINT)
        return found


def digest_of(token: str) -> bytes:
    """Hash a token; only the digest is kept."""
    return hashlib.sha256(token.encode(errors="surrogateescape")).digest()


def make_authority(host: str, token_file: Path | None, allow_networks: tuple[str, ...]) -> Authority:
    """Build the authority from the settings. Refuses to listen publicly without any access control."""
    networks = tuple(map(_network, allow_networks))
    local = is_loopback(host)
    if not local and token_file is None and not networks:
        hint = "pass --token-file, or --allow-network for clients without tokens, or listen on 127.0.0.1"
        raise UsageError(f"refusing to listen on {host} without tokens", hint)
    tokens = {} if token_file is None else dict(read_tokens(token_file))
    return Authority(tokens, networks, local=local and token_file is None)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_tokens(path: Path) -> Iterator[tuple[bytes, Client]]:
    """Yield digest and client for each line `token [name [requests per minute [concurrency]]]`; # starts a comment."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the token file {path}: {error}", "check the path and its permissions") from error
    names: set[str] = set()
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        client = _client(words, f"{path}:{number}", f"token-{number}")
        if client.name in names:
            raise UsageError(f"{path}:{number}: duplicate name {client.name!r}", "choose another name")
        names.add(client.name)
        yield digest_of(words[0]), client
    if not names:
        raise UsageError(f"{path} contains no token", "put one token on each line; `openssl rand -hex 32` makes one")


def is_open_to_others(path: Path) -> bool:
    """Whether users other than the owner can read the file."""
    return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


def _client(words: list[str], place: str, name: str) -> Client:
    layout = "use the format `token [name [requests per minute [concurrency]]]`"
    if len(words[0]) < _SHORTEST:
        raise UsageError(f"{place}: the token is shorter than {_SHORTEST} characters", "try `openssl rand -hex 32`")
    try:
        rate = float(words[2]) if len(words) > 2 else None
        concurrency = int(words[3]) if len(words) > 3 else None
    except ValueError as error:
        raise UsageError(f"{place}: {error}", layout) from None
    sensible = (rate is None or 0 < rate < float("inf")) and (concurrency is None or concurrency > 0)
    if len(words) > 4 or not sensible:
        raise UsageError(f"{place}: rate and concurrency must be above 0, and nothing may follow them", layout)
    return Client(name=words[1] if len(words) > 1 else name, requests_per_minute=rate, concurrency=concurrency)


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise UsageError(f"--allow-network: {error}", "use a form such as 10.0.0.0/8 or 192.168.1.7") from None


def _address(peer: str) -> Address:
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        raise Unauthorized("the connection has no address", _HINT) from None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _bearer(header: str) -> str | None:
    kind, _, token = header.partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def _refuse_forwarded(headers: Mapping[str, str]) -> None:
    """Refuse requests forwarded by a proxy: every client then has the proxy's address, so the address proves
    nothing."""
    for name in headers:
        if name in _OF_PROXIES or name.startswith("x-forwarded-"):
            raise Unauthorized(f"a request through a proxy ({name}) needs a token", _HINT)


def refuse_other_sites(headers: Mapping[str, str]) -> None:
    """Refuse requests that another website may have triggered in a browser. Such a request carries a foreign Origin, or
    arrives under an attacker's name that was rebound to this machine."""
    host, origin = headers.get("host", ""), headers.get("origin")
    try:
        name = urlsplit(f"//{host}").hostname or ""
        foreign = origin is not None and urlsplit(origin).netloc != host
    except ValueError:
        raise Unauthorized("the Host or Origin header is malformed", _HINT) from None
    if foreign or not _is_ours(name):
        raise Unauthorized("requests from other sites or through a public host name need a token", _HINT)


def _is_ours(name: str) -> bool:
    """Whether no stranger can have registered the name: an address, a name without dots, or a name in a private
    zone."""
    if "." not in name or name.endswith(_PRIVATE_ZONES) or name == socket.gethostname().lower():
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
