"""Problems shared by all jobs, and the results of one evaluation as columns."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping

from benchwright.evaluation.outcomes import Result, Traits, traits_of
from benchwright.metrics.outcome import Outcome
from benchwright.metrics.turns import chains, first_success, known
from benchwright.problems import Problem
from benchwright.report.site.records import UNKNOWN


class Pool:
    """Problems by id, in the order in which benchmarks were added; the first one with an id is used."""

    def __init__(self) -> None:
        self.problems: dict[str, Problem] = {}
        self._benchmarks: dict[str, tuple[str, ...]] = {}
        self._traits: dict[str, Traits] = {}
        self.changed: set[str] = set()
        """Ids whose problems differ between benchmarks."""

    def add(self, fingerprint: str, problems: Iterable[Problem]) -> None:
        """Add the problems of a benchmark."""
        ids: list[str] = []
        for problem in problems:
            ids.append(problem.id)
            before = self.problems.setdefault(problem.id, problem)
            if before is not problem and before.digest != problem.digest:
                self.changed.add(problem.id)
        self._benchmarks[fingerprint] = tuple(ids)

    def ids(self, fingerprint: str) -> tuple[str, ...]:
        """Return the ids of a benchmark's problems, in order."""
        return self._benchmarks[fingerprint]

    def of(self, fingerprint: str) -> Mapping[str, Problem]:
        """Return the problems of a benchmark by id."""
        return {name: self.problems[name] for name in self._benchmarks[fingerprint]}

    def traits(self, name: str) -> Traits:
        """Return the sizes of a problem, computed once."""
        if name not in self._traits:
            self._traits[name] = traits_of(self.problems[name])
        return self._traits[name]


class Columns:
    """Results of one evaluation, filled problem by problem."""

    def __init__(self, *, keep_outcomes: bool) -> None:
        self.places: dict[str, int] = {}
        """Problem → its index in the lists below, in order of arrival."""
        self.scored, self.passed, self.first = array("l"), array("l"), array("l")
        """Per problem: scored first-turn answers, passed ones, and whether the first scored one passed."""
        self.turned, self.mended = array("l"), array("l")
        """Per problem: samples whose result after the last turn is known, and those that passed by then."""
        self.completion_tokens, self.cost_usd = array("q"), array("d")
        """Per problem: sum over all samples and turns, or -1."""
        self.verdicts: dict[str, int] = {}
        """Verdict or state → its index."""
        self.verdict = array("l")
        """Per problem: index of the first answer's last verdict or state, or -1."""
        self.failures: dict[str, int] = {}
        """Failure class → its index."""
        self.failure = array("l")
        """Per problem: index of the first answer's failure class, or -1."""
        self.states: Counter[str] = Counter()
        """State of the last turn → number of samples."""
        self.pending: Counter[str] = Counter()
        """State → samples that are merely still to be answered or judged."""
        self.reasons: dict[str, str] = {}
        """State → an example reason."""
        self.total_prompt_tokens: int | None = None
        self.total_completion_tokens: int | None = None
        self.total_cost_usd: float | None = None
        self.most_samples, self.most_turns = 0, 0
        self.outcomes: list[Outcome] | None = [] if keep_outcomes else None
        """Kept only if metrics must be computed."""

    def add(self, problem: str, results: Iterable[Result]) -> None:
        """Add all samples of one problem."""
        heard = list(self._heard(results))
        found = [result.outcome for result in heard]
        first_turn = [each for each in found if each.turn == 1]
        scored = [each for each in first_turn if each.scored]
        self.places[problem] = len(self.places)
        self.scored.append(len(scored))
        self.passed.append(sum(each.passed for each in scored))
        self.first.append(int(scored[0].passed) if scored else UNKNOWN)
        self._add_turns(found)
        self._add_spent(found)
        self._add_verdict(found)
        for last in {each.outcome.sample: each for each in heard}.values():
            self.states[last.outcome.state] += 1
            if last.pending:
                self.pending[last.outcome.state] += 1
        self.most_samples = max(self.most_samples, len(first_turn))
        self.most_turns = max(self.most_turns, *(each.turn for each in found), 0)
        if self.outcomes is not None:
            self.outcomes += found

    def _heard(self, results: Iterable[Result]) -> Iterable[Result]:
        for result in results:
            if result.why:
                self.reasons.setdefault(result.outcome.state, f"{result.outcome.problem}: {result.why}")
            yield result

    def _add_turns(self, found: list[Outcome]) -> None:
        last = max((each.turn for each in found), default=1)
        samples = [chain for group in known(chains(found), last).values() for chain in group]
        self.turned.append(len(samples))
        self.mended.append(sum(first_success(chain) is not None for chain in samples))

    def _add_spent(self, found: list[Outcome]) -> None:
        read = [each.prompt_tokens for each in found if each.prompt_tokens is not None]
        wrote = [each.completion_tokens for each in found if each.completion_tokens is not None]
        costs = [each.cost for each in found if each.cost is not None]
        self.completion_tokens.append(sum(wrote) if wrote else UNKNOWN)
        self.cost_usd.append(round(sum(costs), 9) if costs else UNKNOWN)
        if read:
            self.total_prompt_tokens = (self.total_prompt_tokens or 0) + sum(read)
        if wrote:
            self.total_completion_tokens = (self.total_completion_tokens or 0) + sum(wrote)
        if costs:
            self.total_cost_usd = (self.total_cost_usd or 0.0) + sum(costs)

    def _add_verdict(self, found: list[Outcome]) -> None:
        if not found:
            self.verdict.append(UNKNOWN)
            self.failure.append(UNKNOWN)
            return
        sample = found[0].sample
        last = [each for each in found if each.sample == sample][-1]
        self.verdict.append(self.verdicts.setdefault(last.verdict or last.state, len(self.verdicts)))
        failure = found[0].failure
        self.failure.append(self.failures.setdefault(failure, len(self.failures)) if failure else UNKNOWN)
