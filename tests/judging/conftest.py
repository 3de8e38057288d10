"""The sandbox that the judge's tests share ends with the last of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.judging.cases import close_sandbox


@pytest.fixture(scope="package", autouse=True)
def _one_sandbox() -> Iterator[None]:
    yield
    close_sandbox()
