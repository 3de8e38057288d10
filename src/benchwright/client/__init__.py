"""Client for a benchwright service, with the same records and exceptions as local calls."""

from benchwright.client.clients import AsyncClient, Client, ServedLanguage

__all__ = ["AsyncClient", "Client", "ServedLanguage"]
