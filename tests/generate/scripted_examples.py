"""A scripted model that answers the prompts of codebenchgen. Its targets are numbered, and the target's number
determines what is deliberately wrong with an answer."""

from __future__ import annotations

import os
import re

from benchwright.models import Request
from benchwright.seeds import Harvest, Origin, Seed

RENAMED, FAILING, TRIVIAL, HOPELESS, IMPOSSIBLE, NETWORK, DATED, SHRINKING, DISPUTED, RANDOM = range(2, 12)
"""Numbers of targets with a fault; 1 and those from 20 on are good immediately."""

LATER = 40
"""The second author's first tests hold only this year."""

PACKAGES = {
    30: "gadget==1.0",
    31: "gadget<2",
    32: "gadget==2.0",
    33: "nosuch",
    34: "gizmos",
    35: "widget",
    36: "gadget",
}
"""Targets that need a package."""

NEWEST = 36
"""Passes only with the newest version of its package."""

VALUES = "[3, 1, 4, 1, 5]"


def source(number: int) -> str:
    """Return a file of a project."""
    return (
        "import json\n\n\n"
        f"def pick_{number}(values, limit):\n"
        f'    """Give the values up to the limit, each with {number} added."""\n'
        "    result = []\n"
        "    for value in values:\n"
        "        if value <= limit:\n"
        f"            result.append(value + {number})\n"
        "    return result\n\n\n"
        f"def told_{number}(values, limit):\n"
        f"    return json.dumps(pick_{number}(values, limit))\n"
    )


def seed(number: int) -> Seed:
    """Return the target with this number."""
    return Seed(
        id=f"{number:08x}00000000",
        text=source(number),
        language="python",
        kind="function",
        origin=Origin(source="made", path=f"{number}.py", licence="MIT", line=4, end_line=10),
        target=f"pick_{number}",
    )


def harvest(*numbers: int) -> Harvest:
    """Return the targets with these numbers."""
    return Harvest(seeds=tuple(map(seed, numbers)), read=len(numbers), dropped={})


def code(number: int) -> str:
    """Return the rewritten file."""
    before = {
        NETWORK: "import urllib.request\n\n\n"
        "def fetched():\n"
        "    try:\n"
        '        urllib.request.urlopen("http://example.invalid/", timeout=1)\n'
        "    except OSError:\n"
        "        return 0\n"
        "    return 1\n\n\n",
        DATED: "import datetime\n\n\nYEAR = datetime.date.today().year\n\n\n",
        RANDOM: "import os\n\n\ndef odd():\n    return os.urandom(1)[0] % 2\n\n\n",
    }.get(number, "")
    if number in PACKAGES:
        before = f"import {PACKAGES[number][:6]}\n\n\n"
    text = source(number)
    if number == NETWORK:
        text = text.replace("    result = []\n", "    result = []\n    fetched()\n")
    return before + text


def checks(number: int, *, wrong: bool = False) -> str:
    """Return tests of the target."""
    added = [value + number + wrong for value in (3, 1, 1)]
    more = {
        NEWEST: "    assert gadget.VERSION == '2.0'\n",
        DATED: f"    assert YEAR == {_this_year()}\n",
        RANDOM: "    assert odd() == 0 or len(os.urandom(3)) == 4\n",
    }.get(number, "")
    return (
        "def test():\n"
        f"    assert pick_{number}({VALUES}, 3) == {added}\n"
        f"    assert pick_{number}([], 3) == []\n"
        f"    assert pick_{number}([9], 9) == [{9 + number}]\n"
        f"    assert told_{number}([9], 9) == '[{9 + number}]'\n"
        f"{more}\n\ntest()\n"
    )


def trivial(number: int) -> str:
    """Return tests that do not need the target."""
    lines = "".join(f"    assert {index} + {index} == {2 * index}\n" for index in range(1, 5))
    return f"def test():\n    pick_{number}([], 1)\n{lines}\n\ntest()\n"


def section(name: str, text: str) -> str:
    """Wrap a text in tags, as the prompts request."""
    return f"<{name}>\n```python\n{text}```\n</{name}>\n"


def answer(request: Request) -> str:
    """Answer any of the prompts."""
    system, user = request.messages[0].content, request.messages[1].content
    found = re.search(r"pick_(\d+)", user)
    assert found, user
    number, again = int(found[1]), len(request.messages) > 2
    if "isolated execution" in system:
        return _sandboxing(number, again)
    if "thorough tests" in system:
        return section("tests", _first_tests(number))
    if "repairs code" in system:
        return _repair(number, user, again)
    if "describe functions" in system:
        return f"<instruction>\n{instruction(number)}</instruction>\n"
    assert "find mistakes" in system, system
    wrong = number == DISPUTED and request.sample == 0
    if number == LATER and request.sample == 0:
        dated = f"    import datetime\n\n    assert datetime.date.today().year == {_this_year()}\n\n\ntest()\n"
        return section("tests", checks(number).replace("\n\ntest()\n", dated))
    return section(
        "tests", checks(number, wrong=wrong).replace("[9], 9", "[7], 8").replace(f"{9 + number}", f"{7 + number}")
    )


def counted(request: Request) -> str:
    """Answer, and log the request to the file named by an environment variable."""
    with open(os.environ["SCRIPTED_LOG"], "a") as log:
        log.write(f"{request.key}\n")
    return answer(request)


def clumsy(request: Request) -> str:
    """Never answer in the requested form."""
    return f"I am sorry, but {len(request.messages)} is all that I have to say."


def instruction(number: int) -> str:
    """Return the description of a target."""
    return (
        f"**Functionality**: leaves out the values above the limit and adds {number} to the others.\n"
        "**Inputs**: `values`, a list of integers; `limit`, an integer.\n"
        "**Outputs**: a list of integers in the order of the values.\n"
    )


def _sandboxing(number: int, again: bool) -> str:
    if number == IMPOSSIBLE:
        return "<impossible>It needs a printer.</impossible>"
    text = code(number)
    if number == RENAMED and not again:
        text = text.replace(f"pick_{number}", "chosen")
    return section("code", text) + f"<requirements>\n{PACKAGES.get(number, '')}\n</requirements>\n"


def _first_tests(number: int) -> str:
    if number == TRIVIAL:
        return trivial(number)
    return checks(number, wrong=number in (FAILING, HOPELESS, SHRINKING))


def _repair(number: int, user: str, again: bool) -> str:
    if number == FAILING:
        assert "Verdict: wrong_answer" in user
        assert "line 2 of the tests" in user
    if number == TRIVIAL:
        assert "also when the body of pick_4 is removed" in user
    if number == HOPELESS:
        return section("tests", checks(number, wrong=True))
    if number == SHRINKING and not again:
        return section("tests", f"def test():\n    assert pick_{number}([], 1) == []\n\n\ntest()\n")
    return section("tests", checks(number))


def _this_year() -> int:
    import datetime

    return datetime.date.today().year
