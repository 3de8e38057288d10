"""One file per step; see generate/engine.py for what a step says of itself."""
