"""Mends what the question fixed and an answer left out: the first line of a program, a class or module around its
functions.

A repair wraps, names or begins; it changes no statement. What is not certain is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from benchwright.judge.extract.reading import Reading
from benchwright.languages.join import encode
from benchwright.languages.syntax import Edits, Tree


def repair(code: str, reading: Reading, names: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The code with what it lacks, and what that was."""
    repairs: list[str] = []
    answers = reading.answers
    if answers.preamble and not re.search(answers.preamble_pattern, code, re.MULTILINE):
        code = answers.preamble + code
        repairs.append(f"{answers.preamble.strip()} added")
    tree = reading.tree(code) if answers.wrapper else None
    if tree is not None and not tree.has_errors:
        wrapped = _wrapped(code, tree, reading, names) or _renamed(code, tree, reading, names)
        if wrapped:
            code, what = wrapped
            repairs.append(what)
    return code, tuple(repairs)


def _wrapped(code: str, tree: Tree, reading: Reading, names: Collection[str]) -> tuple[str, str] | None:
    """The functions that stand alone, put into what the tests look for them in."""
    members = {match["member"].start_byte for match in tree.find(reading.answers.members)}
    units = reading.units(code)
    inside = [unit for unit in units if unit.start in members]
    owner = _owner(frozenset(name for unit in inside for name in unit.names), reading.defined(code), names)
    if not inside or not owner:
        return None
    data, at = encode(code), 0
    outside: list[bytes] = []
    for unit in units:
        if unit.kind in (*reading.answers.imports, *reading.answers.heads) or (unit.names and unit not in inside):
            outside.append(data[unit.start : unit.end])
            data = data[:at] + data[at : unit.start] + b"\0" * (unit.end - unit.start) + data[unit.end :]
    body = data.replace(b"\0", b"").decode(errors="surrogateescape").strip("\n")
    top = "".join(f"{piece.decode(errors='surrogateescape').rstrip()}\n" for piece in outside)
    code = reading.answers.wrapper.replace("{name}", owner).replace("{code}", body)
    return (f"{top}\n{code}" if top else code), f"put into {owner}"


def _renamed(code: str, tree: Tree, reading: Reading, names: Collection[str]) -> tuple[str, str] | None:
    """The only module of an answer under the name that the tests have for it."""
    if not reading.answers.containers:
        return None
    found = [match["name"] for match in tree.find(reading.answers.containers)]
    owner = _owner(reading.defined(code), reading.defined(code), names)
    if len(found) != 1 or not owner or tree.text_of(found[0]) in names:
        return None
    own, edits = tree.text_of(found[0]), Edits(encode(code))
    for match in tree.find(f"({found[0].type}) @name"):
        written = tree.text_of(match["name"])
        if written == own or written.startswith(f"{own}."):
            edits.replace(match["name"], owner + written[len(own) :])
    return edits.apply().decode(errors="surrogateescape"), f"{own} renamed to {owner}"


def _owner(functions: Collection[str], defined: Collection[str], names: Collection[str]) -> str:
    """What the tests want all these functions of; empty where that is not one thing alone."""
    owners = {owner for owner, _, member in (name.rpartition(".") for name in names) if owner and member in functions}
    owners = {owner for owner in owners if owner[:1].isupper() and owner in names} - set(defined)
    return owners.pop() if len(owners) == 1 else ""
