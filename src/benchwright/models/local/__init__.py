"""Models that run here: weights in a file, computed by processes of our own."""
