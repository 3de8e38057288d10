"""Models: open `provider:name` and send it requests."""

from benchwright.models.opening import OpenedModel, open_model
from benchwright.models.protocol import Answer, Message, Model, ModelOptions, Request

__all__ = ["Answer", "Message", "Model", "ModelOptions", "OpenedModel", "Request", "open_model"]
