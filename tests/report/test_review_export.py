"""Export of a reviewed benchmark: what is written was verified in the sandbox."""

from __future__ import annotations

import asyncio

import msgspec

from benchwright.report.reviewing.export import Export, apply_corrections, export_reviewed
from benchwright.sandbox import LocalSandbox
from tests.report.reviewed import REFERENCE, TESTS, problem, review

PROBLEMS = {name: problem(name) for name in ("accepted", "disputed", "open", "sound", "vacuous", "wrong")}
BETTER_TESTS = TESTS.replace("double(5) == 10", "double(-3) == -6")
REVIEWS = [
    review("accepted", decision="accepted", corrections={"question": "a draft that was given up"}),
    review("disputed", decision="accepted"),
    review("disputed", "bob", decision="rejected"),
    review("sound", decision="corrected", at="2", corrections={"question": "Write `double`, please."}),
    review("sound", "bob", decision="corrected", at="1", corrections={"tests.full": BETTER_TESTS, "question": "?"}),
    review("vacuous", decision="corrected", corrections={"tests.full": "def test():\n    double(2)\n\n\ntest()\n"}),
    review("wrong", decision="corrected", corrections={"reference": REFERENCE.replace("* 2", "* 3")}),
]


def test_only_sound_problems_are_kept() -> None:
    async def made() -> Export:
        async with LocalSandbox() as sandbox:
            return await export_reviewed(sandbox, PROBLEMS, REVIEWS)

    found = asyncio.run(made())
    kept = {each.id: each for each in found.problems}
    assert list(kept) == ["accepted", "open", "sound"]
    assert kept["accepted"] == PROBLEMS["accepted"]
    assert kept["sound"].question == "Write `double`, please."  # the later review
    assert kept["sound"].tests == {"full": BETTER_TESTS}
    assert [each["reviewer"] for each in kept["sound"].lineage["review"]] == ["bob", "ada"]
    assert (found.rejected, found.corrected, found.open) == (("disputed",), ("sound",), 1)
    assert found.unsound.keys() == {"vacuous", "wrong"}
    assert "reference fails" in found.unsound["wrong"]
    assert found.unchecked == {}


def test_evidence_about_changed_tests_is_removed() -> None:
    proven = {"mutation": {"noticed": 9}}
    before = msgspec.structs.replace(problem("a"), evidence=proven)
    assert apply_corrections(before, {"question": "clearer"}).evidence == proven
    assert apply_corrections(before, {"tests.full": TESTS}).evidence == proven  # nothing changed
    assert apply_corrections(before, {"tests.full": BETTER_TESTS}).evidence == {}
