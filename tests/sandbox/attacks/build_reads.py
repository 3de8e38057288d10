"""Makes the compiler read host files, into its messages or into the program."""

from pathlib import Path

from tests.sandbox.attacks.attack import SECRET, Seen, describe, secret_in

LANGUAGE = "cpp"
PLACES = [str(Path(place, f"host-build-{SECRET[:8]}")) for place in ("/tmp", "/dev/shm", Path.home())]
SOURCE = "\n".join(
    [
        '#include "/etc/shadow"',
        '#include "/proc/1/environ"',
        *(f'#include "{place}"' for place in PLACES),
        "#include <cstdio>",
        *(f'asm(".incbin \\"{place}\\"");' for place in PLACES),
        "int main() {}",
    ]
)

host = secret_in(PLACES)


def check(seen: Seen) -> None:
    build = seen.execution.build
    assert build is not None
    assert build.exit_code == 1, describe(build)
    assert build.limits_hit == ()
    assert "/etc/shadow: No such file" in seen.text
    assert seen.execution.runs == ()
