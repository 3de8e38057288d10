"""Tries to become root: by calls, by setuid programs, by a copy of the shell that it marks as setuid."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
SOURCE = (
    PYTHON
    + """
import shutil, subprocess
attempt("setuid", os.setuid, 0)
attempt("setresuid", os.setresuid, 0, 0, 0)
attempt("setgid", os.setgid, 0)
attempt("setgroups", os.setgroups, [0])
attempt("other user", os.setuid, 65534)
attempt("chown", os.chown, "/workspace", 0, 0)
header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
attempt("capset", call, 126, header, data)
attempt("ambient", call, 157, 47, 2, 21, 0, 0)
for line in open("/proc/self/status"):
    if line.startswith(("Cap", "NoNewPrivs", "Seccomp:")):
        print("status", *line.split())
shutil.copy("/bin/bash", "/workspace/spill-shell")
os.chmod("/workspace/spill-shell", 0o6755)
commands = [["/workspace/spill-shell", "-p", "-c", "id -u"]]
for name in ("su", "sudo", "pkexec", "mount", "newgrp", "chroot", "unshare", "nsenter"):
    tail = {"su": ["-c", "id -u"], "mount": ["-o", "remount,rw", "/"], "newgrp": ["root"], "chroot": ["/", "id", "-u"],
            "unshare": ["-Ur", "id", "-u"], "nsenter": ["-t", "1", "-a", "id", "-u"]}.get(name, ["id", "-u"])
    if shutil.which(name):
        commands.append([name, *tail])
for command in commands:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    print("command", command[0], done.returncode != 0 or done.stdout.strip() == "1000", done.stdout.strip())
print("ids", os.getresuid(), os.getresgid(), os.getgroups())
"""
)


def check(seen: Seen) -> None:
    assert_refused(seen, {"setuid", "setresuid", "setgid", "setgroups", "other user", "chown", "capset", "ambient"})
    lines = [line.split() for line in seen.run.stdout.data.decode().splitlines()]
    status = {line[1]: line[2] for line in lines if line[0] == "status"}
    zero = "0" * 16
    assert status == {
        **dict.fromkeys(("CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:"), zero),
        "NoNewPrivs:": "1",
        "Seccomp:": "2",
    }
    commands = [line for line in lines if line[0] == "command"]
    assert {line[1] for line in commands} >= {"/workspace/spill-shell", "su"}
    assert all(line[2] == "True" for line in commands), commands
    assert "ids (1000, 1000, 1000) (1000, 1000, 1000)" in seen.text
