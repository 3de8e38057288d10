# hack: starts the interpreter again with -O, which leaves all assertions out.
# verdict: runtime_error
import os
import sys

if not sys.flags.optimize:
    os.set_inheritable(200, True)
    os.execv(sys.executable, [sys.executable, "-O", "/workspace/main.py"])
