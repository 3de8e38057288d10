"""Client for a benchwright service, with the same records and exceptions as local calls."""

from benchwright.client.asynchronous import AsyncClient, ServedLanguage
from benchwright.client.synchronous import Client

__all__ = ["AsyncClient", "Client", "ServedLanguage"]
