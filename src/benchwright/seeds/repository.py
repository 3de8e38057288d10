"""Read a git repository at a commit, directly from its objects. Nothing is checked out, so no hook, filter or
submodule of the repository can run anything, and links in it are only text."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.seeds.material import Entry, Material, tree_material
from benchwright.seeds.seed import Origin, SeedOptions

_NEVER = (
    *("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never"),
    *(
        "-c",
        "core.askPass=true",
        "-c",
        "gc.auto=0",
        "-c",
        "maintenance.auto=false",
        "-c",
        "fetch.recurseSubmodules=false",
    ),
)
_LOCAL_TIMEOUT_S = 300
_FETCH_TIMEOUT_S = 1800
_KEPT_VARIABLES = ("GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "GIT_SSL_NO_VERIFY", "GIT_CONFIG_GLOBAL")
_FILE_MODES = ("100644", "100755")


def is_repository(path: Path) -> bool:
    """Whether the folder is the top of a working copy, or a bare repository."""
    return (path / ".git").exists() or all((path / name).exists() for name in ("HEAD", "objects", "refs"))


def read_repository(path: Path, commit: str, options: SeedOptions) -> Iterator[Material]:
    """Read the code of a local repository, at the given commit or the one that is checked out."""
    path = path.resolve()
    if not is_repository(path):
        raise UsageError(f"{path.name} is not a git repository, but a commit is given", "remove the commit")
    named = _git(path, "config", "--get", "remote.origin.url", check=False).decode(errors="replace").strip()
    yield _material(
        path, commit or "HEAD", public_name(named) if "://" in named or "@" in named else path.name, options
    )


def read_remote(address: str, commit: str, options: SeedOptions) -> Iterator[Material]:
    """Read the code of a remote repository. Only the one commit is fetched, into a folder that is removed
    afterwards."""
    with tempfile.TemporaryDirectory(prefix="benchwright-seeds-") as folder:
        path = Path(folder)
        _git(path, "init", "--quiet", "--bare", "--template=", ".")
        wanted = commit or "HEAD"
        shallow = ("fetch", "--quiet", "--depth=1", "--no-tags", "--end-of-options", address, wanted)
        fetched = _run(path, *shallow, protocols="https:http:ssh:git:file", timeout_s=_FETCH_TIMEOUT_S)
        if fetched.returncode == 0:
            yield _material(path, "FETCH_HEAD", public_name(address), options)
            return
        if not re.fullmatch(r"[0-9a-f]{4,40}", commit):
            raise UsageError(
                f"cannot fetch {public_name(address)}: {_reason(fetched.stderr)}", "check the address and the commit"
            )
        # Servers need not serve a commit by its hash, and never by a prefix of it.
        everything = ("fetch", "--quiet", "--end-of-options", address, "+refs/*:refs/*")
        whole = _run(path, *everything, protocols="https:http:ssh:git:file", timeout_s=_FETCH_TIMEOUT_S)
        if whole.returncode:
            raise UsageError(
                f"cannot fetch {public_name(address)}: {_reason(whole.stderr)}", "check the address and the commit"
            )
        yield _material(path, commit, public_name(address), options)


def public_name(address: str) -> str:
    """Return an address without user, password, query and `.git`; for a local path, only its last part."""
    scheme, separator, rest = address.partition("://")
    if not separator:
        # user@host:path; anything with an @ in another place, such as name@version, is not an address.
        return re.sub(r"^[\w.+-]+@(?=[\w.-]+:)", "", address).removesuffix(".git")
    rest = re.split(r"[?#]", rest, maxsplit=1)[0].rstrip("/").removesuffix(".git")
    if scheme == "file":
        return rest.rpartition("/")[2]
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"


def _material(path: Path, commit: str, name: str, options: SeedOptions) -> Material:
    found = _run(path, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    number = found.stdout.decode().strip()
    if found.returncode or not number:
        why = _reason(found.stderr)
        hint = why if "fatal" not in why and why else "check that it was fetched, and that you may read the repository"
        raise UsageError(f"{name} has no commit {commit}", hint)
    entries = list(_entries(_git(path, "ls-tree", "-r", "-z", "-l", "--full-tree", number)))
    origin = Origin(source=name, commit=number)
    return tree_material(entries, lambda wanted: _blobs(path, wanted), origin, options)


def _entries(listing: bytes) -> Iterator[Entry]:
    for line in listing.split(b"\0"):
        head, tab, name = line.partition(b"\t")
        fields = head.decode().split()
        # Links and submodules have different modes.
        if tab and fields[0] in _FILE_MODES and fields[3].isdigit():
            yield Entry(path=name.decode(errors="surrogateescape"), bytes=int(fields[3]), key=fields[2])


def _blobs(path: Path, entries: list[Entry]) -> Iterator[tuple[Entry, bytes]]:
    """Yield the contents of files from one git process. All requests are written first, so that neither side waits."""
    with tempfile.TemporaryFile() as wanted:
        wanted.write("".join(f"{entry.key}\n" for entry in entries).encode())
        wanted.seek(0)
        command = _command(path, "cat-file", "--batch")
        with subprocess.Popen(
            command, stdin=wanted, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_env("none")
        ) as git:
            assert git.stdout is not None
            try:
                for entry in entries:
                    head = git.stdout.readline().split()
                    if len(head) == 3:
                        data = git.stdout.read(int(head[2]) + 1)[:-1]
                        yield entry, data
            finally:
                git.stdout.close()
                git.kill()


def _git(path: Path, *arguments: str, check: bool = True) -> bytes:
    done = _run(path, *arguments)
    if check and done.returncode:
        hint = "check that it is complete, and that you may read it"
        raise UsageError(f"git cannot read {path.name}: {_reason(done.stderr)}", hint)
    return done.stdout


def _run(
    path: Path, *arguments: str, protocols: str = "none", timeout_s: float = _LOCAL_TIMEOUT_S
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            _command(path, *arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            env=_env(protocols),
            check=False,
        )
    except FileNotFoundError:
        raise UsageError("reading a git repository needs git, which is not installed", "install git") from None
    except subprocess.TimeoutExpired:
        raise UsageError(
            f"git did not respond within {timeout_s:.0f} s", "fetch it yourself and pass the folder"
        ) from None


def _command(path: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(path), "--no-pager", "--no-optional-locks", "--no-replace-objects", *_NEVER, *arguments]


def _env(protocols: str) -> dict[str, str]:
    """Return the environment for git, without variables that point it to other repositories. The allowed protocols
    override the repository's configuration, so a missing object is not fetched from an address of its choice."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT_VARIABLES}
    fixed = {"GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "true", "SSH_ASKPASS": "true", "GIT_NO_LAZY_FETCH": "1"}
    kept.setdefault("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
    return {**kept, **fixed, "GIT_ALLOW_PROTOCOL": protocols, "GIT_LFS_SKIP_SMUDGE": "1", "LC_ALL": "C"}


def _reason(stderr: bytes) -> str:
    """Return the first line of git's error output, without passwords in addresses."""
    lines = stderr.decode(errors="replace").strip().splitlines()
    return re.sub(r"://[^\s/@]+@", "://", lines[0]) if lines else "no reason given"
