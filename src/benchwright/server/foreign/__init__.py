"""What the APIs of other sandboxes have in common, and how each of them sees our verdicts."""
