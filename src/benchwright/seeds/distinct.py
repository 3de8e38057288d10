"""Which of the seeds that were found are taken: each once, and no more than wanted."""

from __future__ import annotations

from collections import Counter

from benchwright.metrics.minhash import NearDuplicates


class Distinct:
    """What was taken so far. It counts why the others were not."""

    def __init__(self, near_duplicate: float, most: int | None, dropped: Counter[str]) -> None:
        self._alike = NearDuplicates(near_duplicate) if near_duplicate else None
        self._most = most
        self._dropped = dropped
        self._seen: set[str] = set()
        self._taken = 0

    @property
    def is_full(self) -> bool:
        """Whether as many as wanted are taken."""
        return self._most is not None and self._taken >= self._most

    def takes(self, name: str, text: str) -> bool:
        """Whether the seed of this id is taken; `text` is what is compared."""
        if self.is_full:
            reason = "more than wanted"
        elif name in self._seen:
            reason = "duplicate"
        else:
            self._seen.add(name)
            alike = self._alike is not None and self._alike.add(name, text) is not None
            reason = "near duplicate" if alike else ""
        self._dropped.update([reason] if reason else [])
        self._taken += not reason
        return not reason
