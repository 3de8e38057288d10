"""Makes requests from Jinja files: each says in blocks what goes where. Anybody can change a copy of one."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchwright.errors import UsageError
from benchwright.evaluate.settings import Mode, Sampling
from benchwright.languages import find_language
from benchwright.models import Message, Request
from benchwright.problems import Problem

if TYPE_CHECKING:
    from jinja2 import Template

FOLDER = Path(__file__).parent / "prompts"


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
        from jinja2 import TemplateError

        if block not in self._template.blocks:
            raise UsageError(f"{self.file} has no block {block!r}", f"add {{% block {block} %}} … {{% endblock %}}")
        try:
            context = self._template.new_context(values)
            return "".join(self._template.blocks[block](context))
        except TemplateError as error:
            raise UsageError(f"{self.file}: {error}", "a prompt is given problem and language") from None

    def has(self, block: str) -> bool:
        """Whether it has such a block."""
        return block in self._template.blocks


def find_prompt(name: str) -> Prompt:
    """A prompt file, or one of those that come with us by its name."""
    own = FOLDER / f"{name}.jinja"
    if not Path(name).exists() and own.exists():
        return Prompt(own)
    if not Path(name).exists():
        known = ", ".join(sorted(file.stem for file in FOLDER.glob("*.jinja")))
        raise UsageError(f"there is no prompt {name}", f"name a Jinja file, or one of {known}")
    return Prompt(Path(name))


def default_prompt(mode: Mode) -> Prompt:
    """The prompt that comes with us."""
    return Prompt(FOLDER / f"{mode}.jinja")


def first_request(
    prompt: Prompt, mode: Mode, problem: Problem, sampling: Sampling, *, sample: int = 0, system: str = ""
) -> Request:
    """What is asked about a problem."""
    values = {"problem": problem, "language": find_language(problem.language)}
    if mode == "chat":
        said = system or (prompt.render("system", **values) if prompt.has("system") else "")
        messages = (*_message("system", said), *_message("user", prompt.render("user", **values)))
        return _request(sampling, sample, mode, messages=messages)
    suffix = prompt.render("suffix", **values) if mode == "infill" else ""
    request = _request(sampling, sample, mode, prompt=prompt.render("prompt", **values), suffix=suffix)
    # A base model does not know where to end; the benchmark may. Endpoints take four at most.
    return msgspec.structs.replace(request, stop=(*sampling.stop, *problem.stop)[:4])


def next_request(request: Request, answer: str, told: str) -> Request:
    """The same chat, one turn on."""
    said = (Message(role="assistant", content=answer), Message(role="user", content=told))
    return msgspec.structs.replace(request, messages=(*request.messages, *said))


def _message(role: str, content: str) -> Iterable[Message]:
    return (Message(role=role, content=content.strip()),) if content.strip() else ()


def _request(
    sampling: Sampling,
    sample: int,
    mode: Mode,
    *,
    messages: tuple[Message, ...] = (),
    prompt: str = "",
    suffix: str = "",
) -> Request:
    # Each sample has a seed of its own, or all would be the same.
    seed = None if sampling.seed is None else sampling.seed + sample
    return Request(
        kind=mode,
        messages=messages,
        prompt=prompt,
        suffix=suffix,
        sample=sample,
        temperature=sampling.temperature,
        top_p=sampling.top_p,
        max_tokens=sampling.max_tokens,
        stop=sampling.stop,
        seed=seed,
    )


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
