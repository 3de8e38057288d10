"""Derive benchmarks from other benchmarks. Each derivation is a file with a pure function from problems to problems."""
