"""Send weak tests back once: for more inputs, their outputs, and tests made from them."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.autocodegen.steps.mutation import is_weak, measure
from benchwright.generate.record import Dropped, Flag
from benchwright.generate.sections import sections
from benchwright.generate.soundness import checked, printed
from benchwright.generate.work import Work
from benchwright.languages import find_language

ORDER = 60
READS = (
    "solution",
    "full_inputs",
    "full_output",
    "full_tests",
    "demo_tests",
    "checked",
    "mutation",
    "wrong",
    "bugs",
    "language",
)
WRITES = ("full_inputs", "full_output", "full_tests", "checked", "mutation", "wrong", "strengthened")
PROMPTS = ("inputs", "full_tests")


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Keep the stronger of the two versions, and flag it if it is still weak."""
    if is_weak(work, draft) and draft.full_inputs:
        draft = await _stronger(work, draft)
    if is_weak(work, draft) and draft.mutation:
        missed = "; ".join(draft.mutation.survivors[:3])
        work.flag(
            "weak tests", f"they notice {draft.mutation.killed} of {draft.mutation.tried} mistakes, not: {missed}"
        )
    return draft


async def _stronger(work: Work[Settings], draft: Draft) -> Draft:
    """Return a version with more inputs, if it is sound and detects more; otherwise the first version, which is
    sound."""
    try:
        more = await _extended(work, draft)
    except Dropped as dropped:
        work.flags.append(Flag(rule="not strengthened", detail=str(dropped)))
        return draft
    return more if _share(more) > _share(draft) else draft


async def _extended(work: Work[Settings], draft: Draft) -> Draft:
    language, reruns = find_language(draft.language), work.settings.reruns
    inputs = await work.ask(
        "model", "inputs", lambda answer: sections(answer, "full_inputs"), draft=draft, language=language
    )
    more = msgspec.structs.replace(draft, **inputs, strengthened=True)
    output = await printed(work.sandbox, draft.language, draft.solution, more.full_inputs, reruns)
    more = msgspec.structs.replace(more, full_output=output)
    tests = await work.ask(
        "model", "full_tests", lambda answer: sections(answer, "full_tests"), draft=more, language=language
    )
    more = msgspec.structs.replace(more, **tests)
    more = msgspec.structs.replace(more, checked=await checked(work.sandbox, more.problem, reruns))
    mutation, wrong = await measure(work, more)
    return msgspec.structs.replace(more, mutation=mutation, wrong=wrong)


def _share(draft: Draft) -> float:
    return (draft.mutation.share if draft.mutation else None) or 0.0
