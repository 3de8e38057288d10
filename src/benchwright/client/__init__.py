"""The client of a benchwright service: the same records and exceptions as a local call."""

from benchwright.client.asynchronous import AsyncClient, ServedLanguage
from benchwright.client.synchronous import Client

__all__ = ["AsyncClient", "Client", "ServedLanguage"]
