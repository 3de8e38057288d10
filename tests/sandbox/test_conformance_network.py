"""Network observations, on request."""

from __future__ import annotations

import pytest

from benchwright.errors import ToolchainMissing
from benchwright.languages import find_language
from benchwright.sandbox import Observations, Program
from benchwright.sandbox.protocol import Observable
from tests.conftest import in_language
from tests.sandbox import programs
from tests.sandbox.programs import Bench, cpp, python, source_of

bench = programs.bench

PROCESSES = frozenset({"processes"})
NETWORK: frozenset[Observable] = frozenset({"network"})


def observed(bench: Bench, program: Program) -> Observations:
    stage = bench.stage(program)
    assert (stage.exit_code, stage.stderr.data) == (0, b""), stage
    return stage.observations


def network(bench: Bench, text: str) -> dict[str, int]:
    return dict(observed(bench, python(text, observe=NETWORK)).network)


def test_connections_to_itself_work_and_are_told(bench: Bench) -> None:
    text = """
        import socket
        listener = socket.create_server(("127.0.0.1", 4711))
        with socket.create_connection(("127.0.0.1", 4711)) as caller, listener.accept()[0] as called:
            caller.sendall(b"hello")
            print(called.recv(5).decode())
    """
    for _ in range(3):  # no run sees traces of another run's network
        stage = bench.stage(python(text, observe=NETWORK))
        assert (stage.stdout.data, stage.observations.network) == (b"hello\n", {"127.0.0.1:4711": 1})


def test_what_is_sent_without_a_connection_is_told_by_its_address(bench: Bench) -> None:
    text = """
        import socket
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
            receiver.bind(("127.0.0.1", 4712))
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.sendto(b"1", ("127.0.0.1", 4712))
                sender.sendmsg([b"2"], [], 0, ("127.0.0.1", 4712))
                sender.connect(("127.0.0.1", 4712))
                sender.send(b"3")
                sender.sendmsg([b"4"])
            print(*(receiver.recv(1).decode() for _ in range(4)))
    """
    stage = bench.stage(python(text, observe=NETWORK))
    assert (stage.stdout.data, stage.observations.network) == (b"1 2 3 4\n", {"127.0.0.1:4712": 3})


@pytest.mark.language(name="cpp")
def test_many_messages_of_one_call_are_told_by_their_addresses(bench: Bench) -> None:
    text = r"""
        #include <arpa/inet.h>
        #include <sys/socket.h>
        int main() {
            sockaddr_in to[3] = {};
            mmsghdr messages[3] = {};
            for (int i = 0; i < 3; i++) {
                to[i].sin_family = i ? AF_INET : AF_UNSPEC;
                to[i].sin_port = htons(9);
                to[i].sin_addr.s_addr = htonl(0x7f000001 + i);
                messages[i].msg_hdr.msg_name = &to[i];
                messages[i].msg_hdr.msg_namelen = sizeof to[i];
            }
            return sendmmsg(socket(AF_INET, SOCK_DGRAM, 0), messages, 3, 0) > 0 ? 0 : 1;
        }
    """
    seen = observed(bench, cpp(text, observe=NETWORK)).network
    assert seen == {"127.0.0.1:9": 1, "127.0.0.2:9": 1, "127.0.0.3:9": 1}


def test_addresses_outside_are_told_although_there_is_no_way_to_them(bench: Bench) -> None:
    text = """
        import socket
        for family, host in (socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"), (
            socket.AF_INET6, "::ffff:198.51.100.2"
        ):
            with socket.socket(family, socket.SOCK_STREAM) as caller:
                for _ in range(2):
                    assert caller.connect_ex((host, 80)) != 0
    """
    assert network(bench, text) == {"192.0.2.1:80": 2, "[2001:db8::1]:80": 2, "198.51.100.2:80": 2}


def test_names_are_asked_for_on_loopback(bench: Bench) -> None:
    text = """
        import socket, urllib.request
        try:
            urllib.request.urlopen("http://example.invalid/")
        except OSError as error:
            print(error.reason)
    """
    outputs = [bench.output(python(text, observe=observe)) for observe in (frozenset(), NETWORK)]
    assert outputs[0] == outputs[1]
    assert network(bench, text).keys() == {"127.0.0.1:53"}


LOOKUPS = {
    "javascript": "require('http').get('http://example.invalid/').on('error', () => {});",
    "go": """
        package main
        import ("net/http"; "os")
        func main() { if _, err := http.Get("http://example.invalid/"); err == nil { os.Exit(1) } }
    """,
    "java": """
        public class Main {
            public static void main(String[] arguments) throws Exception {
                try { new java.net.URL("http://example.invalid/").openStream(); System.exit(1); }
                catch (java.net.UnknownHostException expected) { }
            }
        }
    """,
    "ruby": "require 'socket'\nbegin; TCPSocket.new('example.invalid', 80); exit 1; rescue SocketError; end",
    "rust": 'fn main() { assert!(std::net::TcpStream::connect("example.invalid:80").is_err()); }',
}


@pytest.mark.parametrize("language", [in_language(name) for name in LOOKUPS])
def test_names_are_asked_for_in_every_language(bench: Bench, language: str) -> None:
    files = {find_language(language).source: source_of(LOOKUPS[language])}
    program = Program(language=language, files=files, observe=NETWORK)
    try:
        seen = observed(bench, program).network
    except ToolchainMissing as error:  # it may be unreachable in this mode
        pytest.skip(f"toolchain missing: {error}")
    assert "127.0.0.1:53" in seen


def test_local_sockets_and_known_names_are_no_network(bench: Bench) -> None:
    text = """
        import os, socket
        assert socket.gethostbyname("localhost") == "127.0.0.1"
        here, there = socket.socketpair()
        socket.send_fds(here, [b"x"], [0])
        with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as caller:
            listener.bind("local")
            listener.listen()
            caller.connect("local")
            caller.sendmsg([b"x"])
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unbound:
            unbound.bind(("127.0.0.1", 0))
        if os.fork() == 0:
            os._exit(0)
        os.wait()
    """
    assert network(bench, text) == {}


def test_addresses_that_cannot_be_read_do_no_harm(bench: Bench) -> None:
    text = """
        import ctypes, socket
        libc = ctypes.CDLL(None, use_errno=True)
        plain, datagram = socket.socket(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for address in 1, 2**63 - 8, 2**64 - 8:
            for length in 0, 1, 2, 15, 16, 28, 128, 129, 2**31, 2**32 - 1:
                assert libc.connect(plain.fileno(), ctypes.c_void_p(address), ctypes.c_uint(length)) == -1
                libc.sendto(datagram.fileno(), b"x", 1, 0, ctypes.c_void_p(address), ctypes.c_uint(length))
            libc.sendmsg(datagram.fileno(), ctypes.c_void_p(address), 0)
            libc.sendmmsg(datagram.fileno(), ctypes.c_void_p(address), ctypes.c_uint(2**32 - 1), 0)
        short = bytes([2, 0, 0, 80])
        assert libc.connect(plain.fileno(), short, len(short)) == -1
    """
    assert network(bench, text) == {}


def test_who_closes_its_memory_to_us_is_told_of_nevertheless(bench: Bench) -> None:
    text = """
        import ctypes, socket
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
        socket.socket().connect_ex(("192.0.2.1", 80))
    """
    assert network(bench, text) in ({"192.0.2.1:80": 1}, {"unknown": 1})


def test_first_hundred_addresses_are_told(bench: Bench) -> None:
    text = """
        import socket
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for _ in range(2):
            for port in range(1, 151):
                try:
                    sender.sendto(b"x", ("127.0.0.1", port))
                except ConnectionRefusedError:
                    pass
    """
    assert network(bench, text) == {f"127.0.0.1:{port}": 2 for port in range(1, 101)}


def test_long_paths_hide_no_counts(bench: Bench) -> None:
    text = """
        import os, socket
        socket.socket().connect_ex(("192.0.2.1", 80))
        for _ in range(1000):
            try:
                os.execv("/" + "x" * 500, ["x"])
            except OSError:
                pass
    """
    seen = observed(bench, python(text, observe=NETWORK | PROCESSES))
    assert 500 < len(seen.processes) < 1000
    assert seen.network == {"192.0.2.1:80": 1}
