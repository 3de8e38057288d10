"""Benchmarks made from a benchmark: each derivation is a file, a pure function from problems to problems."""
