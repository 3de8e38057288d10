"""Lines that a C solution executes; shares the implementation of C++."""

from __future__ import annotations

from benchwright.languages.cpp.coverage import TOOL, read, trace

__all__ = ["TOOL", "read", "trace"]
