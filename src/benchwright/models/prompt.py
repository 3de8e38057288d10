"""Prompts as Jinja files: each says in blocks what goes where. Anybody can change a copy of one."""

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
    """A prompt file."""

    def __init__(self, file: Path) -> None:
        try:
            self.text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"cannot read the prompt {file}: {error}", "name a Jinja file") from None
        self.file = file
        self._template = _template(self.text, str(file))

    @property
    def digest(self) -> str:
        """Tells it from other prompts."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def render(self, block: str, **values: object) -> str:
        """The text of one of its blocks."""
        if block not in self._template.blocks:
            raise UsageError(f"{self.file} has no block {block!r}", f"add {{% block {block} %}} … {{% endblock %}}")
        try:
            context = self._template.new_context(values)
            return "".join(self._template.blocks[block](context))
        except Exception as error:  # of any kind: a prompt may compute
            raise UsageError(f"{self.file}: {error}", f"it is given {', '.join(values)}") from None

    def has(self, block: str) -> bool:
        """Whether it has such a block."""
        return block in self._template.blocks

    @property
    def needs(self) -> frozenset[str]:
        """Names that it must be given."""
        from jinja2 import Environment, meta

        return frozenset(meta.find_undeclared_variables(Environment(autoescape=False).parse(self.text)))

    def messages(self, **values: object) -> tuple[Message, ...]:
        """A chat's beginning: what its blocks `system` and `user` say; one that is empty or not there is left out."""
        system = self.render("system", **values) if self.has("system") else ""
        return said(system=system, user=self.render("user", **values))


def said(**texts: str) -> tuple[Message, ...]:
    """Messages by role, in order; space around a text is cut off, and what is then empty is left out."""
    return tuple(Message(role=role, content=text.strip()) for role, text in texts.items() if text.strip())


def next_request(request: Request, answer: str, told: str) -> Request:
    """The same chat, one turn on."""
    turn = (Message(role="assistant", content=answer), Message(role="user", content=told))
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
        raise UsageError(f"{name}:{error.lineno}: {error.message}", "prompts are Jinja files") from None
