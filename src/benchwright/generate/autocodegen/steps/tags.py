"""Tag a problem with one of AutoCodeBench's categories (arXiv 2508.09101) and a few keywords."""

from __future__ import annotations

import msgspec

from benchwright.generate.autocodegen.draft import Draft
from benchwright.generate.autocodegen.settings import Settings
from benchwright.generate.estimate import Ask
from benchwright.generate.sections import Unparsable, record_of
from benchwright.generate.work import Work
from benchwright.languages import find_language

CATEGORIES = (
    "Language Fundamentals",
    "Functions & Modules",
    "Object-Oriented Programming",
    "Data Structures & Collections",
    "Algorithms & Problem Solving",
    "String & Text Processing",
    "File & I/O Operations",
    "Concurrency & Async Programming",
    "Memory Management & Performance",
    "Error Handling & Debugging",
    "Network Programming & Communication",
    "Database Operations & Persistence",
    "Web Development & Frameworks",
    "Data Science & Analytics",
    "Machine Learning & AI",
    "Systems Programming & Low-level Development",
    "Mobile & Cross-platform Development",
    "Functional Programming",
    "Testing & Quality Assurance",
    "Development Tools & Ecosystem",
)


ORDER = 95
READS = ("question", "solution", "language")
WRITES = ("category", "tags")
PROMPTS = ("tags",)
ASKS = (Ask(prompt="tags", reads=1850, writes=30),)
TRACKS = frozenset({"direct"})

_MOST_TAGS = 5


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """The model's answer."""

    category: str
    """One of the categories."""
    tags: tuple[str, ...] = ()
    """A few keywords for the problem."""


async def make(work: Work[Settings], draft: Draft) -> Draft:
    """Ask for category and keywords."""
    answered = await work.ask(
        "model", "tags", _read, draft=draft, language=find_language(draft.language), categories=CATEGORIES
    )
    tags = tuple(dict.fromkeys(tag.strip().lower() for tag in answered.tags if tag.strip()))
    return msgspec.structs.replace(draft, category=answered.category, tags=tags[:_MOST_TAGS])


def _read(answer: str) -> Answered:
    answered = record_of(answer, Answered)
    known = {name.lower(): name for name in CATEGORIES}
    name = known.get(answered.category.strip().lower())
    if name is None:
        raise Unparsable(f"{answered.category!r} is none of the categories")
    return msgspec.structs.replace(answered, category=name)
