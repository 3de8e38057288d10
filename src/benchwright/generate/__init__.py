"""Makes benchmarks: problems from code, and what is published with them."""
