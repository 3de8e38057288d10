"""Does a model do better on tests that it wrote itself? (Xie et al. 2024, "CodeBenchGen", self-bias of test authors.)

Compares each model's pass rate by each author's tests, over the problems that have tests by several authors and that
all models have scored. A model that is also an author has a lead over the others on its own tests, and one on the tests
of other authors; its bias is the first minus the second, problem by problem.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from benchwright.metrics.bootstrap import mean, rate
from benchwright.metrics.outcome import Estimate, Options, Outcome, by_problem, first_answers

Rates = Mapping[str, Mapping[str, float]]
"""Problem → author → share of a model's answers that pass that author's tests."""


class AuthorRate(msgspec.Struct, frozen=True, kw_only=True):
    """Results of one model by one author's tests."""

    author: str
    """Author of the tests."""
    model: str
    """Model that gave the answers."""
    passed: Estimate
    """pass@1 by these tests alone."""


class AuthorLead(msgspec.Struct, frozen=True, kw_only=True):
    """How far a model that wrote tests is ahead of the others."""

    model: str
    """The model, which is also an author."""
    own: Estimate
    """Its pass@1 minus the mean of the others', by its own tests."""
    other: Estimate
    """Its pass@1 minus the mean of the others', by the tests of other authors."""
    bias: Estimate
    """`own` minus `other`. If the interval excludes 0, the bias is significant."""


class AuthorBias(msgspec.Struct, frozen=True, kw_only=True):
    """Results of all models by the authors of the tests."""

    problems: int
    """Number of problems with tests by several authors that all models have scored; the other fields cover these
    problems."""
    rates: tuple[AuthorRate, ...]
    """Rates by author and model."""
    leads: tuple[AuthorLead, ...]
    """Leads of the models that are authors, if there is another model to compare with."""


def author_bias(results: Mapping[str, Sequence[Outcome]], options: Options) -> AuthorBias | None:
    """Compute the table for these models' results; None if no problem has tests by several known authors."""
    rates = {model: _rates(outcomes) for model, outcomes in results.items()}
    common = sorted(frozenset.intersection(*map(frozenset, rates.values()))) if rates else []
    if not common:
        return None
    authors = sorted({author for problem in common for author in next(iter(rates.values()))[problem]})
    found = [
        AuthorRate(author=author, model=model, passed=estimate)
        for author in authors
        for model in results
        if (estimate := rate((rates[model][p][author] for p in common if author in rates[model][p]), options))
    ]
    leads = [lead for model in results if (lead := _lead(model, authors, rates, common, options))]
    return AuthorBias(problems=len(common), rates=tuple(found), leads=tuple(leads))


def is_same_model(one: str, other: str) -> bool:
    """Whether two names denote the same model: addresses are ignored, and one may lack its provider."""
    one, other = one.partition("@")[0], other.partition("@")[0]
    return one == other or one.endswith(f":{other}") or other.endswith(f":{one}")


def _rates(outcomes: Sequence[Outcome]) -> Rates:
    """Return the rates for problems with several authors. Samples that were not judged by every set are excluded."""
    whole = [
        each
        for each in first_answers(outcomes)
        if each.scored and len({*each.authors.values()}) > 1 and each.authors.keys() <= each.verdicts.keys()
    ]
    return {
        problem: {
            author: sum(_passes(each, author) for each in group) / len(group) for author in {*group[0].authors.values()}
        }
        for problem, group in by_problem(whole).items()
    }


def _passes(outcome: Outcome, author: str) -> bool:
    sets = [name for name, each in outcome.authors.items() if each == author]
    return all(outcome.verdicts[name] == "passed" for name in sets)


def _lead(
    model: str, authors: Sequence[str], rates: Mapping[str, Rates], common: Sequence[str], options: Options
) -> AuthorLead | None:
    mine = {author for author in authors if is_same_model(author, model)}
    rivals = [name for name in rates if not is_same_model(name, model)]
    own: list[float] = []
    other: list[float] = []
    for problem in common:
        leads = {
            author: rate - sum(rates[rival][problem][author] for rival in rivals) / len(rivals)
            for author, rate in rates[model][problem].items()
            if rivals
        }
        on_own = [lead for author, lead in leads.items() if author in mine]
        on_others = [lead for author, lead in leads.items() if author not in mine]
        if on_own and on_others:
            own.append(sum(on_own) / len(on_own))
            other.append(sum(on_others) / len(on_others))
    bias = mean([one - two for one, two in zip(own, other, strict=True)], options)
    first, second = rate(own, options), rate(other, options)
    if first is None or second is None or bias is None:
        return None
    return AuthorLead(model=model, own=first, other=second, bias=bias)
