"""Benchmarks derived from a benchmark. Each derivation is a file with a pure function from problems to problems."""
