"""One file per step; see generate/pipeline.py for what a step says of itself."""
