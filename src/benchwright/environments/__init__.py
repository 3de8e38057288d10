"""Package sets for programs that need libraries: resolved, pinned, installed once, read-only.

    requirements ──resolve──▶ Lock ──install──▶ <home>/environments/<name>, which a Program names

Nothing of a package runs outside the sandbox: wheels only, no install scripts, and what must be built is built there.
"""

from benchwright.environments.imports import modules_of, requirements_from_imports
from benchwright.environments.installers import parse_requirements
from benchwright.environments.installing import install
from benchwright.environments.lock import Lock, Package
from benchwright.environments.policy import Policy
from benchwright.environments.resolving import Group, group, resolve
from benchwright.errors import CannotResolve, IndexUnreachable, InstallFailed

__all__ = [
    "CannotResolve",
    "Group",
    "IndexUnreachable",
    "InstallFailed",
    "Lock",
    "Package",
    "Policy",
    "group",
    "install",
    "modules_of",
    "parse_requirements",
    "requirements_from_imports",
    "resolve",
]
