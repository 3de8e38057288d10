"""One module for each package manager; a new one is a new module and no edit here."""

from __future__ import annotations

import importlib
import pkgutil

from benchwright.environments.installers.installer import Installer
from benchwright.errors import CannotResolve
from benchwright.languages import find_language


def installer_for(language_id: str) -> Installer:
    """The installer of a language's packages."""
    language = find_language(language_id)
    for each in pkgutil.iter_modules(__path__):
        installer: Installer | None = getattr(importlib.import_module(f"{__name__}.{each.name}"), "INSTALLER", None)
        if installer is not None and language.id in installer.languages:
            return installer
    raise CannotResolve(f"no packages can be installed for {language.name}", "python, javascript and typescript can")


__all__ = ["Installer", "installer_for"]
