"""Fish."""
