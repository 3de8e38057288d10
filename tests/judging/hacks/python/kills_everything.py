# hack: kills its parent, everything else it may signal, and then itself.
# verdict: runtime_error
import os
import signal


def merge(spans):
    for target in (os.getppid(), 1, -1, os.getpid()):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass
    return []


covered = label = merge
