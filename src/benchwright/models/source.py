"""What a provider gives: a model with nothing wrapped around it yet."""

from __future__ import annotations

from benchwright.models.protocol import Answer, Request


class Source:
    """Base of the providers' models; each says what the layers around it need to know."""

    identity: str = ""
    """What the cache knows it by; empty where answers must not be kept."""
    price_name: str = ""
    """Its name in price tables; empty where nothing is paid by the token."""
    batch: bool = False
    """Whether it is paid at the batch price."""
    sends: bool = True
    """Whether asking it sends something, so that rates and retries mean something."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def answer(self, request: Request) -> Answer:
        """One attempt. ModelBusy where another could succeed."""
        raise NotImplementedError

    async def flush(self) -> None:
        """Makes what was asked visible outside, for models that answer later."""

    async def aclose(self) -> None:
        """Ends what it has open."""
