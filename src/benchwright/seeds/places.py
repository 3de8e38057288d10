"""Which files of a tree hold code that somebody wrote there, by their paths alone."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from benchwright.languages import language_of_file

MOST_BYTES = 200_000
"""Larger files are not read."""
_SKIPPED = frozenset(
    {
        *("node_modules", "bower_components", "jspm_packages", "vendor", "vendored", "_vendor", "third_party"),
        *("thirdparty", "3rdparty", "external", "deps", "Pods", "Carthage", "venv", "virtualenv", "site-packages"),
        *("dist-packages", "__pycache__", "build", "dist", "target", "out", "obj", "_build", "htmlcov", "CVS"),
    }
)
"""Folders of others' code, of build results, and of version control; folders whose name begins with a dot as well."""
_TEST_FOLDER = re.compile(
    r"(?i)^(unit|integration|e2e)?[-_]?(tests?|specs?|testing|testdata|__tests__|fixtures|benches)$"
)
_TEST_FILE = re.compile(
    r"(?i:conftest|tests?|test[-_.].*|.*[-_.](tests?|spec|unittest))\.[\w+]+$|\w+(Tests?|Spec|TestCase)\.[\w+]+$"
)


def is_skipped(path: str) -> bool:
    """Whether a file lies where nothing is read."""
    folders = PurePosixPath(path).parts[:-1]
    return any(part in _SKIPPED or part.startswith(".") for part in folders)


def is_skipped_folder(name: str) -> bool:
    """Whether nothing in a folder of this name is read."""
    return name in _SKIPPED or name.startswith(".")


def is_test(path: str) -> bool:
    """Whether the file, or a folder that it is in, is named as tests are."""
    *folders, name = PurePosixPath(path).parts or ("",)
    return any(_TEST_FOLDER.match(folder) for folder in folders) or bool(_TEST_FILE.match(name))


def language_id_of(path: str) -> str:
    """Our id of the language by the file's ending; empty where it is not known."""
    language = language_of_file(path)
    return language.id if language is not None else ""
