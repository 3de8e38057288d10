"""Install artifacts of Maven Central into one flat folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchwright.languages.installers.step import Step

ONE_COMMAND = True
"""Each call starts a virtual machine and resolves its plugins again."""
_COPY = """
set -eu
folder=$1
pom=$2
shift 2
mkdir -p "$folder"
half=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$half"' EXIT
copy() {
    printf %s "$1" >"$half/pom.xml"
    mvn --batch-mode --quiet -Dstyle.color=never --file "$half/pom.xml" dependency:copy
}
failed=
# One unavailable artifact must not prevent the others from being copied.
copy "$pom" || for single; do copy "$single" || failed=yes; done
for jar in "$half"/jars/*.jar; do [ ! -f "$jar" ] || mv "$jar" "$folder"; done
[ -z "$failed" ]
"""
"""Jars are moved once they are complete, so that an interrupted copy is never mistaken for one."""
_POM = """\
<project>
<modelVersion>4.0.0</modelVersion><groupId>wanted</groupId><artifactId>wanted</artifactId><version>1</version>
<packaging>pom</packaging>
<build><plugins><plugin>
<groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.6.1</version>
<configuration>
<outputDirectory>${basedir}/jars</outputDirectory><useBaseVersion>true</useBaseVersion>
<artifactItems>
%s</artifactItems>
</configuration>
</plugin></plugins></build>
</project>
"""


def steps(packages: tuple[str, ...], language: str, prefix: Path) -> Iterator[Step]:
    """Yield one copy of all missing artifacts. Maven knows where to get them, and verifies them."""
    folder = prefix / "maven"
    missing = [package for package in packages if not (folder / _jar(package)).is_file()]
    if missing:
        singles = () if len(missing) == 1 else tuple(_pom([package]) for package in missing)
        argv = ("sh", "-c", _COPY, "sh", str(folder), _pom(missing), *singles)
        names = " ".join(package.split(":")[1] for package in missing)
        yield Step(what=f"{language}: {names} from Maven", argv=argv)


def _jar(package: str) -> str:
    _, artifact, version = package.split(":")
    return f"{artifact}-{version}.jar"


def _pom(packages: Iterable[str]) -> str:
    names = ("groupId", "artifactId", "version")
    items = (
        "".join(f"<{name}>{text}</{name}>" for name, text in zip(names, package.split(":"), strict=True))
        for package in packages
    )
    return _POM % "".join(f"<artifactItem>{item}</artifactItem>\n" for item in items)
