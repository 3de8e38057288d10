"""Changes what other runs and the host use: toolchains, preloaded libraries, settings, devices, the root itself."""

from tests.sandbox.attacks.attack import PYTHON, Seen, assert_refused

LANGUAGE = "python"
FOLDERS = ("/", "/usr", "/usr/bin", "/usr/lib", "/opt", "/opt/benchwright", "/etc", "/dev", "/run", "/etc/ssl/certs")
LIBRARIES = ("/opt/benchwright/warm.so", "/opt/benchwright/clock.so")
SOURCE = (
    PYTHON
    + f"""
def create(folder):
    os.close(os.open(folder + "/spill", os.O_CREAT | os.O_WRONLY))

for folder in (*{FOLDERS!r}, sys.prefix, os.path.dirname(os.__file__), os.path.dirname(sys.executable)):
    attempt("create " + folder, create, folder)
    attempt("mkdir " + folder, os.mkdir, folder + "/spill")
    attempt("chmod " + folder, os.chmod, folder, 0o777)
    attempt("rename " + folder, os.rename, folder, folder.rstrip("/") + "-spill")
for path in (sys.executable, os.__file__, *{LIBRARIES!r}, "/etc/passwd", "/bin/sh", "/dev/null"):
    attempt("unlink " + path, os.unlink, path)
    attempt("chmod " + path, os.chmod, path, 0o777)
    attempt("touch " + path, os.utime, path)
    attempt("label " + path, os.setxattr, path, "user.spill", b"x")
    if path != "/dev/null":
        attempt("write " + path, open, path, "r+b")
        attempt("link " + path, os.link, path, "/workspace/spill")
"""
)


def check(seen: Seen) -> None:
    names = {f"{what} {folder}" for what in ("create", "mkdir", "chmod", "rename") for folder in FOLDERS}
    names |= {f"write {library}" for library in LIBRARIES}
    assert_refused(seen, {*names, "write /etc/passwd", "unlink /bin/sh"})
