"""The seeds of a job, kept with it: whoever has the job can go on with it, and see where its problems come from."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchwright.errors import UsageError
from benchwright.seeds import Harvest, Seed

SEEDS_FILE = "seeds.jsonl.gz"


class _Head(msgspec.Struct, frozen=True, kw_only=True):
    read: int
    dropped: dict[str, int]


def seeds_digest(seeds: Iterable[Seed]) -> str:
    """Of their texts in their order."""
    return hashlib.sha256("\n".join(seed.id for seed in seeds).encode()).hexdigest()[:16]


def keep_harvest(folder: Path, harvest: Harvest) -> None:
    """Write it beside the manifest, if it is not there yet."""
    file = folder / SEEDS_FILE
    if file.exists():
        return
    temporary = file.with_suffix(".new")
    with temporary.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as opened:
        opened.write(msgspec.json.encode(_Head(read=harvest.read, dropped=dict(harvest.dropped))) + b"\n")
        for seed in harvest.seeds:
            opened.write(msgspec.json.encode(seed) + b"\n")
    with temporary.open("rb") as written:
        os.fsync(written.fileno())
    temporary.replace(file)


def kept_harvest(folder: Path) -> Harvest:
    """The harvest of a job."""
    file = folder / SEEDS_FILE
    try:
        with gzip.open(file) as opened:
            head = msgspec.json.decode(opened.readline(), type=_Head)
            seeds = tuple(msgspec.json.decode(line, type=Seed) for line in opened)
    except FileNotFoundError:
        raise UsageError(f"{folder} has no {SEEDS_FILE}", "begin anew, in another folder") from None
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise UsageError(f"{file}: {error}", "copy the job again") from None
    return Harvest(seeds=seeds, read=head.read, dropped=head.dropped)
