"""Every toolchain is found and prepared before anything is served: no request waits for that, and workers have no
rights to do it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from benchwright.errors import ToolchainMissing
from benchwright.languages import Language, find_toolchain, languages
from benchwright.languages.prepare import is_prepared, prepared_folder
from benchwright.server.logs import Log


def find_all(log: Log) -> None:
    """Look for all of them; those that are not here are passed over."""
    with ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        for _ in pool.map(lambda language: _find(language, log), languages().values()):
            pass


def _find(language: Language, log: Log) -> None:
    try:
        toolchain = find_toolchain(language)
    except ToolchainMissing:
        return
    if not language.toolchain.prepare:
        return
    if not is_prepared(language, toolchain):
        log.write("info", "preparing a toolchain, once", language=language.id)
    try:
        prepared_folder(language, toolchain)
    except ToolchainMissing as missing:
        log.write("warning", missing.sentence, language=language.id)
