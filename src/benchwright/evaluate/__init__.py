"""Evaluates models: from a benchmark and answers to numbers that reproduce."""
