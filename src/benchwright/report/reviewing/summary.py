"""Summarize reviews, in the terms of the published human study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from benchwright.report.analysis.published import published
from benchwright.report.reviewing import Review, ReviewOverview, ReviewSummary, Spread, StudyRow

TRIES = 5
"""The study reports how many problems were solved within this many attempts."""
PASSED = "passed"


def summarize(problems: Collection[str], reviews: Iterable[Review]) -> ReviewSummary:
    """Summarize the reviews of these problems. If several people reviewed a problem, it counts as solved if any of
    them solved it, with the fewest attempts that any of them needed."""
    known = [review for review in reviews if review.problem in problems and has_content(review)]
    needed = _tries_needed(known)
    most = max([TRIES, *needed.values()])
    tried = {review.problem for review in known if counted_tries(review)}
    return ReviewSummary(
        problems=len(problems),
        reviewed=len({review.problem for review in known if _is_said(review)}),
        reviewers=tuple(sorted({review.reviewer for review in known})),
        decisions=dict(sorted(Counter(review.decision for review in known if review.decision != "open").items())),
        tried=len(tried),
        solved=len(needed),
        solved_after=tuple(sum(each <= tries for each in needed.values()) for tries in range(1, most + 1)),
        with_external_help=len({review.problem for review in known if review.external_help} & tried),
        difficulty=_spread([review.difficulty for review in known]),
        clarity=_spread([review.clarity for review in known]),
        test_quality=_spread([review.test_quality for review in known]),
        corrected=_named(problems, known, "corrected"),
        rejected=_named(problems, known, "rejected"),
    )


def overview(job: str, problems: Collection[str], reviews: Iterable[Review]) -> ReviewOverview:
    """Summarize the reviews next to the published figures."""
    summary = summarize(problems, reviews)
    figures = published()
    study = figures.human_study
    source = f"{figures.sources[study.source].short} ({study.dataset})"
    return ReviewOverview(job=job, summary=summary, study=tuple(_study(summary)), source=source)


def has_content(review: Review) -> bool:
    """Whether the reviewer did more than open the problem."""
    return bool(_is_said(review) or review.attempts or review.note or review.external_help)


def counted_tries(review: Review) -> list[str]:
    """Return the verdicts of the attempts made before the reference was shown."""
    return [attempt.verdict for attempt in review.attempts[: review.shown_after]]


def _is_said(review: Review) -> bool:
    rated = (review.difficulty, review.clarity, review.test_quality)
    return review.decision != "open" or any(rating is not None for rating in rated)


def _tries_needed(reviews: Iterable[Review]) -> dict[str, int]:
    """Solved problem → fewest attempts that any reviewer needed."""
    needed: dict[str, int] = {}
    for review in reviews:
        verdicts = counted_tries(review)
        if PASSED in verdicts:
            tries = verdicts.index(PASSED) + 1
            needed[review.problem] = min(tries, needed.get(review.problem, tries))
    return needed


def _spread(ratings: Sequence[int | None]) -> Spread:
    given = [rating for rating in ratings if rating is not None]
    one, two, three, four, five = (given.count(each) for each in range(1, 6))
    return Spread(counts=(one, two, three, four, five), mean=sum(given) / len(given) if given else None)


def _named(problems: Iterable[str], reviews: Iterable[Review], decision: str) -> tuple[str, ...]:
    found = {review.problem for review in reviews if review.decision == decision}
    return tuple(problem for problem in problems if problem in found)


def _study(summary: ReviewSummary) -> Iterable[StudyRow]:
    figures = published()
    study, people = figures.human_study.rows, figures.revisions.rows["people"]
    assert isinstance(people, tuple)
    yield _row("solved", summary.solved, summary.tried, study["solved"])
    names = ("at the first try", "within two tries", "within three tries", "within four tries", "within five tries")
    for name, solved, share in zip(names, summary.solved_after, people, strict=False):
        yield _row(f"solved {name}", solved, summary.tried, share)
    yield _row("other sources needed", summary.with_external_help, summary.tried, study["external resources used"])
    effort, rated = summary.difficulty.counts, sum(summary.difficulty.counts)
    yield _row("quick to solve (difficulty 1, 2)", sum(effort[:2]), rated, study["quick to solve"])
    yield _row("some effort (difficulty 3)", effort[2], rated, study["some effort"])
    yield _row("great effort (difficulty 4, 5)", sum(effort[3:]), rated, study["professionals or great effort"])
    tests = summary.test_quality.counts
    reasonable = study["tests reasonable and not trivial"]
    yield _row("tests reasonable (test quality 3 to 5)", sum(tests[2:]), sum(tests), reasonable)


def _row(name: str, part: int, whole: int, share: float | tuple[float, ...]) -> StudyRow:
    return StudyRow(name=name, part=part, whole=whole, published=share if isinstance(share, float) else None)
