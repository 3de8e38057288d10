"""Weak tests are sent back once: more inputs, their outputs, and tests made of them."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.autocodegen.weakness import is_weak, measure
from benchwright.generate.flag import Dropped
from benchwright.generate.printing import printed
from benchwright.generate.sections import sections
from benchwright.generate.soundness import checked
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


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """The stronger of the two versions; what is still weak then is said."""
    if is_weak(work, draft) and draft.full_inputs:
        draft = await _stronger(work, draft)
    if is_weak(work, draft) and draft.mutation:
        said = "; ".join(draft.mutation.survivors[:3])
        work.protest(
            "weak tests", f"they notice {draft.mutation.killed} of {draft.mutation.tried} mistakes, not: {said}"
        )
    return draft


async def _stronger(work: Work[Settings], draft: Draft) -> Draft:
    language = find_language(draft.language)
    inputs = await work.ask(
        "model", "inputs", lambda answer: sections(answer, "full_inputs"), draft=draft, language=language
    )
    more = msgspec.structs.replace(draft, **inputs)
    try:
        output = await printed(work.sandbox, draft.language, draft.solution, more.full_inputs, work.settings.reruns)
        more = msgspec.structs.replace(more, full_output=output, strengthened=True)
        tests = await work.ask(
            "model", "full_tests", lambda answer: sections(answer, "full_tests"), draft=more, language=language
        )
        more = msgspec.structs.replace(more, **tests)
        more = msgspec.structs.replace(more, checked=await checked(work.sandbox, more.problem, work.settings.reruns))
    except Dropped:
        return draft  # the first version is sound
    mutation, wrong = await measure(work, more)
    more = msgspec.structs.replace(more, mutation=mutation, wrong=wrong)
    return more if _share(more) > _share(draft) else draft


def _share(draft: Draft) -> float:
    return (draft.mutation.share if draft.mutation else None) or 0.0
