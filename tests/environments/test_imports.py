"""Inferring packages from imports."""

from __future__ import annotations

import pytest

from benchwright.environments import modules_of, requirements_from_imports

PYTHON = """
from __future__ import annotations
import os, sys, yaml, numpy as np
import google.protobuf.message
from sklearn.linear_model import Ridge
from . import own
from .own import thing
def late():
    import cv2
    from PIL import Image
text = "import nothing"
"""


def test_python() -> None:
    expected = ("numpy", "opencv-python-headless", "pillow", "protobuf", "pyyaml", "scikit-learn")
    assert requirements_from_imports("python", PYTHON) == expected
    assert "sklearn.linear_model" in modules_of("python", PYTHON)


def test_python_that_cannot_be_parsed() -> None:
    assert requirements_from_imports("python", "import bs4, json\nfrom attr import s\nprint 'x'\n") == (
        "attrs",
        "beautifulsoup4",
    )


JAVASCRIPT = """
const fs = require('fs'), ms = require("ms");
import chalk from 'chalk';
import { a, b } from "@scope/name/deep";
import 'side-effect';
import own from './own.js';
import path from 'node:path';
import promises from 'fs/promises';
export * from 'again';
const later = await import('lazy/part');
// require('comment')
/* import x from 'block' */
const address = 'https://x'; const last = require('last');
"""


@pytest.mark.parametrize("language", ["javascript", "typescript"])
def test_node(language: str) -> None:
    modules = ("@scope/name", "again", "chalk", "last", "lazy", "ms", "side-effect")
    assert modules_of(language, JAVASCRIPT) == modules
    assert requirements_from_imports(language, JAVASCRIPT) == tuple(f"{name}@*" for name in modules)


def test_types_are_imported() -> None:
    assert modules_of("typescript", "import type { T } from 'zod';\nimport x = require('old');") == ("old", "zod")


def test_other_languages_have_none() -> None:
    assert requirements_from_imports("go", 'import "fmt"') == ()
