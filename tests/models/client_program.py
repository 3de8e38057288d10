"""Send many requests to an endpoint and print which were answered. For tests that kill it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from benchwright.models import Message, ModelOptions, Request, open_model


async def main(url: str, folder: str, count: int) -> None:
    options = ModelOptions(cache_folder=Path(folder), concurrency=3, record=Path(folder) / "record.jsonl")
    model = open_model(f"openai:tiny@{url}", options)

    async def ask(number: int) -> None:
        answer = await model.answer(Request(messages=(Message(role="user", content=f"question {number}"),)))
        print(answer.text, flush=True)

    await asyncio.gather(*(ask(number) for number in range(count)))
    await model.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
