"""Find a language's compiler or interpreter on this machine."""

from __future__ import annotations

import glob
import os
import re
import signal
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchwright.errors import ToolchainMissing
from benchwright.languages.language import Language, ToolchainRecipe, fill, placeholders

SYSTEM_DIRECTORIES = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Always shown in the sandbox, so never a toolchain home."""

_LONGEST_LINK_CHAIN = 40


def is_inside(path: str, directories: Iterable[str]) -> bool:
    """Whether the path is one of the directories or below one, comparing text only."""
    return any(path == directory or path.startswith(directory.rstrip("/") + "/") for directory in directories)


def reachable(executable: str, homes: Iterable[str]) -> str:
    """Return the executable's path unchanged if all links on the way to the file are visible, otherwise the file's real
    path.

    The path is kept if possible because some programs behave according to the name they are called by.
    """
    visible = (*SYSTEM_DIRECTORIES, *homes)
    if all(is_inside(step, visible) for step in _link_chain(executable)):
        return executable
    return os.path.realpath(executable)


def outermost_homes(directories: Iterable[str]) -> tuple[str, ...]:
    """Return the directories to show: as named and with links resolved, without those that are shown anyway."""
    paths = dict.fromkeys(path for each in directories for path in (os.path.abspath(each), os.path.realpath(each)))
    candidates = [path for path in paths if not is_inside(path, SYSTEM_DIRECTORIES) and os.path.exists(path)]
    return tuple(path for path in candidates if not is_inside(path, (other for other in candidates if other != path)))


def shows_too_much(directory: str) -> bool:
    """Whether showing the directory would expose the user's whole home directory to untrusted programs."""
    home = os.path.realpath(Path.home())
    return directory == "/" or (home != "/" and is_inside(home, [directory]))


def _link_chain(path: str) -> Iterator[str]:
    """Yield the path and the target of each link in turn, each in a directory whose own links are resolved."""
    for _ in range(_LONGEST_LINK_CHAIN):
        yield path
        folder = os.path.realpath(os.path.dirname(path))
        path = os.path.join(folder, os.path.basename(path))
        yield path
        if not os.path.islink(path):
            return
        path = os.path.normpath(os.path.join(folder, os.readlink(path)))


_ENTER = """
set -e
PATH=$PATH:/usr/sbin:/sbin
export HOME=/tmp
root=$1
shift
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/opt"
while [ "$1" != -- ]; do
    mkdir -p "$root$2"
    mount --bind "$1" "$root$2"
    shift 2
done
shift
exec chroot "$root" "$@"
"""
"""Mounts last only as long as the command, because it has its own mount namespace."""


def inside(root: str, argv: Sequence[str], shown: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Build the command that runs `argv` in the root; `shown` maps folders of the machine to places below /opt."""
    unshare = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "--user", "--map-root-user", "--mount")
    pairs = [text for pair in (shown or {}).items() for text in pair]
    return (*unshare, "sh", "-c", _ENTER, "sh", root, *pairs, "--", *argv)


TIMEOUT_S = 20.0
"""Enough for a Java-based compiler to print its version on a busy machine."""


class CommandFailed(Exception):
    """Raised if a command could not start, failed or timed out; the message says which."""


def output_of(argv: Sequence[str], keep_env: Iterable[str] = (), timeout_s: float = TIMEOUT_S) -> tuple[str, str]:
    """Return what the command prints on standard output and on standard error."""
    try:
        process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(keep_env),
            # Shims such as pyenv's and rustup's depend on the current folder; everyone should get the same toolchain.
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:
        raise CommandFailed(error.strerror or str(error)) from error
    try:
        data = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        raise CommandFailed(f"no answer within {timeout_s:g} s") from None
    finally:
        _end(process)
    stdout, stderr = (stream.decode(errors="replace") for stream in data)
    if process.returncode != 0:
        last = (stdout + stderr).strip().rpartition("\n")[2]
        raise CommandFailed(last or f"exit status {process.returncode}")
    return stdout, stderr


def _environment(keep: Iterable[str]) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", *keep) if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8"}


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a command that is still running, including the children of a shim."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


class Toolchain(msgspec.Struct, frozen=True, kw_only=True):
    """A toolchain found on this machine."""

    language: str
    """Language id of the toolchain."""
    tools: Mapping[str, str]
    """Tool name → absolute path of its executable, valid if only the homes and the system are visible."""
    version: str
    """Name and version, such as `Python 3.11.7`."""
    homes: tuple[str, ...]
    """Directories to show read-only in the sandbox, in addition to the system's."""
    hidden: tuple[str, ...] = ()
    """Directories to show as empty."""
    files: Mapping[str, str] = {}
    """Name → paths, joined by `:`, of each file set that is installed."""
    root: str = ""
    """Folder with the root file system of the tools; empty for the machine's own."""


_found: dict[tuple[str, str, str], Toolchain] = {}


def find_toolchain(language: Language) -> Toolchain:
    """Find the first working toolchain on PATH that has every file set plain programs need. Cached for the life of the
    process, as long as PATH does not change."""
    toolchain = find_tools(language)
    for name in sorted(placeholders((*language.build, *language.run)) & language.toolchain.files.keys()):
        _require_files(language, toolchain, name)
    return toolchain


def find_tools(language: Language) -> Toolchain:
    """Find the toolchain, even if file sets are missing."""
    key = (str(language.directory), os.environ.get("PATH", os.defpath), toolchains_prefix())
    if key not in _found:
        _found[key] = _Search(language).toolchain()
    return _found[key]


def forget_toolchains() -> None:
    """Clear the cache after something was installed."""
    _found.clear()


class _Search:
    """One search; collects what was wrong with each candidate for the error message."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.recipe: ToolchainRecipe = language.toolchain
        self.problems: list[str] = []

    def toolchain(self) -> Toolchain:
        found = self._choose({}, _extra_paths(self.recipe), list(self.recipe.tools)) or self._in_root()
        if found is None:
            message = f"{self.language.id}: {'; '.join(self.problems)}"
            raise ToolchainMissing(message, hint=_install_hint(self.language))
        return found

    def _choose(self, chosen: dict[str, str], homes: list[str], remaining: list[str]) -> Toolchain | None:
        """Choose the remaining tools, the first ones on PATH with which everything works."""
        if not remaining:
            return self._finish(chosen, homes)
        tool, *others = remaining
        before = len(self.problems)
        for candidate in _on_path(self.recipe.tools[tool]):
            resolved = self._resolve(tool, candidate)
            if resolved is None:
                continue
            executable, directories = resolved
            found = self._choose({**chosen, tool: executable}, [*homes, *directories], others)
            if found is not None:
                return found
        if len(self.problems) == before:
            self.problems.append(f"no {' or '.join(self.recipe.tools[tool])} on PATH")
        return None

    def _in_root(self) -> Toolchain | None:
        """Return the tools in the recipe's own root, if it is installed."""
        root = _expanded(self.recipe.root)
        tools = {tool: _in_folders(root, commands) for tool, commands in self.recipe.tools.items()}
        if not self.recipe.root or not all(tools.values()):
            return None
        answer = self._ask(root, inside(root, fill(self.recipe.version, tools)))
        if answer is None:
            return None
        match = re.search(self.recipe.version_pattern, "".join(answer))
        if match is None:
            self.problems.append(f"{root} does not report a recognizable version")
            return None
        files = dict(_file_sets(self.recipe))
        homes = outermost_homes(os.path.dirname(path) for paths in files.values() for path in paths.split(":"))
        version = " ".join(group for group in match.groups() if group) or match[0]
        return Toolchain(language=self.language.id, tools=tools, version=version, homes=homes, files=files, root=root)

    def _resolve(self, tool: str, candidate: str) -> tuple[str, list[str]] | None:
        """Return the real executable behind a candidate and the directories it needs."""
        argv = self.recipe.resolve.get(tool)
        if argv is None:
            return candidate, []
        answer = self._ask(candidate, fill(argv, {tool: candidate}))
        if answer is None:
            return None
        executable, *directories = [line for line in answer[0].splitlines() if line] or [""]
        if not os.access(executable, os.X_OK):
            self.problems.append(f"{candidate} reports {executable!r}, which is not an executable")
            return None
        return executable, directories

    def _finish(self, tools: dict[str, str], directories: list[str]) -> Toolchain | None:
        """Query the version of the chosen tools and determine what must be visible."""
        first = next(iter(tools.values()))
        answer = self._ask(first, fill(self.recipe.version, tools))
        if answer is None:
            return None
        match = re.search(self.recipe.version_pattern, "".join(answer))
        if match is None:
            self.problems.append(f"{first} does not report a recognizable version")
            return None
        files = dict(_file_sets(self.recipe))
        shown = [os.path.dirname(path) for paths in files.values() for path in paths.split(":")]
        homes = outermost_homes([*directories, *shown, *_folders_of_strays(tools, directories)])
        for home in filter(shows_too_much, homes):
            self.problems.append(f"{first} needs {home}, which must not be exposed to programs")
            return None
        version = " ".join(group for group in match.groups() if group) or match[0]
        paths = {tool: reachable(path, homes) for tool, path in tools.items()}
        hidden = tuple(_hidden(self.recipe, homes))
        return Toolchain(
            language=self.language.id, tools=paths, version=version, homes=homes, hidden=hidden, files=files
        )

    def _ask(self, candidate: str, argv: tuple[str, ...]) -> tuple[str, str] | None:
        try:
            return output_of(argv, self.recipe.keep_env)
        except CommandFailed as error:
            self.problems.append(f"{candidate} does not work: {error}")
            return None


def _on_path(commands: tuple[str, ...]) -> Iterator[str]:
    """Yield executables of these names, by preference, then by order in PATH and benchwright's prefix, each real file
    once."""
    # A relative entry in PATH would let the current folder choose the toolchain.
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(":") if folder.startswith("/")]
    folders.append(os.path.join(toolchains_prefix(), "bin"))
    seen: set[tuple[str, str]] = set()
    for command in commands:
        for folder in folders:
            path = os.path.join(folder, command)
            # The name matters as well as the file: all shims of one manager can be links to a single program.
            identity = (command, os.path.realpath(path))
            if identity not in seen and os.path.isfile(path) and os.access(path, os.X_OK):
                seen.add(identity)
                yield path


def _in_folders(root: str, commands: tuple[str, ...]) -> str:
    """Return the path, inside the root, of the first command that exists there."""
    paths = (f"/usr/{folder}/{command}" for command in commands for folder in ("local/bin", "bin"))
    return next((path for path in paths if os.access(root + path, os.X_OK)), "")


def toolchains_prefix() -> str:
    """Return the folder for toolchains that do not come from system packages: `BENCHWRIGHT_TOOLCHAINS`, or a folder in
    the user's data directory."""
    own = os.environ.get("BENCHWRIGHT_TOOLCHAINS")
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return own or os.path.join(data, "benchwright", "toolchains")


def _expanded(path: str) -> str:
    return os.path.expanduser(path.replace("{prefix}", toolchains_prefix()))


def _extra_paths(recipe: ToolchainRecipe) -> list[str]:
    return [match for pattern in recipe.paths for match in sorted(glob.glob(_expanded(pattern)))]


def _file_sets(recipe: ToolchainRecipe) -> Iterator[tuple[str, str]]:
    for name, wanted in recipe.files.items():
        for alternative in wanted.any:
            paths = [max(glob.glob(_expanded(path)), default="") for path in alternative]
            if all(paths):
                yield name, ":".join(paths)
                break


def _hidden(recipe: ToolchainRecipe, homes: tuple[str, ...]) -> Iterator[str]:
    for home in ("/usr", *homes):
        for pattern in recipe.hide:
            yield from sorted(path for path in glob.glob(f"{home}/{pattern}") if os.path.isdir(path))


def _folders_of_strays(tools: Mapping[str, str], directories: list[str]) -> Iterator[str]:
    """Yield the folders of executables that no directory covers. Only those: what is around them may be private."""
    visible = (*SYSTEM_DIRECTORIES, *outermost_homes(directories))
    for path in map(os.path.realpath, tools.values()):
        if not is_inside(path, visible):
            yield os.path.dirname(path)


def fill_command(language: Language, toolchain: Toolchain, argv: tuple[str, ...], source: str) -> tuple[str, ...]:
    """Expand a build or run template to the command to run in the sandbox."""
    wanted = language.toolchain.files
    for name in sorted(placeholders(argv) & wanted.keys()):
        if not wanted[name].provides:
            _require_files(language, toolchain, name)
    return fill(argv, {**dict.fromkeys(wanted, ""), **toolchain.tools, **toolchain.files}, source)


def _require_files(language: Language, toolchain: Toolchain, name: str) -> None:
    if name not in toolchain.files:
        hint = _install_command(language, language.toolchain.files[name].install)
        raise ToolchainMissing(f"{language.id}: {name} is not installed", hint)


def _install_hint(language: Language) -> str:
    recipe = language.toolchain
    return "; ".join(filter(None, [_install_command(language, recipe.install), recipe.hint]))


def _install_command(language: Language, install: Mapping[str, tuple[str, ...]]) -> str:
    """Return the install command, with the packages it installs for people on other systems."""
    packages = "; ".join(f"{source}: {' '.join(names)}" for source, names in install.items())
    return f"benchwright toolchains install {language.id} ({packages})" if install else ""
