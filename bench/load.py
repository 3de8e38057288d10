"""Many clients for minutes: nothing lost, nothing mixed up, no false timeouts, no memory growth.

python bench/load.py [SECONDS]       256 clients, by default for 180 s; exit code 1 if something went wrong
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.http_client import Connection, service
from bench.measure import Row
from benchwright.errors import ToolchainMissing
from benchwright.languages import find_language, find_toolchain

CLIENTS = int(os.environ.get("BENCH_LOAD_CLIENTS", "256"))
SECONDS = float(os.environ.get("BENCH_LOAD_SECONDS", "180"))
_WARM_UP = 0.2
"""Share of the time before memory is first measured, so that interpreters and buffers exist by then."""
_MIB = 1 << 20

PROGRAMS = {
    "python": "print('python', input())",
    "javascript": "console.log('javascript', require('fs').readFileSync(0, 'utf8').trim())",
    "shell": "read -r nonce; echo shell $nonce",
    "c": '#include <stdio.h>\nint main(void) { char n[64]; scanf("%63s", n); printf("c %s\\n", n); }',
    "go": 'package main\nimport "fmt"\nfunc main() { var n string; fmt.Scan(&n); fmt.Println("go", n) }',
}
_WEIGHTS = {"python": 12, "shell": 6, "javascript": 3, "c": 2, "go": 1}
"""How often each language is requested: a build takes a hundred times as long as a warm start."""


class Load:
    """Requests sent, and the answers to them."""

    def __init__(self) -> None:
        self.asked = 0
        self.answered: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.slowest_s = 0.0

    async def client(self, number: int, port: int, languages: list[str], end: float) -> None:
        """Request one program after another, each with its own nonce."""
        connection = await Connection.open(port)
        turn = number
        while time.monotonic() < end:
            language = languages[turn % len(languages)]
            await self._ask(connection, language, f"{number}-{turn}-{os.urandom(4).hex()}")
            turn += 1
        await connection.close()

    async def _ask(self, connection: Connection, language: str, nonce: str) -> None:
        self.asked += 1
        start = time.monotonic()
        body = {"language": language, "source": PROGRAMS[language], "stdin": nonce}
        status, answer = await connection.post("/v1/execute", body)
        self.slowest_s = max(self.slowest_s, time.monotonic() - start)
        output = answer["runs"][0]["stdout"] if status == 200 and answer["runs"] else None
        if output == f"{language} {nonce}\n" and answer["verdict"] == "passed":
            self.answered[language] += 1
        elif len(self.wrong) < 20:
            self.wrong.append(f"{language} {nonce}: {status} {answer}")


async def bench(seconds: float = SECONDS) -> Iterator[Row]:
    """Return two rows: answers against requests, and memory at the end against memory after the warm-up."""
    load = Load()
    languages = _languages()
    with service("--concurrency", "8") as (port, process):
        end = time.monotonic() + seconds
        clients = [asyncio.create_task(load.client(n, port, languages, end)) for n in range(CLIENTS)]
        await asyncio.sleep(seconds * _WARM_UP)
        before = _memory_bytes(process.pid)
        await asyncio.gather(*clients)
        after = _memory_bytes(process.pid)
    answered = load.answered.total()
    print("\n".join(load.wrong), end="", file=sys.stderr)
    mix = ", ".join(f"{name} {count}" for name, count in sorted(load.answered.items()))
    return iter(
        [
            Row(
                what=f"{CLIENTS} clients for {seconds:.0f} s ({mix}): right answers, slowest {load.slowest_s:.1f} s",
                measured=float(answered),
                baseline=float(load.asked),
                unit="answers",
                ratio=answered / load.asked,
                target="1.00",
            ),
            Row(
                what=f"{CLIENTS} clients for {seconds:.0f} s: memory of the service, against after the warm-up",
                measured=after / _MIB,
                baseline=before / _MIB,
                unit="MiB",
                ratio=after / before,
                target="no growth",
            ),
        ]
    )


def _languages() -> list[str]:
    """Return the installed languages, each repeated by its weight, evenly mixed."""
    here = [name for name in PROGRAMS if _is_here(name)]
    slots = [(place / _WEIGHTS[name], name) for name in here for place in range(_WEIGHTS[name])]
    return [name for _, name in sorted(slots)]


def _is_here(name: str) -> bool:
    try:
        find_toolchain(find_language(name))
    except ToolchainMissing:
        return False
    return True


def _memory_bytes(master: int) -> int:
    """Return the memory of the master and its workers, without launchers."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    total = 0
    for pid in (str(master), *children):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        total += next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))
    return total


def main() -> None:
    """Run the load and print the result."""
    answers, memory = asyncio.run(bench(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
    for row in (answers, memory):
        print(f"{row['what']}: {row['measured']:.1f} of {row['baseline']:.1f} {row['unit']}, {row['ratio']:.3f}")
    if answers["ratio"] != 1 or memory["ratio"] > 1.2:
        sys.exit(1)


if __name__ == "__main__":
    main()
