"""Sources are untrusted archives: they are read in the sandbox, and their content is validated."""

from __future__ import annotations

import asyncio
import gzip
import io
import lzma
import resource
import tarfile
import zipfile

import msgspec
import pytest

from benchwright.environments import CannotResolve, source
from benchwright.environments.source import BuildSystem, build_system
from benchwright.sandbox import LocalSandbox

FILE = "built-1.0.tar.gz"


def asked(data: bytes, file: str = FILE) -> BuildSystem:
    async def work() -> BuildSystem:
        async with LocalSandbox() as sandbox:
            return await build_system(file, data, sandbox)

    return asyncio.run(work())


def archive(project_text: str) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as opened:
        for name in ("built-1.0/deep/pyproject.toml", "built-1.0/pyproject.toml"):
            text = project_text if name.count("/") == 1 else "wrong = ["
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            opened.addfile(member, io.BytesIO(text.encode()))
    return made.getvalue()


def header_of(size_bytes: int) -> bytes:
    """A pax header that claims a size, which a reader loads into memory completely."""
    header = tarfile.TarInfo("x")
    header.type = tarfile.XHDTYPE
    header.size = size_bytes
    return header.tobuf(tarfile.USTAR_FORMAT)


def test_build_backends_of_sources() -> None:
    text = '[build-system]\nrequires = ["Flit_Core >=3 ; python_version > \'3\'"]\nbuild-backend = "flit:api"\n'
    expected = BuildSystem(requires=("flit-core>=3",), backend="flit:api", path=("src",))
    assert asked(archive(text + 'backend-path = ["src"]\n')) == expected
    assert asked(archive("")) == BuildSystem()
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as opened:
        opened.writestr("built-1.0/pyproject.toml", '[build-system]\nrequires = ["wheel"]\n')
    assert asked(zipped.getvalue(), "built-1.0.zip").requires == ("wheel",)


def test_a_decompression_bomb_costs_nothing_on_the_host() -> None:
    """1 MiB of archive expands to 1 GiB of header, more than the sandbox allows."""
    part = gzip.compress(bytes(64 << 20), compresslevel=9)
    data = gzip.compress(header_of(1 << 30)) + part * 16 + gzip.compress(bytes(1024))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(CannotResolve, match=r"built-1\.0\.tar\.gz cannot be read: .*[Mm]emory"):
        asked(data)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10


def test_a_slow_source_archive_times_out_in_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key with many parts takes quadratic time."""
    monkeypatch.setattr(source, "_READING_LIMITS", msgspec.structs.replace(source._READING_LIMITS, cpu_s=1.0))
    with pytest.raises(CannotResolve, match=r"cannot be read: .*cpu.* limit"):
        asked(archive("a" + ".a" * 200_000 + " = 1\n"))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (lzma.compress(header_of(0)), "cannot be read"),
        (b"no archive", "cannot be read"),
        (archive("[build-system]\nrequires = 3\n"), "cannot be built: Expected `array`"),
        (archive('[build-system]\nrequires = ["x @ http://127.0.0.1/"]\n'), "not a plain requirement"),
        (archive('[build-system]\nbuild-backend = "a\\u0000b"\n'), "not a module"),
        (archive('[build-system]\nbackend-path = ["a:b"]\n'), "not a module"),
        (archive(f'[build-system]\nbuild-backend = "{"a" * 100_000}"\n'), "cannot be read"),
    ],
    ids=["xz", "nothing", "wrong-type", "address", "nul", "folder", "long"],
)
def test_a_source_with_invalid_metadata_is_rejected(data: bytes, reason: str) -> None:
    with pytest.raises(CannotResolve, match=reason):
        asked(data)
