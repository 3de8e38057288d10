"""Exceptions raised by benchwright.

    BenchwrightError
    ├── UsageError               the user's fault: one line, a hint, exit code 2
    │   ├── UnknownLanguage
    │   ├── ToolchainMissing     the language is supported, but its compiler or interpreter is not installed
    │   ├── ProblemDefect        tests that cannot judge any candidate (judging/plan.py)
    │   ├── GuaranteeMissing     `require` names a guarantee that this machine does not enforce
    │   └── CannotResolve        the requested packages are unavailable: conflicting, unknown, denied or too large
    │       └── IndexUnreachable the package index did not answer; says nothing about the packages
    │           └── InstallFailed  this machine was too slow, ran out of disk, or killed the command; nor does this
    ├── SandboxError             benchwright's fault, never a verdict; the sample is retried, then unscored
    │   ├── SandboxUnavailable   this machine cannot isolate programs at all
    │   ├── SandboxBusy          a service had no capacity, even after retries
    │   └── CheckerFailed        a problem's checker program gave no answer: a defect of the problem, not a verdict
    ├── ModelError               no answer, even after retries: the sample stays unanswered until the next run
    │   └── ModelBusy            the same request may succeed later; retried, then a ModelError
    ├── AnswerPending            not a failure: the answer comes from a batch that has not run yet
    └── BudgetSpent              not a failure: the next request could exceed the user's budget

A candidate's failure is never an exception. It is recorded in an Execution, which becomes a verdict.
"""

from __future__ import annotations


class BenchwrightError(Exception):
    """Base class of all benchwright exceptions. `hint` says how to fix the problem, and may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    @property
    def sentence(self) -> str:
        """The message followed by the hint in parentheses, on one line."""
        return f"{self} ({self.hint})" if self.hint else str(self)


class UsageError(BenchwrightError):
    """Invalid input or incorrect use."""


class UnknownLanguage(UsageError):
    """The id or alias does not match any language."""


class ToolchainMissing(UsageError):
    """The language's toolchain is not installed, or does not work inside the sandbox."""


class GuaranteeMissing(UsageError):
    """The caller requires a guarantee that this machine or service does not enforce."""


class CannotResolve(UsageError):
    """The requested packages are unavailable, individually or in combination."""


class IndexUnreachable(CannotResolve):
    """The package index did not answer, even after retries. Says nothing about the packages."""


class InstallFailed(IndexUnreachable):
    """The install timed out, ran out of disk, or was killed. Like an unreachable index, this says nothing about the
    packages, so code that retries one can retry the other."""


class SandboxError(BenchwrightError):
    """The sandbox itself failed. Says nothing about the program."""


class SandboxUnavailable(SandboxError):
    """This machine cannot isolate programs."""


class SandboxBusy(SandboxError):
    """The service had no capacity for this program for as long as the client was willing to wait."""

    def __init__(self, message: str, hint: str = "", *, wait_s: float = 0.0) -> None:
        super().__init__(message, hint)
        self.wait_s = wait_s


class CheckerFailed(SandboxError):
    """A problem's checker program exited without a yes or a no. Says nothing about the program that it checked."""


class ModelError(BenchwrightError):
    """The model gave no answer. Says nothing about how good the answer would have been."""


class ModelBusy(ModelError):
    """A retry may help: the endpoint is overloaded, failed internally, or could not be reached."""

    def __init__(self, message: str, hint: str = "", *, wait_s: float | None = None, unreachable: bool = False) -> None:
        super().__init__(message, hint)
        self.wait_s = wait_s
        self.unreachable = unreachable


class AnswerPending(BenchwrightError):
    """The request has been recorded in a batch; its answer will be supplied later."""


class BudgetSpent(BenchwrightError):
    """The request was not sent because the run could then exceed its budget."""
