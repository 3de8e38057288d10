"""Artifacts of Maven Central, flat in one folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.languages.installers.step import Step

_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """One copy for each artifact that is not there. Maven knows where from, and checks what it gets."""
    folder = prefix / "maven"
    for package in packages:
        _, artifact, version = package.split(":")
        if not (folder / f"{artifact}-{version}.jar").is_file():
            options = (f"-Dartifact={package}", f"-DoutputDirectory={folder}", "-Dmdep.useBaseVersion=true")
            argv = ("mvn", "--batch-mode", "--quiet", "-Dstyle.color=never", _PLUGIN, *options)
            yield Step(what=f"{language}: {package} from Maven", argv=argv)
