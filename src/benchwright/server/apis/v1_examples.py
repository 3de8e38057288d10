"""Bodies that work, for the description; the tests send each of them."""

from __future__ import annotations

from typing import Any

EXECUTE: dict[str, Any] = {
    "one program": {
        "language": "python",
        "source": "print(sum(map(int, input().split())))",
        "stdin": "1 2 3",
        "limits": {"wall_s": 5, "memory_bytes": 268435456},
    },
    "built once, run often": {
        "language": "shell",
        "source": 'read name\necho "hello $name"',
        "runs": [{"stdin": "Ada"}, {"stdin": "Grace"}],
    },
    "files in and out": {
        "language": "python",
        "files": {
            "main.py": "from pathlib import Path\nPath('out.txt').write_text(Path('in.txt').read_text().upper())",
            "in.txt": "quiet",
        },
        "collect": ["out.txt"],
    },
}

JUDGE: dict[str, Any] = {
    "by tests": {
        "language": "python",
        "solution": "def double(x):\n    return 2 * x\n",
        "tests": "assert double(4) == 8\nassert double(-1) == -2\n",
    },
    "with a reference and canaries": {
        "language": "python",
        "answer": "Here it is:\n```python\ndef double(x):\n    return x + x\n```\n",
        "tests": "assert double(4) == 8\nassert double(-1) == -2\n",
        "reference": "def double(x):\n    return 2 * x\n",
        "canary": True,
    },
    "by cases": {
        "language": "shell",
        "solution": "read a b\necho $((a + b))",
        "cases": [{"stdin": "1 2\n", "stdout": "3\n"}, {"stdin": "20 22\n", "stdout": "42\n"}],
    },
}

BATCH: dict[str, Any] = {
    "a program and a judgement": {
        "items": [
            {"id": "first", "execute": EXECUTE["one program"]},
            {"id": "second", "judge": JUDGE["by tests"]},
        ]
    }
}
