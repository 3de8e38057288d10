"""No run learns anything from an earlier run on the same slot.

A channel is a program that leaves a mark and one that looks for it. After the first, the second must print the same as
on an unused slot. docs/threat-model.md lists what is known to be visible, with the reasons.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator

import pytest

from benchwright.sandbox import Limits, Program
from tests.sandbox.modes import LOCAL_MODES
from tests.sandbox.programs import Bench
from tests.sandbox.test_warm_languages import TEXTS, cases, program

LIBC = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
SOCKET = "import socket, struct, os\n"
COUNTERS = "print(open('/proc/net/{}').read())"
LOCK = "/usr/bin/env"
"""A file that all runs share."""
VALUES = ("kernel/hostname", "kernel/shmmax", "kernel/msgmax", "net/core/somaxconn", "net/ipv4/ip_forward")
"""Settings of namespaces that are private to a run, or shared by the runs of its slot."""

CHANNELS: dict[str, tuple[str, str]] = {
    "file in the work folder": ("open('mark', 'w')", "import os; print(sorted(os.listdir('.')))"),
    "file in /tmp": ("open('/tmp/mark', 'w')", "import os; print(os.listdir('/tmp'))"),
    "file in /dev/shm": ("open('/dev/shm/mark', 'w')", "import os; print(os.listdir('/dev/shm'))"),
    "file in /var": (
        "import os\ntry: os.mkdir('/var/mark')\nexcept OSError: pass",
        "import os; print(os.listdir('/var'))",
    ),
    "file in /var/tmp": (
        "try: open('/var/tmp/mark', 'w')\nexcept OSError: pass",
        "import os; print(os.path.isdir('/var/tmp') and os.listdir('/var/tmp'))",
    ),
    "named pipe": ("import os; os.mkfifo('/tmp/fifo')", "import os; print(os.path.exists('/tmp/fifo'))"),
    "script replaced": ("open('main.py', 'w').write('print(0)')", "print(1)"),
    "size of /tmp": (
        "open('/tmp/large', 'wb').write(bytes(5 << 20))",
        "import os; print(os.statvfs('/tmp').f_bfree, os.statvfs('/tmp').f_ffree)",
    ),
    "inodes of /tmp": (
        "for n in range(500): open(f'/tmp/{n}', 'w').close()",
        "import os; print(os.statvfs('/tmp').f_ffree)",
    ),
    "shared memory of System V": (
        LIBC + "libc.shmget(4711, 4096, 0o1666)",
        LIBC + "print(libc.shmget(4711, 4096, 0), open('/proc/sysvipc/shm').read())",
    ),
    "message queue of System V": (
        LIBC + "libc.msgget(4711, 0o1666)",
        LIBC + "print(libc.msgget(4711, 0), open('/proc/sysvipc/msg').read())",
    ),
    "semaphore of System V": (
        LIBC + "libc.semget(4711, 1, 0o1666)",
        LIBC + "print(libc.semget(4711, 1, 0), open('/proc/sysvipc/sem').read())",
    ),
    "message queue of POSIX": (
        LIBC + "libc.mq_open(b'/mark', os.O_CREAT | os.O_RDWR, 0o666, None)",
        LIBC + "print(libc.mq_open(b'/mark', os.O_RDWR))",
    ),
    "keyring": (
        LIBC + "libc.syscall(248, b'user', b'mark', b'x', 1, -4)",
        LIBC + "print(libc.syscall(250, 10, -4, b'user', b'mark', 0), ctypes.get_errno())",
    ),
    "abstract socket": (
        SOCKET + "if os.fork() == 0:\n    os.setsid()\n    socket.socket(socket.AF_UNIX).bind('\\0mark')\n"
        "    import time; time.sleep(60)",
        SOCKET + "import time; time.sleep(.05)\nprint(open('/proc/net/unix').read().count('mark'))",
    ),
    "socket sent through itself": (
        SOCKET + "a, b = socket.socketpair(); s = socket.create_server(('127.0.0.1', 4711))\n"
        "socket.send_fds(a, [b'x'], [a.fileno(), b.fileno(), s.fileno()])",
        SOCKET + "s = socket.socket(); s.bind(('127.0.0.1', 4711)); print('free')",
    ),
    "port of a closed connection": (
        SOCKET + "s = socket.create_server(('127.0.0.1', 4712)); c = socket.create_connection(('127.0.0.1', 4712))\n"
        "s.accept()[0].close(); c.close()",
        SOCKET + "s = socket.socket(); s.bind(('127.0.0.1', 4712)); print('free')",
    ),
    "counters of loopback": (
        SOCKET + "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('127.0.0.1', 9))",
        COUNTERS.format("dev"),
    ),
    "counters of IP": (
        SOCKET + "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "try: s.connect(('10.9.8.7', 9))\nexcept OSError: pass",
        COUNTERS.format("snmp"),
    ),
    "counters of IPv6": (
        SOCKET + "s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)\n"
        "try: s.connect(('fd00::1', 9))\nexcept OSError: pass",
        COUNTERS.format("snmp6"),
    ),
    "counters of TCP": (
        SOCKET + "s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname())",
        COUNTERS.format("netstat"),
    ),
    "refused connection": (
        SOCKET + "try: socket.create_connection(('127.0.0.1', 1))\nexcept OSError: pass",
        COUNTERS.format("snmp"),
    ),
    "sockets in use": (
        SOCKET + "s = [socket.socket() for _ in range(50)]",
        # The kernel counts the other numbers for the whole machine.
        "print([(line.split()[:3], line.split()[5:7]) for line in open('/proc/net/sockstat')])",
    ),
    "flow label": (
        SOCKET + "s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)\n"
        "q = struct.pack('!16sI', b'\\0' * 15 + b'\\1', 0xabcde) + struct.pack('=BBHHHI', 0, 255, 1, 60, 60, 0)\n"
        "try: s.setsockopt(41, 32, q)\nexcept OSError: pass",
        "import os; print(os.path.exists('/proc/net/ip6_flowlabel') and open('/proc/net/ip6_flowlabel').read())",
    ),
    "routes that were looked up": (
        SOCKET
        + "s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)\ntry: s.connect(('::1', 9))\nexcept OSError: pass",
        COUNTERS.format("rt6_stats"),
    ),
    "multicast group": (
        SOCKET + "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "try: s.setsockopt(0, 35, socket.inet_aton('224.1.1.1') + socket.inet_aton('127.0.0.1'))\nexcept OSError: pass",
        COUNTERS.format("igmp"),
    ),
    "addresses and routes": (
        SOCKET + "s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0); s.bind((0, 0)); s.close()",
        "print(open('/proc/net/route').read(), open('/proc/net/if_inet6').read())",
    ),
    "lock on a shared file": (
        f"import fcntl, time; f = open('{LOCK}'); fcntl.flock(f, fcntl.LOCK_EX)",
        f"import fcntl; fcntl.flock(open('{LOCK}'), fcntl.LOCK_EX | fcntl.LOCK_NB); print('free')",
    ),
    "time of a shared file": (
        f"open('{LOCK}', 'rb').read()",
        f"import os; s = os.stat('{LOCK}'); print(s.st_atime_ns, s.st_mtime_ns, s.st_ctime_ns)",
    ),
    "lease on a shared file": (
        f"import fcntl\ntry: fcntl.fcntl(open('{LOCK}'), fcntl.F_SETLEASE, fcntl.F_RDLCK)\nexcept OSError: pass",
        f"import fcntl\ntry: print(fcntl.fcntl(open('{LOCK}'), fcntl.F_GETLEASE))\nexcept OSError as e: print(e)",
    ),
    "inotify instances": (
        LIBC + "print([libc.inotify_init() for _ in range(200)])",
        LIBC + "print(sum(libc.inotify_init() >= 0 for _ in range(200)))",
    ),
    "pid numbers": (
        "import os\nfor _ in range(50):\n    if os.fork() == 0: os._exit(0)\n    os.wait()",
        "import os\npid = os.fork()\nif pid == 0: os._exit(0)\nprint(os.getpid(), pid)",
    ),
    "last pid": (
        "try: open('/proc/sys/kernel/ns_last_pid', 'w').write('5000')\nexcept OSError: pass",
        "import os\npid = os.fork()\nif pid == 0: os._exit(0)\nprint(pid)",
    ),
    "process that lives on": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(60)",
        "import os, time; time.sleep(.05); print(sorted(n for n in os.listdir('/proc') if n.isdigit()))",
    ),
    "host name": (
        "import socket\ntry: socket.sethostname('mark')\nexcept OSError: pass",
        "import socket; print(socket.gethostname())",
    ),
    "values of the kernel": (
        f"for name in {VALUES}:\n    try: open(f'/proc/sys/{{name}}', 'w').write('1')\n    except OSError: pass",
        # Not every kernel has each of them in each namespace.
        f"import os\nprint([os.path.exists(p := f'/proc/sys/{{name}}') and open(p).read() for name in {VALUES}])",
    ),
    "score of the killer": (
        "open('/proc/self/oom_score_adj', 'w').write('900')",
        "print(open('/proc/self/oom_score_adj').read())",
    ),
    "priority": ("import os; os.nice(5)", "import os; print(os.nice(0), os.sched_getscheduler(0))"),
    "affinity": ("import os; os.sched_setaffinity(0, {0})", "import os; print(len(os.sched_getaffinity(0)))"),
    "limits": (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (50, 50))",
        "import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE))",
    ),
    "signals": (
        "import signal; signal.signal(signal.SIGUSR1, signal.SIG_IGN); signal.pthread_sigmask(0, {10, 12})",
        "print([line for line in open('/proc/self/status') if line.startswith('Sig')])",
    ),
    "variables, mask and folder": (
        "import os; os.environ['mark'] = '1'; os.umask(0); os.chdir('/tmp')",
        "import os; print(dict(os.environ), os.umask(0), os.getcwd())",
    ),
    "slack of timers": (
        LIBC + "libc.prctl(29, 5000000)",
        LIBC + "print(libc.prctl(30))",
    ),
    "login id": (
        "try: open('/proc/self/loginuid', 'w').write('1000')\nexcept OSError: pass",
        "import os; print(os.path.exists('/proc/self/loginuid') and open('/proc/self/loginuid').read())",
    ),
    "memory that is left": (
        "x = bytes(200 << 20); import os; os.kill(os.getpid(), 9)",
        "import ctypes; print(any(ctypes.create_string_buffer(50 << 20).raw))",
    ),
    "modules": ("import sys; sys.modules['mark'] = sys", "import sys; print('mark' in sys.modules)"),
}


@pytest.fixture(scope="module", params=LOCAL_MODES)
def mode(request: pytest.FixtureRequest) -> str:
    """The modes whose slots this process starts; those of a service are the same."""
    return str(request.param)


@pytest.fixture(params=["fresh", "warm"])
def fresh(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "fresh")


@pytest.fixture
def one_slot(mode: str) -> Iterator[Bench]:
    """A sandbox that no other test uses, with one slot of each kind."""
    bench = Bench(mode, concurrency=1)
    yield bench
    bench.close()


def output(bench: Bench, text: str, fresh: bool) -> bytes:
    program = Program(
        language="python", files={"main.py": textwrap.dedent(text).encode()}, fresh=fresh, limits=Limits(wall_s=60)
    )
    stage = bench.stage(program)
    assert stage.warm is not fresh, stage
    return stage.stdout.data + stage.stderr.data


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANNELS)
def test_nothing_passes(one_slot: Bench, fresh: bool, name: str) -> None:
    write, read = CHANNELS[name]
    if not fresh:
        one_slot.stage(Program(language="python", files={"main.py": b""}))  # the first run of a kind starts fresh
    before = output(one_slot, read, fresh)
    output(one_slot, write, fresh)
    assert output(one_slot, read, fresh) == before
    assert b"Traceback" not in before


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), cases("traces"))
def test_nothing_passes_in_other_languages(one_slot: Bench, language: str, name: str) -> None:
    """The program looks for what it then leaves behind."""
    traces = program(language, TEXTS[language]["traces"][name])
    one_slot.stage(traces)  # the first run of a kind starts fresh
    stages = [one_slot.stage(traces) for _ in range(3)]
    assert all(stage.warm for stage in stages)
    assert stages[0].stdout.data
    assert len({stage.stdout.data for stage in stages}) == 1, [stage.stdout.data for stage in stages]


FILL_QUEUES = (
    LIBC
    + """
number = 0
while libc.mq_open(b"/%d" % number, os.O_CREAT | os.O_RDWR, 0o666, None) >= 0:
    number += 1
print(number)
"""
)


@pytest.mark.slow
def test_message_queues_are_gone_before_the_next_run(one_slot: Bench, mode: str) -> None:
    """The kernel frees them some time after a run has ended, and limits them for all runs of a user together."""
    one_slot.stage(Program(language="python", files={"main.py": b""}))
    numbers = {int(output(one_slot, FILL_QUEUES, fresh=False)) for _ in range(60)}
    assert len(numbers) == 1
    assert (numbers == {0}) == (mode == "local-unprivileged" or os.geteuid() != 0), numbers


def test_there_are_enough_channels() -> None:
    assert len(CHANNELS) >= 30
