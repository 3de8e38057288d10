"""How a stage ended, as one number."""

from __future__ import annotations

from benchwright.sandbox.protocol import Stage

_KILLED = -9


def exit_code_of(stage: Stage, *, passed: bool) -> int:
    """The exit status; negative where a signal ended it. Never 0 for what did not pass, though its last process may
    have ended well after another one hit a limit: many clients look at nothing else."""
    code = stage.exit_code if stage.exit_code is not None else -(stage.signal or -_KILLED)
    if code == 0 and not passed:
        return _KILLED if stage.limits_hit else 1
    return code
