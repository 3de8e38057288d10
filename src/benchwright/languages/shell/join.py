"""Join Shell: the driver sources both texts in one shell, so that each behaves as if it were the whole script."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from benchwright.languages.join import Joined, Origin, Parts, driver_file, encode
from benchwright.languages.syntax import Edits, Tree, ancestors, parse

if TYPE_CHECKING:
    from tree_sitter import Node

_EXITS = '((command name: (command_name (word) @name)) @command (#eq? @name "exit"))'
_ELSEWHERE = frozenset({"function_definition", "subshell", "command_substitution", "process_substitution", "pipeline"})
"""Where an exit does not end the script, or not immediately."""
_FUNCTIONS = "(program (function_definition name: (word) @name))"
_COMMANDS = "(command name: (command_name (word) @name))"
_CALLS = "(program (command name: (command_name (word) @name)) @command)"
_BATS = re.compile(r"^[ \t]*@test[ \t]", re.MULTILINE)
_SHUNIT2 = re.compile(rb"^[ \t]*(?:command[ \t]+)?(?:\.|source)[ \t][^\n#;]*\bshunit2\b[^\n#;]*$", re.MULTILINE)
_FILES = re.compile(rb"""^([ \t]*)((?:\.|source)[ \t]+([^\n;&|#]+?\.(?:sh|bash)["']?))[ \t]*$""", re.MULTILINE)
_OWN_PATH = re.compile(rb"\$BASH_SOURCE\b|\$\{BASH_SOURCE(?:\[0\])?(?=[}:%#/])")
_DRIVER = re.compile(rb"(?<![\w-])main\.sh\b")
_SOURCES = re.compile(rb"""(?:^|[;&|({]|\bthen|\bdo)[ \t]*(?:\.|source)[ \t]+([^\n;&|]+)""", re.MULTILINE)
_SCRIPT = rb"""([\w-]+\.(?:sh|bash))\b"""
_START = (
    rb"""(?:^|[|&;(`!]|\b(?:then|do|else|if|while|until|run|exec|timeout[ \t]+\S+)\b)[ \t]*(?:\w+=\S*[ \t]+)*["']?"""
)
"""What comes before the name of a command."""
_SHELL = rb"""(?<![\w./-])(?:bash|sh)[ \t]+(?:-\w+[ \t]+)*["']?"""
_RUN = re.compile(
    rb"(?:"
    + _SHELL
    + rb"""(?:[^\s"';|&()]*/)?|"""
    + _START
    + rb"""(?:\.|\$\w+|\$\{\w+\}|\$\([^\n()]*\))/|chmod[ \t]+\S+[ \t]+(?:\./)?)"""
    + _SCRIPT,
    re.MULTILINE,
)
"""A script that runs in a process of its own."""
_NAMED = re.compile(rb"""\b(\w+)=["']?(?:[^\s"';|&]*/)?""" + _SCRIPT)
_RUN_BY_NAME = rb"(?:" + _SHELL + rb"|" + _START + rb")\$\{?%b\b"
_WRITES = rb""">[ \t]*["']?(?:[^\s"';|&]*/)?%b\b"""
_SCRIPTS = b"""\
# The tests run the solution in processes of its own.
for __benchwright_units in %(names)b; do
    [[ -e $__benchwright_units ]] || printf '%%s\\n' "$(<solution.sh)" >"$__benchwright_units"
done
__benchwright_units=()
chmod +x -- %(names)b
source ./loaded.sh"""
# A library of bats is where the system has it; any other file can only be the solution, under its author's name.
_BATS_START = (
    b'source "$BATS_TEST_DIRNAME/solution.sh"; load() { if [[ $1 == *bats-* ]]; then local each=${1%/load*}; '
    b'bats_load_library "${each##*/}"; elif [[ -e $1 || -e $1.bash ]]; then bats_load_safe "$1"; fi; }\n'
)
_TEST = re.compile(rb"^[ \t]*(?:function[ \t]+)?(test\w*)[ \t]*(?:\(\)|(?<=[ \t])\{|$)", re.MULTILINE)
_TRAPS = {
    b"EXIT": b"trap __benchwright_left EXIT",
    b"ERR": b"trap '__benchwright_line=$LINENO' ERR",
}


def join(parts: Parts) -> Joined:
    """Combine three files; the driver reads the other two."""
    solution, tests = encode(parts.solution), encode(parts.tests)
    for pattern in (_SOURCES, _RUN):
        tests = pattern.sub(lambda found: _DRIVER.sub(b"solution.sh", found[0]), tests)
    scripts = _scripts(tests)
    files = {"solution.sh": _solution(solution)}
    if scripts:
        sourced = re.compile(rb"(?<![\w-])(?:%b)" % b"|".join(map(re.escape, (b"solution.sh", *scripts))))
        tests = _SOURCES.sub(lambda found: sourced.sub(b"loaded.sh", found[0]), tests)
        is_loaded = b"loaded.sh" in tests or _uses_functions(tests, solution)
        files = {"solution.sh": solution, "loaded.sh": files["solution.sh"] if is_loaded else b""}
    # A file that is not there can only be the solution, under the name that the tests' author gave it.
    tests = _FILES.sub(rb"\1[[ ! -e \3 ]] || \2", tests)
    if _BATS.search(parts.tests):
        return _join_bats(files, tests)
    tests = _tests(_OWN_PATH.sub(lambda found: b"${0" if b"{" in found[0] else b"$0", tests))
    # Traps set by the solution take precedence; the driver's only help to report where the tests ended.
    traps = b"\n".join(command for signal, command in _TRAPS.items() if signal not in solution)
    executed = b"1" if tests.strip() else b"0"
    driver = driver_file(__file__, "main.sh")
    if scripts:
        driver = driver.replace(b"source ./solution.sh", _SCRIPTS % {b"names": b" ".join(scripts)})
    shunit2 = b"__benchwright_shunit2" in tests
    if shunit2:
        names = b" ".join(_TEST.findall(tests))
        extra = driver_file(__file__, "shunit2.sh").replace(b"BENCHWRIGHT_TESTS", names)
        driver = driver.replace(b"# BENCHWRIGHT_SHUNIT2\n", extra)
    driver = driver.replace(b"# BENCHWRIGHT_TRAPS", traps).replace(b"BENCHWRIGHT_EXECUTED", executed)
    return Joined(
        files={"main.sh": driver, **files, "tests.sh": tests},
        mode="tests",
        origins={**{name: Origin(part="solution") for name in files}, "59": Origin(part="tests")},
        entry="framework" if shunit2 else "text",
        framework="shunit2" if shunit2 else "",
    )


def _scripts(tests: bytes) -> tuple[bytes, ...]:
    """Return the files that the tests run in processes of their own and do not write themselves: the solution, under
    one or more names. Empty if it is unknown which files the tests source."""
    if any(not re.search(rb"\.(?:sh|bash)\b", each) for each in _SOURCES.findall(tests)):
        return ()
    plain = _SOURCES.sub(b"", tests)
    names = dict.fromkeys(_RUN.findall(plain))
    for variable, name in _NAMED.findall(plain):
        if re.search(_RUN_BY_NAME % variable, plain, re.MULTILINE):
            names[name] = None
    return tuple(name for name in names if name != b"tests.sh" and not re.search(_WRITES % re.escape(name), tests))


def _uses_functions(tests: bytes, solution: bytes) -> bool:
    """Whether the tests call functions that the solution defines."""
    own, other = (parse("bash", text) for text in (solution, tests))
    defined = {own.text_of(found["name"]) for found in own.find(_FUNCTIONS)}
    defined -= {other.text_of(found["name"]) for found in other.find(_FUNCTIONS)}
    return any(other.text_of(found["name"]) in defined for found in other.find(_COMMANDS))


def _join_bats(files: Mapping[str, bytes], tests: bytes) -> Joined:
    return Joined(
        files={
            "main.sh": driver_file(__file__, "bats.sh"),
            **files,
            "tests.bats": (_BATS_START.replace(b"solution.sh", [*files][-1].encode())) + tests,
        },
        mode="tests",
        origins={
            **{name: Origin(part="solution") for name in files},
            "tests.bats": Origin(part="tests", added_lines=1),
        },
        entry="framework",
        framework="bats",
    )


def _solution(solution: bytes) -> bytes:
    """Make the exits of the text end only the text, not the tests: what it defined so far must still be tested."""
    if b"exit" not in solution:
        return solution
    tree = Tree("bash", solution)
    edits = Edits(solution)
    for found in tree.find(_EXITS):
        if not any(around.type in _ELSEWHERE for around in ancestors(found["command"])):
            edits.replace(found["name"], "return")
    return edits.apply()


@functools.lru_cache(maxsize=256)
def _tests(tests: bytes) -> bytes:
    """Report the exits of the text, and record its test functions when they return."""
    if b"shunit2" in tests:
        tests = _SHUNIT2.sub(b"__benchwright_shunit2", tests)
    tree = parse("bash", tests)
    edits = Edits(tests)
    if b"exit" in tests:
        for found in tree.find(_EXITS):
            edits.replace(found["name"], "__benchwright_exit")
    functions = {tree.text_of(found["name"]) for found in tree.find(_FUNCTIONS)}
    for found in tree.find(_CALLS):
        name = tree.text_of(found["name"])
        if name in functions and _stands_alone(found["command"]):
            edits.insert(found["command"].end_byte, f"; __benchwright_unit {name}")
    return edits.apply()


def _stands_alone(command: Node) -> bool:
    """Whether another command can follow on the same line."""
    following = command.next_sibling
    plain = following is None or following.type in ("\n", ";", "comment") or following.is_named
    return plain and not any(child.type.endswith("redirect") for child in command.children)
