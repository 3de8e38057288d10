"""The prompts of a method: Jinja files of its folder, each of which a user may replace by one of the same name."""

from __future__ import annotations

from pathlib import Path

from benchwright.errors import UsageError
from benchwright.models.prompt import Prompt

_COMMON = Path(__file__).parent / "common"
"""Prompts that every method has."""


def load_prompts(folder: Path, own: Path | None = None) -> dict[str, Prompt]:
    """Name → prompt; those in the user's own folder go before ours."""
    files = [*sorted(_COMMON.glob("*.jinja")), *sorted(folder.glob("*.jinja"))]
    prompts = {file.stem: Prompt(file) for file in files}
    if own is None:
        return prompts
    if not own.is_dir():
        raise UsageError(f"{own} is no folder", "name a folder of Jinja files")
    files = sorted(own.glob("*.jinja"))
    if not files:
        raise UsageError(f"{own} has no prompts", f"a prompt is NAME.jinja, NAME one of {', '.join(prompts)}")
    for file in files:
        if file.stem not in prompts:
            raise UsageError(f"{file}: there is no such prompt", f"there are {', '.join(prompts)}")
        prompts[file.stem] = _checked(Prompt(file), prompts[file.stem])
    return prompts


def _checked(own: Prompt, ours: Prompt) -> Prompt:
    """A mistake is found before anything is paid."""
    if not own.has("user"):
        raise UsageError(f"{own.file} has no block 'user'", "add {% block user %} … {% endblock %}")
    known = ours.needs | {"language", "advice"}
    if unknown := sorted(own.needs - known):
        raise UsageError(f"{own.file}: {unknown[0]!r} is undefined", f"it is given {', '.join(sorted(known))}")
    return own
