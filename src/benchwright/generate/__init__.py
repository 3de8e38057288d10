"""Makes benchmarks: items go through the steps of a method, each step recorded the moment it is done."""
