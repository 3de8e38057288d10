"""Who may use the service: bearer tokens, and peers that need none."""

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
from benchwright.server.call import Client
from benchwright.server.failures import Unauthorized

_HINT = "send the header `Authorization: Bearer TOKEN`"
_SHORTEST = 16
_OF_PROXIES = frozenset({"forwarded", "via", "x-real-ip"})
_PRIVATE_ZONES = (".localhost", ".local", ".internal", ".home.arpa")
"""No name below these can be had in public."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Authority:
    """Tells clients apart. Where there are tokens, only `networks` need none; where there are not, only this machine.
    The peer is who holds the connection: headers that name another are never believed."""

    def __init__(self, tokens: Mapping[bytes, Client], networks: tuple[Network, ...], *, local: bool) -> None:
        """`tokens`: digest → client. `local`: peers on this machine need no token."""
        self._tokens = tokens
        self._networks = networks
        self._local = local

    @property
    def known(self) -> list[Client]:
        """The clients that have tokens."""
        return list(self._tokens.values())

    def client(self, peer: str, headers: Mapping[str, str]) -> Client:
        """Who asks; `Unauthorized` if we do not know."""
        token = _bearer(headers.get("authorization", ""))
        if token is not None and self._tokens:
            return self._known(token)
        address = _address(peer)
        if not (self._local and address.is_loopback) and not any(address in network for network in self._networks):
            raise Unauthorized("a token is needed", _HINT)
        _refuse_forwarded(headers)
        refuse_other_sites(headers)
        return Client(name=str(address))

    def _known(self, token: str) -> Client:
        """Every token is compared, each in constant time: how long it takes says nothing."""
        digest = digest_of(token)
        found: Client | None = None
        for known, client in self._tokens.items():
            if hmac.compare_digest(known, digest):
                found = client
        if found is None:
            raise Unauthorized("the token is not known", _HINT)
        return found


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode(errors="surrogateescape")).digest()


def make_authority(host: str, token_file: Path | None, allow_networks: tuple[str, ...]) -> Authority:
    """As the settings say. Refuses to let everybody in."""
    networks = tuple(map(_network, allow_networks))
    local = is_loopback(host)
    if not local and token_file is None and not networks:
        hint = "give --token-file, or --allow-network for clients without tokens, or listen on 127.0.0.1"
        raise UsageError(f"will not listen on {host} without tokens", hint)
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
    """Digest and client of each line `token [name [requests per minute [concurrency]]]`; # begins a comment."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the token file {path}: {error}", "one token on each line") from error
    names: set[str] = set()
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        client = _client(words, f"{path}:{number}", f"token-{number}")
        if client.name in names:
            raise UsageError(f"{path}:{number}: the name {client.name!r} stands there twice", "choose another name")
        names.add(client.name)
        yield digest_of(words[0]), client
    if not names:
        raise UsageError(f"{path} has no token", "one token on each line, as from `openssl rand -hex 32`")


def is_open_to_others(path: Path) -> bool:
    """Whether users other than its owner can read the file."""
    return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


def _client(words: list[str], place: str, name: str) -> Client:
    layout = "the line is `token [name [requests per minute [concurrency]]]`"
    if len(words[0]) < _SHORTEST:
        raise UsageError(f"{place}: the token is shorter than {_SHORTEST} characters", "try `openssl rand -hex 32`")
    try:
        rate = float(words[2]) if len(words) > 2 else None
        concurrency = int(words[3]) if len(words) > 3 else None
    except ValueError as error:
        raise UsageError(f"{place}: {error}", layout) from None
    sensible = (rate is None or 0 < rate < float("inf")) and (concurrency is None or concurrency > 0)
    if len(words) > 4 or not sensible:
        raise UsageError(f"{place}: a rate and a concurrency above 0, and nothing after them", layout)
    return Client(name=words[1] if len(words) > 1 else name, requests_per_minute=rate, concurrency=concurrency)


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise UsageError(f"--allow-network: {error}", "as in 10.0.0.0/8 or 192.168.1.7") from None


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
    """Behind a proxy every stranger has the proxy's address, so an address proves nothing there."""
    for name in headers:
        if name in _OF_PROXIES or name.startswith("x-forwarded-"):
            raise Unauthorized(f"a request through a proxy ({name}) needs a token", _HINT)


def refuse_other_sites(headers: Mapping[str, str]) -> None:
    """A browser that may ask without a token can be made to ask by any page that it shows: such a request names another
    origin, or comes by a name of the attacker's that was made to mean this machine."""
    host, origin = headers.get("host", ""), headers.get("origin")
    try:
        name = urlsplit(f"//{host}").hostname or ""
        foreign = origin is not None and urlsplit(origin).netloc != host
    except ValueError:
        raise Unauthorized("the host or the origin makes no sense", _HINT) from None
    if foreign or not _is_ours(name):
        raise Unauthorized("a page of another site, or a public name of this service, needs a token", _HINT)


def _is_ours(name: str) -> bool:
    """Whether no stranger can have registered the name: an address, a name without dots, one of a private zone."""
    if "." not in name or name.endswith(_PRIVATE_ZONES) or name == socket.gethostname().lower():
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
