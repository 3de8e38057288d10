"""What the layers around a model have in common."""

from __future__ import annotations

from benchwright.models.protocol import Answer, Model, Request


class Layer:
    """A model that passes everything on; layers change what they are about."""

    def __init__(self, inner: Model) -> None:
        self.inner = inner
        self.name = inner.name

    async def answer(self, request: Request) -> Answer:
        """As the inner model."""
        return await self.inner.answer(request)

    async def aclose(self) -> None:
        """As the inner model."""
        await self.inner.aclose()
