"""What a provider gives: a model with nothing wrapped around it yet."""

from __future__ import annotations

import abc

from benchwright.models.protocol import Answer, Request


class Source(abc.ABC):
    """Base of the providers' models; each says what the layers around it need to know."""

    identity: str
    """What tells its answers from those of others: its name, unless that depends on the surroundings. No secrets."""
    endpoint: str = ""
    """The base URL that requests go to; empty where they go to none."""
    kept: bool = False
    """Whether the cache may keep its answers."""
    price_name: str = ""
    """Its name in price tables; empty where nothing is paid by the token."""
    batch: bool = False
    """Whether it is paid at the batch price."""
    sends: bool = True
    """Whether asking it sends something, so that rates and retries mean something."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.identity = name

    @abc.abstractmethod
    async def answer(self, request: Request) -> Answer:
        """One attempt. ModelBusy where another could succeed."""

    async def flush(self) -> None:  # noqa: B027  most have nothing to do
        """Makes what was asked visible outside, for models that answer later."""

    async def aclose(self) -> None:  # noqa: B027  most have nothing to do
        """Ends what it has open."""
