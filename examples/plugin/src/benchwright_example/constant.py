"""`constant:TEXT`: a model that gives the same answer to everything."""

from __future__ import annotations

from benchwright.models import Answer, ModelOptions, Request
from benchwright.models.protocol import Source


class Constant(Source):
    """Answers with its own name."""

    sends = False

    async def answer(self, request: Request) -> Answer:
        """Return the text, as a block of code."""
        return Answer(text=f"```\n{self.name.partition(':')[2]}\n```", finish_reason="stop")


def open(name: str, options: ModelOptions) -> Source:
    """Open the model of this text."""
    return Constant(f"constant:{name}")
