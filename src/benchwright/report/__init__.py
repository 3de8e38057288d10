"""From problems and results to tables and plots."""
