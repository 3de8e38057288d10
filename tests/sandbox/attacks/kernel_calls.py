"""Tries the calls in which most kernel flaws were found; the refusals are observed and recorded."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
OBSERVE = frozenset({"calls"})
CALLS = {
    "add_key": 248,
    "request_key": 249,
    "keyctl": 250,
    "bpf": 321,
    "perf_event_open": 298,
    "userfaultfd": 323,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "kexec_load": 246,
    "kexec_file_load": 320,
    "init_module": 175,
    "finit_module": 313,
    "delete_module": 176,
    "reboot": 169,
    "swapon": 167,
    "swapoff": 168,
    "syslog": 103,
    "acct": 163,
    "quotactl": 179,
    "settimeofday": 164,
    "clock_settime": 227,
    "adjtimex": 159,
    "sethostname": 170,
    "iopl": 172,
    "ioperm": 173,
    "modify_ldt": 154,
    "open_by_handle_at": 304,
    "name_to_handle_at": 303,
    "fanotify_init": 300,
    "move_pages": 279,
    "migrate_pages": 256,
    "memfd_secret": 447,
    "vhangup": 153,
}
SOURCE = (
    PYTHON
    + f"""
for name, number in {CALLS!r}.items():
    attempt(name, call, number, 0, 0, 0, 0, 0)
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, CALLS, {"EPERM", "ENOSYS"})
    assert seen.run.observations.denied_calls == dict.fromkeys(CALLS, 1)
