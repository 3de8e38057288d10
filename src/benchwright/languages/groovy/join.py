"""Join Groovy: two texts that are compiled together, so that both keep their lines.

The compiler plugin (driver/Joining.java) lets the tests see the solution's functions, variables and imports. The build
finds the class to start and the test classes.
"""

from __future__ import annotations

import re

from benchwright.languages.join import Joined, Origin, Parts, encode

_JUPITER = "org.junit.jupiter.engine.JupiterTestEngine"
_VINTAGE = "org.junit.vintage.engine.VintageTestEngine"
_SPOCK = "org.spockframework.runtime.SpockEngine"
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+([\w.]+)[ \t]*;?", re.MULTILINE)
_JUNIT = re.compile(r"\borg\.junit\b|\bjunit\.framework\b|\bGroovyTestCase\b|\bGroovyAssert\b")
_ANNOTATED = re.compile(r"^[ \t\f\v]*@(?:[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b", re.MULTILINE)
_SPECIFICATION = re.compile(
    r"\bspock\.lang\b[\s\S]*?\bextends\s+\w*Specification\b|\bextends\s+spock\.lang\.Specification\b"
)
_TEST_CASE = re.compile(r"\bclass\s+\w+\s+extends\s+(?:[\w.]+\.)?(?:GroovyTestCase|TestCase)\b")


def join(parts: Parts) -> Joined:
    """Combine two files, and the first arguments of the driver."""
    spock = _SPECIFICATION.search(parts.tests) is not None
    junit = _JUNIT.search(parts.tests + parts.solution) is not None
    framework = spock or (junit and bool(_ANNOTATED.search(parts.tests) or _TEST_CASE.search(parts.tests)))
    engine = _SPOCK if spock else _JUPITER if "org.junit.jupiter" in parts.tests else _VINTAGE
    arguments = ("benchwright.JUnitDriver", engine) if framework else ("benchwright.Driver",)
    packages = {match[1] for text in (parts.solution, parts.tests) for match in _PACKAGE.finditer(text)}
    return Joined(
        files={
            "SolutionScript.groovy": encode(_without_packages(parts.solution, packages)),
            "TestsScript.groovy": encode(_without_packages(parts.tests, packages)),
            ".arguments": encode("".join(f"{argument}\n" for argument in arguments)),
        },
        mode="spock" if "spock." in parts.tests else "junit" if junit else "tests",
        origins={"SolutionScript.groovy": Origin(part="solution"), "TestsScript.groovy": Origin(part="tests")},
        entry="framework" if framework else "text",
        framework="spock" if spock else "junit" if framework else "",
    )


def _without_packages(text: str, packages: set[str]) -> str:
    """Move the text to the unnamed package, and drop imports from the packages of the two texts."""
    if not packages:
        return text
    names = "|".join(map(re.escape, packages))
    text = re.sub(rf"^[ \t]*import[ \t]+(?:{names})\.(?:\w+|\*)[ \t]*;?[ \t]*$", "", text, flags=re.MULTILINE)
    return _PACKAGE.sub("", text, count=1)
