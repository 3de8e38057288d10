"""Implementations of other sandboxes' APIs, and how each of them expresses benchwright's verdicts."""
