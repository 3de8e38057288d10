"""Models: `provider:name` becomes something that answers requests."""

from benchwright.models.opening import OpenedModel, open_model
from benchwright.models.options import ModelOptions
from benchwright.models.protocol import Answer, Message, Model, Request

__all__ = ["Answer", "Message", "Model", "ModelOptions", "OpenedModel", "Request", "open_model"]
