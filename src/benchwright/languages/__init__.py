"""The supported languages.

Each language has a directory here, named by its id: `language.toml` (names, commands, limits, how to find its
toolchain; the fields are described in language.py and grammar.py), `failures.toml` (messages of its compiler and
runtime), `probes/` (programs that verify that it works) and `generation/` (the worked example that prompts show). To
add a language, add a directory; no other change is needed.
"""

from benchwright.languages.grammar import Answers, Syntax
from benchwright.languages.language import (
    WORK_FOLDER,
    Generation,
    Language,
    Mode,
    Names,
    Probe,
    ProbeVerdict,
    ToolchainRecipe,
    fill,
)
from benchwright.languages.registry import find_language, language_of_file, languages, load
from benchwright.languages.toolchain import Toolchain, fill_command, find_toolchain

__all__ = [
    "WORK_FOLDER",
    "Answers",
    "Generation",
    "Language",
    "Mode",
    "Names",
    "Probe",
    "ProbeVerdict",
    "Syntax",
    "Toolchain",
    "ToolchainRecipe",
    "fill",
    "fill_command",
    "find_language",
    "find_toolchain",
    "language_of_file",
    "languages",
    "load",
]
