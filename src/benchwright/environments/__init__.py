"""Package environments for programs that need libraries: resolved, pinned, installed once, read-only.

    requirements ──resolve──▶ Lock ──install──▶ <home>/environments/<name>, which a Program refers to by name

Package code never runs outside the sandbox: only wheels are installed, without install scripts, and packages that must
be built are built in the sandbox.
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
