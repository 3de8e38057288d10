"""Raises limits from a shell."""

from tests.sandbox.attacks.attack import LIMITS, Seen, assert_undisturbed

LANGUAGE = "shell"
SOURCE = """
for option in n t c l; do
    hard=$(ulimit -H -$option)
    ulimit -H -$option unlimited 2>/dev/null
    [ "$(ulimit -H -$option)" = "$hard" ] && echo "kept $option"
done
ulimit -n 100000 2>/dev/null && echo "raised"
ulimit -n
"""


def check(seen: Seen) -> None:
    assert_undisturbed(seen.run)
    assert seen.run.stdout.data.decode().split("\n") == [
        *(f"kept {option}" for option in "ntcl"),
        str(LIMITS.open_files),
        "",
    ]
