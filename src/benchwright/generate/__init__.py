"""Generate benchmarks: items go through the steps of a method, and each step is recorded as soon as it finishes."""
