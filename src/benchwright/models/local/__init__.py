"""Models that run on this machine: weights in a file, computed by worker processes."""
