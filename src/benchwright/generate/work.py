"""What a step works with: prompts, models to ask, a sandbox to run programs in, and rules to flag problems by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import msgspec

from benchwright.errors import UsageError
from benchwright.generate.packages import Packages
from benchwright.generate.record import Asked, Dropped, Flag, Severity, Strictness, drops
from benchwright.generate.sections import Unparsable
from benchwright.jobs import Store
from benchwright.judging.similarity import KnownBenchmarks
from benchwright.models import Answer, Model, Request
from benchwright.models.opening import provider_traits
from benchwright.models.prompt import Prompt, next_request
from benchwright.models.protocol import used_tokens
from benchwright.problems import Problem
from benchwright.sandbox import Sandbox

_COMMON = Path(__file__).parent / "common"
"""Prompts that every method has."""


def load_prompts(folder: Path, own: Path | None = None, others: Iterable[Path] = ()) -> dict[str, Prompt]:
    """Load prompts by name; those in the user's own folder take precedence over the built-in ones."""
    folders = (_COMMON, folder, *others)
    files = [file for each in folders for file in sorted(each.glob("*.jinja"))]
    prompts = {file.stem: Prompt(file) for file in files}
    if own is None:
        return prompts
    if not own.is_dir():
        raise UsageError(f"{own} is not a folder", "pass a folder of Jinja files")
    files = sorted(own.glob("*.jinja"))
    if not files:
        raise UsageError(f"{own} has no prompts", f"name prompts NAME.jinja, where NAME is one of {', '.join(prompts)}")
    for file in files:
        if file.stem not in prompts:
            raise UsageError(f"{file}: unknown prompt", f"choose from {', '.join(prompts)}")
        prompts[file.stem] = _checked(Prompt(file), prompts[file.stem])
    return prompts


def _checked(own: Prompt, built_in: Prompt) -> Prompt:
    """Validate a prompt, so that mistakes are found before anything is paid."""
    if not own.has("user"):
        raise UsageError(f"{own.file} has no block 'user'", "add {% block user %} … {% endblock %}")
    known = built_in.needs | {"language", "advice"}
    if unknown := sorted(own.needs - known):
        raise UsageError(f"{own.file}: {unknown[0]!r} is undefined", f"choose from {', '.join(sorted(known))}")
    return own


class KeptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer as stored in a job."""

    answer: Answer
    """The model's answer, unchanged."""
    tokens: int
    """Tokens that count toward a budget, even if the endpoint did not report any."""


def without_folder(spec: str) -> str:
    """Return a model's name without local folders, because problems and cards are published."""
    provider, _, name = spec.partition(":")
    return f"{provider}:{Path(name).name}" if provider_traits(spec).names_path else spec


Settings = TypeVar("Settings")
Result = TypeVar("Result")

ANSWER_STEP = "answer"
"""Step that stores the answers of models, so that none is paid for twice."""


class StepContext(msgspec.Struct, Generic[Settings], frozen=True, kw_only=True):
    """What all steps of a run share."""

    settings: Settings
    """Settings that the results depend on."""
    sandbox: Sandbox
    """Sandbox that runs programs."""
    store: Store
    """Store of the job."""
    models: Mapping[str, Model]
    """Role → its model."""
    prompts: Mapping[str, Prompt]
    """Name → its prompt."""
    strictness: Strictness
    """What drops a problem, and what only flags it."""
    max_tokens: int = 8192
    """Maximum tokens per answer; longer answers are truncated."""
    references: KnownBenchmarks | None = None
    """Known problems that new ones must not resemble; None: no check."""
    packages: Packages | None = None
    """Installs what programs need; None if nothing may be installed."""


class Work(Generic[Settings]):
    """One step of one item."""

    def __init__(
        self,
        context: StepContext[Settings],
        step: str = "",
        options: Mapping[str, Any] = MappingProxyType({}),
        rules: Mapping[str, Severity] = MappingProxyType({}),
    ) -> None:
        self.settings = context.settings
        self.sandbox = context.sandbox
        self.references = context.references
        self.packages = context.packages
        self.asked: list[Asked] = []
        self.flags: list[Flag] = []
        self._context = context
        self._step, self._options, self._rules = step, options, rules

    def flag_known(self, problem: Problem) -> None:
        """Flag each known benchmark that contains the problem or a similar one."""
        for match in self.references.matches(problem) if self.references else ():
            self.flag("contaminated", match.detail)

    def flag(self, rule: str, detail: str) -> None:
        """Object to the problem: it is dropped or flagged, depending on the strictness."""
        if self.dropped_by(rule):
            raise Dropped(rule, detail)
        self.flags.append(Flag(rule=rule, detail=detail))

    def option(self, name: str) -> Any:
        """Return an option of the step: the user's value, or the default in its OPTIONS."""
        given: Mapping[str, Any] = getattr(self.settings, "options", {}).get(self._step, {})
        return given.get(name, self._options[name])

    def dropped_by(self, rule: str) -> bool:
        """Whether violating this rule would drop the problem."""
        return drops(self._context.strictness, rule, self._rules.get(rule))

    async def ask(
        self,
        role: str,
        name: str,
        parse: Callable[[str], Result],
        *,
        temperature: float = 0.0,
        sample: int = 0,
        repairs: int = 1,
        **values: object,
    ) -> Result:
        """Ask a model and parse its answer. An unusable answer is sent back with what is wrong, up to `repairs` times;
        then the item is dropped."""
        request = self._request(name, temperature, sample, values)
        for attempt in range(repairs + 1):
            answer = await self._answer(role, name, request, repair=attempt > 0)
            try:
                return parse(answer.text)
            except Unparsable as error:
                fault, reason = _fault(error, answer), error.reason
            complaint = self._context.prompts["repair"].render("user", fault=fault).strip()
            request = next_request(request, answer.text, complaint)
        raise Dropped(reason, f"{name}: {fault}")

    async def answer(self, role: str, name: str, *, temperature: float, sample: int, **values: object) -> Answer:
        """Return the unparsed answer, for a prompt that prescribes no format."""
        return await self._answer(role, name, self._request(name, temperature, sample, values))

    def _request(self, name: str, temperature: float, sample: int, values: Mapping[str, object]) -> Request:
        prompts = self._context.prompts
        advice = prompts["language"].render("user", language=values["language"]).strip()
        messages = prompts[name].messages(**values, advice=advice)
        most = self._context.max_tokens
        return Request(messages=messages, temperature=temperature, max_tokens=most, sample=sample)

    async def _answer(self, role: str, name: str, request: Request, *, repair: bool = False) -> Answer:
        model, store = self._context.models[role], self._context.store
        item = f"{request.key}-{role}"
        if kept := store.done(ANSWER_STEP, item):
            answer = msgspec.json.decode(kept, type=KeptAnswer).answer
        else:
            answer = await model.answer(request)
            bill = KeptAnswer(answer=answer, tokens=used_tokens(request, answer))
            store.put(ANSWER_STEP, item, msgspec.json.encode(bill))
        self.asked.append(
            Asked(
                role=role,
                prompt=name,
                digest=self._context.prompts[name].digest,
                model=answer.model or without_folder(model.name),
                key=request.key,
                repair=repair,
                prompt_tokens=answer.prompt_tokens or 0,
                completion_tokens=answer.completion_tokens or 0,
                cost=answer.cost or 0.0,
                cached=answer.cached,
            )
        )
        return answer


def _fault(error: Unparsable, answer: Answer) -> str:
    return f"{error} (the answer was cut off)" if answer.finish_reason == "length" else str(error)
