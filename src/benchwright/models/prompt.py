"""Prompts as Jinja files with one block per part. Copy one to change it."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchwright.errors import UsageError
from benchwright.models.protocol import Message, Request

if TYPE_CHECKING:
    from jinja2 import Template


class Prompt:
    """A prompt loaded from a Jinja file."""

    def __init__(self, file: Path) -> None:
        try:
            self.text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"cannot read the prompt {file}: {error}", "pass a Jinja file in UTF-8") from None
        self.file = file
        self._template = _template(self.text, str(file))

    @property
    def digest(self) -> str:
        """Short hash of the prompt's text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def render(self, block: str, **values: object) -> str:
        """Render one of the prompt's blocks."""
        if block not in self._template.blocks:
            raise UsageError(f"{self.file} has no block {block!r}", f"add {{% block {block} %}} … {{% endblock %}}")
        try:
            context = self._template.new_context(values)
            return "".join(self._template.blocks[block](context))
        except Exception as error:  # any kind: a prompt can contain arbitrary expressions
            raise UsageError(f"{self.file}: {error}", f"available variables: {', '.join(values)}") from None

    def has(self, block: str) -> bool:
        """Whether the prompt defines this block."""
        return block in self._template.blocks

    @property
    def needs(self) -> frozenset[str]:
        """Names of the variables that the prompt uses."""
        from jinja2 import Environment, meta

        return frozenset(meta.find_undeclared_variables(Environment(autoescape=False).parse(self.text)))

    def messages(self, **values: object) -> tuple[Message, ...]:
        """Render the first messages of a chat from the blocks `system` and `user`. Empty messages are left out, and
        `system` is optional."""
        system = self.render("system", **values) if self.has("system") else ""
        return messages_of(system=system, user=self.render("user", **values))


def messages_of(**texts: str) -> tuple[Message, ...]:
    """Build messages by role, in order. Texts are stripped, and empty ones are left out."""
    return tuple(Message(role=role, content=text.strip()) for role, text in texts.items() if text.strip())


def next_request(request: Request, answer: str, feedback: str) -> Request:
    """Continue the chat with the model's answer and the feedback on it."""
    turn = (Message(role="assistant", content=answer), Message(role="user", content=feedback))
    return msgspec.structs.replace(request, messages=(*request.messages, *turn))


@functools.cache
def _template(text: str, name: str) -> Template:
    from jinja2 import Environment, StrictUndefined, TemplateSyntaxError

    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False, keep_trailing_newline=True
    )
    try:
        return environment.from_string(text)
    except TemplateSyntaxError as error:
        raise UsageError(f"{name}:{error.lineno}: {error.message}", "fix the Jinja syntax") from None
