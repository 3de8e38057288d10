"""The launcher's C sources, and the paths of the compiled binaries."""

from __future__ import annotations

from pathlib import Path

BINARIES = Path(__file__).parent / "bin"
LAUNCHER = BINARIES / "benchwright-launcher"
WARM_LIBRARY = BINARIES / "benchwright-warm.so"
CLOCK_LIBRARY = BINARIES / "benchwright-clock.so"
