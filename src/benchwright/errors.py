"""Every exception of the package.

    BenchwrightError
    ├── UsageError               the user's fault: one line, a hint, exit code 2
    │   ├── UnknownLanguage
    │   ├── ToolchainMissing     the language is known, its compiler or interpreter is not here
    │   ├── ProblemDefect        tests that can judge nobody (judging/plan.py)
    │   ├── GuaranteeMissing     `require` names a guarantee that cannot be given here
    │   └── CannotResolve        the packages asked for cannot be had: in conflict, unknown, denied, too large
    │       └── IndexUnreachable the package index did not answer; says nothing about the packages
    │           └── InstallFailed  this machine was too slow, too full or ended the command; nor does this
    ├── SandboxError             our fault: never a verdict; the sample is retried, then unscored
    │   ├── SandboxUnavailable   no isolation is possible on this machine at all
    │   ├── SandboxBusy          a service had no room, also when asked again
    │   └── CheckerFailed        a problem's own checking program gave no answer: its defect, nobody's verdict
    ├── ModelError               no answer, also when asked again: the sample is unanswered until the next run
    │   └── ModelBusy            the same request may be answered later; retried, then a ModelError
    ├── AnswerPending            no failure: the answer comes from a batch that has not run yet
    └── BudgetSpent              no failure: one more request could cost more than the user allows

A candidate's fault is never an exception: it is an Execution, and then a verdict.
"""

from __future__ import annotations


class BenchwrightError(Exception):
    """Base of all our exceptions. `hint` says what the reader can do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    @property
    def sentence(self) -> str:
        """The message with its hint, for a place that has one line for both."""
        return f"{self} ({self.hint})" if self.hint else str(self)


class UsageError(BenchwrightError):
    """Wrong use or wrong input."""


class UnknownLanguage(UsageError):
    """No language has this id or alias."""


class ToolchainMissing(UsageError):
    """The language's toolchain is not installed, or not usable from the sandbox."""


class GuaranteeMissing(UsageError):
    """The caller requires a guarantee that this machine cannot give."""


class CannotResolve(UsageError):
    """Packages that cannot be had, alone or together."""


class IndexUnreachable(CannotResolve):
    """The package index did not answer, also when asked again; says nothing about the packages."""


class InstallFailed(IndexUnreachable):
    """This machine could not do it: out of time, out of disk, or the command was killed. Like an index that does not
    answer, it says nothing about the packages, and who waits for the one can wait for the other."""


class SandboxError(BenchwrightError):
    """The sandbox itself failed; says nothing about the program."""


class SandboxUnavailable(SandboxError):
    """This machine cannot isolate programs."""


class SandboxBusy(SandboxError):
    """A service that runs programs had no room for this one as long as its client was ready to wait."""

    def __init__(self, message: str, hint: str = "", *, wait_s: float = 0.0) -> None:
        super().__init__(message, hint)
        self.wait_s = wait_s


class CheckerFailed(SandboxError):
    """A problem's checking program ended with neither yes nor no; says nothing about the program that it checked."""


class ModelError(BenchwrightError):
    """A model gave no answer; says nothing about how well it would have answered."""


class ModelBusy(ModelError):
    """Asking again may help: the endpoint is overloaded, failed on its side, or was not reached at all."""

    def __init__(self, message: str, hint: str = "", *, wait_s: float | None = None, unreachable: bool = False) -> None:
        super().__init__(message, hint)
        self.wait_s = wait_s
        self.unreachable = unreachable


class AnswerPending(BenchwrightError):
    """The request is written down, and its answer is to come from outside."""


class BudgetSpent(BenchwrightError):
    """The request was not sent: with it, the run could exceed its budget."""
