"""One file per step; see generate/engine.py for what a step module defines."""
