"""Texts of any kind can be parsed, and positions are those of the original text."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchwright.languages import languages
from benchwright.languages.syntax import Tree

GRAMMARS = sorted({language.syntax.grammar for language in languages().values() if language.syntax})

PARSE_STRANGE_TEXTS = """
import random, sys
from benchwright.languages.syntax import Tree
drawn = random.Random(1)
pieces = ["x ", "(", '"', "\\n", "def ", "'", "<", "/*", "#", "%", "$"]
for _ in range(200):
    strange = [chr(drawn.randrange(0x10000, 0x10FFFF)) for _ in range(15)]
    text = "".join(drawn.choice([drawn.choice(pieces), drawn.choice(strange)]) for _ in range(30))
    for grammar in sys.argv[1:]:
        Tree(grammar, (text + "\\n").encode())
"""


def test_no_character_crashes_the_process() -> None:
    """Runs in a separate process, because a crash would take this one down."""
    done = subprocess.run([sys.executable, "-c", PARSE_STRANGE_TEXTS, *GRAMMARS], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("text", ["s = '😀' + t", "# 𝑥\nt = 1", "𝑥 = t"])
def test_locations_and_texts_match_the_original(text: str) -> None:
    tree = Tree("python", text.encode())
    found = {tree.text_of(match["name"]) for match in tree.find("(identifier) @name")}
    assert "t" in found
    assert tree.text_of(tree.root) == text


def test_a_trailing_comment_is_harmless() -> None:
    command = "from benchwright.languages.syntax import Tree; Tree('perl', b'X#')"
    assert subprocess.run([sys.executable, "-c", command], timeout=60, check=False).returncode == 0
