"""Makes itself the last to be killed when memory runs out, and init the first."""

from tests.sandbox.attacks.attack import LIMITS, PYTHON, Seen, assert_out_of_memory

LANGUAGE = "python"
SOURCE = (
    PYTHON
    + f"""
def write(path, value):
    with open(path, "w") as file:
        file.write(value)

attempt("never kill me", write, "/proc/self/oom_score_adj", "-1000")
attempt("old file", write, "/proc/self/oom_adj", "-17")
attempt("kill init", write, "/proc/1/oom_score_adj", "1000")
if os.fork() == 0:
    attempt("kill me", write, "/proc/self/oom_score_adj", "1000")
    time.sleep(60)
taken = b"x" * {LIMITS.memory_bytes * 2}
time.sleep(60)
"""
)


def check(seen: Seen) -> None:
    assert_out_of_memory(seen)
    refused = {name for name, (outcome, _) in seen.attempts.items() if outcome == "refused"}
    assert refused == {"never kill me", "old file", "kill init"}, seen.attempts
