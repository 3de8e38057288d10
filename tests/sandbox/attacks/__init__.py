"""Attacks on the sandbox, one per module; see attack.py."""

import pytest

pytest.register_assert_rewrite(__name__)  # so that a failing check says what it saw
