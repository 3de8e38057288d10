"""A benchwright service as a library: the records and exceptions of a local call, from elsewhere."""

from benchwright.client.asynchronous import AsyncClient
from benchwright.client.synchronous import Client

__all__ = ["AsyncClient", "Client"]
